"""The desk in its languages: the catalogues are whole, no page has words outside of them, and every
page speaks the language that was asked for."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter
from typing import Literal, get_args, get_origin, get_type_hints

import httpx
import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_javascript, extract_python
from babel.messages.pofile import read_po
from jinja2.ext import babel_extract
from service import SIGNED, TABLES, fill, guide, open_gate_on, serving

import producer
import producer.web
from producer import problems
from producer.acts import ActBase, RowKind, SegmentState
from producer.compare import GAMES as FACTS
from producer.compare import bridge, open_face
from producer.compare.picks import WEIGHTS
from producer.events import parse_event
from producer.feeds import Received
from producer.games.registry import GAMES, HOLDEM
from producer.record.views.table_states import Phase
from producer.release.audit import WORDS as AUDIT_WORDS
from producer.resources import resource
from producer.segments.recordings.wording import SYNC_WORDS
from producer.stages.drawings import DRAWINGS
from producer.web.before_show.checks import Title
from producer.web.languages import IN_SCRIPTS
from producer.web.pages.navigation import PAGES
from producer.web.pages.offered import graphics_of_deal, scenes
from producer.web.pages.tables import Link
from producer.web.programme.row_states import Place as RowPlace
from producer.wording.pick_lines import LINES

PACKAGE = Path(producer.web.__file__).parent
ROOMS = Path(producer.__file__).parent
Message = str | tuple[str, ...]
Located = tuple[str | None, Message]
LANGUAGES = ("es", "el")
KEYWORDS = ("_", "ngettext", "pgettext", "marked")

LEFT_OUT = {"session", "group", "deal", "table", "digest", "facts", "reason", "sealed"}

AUDITED = [
    field
    for act in ActBase.__subclasses__()
    for field in get_type_hints(act.model_fields["data"].annotation).items()
    if field[0] not in LEFT_OUT
]
"""The fields of acts, which the audit names, by their types."""

SAID_ELSEWHERE = frozenset(
    {
        *(name.replace("_", " ") for name, _ in AUDITED),
        *(value for _, each in AUDITED if get_origin(each) is Literal for value in get_args(each)),
        *(
            text
            for each in problems.PROBLEMS.values()
            for text in (each.reason, each.on_page or each.hint)
            if re.sub(r"{[^}]*}", "", text)
        ),
        *(end for facts in FACTS.values() for end in facts.counted_in.ends),
        *("Not taken", "Not on preview", "Not cued", "Not shown", "Not cleared", "Not played"),
        *("Not paused", "Not done", "No picture", "accepted", "known", "waiting", "refused"),
        *(f"entry {{n}} {each}" for each in ("released", "discarded", "resent")),
        *(bridge.SLAM_MISSED, bridge.GAME_MISSED, bridge.BEATEN_BY_LEAD, bridge.SACRIFICE),
        *(bridge.DOUBLED_INTO_GAME, open_face.RISKED, open_face.SLIPPED),
        *(*get_args(RowKind), *get_args(SegmentState), *get_args(Phase), *get_args(Link)),
        *(*AUDIT_WORDS.values(), *SYNC_WORDS.values(), *get_args(Title)),
        *(each.word for each in (*graphics_of_deal(), *scenes())),
        *(each.unit for each in DRAWINGS.values()),
        *(phase for game in GAMES.values() for phase in game.phases),
        *(action for game in GAMES.values() for action in game.actions),
        *(f"{action}s" for action in HOLDEM.actions),
        *("passes", "bids", "doubles", "redoubles", "plays", "claims"),
        *(*LINES, *WEIGHTS, "signs", "contrast", "explained", "tables", "stake", "directness"),
        *(*filter(None, get_args(RowPlace)), "outdated"),
        *("drama", "all-in", "cap", "made", "same line", "fork", "clip", "deal", "board"),
        *("small blind", "big blind", "button", "under the gun", "UTG+1", "UTG+2", "UTG+3"),
        *("lojack", "hijack", "cutoff", "reported", "nudged", "discarded", "released", "resent"),
        *("tease", "recap", "cards", "table", "line", "question", "field", "ranking", "lead"),
        *("contract", "decision left", "decision right", "ending left", "ending right"),
        *("cooler", "the one who escaped", "same disaster everywhere", "bluff shown down"),
        *("opposite results with one hand", "different roads to one result", "value missed"),
        *("value extracted", "slow-play", "trap", "big fold", "big call"),
        *("everybody called but one", "version", "sources", "canvas", "studio", "reachable"),
        *("names", "language", "chips", "theme", "session", "group"),
    }
)
"""Words of other rooms that pages show in the visitor's language."""

THE_SAME = {
    *("Token", "Clip", "clip", "BB", "PTS", "OBS", "all-in", "interlaced", "drama", "cooler"),
    *("no", "control"),
    *("preflop", "flop", "turn", "river", "UTG+1", "UTG+2", "UTG+3", "lojack", "hijack", "cutoff"),
    *("raise 300, call, fold", "check, bet 400, fold", "Panel", "Veto", "ranking"),
    *(
        "{n} s",
        "{n} kB",
        "{street}: seat {n} {does}",
        "{first}–{last} of {total}",
        "{raises} to {amount}",
    ),
}
"""English that may be the translation too."""


def found_in(path: Path) -> Iterator[Located]:
    with path.open("rb") as file:
        if path.suffix == ".py":
            messages = extract_python(file, list(KEYWORDS), [], {})
        elif path.suffix == ".js":
            messages = extract_javascript(
                file, ["_", "ngettext"], [], {"parse_template_string": True}
            )
        else:
            messages = babel_extract(file, KEYWORDS, [], {})
        for _, function, message, _ in messages:
            parts = (message,) if isinstance(message, str) else tuple(message)
            if function == "pgettext":
                yield parts[0], parts[1]
            elif None not in parts[:1]:
                context = IN_SCRIPTS if path.suffix == ".js" else None
                yield context, parts[:2] if function == "ngettext" else parts[0]


@cache
def in_source() -> frozenset[Located]:
    sources = (
        *(path for path in PACKAGE.rglob("*.py") if path.name != "languages.py"),
        *Path(resource("pages")).glob("*.j2"),
        *Path(resource("web")).glob("*.js"),
    )
    of_languages = [
        each for each in found_in(PACKAGE / "languages.py") if isinstance(each[1], str) and each[1]
    ]
    in_rooms = {(None, each) for each in said_in_rooms()}
    return frozenset(each for path in sources for each in found_in(path)) | {
        *of_languages,
        *in_rooms,
    }


@cache
def catalogue(language: str) -> Catalog:
    with (PACKAGE / "catalogues" / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def translated(language: str) -> Iterator[tuple[Message, tuple[str, ...]]]:
    for message in catalogue(language):
        if message.id:
            yield (
                message.id,
                (message.string,) if isinstance(message.string, str) else tuple(message.string),
            )


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def said_in_rooms() -> Iterator[Message]:
    """What messages are made of in all rooms; what only puts others together has no words."""
    for path in ROOMS.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            parts = tuple(each.value for each in call.args[:2] if isinstance(each, ast.Constant))
            if call.func.id == "counted" and len(parts) == 2:
                yield parts
            elif call.func.id == "message" and parts and re.sub(r"{[^}]*}|\W", "", parts[0]):
                yield parts[0]
    for facts in FACTS.values():
        unit = facts.counted_in
        yield f"{{amount}} {unit.one}", f"{{amount}} {unit.words}"


def tags(text: str) -> list[str]:
    return sorted(re.findall(r"<[^>]*>", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_desk_is_translated(language: str) -> None:
    there = {(each.context, each.id) for each in catalogue(language) if each.id}
    assert len(in_source()) > 900
    assert in_source() - there == set()
    assert there - in_source() <= {(None, each) for each in SAID_ELSEWHERE}
    assert {(None, each) for each in SAID_ELSEWHERE} <= there
    assert not list(catalogue(language).obsolete)
    assert not [message.id for message in catalogue(language) if message.id and message.fuzzy]
    for message, texts in translated(language):
        assert all(text.strip() for text in texts), message


@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_have_no_message_that_none_of_them_says(language: str) -> None:
    """They are on every page."""
    there = {each.id for each in catalogue(language) if each.context == IN_SCRIPTS}
    assert there == {message for context, message in in_source() if context == IN_SCRIPTS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_values_and_tags_of_the_english(language: str) -> None:
    for message, texts in translated(language):
        english = (message,) if isinstance(message, str) else message
        for one, text in zip(english, texts, strict=True):
            assert names(text) == names(one), message
            assert tags(text) == tags(one), message


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_distinguish_one_from_more(language: str) -> None:
    assert catalogue(language).num_plurals == 2
    assert catalogue(language).plural_expr == "(n != 1)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_are_not_the_english(language: str) -> None:
    same = {
        message
        for message, texts in translated(language)
        if isinstance(message, str) and texts[0] == message
    }
    assert same <= THE_SAME


class Literal(HTMLParser):
    """The words of a template that are written in it, without its Jinja."""

    READ = ("title", "aria-label", "placeholder", "alt", "content")

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.within.append(tag)
        self.words += [value or "" for name, value in attrs if name in self.READ]

    def handle_endtag(self, tag: str) -> None:
        while tag in self.within and self.within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not {"style", "code"} & set(self.within):
            self.words.append(data)


ALLOWED = re.compile(
    r"Duplicast|OBS|CSV|Duplicast graphics|mp4|table-|[LRDCEXVA]|Enter|Ctrl|Shift"
    r"|width=device-width, initial-scale=1|before|decision|move:1|end|program|bank-[ab]|lower-third"
)
"""Names, keys, codes of the API, and what is no word."""


WORDLESS = re.compile(
    r"\{#.*?#\}"
    r"|\{% block (?:body_class|topics) %\}.*?\{% endblock %\}"
    r"|\{% macro (?:address|link|form|path)\(.*?\{%-? endmacro %\}"
    r"|\{\{.*?\}\}|\{%.*?%\}",
    re.DOTALL,
)
"""Jinja, and what it makes classes and addresses of."""


@pytest.mark.parametrize("path", sorted(Path(resource("pages")).glob("*.j2")), ids=lambda p: p.stem)
def test_no_template_has_words_outside_of_the_catalogues(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    read = Literal()
    read.feed(WORDLESS.sub("\n", source))
    lines = [line.strip(" ·›‹–:;,.()★☆↑↓") for words in read.words for line in words.splitlines()]
    assert [
        line for line in lines if re.search(r"[^\W\d]", line) and not ALLOWED.fullmatch(line)
    ] == []


def illegal_hands() -> Iterator[str]:
    """A bridge board whose second call is made by the wrong seat, and a first placement of
    open-face Chinese with a card too few."""
    lines = (resource("demo") / "bridge.ndjson").read_text(encoding="utf-8").splitlines()
    opened, *hands = map(json.loads, lines)
    yield json.dumps(opened)
    board = next(each for each in hands if each["type"] == "hand.recorded")
    board["data"]["line"][1]["seat"] = 1
    yield json.dumps(board)
    common = {"v": 1, "session": "pineapple", "group": "A", "source": "office"}
    players = {"1": {"name": "Ana"}, "2": {"name": "Bo"}}
    tables = {"1": {"game": {"name": "open-face"}, "players": players}}
    data: dict[str, object] = {"kind": "live", "deals": 1, "tables": tables}
    yield json.dumps({**common, "id": "open", "type": "session.opened", "data": data})
    move = {"street": "five", "seat": 2, "action": "place", "detail": "back AhKdQc, front Js"}
    data = {"deal": 1, "hand": 1, "button": 1, "stacks": {}, "cards": {}, "board": ""}
    data |= {"line": [move], "result": {"1": 0, "2": 0}}
    hand = {"table": "1", "seq": 1, "type": "hand.recorded", "data": data}
    yield json.dumps({**common, "id": "hand", **hand})


def with_another_turn() -> list[Received]:
    """A live session in which table 3 has shown another turn than the others."""
    received = []
    for each in guide("decks", "live", TABLES[:5]):
        event = json.loads(each.raw)
        if event.get("table") == "3":
            event["data"]["board"] = event["data"]["board"].replace("5s", "8s")
        text = json.dumps(event, ensure_ascii=False)
        received.append(Received(text.encode(), parse_event(text), each.place))
    return received


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A desk with a released deal, a sealed one, one with two decks, a segment in the rundown, and
    entries in quarantine."""
    folder = tmp_path_factory.mktemp("languages")
    fill(folder / "desk.db", guide(), guide("sealed", "live", TABLES[:5]), with_another_turn())
    with open_gate_on(folder / "desk.db") as gate, serving(gate, folder) as at:
        with httpx.Client(base_url=at, headers=SIGNED, trust_env=False, timeout=60) as desk:
            pick = desk.get("/api/deals/guide/A/1").json()["picks"][0]["id"]
            add = {"deal": "guide/A/1", "pick": pick}
            desk.post("/api/rundown/add", json=add).raise_for_status()
            desk.post("/feed/events", content=b"rubbish").raise_for_status()
            sent = "\n".join(illegal_hands()).encode()
            desk.post("/feed/events", content=sent).raise_for_status()
        yield at


HEADINGS = {
    "/deals/guide/A/1": ("Results of every seat", "Resultados de cada asiento", "Αποτελέσματα"),
    "/panel/guide/A/1?moment=end": ("All tables", "Todas las mesas", "Όλα τα τραπέζια"),
    "/panel-print/guide/A/1": ("Beat by beat", "Paso a paso", "Βήμα βήμα"),
    "/sealed/sealed/A/1": ("for your eyes only", "solo para tus ojos", "μόνο για τα μάτια σας"),
    "/corrections?form=void": ("Void a hand", "Anular una jugada", "Ακύρωση χεριού"),
    "/sign-in": ("Sign in to Duplicast", "Entrar en Duplicast", "Σύνδεση στο Duplicast"),
    "/no-such-page": ("To the desk", "Al puesto", "Στη θέση"),
    "/copies": ("Copies that left", "Copias que salieron", "Αντίγραφα που έφυγαν"),
    **{path: (words, "", "") for path, words in PAGES},
}


@pytest.mark.parametrize("path", HEADINGS)
def test_every_page_is_answered_in_each_language(address: str, path: str) -> None:
    with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as desk:
        for code, words in zip(("en", *LANGUAGES), HEADINGS[path], strict=True):
            page = desk.get(path, headers={"Cookie": f"duplicast-language={code}"}).text
            assert f'<html lang="{code}"' in page
            assert (words or catalogue(code).get(HEADINGS[path][0]).string) in page
            assert ('id="words"' in page) is (code != "en" and "<script" in page)


def test_the_browser_says_the_language_until_it_is_chosen(address: str) -> None:
    with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as desk:
        accepts = {"Accept-Language": "el-GR,el;q=0.9,en;q=0.8"}
        assert '<html lang="el"' in desk.get("/people", headers=accepts).text
        assert '<html lang="en"' in desk.get("/people").text
        answer = desk.post("/appearance", data={"language": "es"}, headers=accepts)
        assert answer.status_code == 303
        assert '<html lang="es"' in desk.get("/people", headers=accepts).text


def test_dates_and_numbers_are_written_as_in_the_language(address: str) -> None:
    months = {"en": r"\w+day, \d+ \w+ 20\d\d", "es": r"\w+, \d+ de \w+ de 20\d\d"}
    with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as desk:
        for code, form in months.items():
            page = desk.get("/audit", headers={"Cookie": f"duplicast-language={code}"}).text
            day = re.search(r'scope="colgroup">([^<]*)<', page)
            assert day
            assert re.fullmatch(form, day[1])


def test_the_api_speaks_english_whatever_the_browser_prefers(address: str) -> None:
    with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as desk:
        asked = {"Cookie": "duplicast-language=el", "Accept-Language": "el"}
        deck = {"session": "sealed", "group": "A", "table": "7", "reason": "x"}
        answer = desk.post("/api/gaps/lost", json=deck, headers=asked)
        assert answer.json()["error"] == "Table 7 has no gap any more."
        deals = [desk.get("/api/deals/guide/A/1", headers=each).json() for each in ({}, asked)]
        assert deals[0] == deals[1]


ENGLISH = re.compile(
    r"\b(?:the|and|with|was|were|is|are|has|have|not|this|that|which|from|their|when|only)\b",
    re.IGNORECASE,
)


class Spoken(HTMLParser):
    """What a page says in its own language: neither code, nor what was received or typed."""

    QUOTED = frozenset({"code", "pre", "kbd", "script", "style", "textarea", "template"})
    VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "wbr", "use", "circle"})

    def __init__(self) -> None:
        super().__init__()
        self.within: list[bool] = [False]
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        quoted = self.within[-1] or tag in self.QUOTED or (tag != "html" and "lang" in given)
        if not quoted:
            named = ("title", "aria-label", "placeholder", "alt", "data-confirm")
            self.words += [given[name] or "" for name in named if name in given]
        if tag not in self.VOID:
            self.within.append(quoted)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        if not self.within[-1]:
            self.words.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", HEADINGS)
def test_no_page_says_a_sentence_in_english(address: str, path: str, language: str) -> None:
    with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as desk:
        page = desk.get(path, headers={"Cookie": f"duplicast-language={language}"}).text
    read = Spoken()
    read.feed(page)
    assert len(read.words) > 10
    assert "\n".join(words.strip() for words in read.words if ENGLISH.search(words)) == ""


ILLEGAL = {
    "en": (
        "North calls out of turn",
        "West: pass, 2C or more or double",
        "seat 2 places 4 cards",
        "seat 2 places 5 cards; open: 5 in the back, 5 in the middle, 3 in the front",
    ),
    "es": (
        "Norte habla fuera de turno",
        "Oeste: paso, 2C o más o doblo",
        "el asiento 2 coloca 4 cartas",
        "el asiento 2 coloca 5 cartas; libres: atrás: 5, medio: 5, delante: 3",
    ),
    "el": (
        "Βορράς: δήλωση εκτός σειράς",
        "Δύση: πάσο, 2C ή περισσότερα ή κόντρα",
        "η θέση 2 βάζει 4 φύλλα",
        "η θέση 2 βάζει 5 φύλλα· ελεύθερα: πίσω: 5, μέση: 5, μπροστά: 3",
    ),
}


@pytest.mark.parametrize("code", ILLEGAL)
def test_illegal_hands_of_every_game_are_named_in_the_language(address: str, code: str) -> None:
    with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as desk:
        page = desk.get("/quarantine", headers={"Cookie": f"duplicast-language={code}"}).text
    for words in ILLEGAL[code]:
        assert words in page


ANOTHER_TURN = {
    "en": ("deal 1: another turn", "table 3: another turn"),
    "es": ("mano 1: turn: otras cartas", "mesa 3: turn: otras cartas"),
    "el": ("διανομή 1: τερν: άλλα φύλλα", "τραπέζι 3: τερν: άλλα φύλλα"),
}


@pytest.mark.parametrize("code", ANOTHER_TURN)
def test_what_tables_disagree_about_is_named_in_the_language(address: str, code: str) -> None:
    on_desk, as_reason = ANOTHER_TURN[code]
    with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as desk:
        page = desk.get("/tables", headers={"Cookie": f"duplicast-language={code}"}).text
        assert on_desk in page
        assert f'value="{as_reason}"' in page
        alarms = desk.get("/api/air", headers={"Duplicast-Language": code}).text
    assert ("another turn" in alarms) is (code == "en")


NO_FILE = {
    "en": ("There is no file a.pbn.", "Load the page again."),
    "es": ("No hay ningún fichero a.pbn.", "Carga la página de nuevo."),
    "el": ("Δεν υπάρχει αρχείο a.pbn.", "Φορτώστε ξανά τη σελίδα."),
}


@pytest.mark.parametrize("code", NO_FILE)
def test_what_maps_refuses_is_said_in_the_language(address: str, code: str) -> None:
    wanted = {"files": ["a.pbn"], "session": "final"}
    with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as desk:
        asked = {"Duplicast-Language": code}
        answer = desk.post("/api/maps/suggest", json=wanted, headers=asked).json()
    assert (answer["error"], answer["hint"]) == NO_FILE[code]


def test_the_scripts_of_a_page_are_answered_in_its_language(address: str) -> None:
    with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as desk:
        lost = {"session": "sealed", "group": "A", "table": "7", "reason": "x"}
        asked = {"Duplicast-Language": "es"}
        answer = desk.post("/api/gaps/lost", json=lost, headers=asked)
        assert answer.json()["error"] == "La mesa 7 ya no tiene ningún hueco."
        obs = desk.get("/api/air", headers=asked).json()["obs"]
        assert "nada responde en 127.0.0.1" in obs["reason"]
        assert "nothing answers at 127.0.0.1" in desk.get("/api/air").json()["obs"]["reason"]

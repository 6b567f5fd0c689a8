"""Names and notes are text wherever they come out: pages, graphics, OBS, JSON, CSV, the log."""

from __future__ import annotations

import csv
import io
import json
import logging
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from halves import KEYS, Half, first_word, half
from service import GUIDE
from stand_in import stand_in_obs
from typer.testing import CliRunner

from producer.cli import command_line
from producer.events import parse_event
from producer.feeds import Received
from producer.record import open_store
from producer.release import by_hand
from producer.settings import ObsSettings
from producer.texts import undirected, visible

NAMES = {
    "markup": '"><img src=x onerror=alert(1)><script>alert(2)</script>&amp;{{ 7 * 7 }}</title>',
    "quotes": """O'Neill "the 'Rock'" \\ `x` ${y} %s {0}""",
    "newline": "two\r\nlines\tand Set-Cookie: a=b",
    "right to left": "R\u202eevil\u202c \u2066x\u2069 \u05d0\u05d1\u05d2 \u0627\u0644\u0639",
    "long": "W" * 200,
    "formula": '=HYPERLINK("http://x";"y")',
    "orders": "A\x1b[2J\x07\x9b B",
}
SVG = "{http://www.w3.org/2000/svg}"
HARMLESS = {
    *("svg", "g", "path", "rect", "text", "tspan", "circle", "ellipse", "line", "polygon"),
    *("polyline", "defs", "clipPath", "linearGradient", "radialGradient", "stop", "use", "mask"),
    *("image", "title", "style", "pattern"),
}
PRODUCER = {"Authorization": f"Bearer {KEYS.producer}"}
HOSTILE = re.compile(r"onerror|onload|alert\(|javascript:", re.IGNORECASE)


def told(name: str, session: str, kind: str, tables: int) -> Iterator[Received]:
    """The guide's deal in which every name is ``name``: of session, teams and players, and the
    third table's."""
    turned = str.maketrans("cdhs", "dhsc") if kind == "live" else {}
    for n, line in enumerate(GUIDE.read_text(encoding="utf-8").splitlines(), 1):
        event: dict[str, Any] = json.loads(line)
        data = event["data"]
        event |= {"session": session, "id": f"{session[:50]}/{n}"}
        if event["type"] == "session.opened":
            data |= {"kind": kind, "title": name}
            for team in data.get("teams", {}).values():
                team["name"] = name
            data["tables"] = {_table(each, name): value for each, value in data["tables"].items()}
            for table in data["tables"].values():
                for player in table.get("players", {}).values():
                    player["name"] = name
        if "cards" in data:
            data["cards"] = {seat: held.translate(turned) for seat, held in data["cards"].items()}
            data["board"] = data["board"].translate(turned)
        if event["type"] == "hand.recorded" and int(event["table"]) > tables:
            continue
        if event.get("table"):
            event["table"] = _table(event["table"], name)
        text = json.dumps(event)
        yield Received(text.encode(), parse_event(text), f"guide:{n}")


def _table(table: str, name: str) -> str:
    return name if table == "3" else table


@pytest.fixture(scope="module", params=NAMES, ids=list(NAMES))
def name(request: pytest.FixtureRequest) -> str:
    return NAMES[request.param]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, name: str) -> Iterator[Half]:
    """The deal once released, once sealed, and what was done by hand."""
    folder = tmp_path_factory.mktemp("names")
    with open_store(folder / "duplicast.db") as store:
        assert store.append(told(name, name, "archive", 6)).quarantined == 0
        assert store.append(told(name, "live", "live", 5)).quarantined == 0
    with half(folder, True) as one:
        by_hand.seal(one.gate, ["live/A/1"], name, name)
        by_hand.add_token(one.gate, "scorer", (), name, name)
        yield one


def ask(own: Half, path: str) -> Any:
    answer = own.client.get(path, headers=PRODUCER)
    assert answer.status_code == 200, (path, answer.text)
    return answer


class Page(HTMLParser):
    """A page's text; every element and attribute that would act is kept in ``found``."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text = ""
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            self.text += f" {value}"
            if key.startswith("on") or key == "style":
                self.found.append(f"{tag} {key}")
            if key in ("src", "href", "action") and not (value or "/").startswith(("/", "#", "?")):
                self.found.append(f"{tag} {key}={value}")
        if tag == "script" and not dict(attrs).get("src", "").startswith("/assets/"):  # type: ignore[union-attr]
            self.found.append("script")

    def handle_data(self, data: str) -> None:
        self.text += data


def flat(text: str) -> str:
    return " ".join(text.split())


PAGES = {
    "/": True,
    "/deals/1": True,
    "/sealed": False,
    "/sealed/live/A/1": True,
    "/forecast": False,
    "/audit": True,
    "/tables": True,
    "/quarantine": False,
    "/sign-in": False,
}
"""Whether the name stands there."""


@pytest.mark.parametrize("path", PAGES)
def test_pages_show_names_as_text(own: Half, name: str, path: str) -> None:
    page = Page(ask(own, path).text)
    assert page.found == []
    if PAGES[path]:
        shown = {flat(each) for each in (name, visible(name), undirected(name))}
        assert any(each in flat(page.text) for each in shown)


def test_addresses_and_errors_give_nothing_back_that_acts(own: Half, name: str) -> None:
    for path in ("/?q={}", "/?session={}", "/deals/{}", "/graphics/{}", "/api/deals/{}"):
        answer = own.client.get(path.format(quote(name, safe="")), headers=PRODUCER)
        assert answer.status_code in (200, 404, 422)
        assert "a=b" not in repr(answer.headers)
        if "html" in answer.headers["content-type"]:
            assert Page(answer.text).found == []


KINDS: tuple[dict[str, Any], ...] = (
    {"kind": "two-up"},
    {"kind": "matrix"},
    {"kind": "field"},
    {"kind": "split", "count": 4},
    {"kind": "upright"},
    {"kind": "table", "moves": 3},
    {"kind": "standings"},
    {"kind": "speaker"},
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind["kind"])
def test_graphics_show_names_as_text(own: Half, name: str, kind: dict[str, Any]) -> None:
    body = dict(kind)
    if kind["kind"] == "speaker":
        body |= {"name": name[:120], "who": name[:120]}
    elif kind["kind"] == "standings":
        body |= {"group": f"{name}/A"}
    else:
        body |= {"deal": f"{name}/A/1"}
    if kind["kind"] == "table":
        body["table"] = name
    answer = own.client.post("/api/channels/lower-third", json=body, headers=PRODUCER)
    assert answer.status_code == 200, answer.text
    _only_text(_drawn(own))


def test_a_note_on_air_is_text(own: Half, name: str) -> None:
    text = name[:80]  # what a lower third holds
    note = {"deal": f"{name}/A/1", "text": text, "author": name[:80], "for_air": True}
    added = own.client.post("/api/notes", json=note, headers=PRODUCER).json()
    asked = own.client.get("/api/notes", params={"deal": f"{name}/A/1"}, headers=PRODUCER).json()
    assert [each["text"] for each in asked["notes"]] == [text.strip()]
    cleared = {"note": added["note"]}
    empty = {"kind": "clear"}  # of the test before; else the key takes the note off
    for path, body in (
        ("/api/channels/lower-third", empty),
        ("/api/notes/clear", cleared),
        ("/api/air/lower-third", {}),
    ):
        answer = own.client.post(path, json=body, headers=PRODUCER)
        assert answer.status_code == 200, answer.text
    _only_text(_drawn(own))


def _drawn(own: Half) -> list[str]:
    _, drawing = first_word(own, "producer", "/live/lower-third")
    return [graphic["svg"] for graphic in json.loads(str(drawing))["graphics"]]


def _only_text(graphics: list[str]) -> None:
    """Well-formed, of elements that draw, none of which acts or fetches."""
    assert graphics
    for svg in graphics:
        for element in ElementTree.fromstring(svg).iter():
            assert element.tag.removeprefix(SVG) in HARMLESS, element.tag
            for key, value in element.attrib.items():
                assert not key.startswith("on"), key
                if key.rpartition("}")[2] == "href":
                    assert value.startswith(("#", "data:image/")), value
            assert not (element.tag == f"{SVG}style" and HOSTILE.search(element.text or ""))


def test_answers_carry_names_exactly(own: Half, name: str) -> None:
    answer = ask(own, "/api/deals").json()[0]
    assert answer["session"] == name
    assert name in {entry["by"] for entry in ask(own, "/api/audit").json()}


def test_the_audit_s_csv_keeps_to_its_cells(own: Half) -> None:
    answer = ask(own, "/api/audit?csv=true")
    _only_cells(answer.text, 9)
    assert answer.headers["content-disposition"] == 'attachment; filename="audit.csv"'


@pytest.mark.parametrize(
    "words",
    [
        ["standings", "--csv", "out.csv"],
        ["results", "--csv", "out.csv"],
        ["audit", "--csv", "out.csv"],
    ],
    ids=lambda words: words[0],
)
def test_files_of_the_command_line_keep_to_their_cells(
    own: Half, name: str, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(own.folder)
    if words[0] == "standings":
        words = [words[0], f"{name}/A", *words[1:]]
    ended = CliRunner().invoke(command_line(words[0]), words, env={"COLUMNS": "400"})
    assert ended.exit_code == 0, ended.output
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", ended.output)
    text = (own.folder / "out.csv").read_bytes().decode("utf-8-sig")
    _only_cells(text, len(next(csv.reader(io.StringIO(text, newline="")))))


@pytest.mark.parametrize("words", [["deals", "--all"], ["compare", "live/A/1", "--json"]])
def test_nothing_gives_orders_to_a_terminal(
    own: Half, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(own.folder)
    ended = CliRunner().invoke(command_line(words[0]), words, env={"COLUMNS": "400"})
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", ended.output)


def _only_cells(text: str, columns: int) -> None:
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert {len(row) for row in rows} == {columns}
    assert len(rows) > 1
    for row in rows[1:]:
        for cell in row:
            number = re.fullmatch(r"[+-]?[\d.]+", cell)
            assert number or not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")), cell
            assert cell.isprintable(), cell


def test_obs_gets_names_unchanged_and_files_contain_none(
    tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A table's name stands in the name of its source, and only there."""
    caplog.set_level(logging.INFO)
    with open_store(tmp_path / "duplicast.db") as store:
        store.append(told(name, name, "archive", 6))
    take = {"deal": f"{name}/A/1", "tables": [name, "5"]}
    with stand_in_obs() as obs:
        settings = ObsSettings(port=obs.port, graphics="image")
        with half(tmp_path, True, None, settings) as one:
            answer = one.client.post("/api/take", json=take, headers=PRODUCER)
            assert answer.status_code == 200, answer.text
            written = [path.name for path in one.out.rglob("*") if path.is_file()]
    sources = {source for source, (kind, _) in obs.inputs.items() if kind.startswith("color")}
    assert f"Duplicast table {name}" in sources
    assert {scene for scene in obs.scenes if name in scene} == set()
    ours = r"(picture-[0-9a-f]{16}|nothing|safe)\.png|safe\.wav"
    assert all(re.fullmatch(ours, each) for each in written)
    assert name not in caplog.text

"""Text that is updated in a package: set where and as large as ``overlay.texts.text`` sets it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from ograf_renderer import browser_page, call, load, pack, served
from playwright.sync_api import Page

from overlay.contexts import LowerThird
from overlay.stage import Graphic, Stage
from overlay.svg import graphic_svg
from overlay.texts.fonts import first_face
from overlay.texts.letters import drawable
from producer.stages.gallery import sample
from producer.stages.programme.show import note

NAMES = (
    "Ana Ruiz",
    "Maximilian Featherstonehaugh-Cholmondeley",
    "Wilhelmina van den Hoogenband",
    "Montserrat Etxeberria Goikoetxea de la Fuente y Villanueva",
    "Øystein Ðorđe Ångström",
    "Θεοδώρα Παπαδημητρίου",
    "Айгүл Жумабаева",
    "דוד בן־גוריון",
    "محمد عبد الرحمن الشافعي",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "X",
    "Maximiliano Featherstonehaugh-Cholmondeley Jr.",
    "Konstantinos Papadopoulos III",
    "Ana\u202e Ruiz\u2069 \U0001f680",
    "\u0e2a\u0e21 \U0001d419\U0001d41e",
)
TEAMS = ("Peru", "Saint Vincent and the Grenadines", "Ελλάδα", "Türkiye", "ישראל", "")
NOTES = (
    "Finland folded kings",
    "Finland folded kings and still beat the seat's average comfortably",
    "Η Φινλανδία πέταξε ρηγάδες και ξεπέρασε τον μέσο όρο άνετα",
    "Donaudampfschifffahrtsgesellschaftskapitänswitwenrente Donaudampfschifffahrtsgesellschaft x",
)
HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>&amp;'

_TEXTS = re.compile(
    r'<text x="([^"]*)" y="([^"]*)" font-size="([^"]*)" font-weight="([^"]*)"[^>]*>([^<]*)</text>'
)
_READ = """() => [...graphic.shadowRoot.querySelectorAll("text")].map((text) => [
  ...["x", "y", "font-size", "font-weight"].map((name) => +text.getAttribute(name)),
  text.textContent, text.getAttribute("fill")])"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("texts")
    for name, *samples in (
        ("two-up", "two-up-decision"),
        ("two-up-right", "two-up-decision"),
        ("upright", "upright-decision"),
        ("upright-end", "upright-end"),
        ("speaker", "speaker"),
    ):
        pack(folder, name, *(alone(sample(each).stage, name) for each in samples))
    pack(folder, "note", note("A note", "Ana"))
    with served(folder) as address, browser_page() as opened:
        opened.goto(f"{address}/renderer.html")
        yield opened


def alone(stage: Stage, package: str) -> Stage:
    """What can be updated, of one side."""
    side = "name-right" if package == "two-up-right" else "name-left"
    keys = (side, "panel-top", "lower-third")
    return replace(stage, graphics=tuple(each for each in stage.graphics if each.key in keys))


def shown(page: Page, package: str, data: dict[str, Any]) -> list[Any]:
    """The texts of the package with this data: x, y, size, weight, text, in their order."""
    assert load(page, package, renderType="non-realtime", data=data)["statusCode"] == 200
    call(page, "playAction", {"skipAnimation": True})
    return sorted(page.evaluate(_READ), key=lambda text: (text[1], text[0]))


def expected(graphic: Graphic, **values: object) -> list[tuple[float, float, float, float, str]]:
    """The texts of the template with this context."""
    context = replace(graphic.context, **values)  # type: ignore[type-var]
    svg = graphic_svg(replace(graphic, context=context))
    found = [
        (*(float(number) for number in text[:4]), _unescaped(text[4]))
        for text in _TEXTS.findall(re.sub(' text-anchor="(middle|end)"', "", svg))
    ]
    return sorted(found, key=lambda text: (text[1], text[0]))  # type: ignore[arg-type]


def _unescaped(text: str) -> str:
    return text.replace("&#39;", "'").replace("&amp;", "&")


def alike(seen: list[Any], wanted: list[Any]) -> None:
    assert [text[4] for text in seen] == [text[4] for text in wanted]
    for (x, y, size, weight, content, _), other in zip(seen, wanted, strict=True):
        assert weight == other[3], content
        assert abs(size - other[2]) <= 1, content
        assert abs(y - other[1]) <= 0.6, content
        assert abs(x - other[0]) <= 3, content


@pytest.mark.parametrize("team", TEAMS)
@pytest.mark.parametrize("package", ["two-up", "two-up-right", "upright", "upright-end"])
def test_names_and_teams_are_set_as_the_templates_set_them(
    page: Page, package: str, team: str
) -> None:
    states = {"upright": "upright-decision", "upright-end": "upright-end"}
    stage = sample(states.get(package, "two-up-decision")).stage
    (graphic,) = alone(stage, package).graphics
    side = {"two-up": "left", "two-up-right": "right"}.get(package, "top")
    for player, opponent in zip(NAMES, reversed(NAMES), strict=True):
        data = {
            f"{side}_team": team,
            f"{side}_player": player,
            f"{side}_opponent": opponent,
        }
        values: dict[str, object] = {"team": team, "player": player, "short": ""}
        if package != "upright-end":
            values["opponent"] = opponent
        alike(shown(page, package, data), expected(graphic, **values))


def test_a_team_that_is_not_updated_keeps_its_short_form(page: Page) -> None:
    (graphic,) = alone(sample("two-up-decision").stage, "two-up").graphics
    for player in NAMES:
        alike(shown(page, "two-up", {"left_player": player}), expected(graphic, player=player))


@pytest.mark.parametrize("second", ["", "Commentary", NAMES[3], "Σχολιασμός"])
def test_lower_thirds_are_set_as_the_template_sets_them(page: Page, second: str) -> None:
    (graphic,) = alone(sample("speaker").stage, "speaker").graphics
    for name in NAMES:
        seen = shown(page, "speaker", {"name": name, "who": second})
        alike(seen, expected(graphic, first=name, second=second))
    for text in NOTES:
        seen = shown(page, "note", {"text": text, "author": second})
        wanted = replace(graphic, context=LowerThird("note", text, second))
        alike(seen, expected(wanted))


def test_plates_are_as_wide_as_their_text(page: Page) -> None:
    for name in NAMES:
        shown(page, "speaker", {"name": name, "who": ""})
        text, plate = page.evaluate(
            """() => ["text", "rect"].map((tag) => {
              const box = graphic.shadowRoot.querySelector(tag).getBBox();
              return box.x + box.width; })"""
        )
        assert 30 <= plate - text <= 50, name
        assert plate <= 1792


def test_an_empty_lower_third_draws_nothing(page: Page) -> None:
    assert shown(page, "speaker", {"name": "", "who": "  "}) == []
    assert page.evaluate("graphic.shadowRoot.querySelectorAll('rect').length") == 0


def test_updates_are_partial(page: Page) -> None:
    shown(page, "speaker", {"name": "Ana Ruiz", "who": "Peru"})
    call(page, "updateAction", {"data": {"who": "Chile", "unknown": 1}, "skipAnimation": True})
    assert page.evaluate("texts()") == ["Ana Ruiz", "Chile"]
    call(page, "updateAction", {"data": {"name": None}, "skipAnimation": True})
    assert page.evaluate("texts()") == ["", "Chile"]
    call(page, "updateAction", {"data": {}, "skipAnimation": True})
    call(page, "updateAction", {"skipAnimation": True})
    assert page.evaluate("texts()") == ["", "Chile"]
    call(page, "updateAction", {"data": {"name": 12}, "skipAnimation": True})
    assert page.evaluate("texts()") == ["12", "Chile"]


@pytest.mark.parametrize("text", [HOSTILE, "{{ 7*7 }}${1}", "a\u202eb\u0000c\nd", "]]>", "\ud83d"])
def test_hostile_text_is_text(page: Page, text: str) -> None:
    for field in ("name", "who"):
        page.evaluate(
            "(data) => load('speaker', {renderType: 'non-realtime', data})", {field: text}
        )
        call(page, "playAction", {"skipAnimation": True})
        assert page.evaluate("graphic.shadowRoot.querySelectorAll('img, script').length") == 0
    assert page.title() == ""
    wanted = drawable(text, first_face())
    shown_text = str(page.evaluate("texts()")[1])
    if shown_text != wanted:  # shortened
        assert shown_text.endswith("…")
        assert wanted.startswith(shown_text[:-1])


def test_very_long_text_is_shortened(page: Page) -> None:
    (name, _) = shown(page, "speaker", {"name": "W" * 1_000_000, "who": "x"})
    assert name[4].endswith("…")
    assert len(name[4]) < 60


def test_a_note_has_ten_words_at_most(page: Page) -> None:
    shown(page, "note", {"text": "one two"})
    answer = call(page, "updateAction", {"data": {"text": "1 2 3 4 5 6 7 8 9 10 11"}})
    assert (answer["statusCode"], answer["statusMessage"]) == (400, "text has at most 10 words")
    assert page.evaluate("texts()")[0] == "one two"
    assert (
        call(page, "updateAction", {"data": {"text": "1 2 3 4 5 6 7 8 9 10"}})["statusCode"] == 200
    )

"""The page of a package, from its file as CasparCG loads it: play, stop, next, update; and SPX."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ograf_renderer import browser_page, load, pack, picture, served
from patience import eventually
from playwright.sync_api import Page
from test_browser_agrees import LEAST_SIMILARITY, drawn, similarity
from test_ograf_player import alike

from producer.stages.gallery import sample

STAGES = [sample(f"two-up-{moment}").stage for moment in ("decision", "end")]
GROUND = "document.documentElement.style.background = '#3A5F4B'"
GRAPHIC = "document.querySelector('duplicast-graphic').shadowRoot"
TEXTS = f"[...{GRAPHIC}.querySelectorAll('text')].map((text) => text.textContent)"
PAINTED = f"{GRAPHIC}.querySelector('.canvas').childElementCount"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    there = tmp_path_factory.mktemp("pages ñ")
    pack(there, "two-up", *STAGES)
    pack(there, "speaker", sample("speaker").stage)
    pack(there, "matrix", sample("matrix").stage)
    return there


@pytest.fixture(scope="module")
def browser(folder: Path) -> Iterator[Page]:
    assert folder
    with browser_page() as opened:
        yield opened


def opened(page: Page, folder: Path, name: str, query: str = "") -> Page:
    page.goto((folder / name / "index.html").as_uri() + query)
    page.evaluate(f"{GROUND}; document.fonts.ready.then(() => null)")
    return page


def settle(page: Page) -> None:
    """Until all that was called before is at its end: so long a call waits that changes nothing."""
    page.evaluate("document.querySelector('duplicast-graphic').updateAction({data: {}})")


def test_plays_steps_and_stops_from_a_file(browser: Page, folder: Path) -> None:
    page = opened(browser, folder, "two-up")
    assert page.evaluate(PAINTED) == 0
    for function, stage in (("play", STAGES[0]), ("next", STAGES[1]), ("next", STAGES[1])):
        page.evaluate(f"{function}()")
        settle(page)
        assert similarity(picture(page), drawn(stage)) >= LEAST_SIMILARITY
    page.evaluate("play()")
    settle(page)
    assert similarity(picture(page), drawn(STAGES[1])) >= LEAST_SIMILARITY, "nothing is hidden"
    page.evaluate("stop()")
    settle(page)
    assert page.evaluate(PAINTED) == 0
    page.evaluate("play()")
    settle(page)
    assert similarity(picture(page), drawn(STAGES[0])) >= LEAST_SIMILARITY


def test_the_page_is_the_same_as_the_graphic_of_ograf(browser: Page, folder: Path) -> None:
    page = opened(browser, folder, "two-up")
    page.evaluate("update({left_player: 'Ana Ruiz'}), play(), next()")
    settle(page)
    seen = picture(page)
    with served(folder) as address:
        page.goto(f"{address}/renderer.html")
        load(page, "two-up", data={"left_player": "Ana Ruiz"})
        page.evaluate("graphic.playAction({goto: 1, skipAnimation: true})")
        assert alike(picture(page), seen)


XML = (
    '<templateData><componentData id="{}"><data id="text" value="{}"/></componentData>'
    '<componentData id="{}"><data id="text" value="{}"/></componentData></templateData>'
)


@pytest.mark.parametrize("given", [
    '{"name": "Ana & Bo", "who": "Peru"}',
    ' {"f0": "Ana & Bo", "f1": "Peru"} ',
    {"name": "Ana & Bo", "who": "Peru"},
    XML.format("name", "Ana &amp; Bo", "who", "Peru"),
    XML.format("f0", "Ana &amp; Bo", "f1", "Peru"),
    '{"f0": "Ana &amp; Bo", "f1": "Peru", "comment": "x", "epochID": "1"}',
])  # fmt: skip
def test_updates_in_every_form(browser: Page, folder: Path, given: Any) -> None:
    page = opened(browser, folder, "speaker")
    page.evaluate("(given) => { update(given); play(); }", given)
    settle(page)
    assert page.evaluate(TEXTS) == ["Ana & Bo", "Peru"]


def test_an_update_on_air_is_partial(browser: Page, folder: Path) -> None:
    page = opened(browser, folder, "speaker")
    page.evaluate("""update('{"name": "Ana", "who": "Peru"}'), play()""")
    page.evaluate("""update('{"who": "Chile"}')""")
    settle(page)
    assert page.evaluate(TEXTS) == ["Ana", "Chile"]
    page.evaluate("""update('{"f1": "null"}')""")
    settle(page)
    assert page.evaluate(TEXTS) == ["Ana"]


@pytest.mark.parametrize("given", [
    '{"name": ', "<templateData><oops>", "[1, 2]", "12", '"text"', [1], 5, '{"name": {"a": 1}}',
    "", None, "<templateData/>",
])  # fmt: skip
def test_unreadable_data_leaves_the_picture(browser: Page, folder: Path, given: Any) -> None:
    page = opened(browser, folder, "speaker")
    page.evaluate("""update('{"name": "Ana", "who": "Peru"}'), play()""")
    settle(page)
    page.evaluate("(given) => update(given)", given)
    settle(page)
    assert page.evaluate(TEXTS) == ["Ana", "Peru"]


def test_hostile_text_is_text(browser: Page, folder: Path) -> None:
    page = opened(browser, folder, "speaker")
    odd = "<img src=x onerror='document.title=1'>"
    page.evaluate("(name) => { update(JSON.stringify({name})); play(); }", odd)
    page.evaluate(
        "(xml) => update(xml)",
        '<!DOCTYPE x [<!ENTITY a "aaaa">]><templateData><componentData id="who">'
        '<data id="text" value="&lt;script&gt;1&lt;/script&gt;"/></componentData></templateData>',
    )
    settle(page)
    assert page.evaluate(TEXTS) == [odd, "<script>1</script>"]
    assert page.evaluate(f"{GRAPHIC}.querySelectorAll('img, script').length") == 0


def test_nothing_is_called_remove(browser: Page, folder: Path) -> None:
    """CasparCG has its own, which takes the page away."""
    page = opened(browser, folder, "speaker")
    assert page.evaluate("typeof window.remove") == "undefined"
    for name in ("play", "stop", "next", "update"):
        assert page.evaluate(f"typeof window.{name}") == "function"


def test_calls_before_the_module_runs_are_queued_in_order(browser: Page, folder: Path) -> None:
    """CasparCG updates and plays as soon as the page is there."""
    early = """<script>update('{"name": "Early", "who": "Bird"}'); play();</script></head>"""
    html = (folder / "speaker/index.html").read_text(encoding="utf-8")
    (folder / "speaker/early.html").write_text(html.replace("</head>", early), encoding="utf-8")
    browser.goto((folder / "speaker/early.html").as_uri())
    settle(browser)
    assert browser.evaluate(TEXTS) == ["Early", "Bird"]


def test_a_browser_source_may_ask_to_play_by_the_address(browser: Page, folder: Path) -> None:
    page = opened(browser, folder, "two-up", "?play=2")
    settle(page)
    assert similarity(picture(page), drawn(STAGES[1])) >= LEAST_SIMILARITY


def test_fills_a_page_of_another_size(browser: Page, folder: Path) -> None:
    def box() -> tuple[float, ...]:
        return tuple(
            page.evaluate(
                f"(({{x, width, height}}) => [x, width, height])"
                f"({GRAPHIC}.querySelector('.canvas').getBoundingClientRect())"
            )
        )

    try:
        browser.set_viewport_size({"width": 960, "height": 540})
        page = opened(browser, folder, "two-up", "?play")
        settle(page)
        assert box() == (0, 960, 540)
        browser.set_viewport_size({"width": 1200, "height": 540})
        eventually(lambda: box() == (120, 960, 540), "it fills the other size")
    finally:
        browser.set_viewport_size({"width": 1920, "height": 1080})


def definition(folder: Path, name: str) -> dict[str, Any]:
    """As SPX reads it: by running the page's own inline scripts, of which this is the first."""
    html = (folder / name / "index.html").read_text(encoding="utf-8")
    found = re.search(r"<script>window.SPXGCTemplateDefinition = (.*?);</script>", html, re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


def test_spx_finds_a_definition_of_texts(browser: Page, folder: Path) -> None:
    result = definition(folder, "two-up")
    page = opened(browser, folder, "two-up")
    assert page.evaluate("window.SPXGCTemplateDefinition") == result
    assert all(isinstance(value, str) for key, value in result.items() if key != "DataFields")
    assert (result["steps"], result["out"], result["dataformat"]) == ("2", "manual", "json")
    names = [each["field"] for each in result["DataFields"]]
    assert names[:2] == ["left_team", "left_player"]
    assert all(set(each) == {"field", "ftype", "title", "value"} for each in result["DataFields"])
    assert {type(value) for each in result["DataFields"] for value in each.values()} == {str}
    assert definition(folder, "matrix")["DataFields"][0]["field"] == "matrix_title"


def test_letters_that_spx_writes_as_entities_are_letters(browser: Page, folder: Path) -> None:
    page = opened(browser, folder, "speaker")
    sent = {"name": "D&#039;Angelo &quot;X&quot; &#92; &amp; &lt;b&gt;", "who": "undefined"}
    page.evaluate("(sent) => { update(JSON.stringify(sent)); play(); }", sent)
    settle(page)
    assert page.evaluate(TEXTS) == ['D\'Angelo "X" \\ & <b>']

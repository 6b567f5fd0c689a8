"""All other texts of a package's graphics: a field for each, updated within its room."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from ograf_renderer import browser_page, call, load, pack, picture, served
from playwright.sync_api import Page
from test_ograf_player import alike

from overlay.contexts import KnownLabel
from overlay.ograf.drawing import drawing
from overlay.ograf.lines import split_graphic
from overlay.stage import Box, Graphic, Stage
from overlay.svg import XMLNS
from producer.stages.gallery import SAMPLES, sample

KINDS = {
    "two-up": ("two-up-decision", "two-up-end"),
    "four": ("four-decision", "four-end"),
    "table": ("table-call", "table-bet"),
    "matrix": ("matrix",),
    "standings": ("standings",),
}
LONG = "Donaudampfschifffahrtsgesellschaft"
_RANKS = {"A", "K", "Q", "J", "10", *"98765432"}
_BOXES = """() => [...graphic.shadowRoot.querySelectorAll("svg")].map((svg) => {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].filter((text) => text.textContent).map((text) => {
    const { x, y, width, height } = text.getBoundingClientRect();
    const size = Number(text.getAttribute("font-size"));
    const base = text.getCTM().f + Number(text.getAttribute("y"));
    return [x - frame.x, base - 0.69 * size, x - frame.x + width, base, frame.width,
            text.textContent]; }); })"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("words")
    for name, samples in KINDS.items():
        pack(folder, name, *(sample(each).stage for each in samples))
    with served(folder) as address, browser_page() as opened:
        opened.goto(f"{address}/renderer.html")
        yield opened


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ET.fromstring(svg).iter(f"{{{XMLNS}}}text")]


@pytest.mark.parametrize("name", SAMPLES)
def test_every_text_but_the_ranks_of_cards_is_a_field(name: str) -> None:
    stage = sample(name).stage
    for graphic in stage.graphics:
        parts = split_graphic(graphic, stage.theme)
        shown = texts(parts.svg)
        assert all(shown[word.at] == word.value for word in parts.words)
        left = [text for at, text in enumerate(shown) if at not in {w.at for w in parts.words}]
        assert set(left) <= _RANKS | {""}, graphic.template
        names = [word.name for word in parts.words]
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(r"[a-z][a-z0-9_]*", each) for each in names), names


def test_fields_have_plain_names() -> None:
    fields = {each.name: each.value for each in drawing([sample("standings").stage]).fields}
    assert fields["ranking_title"] == "STANDINGS"
    assert fields["ranking_row_1_name"] == "DENMARK"


def labels(*said: str) -> list[Stage]:
    """Stages of one label each."""
    box = Box(0, 0, 900, 80)
    return [
        replace(
            sample("speaker").stage, graphics=(Graphic("state", "known", KnownLabel(each), box),)
        )
        for each in said
    ]


def test_a_text_that_changes_with_the_step_is_a_field_a_step() -> None:
    fields = drawing(labels("One", "Two", "One", "Three")).fields
    assert [(each.name, each.value) for each in fields] == [
        ("state", "ONE" if fields[0].value == "ONE" else "One"),
        ("state_step2", fields[1].value),
        ("state_step4", fields[2].value),
    ]


def test_no_field_tells_what_comes_after_the_last_step() -> None:
    fields = drawing([sample("two-up-decision").stage]).fields
    later = drawing([sample("two-up-decision").stage, sample("two-up-end").stage]).fields
    assert "result" in json.dumps([each.name for each in later])
    assert "result" not in json.dumps([each.name for each in fields])


def shown(page: Page, package: str, step: int, data: dict[str, str]) -> None:
    assert load(page, package, renderType="non-realtime", data=data)["statusCode"] == 200
    call(page, "playAction", {"goto": step, "skipAnimation": True})


@pytest.mark.parametrize("package", KINDS)
def test_long_texts_keep_off_each_other_and_inside(page: Page, package: str) -> None:
    stages = [sample(each).stage for each in KINDS[package]]
    fields = drawing(stages).fields
    for step in range(len(stages)):
        shown(page, package, step, {each.name: LONG for each in fields})
        seen = page.evaluate("texts()")
        assert sum(text.upper().startswith(LONG[:3].upper()) for text in seen) >= 3
        for boxes in page.evaluate(_BOXES):
            for left, _, right, _, width, text in boxes:
                assert left >= -1, text
                assert right <= width + 1, text
            for one, other in ((a, b) for a in boxes for b in boxes if a is not b):
                apart = one[2] <= other[0] + 1 or other[2] <= one[0] + 1
                assert apart or one[3] <= other[1] + 1 or other[3] <= one[1] + 1, (one, other)


@pytest.mark.parametrize("package", KINDS)
def test_what_stands_there_already_changes_nothing(page: Page, package: str) -> None:
    stages = [sample(each).stage for each in KINDS[package]]
    pictures = []
    for data in ({}, {each.name: each.value for each in drawing(stages).fields}):
        shown(page, package, 0, data)
        pictures.append(picture(page))
    assert all(alike(one, other) for one, other in pairwise(pictures))


def test_an_updated_text_is_shown_in_capitals_where_they_stood(page: Page) -> None:
    shown(page, "standings", 0, {"ranking_title": "Τελική κατάταξη", "ranking_row_1_name": ""})
    seen = page.evaluate("texts()")
    assert "ΤΕΛΙΚΗ ΚΑΤΑΤΑΞΗ" in seen
    assert "STANDINGS" not in seen
    assert "DENMARK" not in seen

"""Browser and rasterized picture of every graphic in every state agree (DESIGN, overlay)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest
from alike import LEAST_SIMILARITY, Picture, decoded, over, similarity
from effort import PROVE
from playwright.sync_api import Page, sync_playwright
from programs import require_program

from overlay.contexts import CardsPlate, Face, Plate
from overlay.stage import Box, Graphic, Stage
from overlay.svg import stage_svg
from overlay.texts.fonts import FAMILY, OTHER_FAMILY, WEIGHTS, font_file, other_font_file
from overlay.texts.text import text_width
from overlay.themes.theme import load_theme, themes
from producer.stages.gallery import SAMPLES, sample
from producer.stages.style import Style
from producer.wording.language import language as speak

GROUND = 0x3A, 0x5F, 0x4B
SHORT = (("dark", "hebrew", "el"), ("light", "plain", "en"))
DRAWN = (
    [
        (theme, name, *look)
        for theme in themes()
        for look in (("plain", "en"), ("greek", "el"), ("long", "es"), ("hebrew", "en"))
        for name in SAMPLES
    ]
    if PROVE
    else [(theme, name, *look) for name, (theme, *look) in zip(SAMPLES, cycle(SHORT), strict=False)]
)

_WIDTHS = """() => [...document.querySelectorAll("text")].map((text) =>
  [text.textContent, text.getAttribute("font-weight"), text.getAttribute("font-size"),
   text.getAttribute("letter-spacing") || "0", text.getComputedTextLength()])"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    chromium = require_program("chromium")
    faces = "".join(
        f"@font-face{{font-family:'{FAMILY}';font-weight:{weight};"
        f"src:url('{font_file(weight).as_uri()}')}}"
        for weight in WEIGHTS
    )
    faces += (
        f"@font-face{{font-family:'{OTHER_FAMILY}';font-weight:300 900;"
        f"src:url('{other_font_file().as_uri()}')}}"
    )
    html = tmp_path_factory.mktemp("parity") / "page.html"
    style = f"<style>{faces}body{{margin:0;background:#3A5F4B}}</style>"
    html.write_text(f"<!doctype html>{style}<body></body>", encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        opened = browser.new_page()
        opened.goto(html.as_uri())
        opened.evaluate(
            "Promise.all([...document.fonts].map((face) => face.load())).then(() => true)"
        )
        yield opened
        browser.close()


def shown(page: Page, stage: Stage) -> Picture:
    """The stage on the page's own ground, as Chromium draws it."""
    page.set_viewport_size({"width": stage.width, "height": stage.height})
    page.evaluate("(svg) => { document.body.innerHTML = svg }", stage_svg(stage))
    return decoded(page.screenshot())


def drawn(stage: Stage) -> Picture:
    """The stage over the same ground, as resvg draws it."""
    return over(stage, GROUND)


@pytest.mark.parametrize(("theme", "name", "data", "language"), DRAWN)
def test_chromium_draws_what_resvg_draws(
    page: Page, theme: str, name: str, data: str, language: str
) -> None:
    style = Style(speak(language), theme=load_theme(theme))
    stage = sample(name, data, style).stage  # type: ignore[arg-type]
    assert similarity(shown(page, stage), drawn(stage)) >= LEAST_SIMILARITY


def test_text_is_as_wide_in_the_browser_as_measured(page: Page) -> None:
    for name in SAMPLES:
        stage = sample(name, "hebrew", Style(speak("el"))).stage
        page.evaluate("(svg) => { document.body.innerHTML = svg }", stage_svg(stage))
        for content, weight, size, spacing, width in page.evaluate(_WIDTHS):
            measured = text_width(content, int(weight), float(size), float(spacing))
            assert abs(width - measured) <= max(1.5, measured * 0.01), (name, content)


def test_another_picture_is_not_similar(page: Page) -> None:
    """The measure itself: one word of a two-up changed is seen."""
    fork, end = (sample(f"two-up-{moment}").stage for moment in ("decision", "end"))
    assert similarity(shown(page, fork), drawn(end)) < LEAST_SIMILARITY


@pytest.mark.parametrize("template", ["cards", "plate"])
def test_a_ten_stands_where_it_stands_in_the_other_renderer(page: Page, template: str) -> None:
    """The middle of its red ink, in pixels; an anchor in the middle was 1.5 and 3 apart."""
    tens = (Face("10", "h"), Face("10", "h"))
    contexts = {
        "cards": CardsPlate(("SAME", "CARDS"), tens),
        "plate": Plate("left", "plain", "", "Ana", "#00AAAA", "100 BB", tens),
    }
    graphic = Graphic("ten", template, contexts[template], Box(100, 100, 600, 190))
    stage = replace(sample("speaker").stage, graphics=(graphic,))
    one, other = (_middle_of_red(each) for each in (shown(page, stage), drawn(stage)))
    assert abs(one - other) < 0.3


def _middle_of_red(picture: Picture) -> float:
    blue, _, red = (picture[..., channel].astype(int) for channel in range(3))
    return float(np.nonzero(red - blue > 80)[1].mean())

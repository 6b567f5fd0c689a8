"""Browser and rasterized picture of every graphic in every state agree (DESIGN, overlay)."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from effort import PROVE
from playwright.sync_api import Page, sync_playwright
from programs import require_program

from overlay.fonts import FAMILY, OTHER_FAMILY, WEIGHTS, font_file, other_font_file
from overlay.raster import stage_pixels
from overlay.stage import Stage
from overlay.svg import stage_svg
from overlay.text import text_width
from producer.stages.languages import WORDS
from producer.stages.samples import SAMPLES
from producer.stages.samples.stages import sample
from producer.stages.style import Style

LEAST_SIMILARITY = 0.97
LOOKS = (
    [("plain", "en"), ("greek", "el"), ("long", "es"), ("hebrew", "en")]
    if PROVE
    else [("hebrew", "el")]
)
Grey = npt.NDArray[np.float64]

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


def shown(page: Page, stage: Stage) -> npt.NDArray[np.uint8]:
    """The stage on the page's own ground, as Chromium draws it."""
    page.set_viewport_size({"width": stage.width, "height": stage.height})
    page.evaluate("(svg) => { document.body.innerHTML = svg }", stage_svg(stage))
    picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.uint8)


def drawn(stage: Stage) -> npt.NDArray[np.uint8]:
    """The stage over the same ground, as resvg draws it."""
    pixels = stage_pixels(stage).astype(float)
    alpha = pixels[..., 3:] / 255
    ground = np.array([0x4B, 0x5F, 0x3A], float)
    return np.rint(pixels[..., :3] * alpha + ground * (1 - alpha)).astype(np.uint8)


def similarity(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> float:
    """Wang's structural similarity: gaussian window of 11 pixels, mean over where anything is."""
    a, b = (cv2.cvtColor(each, cv2.COLOR_BGR2GRAY).astype(np.float64) for each in (one, other))
    smooth = [_smooth(each) for each in (a, b, a * a, b * b, a * b)]
    mean_a, mean_b, aa, bb, ab = smooth
    variance_a, variance_b, both = aa - mean_a**2, bb - mean_b**2, ab - mean_a * mean_b
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    scores = ((2 * mean_a * mean_b + c1) * (2 * both + c2)) / (
        (mean_a**2 + mean_b**2 + c1) * (variance_a + variance_b + c2)
    )
    busy = (variance_a > 1) | (variance_b > 1)
    return float(scores[busy].mean())


def _smooth(values: Grey) -> Grey:
    return np.asarray(cv2.GaussianBlur(values, (11, 11), 1.5), dtype=np.float64)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize(("data", "language"), LOOKS)
def test_chromium_draws_what_resvg_draws(page: Page, name: str, data: str, language: str) -> None:
    """Only where something is drawn counts: empty ground would make any two pictures alike."""
    stage = sample(name, data, Style(WORDS[language])).stage  # type: ignore[arg-type]
    assert similarity(shown(page, stage), drawn(stage)) >= LEAST_SIMILARITY


def test_text_is_as_wide_in_the_browser_as_measured(page: Page) -> None:
    for name in SAMPLES:
        stage = sample(name, "hebrew", Style(WORDS["el"])).stage
        page.evaluate("(svg) => { document.body.innerHTML = svg }", stage_svg(stage))
        for content, weight, size, spacing, width in page.evaluate(_WIDTHS):
            measured = text_width(content, int(weight), float(size), float(spacing))
            assert abs(width - measured) <= max(1.5, measured * 0.01), (name, content)


def test_another_picture_is_not_similar(page: Page) -> None:
    """The measure itself: one word of a two-up changed is seen."""
    fork, end = (sample(f"two-up-{moment}").stage for moment in ("fork", "end"))
    assert similarity(shown(page, fork), drawn(end)) < LEAST_SIMILARITY

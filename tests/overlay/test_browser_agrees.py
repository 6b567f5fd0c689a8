"""Browser and rasterized picture of one stage agree (DESIGN, stages and overlay)."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import sync_playwright
from programs import require_program
from test_drawing import STAGE

from overlay.fonts import FAMILY, WEIGHTS, font_file
from overlay.raster import stage_pixels
from overlay.svg import stage_svg


def page_html() -> str:
    faces = "".join(
        f"@font-face{{font-family:'{FAMILY}';font-weight:{weight};"
        f"src:url('{font_file(weight).as_uri()}')}}"
        for weight in WEIGHTS
    )
    return f"<style>{faces}body{{margin:0;background:#000}}</style>{stage_svg(STAGE)}"


def test_chromium_draws_what_resvg_draws(tmp_path: Path) -> None:
    chromium = require_program("chromium")
    page_file = tmp_path / "stage.html"
    page_file.write_text(page_html(), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": STAGE.width, "height": STAGE.height})
        page.goto(page_file.as_uri())
        page.evaluate("document.fonts.ready")
        shot = page.screenshot()
        browser.close()
    shown = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    pixels = stage_pixels(STAGE).astype(float)
    drawn = pixels[..., :3] * pixels[..., 3:] / 255
    difference = np.abs(cv2.blur(drawn, (5, 5)) - cv2.blur(shown.astype(float), (5, 5)))
    assert difference.mean() < 0.5
    assert np.percentile(difference, 99.9) < 40  # letters at most a fraction of a pixel apart

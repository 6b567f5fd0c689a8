"""A theme of one's own, with font and logo, in a real browser: what the rasterizer draws."""

from pathlib import Path

import pytest
from alike import LEAST_SIMILARITY, decoded, over, similarity
from playwright.sync_api import Browser
from service import fill, guide, open_gate_on, serving

from overlay.texts.fonts import font_file
from overlay.themes.theme import Theme, load_theme
from producer.settings import GraphicsSettings
from producer.stages.gallery import sample
from producer.stages.programme.show import speaker
from producer.stages.style import Style

LOGO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">'
    '<circle cx="60" cy="50" r="45" fill="#C2185B"/><path d="M120 10H190V90H120Z"/></svg>'
)
TO_THE_CORNER = "svg => Object.assign(svg.style, {position: 'fixed', top: 0, left: 0, zIndex: 9})"
THEME = """
base = "light"
[type]
files = ["mine.ttf", "mine-bold.ttf"]
[logo]
file = "logo.svg"
ground = "#FFE9F1"
"""


@pytest.fixture
def theme(tmp_path: Path) -> Theme:
    """The look's font under another name, so that no page has it already."""
    for weight, name in ((500, "mine"), (800, "mine-bold")):
        data = font_file(weight).read_bytes()
        for code in ("utf-16-be", "latin-1"):
            data = data.replace("Fira Sans".encode(code), "Mine Sans".encode(code))
        (tmp_path / f"{name}.ttf").write_bytes(data)
    (tmp_path / "logo.svg").write_text(LOGO, encoding="utf-8")
    (tmp_path / "mine.toml").write_text(THEME, encoding="utf-8")
    return load_theme(str(tmp_path / "mine.toml"))


def test_channel_and_gallery_show_what_is_rasterized(
    browser: Browser, theme: Theme, tmp_path: Path
) -> None:
    fill(tmp_path / "a.db", guide())
    own = GraphicsSettings(theme=str(theme.sources[0]))
    with (
        open_gate_on(tmp_path / "a.db") as gate,
        serving(gate, tmp_path, graphics=own) as address,
        browser.new_page(viewport={"width": 1920, "height": 1080}) as page,
    ):
        page.goto(f"{address}/graphics/lower-third")
        result = {"kind": "speaker", "name": "Ana Ruiz", "who": "Commentary"}
        page.request.post(f"{address}/api/channels/lower-third", data=result)
        page.wait_for_selector("#canvas image")
        wanted = over(speaker("Ana Ruiz", "Commentary", Style(theme=theme)), (255, 255, 255))
        assert similarity(decoded(page.screenshot()), wanted) >= LEAST_SIMILARITY
        page.goto(f"{address}/graphics/gallery?theme=mine&only=standings")
        page.locator("svg.stage").evaluate(TO_THE_CORNER)
        shown = decoded(page.screenshot())
        standings = sample("standings", style=Style(theme=theme)).with_stand_ins()
        wanted = over(standings, (0x44, 0x4B, 0x57))
        assert similarity(shown, wanted) >= LEAST_SIMILARITY

"""Packages in other themes: light, and one of one's own with a font, a logo and two colours."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from ograf_renderer import browser_page, call, load, pack, picture, served
from PIL import Image, ImageDraw
from playwright.sync_api import Page
from test_browser_agrees import LEAST_SIMILARITY, drawn, similarity

from overlay.stage import Stage
from overlay.texts.fonts import other_font_file
from overlay.themes.theme import Theme, load_theme
from producer.stages.gallery import sample
from producer.stages.programme.show import PHOTO, note, speaker
from producer.stages.style import Style

LOGO = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 170 100">
<path d="M50 4L92 50L50 96L8 50Z" fill="#7B2FBF"/></svg>"""
OWN = """base = "dark"
[colours]
plate = "#2A1440"
[type]
files = ["{}"]
[logo]
file = "logo.svg"
ground = "#FFFFFF"
[cards]
deck = "two"
[photos]
"Ana Paz" = "ana.png"
"""
ALIKE = 0.94
"""Chromium sets the Hebrew name up to two pixels wider, and the edges of its plates stand there."""
NAMES = ("Ana Ruiz", "Θεοδώρα Παπαδημητρίου", "דוד בן־גוריון", "Айгүл Жумабаева")


@pytest.fixture(scope="module")
def themes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Theme]:
    folder = tmp_path_factory.mktemp("theme")
    (folder / "logo.svg").write_text(LOGO, encoding="utf-8")
    photo = Image.new("RGB", (208, 260), "#33435F")
    ImageDraw.Draw(photo).ellipse((58, 36, 150, 152), "#A9BBDB")
    photo.save(folder / "ana.png")
    (folder / "own.toml").write_text(OWN.format(other_font_file().as_posix()), encoding="utf-8")
    return {"light": load_theme("light"), "own": load_theme(str(folder / "own.toml"))}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, themes: dict[str, Theme]) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("themed")
    for name, theme in themes.items():
        for package, steps in stages(theme).items():
            pack(folder, f"{package}-{name}", *steps)
    with served(folder) as address, browser_page() as opened:
        opened.goto(f"{address}/renderer.html")
        yield opened


def stages(theme: Theme) -> dict[str, tuple[Stage, ...]]:
    style = Style(theme=theme)
    return {
        "two-up": tuple(sample(f"two-up-{at}", "greek", style).stage for at in ("decision", "end")),
        "table": (sample("table-bet", "greek", style).stage,),
        "speaker": (speaker("X", "Y", style),),
        "ana": (speaker("Ana Paz", "Y", style),),
        "note": (note("X", "", style),),
    }


def show(page: Page, package: str, step: int, **data: str) -> None:
    answer = load(page, package, renderType="non-realtime", data=data)
    assert answer["statusCode"] == 200
    call(page, "playAction", {"goto": step, "skipAnimation": True})


@pytest.mark.parametrize("theme", ["light", "own"])
def test_packages_draw_in_the_theme(page: Page, themes: dict[str, Theme], theme: str) -> None:
    for package in ("two-up", "table"):
        for step, stage in enumerate(stages(themes[theme])[package]):
            show(page, f"{package}-{theme}", step)
            assert similarity(picture(page), drawn(stage)) >= LEAST_SIMILARITY, (package, step)


@pytest.mark.parametrize("theme", ["light", "own"])
def test_updated_text_is_set_in_the_themes_font_beside_its_logo(
    page: Page, themes: dict[str, Theme], theme: str
) -> None:
    style = Style(theme=themes[theme])
    for name in NAMES:
        show(page, f"speaker-{theme}", 0, name=name, who="Perú")
        assert similarity(picture(page), drawn(speaker(name, "Perú", style))) >= ALIKE, name
        show(page, f"note-{theme}", 0, text=f"{name} 12345 {name}")
        wanted = drawn(note(f"{name} 12345 {name}", "", style))
        assert similarity(picture(page), wanted) >= ALIKE, name


def test_a_photo_is_shown_only_with_its_own_name(page: Page, themes: dict[str, Theme]) -> None:
    style = Style(theme=themes["own"])
    show(page, "ana-own", 0, who="Perú")
    with_photo = speaker("Ana Paz", "Perú", style)
    assert similarity(picture(page), drawn(with_photo)) >= LEAST_SIMILARITY
    show(page, "ana-own", 0, name="Ana Reis", who="Perú")
    box = PHOTO
    corner = picture(page)[box.y : box.y + box.height, box.x : box.x + box.width]
    assert (corner == corner[0, 0]).all()

"""A custom theme on the running service: stills, browser source, gallery, fonts."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from PIL import Image
from service import serving
from websockets.sync.client import connect

from overlay.texts.fontfile import read_font
from overlay.texts.fonts import font_file
from producer.release import Gate
from producer.settings import GraphicsSettings

MINE = """
base = "light"
[colours]
plate = "#FDF6EC"
[type]
files = ["one.ttf", "two.ttf"]
"""


@pytest.fixture(scope="module")
def theme(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a theme and fonts under a new family name."""
    folder = tmp_path_factory.mktemp("theme")
    for weight, name in ((500, "one"), (800, "two")):
        data = font_file(weight).read_bytes()
        for code in ("utf-16-be", "latin-1"):
            data = data.replace("Fira Sans".encode(code), "Mine Sans".encode(code))
        (folder / f"{name}.ttf").write_bytes(data)
    (folder / "mine.toml").write_text(MINE, encoding="utf-8")
    return folder / "mine.toml"


@pytest.fixture(scope="module")
def address(gate: Gate, theme: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    own = GraphicsSettings(theme=str(theme))
    with serving(gate, tmp_path_factory.mktemp("service"), graphics=own) as at:
        yield at


def test_stills_are_drawn_in_the_theme(ask: httpx.Client) -> None:
    answer = ask.get("/stills/guide/A/1.png")
    picture = Image.open(io.BytesIO(answer.content)).convert("RGB")
    assert picture.getpixel((800, 760)) == (0xFD, 0xF6, 0xEC)


def test_a_browser_source_loads_the_theme_s_fonts(ask: httpx.Client, theme: Path) -> None:
    assert 'href="/fonts/theme.css"' in ask.get("/graphics/lower-third").text
    sheet = ask.get("/fonts/theme.css")
    assert sheet.headers["content-type"].startswith("text/css")
    assert sheet.text.count('url("/fonts/theme/') == 2
    assert 'font-family: "Mine Sans Condensed"; font-weight: 500' in sheet.text
    assert 'font-weight: 800; font-display: block; src: url("/fonts/theme/1")' in sheet.text
    font = ask.get("/fonts/theme/1")
    assert font.content == (theme.parent / "two.ttf").read_bytes()
    assert font.headers["content-type"] == "font/ttf"
    assert ask.get("/fonts/theme/2").status_code == 404


def test_themes_of_the_product_need_no_further_fonts(ask: httpx.Client) -> None:
    assert "/fonts/theme/" not in ask.get("/fonts/theme.css?theme=dark").text
    assert ask.get("/fonts/theme.css?theme=../mine.toml").status_code == 404


def test_a_channel_is_drawn_in_the_theme(address: str, theme: Path) -> None:
    assert read_font(theme.parent / "one.ttf").family == "Mine Sans Condensed"
    with httpx.Client(base_url=address, trust_env=False, timeout=60) as client:
        put = client.post(
            "/api/channels/lower-third",
            json={"kind": "speaker", "name": "Ana", "who": "Commentary"},
            headers={"Origin": address},
        )
    assert put.status_code == 200, put.text
    live = f"{address.replace('http', 'ws')}/live/lower-third"
    with connect(live, origin=address, proxy=None) as page:
        (drawn,) = json.loads(page.recv(60))["graphics"]
    assert 'font-family="Mine Sans Condensed"' in drawn["svg"]
    assert 'fill="#FDF6EC"' in drawn["svg"]


def test_the_gallery_offers_the_theme_and_draws_saved_changes(
    ask: httpx.Client, theme: Path
) -> None:
    asked = {"theme": "mine", "only": "two-up-decision"}
    page = ask.get("/graphics/gallery", params=asked).text
    assert "<option selected>mine</option>" in page
    assert 'fill="#FDF6EC"' in page
    before = ask.get("/graphics/gallery/stamp").json()["stamp"]
    try:
        theme.write_text(MINE.replace("FDF6EC", "F0FBEC"), encoding="utf-8")
        assert ask.get("/graphics/gallery/stamp").json()["stamp"] > before
        assert 'fill="#F0FBEC"' in ask.get("/graphics/gallery", params=asked).text
        theme.write_text(MINE.replace("plate", "plaid"), encoding="utf-8")
        faulty = ask.get("/graphics/gallery", params=asked)
        assert faulty.status_code == 200
        assert "[colours] plaid: is unknown; did you mean plate?" in faulty.text
        theme.write_text(MINE.replace("FDF6EC", "555555"), encoding="utf-8")
        assert "has a contrast of" in ask.get("/graphics/gallery", params=asked).text
    finally:
        theme.write_text(MINE, encoding="utf-8")

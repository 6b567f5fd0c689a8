"""A real board of bridge on a channel of the service, in a real browser: what its still shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from alike import LEAST_SIMILARITY, Picture, decoded, similarity
from command_here import duplicast
from patience import eventually
from playwright.sync_api import Browser
from service import open_gate_on, serving

DEAL = "croatia-sweden/A/12"
"""Of the demo's match: 13 IMPs to Sweden."""

MATCH = Path(__file__).parents[2] / "assets" / "demo" / "bridge.ndjson"
MOMENTS = ("before", "decision", "end")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("bridge-page")
    assert duplicast("ingest", MATCH, "--db", "duplicast.db", folder=made).returncode == 0
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with open_gate_on(folder / "duplicast.db") as gate, serving(gate, folder) as at:
        yield at


def still(folder: Path, graphic: str, moment: str) -> Picture:
    """The command's picture over white, the ground of the page."""
    name = f"{graphic}-{moment}.png"
    words = ("--graphic", graphic, "--moment", moment, "--db", "duplicast.db", "-o", name)
    made = duplicast("still", DEAL, *words, folder=folder)
    assert made.returncode == 0, made.stderr
    pixels = cv2.imread(str(folder / name), cv2.IMREAD_UNCHANGED).astype(float)
    alpha = pixels[..., 3:] / 255
    return np.rint(pixels[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)


@pytest.mark.parametrize("graphic", ["tricks", "auctions", "two-up"])
def test_the_page_of_a_channel_shows_what_the_still_shows(
    browser: Browser, address: str, folder: Path, graphic: str
) -> None:
    """At each moment, the graphics' motion ended; and not what the still of another one shows."""
    stills = {moment: still(folder, graphic, moment) for moment in MOMENTS}
    height, width = stills["end"].shape[:2]
    with browser.new_page(viewport={"width": width, "height": height}) as page:
        page.goto(f"{address}/graphics/program")
        for moment, wanted in stills.items():
            asked = {"kind": graphic, "deal": DEAL, "moment": moment}
            answer = page.request.post(f"{address}/api/channels/program", data=asked)
            assert answer.ok, answer.text()
            shown: Picture | None = None

            def agrees(wanted: Picture = wanted) -> bool:
                nonlocal shown
                shown = decoded(page.screenshot())
                return similarity(shown, wanted) >= LEAST_SIMILARITY

            eventually(agrees, f"{graphic} at {moment} as the still")
            assert shown is not None
            other = stills["end" if moment != "end" else "before"]
            assert similarity(shown, other) < LEAST_SIMILARITY


def test_the_band_of_the_panel_is_read_at_arms_length(browser: Browser, address: str) -> None:
    """The panel's band has letters of 28 pixels at least; it gives the swing in IMPs, each table's
    score in points, and all four hands."""
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.goto(f"{address}/panel/{DEAL}?moment=end")
    band = page.locator(".band")
    band.locator(".four dl").nth(3).wait_for()
    smallest = band.evaluate(
        """band => Math.min(...[...band.querySelectorAll("*")]
        .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
        .map(e => parseFloat(getComputedStyle(e).fontSize)))"""
    )
    assert smallest >= 28
    words = page.locator("main").inner_text()
    assert "+13 IMPs" in words
    assert "+620 points" in words
    assert "PTS" not in words
    turn = page.locator(".turn").bounding_box()
    assert turn is not None
    assert turn["y"] + turn["height"] <= 1080
    page.close()

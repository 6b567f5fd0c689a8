"""The desk in a real browser: flags on deals that do not count or are sealed again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from service import SIGNED, TABLES, fill, guide, open_gate_on, serving

DEAL = "day/A/1"
PATIENCE = 90_000
REVIEWED = "Deal 1: hand 1 of table 4 is under review (a misread card)."


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The guide's deal, released, with a finished segment of it."""
    fill(tmp_path / "a.db", guide("day", "live", TABLES))
    folder = tmp_path / "out" / "segments"
    folder.mkdir(parents=True)
    (folder / "one.mp4").write_bytes(b"")
    (folder / "one.json").write_text(json.dumps({"deals": [DEAL], "title": "The hero call"}))
    with open_gate_on(tmp_path / "a.db") as gate, serving(gate, tmp_path) as at:
        yield at


@pytest.fixture
def desk(browser: Browser, address: str) -> Iterator[Page]:
    with browser.new_page(viewport={"width": 1440, "height": 900}) as page:
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        yield page


def test_the_desk_warns_of_a_review_before_and_in_the_take_and_clears_it_with_one_button(
    desk: Page, address: str
) -> None:
    expect.set_options(timeout=PATIENCE)

    def ask(path: str, result: object, **headers: str) -> None:
        httpx.post(
            f"{address}{path}", json=result, headers=headers, trust_env=False, timeout=60
        ).raise_for_status()

    option = desk.locator("[data-segment] option")
    expect(option).to_have_text(f"The hero call ({DEAL})")
    event = {"id": "r1", "session": "day", "group": "A", "table": "4", "source": "desk"}
    data = {"deal": 1, "hand": 1, "reason": "a misread card"}
    result = event | {"type": "hand.under_review", "data": data}
    ask("/feed/events", result)
    expect(option).to_have_text(f"Does not count: The hero call ({DEAL})")
    ask("/api/channels/program", {"deal": DEAL})
    line = desk.locator(".trouble.alarm")
    expect(line).to_contain_text("Deal 1 is under review.")
    expect(line.locator("span")).to_have_attribute("title", re.compile(re.escape(REVIEWED)))
    clear = desk.get_by_role("button", name="Clear its graphics")
    expect(clear).to_be_visible()
    clear.click()
    expect(desk.locator(".air-bar .outcome")).to_contain_text("Graphics cleared.")
    expect(clear).to_be_hidden()
    expect(desk.locator("[data-air]")).to_contain_text("the graphics page is clear")


def test_the_desk_sounds_an_alarm_when_a_deal_on_air_is_sealed_again(
    desk: Page, address: str
) -> None:
    desk.evaluate("""() => {
        window.beeps = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (at) { window.beeps += 1; start.call(this, at); };
    }""")
    at = f"{address}/api/channels/program"
    shown = httpx.post(at, json={"deal": DEAL}, headers=SIGNED, trust_env=False, timeout=60)
    shown.raise_for_status()
    expect(desk.locator("[data-air]")).to_contain_text("deal 1")
    at = f"{address}/api/seal"
    sealed = {"deals": [DEAL], "reason": "a protest"}
    httpx.post(at, json=sealed, headers=SIGNED, trust_env=False, timeout=60).raise_for_status()
    line = desk.locator(".trouble.alarm")
    expect(line).to_contain_text("Deal 1 is sealed again: off air.", timeout=PATIENCE)
    assert desk.evaluate("window.beeps") == 3
    expect(desk.get_by_role("button", name="Clear its graphics")).to_be_hidden()
    desk.wait_for_timeout(1000)
    assert desk.evaluate("window.beeps") == 3, "it sounds once"


def test_a_correction_of_what_is_in_preview_is_cleared_with_one_button(
    desk: Page, address: str
) -> None:
    expect.set_options(timeout=PATIENCE)

    def ask(path: str, result: object) -> None:
        httpx.post(f"{address}{path}", json=result, trust_env=False, timeout=60).raise_for_status()

    ask("/api/channels/preview", {"deal": DEAL})
    event = {"id": "c1", "session": "day", "group": "A", "source": "desk"}
    data = {"deal": 1, "reason": "misread", "cards": {"1": ""}}
    ask("/feed/events", event | {"type": "deal.corrected", "data": data})
    line = desk.locator(".trouble.alarm")
    expect(line).to_contain_text("In preview: deal 1 was corrected.")
    expect(desk.get_by_role("button", name="Clear its graphics")).to_be_hidden()
    clear = desk.get_by_role("button", name="Clear preview")
    clear.click()
    expect(desk.locator(".air-bar .outcome")).to_contain_text("Preview cleared.")
    expect(clear).to_be_hidden()

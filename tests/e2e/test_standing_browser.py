"""The desk in a real browser: flags on deals that do not count or are sealed again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect, sync_playwright
from programs import require_program
from service import SIGNED, TABLES, fill, guide, open_gate_on, serving

DEAL = "day/A/1"
PATIENCE = 30_000
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
def desk(address: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=require_program("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        yield page
        browser.close()


def test_the_desk_tells_of_a_review_before_and_in_the_take_and_of_a_seal_after_it(
    desk: Page, address: str
) -> None:
    expect.set_options(timeout=PATIENCE)

    def ask(path: str, told: object, **headers: str) -> None:
        httpx.post(
            f"{address}{path}", json=told, headers=headers, trust_env=False, timeout=60
        ).raise_for_status()

    option = desk.locator("[data-segment] option")
    expect(option).to_have_text(f"The hero call ({DEAL})")
    event = {"id": "r1", "session": "day", "group": "A", "table": "4", "source": "desk"}
    data = {"deal": 1, "hand": 1, "reason": "a misread card"}
    told = event | {"type": "hand.under_review", "data": data}
    ask("/feed/events", told)
    expect(option).to_have_text(f"Does not count: The hero call ({DEAL})")
    desk.locator("button.show[data-moment=decision]").click()
    expect(desk.locator(".outcome")).to_contain_text(REVIEWED)
    line = desk.locator(".trouble.alarm")
    shown = "Shown on program and bank-b"
    expect(line).to_contain_text(f"{shown}: {REVIEWED}")
    sealed = {"deals": [DEAL], "reason": "a protest"}
    ask("/api/seal", sealed, **SIGNED)
    expect(line).to_contain_text(f"{shown}, and since then: deal {DEAL}, it is no longer released.")
    expect(line).not_to_contain_text("under review")

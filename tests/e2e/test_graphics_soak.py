"""Thousands of changes on a graphics page in the real Chromium: memory and nodes stay flat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from effort import counts
from playwright.sync_api import Browser, Page
from service import fill, guide, open_gate_on, serving

DEAL = "guide/A/1"
SHOWN = (
    {"kind": "two-up", "deal": DEAL},
    {"kind": "two-up", "deal": DEAL, "moment": "end"},
    {"kind": "matrix", "deal": DEAL},
    {"kind": "field", "deal": DEAL, "moment": "end"},
    {"kind": "clear"},
)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    fill(tmp_path / "web.db", guide())
    with open_gate_on(tmp_path / "web.db") as gate, serving(gate, tmp_path) as at:
        yield at


def change(address: str, page: Page, count: int) -> dict[str, float]:
    """Puts so many things on the channel, half of them never shown before; what is then alive,
    after those that go have gone."""
    with httpx.Client(base_url=address, trust_env=False, timeout=60) as client:
        for n in range(count):
            speaker = {"kind": "speaker", "name": f"Player {n} of {count}", "who": "Peru"}
            body = speaker if n % 2 else SHOWN[n // 2 % len(SHOWN)]
            seq = client.post("/api/channels/bank-a", json=body).raise_for_status().json()["seq"]
    page.wait_for_function(
        "(seq) => document.getElementById('canvas').dataset.seq === String(seq)", arg=seq
    )
    page.wait_for_function("() => document.querySelectorAll('#canvas > div').length === 1")
    devtools = page.context.new_cdp_session(page)
    for _ in range(2):
        devtools.send("HeapProfiler.collectGarbage")
    nodes = devtools.send("Memory.getDOMCounters")["nodes"]
    heap = devtools.send("Runtime.getHeapUsage")["usedSize"]
    devtools.detach()
    return {"nodes": nodes, "heap": heap}


def test_thousands_of_changes_do_not_grow_memory_or_nodes(browser: Browser, address: str) -> None:
    few, many = 40, counts(80, 6000)
    with browser.new_page(viewport={"width": 1920, "height": 1080}) as page:
        page.goto(f"{address}/graphics/bank-a")
        after_few, after_many = (change(address, page, count) for count in (few, many))
    assert after_many["nodes"] <= after_few["nodes"] + 20
    assert after_many["heap"] <= after_few["heap"] * 1.1 + 200_000

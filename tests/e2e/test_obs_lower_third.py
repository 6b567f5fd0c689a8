"""A note cleared for air is a lower third over our scenes in OBS, and goes by the same key."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest
from obs_remote import Hand
from patience import eventually
from playwright.sync_api import Browser, expect
from service import SIGNED, fill, guide, open_gate_on, serving

from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

DEAL = "guide/A/1"


@pytest.fixture
def ask(tmp_path: Path, settings: ObsSettings, hand: Hand) -> Iterator[httpx.Client]:  # noqa: ARG001
    fill(tmp_path / "desk.db", guide())
    with (
        open_gate_on(tmp_path / "desk.db") as gate,
        serving(gate, tmp_path, obs=settings) as at,
        httpx.Client(base_url=at, headers=SIGNED, trust_env=False, timeout=60) as client,
    ):
        yield client


def changed(hand: Hand, before: np.ndarray) -> float:
    """The part of the true output that differs."""
    return float((np.abs(hand.output().astype(int) - before.astype(int)).max(axis=2) > 24).mean())


def test_a_note_is_seen_in_obs_stays_over_the_next_take_and_goes_by_the_same_key(
    browser: Browser, ask: httpx.Client, hand: Hand
) -> None:
    take = {"deal": DEAL, "tables": ["1", "5"], "moment": "end"}
    ask.post("/api/take", json=take).raise_for_status()
    eventually(lambda: changed(hand, hand.output()) == 0, "the picture stands")
    bare = hand.output()
    new = {"deal": DEAL, "text": "A hero call", "author": "Ana", "for_air": True}
    ask.post("/api/notes", json=new).raise_for_status()
    with browser.new_page(base_url=str(ask.base_url), extra_http_headers=SIGNED) as page:
        page.set_default_timeout(90_000)
        page.goto(f"/deals/{DEAL}")
        page.get_by_role("button", name="Clear for air").click()
        expect(page.locator("[data-act=lower]")).to_be_enabled(timeout=90_000)
        assert changed(hand, bare) < 0.001, "to clear a note does not put it on air"
        page.keyboard.press("F7")
        eventually(lambda: changed(hand, bare) > 0.01, "the lower third is on program")
        ask.headers["Duplicast-Desk"] = page.evaluate("localStorage.getItem('duplicast desk')")
        shown = hand.output()
        ask.post("/api/take", json={**take, "tables": ["3", "5"]}).raise_for_status()
        plate = np.abs(shown.astype(int) - bare.astype(int)).max(axis=2) > 24
        eventually(
            lambda: (
                (
                    np.abs(hand.output().astype(int) - shown.astype(int)).max(axis=2)[plate] < 24
                ).mean()
                > 0.9
            ),
            "it stays over the next take",
        )
        ask.post("/api/take", json=take).raise_for_status()
        page.keyboard.press("F7")
        eventually(lambda: changed(hand, bare) < 0.001, "it goes by the same key")

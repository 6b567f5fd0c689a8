"""How graphics move on a channel's page in the real Chromium, whose clock the test turns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import httpx
import pytest
from patience import eventually
from playwright.sync_api import Browser, Page
from service import fill, guide, open_gate_on, serving

from producer.web.channels import live

DEAL = "guide/A/1"
QUESTION = {"kind": "two-up", "deal": DEAL, "tables": ["1", "5"], "moment": "before"}
DECISION = {**QUESTION, "moment": "decision"}
END = {**QUESTION, "moment": "end"}
EVERY, OUT, LONGEST = 40, 320, 1600
"""Milliseconds: between samples, of an exit, of any motion."""

SEEN = """() => [...document.querySelectorAll("#canvas > div")].sort(
  (one, other) => one.style.zIndex - other.style.zIndex
).map((made) => ({
  key: made.dataset.key,
  cut: made.style.clipPath !== "none",
  words: [...made.querySelectorAll(".word")].map((word) => ({
    where: word.drawn,
    alpha: Number(made.style.opacity) * Number(getComputedStyle(word).opacity),
  })),
}))"""
Seen = list[dict[str, Any]]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("moving")
    fill(folder / "web.db", guide())
    with (
        pytest.MonkeyPatch.context() as patch,
        open_gate_on(folder / "web.db") as gate,
        serving(gate, folder) as at,
    ):
        patch.setattr(live, "MOST_UNANSWERED", 1_000)  # a line that is lost comes back by its clock
        yield at


class Shown:
    """A page of the channel `program`, and what is put on it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self._address = page, address

    def put(self, body: dict[str, Any]) -> None:
        """The page has it, and no time has passed there."""
        self.page.wait_for_selector(f"#canvas[data-seq='{self._sent(body)}']", state="attached")

    def clear(self) -> None:
        """Also on a page whose line was lost when its time was stopped."""
        done = self.page.locator(f"#canvas[data-settled='{self._sent({'kind': 'clear'})}']")

        def settled() -> bool:
            self.page.clock.run_for(200)
            return done.count() > 0

        eventually(settled, "the page is empty")

    def _sent(self, body: dict[str, Any]) -> int:
        with httpx.Client(base_url=self._address, trust_env=False, timeout=60) as ask:
            ask.post("/api/channels/program", json=body).raise_for_status()
            return int(ask.get("/api/air").json()["channels"]["program"]["seq"])

    def seen(self) -> Seen:
        return list(self.page.evaluate(SEEN))

    def film(self, milliseconds: int = LONGEST) -> list[Seen]:
        samples = [self.seen()]
        for _ in range(0, milliseconds, EVERY):
            self.page.clock.run_for(EVERY)
            samples.append(self.seen())
        return samples

    def settled(self) -> Seen:
        return self.film()[-1]


@contextmanager
def opened(browser: Browser, address: str, query: str = "", **how: Any) -> Iterator[Shown]:
    """A page on which nothing is shown, and its time stands."""
    with browser.new_context(viewport={"width": 1920, "height": 1080}, **how) as context:
        page = context.new_page()
        page.clock.install()
        page.goto(f"{address}/graphics/program{query}")
        page.wait_for_selector("#canvas[data-seq]", state="attached")
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        shown = Shown(page, address)
        shown.clear()
        yield shown


@pytest.fixture
def shown(browser: Browser, address: str) -> Iterator[Shown]:
    with opened(browser, address) as page:
        yield page


def first(samples: list[Seen], key: str) -> int:
    """The first sample in which words of this graphic are visible."""
    return next(
        n
        for n, each in enumerate(samples)
        for graphic in each
        if graphic["key"] == key and any(word["alpha"] > 0 for word in graphic["words"])
    )


def keys(seen: Seen) -> set[str]:
    return {graphic["key"] for graphic in seen}


def test_an_entrance_an_update_and_an_exit_move_as_the_packages_do(shown: Shown) -> None:
    shown.put(QUESTION)
    coming = shown.film()
    assert keys(coming[0]) < keys(coming[-1]), "not all of it at once"
    assert first(coming, "cards") + 2 <= first(coming, "board"), "hole cards before the board"
    shown.put(DECISION)
    changing = shown.film()
    assert changing[-1] != coming[-1]
    for each in (*coming, *changing):
        for graphic in each:
            assert not (graphic["cut"] and any(word["alpha"] > 0 for word in graphic["words"]))
    for each in changing:
        for key in keys(each):
            versions = [
                {word["where"] for word in graphic["words"] if word["alpha"] > 0.05}
                for graphic in each
                if graphic["key"] == key
            ]
            for one, other in pairwise(versions):
                assert not (one - other and other - one), key
    stays = [
        word["alpha"]
        for each in changing
        for g in each
        if g["key"] == "cards"
        for word in g["words"]
    ]
    assert min(stays) == 1, "what stays is not touched"
    shown.put({"kind": "clear"})
    leaving = shown.film(OUT + EVERY)
    assert keys(leaving[0]) == keys(changing[-1])
    assert leaving[-1] == []


def test_a_change_during_a_motion_ends_in_the_right_picture(shown: Shown) -> None:
    for body in (QUESTION, END, DECISION, {"kind": "clear"}, END, QUESTION, END):
        shown.put(body)
        shown.film(3 * EVERY)
    crossed = shown.settled()
    shown.put({"kind": "clear"})
    shown.settled()
    shown.put(END)
    assert shown.settled() == crossed


@pytest.mark.parametrize("how", [{"query": "?motion=off"}, {"reduced_motion": "reduce"}])
def test_motion_can_be_turned_off(browser: Browser, address: str, how: dict[str, Any]) -> None:
    with opened(browser, address, **how) as shown:
        for body in (QUESTION, END):
            shown.put(body)
            at_once = shown.seen()
            assert at_once == shown.settled()
            assert "cards" in keys(at_once)
        shown.put({"kind": "clear"})
        assert shown.seen() == []


def test_a_page_that_is_opened_later_shows_what_is_on_air_at_once(
    browser: Browser, address: str, shown: Shown
) -> None:
    shown.put(END)
    settled = shown.settled()
    with browser.new_page(viewport={"width": 1920, "height": 1080}) as later:
        later.goto(f"{address}/graphics/program")
        later.wait_for_selector("#canvas > div", state="attached")
        assert later.evaluate(SEEN) == settled

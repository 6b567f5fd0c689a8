"""A producer's working day, in real browsers with a real OBS: from signing in to the export."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from desk_page import PATIENCE, Desk
from obs_remote import Hand
from patience import eventually
from playwright.sync_api import Browser, Page, expect
from service import KEYS, SIGNED, guide, open_gate_on

from producer.events import event_json
from producer.release.by_hand import add_token
from producer.settings import ObsSettings
from producer.simulate import session_events

pytestmark = pytest.mark.xdist_group("obs")

KINGS = "guide/A/1"
"""The planted deal: kings on the turn at six tables, one raise and three calls."""
HELD_BACK = "sim-4-3x2/A/2"
"""Its second table is in its last hand when the show is over."""

RIVER_BET = {
    "deal": "1",
    "button": "6",
    "preflop": "raise 250, fold, fold, fold, raise 750, fold, call",
    "flop": "check, bet 450, call",
    "turn": "check, bet 1200, call",
    "river": "check, bet 1000, call",
    "board": "Th 5c 9s 5s 4h",
    "shown": "3 JsJd, 5 KdKc",
    "reason": "The bet on the river was not entered",
}
"""A hand as it was played, by field of the form."""


def arriving() -> list[str]:
    """A simulated session and the planted deal, as devices would send them: a show refuses hands
    that are marked as simulated."""
    lines = []
    for event in session_events(3, 4, tables=2):
        line = json.loads(event_json(event))
        line["data"].pop("simulated", None)
        lines.append(json.dumps(line))
    return [*lines[:-1], *(each.raw.decode() for each in guide("guide", "live"))]


@pytest.fixture
def tokens(tmp_path: Path) -> list[str]:
    """Of two commentators."""
    with open_gate_on(tmp_path / "desk.db") as gate:
        return [add_token(gate, "commentator", (), "", "test") for _ in range(2)]


@pytest.fixture
def desk(
    tmp_path: Path,
    settings: ObsSettings,
    hand: Hand,  # noqa: ARG001 - OBS runs
    tokens: list[str],  # noqa: ARG001 - made before the record is served
) -> Iterator[Desk]:
    made = Desk(tmp_path, settings)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def signed_in(browser: Browser, desk: Desk) -> Iterator[Callable[[str], Page]]:
    """A browser of its own, signed in with a token on the page."""
    with ExitStack() as opened:

        def new(token: str) -> Page:
            context = opened.enter_context(
                browser.new_context(base_url=desk.address, viewport={"width": 1920, "height": 1080})
            )
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.goto("/sign-in")
            page.get_by_label("Token").fill(token)
            page.get_by_role("button", name="Sign in").click()
            expect(page.locator(".places")).to_be_visible()
            return page

        yield new


def write(page: Page, text: str, author: str, *, for_air: bool = False) -> None:
    page.get_by_label("Note", exact=True).fill(text)
    page.get_by_label("Author").fill(author)
    page.get_by_label("for air").set_checked(for_air)


def before_the_show(ana: Page) -> None:
    ana.goto("/line-up")
    start = ana.get_by_role("button", name="Start show")
    start.click()
    expect(ana.locator("main .outcome")).to_contain_text("Not started")
    start.click()
    expect(ana.locator("h1")).to_contain_text("On since")


def hands_arrive(ana: Page, address: str) -> None:
    """The open page lists them by itself, the planted deal first."""
    ana.goto("/prepare")
    expect(ana.locator(".found")).to_have_count(0)
    answer = httpx.post(
        f"{address}/feed/events",
        content="\n".join(arriving()),
        headers=SIGNED,
        trust_env=False,
        timeout=60,
    )
    assert answer.json()["refused"] == 0, answer.text
    expect(ana.locator(".found")).to_have_count(3)
    expect(ana.locator(".found").first).to_have_attribute("data-deal", KINGS)


def choose(ana: Page, place: int) -> None:
    row = ana.locator(".found").nth(place)
    row.click()
    deal = str(row.get_attribute("data-deal"))
    expect(ana.locator(".chosen")).to_have_attribute("data-deal", deal)


def three_segments_to_a_hard_out(ana: Page) -> None:
    for place in range(3):
        choose(ana, place)
        ana.get_by_role("button", name="Add to rundown").click()
        expect(ana.locator(".row")).to_have_count(place + 1)
    ana.get_by_text("Begin and hard out").click()
    ana.get_by_label("Begins").fill("20:00:00")
    ana.get_by_label("Hard out").fill("20:02:00")
    ana.get_by_role("button", name="Set").click()
    expect(ana.locator("[data-over]")).to_contain_text("Over")


def two_write_at_once(booth: list[Page]) -> None:
    for page in booth:
        page.goto(f"/panel/{KINGS}")
    write(booth[0], "He calls with nothing", "Mia", for_air=True)
    write(booth[1], "Watch the raise", "Leo")
    for page in booth:
        page.get_by_role("button", name="Add", exact=True).click()
    for page in booth:
        expect(page.locator(".notes .written li")).to_have_count(2)


def network_and_service_are_lost(ana: Page, booth: list[Page], desk: Desk) -> None:
    lost, text = booth[0], "Fold was the other way"
    write(lost, text, "Mia")
    lost.context.set_offline(True)
    lost.get_by_role("button", name="Add", exact=True).click()
    expect(lost.locator(".unsent li")).to_contain_text(["Kept here"])
    desk.stop()
    for page in (ana, lost):
        expect(page.locator("[data-cover]")).to_contain_text("No service")
    lost.context.set_offline(False)
    desk.start()
    for page in (ana, lost):
        expect(page.locator("[data-cover]")).to_have_count(0)
    expect(lost.get_by_label("Note", exact=True)).to_have_value("")
    expect(booth[1].locator(".notes .written li")).to_have_count(3)
    expect(ana.locator(".row")).to_have_count(3)


def cued_and_taken(ana: Page, hand: Hand, prefix: str) -> None:
    choose(ana, 0)
    ana.locator("[data-cue-moment]").click()
    expect(ana.locator("[data-bank=preview] .holds")).not_to_have_text("Nothing cued")
    expect(ana.locator("[data-act=take]")).to_be_enabled()
    first = ana.locator(".row").first
    expect(first.locator(".state")).to_have_text("cued")
    ana.keyboard.press("F9")
    eventually(
        lambda: str(hand("GetCurrentProgramScene")["currentProgramSceneName"]).startswith(prefix),
        "the kings are on program",
    )
    expect(ana.locator("[data-holder]")).to_have_text("You hold air")
    expect(first.locator(".state")).to_have_count(0)
    first.get_by_role("button", name="On air").click()
    expect(first).to_have_class(re.compile("aired"))


def air_is_handed_over(ana: Page, bo: Page) -> None:
    """With a commentator's note cleared for the lower third."""
    bo.goto("/show")
    bo.get_by_role("button", name="Clear for air").click()
    bo.get_by_role("button", name="Ask for air").click()
    ana.get_by_role("button", name="Hand over").click()
    expect(bo.locator("[data-holder]")).to_have_text("You hold air")
    bo.locator("[data-act=lower]").click()
    expect(bo.locator("[data-act=lower]")).to_have_class(re.compile("lit"))


def released_by_hand(ana: Page) -> None:
    ana.goto("/sealed")
    ana.get_by_label(f"Why {HELD_BACK} is released").fill("Table 1 plays on without it")
    ana.get_by_role("button", name="Release").click()
    expect(ana.locator("main .outcome")).to_contain_text(f"Released: {HELD_BACK}")
    expect(ana.locator("tbody tr")).to_have_count(0)


def corrected_after_air(ana: Page, bo: Page) -> None:
    """The jacks of table 6 bet the river and were called, as at table 3, where they lost 34: the
    open page of the deal says so, program has an alarm, the row is outdated."""
    ana.goto(f"/deals/{KINGS}")
    jacks = ana.locator("tr[data-table='6'] .chips")
    expect(jacks).to_have_text("−24")
    bo.goto("/corrections?form=enter")
    bo.locator("[name=table]").select_option(json.dumps(["guide", "A", "6"]))
    for name, text in RIVER_BET.items():
        bo.locator(f"[name={name}]").fill(text)
    bo.get_by_role("button", name="What will happen?").click()
    expect(bo.locator("[data-will]")).to_contain_text("seat 5 +3500")
    bo.locator("[data-send]").click()
    expect(bo.locator("[data-done]")).to_be_visible()
    expect(ana.locator(".page-news p")).to_contain_text(RIVER_BET["reason"])
    expect(jacks).to_have_text("−34")
    expect(ana.locator(".air-bar .trouble")).to_contain_text("Deal 1 was corrected")
    ana.goto("/rundown")
    row = ana.locator(".planned").first
    expect(row.locator(".outdated")).to_have_text("outdated")
    expect(row).to_contain_text(RIVER_BET["reason"])
    expect(ana.locator(".planned .outdated")).to_have_count(1)


def exported(bo: Page) -> None:
    saved = bo.context.request.get("/rundown.csv").text()
    assert len(list(csv.DictReader(io.StringIO(saved)))) == 3
    audit = bo.context.request.get("/api/audit?csv=true").text()
    assert "Table 1 plays on without it" in audit
    assert RIVER_BET["reason"] in audit


def test_a_working_day(
    signed_in: Callable[[str], Page], tokens: list[str], desk: Desk, hand: Hand, prefix: str
) -> None:
    ana, bo = signed_in(KEYS.producer), signed_in(KEYS.producer)
    booth = [signed_in(token) for token in tokens]
    before_the_show(ana)
    hands_arrive(ana, desk.address)
    three_segments_to_a_hard_out(ana)
    two_write_at_once(booth)
    network_and_service_are_lost(ana, booth, desk)
    cued_and_taken(ana, hand, prefix)
    air_is_handed_over(ana, bo)
    released_by_hand(ana)
    corrected_after_air(ana, bo)
    exported(bo)

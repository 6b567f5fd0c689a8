"""Every form of the corrections page in a real browser: it says what will happen, points at a wrong
field, and is sent; what the record then says is asked of the record."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from desk_page import PATIENCE, opened
from playwright.sync_api import Browser, Page, expect
from record_events import GAME, live
from record_events import opened as opening

from producer.events import Event, event_json
from producer.games.line import DealKey
from producer.record import Store, open_store

pytestmark = pytest.mark.xdist_group("corrections")
"""One desk for all, one after another: what one test enters, a later one may show."""

TEAMS = {"CHN": {"name": "Chnia"}, "BRA": {"name": "Brazil"}}
PLAYERS = {
    "1": {"name": "Adda", "team": "CHN"},
    "2": {"name": "Bo", "team": "BRA"},
    "3": {"name": "Cy"},
}
TABLES = {name: {"game": GAME, "players": PLAYERS} for name in ("1", "2", "3")}
SHORT = [("preflop", 3, "fold", None), ("preflop", 1, "raise", 30), ("preflop", 2, "fold", None)]
WON = {"1": 10, "2": -10, "3": 0}
BELOW = [("preflop", 3, "raise", 250), ("preflop", 1, "raise", 400), *SHORT[2:], SHORT[0]]
BELOW_RESULT = {"1": 260, "2": -10, "3": -250}
PICTURES = os.environ.get("DUPLICAST_PICTURES_OF_FORMS", "")


def sent() -> Iterator[Event]:
    """Table 1 plays deals 1 to 8: deal 2 with a raise below the least, deal 3 with a result that
    does not follow. Table 2 lacks event 3. Table 3's device is gone."""
    yield opening("1", "2", "3", kind="live", teams=TEAMS, tables=TABLES)
    seq = 0
    for deal in range(1, 9):
        line = BELOW if deal == 2 else SHORT
        result = BELOW_RESULT if deal == 2 else {**WON, "1": 9, "3": 1} if deal == 3 else WON
        for each in live("1", deal, line, result):
            seq += 1
            yield each.model_copy(update={"seq": seq})
    for each in live("2", 1, SHORT, WON):
        if each.seq != 3:
            yield each


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("desk")


@pytest.fixture(scope="module")
def desk(browser: Browser, folder: Path) -> Iterator[Page]:
    expect.set_options(timeout=PATIENCE)
    lines = "\n".join(event_json(each) for each in sent())
    with opened(browser, folder, "/corrections", lines) as page:
        page.set_viewport_size({"width": 1280, "height": 800})
        yield page


def record(folder: Path) -> Store:
    return open_store(folder / "duplicast.db")


def fill(page: Page, form: str, **fields: str) -> None:
    page.goto(f"/corrections?form={form}")
    for name, text in fields.items():
        field = page.locator(f"[name={name}]")
        if name in ("table", "group"):
            field.select_option(json.dumps(text.split("/")))
        elif text == "yes":
            field.check()
        else:
            field.fill(text)


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=False)


def looks(page: Page, will: str) -> None:
    page.get_by_role("button", name="What will happen?").click()
    expect(page.locator("[data-will]")).to_contain_text(will)


def sends(page: Page, done: str) -> None:
    page.locator("[data-send]").click()
    expect(page.locator("[data-done]")).to_have_text(done)
    expect(page.locator("[data-done]")).to_be_focused()


def wrong(page: Page, field: str, words: str) -> None:
    page.get_by_role("button", name="What will happen?").click()
    expect(page.locator(f"[data-wrong='{field}']")).to_contain_text(words)
    expect(page.locator("[data-send]")).to_be_disabled()


def plays(folder: Path, deal: int) -> dict[str, Any]:
    with record(folder) as store:
        found = store.deal(DealKey("S", "A", deal))
        return {play.table: dict(play.result) for play in found.plays} if found else {}


def test_a_whole_hand_is_written_street_by_street(desk: Page, folder: Path) -> None:
    fields = {"table": "S/A/3", "deal": "1", "button": "3", "reason": "the device is broken"}
    fill(desk, "enter", **fields, preflop="fold, rise 30")
    wrong(desk, "preflop", "Move 2, 'rise 30', is no action: write fold, check, call, bet 300 or")
    desk.locator("[name=preflop]").fill("fold, raise 30, call")
    wrong(desk, "flop", "The hand is not over: seat 1 to act on the flop")
    desk.locator("[name=flop]").fill("check, bet 40, fold")
    wrong(desk, "board", "The flop was played: write the 3 cards open.")
    desk.locator("[name=board]").fill("Qs 9h 3d")
    picture(desk, "enter")
    looks(desk, "Hand 1 of table 3, deal 1: preflop: fold, raise 30, call / flop: check, bet 40, "
                "fold. Result: seat 1 -30, seat 2 +30, seat 3 +0.")  # fmt: skip
    picture(desk, "enter-looked")
    sends(
        desk,
        "Hand 1 of table 3, deal 1 counts as entered. Result: seat 1 -30, seat 2 +30, seat 3 +0.",
    )
    assert plays(folder, 1)["3"] == {1: -30, 2: 30, 3: 0}


def test_a_showdown_asks_for_the_cards(desk: Page, folder: Path) -> None:
    """Aces against kings, all in for 1,000 on a board that helps nobody."""
    fields = {"table": "S/A/3", "deal": "2", "button": "3", "reason": "the device is broken"}
    fill(desk, "enter", **fields, preflop="fold, raise 1000, call")
    wrong(
        desk, "shown", "Seats 1, 2 go to the showdown: write their cards here and the whole board"
    )
    desk.locator("[name=shown]").fill("1 AsAh, 2 ks kh")
    desk.locator("[name=board]").fill("Qs 9h 3d 4c 8s")
    looks(desk, "Result: seat 1 +1000, seat 2 -1000, seat 3 +0.")
    sends(desk, "Hand 2 of table 3, deal 2 counts as entered. Result: seat 1 +1000, seat 2 -1000, "
                "seat 3 +0.")  # fmt: skip
    assert plays(folder, 2)["3"] == {1: 1000, 2: -1000, 3: 0}


def test_a_result_is_corrected(desk: Page, folder: Path) -> None:
    fill(desk, "correct", table="S/A/1", deal="3", result="1 ten", reason="typed wrongly")
    wrong(desk, "result", "'1 ten' cannot be read: write seat and value, such as 1 -300, 2 300")
    desk.locator("[name=result]").fill("1 9, 2 -10, 3 1")
    wrong(desk, "result", "Seat 1: the result says +9, the line gives +10")
    desk.locator("[name=result]").fill("1 10, 2 -10, 3 0")
    looks(desk, "Replaces result of hand 3 of table 1, deal 3; the hand is checked again.")
    picture(desk, "correct")
    sends(desk, "Corrected: result of hand 3 of table 1, deal 3.")
    assert plays(folder, 3)["1"] == {1: 10, 2: -10, 3: 0}


def test_an_action_stands(desk: Page, folder: Path) -> None:
    fill(desk, "ruling", table="S/A/1", deal="2", hand="2", action="1", reason="the floor")
    wrong(desk, "action", "Action 1 of hand 2 of table 1 is within the rules.")
    desk.locator("[name=action]").fill("2")
    looks(desk, "Action 2 of hand 2 of table 1, deal 2, stands though its amount breaks the rules.")
    picture(desk, "ruling")
    sends(desk, "Action 2 of hand 2 of table 1, deal 2, stands.")
    assert plays(folder, 2)["1"] == {1: 260, 2: -10, 3: -250}


def test_the_comparison_says_that_it_stands(desk: Page) -> None:
    """Once the deal of the ruling is released."""
    fill(desk, "release", group="S/A", deal="2", reason="wanted on air")
    looks(desk, "Deal S/A/2 will be shown to everybody")
    sends(desk, "Released: S/A/2.")
    desk.goto("/deals/S/A/2")
    words = "Table 1, action 2: raise to 400 stands by a ruling of the floor"
    expect(desk.locator(".ruled")).to_contain_text(words)
    picture(desk, "comparison")


def test_a_hand_is_void(desk: Page, folder: Path) -> None:
    fill(desk, "void", table="S/A/1", deal="4", reason="", replay="yes")
    wrong(desk, "reason", "Write why: it is logged and shown in the audit.")
    desk.locator("[name=reason]").fill("two aces of spades")
    looks(desk, "Hand 4 of table 1, deal 4, will be void. The table plays deal 4 again; until then")
    picture(desk, "void")
    sends(desk, "Hand 4 of table 1, deal 4, is void.")
    with record(folder) as store:
        mark = store.marks()[DealKey("S", "A", 4)]["1"]
    assert (mark.voided, mark.void, mark.reason) == ((4,), "replay", "two aces of spades")


def test_a_hand_goes_under_review_and_is_cleared(desk: Page, folder: Path) -> None:
    fill(desk, "clear", table="S/A/1", deal="5", reason="looked at")
    wrong(desk, "hand", "Hand 5 of table 1 (deal 5) is not under review.")
    fill(desk, "review", table="S/A/1", deal="9", reason="an exposed card")
    wrong(desk, "deal", "Table 1 has sent no hand of deal 9.")
    desk.locator("[name=deal]").fill("5")
    looks(desk, "Hand 5 of table 1, deal 5, will be under review: the deal is in no standings")
    picture(desk, "review")
    sends(desk, "Hand 5 of table 1, deal 5, is under review.")
    with record(folder) as store:
        assert store.marks()[DealKey("S", "A", 5)]["1"].review
    fill(desk, "clear", table="S/A/1", deal="5", reason="looked at")
    looks(desk, "Hand 5 of table 1, deal 5, will no longer be under review, and counts again.")
    picture(desk, "clear")
    sends(desk, "Hand 5 of table 1, deal 5, is no longer under review.")
    with record(folder) as store:
        assert not store.marks()[DealKey("S", "A", 5)]["1"].review


def test_a_player_has_the_right_name(desk: Page, folder: Path) -> None:
    fill(desk, "player", table="S/A/1", seat="7", name="Ada", reason="spelt wrong")
    wrong(desk, "seat", "This table has no seat 7; it has 1, 2, 3.")
    desk.locator("[name=seat]").fill("1")
    looks(desk, "Adda at table 1, seat 1, is shown as Ada (CHN) from now on, in all hands.")
    picture(desk, "player")
    sends(desk, "Shown as Ada from now on.")
    with record(folder) as store:
        assert store.sessions()[0].tables["1"].players[1].name == "Ada"


def test_a_team_has_the_right_name(desk: Page, folder: Path) -> None:
    fill(desk, "team", group="S/A", team="BRZ", name="Brasil", reason="spelt wrong")
    wrong(desk, "team", "There is no team BRZ; there is CHN, BRA.")
    desk.locator("[name=team]").fill("BRA")
    desk.locator("[name=colour]").fill("green")
    wrong(desk, "colour", "Write the colour as #D3222E.")
    desk.locator("[name=colour]").fill("#15733C")
    looks(desk, "Team BRA, Brazil, is shown as Brasil from now on.")
    picture(desk, "team")
    sends(desk, "Shown as Brasil from now on.")
    with record(folder) as store:
        assert store.sessions()[0].teams["BRA"].name == "Brasil"


def test_a_table_has_the_right_name(desk: Page, folder: Path) -> None:
    fill(desk, "table", table="S/A/2", name="1", reason="the feature table")
    wrong(desk, "name", "Two tables would be called 1.")
    desk.locator("[name=name]").fill("Feature")
    looks(desk, "Table 2 is shown as table Feature from now on; its device goes on sending as 2.")
    picture(desk, "table")
    sends(desk, "Shown as table Feature from now on.")
    with record(folder) as store:
        assert store.sessions()[0].table_names == {"2": "Feature"}


def test_events_are_declared_lost(desk: Page, folder: Path) -> None:
    fill(desk, "lost", table="S/A/1", reason="the device was restarted")
    wrong(desk, "table", "Table 1 waits for no event: nothing is missing.")
    desk.locator("[name=table]").select_option(json.dumps(["S", "A", "2"]))
    looks(
        desk, "no longer waits for event 3 of test; 2 later events count. A hand that lost one of"
    )
    picture(desk, "lost")
    sends(desk, "Declared lost: event 3 of test.")
    with record(folder) as store:
        reasons = [entry.reason for entry in store.quarantine(only_open=True)]
    assert "hand 1 of table 2 cannot be used: event 3 is missing" in reasons


def test_an_unusable_hand_leads_to_its_form(desk: Page) -> None:
    """From the quarantine and from the tables, with table, deal and hand filled in."""
    desk.goto("/quarantine")
    entry = desk.locator("[data-entry]", has_text="hand 1 of table 2 cannot be used")
    entry.get_by_role("link", name="Enter the whole hand").click()
    filled = {"table": json.dumps(["S", "A", "2"]), "deal": "1", "hand": "1"}
    for name, value in filled.items():
        expect(desk.locator(f"[name={name}]")).to_have_value(value)
    desk.goto("/tables")
    card = desk.locator("[data-name='2']")
    expect(card.locator("h2")).to_have_text("Table Feature")
    picture(desk, "tables")
    card.get_by_role("link", name="void it").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Void a hand")
    for name, value in filled.items():
        expect(desk.locator(f"[name={name}]")).to_have_value(value)


def test_a_deal_is_released_and_sealed(desk: Page, folder: Path) -> None:
    fill(desk, "release", group="S/A", deal="99", reason="wanted on air")
    wrong(desk, "deal", "Nobody has shown a card of deal 99 yet.")
    desk.locator("[name=deal]").fill("6")
    looks(desk, "Deal S/A/6 will be shown to everybody, players included. It still waits for table")
    picture(desk, "release")
    sends(desk, "Released: S/A/6.")
    fill(desk, "seal", group="S/A", deal="6", reason="too early")
    looks(desk, "Deal S/A/6 will be SEALED until it is released by hand.")
    picture(desk, "seal")
    sends(desk, "SEALED: S/A/6.")
    with record(folder) as store:
        kinds = [act.type for _, act in store.acts() if act.type.startswith("deal.")]
    assert kinds == ["deal.released", "deal.released", "deal.sealed"]


def test_a_table_is_out(desk: Page, folder: Path) -> None:
    fill(desk, "out", table="S/A/3", reason="")
    wrong(desk, "reason", "Write why: it is logged and shown in the audit.")
    desk.locator("[name=reason]").fill("the players went home")
    looks(desk, "Table 3 plays no further deal: no deal waits for it any more.")
    picture(desk, "out")
    sends(desk, "Table 3 is out.")
    with record(folder) as store:
        (act,) = [act for _, act in store.acts() if act.type == "table.out"]
    assert act.data.reason == "the players went home"


def test_the_wide_screen_shows_a_form_whole(desk: Page) -> None:
    desk.set_viewport_size({"width": 1920, "height": 1080})
    fill(desk, "enter", table="S/A/3", deal="31", button="3", preflop="raise 30, call, fold")
    desk.locator("[name=flop]").fill("check, bet 40, fold")
    expect(desk.locator("[data-send]")).to_be_in_viewport()
    picture(desk, "enter-wide")

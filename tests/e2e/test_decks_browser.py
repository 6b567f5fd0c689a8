"""The alarm about another deck in a real browser, and the decision by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from desk_page import PATIENCE, opened
from playwright.sync_api import Browser, Page, expect
from record_events import event, live, recorded
from record_events import opened as opening
from service import SIGNED, open_gate_on

from producer.events import Event, event_json
from producer.release import by_hand

FLOP = "2s2h2d"
LINE = [("preflop", 3, "fold", None), ("preflop", 1, "raise", 1000), ("preflop", 2, "call", 1000)]
TABLE_3 = live("3", line=LINE, boards=(FLOP, "5c", "6d"))
SHOWS = next(n for n, each in enumerate(TABLE_3) if each.type == "hand.board")
ALARM = "Table 3, deal 1: another flop. Stop the table."


@pytest.fixture(params=["/", "/tables"])
def page(browser: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Page]:
    """Tables 1 and 2 have played deal 1, and table 3 is before its flop."""
    yield from _opened(browser, tmp_path, request.param)


@pytest.fixture
def tables(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    yield from _opened(browser, tmp_path, "/tables")


def _opened(browser: Browser, folder: Path, path: str) -> Iterator[Page]:
    expect.set_options(timeout=PATIENCE)
    played = recorded("1"), recorded("2"), *TABLE_3[:SHOWS]
    result = [opening("1", "2", "3", "4", kind="live"), *played]
    with opened(browser, folder, path, "\n".join(map(event_json, result))) as page:
        yield page


def send(page: Page, *events: Event) -> None:
    address = re.sub(r"(https?://[^/]+).*", r"\1", page.url)
    body = "\n".join(map(event_json, events))
    result = httpx.post(
        f"{address}/feed/events", content=body, headers=SIGNED, trust_env=False, timeout=60
    )
    assert {each["outcome"] for each in result.json()["outcomes"]} == {"accepted"}


def start(deal: int, button: int, table: str) -> Event:
    data = {"deal": deal, "hand": deal, "button": button}
    return event("hand.started", data, table=table, id=f"start/{table}/{deal}")


def test_the_alarm_is_requested_within_a_second_of_its_first_event(
    page: Page,
) -> None:
    """By the page's clock, so that a slow machine does not matter."""
    page.clock.install()
    page.reload()
    expect(page.locator("[data-air] .state")).not_to_have_text("…")
    page.clock.pause_at(page.evaluate("Date.now()") + 5000)
    alarm = page.locator("[data-deck-alarm]")
    expect(alarm).to_be_hidden()
    send(page, TABLE_3[SHOWS])
    page.clock.run_for(900)
    expect(alarm).to_be_visible()
    expect(alarm.locator("p")).to_have_text([ALARM])


def test_undecided_deals_are_listed_after_a_reload(page: Page) -> None:
    send(page, TABLE_3[SHOWS])
    page.reload()
    expect(page.locator("[data-deck-alarm] p")).to_have_text([ALARM])


def test_the_desk_links_to_the_decision(browser: Browser, tmp_path: Path) -> None:
    for page in _opened(browser, tmp_path, "/"):
        send(page, TABLE_3[SHOWS])
        page.locator("[data-deck-alarm] a").click()
        expect(page.locator(".wrong-deck h2")).to_have_text("Deal 1")


def test_a_deck_is_chosen_by_keyboard_alone(tables: Page) -> None:
    send(tables, TABLE_3[SHOWS])
    expect(tables.locator("[data-choose]")).to_have_count(1)
    tables.keyboard.press("1")
    expect(tables.locator("[data-outcome]")).to_be_hidden()
    tables.keyboard.press("d")
    expect(tables.locator(".wrong-deck")).to_be_focused()
    tables.keyboard.press("r")
    expect(tables.get_by_label("the other tables replay it")).to_be_checked()
    tables.get_by_label("the other tables replay it").press(" ")
    tables.keyboard.press("2")
    expect(tables.locator("[data-outcome]")).to_have_text(
        "Deal 1: the deck of table 3 was right. Void: hand 1 of table 1, hand 1 of table 2."
    )
    expect(tables.locator("[data-deck-alarm]")).to_be_hidden()
    expect(tables.locator("[data-choose]")).to_have_count(0)
    expect(tables.get_by_text("all is well")).to_be_visible()


def test_typed_text_stays_while_another_table_joins(tables: Page) -> None:
    send(tables, TABLE_3[SHOWS])
    reason = tables.locator("[name=reason]")
    reason.fill("")
    tables.locator("[data-key='1']").click()
    expect(tables.locator("[data-outcome]")).to_be_hidden()  # a reason is required
    reason.fill("the deck of the wrong box")
    tables.get_by_label("the other tables replay it").check()
    reason.press("Enter")  # names no deck
    reason.focus()
    send(tables, start(1, 1, "4"))
    expect(tables.locator(".deck")).to_have_count(3)
    expect(reason).to_have_value("the deck of the wrong box")
    expect(reason).to_be_focused()
    expect(tables.get_by_label("the other tables replay it")).to_be_checked()
    tables.locator("[data-behind='1']").click()
    expect(tables.locator("[data-outcome]")).to_have_text(re.compile("to be played again: "))


def test_a_token_is_revoked_only_after_confirmation(tables: Page, tmp_path: Path) -> None:
    with open_gate_on(tmp_path / "duplicast.db") as gate:
        by_hand.add_token(gate, "feed", ("3",), "the tablet", "me")
        for number, button in ((2, 3), (3, 1), (4, 2)):
            send(tables, start(number, button, "1"), start(number, button % 3 + 1, "3"))
        ask = tables.get_by_text(re.compile("^Revoke the token .*: the tablet$"))
        really = tables.get_by_role("button", name="Revoke it now")
        expect(ask).to_be_visible()
        expect(really).to_be_hidden()
        ask.click()
        assert [token.revoked for token in gate.tokens().values()] == [None]
        really.click()
        expect(tables.locator("[data-outcome]")).to_have_text(re.compile("^Revoked: "))
        assert None not in [token.revoked for token in gate.tokens().values()]
        expect(tables.get_by_text("No token in use is bound to this table")).to_be_visible()

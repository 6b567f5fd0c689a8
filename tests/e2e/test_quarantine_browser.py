"""An entry of the quarantine corrected in a real browser, with the keyboard alone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from decided import decided_about
from desk_page import PATIENCE, opened
from playwright.sync_api import Browser, Page, expect

from producer.events import event_json
from producer.record import open_store
from producer.simulate import session_events

EVENTS = list(session_events(3, 3, tables=3))
OPENING = [event_json(event) for event in EVENTS[:4]]
START, FIRST = [event_json(event) for event in EVENTS if event.table == "2"][:2]
BROKEN = FIRST.replace('"seat":', '"seat"').replace('"raise"', '"raises"')


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The quarantine after one event with two faults."""
    with opened(browser, tmp_path, "/quarantine", "\n".join([*OPENING, START, BROKEN])) as page:
        yield page


def selected(page: Page) -> str:
    result: str = page.evaluate(
        "(at => at.value?.slice(at.selectionStart, at.selectionEnd))(document.activeElement)"
    )
    return result


def test_an_entry_is_corrected_fault_by_fault(page: Page, tmp_path: Path) -> None:
    expect.set_options(timeout=PATIENCE)
    entry = page.locator("[data-entry='1']")
    outcome = entry.locator(".correct [data-outcome]")
    expect(entry.locator("mark")).to_have_text("1")
    entry.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(entry.locator("textarea")).to_be_focused()
    assert selected(page) == "1"
    page.keyboard.type(":1")
    page.keyboard.press("Control+Enter")
    expect(outcome).to_have_text(re.compile("Refused again: data.action: "))
    expect(outcome).to_be_in_viewport()
    expect(entry.locator("[data-fault]")).to_have_text("data.action")
    expect(entry.locator("textarea")).to_be_focused()
    assert selected(page) == '"raises"'
    page.keyboard.type('"raise"')
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    decision = entry.locator(".decision")
    expect(decision).to_have_text("resent Entry 1: accepted.")
    expect(decision).to_be_focused()
    expect(page.locator("h1")).to_have_text("0 open in quarantine")
    expect(page.locator(".places b")).to_be_hidden()
    expect(entry.locator("form")).to_have_count(0)
    page.reload()
    expect(page.locator("h1")).to_have_text("0 open in quarantine")
    with open_store(tmp_path / "duplicast.db") as store:
        assert {at: each.what for at, each in decided_about(store).items()} == {
            1: "resent",
            2: "resent",  # the try that was refused
        }
        (state,) = [each for each in store.tables() if each.table == "2"]
        assert (state.actions, state.last.action if state.last else "") == (1, "raise")

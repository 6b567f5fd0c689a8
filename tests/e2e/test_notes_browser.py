"""Notes in a real browser: nothing that is typed is lost, whatever goes away meanwhile."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from desk_page import PATIENCE, Desk
from patience import eventually
from playwright.sync_api import Browser, BrowserContext, Page, expect
from ports import free_port
from service import SIGNED, fill, guide, open_gate_on

from producer.release import by_hand
from producer.settings import ObsSettings

DEAL = "guide/A/1"
PANEL = f"/panel/{DEAL}"
WAITS = "Kept here, sent when the service is back."


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    fill(tmp_path / "desk.db", guide())
    made = Desk(tmp_path, ObsSettings(port=free_port()))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def booth(browser: Browser, desk: Desk) -> Iterator[BrowserContext]:
    """A commentator's browser."""
    with browser.new_context(
        base_url=desk.address, viewport={"width": 1920, "height": 1080}, extra_http_headers=SIGNED
    ) as context:
        context.set_default_timeout(PATIENCE)
        yield context


def on_panel(booth: BrowserContext) -> Page:
    page = booth.new_page()
    page.goto(PANEL)
    expect(page.locator("html:not([data-line-lost])")).to_be_attached()
    expect(page.locator(".notes .written")).to_be_attached()
    return page


def write(page: Page, text: str) -> None:
    page.get_by_label("Note", exact=True).fill(text)


def add(page: Page) -> None:
    page.get_by_role("button", name="Add", exact=True).click()


def on_the_service(desk: Desk) -> list[dict[str, Any]]:
    answer = httpx.get(
        f"{desk.address}/api/notes", params={"deal": DEAL}, headers=SIGNED, trust_env=False
    )
    return list(answer.json()["notes"])


def test_notes_of_a_lost_network_and_service_are_sent_once(
    booth: BrowserContext, desk: Desk
) -> None:
    page = on_panel(booth)
    booth.set_offline(True)
    page.get_by_label("Author").fill("Mia")
    page.locator(".writing [name=table]").select_option("5")
    page.get_by_role("button", name="The decision").click()
    write(page, "He raises the turn")
    add(page)
    expect(page.locator(".unsent li")).to_contain_text([WAITS])
    expect(page.get_by_label("Note", exact=True)).to_have_value("")
    write(page, "Half a thou")
    page.close()
    desk.stop()
    desk.start()
    booth.set_offline(False)
    again = on_panel(booth)
    expect(again.locator(".written li")).to_contain_text(["He raises the turn"])
    expect(again.locator(".written .by")).to_have_text("table 5, move 13 · Mia")
    expect(again.locator(".unsent li")).to_have_count(0)
    expect(again.get_by_label("Note", exact=True)).to_have_value("Half a thou")
    expect(again.get_by_label("Author")).to_have_value("Mia")
    assert [each["text"] for each in on_the_service(desk)] == ["He raises the turn"]


def test_a_note_waits_for_the_service_beside_an_open_page(
    booth: BrowserContext, desk: Desk
) -> None:
    page, other = on_panel(booth), on_panel(booth)
    desk.stop()
    write(page, "Nobody answers")
    add(page)
    expect(page.locator(".unsent li")).to_contain_text([WAITS])
    expect(other.locator(".unsent li")).to_contain_text(["Nobody answers"])
    desk.start()
    for each in (page, other):
        expect(each.locator(".written li")).to_contain_text(["Nobody answers"])
        expect(each.locator(".unsent li")).to_have_count(0)
    assert len(on_the_service(desk)) == 1


def test_a_refused_note_stays_until_it_can_be_sent(
    booth: BrowserContext, desk: Desk, tmp_path: Path
) -> None:
    """The deal is sealed while the note on it waits."""
    page = on_panel(booth)
    booth.set_offline(True)
    write(page, "Written before")
    add(page)
    expect(page.locator(".unsent li")).to_contain_text([WAITS])
    desk.stop()
    with open_gate_on(tmp_path / "desk.db") as gate:
        by_hand.seal(gate, [DEAL], "wrong deck", "test")
    desk.start()
    booth.set_offline(False)
    expect(page.locator(".unsent li")).to_contain_text(["Kept here. "])
    release = {"deals": [DEAL], "reason": "right after all"}
    httpx.post(
        f"{desk.address}/api/release", json=release, headers=SIGNED, trust_env=False, timeout=60
    ).raise_for_status()
    page.get_by_role("button", name="Send again").click()
    expect(page.locator(".unsent li")).to_have_count(0)
    eventually(lambda: len(on_the_service(desk)) == 1, "the note is there")


def test_a_note_on_the_time_now_is_found_by_its_words(booth: BrowserContext) -> None:
    page = on_panel(booth)
    write(page, "A long look at the board")
    page.get_by_role("button", name="Now").click()
    add(page)
    expect(page.locator(".written .by")).to_have_text(re.compile(r"\d\d:\d\d:\d\d"))
    page.get_by_label("Find in all notes").fill("board long")
    found = page.locator(".found-notes li")
    expect(found).to_contain_text(["A long look at the board"])
    expect(found.get_by_role("link")).to_have_attribute("href", PANEL)
    page.get_by_label("Find in all notes").fill("river")
    expect(page.locator(".search output")).to_have_text("No note has these words.")
    expect(found).to_have_count(0)

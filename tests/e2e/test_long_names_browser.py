"""Names as long as the feed takes them, in one word: no page grows wider than its window."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from desk_page import opened
from playwright.sync_api import Browser, Page

from producer.events import event_json
from producer.simulate import session_events

LONG = "Ω" * 190
TABLE, PLAYER, TEAM = f"T{LONG}", f"P{LONG}", f"M{LONG}"


def result() -> Iterator[str]:
    """One finished deal and a second one that waits; table 2, its players and a team are long."""
    events = list(session_events(5, 2, tables=2))
    missing = [event for event in events if event.table == "2"][-3]
    for event in events:
        if event is missing:
            continue
        one: dict[str, Any] = json.loads(event_json(event))
        if one["type"] == "session.opened":
            tables = one["data"]["tables"]
            tables[TABLE] = tables.pop("2")
            for player in tables[TABLE]["players"].values():
                player["name"] = PLAYER
            for team in one["data"]["teams"].values():
                team["name"] = TEAM
        if one.get("table") == "2":
            one["table"] = TABLE
        yield json.dumps(one)


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    with opened(browser, tmp_path, "/", "\n".join(result())) as page:
        yield page


def test_no_page_is_wider_than_its_window(page: Page) -> None:
    deal = page.locator("li.deal h2 a").first.get_attribute("href")
    page.goto("/sealed")
    sealed = page.locator("a[href^='/sealed/']").first.get_attribute("href")
    assert deal
    assert sealed
    paths = ("/", deal, "/tables", "/sealed", sealed, "/forecast", "/quarantine", "/audit")
    found = {}
    for path in paths:
        page.goto(path)
        found[path] = page.evaluate("document.documentElement.scrollWidth")
    assert found == dict.fromkeys(paths, 800)
    page.goto("/tables")
    (mark,) = page.locator(".table b.sealed").all()
    box = mark.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 800

"""Prepare in a real browser: nothing scrolls, the slider draws from memory, the list follows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from desk_page import opened
from playwright.sync_api import Browser, Locator, Page, expect

from producer.events import event_json
from producer.simulate import session_events

LINES = "\n".join(event_json(event) for event in session_events(3, 8, tables=3))


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    with opened(browser, tmp_path, "/graphics/gallery/stamp", LINES) as page:
        page.set_viewport_size({"width": 1920, "height": 1080})
        yield page


def until(page: Page, done: Callable[[], bool], tries: int = 300) -> bool:
    """Looks ten times a second."""
    for _ in range(tries):
        if done():
            return True
        page.wait_for_timeout(100)
    return False


def pressed(where: Locator, key: str, done: Callable[[], bool]) -> None:
    """Presses the key until it is done: a page that waits for a busy service takes no key."""
    for _ in range(6):
        where.press(key)
        if until(where.page, done, 50):
            return
    raise AssertionError(f"{key} does nothing")


def test_a_pick_is_looked_at_moment_by_moment_and_planned(page: Page) -> None:
    stills: list[str] = []
    page.on("request", lambda request: "/stills/" in request.url and stills.append(request.url))
    page.goto("/prepare")
    page.evaluate("window.same = true")
    slider = page.get_by_role("slider")
    canvas = page.locator(".look canvas")
    moments = int(slider.get_attribute("max") or 0) + 1
    assert moments >= 3
    expect(canvas).not_to_have_class(re.compile("waiting"))
    until(page, lambda: len(stills) >= moments)
    assert len(set(stills)) == len(stills) == moments
    looks = []
    for place in range(moments):
        slider.fill(str(place))
        expect(canvas).not_to_have_class(re.compile("waiting"))
        looks.append(canvas.evaluate("canvas => canvas.toDataURL()"))
    assert looks[0] != looks[1] != looks[-1]
    assert len(stills) == moments, "each is fetched once"
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080

    current, chosen = page.locator(".found[aria-current]"), page.locator(".chosen")
    deal = str(current.get_attribute("data-deal"))
    page.locator(".found").nth(1).click()
    expect(chosen).not_to_have_attribute("data-deal", deal)
    expect(current).to_have_count(1)
    page.get_by_role("button", name="Add to rundown").click()
    expect(page.locator(".row")).to_have_count(1)
    pressed(page.locator("body"), "k", lambda: chosen.get_attribute("data-deal") == deal)
    page.get_by_role("button", name="Add to rundown").click()
    expect(page.locator(".row")).to_have_count(2)
    last = page.locator(".row").last
    first = page.locator("[data-key='row 1']")
    pressed(first, "Alt+ArrowDown", lambda: last.get_attribute("data-segment") == "1")
    expect(first).to_be_focused()
    assert page.evaluate("window.same"), "the page was not loaded again"


def test_the_filters_change_the_list_and_keep_the_chosen_pick(page: Page) -> None:
    page.goto("/prepare")
    page.evaluate("window.same = true")
    rows, chosen = page.locator(".found"), page.locator(".chosen")
    every = rows.count()
    deal = chosen.get_attribute("data-deal")
    page.get_by_label("Show").select_option("starred")
    expect(rows).to_have_count(0)
    expect(page).to_have_url(re.compile("listed=starred"))
    page.get_by_role("link", name="Show all").click()
    expect(rows).to_have_count(every)
    expect(page.locator(".new-mark")).to_have_count(0)
    rows.nth(1).locator(".star").click()
    expect(rows.first.locator(".star")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Show").select_option("starred")
    expect(rows).to_have_count(1)
    expect(chosen).to_have_attribute("data-deal", str(deal))
    assert page.evaluate("window.same"), "the page was not loaded again"


def test_a_row_on_air_counts_down(page: Page) -> None:
    page.goto("/prepare")
    page.get_by_text("Add a row").click()
    form = page.locator("form[data-programme-post='/api/rundown/row']")
    form.get_by_label("Title").fill("Welcome")
    form.get_by_label("Seconds").fill("600")
    form.get_by_role("button", name="Add").click()
    row = page.locator(".row")
    expect(row).to_have_count(1)
    row.get_by_role("button", name="On air").click()
    counting = re.compile(r"On air Welcome (9:\d\d|10:00) left")
    expect(page.locator("[data-on-air]")).to_have_text(counting)
    expect(row).to_have_class(re.compile("now"))


@pytest.mark.parametrize(
    ("now", "begins", "out", "moments"),
    [
        ("09:26", "22:00:00", "23:00:00", ("02 22:00", "02 23:00")),
        ("09:26", "23:30:00", "00:30:00", ("02 23:30", "03 00:30")),
        ("00:10", "23:30:00", "00:30:00", ("01 23:30", "02 00:30")),
        ("20:10", "20:00:00", "21:00:00", ("02 20:00", "02 21:00")),
    ],
)
def test_a_time_of_day_is_that_of_the_show_at_hand(
    page: Page, now: str, begins: str, out: str, moments: tuple[str, str]
) -> None:
    """In the morning the evening's; after midnight those of a show that is on."""
    page.clock.set_fixed_time(f"2026-03-02 {now}:00")
    page.goto("/prepare")
    page.get_by_text("Begin and hard out").click()
    page.get_by_label("Begins").fill(begins)
    page.get_by_label("Hard out").fill(out)
    with page.expect_request("**/api/rundown/clock") as asked:
        page.get_by_role("button", name="Set").click()
    sent = asked.value.post_data_json
    meant = [datetime.fromisoformat(sent[name]).astimezone() for name in ("starts", "hard_out")]
    assert tuple(f"{at:%d %H:%M}" for at in meant) == moments

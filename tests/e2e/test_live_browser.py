"""Pages that update themselves, in a real browser."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from desk_page import opened
from playwright.sync_api import Browser, Page, expect
from service import SIGNED

from producer.events import event_json
from producer.simulate import session_events

LINES = [event_json(event) for event in session_events(3, 3, tables=2)]
FINISHED = [(json.loads(line)["type"], json.loads(line)["data"].get("deal")) for line in LINES]
ONE_DEAL = 1 + next(
    place
    for place, result in enumerate(FINISHED)
    if result[0] == "hand.finished" and result in FINISHED[:place]
)
"""Lines until both tables have finished the same deal."""


def send(page: Page, text: str) -> None:
    address = re.match(r"http://[^/]+", page.url)
    assert address
    result = httpx.post(
        f"{address[0]}/feed/events", content=text, headers=SIGNED, trust_env=False, timeout=60
    )
    assert result.status_code == 200, result.text


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    with opened(browser, tmp_path, "/", "\n".join(LINES[:ONE_DEAL])) as page:
        page.set_viewport_size({"width": 1920, "height": 1080})
        yield page


def test_new_deals_come_marked_with_their_time_and_nothing_that_is_worked_on_moves(
    page: Page,
) -> None:
    rows = page.locator(".deal")
    expect(rows).to_have_count(1)
    search = page.get_by_role("searchbox")
    search.fill("half a wo")
    search.evaluate("field => field.setSelectionRange(2, 4)")
    deal = rows.first.get_attribute("data-deal")
    send(page, "\n".join(LINES[ONE_DEAL:]))
    expect(rows).to_have_count(3)
    expect(page.locator(".new-mark")).to_have_text([re.compile(r"^released \d\d:\d\d$")] * 2)
    expect(page.locator(".total")).to_have_text("3")
    expect(search).to_be_focused()
    expect(search).to_have_value("half a wo")
    assert search.evaluate("field => [field.selectionStart, field.selectionEnd]") == [2, 4]
    expect(page.locator(".deal[aria-current]")).to_have_attribute("data-deal", str(deal))
    page.locator(".deal:has(.new-mark) .place").first.click()
    expect(page.locator(".new-mark")).to_have_count(1)


def test_a_deal_that_is_corrected_while_it_is_open_says_what_changed_and_by_whom(
    page: Page,
) -> None:
    page.locator(".deal h2 a").click()
    note = page.get_by_label("Note", exact=True)
    note.fill("What I was writing")
    seen = json.loads(LINES[ONE_DEAL - 1])
    about = {"deal": seen["data"]["deal"], "hand": seen["data"]["hand"], "reason": "misread card"}
    address = page.url.split("/deals/")[0]
    result = {
        "id": "c1",
        "session": seen["session"],
        "group": seen["group"],
        "table": seen["table"],
        "source": "scorer",
        "type": "hand.under_review",
        "data": about,
    }
    answer = httpx.post(
        f"{address}/feed/events", content=json.dumps(result), headers=SIGNED, trust_env=False
    )
    assert answer.status_code == 200, answer.text
    news = page.locator(".page-news p")
    expect(news).to_contain_text(f"put a hand under review of table {seen['table']} (misread card)")
    expect(note).to_have_value("What I was writing")
    expect(page.locator(".objections")).to_contain_text("under review")
    news.get_by_role("button", name="Seen").click()
    expect(news).to_have_count(0)


@pytest.mark.parametrize("on", ["deals", "panel"])
def test_of_a_deal_that_is_sealed_again_an_open_page_shows_only_what_was_typed(
    page: Page, on: str
) -> None:
    send(page, "\n".join(LINES[ONE_DEAL:]))
    expect(page.locator(".deal")).to_have_count(3)
    page.reload()
    path = page.locator(".deal h2 a").first.get_attribute("href") or ""
    deal = path.removeprefix("/deals/")
    page.goto(f"/{on}/{deal}")
    expect(page.locator("main")).to_have_attribute("data-deal", deal)
    note = page.get_by_label("Note", exact=True)
    address = page.url.split(f"/{on}/")[0]
    for about, body in (
        ("notes", {"deal": deal, "text": "Kings again"}),
        ("seal", {"deals": [deal], "reason": "a card was seen"}),
    ):
        if about == "seal":
            expect(page.locator(".written")).to_contain_text("Kings again")
            note.fill("What I was writing")
        answer = httpx.post(
            f"{address}/api/{about}", json=body, headers=SIGNED, trust_env=False, timeout=60
        )
        assert answer.status_code == 200, answer.text
    expect(page.locator(".page-news p")).to_contain_text("What was shown here is hidden.")
    shown = page.evaluate("() => document.body.innerText")
    assert "Kings again" not in shown
    for card in page.locator("main .card, main h1, main td").all():
        expect(card).to_be_hidden()
    expect(note).to_be_visible()
    expect(note).to_have_value("What I was writing")

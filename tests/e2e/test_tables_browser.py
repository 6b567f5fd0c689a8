"""/tables in a real browser: it stays up to date, even while a reason is typed."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from desk_page import PATIENCE, opened
from patience import eventually
from playwright.sync_api import Browser, Page, Route, expect
from ports import free_port
from service import SIGNED

from producer.events import event_json
from producer.simulate import session_events

LINES = [event_json(event) for event in session_events(3, 3, tables=3)]
OPENING = LINES[:3]
STREAM = [line for line in LINES if json.loads(line).get("table") == "1"]


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page of a service without events."""
    expect.set_options(timeout=PATIENCE)
    with opened(browser, tmp_path, "/tables", "") as page:
        yield page


def send(page: Page, *lines: str) -> None:
    address = page.url.removesuffix("/tables")
    result = httpx.post(
        f"{address}/feed/events",
        content="\n".join(lines),
        headers=SIGNED,
        trust_env=False,
        timeout=60,
    )
    assert result.status_code in (200, 422), result.text


def test_changes_show_while_the_page_is_open(page: Page) -> None:
    expect(page.get_by_text("No live session is open.")).to_be_visible()
    send(page, STREAM[0])
    waits = page.get_by_text(re.compile("is not open: 1 event waits for its session.opened"))
    expect(waits).to_be_visible()
    send(page, LINES[0])
    expect(waits).to_be_hidden()
    expect(page.get_by_text("No live session is open.")).to_be_hidden()
    expect(page.locator("[data-summary]")).to_contain_text("all is well")
    send(page, "rubbish")
    expect(page.locator("[data-summary]")).to_contain_text("1 in quarantine")
    expect(page.locator(".places b")).to_have_text("1")


def test_while_a_reason_is_typed_only_that_table_is_not_refreshed(page: Page) -> None:
    send(page, LINES[0], *[STREAM[n] for n in (0, 1, 4)])
    reason = page.locator("[data-name='1'] [data-lost] input")
    reason.fill("the cable")
    page.locator("h1").click()
    other = next(line for line in LINES if json.loads(line).get("table") == "2")
    send(page, other)
    expect(page.locator("[data-name='2'] .phase")).to_have_text(re.compile("^in progress"))
    expect(reason).to_have_value("the cable")
    before = page.locator("[data-name='1'] .senders [data-clock]").inner_text()
    expect(page.locator("[data-name='1'] .senders [data-clock]")).not_to_have_text(before)
    page.get_by_role("button", name="Declare lost").click()
    expect(page.locator("[data-outcome]")).to_have_text(re.compile("Declared lost: "))
    expect(page.locator("[data-name='1'] [data-lost]")).to_have_count(0)


def test_a_truncated_answer_is_reported_and_refreshing_goes_on(page: Page) -> None:
    cut = True

    def cutting(route: Route) -> None:
        if cut:
            route.abort()
        else:
            route.continue_()

    page.route("**/tables", cutting)
    old = page.get_by_text("The service does not answer; this page is out of date.")
    expect(old).to_be_visible()
    cut = False
    expect(old).to_be_hidden()


@pytest.mark.skipif(sys.platform == "win32", reason="stops the service by a signal")
def test_a_hanging_or_restarted_service_is_reported(browser: Browser, tmp_path: Path) -> None:
    expect.set_options(timeout=PATIENCE)
    serve = "from producer.cli import main; main()"
    command = [sys.executable, "-c", serve, "serve", "--port", str(port := free_port())]
    address = f"http://127.0.0.1:{port}"

    def start() -> tuple[subprocess.Popen[bytes], str]:
        with (tmp_path / "told.txt").open("wb") as result:
            service = subprocess.Popen(command, cwd=tmp_path, stdout=result, stderr=result)
        found = re.compile(r"Sign in as producer: (\S+)")
        eventually(lambda: bool(found.search((tmp_path / "told.txt").read_text())), "it starts")
        match = found.search((tmp_path / "told.txt").read_text())
        assert match
        return service, match.group(1)

    service, sign_in = start()
    try:
        with browser.new_page() as page:
            page.goto(sign_in)
            page.wait_for_url(f"{address}/prepare")
            page.goto(f"{address}/tables")
            expect(page.locator("[data-trouble]")).to_be_hidden()
            os.kill(service.pid, signal.SIGSTOP)
            expect(page.locator("[data-trouble]")).to_have_text(
                "The service does not answer; this page is out of date."
            )
            expect(page.locator("[data-air] .tally")).to_have_text("No service")
            expect(page.locator("[data-air]")).to_have_class(re.compile(r"\bloud\b"))
            os.kill(service.pid, signal.SIGCONT)
            expect(page.locator("[data-trouble]")).to_be_hidden()
            service.terminate()
            service.wait(60)
            expect(page.locator("[data-air] .tally")).to_have_text("No service")
            service, _ = start()
            expect(page.locator("[data-trouble]")).to_be_hidden()
            expect(page.locator("[data-air] .tally")).to_have_text("No OBS")
    finally:
        service.kill()
        service.wait(60)

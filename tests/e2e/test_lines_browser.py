"""A graphics page whose line dies without a close: both ends notice within three seconds."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from obs_proxy import Network, network
from patience import eventually
from playwright.sync_api import Browser, Page, expect
from service import fill, guide, open_gate_on, serving

from producer.web.channels import routes

DEAL = "guide/A/1"
NOBODY = "No page shows the channel program: open /graphics/program in OBS or a browser."


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    fill(tmp_path / "web.db", guide())
    with open_gate_on(tmp_path / "web.db") as gate, serving(gate, tmp_path) as at:
        yield at


@pytest.fixture
def line(address: str) -> Iterator[Network]:
    with network(int(address.rpartition(":")[2])) as between:
        yield between


@pytest.fixture
def page(browser: Browser, address: str, line: Network) -> Iterator[Page]:
    """A graphics page at the other end of the line."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.clock.install()
    page.goto(f"http://127.0.0.1:{line.port}/graphics/program")
    expect(page.locator("#canvas[data-seq='0']")).to_be_attached()
    eventually(lambda: pages(address) == 1, "the service has the page")
    yield page
    context.close()


def show(address: str, moment: str, patience: float = 60.0) -> str:
    """The warning of the answer. ``patience``: seconds in which a page must draw; a busy browser
    takes more than the second of a show."""
    body = {"deal": DEAL, "moment": moment}
    at = f"{address}/api/channels/program"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routes, "PAGE_PATIENCE", patience)
        answer = httpx.post(at, json=body, trust_env=False, timeout=90)
    answer.raise_for_status()
    return str(answer.json()["warning"])


def pages(address: str) -> int:
    air = httpx.get(f"{address}/api/air", trust_env=False, timeout=60).json()
    return int(air["channels"]["program"]["pages"])


def test_the_answer_to_a_change_says_whether_a_page_shows_it(page: Page, address: str) -> None:
    assert show(address, "decision") == ""
    expect(page.locator("[data-key=price]")).to_be_attached()
    page.close()
    eventually(lambda: pages(address) == 0, "the page has gone")
    assert show(address, "end") == NOBODY


def test_a_page_whose_line_dies_connects_again_within_three_seconds_of_its_own_time(
    page: Page, address: str, line: Network
) -> None:
    assert show(address, "decision") == ""
    line.fall_silent()
    page.clock.pause_at(page.evaluate("Date.now()") + 100)
    assert show(address, "end", patience=1.0) == NOBODY
    assert page.locator("[data-key=result-left]").count() == 0
    page.clock.run_for(3000)
    expect(page.locator("[data-key=result-left]")).to_be_attached()
    page.clock.resume()
    eventually(lambda: pages(address) == 1, "the dead line does not count")
    assert show(address, "decision") == ""


def test_the_service_notices_a_dead_line_though_nothing_changes(
    page: Page, address: str, line: Network
) -> None:
    expect(page.locator("#canvas")).to_be_attached()
    eventually(lambda: pages(address) == 1, "the page is there")
    page.clock.pause_at(page.evaluate("Date.now()") + 100)  # it does not come back
    line.fall_silent()
    eventually(lambda: pages(address) == 0, "the service has noticed")

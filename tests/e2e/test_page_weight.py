"""What a page of the desk weighs with a full list of deals, and that it is not fetched twice."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from patience import PATIENCE
from playwright.sync_api import Browser, Page, Response, expect
from service import SIGNED, fill, open_gate_on, serving
from websockets.sync.client import connect

from producer.events import event_json
from producer.feeds import Received
from producer.simulate import session_events
from producer.web.pages.navigation import PAGES

MOST = 300_000
"""Bytes of markup, styles and scripts; pictures of cards and fonts come on top."""
DEALS = 60
"""More than a list shows at once."""
BEATS = 2
"""Messages of the line, one a second, after which a page would have fetched itself again."""

OF_CLOCKS = "/tables"
"""Fetches itself every second."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("weight")
    played = [
        Received(event_json(e).encode(), e, "sim") for e in session_events(DEALS, 1, tables=6)
    ]
    fill(folder / "full.db", played)
    with open_gate_on(folder / "full.db") as gate, serving(gate, folder) as at:
        live = f"{at.replace('http', 'ws')}/live"
        with connect(live, origin=at, proxy=None, additional_headers=SIGNED) as line:
            while "topics" not in line.recv(PATIENCE):
                pass  # changes are not seen yet: a page that is opened now fetches itself again
        yield at


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(
        base_url=address, viewport={"width": 1920, "height": 1080}, extra_http_headers=SIGNED
    )
    context.set_default_timeout(90_000)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("path", [path for path, _ in PAGES])
def test_a_page_is_light_and_fetched_once(page: Page, path: str) -> None:
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright marks the function
    with page.expect_websocket(lambda socket: "/live?" in socket.url) as line:
        page.goto(path)
    for _ in range(BEATS):
        line.value.wait_for_event("framereceived")
    page.wait_for_load_state()
    expect(page.locator(".line-lost:visible")).to_have_count(0)
    ours = [each for each in answers if each.request.resource_type not in ("font", "image")]
    sizes = {each.url: len(each.body()) for each in ours if each.status == 200}
    assert sum(sizes.values()) <= MOST, sorted(sizes.items(), key=lambda item: -item[1])[:5]
    if path != OF_CLOCKS:
        whole = [each for each in ours if "only=" not in each.url]  # no sample of the gallery
        assert [urlsplit(each.url).path for each in whole].count(path) == 1

"""Safe works on every page of the desk; a page without service says so and how to reach Safe."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from desk_page import Desk
from obs_remote import NEUTRAL, Hand
from patience import eventually
from playwright.sync_api import Browser, Page, expect
from service import SIGNED, TABLES, fill, guide

from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

PAGES = (
    *("/", "/deals/guide/A/1", "/tables", "/forecast", "/sealed", "/sealed/live/A/1"),
    *("/quarantine", "/audit", "/graphics/gallery"),
)


@pytest.fixture
def desk(tmp_path: Path, settings: ObsSettings, hand: Hand) -> Iterator[Desk]:  # noqa: ARG001
    fill(tmp_path / "desk.db", guide(), guide("live", "live", TABLES[:5]))
    made = Desk(tmp_path, settings.model_copy(update={"hotkey": "F9"}))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def open_page(browser: Browser, desk: Desk) -> Iterator[Callable[[str], Page]]:
    context = browser.new_context(
        base_url=desk.address,
        viewport={"width": 1280, "height": 800},
        extra_http_headers=SIGNED,
    )
    context.set_default_timeout(90_000)

    def opened(path: str) -> Page:
        page = context.new_page()
        page.goto(path)
        return page

    yield opened
    context.close()


def cuts_to_safe(page: Page, press: Callable[[], None], hand: Hand, prefix: str, by: str) -> None:
    """Safe is on program; then something else is again, once the service has confirmed its cut: a
    scene chosen before that looks like a cut that failed."""
    with page.expect_response("**/api/safe"):
        press()
    expect(page.locator("[data-act=safe]")).to_have_class("lit")
    eventually(
        lambda: hand("GetCurrentProgramScene")["currentProgramSceneName"] == f"{prefix} safe",
        f"{by} cuts to safe",
    )
    hand("SetCurrentProgramScene", sceneName=NEUTRAL)
    hand.event("SceneTransitionEnded")


def test_safe_works_on_every_page(
    open_page: Callable[[str], Page], hand: Hand, prefix: str
) -> None:
    page = open_page("/")
    for path in PAGES:
        page.goto(path)
        safe = page.locator("[data-act=safe]")
        expect(safe).to_be_enabled()
        expect(safe).not_to_have_class("lit")
        cuts_to_safe(page, partial(page.keyboard.press, "F2"), hand, prefix, f"the key on {path}")


def test_safe_works_on_pages_opened_before_a_restart(
    open_page: Callable[[str], Page], desk: Desk, hand: Hand, prefix: str
) -> None:
    pages = [open_page(path) for path in ("/deals/guide/A/1", "/tables")]
    for page in pages:
        expect(page.locator("[data-act=safe]")).to_be_enabled()
        page.locator(".places a").first.focus()
    desk.stop()
    for page in pages:
        cover = page.locator("[data-cover]")
        expect(cover).to_contain_text("No service")
        expect(cover).to_contain_text("press F9 at the machine with OBS")
        middle = "document.elementFromPoint(640, 400).closest('[data-cover]') !== null"
        assert page.evaluate(middle)
        button = "document.querySelector('[data-act=safe]').closest('[inert]') !== null"
        assert page.evaluate(button)
    desk.start()
    for page in pages:
        expect(page.locator("[data-cover]")).to_have_count(0)
        expect(page.locator(".places a").first).to_be_focused()
        cuts_to_safe(page, page.locator("[data-act=safe]").click, hand, prefix, "the button")


def test_a_page_that_is_no_longer_signed_in_says_so_over_its_controls(
    browser: Browser, desk: Desk
) -> None:
    context = browser.new_context(base_url=desk.address)
    context.set_default_timeout(90_000)
    page = context.new_page()
    page.goto("/")
    expect(page.locator(".tally")).to_be_visible()
    context.add_cookies([{"name": "duplicast", "value": "none", "url": desk.address}])
    cover = page.locator("[data-cover]")
    expect(cover).to_contain_text("Signed out")
    expect(cover.get_by_role("link", name="Sign in")).to_be_visible()
    context.clear_cookies()
    expect(cover).to_have_count(0)
    context.close()

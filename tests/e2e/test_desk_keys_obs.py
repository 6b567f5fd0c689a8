"""Keys of the desk with a real OBS: none is swallowed, and the tally is what OBS has."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from obs_remote import NEUTRAL, Hand
from patience import eventually
from playwright.sync_api import Browser, Page, Route, expect
from service import SIGNED, fill, guide, open_gate_on, serving

from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")


@pytest.fixture
def address(tmp_path: Path, settings: ObsSettings, hand: Hand) -> Iterator[str]:  # noqa: ARG001
    fill(tmp_path / "desk.db", guide())
    with (
        open_gate_on(tmp_path / "desk.db") as gate,
        serving(gate, tmp_path, obs=settings) as at,
    ):
        yield at


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(
        base_url=address, viewport={"width": 1440, "height": 900}, extra_http_headers=SIGNED
    )
    context.set_default_timeout(90_000)
    page = context.new_page()
    page.goto("/")
    expect(page.locator("[data-scene=two-up]")).to_be_enabled()
    yield page
    context.close()


def program(hand: Hand) -> str:
    return str(hand("GetCurrentProgramScene")["currentProgramSceneName"])


@pytest.fixture
def held(page: Page) -> Iterator[list[Route]]:
    """Previews on their way to the service, which the test lets through."""
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    page.route("**/api/preview", hold)
    yield routes
    page.unroute("**/api/preview")


def test_what_is_not_loaded_yet_is_not_taken(page: Page, held: list[Route], hand: Hand) -> None:

    def is_held() -> bool:
        """Pressed again: while a busy service covers the page, keys do nothing."""
        page.keyboard.press("p")
        page.wait_for_timeout(500)
        return held != []

    eventually(is_held, "the preview is on its way")
    page.keyboard.press("F9")
    refused = page.locator(".air-bar .outcome.refused")
    expect(refused).to_have_text("Not taken. Nothing is on preview: cue something, then take it.")
    page.keyboard.press("m")
    expect(refused).to_have_text("Not done. The cue is under way: press again when it is done.")
    held[0].continue_()
    expect(page.locator("[data-bank=preview]")).to_contain_text("deal 1 at the decision")
    assert program(hand) == NEUTRAL


def test_a_take_works_whatever_has_the_focus_and_never_repeats(
    page: Page, hand: Hand, prefix: str
) -> None:
    page.keyboard.press("c")
    expect(page.locator("[data-bank=preview]")).to_contain_text("deal 1 at the decision")
    assert program(hand) == NEUTRAL, "a cue never touches program"
    takes: list[str] = []
    page.on("request", lambda sent: takes.append(sent.url) if "/api/take" in sent.url else None)
    page.get_by_role("searchbox").focus()
    for _ in range(3):  # held down
        page.keyboard.down("F9")
    page.keyboard.up("F9")
    page.keyboard.press("F9")  # within 400 ms
    eventually(
        lambda: page.wait_for_timeout(20) or program(hand) == f"{prefix} A two-up", "it is taken"
    )
    expect(page.locator(".holder")).to_contain_text("You hold air")
    expect(page.get_by_role("searchbox")).to_have_value("")
    assert len(takes) == 1
    fork = page.locator(".monitor[data-moment=decision]")
    expect(fork).to_have_class("monitor on-air")
    hand("SetCurrentProgramScene", sceneName=NEUTRAL)
    expect(fork).to_have_class("monitor")
    expect(page.locator("[data-air].lit")).to_have_count(0)


def test_safe_and_standings_stand_in_the_audit(page: Page, address: str) -> None:
    with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as ask:
        ask.post("/api/take", json={"kind": "standings", "group": "guide/A"}).raise_for_status()
        page.keyboard.press("F2")
        expect(page.locator(".outcome.done")).to_contain_text("On program: the safe scene.")

        def taken() -> list[str]:
            entries = ask.get("/api/audit").json()
            return [each["more"].partition(";")[0] for each in entries if each["what"] == "took"]

        eventually(lambda: len(taken()) == 2, "both are in the audit")
        assert set(taken()) == {"what the safe scene", "what the standings"}


def test_clear_clears_what_is_on_air_in_obs(page: Page, hand: Hand) -> None:
    page.goto("/deals/guide/A/1")
    page.keyboard.press("c")
    expect(page.locator("[data-bank=preview]")).to_contain_text("deal 1")
    page.keyboard.press("F9")
    expect(page.locator(".outcome.done")).to_contain_text("On program")
    before, scene = hand.output(), program(hand)
    page.keyboard.press("F6")
    expect(page.locator(".outcome.done")).to_contain_text("Graphics cleared; the pictures stay.")
    plate = (580, 60)
    eventually(
        lambda: (
            (hand.output()[plate] != before[plate]).any()
            and (hand.output()[plate] == hand.output()[300, 60]).all()
        ),
        "the picture of the table is seen where the plate was",
    )
    assert program(hand) == scene

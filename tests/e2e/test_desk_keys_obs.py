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
    context.set_default_timeout(30_000)
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


def test_a_take_while_its_preview_loads_is_taken_as_soon_as_it_is_loaded(
    page: Page, held: list[Route], hand: Hand, prefix: str
) -> None:
    page.keyboard.press("p")
    eventually(lambda: page.wait_for_timeout(20) or held != [], "the preview is on its way")
    page.keyboard.press("Space")
    expect(page.locator(".outcome")).to_have_text("To be taken as soon as it is loaded. ")
    assert program(hand) == NEUTRAL
    held[0].continue_()
    eventually(
        lambda: page.wait_for_timeout(20) or program(hand) == f"{prefix} A two-up", "it is taken"
    )
    expect(page.locator(".outcome.done")).to_contain_text("On program: deal 1 ")


def test_a_take_whose_preview_fails_is_refused_with_a_message(
    page: Page, held: list[Route], hand: Hand
) -> None:
    page.keyboard.press("p")
    eventually(lambda: page.wait_for_timeout(20) or held != [], "the preview is on its way")
    page.keyboard.press("Space")
    held[0].fulfill(status=503, json={"error": "Not on preview: no camera.", "hint": "Plug it in."})
    outcome = page.locator(".outcome.refused")
    expect(outcome).to_have_text("Not on preview: no camera. Plug it in. Not taken either.")
    page.wait_for_timeout(500)
    assert program(hand) == NEUTRAL


def test_a_preview_while_another_loads_is_refused_with_a_message(
    page: Page, held: list[Route]
) -> None:
    page.keyboard.press("p")
    eventually(lambda: page.wait_for_timeout(20) or held != [], "the preview is on its way")
    page.keyboard.press("m")
    expect(page.locator(".outcome.refused")).to_have_text(
        "Not done. The preview is under way: press again when it is done."
    )
    held[0].continue_()
    expect(page.locator(".outcome.ready")).to_contain_text("two-up")


def test_the_tally_is_what_obs_has_whatever_its_channel_shows(
    page: Page, address: str, hand: Hand
) -> None:
    """This OBS gets its graphics as pictures: a change of the channel alone is not on air."""
    page.keyboard.press("t")
    fork, end = (page.locator(f".monitor[data-moment={moment}]") for moment in ("decision", "end"))
    expect(fork).to_have_class("monitor on-air")
    page.locator("button.show[data-moment=end]").click()
    expect(page.locator(".outcome.done")).to_contain_text("On the channel program")
    shown = httpx.get(f"{address}/api/air", headers=SIGNED, trust_env=False, timeout=60).json()
    assert shown["channels"]["program"]["shown"]["moment"] == "end"
    assert shown["obs"]["on_air"]["moment"] == "decision"
    expect(page.locator("[data-air] .state")).to_contain_text("decision")
    expect(fork).to_have_class("monitor on-air")
    expect(end).to_have_class("monitor")
    hand("SetCurrentProgramScene", sceneName=NEUTRAL)
    expect(fork).to_have_class("monitor")
    expect(page.locator("[data-air].lit")).to_have_count(0)


def test_safe_and_standings_stand_in_the_audit(page: Page, address: str) -> None:
    with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as ask:
        ask.post("/api/take", json={"kind": "standings", "group": "guide/A"}).raise_for_status()
        page.keyboard.press("s")
        expect(page.locator(".outcome.done")).to_contain_text("On program: the safe scene.")

        def taken() -> list[str]:
            entries = ask.get("/api/audit").json()
            return [each["more"].partition(";")[0] for each in entries if each["what"] == "took"]

        eventually(lambda: len(taken()) == 2, "both are in the audit")
        assert set(taken()) == {"what the safe scene", "what the standings"}


def test_clear_clears_what_is_on_air_in_obs(page: Page, hand: Hand) -> None:
    page.goto("/deals/guide/A/1")
    page.keyboard.press("t")
    expect(page.locator(".side .outcome.done")).to_contain_text("On program")
    before, scene = hand.output(), program(hand)
    page.locator(".outputs select[name=channel]").select_option("program")
    page.locator(".outputs button[name=clear]").click()
    expect(page.locator(".outputs .message")).to_contain_text(
        "Cleared on the channel program and in OBS."
    )
    plate = (580, 60)
    eventually(
        lambda: (
            (hand.output()[plate] != before[plate]).any()
            and (hand.output()[plate] == hand.output()[300, 60]).all()
        ),
        "the picture of the table is seen where the plate was",
    )
    assert program(hand) == scene

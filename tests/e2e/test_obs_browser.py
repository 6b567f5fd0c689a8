"""Graphics as pages: a real OBS that seems to have the browser source, and a real browser."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from obs_process import ObsProcess
from obs_remote import NEUTRAL, Hand
from obs_with_browser import WithBrowser, with_browser
from patience import eventually
from playwright.sync_api import Browser, Locator, Page
from programs import require_program
from service import fill, guide, open_gate_on, serving

from producer.obs.director import takes
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")
TAKE = {"deal": "guide/A/1", "tables": ["1", "5"], "moment": "decision"}
SWITCHES = ("--no-sandbox", "--disable-gpu", "--allow-file-access-from-files")


@pytest.fixture(scope="module")
def reader(browser: Browser) -> Iterator[Browser]:
    """A browser that may open files, as OBS's may."""
    chromium = require_program("chromium")
    with browser.browser_type.launch(executable_path=chromium, args=SWITCHES) as reader:
        yield reader


@pytest.fixture
def stand_in(obs: ObsProcess) -> Iterator[WithBrowser]:
    with with_browser(obs.port) as made:
        yield made


@pytest.fixture
def ask(
    hand: Hand,  # noqa: ARG001 - program is somewhere else, and afterwards nothing of ours is left
    stand_in: WithBrowser,
    settings: ObsSettings,
    tmp_path: Path,
) -> Iterator[httpx.Client]:
    fill(tmp_path / "desk.db", guide())
    own = settings.model_copy(update={"port": stand_in.port})
    with (
        open_gate_on(tmp_path / "desk.db") as gate,
        serving(gate, tmp_path, obs=own) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60) as client,
    ):
        yield client


@pytest.fixture
def opened(reader: Browser, stand_in: WithBrowser) -> Iterator[Callable[[str], Page]]:
    """Opens the page of a bank as OBS would: the file of its source."""
    context = reader.new_context(viewport={"width": 1920, "height": 1080})

    def page_of(bank: str) -> Page:
        page = context.new_page()
        file = next(file for name, file in stand_in.pages.items() if f"graphics {bank} " in name)
        page.goto(Path(file).as_uri())
        page.set_default_timeout(60_000)
        canvas(page).wait_for(state="attached")
        return page

    yield page_of
    context.close()


def canvas(page: Page) -> Locator:
    """Our page stands in a frame of the one that waits for our service."""
    return page.frame_locator("iframe").locator("#canvas")


def seq(page: Page) -> int:
    return int(canvas(page).get_attribute("data-seq") or -1)


def on(ask: httpx.Client, channel: str) -> int:
    return int(ask.get("/api/air").json()["channels"][channel]["seq"])


def program(hand: Hand) -> str:
    return str(hand("GetCurrentProgramScene")["currentProgramSceneName"])


def test_a_take_waits_until_the_page_of_its_bank_has_drawn(
    ask: httpx.Client,
    hand: Hand,
    opened: Callable[[str], Page],
    prefix: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(takes, "PAGE_PATIENCE", 60.0)  # the machine may be busy
    eventually(lambda: ask.get("/api/air").json()["obs"]["online"], "OBS is there")
    ask.post("/api/obs/setup").raise_for_status()
    pages = {bank: opened(bank) for bank in "AB"}
    for bank, moment in (("A", "decision"), ("B", "end"), ("A", "end")):
        answer = ask.post("/api/take", json={**TAKE, "moment": moment})
        assert answer.status_code == 200, answer.text
        assert program(hand) == f"{prefix} {bank} two-up"
        assert seq(pages[bank]) == on(ask, f"bank-{bank.lower()}")
        assert canvas(pages[bank]).locator("[data-key=result-left]").count() == (moment == "end")


def test_without_a_drawn_page_nothing_is_taken_and_the_channel_is_restored(
    ask: httpx.Client, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(takes, "PAGE_PATIENCE", 0.5)
    eventually(lambda: ask.get("/api/air").json()["obs"]["online"], "OBS is there")
    answer = ask.post("/api/take", json=TAKE)
    assert answer.status_code == 503
    assert answer.json()["error"].startswith("Not taken: the graphics page in OBS did not draw")
    assert "Refresh" in answer.json()["hint"]
    assert program(hand) == NEUTRAL
    assert ask.get("/api/air").json()["channels"]["bank-a"]["shown"] is None


def test_safe_does_not_wait_for_a_take_that_waits_for_its_page(
    ask: httpx.Client, hand: Hand, prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(takes, "PAGE_PATIENCE", 600.0)
    eventually(lambda: ask.get("/api/air").json()["obs"]["online"], "OBS is there")
    answers: list[httpx.Response] = []
    waiting = threading.Thread(target=lambda: answers.append(ask.post("/api/take", json=TAKE)))
    waiting.start()
    eventually(lambda: hand.exists(f"{prefix} A two-up"), "the take is under way")
    with httpx.Client(base_url=ask.base_url, trust_env=False, timeout=60) as other:
        assert other.post("/api/safe").status_code == 200
    waiting.join(60)
    assert "the safe scene was requested" in answers[0].json()["error"]
    assert program(hand) == f"{prefix} safe"

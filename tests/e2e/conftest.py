"""OBS for the tests that drive it: one for all of them.

Every module that uses it carries ``pytestmark = pytest.mark.xdist_group("obs")``, so that one
worker has them all and one OBS is enough. Each test has names of its own in it (``prefix``).
"""

import itertools
import queue
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from obs_process import PASSWORD, ObsProcess, running_obs
from obs_remote import SLOW_MACHINE, Hand, neutral
from playwright.sync_api import Browser, expect, sync_playwright
from programs import require_program

from producer.obs import Bank, Director, channel
from producer.obs.link.connection import DEFAULT_TIMEOUTS, Address, Link, Timeouts
from producer.obs.scenes.setup import tear_down
from producer.settings import ObsSettings


def nowhere(bank: Bank) -> str:
    """The address of a page that is not served."""
    return f"http://127.0.0.1:9/graphics/{channel(bank)}"


HERE = Path(__file__).parent
_numbers = itertools.count(1)

expect.set_options(timeout=90_000)  # milliseconds; a busy browser is slower than five seconds


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """OBS beside other tests may take longer for an answer than a desk would wait."""
    connecting = Link.__init__

    def waiting(
        self: Link, address: Address, inbox: queue.Queue[Any], timeouts: Timeouts = DEFAULT_TIMEOUTS
    ) -> None:
        slow = SLOW_MACHINE if timeouts is DEFAULT_TIMEOUTS else timeouts
        connecting(self, address, inbox, slow)

    monkeypatch.setattr(Link, "__init__", waiting)


OBS = pytest.StashKey[ObsProcess]()
CHROMIUM = pytest.StashKey[tuple[Browser, ExitStack]]()
SWITCHES = ("--no-sandbox", "--disable-gpu")


@pytest.fixture(scope="module")
def browser(pytestconfig: pytest.Config) -> Iterator[Browser]:
    """One Chromium for all modules that follow each other; each module's windows close with it."""
    if CHROMIUM not in pytestconfig.stash:
        path = require_program("chromium")
        running = ExitStack()
        playwright = running.enter_context(sync_playwright())
        started = playwright.chromium.launch(executable_path=path, args=SWITCHES)
        running.callback(started.close)
        pytestconfig.stash[CHROMIUM] = started, running
    browser, _ = pytestconfig.stash[CHROMIUM]
    yield browser
    for context in browser.contexts:
        context.close()


@pytest.fixture(scope="session")
def obs_of_all(
    tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> Iterator[ObsProcess]:
    with running_obs(tmp_path_factory.mktemp("obs") / "home") as obs:
        pytestconfig.stash[OBS] = obs
        yield obs


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Stops OBS after the last test of its group: it takes most of a core from the others. Ends the
    browser after the last test here in a row: no other test can run an event loop beside it."""
    if CHROMIUM in item.config.stash and (nextitem is None or nextitem.path.parent != HERE):
        _, running = item.config.stash[CHROMIUM]
        running.close()
        del item.config.stash[CHROMIUM]
    obs = item.config.stash.get(OBS, None)
    group = nextitem.get_closest_marker("xdist_group") if nextitem else None
    if obs is not None and obs.running and (group is None or group.args[0] != "obs"):
        obs.stop()


@pytest.fixture
def obs(obs_of_all: ObsProcess) -> ObsProcess:
    """OBS running, also after a test that stopped it."""
    if not obs_of_all.running:
        obs_of_all.start()
    return obs_of_all


@pytest.fixture
def address(obs: ObsProcess) -> Address:
    return Address("127.0.0.1", obs.port, PASSWORD)


@pytest.fixture
def hand(obs: ObsProcess, address: Address, settings: ObsSettings) -> Iterator[Hand]:
    """Changes by hand in OBS beside ours; program is on a foreign scene.

    Removes everything of ours from OBS afterwards.
    """
    with Link(address, queue.Queue(), SLOW_MACHINE).connect() as link:
        hand = Hand(link, obs)
        neutral(hand)
        yield hand
        if link.alive and obs.running:  # a test may have killed it
            neutral(hand)
            tear_down(link, settings)


@pytest.fixture
def prefix() -> str:
    return f"Test {next(_numbers)}"


@pytest.fixture
def settings(obs: ObsProcess, prefix: str) -> ObsSettings:
    return ObsSettings(port=obs.port, password=PASSWORD, prefix=prefix)


@pytest.fixture
def directing(tmp_path: Path) -> Iterator[Callable[[ObsSettings], Director]]:
    """Starts directors, and stops them after the test."""
    started: list[Director] = []

    def start(settings: ObsSettings, heartbeat: float = 0.5) -> Director:
        director = Director(settings, tmp_path / "files", nowhere, SLOW_MACHINE, heartbeat)
        director.start()
        started.append(director)
        return director

    yield start
    for director in started:
        director.stop()


@pytest.fixture
def director(
    hand: Hand,  # noqa: ARG001 - program is somewhere else when the director comes
    settings: ObsSettings,
    directing: Callable[[ObsSettings], Director],
) -> Director:
    return directing(settings)

"""A set-up may take a busy OBS a minute; what is asked meanwhile goes before what is left of it."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from obs_eyes import YELLOW, Hand, bar_png, colour_at, near, take
from patience import eventually

from producer.obs import Director, Online
from producer.obs.director.several import Output, Several
from producer.obs.link.connection import Link
from producer.obs.monitor.watch import ObsWatch
from producer.obs.scenes.diff import Command
from producer.obs.scenes.layouts import LAYOUTS
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")


@pytest.fixture
def several(director: Director, settings: ObsSettings) -> Iterator[Several]:
    eventually(lambda: isinstance(director.state(), Online), "the director finds OBS")
    several = Several((Output("main", settings, director, ObsWatch(settings)),))
    yield several
    several.stop()


@pytest.fixture
def ours(prefix: str) -> set[str]:
    """Every scene there can be."""
    return {f"{prefix} {bank} {layout}" for bank in "AB" for layout in LAYOUTS} | {f"{prefix} safe"}


class Midst:
    """What ``work`` asks for in the midst of a set-up: from the third scene on OBS takes a second
    for each, until it has been done. ``made``: the scenes; ``before``: those made until then."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.made: list[str] = []
        self.before: list[str] = []
        self._work = work
        self._done = threading.Event()
        self._asking = threading.Thread(target=self._ask)

    def making(self, scene: str) -> None:
        self.made.append(scene)
        if len(self.made) == 3:
            self._asking.start()
        if len(self.made) >= 3:
            self._done.wait(1)

    def _ask(self) -> None:
        try:
            self._work()
        finally:
            self.before = list(self.made)
            self._done.set()


def set_up(several: Several, midst: Midst, patch: pytest.MonkeyPatch) -> tuple[Command, ...]:
    """Sets up, with ``midst``; what was sent."""
    asking = Link.batch

    def batch(
        self: Link, questions: Sequence[tuple[str, Mapping[str, Any]]], in_one_frame: bool = False
    ) -> list[Mapping[str, Any]]:
        for name, data in questions:
            if name == "CreateScene":
                midst.making(data["sceneName"])
        return asking(self, questions, in_one_frame)

    with patch.context() as meanwhile:
        meanwhile.setattr(Link, "batch", batch)
        return several.upkeep(lambda output: output.director.setup()).one()


def scenes_told(commands: tuple[Command, ...]) -> list[str]:
    return [each.data["sceneName"] for each in commands if each.request == "CreateScene"]


def test_safe_goes_before_what_is_left_of_a_set_up(
    hand: Hand, several: Several, ours: set[str], prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    midst = Midst(lambda: several.safe(""))
    sent = set_up(several, midst, monkeypatch)
    assert len(midst.before) < len(ours) - 1, "safe waited for all of it"
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == f"{prefix} safe"
    assert sorted(midst.made) == sorted(ours), "it went on afterwards, and made each once"
    assert sorted(scenes_told(sent)) == sorted(ours - {f"{prefix} safe"})
    assert several.main.director.setup() == ()


def test_a_take_goes_before_what_is_left_of_a_set_up(
    hand: Hand, several: Several, ours: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    midst = Midst(
        lambda: several.each(lambda output: take(output.director, bar_png(YELLOW), ("1", "2")))
    )
    set_up(several, midst, monkeypatch)
    assert len(midst.before) < len(ours) - 1, "the take waited for all of it"
    assert sorted(midst.made) == sorted(ours), "it went on afterwards, and made each once"
    assert near(colour_at(hand.output(), 640, 633), YELLOW)
    assert several.main.director.setup() == ()
    assert near(colour_at(hand.output(), 640, 633), YELLOW)


def test_a_take_that_makes_its_scenes_gives_way_to_safe(
    hand: Hand, several: Several, prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first request that makes something takes as long as it takes; no other follows."""
    made: list[str] = []
    asking = Link.batch
    safe = threading.Thread(target=lambda: several.safe(""))

    def batch(
        self: Link, questions: Sequence[tuple[str, Mapping[str, Any]]], in_one_frame: bool = False
    ) -> list[Mapping[str, Any]]:
        for scene in [data["sceneName"] for name, data in questions if name.startswith("Create")]:
            made.append(scene)
            if len(made) == 1:
                safe.start()
            elif made[-1] != f"{prefix} safe":
                safe.join(1)
        return asking(self, questions, in_one_frame)

    monkeypatch.setattr(Link, "batch", batch)
    refused = several.each(lambda output: take(output.director, bar_png(YELLOW), ("1", "2")))
    safe.join()
    assert [each.reason for each in refused.refused.values()] == [
        "the safe scene was called for meanwhile"
    ]
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == f"{prefix} safe"

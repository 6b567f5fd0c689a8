"""A set-up may take a busy OBS a minute; takes and safe go first meanwhile."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from obs_remote import YELLOW, Hand, bar_png, colour_at, near, take
from patience import eventually

from producer.obs import Director, Online
from producer.obs.director.outputs import Output, Outputs
from producer.obs.link.connection import Link
from producer.obs.monitor.watch import ObsWatch
from producer.obs.scenes.diff import Command
from producer.obs.scenes.layouts import LAYOUTS
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")


@pytest.fixture
def several(director: Director, settings: ObsSettings) -> Iterator[Outputs]:
    eventually(lambda: isinstance(director.state(), Online), "the director finds OBS")
    several = Outputs((Output("main", settings, director, ObsWatch(settings)),))
    yield several
    several.stop()


@pytest.fixture
def ours(prefix: str) -> set[str]:
    """All our scenes."""
    return {f"{prefix} {bank} {layout}" for bank in "AB" for layout in LAYOUTS} | {f"{prefix} safe"}


class Interruption:
    """Runs ``work`` during a set-up, from the scene ``comparison`` of bank A on, which has a
    backdrop; OBS then takes a second per scene until it is done. ``made``: the scenes created;
    ``before``: those created until then."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.made: list[str] = []
        self.before: list[str] = []
        self._work = work
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def creating(self, scene: str) -> None:
        self.made.append(scene)
        if scene.endswith("A comparison"):
            self._thread.start()
        if self._thread.ident is not None:
            self._done.wait(1)

    def _run(self) -> None:
        try:
            self._work()
        finally:
            self.before = list(self.made)
            self._done.set()


def set_up(
    several: Outputs, interruption: Interruption, patch: pytest.MonkeyPatch
) -> tuple[Command, ...]:
    """Sets up with ``interruption``; returns what was sent."""
    send = Link.batch

    def batch(
        self: Link, requests: Sequence[tuple[str, Mapping[str, Any]]], in_one_frame: bool = False
    ) -> list[Mapping[str, Any]]:
        for name, data in requests:
            if name == "CreateScene":
                interruption.creating(data["sceneName"])
        return send(self, requests, in_one_frame)

    with patch.context() as context:
        context.setattr(Link, "batch", batch)
        return several.maintain(lambda output: output.director.setup()).one()


def scenes_created(commands: tuple[Command, ...]) -> list[str]:
    return [each.data["sceneName"] for each in commands if each.request == "CreateScene"]


def items(hand: Hand, scene: str) -> int:
    return len(hand("GetSceneItemList", sceneName=scene)["sceneItems"])


def test_safe_interrupts_a_set_up(
    hand: Hand, several: Outputs, ours: set[str], prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    interruption = Interruption(lambda: several.safe(""))
    sent = set_up(several, interruption, monkeypatch)
    assert len(interruption.before) < len(ours) - 1, "safe waited for the whole set-up"
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == f"{prefix} safe"
    assert sorted(interruption.made) == sorted(ours), (
        "the set-up continued and created each scene once"
    )
    assert sorted(scenes_created(sent)) == sorted(ours - {f"{prefix} safe"})
    begun, other = (items(hand, f"{prefix} {bank} comparison") for bank in "AB")
    assert begun == other > 0, "what was begun is completed"
    assert several.main.director.setup() == ()


def test_a_take_interrupts_a_set_up(
    hand: Hand, several: Outputs, ours: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    interruption = Interruption(
        lambda: several.each(lambda output: take(output.director, bar_png(YELLOW), ("1", "2")))
    )
    set_up(several, interruption, monkeypatch)
    assert len(interruption.before) < len(ours) - 1, "the take waited for the whole set-up"
    assert sorted(interruption.made) == sorted(ours), (
        "the set-up continued and created each scene once"
    )
    assert near(colour_at(hand.output(), 640, 633), YELLOW)
    assert several.main.director.setup() == ()
    assert near(colour_at(hand.output(), 640, 633), YELLOW)


def test_a_take_that_creates_scenes_gives_way_to_safe(
    hand: Hand, several: Outputs, prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After its first creating request it sends no more."""
    made: list[str] = []
    send = Link.batch
    safe = threading.Thread(target=lambda: several.safe(""))

    def batch(
        self: Link, requests: Sequence[tuple[str, Mapping[str, Any]]], in_one_frame: bool = False
    ) -> list[Mapping[str, Any]]:
        for scene in [data["sceneName"] for name, data in requests if name.startswith("Create")]:
            made.append(scene)
            if len(made) == 1:
                safe.start()
            elif made[-1] != f"{prefix} safe":
                safe.join(1)
        return send(self, requests, in_one_frame)

    monkeypatch.setattr(Link, "batch", batch)
    refused = several.each(lambda output: take(output.director, bar_png(YELLOW), ("1", "2")))
    safe.join()
    assert [each.reason for each in refused.refused.values()] == [
        "the safe scene was requested, or graphics were cleared, meanwhile"
    ]
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == f"{prefix} safe"

"""OBS killed, disconnected, frozen and edited by others: the wanted picture returns.

After every step the true output is as it was taken, in a measured time, and what is not ours is
as it was.
"""

import queue
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from effort import counts
from obs_process import PASSWORD, ObsProcess, running_obs
from obs_proxy import Network, network
from obs_remote import (
    BLUE,
    GREEN,
    NEUTRAL,
    RED,
    SLOW_MACHINE,
    YELLOW,
    Colour,
    Hand,
    bar_png,
    colour_at,
    near,
    neutral,
    take,
)
from patience import eventually

from producer.obs import Director, ObsRefusal, Online
from producer.obs.link.connection import Address, Link
from producer.obs.link.refusals import RequestFailed
from producer.obs.monitor.watch import ObsWatch
from producer.obs.scenes.table_pictures import table_colour
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

PREFIX = "Chaos"
LEFT, RIGHT, BAR = (300, 200), (980, 200), (640, 633)
PAIRS = (("1", "2"), ("3", "4"), ("5", "6"), ("2", "5"))
BARS = (YELLOW, GREEN, RED, BLUE)
OWN, OWN_COLOUR = "Somebody's other scene", "Somebody's logo"


@dataclass
class Stage:
    """All that takes part. ``tables`` and ``bar``: what was taken last; ``since``: when OBS could
    be asked again, or was meddled with."""

    obs: ObsProcess
    way: Network
    director: Director
    watch: ObsWatch
    lots: random.Random
    hand: Hand
    tables: tuple[str, ...] = PAIRS[0]
    bar: Colour = YELLOW
    since: float = 0.0

    @property
    def scene(self) -> str:
        return self.watch.state().taken

    def take(self) -> None:
        """Another picture, as a producer would after a while."""
        self.tables, self.bar = self.lots.choice(PAIRS), self.lots.choice(BARS)
        self.taken_again()

    def taken_again(self) -> None:
        with self.watch.during_take():
            taken = take(self.director, bar_png(self.bar), self.tables)
            self.watch.expect(taken.scene, taken.sources)

    def new_hand(self) -> None:
        self.hand = Hand(Link(address(self.obs), queue.Queue(), SLOW_MACHINE).connect(), self.obs)

    def right(self) -> bool:
        """Whether the true output shows what was taken."""
        output = self.hand.output()
        wished = [colour(table_colour(table)) for table in self.tables]
        found = [colour_at(output, *place) for place in (LEFT, RIGHT, BAR)]
        return all(map(near, found, [*wished, self.bar]))

    def foreign(self) -> list[Any]:
        """Everything that is not ours."""
        scenes = [each["sceneName"] for each in self.hand("GetSceneList")["scenes"]]
        kept = sorted(name for name in scenes if not name.startswith(PREFIX))
        return [
            kept,
            [self.hand("GetSceneItemList", sceneName=name)["sceneItems"] for name in kept],
            self.hand("GetInputSettings", inputName=OWN_COLOUR),
            self.hand("GetCurrentSceneTransition"),
            self.hand("GetStudioModeEnabled"),
        ]


def colour(rgb: int) -> Colour:
    return rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255


def online(stage: Stage) -> bool:
    return isinstance(stage.director.state(), Online)


def answers_again(stage: Stage) -> None:
    """OBS answers somebody else; from now on it is our turn."""
    stage.new_hand()
    stage.since = time.monotonic()


def crash(stage: Stage) -> None:
    stage.hand.link.close()
    stage.obs.kill()
    eventually(lambda: not online(stage), "the loss is noticed")
    stage.obs.start()
    answers_again(stage)


def restart(stage: Stage) -> None:
    stage.hand.link.close()
    stage.obs.stop()
    with pytest.raises(ObsRefusal):
        stage.taken_again()
    stage.obs.start()
    answers_again(stage)


def cut_off(stage: Stage) -> None:
    stage.way.cut()
    eventually(lambda: not online(stage), "the loss is noticed")
    time.sleep(stage.lots.random())
    stage.way.restore()
    stage.since = time.monotonic()


def wrong_order(stage: Stage) -> None:
    """OBS comes back while there is no way to it, and the way only later."""
    stage.hand.link.close()
    stage.way.cut()
    stage.obs.kill()
    stage.obs.start()
    stage.new_hand()
    stage.way.restore()
    stage.since = time.monotonic()


def hang(stage: Stage) -> None:
    stage.obs.freeze()
    time.sleep(stage.lots.random())
    stage.obs.thaw()
    stage.since = time.monotonic()


def meddle(stage: Stage) -> None:
    """Somebody changes our scene on program; it is reported, and the producer repairs it."""
    stage.hand.forget()
    items = stage.hand("GetSceneItemList", sceneName=stage.scene)["sceneItems"]
    item = stage.lots.choice(items)
    place = {"sceneName": stage.scene, "sceneItemId": item["sceneItemId"]}
    what = stage.lots.choice(["hide", "move", "remove", "lower"])
    if what == "hide":
        stage.hand("SetSceneItemEnabled", **place, sceneItemEnabled=False)
    elif what == "move":
        moved = {"positionX": 333.0, "rotation": 20.0}
        stage.hand("SetSceneItemTransform", **place, sceneItemTransform=moved)
    elif what == "lower":
        stage.hand("SetSceneItemIndex", **place, sceneItemIndex=0)
    else:
        stage.hand("RemoveSceneItem", **place)
    result = time.monotonic()
    if what in ("hide", "remove"):
        eventually(lambda: stage.watch.state().alarms != (), "the alarm")
        sys.stdout.write(f"  alarm after {time.monotonic() - result:.2f} s\n")
    stage.since = time.monotonic()
    stage.director.repair()


def switched_away(stage: Stage) -> None:
    """Somebody switches to another scene; it raises an alarm, and the producer takes again."""
    result = time.monotonic()
    stage.hand("SetCurrentProgramScene", sceneName=stage.lots.choice([NEUTRAL, OWN]))
    eventually(
        lambda: [alarm.what for alarm in stage.watch.state().alarms] == ["foreign"], "the alarm"
    )
    sys.stdout.write(f"  alarm after {time.monotonic() - result:.2f} s\n")
    stage.since = time.monotonic()
    stage.taken_again()


def scene_removed(stage: Stage) -> None:
    """OBS switches to a foreign scene when the one on program is removed."""
    stage.hand("RemoveScene", sceneName=stage.scene)
    eventually(
        lambda: "foreign" in [alarm.what for alarm in stage.watch.state().alarms], "the alarm"
    )
    stage.since = time.monotonic()
    stage.taken_again()


def storm(stage: Stage) -> None:
    """Switches during transitions, which may freeze program."""
    chosen = stage.hand("GetCurrentSceneTransition")
    with stage.watch.during_take():
        for _ in range(stage.lots.choice([2, 4, 8])):
            name = stage.lots.choice(["Cut", "Fade"])
            stage.hand("SetCurrentSceneTransition", transitionName=name)
            scene = stage.lots.choice([NEUTRAL, OWN, stage.scene])
            stage.hand("SetCurrentProgramScene", sceneName=scene)
            time.sleep(stage.lots.random() * 0.1)
        stage.hand("SetCurrentSceneTransition", transitionName=chosen["transitionName"])
    stage.since = time.monotonic()
    stage.taken_again()


STEPS: tuple[Callable[[Stage], None], ...] = (
    meddle,
    crash,
    cut_off,
    switched_away,
    storm,
    wrong_order,
    scene_removed,
    hang,
    restart,
)


def saved(obs: ObsProcess) -> Hand:
    """With what is somebody's in OBS, and saved: an OBS that hangs while it is closed saves
    nothing."""
    for _ in range(3):
        hand = Hand(Link(address(obs), queue.Queue(), SLOW_MACHINE).connect(), obs)
        if hand.exists(OWN_COLOUR):
            return hand
        neutral(hand)
        hand("CreateScene", sceneName=OWN)
        hand.colour_source(OWN, OWN_COLOUR, RED, (300, 300))
        hand.link.close()
        obs.stop()
        obs.start()
    pytest.fail("OBS hung three times while it was closed")


def address(obs: ObsProcess) -> Address:
    return Address("127.0.0.1", obs.port, PASSWORD)


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with running_obs(tmp_path / "home") as obs, network(obs.port) as way:
        settings = ObsSettings(port=way.port, password=PASSWORD, prefix=PREFIX)
        director = Director(settings, tmp_path / "files", partial("{}".format), SLOW_MACHINE, 0.5)
        watch = ObsWatch(settings, SLOW_MACHINE)
        hand = saved(obs)
        made = Stage(obs, way, director, watch, random.Random(31), hand)
        director.start()
        watch.start()
        yield made
        watch.stop()
        director.stop()
        made.hand.link.close()


def test_the_wanted_picture_returns_after_random_failures(stage: Stage) -> None:
    stage.take()
    assert stage.right()
    times: list[float] = []
    steps = list(STEPS[:7])
    while len(steps) < counts(7, 100):
        steps.append(stage.lots.choice(STEPS))
    for number, step in enumerate(steps):
        before = stage.foreign()
        step(stage)
        eventually(lambda: still_right(stage), f"the wanted picture after {step.__name__}")
        times.append(time.monotonic() - stage.since)
        sys.stdout.write(f"{number + 1:3} {step.__name__}: right after {times[-1]:.2f} s\n")
        assert stage.foreign() == before
        eventually(lambda: stage.watch.state().alarms == (), "no alarm any more")
        # OBS may have kept the right picture, and show it before we are there again.
        eventually(lambda: online(stage), "the director is there")
        if stage.lots.random() < 0.5:
            stage.take()
            assert stage.right()
    sys.stdout.write(f"longest {max(times):.2f} s, {len(times)} steps\n")


def still_right(stage: Stage) -> bool:
    try:
        return stage.right()
    except (RequestFailed, FileNotFoundError):
        return False

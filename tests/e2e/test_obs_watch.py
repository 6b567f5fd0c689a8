"""Alarms and the recovery of a frozen program, with a real OBS."""

import queue
import random
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from effort import counts
from obs_remote import BLUE, GREEN, NEUTRAL, RED, SLOW_MACHINE, Colour, Hand, colour_at, near
from patience import eventually

from producer.obs import Director
from producer.obs.link.connection import Link, ObsEvent
from producer.obs.monitor.frozen import force_program
from producer.obs.monitor.watch import ObsWatch, WatchState
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

COLOURS = {"red": RED, "green": GREEN, "blue": BLUE}


@pytest.fixture
def scenes(hand: Hand, prefix: str) -> dict[str, Colour]:
    """Three scenes full of one colour each, by name."""
    made = {f"{prefix} {name}": colour for name, colour in COLOURS.items()}
    for name, colour in made.items():
        hand("CreateScene", sceneName=name)
        hand.colour_source(name, f"{name} colour", colour, (1280, 720))
    return made


class Counted(ObsWatch):
    """``observations``: how many it has made."""

    observations = 0

    def on_idle(self, link: Link) -> None:
        super().on_idle(link)
        self.observations += 1


@pytest.fixture
def watch(hand: Hand, settings: ObsSettings) -> Iterator[Counted]:  # noqa: ARG001
    watch = Counted(settings, SLOW_MACHINE)
    watch.start()
    yield watch
    watch.stop()


def wait_for(watch: ObsWatch, holds: Callable[[WatchState], bool], what: str) -> WatchState:
    eventually(lambda: holds(watch.state()), what)
    return watch.state()


def alarm(watch: ObsWatch, what: str, about: str) -> None:
    def is_raised(state: WatchState) -> bool:
        return any((each.what, each.about) == (what, about) for each in state.alarms)

    wait_for(watch, is_raised, f"{what} {about}")


def quiet(watch: ObsWatch) -> None:
    wait_for(watch, lambda state: state.alarms == () and state.program != "", "no alarm")


def foreign(state: WatchState) -> bool:
    return any(each.what == "foreign" for each in state.alarms)


def on_program(hand: Hand, watch: Counted, scene: str) -> None:
    with watch.during_take():
        if hand("GetCurrentProgramScene")["currentProgramSceneName"] != scene:
            hand.forget()
            hand("SetCurrentProgramScene", sceneName=scene)
            hand.event("SceneTransitionEnded")
        watch.expect(scene)
    # The first complete observation after a take adds what is shown in it.
    observations = watch.observations
    eventually(lambda: watch.observations >= observations + 2, "two more observations")
    wait_for(watch, lambda state: state.program == scene and not foreign(state), "taken")


def test_a_foreign_scene_raises_an_alarm_until_it_goes_or_is_ignored(
    hand: Hand, watch: Counted, scenes: dict[str, Colour]
) -> None:
    ours = next(iter(scenes))
    on_program(hand, watch, ours)
    hand("SetCurrentProgramScene", sceneName=NEUTRAL)
    alarm(watch, "foreign", NEUTRAL)
    hand("SetCurrentProgramScene", sceneName=ours)
    quiet(watch)
    hand("SetCurrentProgramScene", sceneName=NEUTRAL)
    alarm(watch, "foreign", NEUTRAL)
    watch.expect("")
    quiet(watch)


def test_hidden_removed_black_and_missing_pictures_raise_alarms(
    hand: Hand, watch: Counted, scenes: dict[str, Colour], prefix: str
) -> None:
    scene = next(iter(scenes))
    settings = {"file": f"/nowhere/{prefix}.png"}
    hand(
        "CreateInput",
        sceneName=scene,
        inputName=f"{prefix} picture",
        inputKind="image_source",
        inputSettings=settings,
    )
    on_program(hand, watch, scene)
    alarm(watch, "lacking", f"{prefix} picture")
    hand("RemoveInput", inputName=f"{prefix} picture")
    alarm(watch, "gone", f"{prefix} picture")
    on_program(hand, watch, scene)
    (item,) = hand("GetSceneItemList", sceneName=scene)["sceneItems"]
    address = {"sceneName": scene, "sceneItemId": item["sceneItemId"]}
    hand("SetSceneItemEnabled", **address, sceneItemEnabled=False)
    alarm(watch, "hidden", f"{scene} colour")
    hand("SetSceneItemEnabled", **address, sceneItemEnabled=True)
    quiet(watch)
    black = {"color": 0xFF000000}
    hand("SetInputSettings", inputName=f"{scene} colour", inputSettings=black)
    alarm(watch, "black", scene)


def storm(hand: Hand, scenes: list[str], lots: random.Random) -> None:
    """May freeze program: switches during transitions, with different transitions."""
    hand("SetCurrentSceneTransitionDuration", transitionDuration=300)
    for _ in range(lots.choice([2, 4, 8])):
        hand("SetCurrentSceneTransition", transitionName=lots.choice(["Cut", "Fade"]))
        hand("SetCurrentProgramScene", sceneName=lots.choice(scenes))
        time.sleep(lots.random() * lots.choice([0, 0.03, 0.1, 0.2]))


def test_a_frozen_program_is_recovered(
    hand: Hand, watch: ObsWatch, scenes: dict[str, Colour]
) -> None:
    lots = random.Random(7)
    for _ in range(counts(6, 40)):
        with watch.during_take():
            storm(hand, list(scenes), lots)
            named = hand("GetCurrentProgramScene")["currentProgramSceneName"]
            watch.expect(named)
        eventually(
            lambda named=named: near(colour_at(hand.output(), 640, 360), scenes[named]),
            f"{named} is really on program",
        )
    assert hand("GetStudioModeEnabled")["studioModeEnabled"] is False


def next_event(hand: Hand, until: float) -> ObsEvent | None:
    try:
        event = hand.link.inbox.get(timeout=max(0.01, until - time.monotonic()))
    except queue.Empty:
        return None
    assert isinstance(event, ObsEvent)
    return event


@pytest.mark.parametrize("studio", [False, True])
def test_a_scene_is_forced_to_program_in_any_state_of_obs(
    hand: Hand, scenes: dict[str, Colour], studio: bool
) -> None:
    lots = random.Random(8)
    first, _, last = scenes
    hand("SetStudioModeEnabled", studioModeEnabled=studio)
    for number in range(counts(3, 40)):
        if number % 2:
            storm(hand, list(scenes), lots)
        hand.transition("Fade", 15_000)
        hand("SetCurrentProgramScene", sceneName=first if number % 3 else last)
        hand.forget()
        force_program(hand.link, last, partial(next_event, hand))
        assert near(colour_at(hand.output(), 640, 360), scenes[last]), number
        assert hand("GetCurrentSceneTransition")["transitionName"] == "Fade"
    assert hand("GetStudioModeEnabled")["studioModeEnabled"] is studio


def test_safe_does_not_wait_for_a_long_transition(
    hand: Hand, director: Director, scenes: dict[str, Colour], prefix: str
) -> None:
    hand.transition("Fade", 20_000)
    hand("SetCurrentProgramScene", sceneName=next(iter(scenes)))
    taken = director.safe()
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == taken.scene
    assert near(colour_at(hand.output(), 640, 360), (36, 64, 110))
    assert taken.scene == f"{prefix} safe"
    assert hand("GetCurrentSceneTransition")["transitionName"] == "Fade"


def test_a_source_hidden_right_after_the_take_raises_an_alarm(
    hand: Hand, watch: ObsWatch, scenes: dict[str, Colour]
) -> None:
    """Before the first observation: the take itself says what is shown."""
    scene = next(iter(scenes))
    (item,) = hand("GetSceneItemList", sceneName=scene)["sceneItems"]
    with watch.during_take():
        hand("SetCurrentProgramScene", sceneName=scene)
        address = {"sceneName": scene, "sceneItemId": item["sceneItemId"]}
        hand("SetSceneItemEnabled", **address, sceneItemEnabled=False)
        watch.expect(scene, frozenset({item["sourceName"]}))
    alarm(watch, "hidden", item["sourceName"])

"""What OBS really shows, with a real OBS: alarms, and a program that stands still got loose."""

import queue
import random
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from effort import counts
from obs_eyes import BLUE, GREEN, NEUTRAL, RED, SLOW_MACHINE, Colour, Hand, colour_at, near
from patience import eventually

from producer.obs import Director
from producer.obs.director.frozen import force
from producer.obs.link.connection import Link, ObsEvent
from producer.obs.monitor.watch import ObsWatch, Truth
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
    """``looks``: how often it has looked."""

    looks = 0

    def idle(self, link: Link) -> None:
        super().idle(link)
        self.looks += 1


@pytest.fixture
def watch(hand: Hand, settings: ObsSettings) -> Iterator[Counted]:  # noqa: ARG001
    watch = Counted(settings, SLOW_MACHINE)
    watch.start()
    yield watch
    watch.stop()


def told(watch: ObsWatch, holds: Callable[[Truth], bool], what: str) -> Truth:
    eventually(lambda: holds(watch.truth()), what)
    return watch.truth()


def alarm(watch: ObsWatch, what: str, about: str) -> None:
    def is_told(truth: Truth) -> bool:
        return any((each.what, each.about) == (what, about) for each in truth.alarms)

    told(watch, is_told, f"{what} {about}")


def quiet(watch: ObsWatch) -> None:
    told(watch, lambda truth: truth.alarms == () and truth.program != "", "no alarm")


def foreign(truth: Truth) -> bool:
    return any(each.what == "foreign" for each in truth.alarms)


def on_program(hand: Hand, watch: Counted, scene: str) -> None:
    with watch.taking():
        if hand("GetCurrentProgramScene")["currentProgramSceneName"] != scene:
            hand.forget()
            hand("SetCurrentProgramScene", sceneName=scene)
            hand.event("SceneTransitionEnded")
        watch.taken(scene)
    # What belongs to the take is seen at the first whole look after it.
    looks = watch.looks
    eventually(lambda: watch.looks >= looks + 2, "it is looked at")
    told(watch, lambda truth: truth.program == scene and not foreign(truth), "taken")


def test_a_foreign_scene_is_told_until_it_goes_or_is_left_so(
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
    watch.taken("")
    quiet(watch)


def test_what_is_hidden_removed_black_or_without_a_picture_is_told(
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
    """What may freeze OBS's program: switches into running transitions, under other ones."""
    hand("SetCurrentSceneTransitionDuration", transitionDuration=300)
    for _ in range(lots.choice([2, 4, 8])):
        hand("SetCurrentSceneTransition", transitionName=lots.choice(["Cut", "Fade"]))
        hand("SetCurrentProgramScene", sceneName=lots.choice(scenes))
        time.sleep(lots.random() * lots.choice([0, 0.03, 0.1, 0.2]))


def test_a_program_that_stands_still_is_got_loose(
    hand: Hand, watch: ObsWatch, scenes: dict[str, Colour]
) -> None:
    lots = random.Random(7)
    for _ in range(counts(6, 40)):
        with watch.taking():
            storm(hand, list(scenes), lots)
            named = hand("GetCurrentProgramScene")["currentProgramSceneName"]
            watch.taken(named)
        eventually(
            lambda named=named: near(colour_at(hand.output(), 640, 360), scenes[named]),
            f"{named} is really on program",
        )
    assert hand("GetStudioModeEnabled")["studioModeEnabled"] is False


def next_event(hand: Hand, until: float) -> ObsEvent | None:
    try:
        heard = hand.link.heard.get(timeout=max(0.01, until - time.monotonic()))
    except queue.Empty:
        return None
    assert isinstance(heard, ObsEvent)
    return heard


@pytest.mark.parametrize("studio", [False, True])
def test_a_scene_is_forced_on_program_however_obs_stands(
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
        force(hand.link, last, partial(next_event, hand))
        assert near(colour_at(hand.output(), 640, 360), scenes[last]), number
        assert hand("GetCurrentSceneTransition")["transitionName"] == "Fade"
    assert hand("GetStudioModeEnabled")["studioModeEnabled"] is studio


def test_safe_does_not_wait_for_a_transition_that_lasts(
    hand: Hand, director: Director, scenes: dict[str, Colour], prefix: str
) -> None:
    hand.transition("Fade", 20_000)
    hand("SetCurrentProgramScene", sceneName=next(iter(scenes)))
    taken = director.safe()
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == taken.scene
    assert near(colour_at(hand.output(), 640, 360), (5, 10, 20))
    assert taken.scene == f"{prefix} safe"
    assert hand("GetCurrentSceneTransition")["transitionName"] == "Fade"


def test_what_is_hidden_right_after_the_take_is_told_too(
    hand: Hand, watch: ObsWatch, scenes: dict[str, Colour]
) -> None:
    """Before anybody has looked: what belongs to the scene is known from the take itself."""
    scene = next(iter(scenes))
    (item,) = hand("GetSceneItemList", sceneName=scene)["sceneItems"]
    with watch.taking():
        hand("SetCurrentProgramScene", sceneName=scene)
        address = {"sceneName": scene, "sceneItemId": item["sceneItemId"]}
        hand("SetSceneItemEnabled", **address, sceneItemEnabled=False)
        watch.taken(scene, frozenset({item["sourceName"]}))
    alarm(watch, "hidden", item["sourceName"])

"""In studio mode the producer's own preview stays where it is; and scene collections may change."""

from collections.abc import Callable
from functools import partial

import pytest
from obs_remote import BLUE, GREEN, NEUTRAL, YELLOW, Hand, bar_png, colour_at, graphics, near, take
from patience import eventually

from producer.obs import Director, Online, Shot
from producer.obs.director.outputs import Output
from producer.obs.monitor.watch import ObsWatch
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

OWN = "A scene that somebody prepares"


@pytest.fixture
def preparing(hand: Hand, director: Director) -> Callable[[], str]:
    """Studio mode with a scene of the producer's on preview; the result reads what is there."""
    hand("CreateScene", sceneName=OWN)
    hand.colour_source(OWN, f"{OWN}'s colour", GREEN, (1280, 720))
    hand("SetStudioModeEnabled", studioModeEnabled=True)
    hand.event("StudioModeStateChanged")
    eventually(lambda: getattr(director.state(), "studio", False), "studio mode is reported")
    hand("SetCurrentPreviewScene", sceneName=OWN)
    hand.event("CurrentPreviewSceneChanged")
    yield lambda: str(hand("GetCurrentPreviewScene")["currentPreviewSceneName"])
    hand("SetStudioModeEnabled", studioModeEnabled=False)
    hand.remove_scene(OWN)


@pytest.mark.parametrize("transition", ["cut", "fade"])
def test_neither_preview_nor_takes_move_the_producers_own_preview(
    hand: Hand, director: Director, preparing: Callable[[], str], prefix: str, transition: str
) -> None:
    director.preview(Shot("two-up", ("1", "2")), graphics(bar_png(YELLOW)))
    assert preparing() == OWN
    for colour, tables in ((YELLOW, ("1", "2")), (BLUE, ("3", "1"))):
        shot = Shot("two-up", tables)
        taken = director.take(shot, graphics(bar_png(colour)), transition=transition)
        assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == taken.scene
        assert preparing() == OWN
        assert near(colour_at(hand.output(), 640, 633), colour)
    director.safe()
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == f"{prefix} safe"
    eventually(lambda: preparing() == OWN, "it is back")


def test_safe_during_a_transition_leaves_the_preview_too(
    hand: Hand, director: Director, preparing: Callable[[], str], prefix: str
) -> None:
    """A transition that runs is interrupted by turning studio mode off and on."""
    director.safe()
    hand("SetCurrentSceneTransition", transitionName="Fade")
    hand("SetCurrentSceneTransitionDuration", transitionDuration=20_000)
    hand("SetCurrentProgramScene", sceneName=NEUTRAL)
    hand("SetCurrentPreviewScene", sceneName=OWN)
    eventually(lambda: preparing() == OWN, "it is prepared")
    director.safe()
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == f"{prefix} safe"
    eventually(lambda: preparing() == OWN, "it is back")
    hand.transition("Cut")


def test_another_scene_collection_is_reported_and_taken_to(
    hand: Hand, director: Director, settings: ObsSettings, prefix: str
) -> None:
    before = hand("GetSceneCollectionList")["currentSceneCollectionName"]
    watch = ObsWatch(settings)
    watch.start()
    output = Output("main", settings, director, watch)
    with output.during_take() as expect:
        result = take(director, bar_png(YELLOW), ("1", "2"))
        expect(result.scene, result.sources)
    hand("CreateSceneCollection", sceneCollectionName=f"Evening of {prefix}")
    hand.event("CurrentSceneCollectionChanged")
    now = str(hand("GetCurrentProgramScene")["currentProgramSceneName"])
    assert now != result.scene

    def reports(scene: str) -> bool:
        state = director.state()
        return isinstance(state, Online) and state.program == scene

    eventually(partial(reports, now), "what is on program now is reported")
    eventually(lambda: watch.state().alarms != (), "and differs from what was taken")
    taken = take(director, bar_png(BLUE), ("2", "3"))
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == taken.scene
    watch.stop()  # OBS crashes on a request that arrives just as a change begins
    for name in (before, f"Evening of {prefix}", before):
        hand("SetCurrentSceneCollection", sceneCollectionName=name)
        hand.event("CurrentSceneCollectionChanged")
        now = str(hand("GetCurrentProgramScene")["currentProgramSceneName"])
        eventually(partial(reports, now), f"the program of {name} is reported")

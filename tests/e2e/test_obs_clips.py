"""Clips on air with a real OBS: cued, played, paused at the fork, replayed."""

import queue
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from grey_clip import SECONDS, grey, make_clip
from obs_process import PASSWORD, ObsProcess, running_obs
from obs_proxy import network
from obs_remote import NEUTRAL, SLOW_MACHINE, Hand
from patience import eventually
from ports import free_port

from producer.obs.clips.files import Clip
from producer.obs.clips.media_source import OnAir, clip_scene, clip_source
from producer.obs.clips.player import ClipPlayer
from producer.obs.clips.status import ClipEvent, NotCued, PlayerStatus
from producer.obs.director.control import Director
from producer.obs.director.outputs import Output, Outputs
from producer.obs.link.connection import Address, Link
from producer.obs.link.refusals import ObsRefusal, PictureNotLoaded
from producer.obs.monitor.watch import ObsWatch
from producer.segments.manifest import ClipMark
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

FORK = 1.5
LONG_CLIP = 12
"""Seconds; so long that a clip does not end before its OBS is lost, even on a busy machine."""


@pytest.fixture
def clip(tmp_path: Path) -> Clip:
    path = tmp_path / "deal 31.mp4"
    make_clip(path)
    marks = (ClipMark(name="fork", at=FORK),)
    return Clip(name="deal 31", file=path, deals=("guide/A/1",), marks=marks)


def output(name: str, settings: ObsSettings, folder: Path) -> Output:
    director = Director(settings, folder / name, lambda bank: f"http://127.0.0.1:9/{bank}")
    return Output(name, settings, director, ObsWatch(settings, SLOW_MACHINE))


@pytest.fixture
def runs() -> list[ClipEvent]:
    return []


@pytest.fixture
def sealed() -> set[str]:
    """Names of clips that may no longer be shown."""
    return set()


@pytest.fixture
def playing_on(
    tmp_path: Path, runs: list[ClipEvent], sealed: set[str]
) -> Iterator[Callable[..., ClipPlayer]]:
    started: list[Outputs | ClipPlayer] = []

    def start(*places: ObsSettings) -> ClipPlayer:
        outputs = (output(f"obs {n}", place, tmp_path) for n, place in enumerate(places))
        several = Outputs(tuple(outputs))
        player = ClipPlayer(several, runs.append, lambda clip: clip.name not in sealed)
        started.extend((several, player))
        several.start()
        player.start()
        return player

    yield start
    for each in reversed(started):
        each.stop()


@pytest.fixture
def player(
    hand: Hand,  # noqa: ARG001 - program is somewhere else when the player comes
    settings: ObsSettings,
    playing_on: Callable[..., ClipPlayer],
) -> ClipPlayer:
    return playing_on(settings)


def shown(hand: Hand) -> int:
    """The brightness in the middle of the true output."""
    return int(hand.output()[360, 640].mean())


def near_second(found: int, second: int) -> bool:
    return abs(found - grey(second)) <= 6


def test_a_clip_is_cued_played_paused_at_the_fork_and_replayed(
    hand: Hand, player: ClipPlayer, clip: Clip, runs: list[ClipEvent], prefix: str
) -> None:
    cued = player.cue(clip)
    assert (cued.state, cued.at(time.monotonic())) == ("cued", 0)
    assert cued.length == pytest.approx(SECONDS, abs=0.1)
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == NEUTRAL
    player.play(until="fork")
    eventually(lambda: player.now().state == "paused", "paused at the fork")
    status = hand("GetMediaInputStatus", inputName=clip_source(prefix))
    assert status["mediaState"] == "OBS_MEDIA_STATE_PAUSED"
    paused_at = status["mediaCursor"] / 1000
    assert FORK - 0.1 <= paused_at <= FORK + 1.5  # a busy machine is late, and none is early
    sys.stdout.write(f"paused {status['mediaCursor'] - FORK * 1000:+.0f} ms from the fork\n")
    # A busy OBS may render the paused frame a moment after the pause.
    eventually(lambda: near_second(shown(hand), int(paused_at)), "the picture at the fork")
    assert player.now().next_mark(time.monotonic()) is None or player.now().at(0) < FORK
    player.play()
    eventually(lambda: player.now().state == "ended", "the end")
    eventually(lambda: near_second(shown(hand), SECONDS - 1), "its last picture stands")
    assert player.now().left(time.monotonic()) == 0
    player.play(at=0)
    eventually(lambda: shown(hand) < grey(SECONDS - 1) - 20, "it plays from the start again")
    hand("SetCurrentProgramScene", sceneName=NEUTRAL)
    eventually(lambda: runs != [] and runs[-1].what == "off air", "off air is told")
    whats = [run.what for run in runs]
    assert [what for what in whats if what != "played"] == ["on air", "paused", "ended", "off air"]
    assert whats.count("played") == 3
    cursors = {run.what: run.cursor for run in runs[:-2]}
    assert cursors["paused"] == pytest.approx(paused_at, abs=0.02)
    assert cursors["ended"] == pytest.approx(SECONDS, abs=0.2)


def test_an_unplayable_clip_is_refused_with_the_reason(
    hand: Hand, player: ClipPlayer, clip: Clip, tmp_path: Path, prefix: str
) -> None:
    with pytest.raises(NotCued):
        player.play()
    missing = clip.model_copy(update={"file": tmp_path / "none.mp4"})
    with pytest.raises(PictureNotLoaded, match=r"could not open the segment none\.mp4"):
        player.cue(missing)
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"this is no clip")
    with pytest.raises(PictureNotLoaded, match=r"broken\.mp4"):
        player.cue(clip.model_copy(update={"file": broken}))
    player.cue(clip)
    with pytest.raises(ObsRefusal, match="no mark 'end'; it has fork"):
        player.play(until="end")
    player.play()
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == clip_scene(prefix)
    with pytest.raises(OnAir):
        player.cue(clip)


def test_an_obs_that_is_offline_does_not_delay_the_other(
    hand: Hand,
    settings: ObsSettings,
    clip: Clip,
    playing_on: Callable[..., ClipPlayer],
    prefix: str,
) -> None:
    down = settings.model_copy(update={"port": free_port()})
    for places in ((settings, down), (down, settings)):
        hand("SetCurrentProgramScene", sceneName=NEUTRAL)
        player = playing_on(*places)
        assert player.cue(clip).state == "cued"
        player.play()
        assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == clip_scene(prefix)
    player = playing_on(down)
    with pytest.raises(ObsRefusal, match="nothing answers"):
        player.cue(clip)


@contextmanager
def new_hand(obs: ObsProcess, address: Address) -> Iterator[Hand]:
    """A new connection after a restart of OBS."""
    with Link(address, queue.Queue(), SLOW_MACHINE).connect() as link:
        yield Hand(link, obs)


def on_air_until(player: ClipPlayer, clip: Clip, at: float) -> None:
    player.cue(clip)
    player.play()
    eventually(lambda: player.now().at(time.monotonic()) >= at, "it plays")


def test_a_clip_is_cued_again_off_air_after_obs_was_lost(
    obs: ObsProcess,
    address: Address,
    player: ClipPlayer,
    clip: Clip,
    runs: list[ClipEvent],
    prefix: str,
) -> None:
    make_clip(clip.file, LONG_CLIP)
    on_air_until(player, clip, 2.2)
    obs.kill()
    eventually(lambda: player.now().state == "nothing", "the loss is told")
    eventually(lambda: not player.now().on_air, "and then that it is off air")
    assert runs[-1].what == "off air"
    reached = runs[-1].cursor
    with pytest.raises(NotCued, match=f"OBS was lost at 0:{int(reached):02d}"):
        player.play()
    obs.start()
    eventually(lambda: player.now().state == "cued", "it is cued again")
    now = player.now()
    # OBS seeks to key frames: here every 12th frame.
    assert reached - 0.5 <= now.cursor <= reached + 0.1
    assert now.note == f"cued again at 0:{int(now.cursor):02d} after OBS was lost"
    with new_hand(obs, address) as hand:
        assert hand("GetCurrentProgramScene")["currentProgramSceneName"] != clip_scene(prefix)
        status = hand("GetMediaInputStatus", inputName=clip_source(prefix))
        assert status["mediaState"] == "OBS_MEDIA_STATE_PAUSED"
        assert status["mediaCursor"] == round(now.cursor * 1000)
        eventually(
            lambda: near_second(
                int(hand.scene(clip_scene(prefix))[36, 64].mean()), int(now.cursor)
            ),
            "the picture of that place",
        )
        assert runs[-1].what == "off air", "it went on air by itself"
        assert player.play().note == ""
        next_second = grey(int(now.cursor) + 1)
        eventually(lambda: shown(hand) >= next_second - 6, "it plays on from there")


def test_a_clip_that_obs_itself_restores_on_program_is_paused_at_its_position(
    obs: ObsProcess, address: Address, player: ClipPlayer, clip: Clip, runs: list[ClipEvent]
) -> None:
    """After an orderly exit OBS starts with the same scene and plays the clip from 0."""
    make_clip(clip.file, LONG_CLIP)
    on_air_until(player, clip, 2.2)
    obs.stop()
    obs.start()
    eventually(lambda: player.now().state == "paused", "it is paused")
    now = player.now()
    assert (now.on_air, now.note) == (True, f"paused at 0:{int(now.cursor):02d} after OBS was lost")
    assert now.cursor > 1.5
    with new_hand(obs, address) as hand:
        eventually(lambda: near_second(shown(hand), int(now.cursor)), "the picture of that place")
    eventually(lambda: [run.what for run in runs[-2:]] == ["on air", "paused"], "both are told")


def test_a_clip_keeps_playing_if_only_the_connection_was_lost(
    hand: Hand,
    settings: ObsSettings,
    clip: Clip,
    runs: list[ClipEvent],
    playing_on: Callable[..., ClipPlayer],
    prefix: str,
) -> None:
    make_clip(clip.file, 8)
    with network(settings.port) as between:
        player = playing_on(settings.model_copy(update={"port": between.port}))
        on_air_until(player, clip, 0.5)
        between.cut()
        eventually(lambda: player.now().state == "nothing", "the loss is told")
        between.restore()
        eventually(lambda: player.now().on_air, "it is on air as before")
        assert player.now().note == ""
        assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == clip_scene(prefix)
        eventually(lambda: player.now().state == "ended", "it plays on to its end")
    assert "paused" not in [run.what for run in runs]


def test_a_clip_that_may_no_longer_be_shown_is_not_cued_again(
    obs: ObsProcess, player: ClipPlayer, clip: Clip, sealed: set[str]
) -> None:
    player.cue(clip)
    obs.kill()
    eventually(lambda: player.now().state == "nothing", "the loss is told")
    sealed.add(clip.name)
    obs.start()
    eventually(lambda: player.now() == PlayerStatus(), "it is forgotten")


@pytest.mark.usefixtures("hand")
def test_a_main_obs_that_is_back_gets_the_clip_off_air_while_the_backup_plays(
    obs: ObsProcess,
    address: Address,
    settings: ObsSettings,
    clip: Clip,
    runs: list[ClipEvent],
    playing_on: Callable[..., ClipPlayer],
    prefix: str,
    tmp_path: Path,
) -> None:
    make_clip(clip.file, LONG_CLIP)
    with running_obs(tmp_path / "home") as second:
        backup = settings.model_copy(update={"port": second.port, "password": PASSWORD})
        player = playing_on(settings, backup)
        on_air_until(player, clip, 0.5)
        obs.kill()
        obs.start()
        eventually(lambda: player.now().note != "", "it is told")
        assert " in obs 0 after OBS was lost" in player.now().note
        with new_hand(obs, address) as back:
            assert back("GetCurrentProgramScene")["currentProgramSceneName"] != clip_scene(prefix)
            status = back("GetMediaInputStatus", inputName=clip_source(prefix))
            assert status["mediaState"] == "OBS_MEDIA_STATE_PAUSED"
        beside = Address("127.0.0.1", second.port, PASSWORD)
        with new_hand(second, beside) as other:
            assert other("GetCurrentProgramScene")["currentProgramSceneName"] == clip_scene(prefix)
        assert [run.what for run in runs] == ["on air", "played"]
    eventually(lambda: [run.what for run in runs[2:]] == ["off air"], "the loss is told")
    eventually(lambda: player.now().state == "paused", "and then it is paused where it is left")
    assert not player.now().on_air

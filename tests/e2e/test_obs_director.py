"""The director when OBS starts late, closes, hangs, comes back or cannot be reached."""

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from obs_process import PASSWORD, ObsProcess
from obs_remote import (
    BLUE,
    NEUTRAL,
    SLOW_MACHINE,
    YELLOW,
    Hand,
    bar_png,
    colour_at,
    graphics,
    near,
    neutral,
    take,
)
from patience import PATIENCE, eventually
from ports import free_port

from producer.obs import Director, Offline, Online, Shot
from producer.obs.link.connection import Address, Link
from producer.obs.link.refusals import LinkLost, NoLink, NotReachable, Stopped, WrongPassword
from producer.obs.scenes.layouts import LAYOUTS
from producer.obs.scenes.setup import set_up
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

START_DIRECTOR = Callable[..., Director]
TABLES = ("1", "2")
SHOT = Shot("two-up", TABLES)


def online(director: Director) -> bool:
    return isinstance(director.state(), Online)


def offline(director: Director) -> bool:
    return isinstance(director.state(), Offline)


def new_hand(address: Address, obs: ObsProcess) -> Hand:
    """A new connection after a restart of OBS."""
    return Hand(Link(address, queue.Queue(), SLOW_MACHINE).connect(), obs)


def test_a_take_while_obs_is_offline_is_refused_with_the_reason(
    directing: START_DIRECTOR,
) -> None:
    director = directing(ObsSettings(port=free_port()))
    asked_for = []

    def png() -> bytes:
        asked_for.append("png")
        return b""

    with pytest.raises(NotReachable, match=r"nothing answers.*Enable WebSocket server"):
        director.take(SHOT, replace(graphics(b""), png=png))
    assert asked_for == []
    assert offline(director)


def test_a_take_is_refused_for_a_wrong_password(
    settings: ObsSettings, directing: START_DIRECTOR
) -> None:
    director = directing(settings.model_copy(update={"password": "not this one"}))
    with pytest.raises(WrongPassword):
        take(director, bar_png(YELLOW), TABLES)


def test_a_director_that_is_not_running_refuses(
    hand: Hand, settings: ObsSettings, tmp_path: Path
) -> None:
    director = Director(settings, tmp_path, str, SLOW_MACHINE)
    with pytest.raises(Stopped):
        take(director, bar_png(YELLOW), TABLES)
    with director:
        take(director, bar_png(YELLOW), TABLES)
    with pytest.raises(Stopped):
        take(director, bar_png(BLUE), TABLES)
    assert not [t for t in threading.enumerate() if t.name == "obs-director"]
    assert near(colour_at(hand.output(), 640, 633), YELLOW)


def test_an_obs_that_starts_later_is_found(
    obs: ObsProcess, settings: ObsSettings, directing: START_DIRECTOR, address: Address
) -> None:
    obs.stop()
    director = directing(settings)
    with pytest.raises(NotReachable):
        take(director, bar_png(YELLOW), TABLES)
    obs.start()
    eventually(lambda: online(director), "the director finds OBS")
    take(director, bar_png(YELLOW), TABLES)
    with new_hand(address, obs).link as link:
        assert near(colour_at(Hand(link, obs).output(), 640, 633), YELLOW)


def test_after_a_crash_of_obs_program_is_restored(
    hand: Hand,
    obs: ObsProcess,
    director: Director,
    address: Address,
) -> None:
    scene = take(director, bar_png(YELLOW), TABLES).scene
    hand.link.close()
    obs.kill()
    eventually(lambda: offline(director), "the loss is noticed")
    with pytest.raises(NoLink):
        take(director, bar_png(BLUE), TABLES)
    obs.start()
    eventually(lambda: online(director), "the director finds OBS again")
    state = director.state()
    assert isinstance(state, Online)
    assert state.trouble is None
    with new_hand(address, obs).link as link:
        after = Hand(link, obs)
        # OBS was killed before it saved, so everything was created again.
        assert near(colour_at(after.output(), 640, 633), YELLOW)
        assert after("GetCurrentProgramScene")["currentProgramSceneName"] == scene
        assert state.program == scene
        take(director, bar_png(BLUE), TABLES)
        assert near(colour_at(after.output(), 640, 633), BLUE)


def test_a_take_during_which_obs_crashes_is_refused(
    hand: Hand, obs: ObsProcess, director: Director
) -> None:
    hand.transition("Fade", 20000)
    caught: list[Exception] = []

    def taking() -> None:
        try:
            take(director, bar_png(YELLOW), TABLES)
        except NoLink as refusal:
            caught.append(refusal)

    thread = threading.Thread(target=taking)
    hand.forget()
    thread.start()
    hand.event("SceneTransitionStarted")
    hand.link.close()
    obs.kill()
    thread.join(PATIENCE)
    assert [type(refusal) for refusal in caught] == [LinkLost]


def test_an_obs_that_hangs_is_offline_until_it_answers_again(
    hand: Hand, obs: ObsProcess, settings: ObsSettings, tmp_path: Path
) -> None:
    impatient = type(SLOW_MACHINE)(connect=20, answer=1, ready=60)
    with Director(settings, tmp_path, str, impatient, heartbeat=0.2) as director:
        eventually(lambda: online(director), "the director finds OBS")
        obs.freeze()
        try:
            eventually(lambda: offline(director), "the silence is noticed")
        finally:
            obs.thaw()
        eventually(lambda: online(director), "OBS is found again")
        assert hand.link.alive


def test_a_foreign_switch_of_program_is_reported(
    hand: Hand, director: Director, prefix: str
) -> None:
    eventually(lambda: online(director), "the director finds OBS")
    hand("CreateScene", sceneName=f"{prefix}: somebody's other scene")
    hand("SetCurrentProgramScene", sceneName=f"{prefix}: somebody's other scene")
    eventually(
        lambda: getattr(director.state(), "program", "") == f"{prefix}: somebody's other scene",
        "the state names the other scene",
    )
    neutral(hand)
    eventually(lambda: getattr(director.state(), "program", "") == NEUTRAL, "and the first again")


def test_set_up_creates_every_scene_once_and_leaves_program_alone(
    hand: Hand, director: Director, prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each by itself: a busy OBS takes seconds for one, and for all together longer than it may
    be silent."""
    at_once: list[list[str]] = []

    def batch(
        self: Link, questions: Sequence[tuple[str, Mapping[str, Any]]], in_one_frame: bool = False
    ) -> list[Mapping[str, Any]]:
        at_once.append([name for name, _ in questions if name.startswith("Create")])
        return asking(self, questions, in_one_frame)

    asking = Link.batch
    monkeypatch.setattr(Link, "batch", batch)
    sent = director.setup()
    making = [command.request for command in sent if command.request.startswith("Create")]
    assert [names for names in at_once if names] == [[name] for name in making]
    scenes = [scene["sceneName"] for scene in hand("GetSceneList")["scenes"]]
    ours = [f"{prefix} {bank} {layout}" for bank in "AB" for layout in LAYOUTS] + [f"{prefix} safe"]
    assert set(ours) <= set(scenes)
    assert all(command.why for command in sent)
    assert director.setup() == ()
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == NEUTRAL


def test_set_up_leaves_the_scene_on_air(hand: Hand, director: Director, prefix: str) -> None:
    take(director, bar_png(YELLOW), TABLES)
    director.setup()
    with TemporaryDirectory() as folder:  # another service, which knows of nothing on air
        set_up(hand.link, ObsSettings(prefix=prefix), Path(folder), str)
    assert near(colour_at(hand.output(), 640, 633), YELLOW)


def test_two_takes_at_once_run_one_after_the_other(hand: Hand, director: Director) -> None:
    takes = [(YELLOW, TABLES), (BLUE, ("3", "4"))]
    order = []

    def taking(bar: tuple[int, int, int], tables: tuple[str, str]) -> None:
        def png() -> bytes:
            order.append(bar)
            return bar_png(bar)

        director.take(Shot("two-up", tables), replace(graphics(b""), png=png))

    threads = [threading.Thread(target=taking, args=one) for one in takes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(order) == sorted([YELLOW, BLUE])
    assert near(colour_at(hand.output(), 640, 633), order[-1])


def test_no_refusal_contains_the_password(settings: ObsSettings, directing: START_DIRECTOR) -> None:
    director = directing(settings.model_copy(update={"password": "secret-that-is-wrong"}))
    with pytest.raises(WrongPassword) as raised:
        take(director, bar_png(YELLOW), TABLES)
    assert "secret-that-is-wrong" not in str(raised.value)
    assert PASSWORD not in str(raised.value)

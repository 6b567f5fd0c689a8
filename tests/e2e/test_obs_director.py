"""The director when OBS comes late, goes, hangs, comes back, or is not to be had."""

import queue
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from obs_eyes import (
    BLUE,
    NEUTRAL,
    SLOW_MACHINE,
    YELLOW,
    Hand,
    bar_png,
    colour_at,
    eventually,
    graphics,
    near,
    neutral,
)
from obs_process import PASSWORD, ObsProcess, free_port

from producer.obs import Director, Offline, Online
from producer.obs.link import Address, Link
from producer.obs.refusals import (
    LinkLost,
    NoLink,
    NotReachable,
    Stopped,
    WrongPassword,
)
from producer.obs.wanted import GraphicsSource, two_up
from producer.settings import ObsSettings
from producer.stages.two_up import PICTURES

pytestmark = pytest.mark.xdist_group("obs")

START_DIRECTOR = Callable[..., Director]
TABLES = ("north", "south")


def online(director: Director) -> bool:
    return isinstance(director.state(), Online)


def offline(director: Director) -> bool:
    return isinstance(director.state(), Offline)


def new_hand(address: Address, obs: ObsProcess) -> Hand:
    """OBS was started again, so the hand of before holds nothing."""
    return Hand(Link(address, queue.Queue(), SLOW_MACHINE).connect(), obs)


def test_a_take_while_obs_is_not_there_is_refused_with_the_reason(
    directing: START_DIRECTOR,
) -> None:
    director = directing(ObsSettings(port=free_port()))
    asked_for = []

    def png() -> bytes:
        asked_for.append("png")
        return b""

    still = graphics(b"")
    with pytest.raises(NotReachable, match=r"nothing answers.*Enable WebSocket server"):
        director.take(type(still)(still.page, png), TABLES)
    assert asked_for == []
    assert offline(director)


def test_a_wrong_password_is_told_by_the_take(
    settings: ObsSettings, directing: START_DIRECTOR
) -> None:
    director = directing(settings.model_copy(update={"password": "not this one"}))
    with pytest.raises(WrongPassword):
        director.take(graphics(bar_png(YELLOW)), TABLES)


def test_a_director_that_was_not_started_or_has_stopped_refuses(
    hand: Hand, settings: ObsSettings, tmp_path: Path
) -> None:
    director = Director(settings, tmp_path, SLOW_MACHINE)
    with pytest.raises(Stopped):
        director.take(graphics(bar_png(YELLOW)), TABLES)
    with director:
        director.take(graphics(bar_png(YELLOW)), TABLES)
    with pytest.raises(Stopped):
        director.take(graphics(bar_png(BLUE)), TABLES)
    assert not [t for t in threading.enumerate() if t.name == "obs-director"]
    assert near(colour_at(hand.output(), 640, 633), YELLOW)


def test_obs_that_starts_after_us_is_found(
    obs: ObsProcess, settings: ObsSettings, directing: START_DIRECTOR, address: Address
) -> None:
    obs.stop()
    director = directing(settings)
    with pytest.raises(NotReachable):
        director.take(graphics(bar_png(YELLOW)), TABLES)
    obs.start()
    eventually(lambda: online(director), "the director finds OBS")
    director.take(graphics(bar_png(YELLOW)), TABLES)
    with new_hand(address, obs).link as link:
        assert near(colour_at(Hand(link, obs).output(), 640, 633), YELLOW)


def test_after_a_crash_the_link_and_the_scene_come_back_and_program_is_left_alone(
    hand: Hand,
    obs: ObsProcess,
    director: Director,
    address: Address,
) -> None:
    scene = director.take(graphics(bar_png(YELLOW)), TABLES).scene
    hand.link.close()
    obs.kill()
    eventually(lambda: offline(director), "the loss is noticed")
    with pytest.raises(NoLink):
        director.take(graphics(bar_png(BLUE)), TABLES)
    obs.start()
    eventually(lambda: online(director), "the director finds OBS again")
    state = director.state()
    assert isinstance(state, Online)
    assert state.trouble is None
    with new_hand(address, obs).link as link:
        after = Hand(link, obs)
        # OBS was killed before it saved: what is there now was made again.
        assert near(colour_at(after.scene(scene), 64, 63), YELLOW)
        assert after("GetCurrentProgramScene")["currentProgramSceneName"] == state.program
        assert state.program != scene
        director.take(graphics(bar_png(BLUE)), TABLES)
        assert near(colour_at(after.output(), 640, 633), BLUE)


def test_a_take_during_which_obs_crashes_is_refused(
    hand: Hand, obs: ObsProcess, director: Director
) -> None:
    hand.transition("Fade", 20000)
    caught: list[Exception] = []

    def take() -> None:
        try:
            director.take(graphics(bar_png(YELLOW)), TABLES)
        except NoLink as refusal:
            caught.append(refusal)

    thread = threading.Thread(target=take)
    hand.forget()
    thread.start()
    hand.event("SceneTransitionStarted")
    hand.link.close()
    obs.kill()
    thread.join(60)
    assert [type(refusal) for refusal in caught] == [LinkLost]


def test_an_obs_that_hangs_is_offline_until_it_answers_again(
    hand: Hand, obs: ObsProcess, settings: ObsSettings, tmp_path: Path
) -> None:
    impatient = type(SLOW_MACHINE)(connect=20, answer=1, ready=60)
    with Director(settings, tmp_path, impatient, heartbeat=0.2) as director:
        eventually(lambda: online(director), "the director finds OBS")
        obs.freeze()
        try:
            eventually(lambda: offline(director), "the silence is noticed")
        finally:
            obs.thaw()
        eventually(lambda: online(director), "OBS is found again")
        assert hand.link.alive


def test_what_others_do_on_program_is_known(hand: Hand, director: Director, prefix: str) -> None:
    eventually(lambda: online(director), "the director finds OBS")
    hand("CreateScene", sceneName=f"{prefix}: somebody's other scene")
    hand("SetCurrentProgramScene", sceneName=f"{prefix}: somebody's other scene")
    eventually(
        lambda: getattr(director.state(), "program", "") == f"{prefix}: somebody's other scene",
        "the state names the other scene",
    )
    neutral(hand)
    eventually(lambda: getattr(director.state(), "program", "") == NEUTRAL, "and the first again")


def test_ensure_makes_the_scene_once_and_leaves_program_alone(
    hand: Hand, director: Director, prefix: str, tmp_path: Path
) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(bar_png(YELLOW))
    wanted = two_up(
        prefix,
        {},
        TABLES,
        (PICTURES["left"], PICTURES["right"]),
        GraphicsSource("image_source", picture),
        (1280, 720),
    )
    sent = director.ensure(wanted)
    assert [command.request for command in sent[:4]] == [
        "CreateScene",
        "CreateInput",
        "CreateInput",
        "CreateInput",
    ]
    assert all(command.why for command in sent)
    assert director.ensure(wanted) == ()
    assert hand("GetCurrentProgramScene")["currentProgramSceneName"] == NEUTRAL


def test_two_takes_at_once_come_one_after_the_other(hand: Hand, director: Director) -> None:
    takes = [(YELLOW, TABLES), (BLUE, ("west", "east"))]
    order = []

    def take(bar: tuple[int, int, int], tables: tuple[str, str]) -> None:
        director.take(graphics(bar_png(bar)), tables)
        order.append(bar)

    threads = [threading.Thread(target=take, args=one) for one in takes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(order) == sorted([YELLOW, BLUE])
    assert near(colour_at(hand.output(), 640, 633), order[-1])


def test_the_password_is_nowhere_in_a_refusal(
    settings: ObsSettings, directing: START_DIRECTOR
) -> None:
    director = directing(settings.model_copy(update={"password": "secret-that-is-wrong"}))
    with pytest.raises(WrongPassword) as raised:
        director.take(graphics(bar_png(YELLOW)), TABLES)
    assert "secret-that-is-wrong" not in str(raised.value)
    assert PASSWORD not in str(raised.value)

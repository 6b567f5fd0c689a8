"""What differs between what was taken and what OBS shows, on values only."""

from dataclasses import replace

import pytest

from producer.obs.monitor.alarms import Alarm, Seen, SeenItem, alarms, expected, stuck

NORTH = SeenItem("North", "v4l2_input", True, 1280)
FILM = SeenItem("Film", "ffmpeg_source", True, 1920, "OBS_MEDIA_STATE_PLAYING")
SOUND = SeenItem("Microphone", "pulse_input_capture", True, 0)
GOOD = Seen("Ours", studio=False, still=True, frames=100, items=(NORTH, FILM, SOUND))
WISH = expected(GOOD)


def two(seen: Seen) -> tuple[Seen, Seen]:
    return seen, replace(seen, frames=seen.frames + 9)


def found(seen: Seen) -> list[tuple[str, str]]:
    return [(alarm.what, alarm.about) for alarm in alarms(WISH, two(seen))]


def with_item(item: SeenItem) -> Seen:
    rest = tuple(each for each in GOOD.items if each.source != item.source)
    return replace(GOOD, items=(*rest, item))


def test_what_is_as_it_was_taken_is_no_alarm() -> None:
    assert alarms(WISH, two(GOOD)) == ()


@pytest.mark.parametrize(
    ("seen", "what", "about"),
    [
        (replace(GOOD, program="Bar"), "foreign", "Bar"),
        (with_item(replace(NORTH, shown=False)), "hidden", "North"),
        (with_item(replace(NORTH, width=0)), "lacking", "North"),
        (with_item(replace(FILM, media="OBS_MEDIA_STATE_ENDED")), "ended", "Film"),
        (with_item(replace(FILM, media="OBS_MEDIA_STATE_ERROR")), "ended", "Film"),
        (replace(GOOD, items=(FILM, SOUND)), "gone", "North"),
        (replace(GOOD, black=True), "black", "Ours"),
    ],
)
def test_each_difference_is_told_once_with_what_mends_it(seen: Seen, what: str, about: str) -> None:
    assert found(seen) == [(what, about)]
    (alarm,) = alarms(WISH, two(seen))
    assert about in alarm.words
    assert alarm.hint


def test_one_look_alone_may_have_seen_half_of_a_change() -> None:
    half = replace(GOOD, program="Bar", frames=109)
    assert alarms(WISH, (half,)) == ()
    assert alarms(WISH, (GOOD, half)) == ()
    assert alarms(WISH, (replace(half, frames=90), GOOD)) == ()


def test_nothing_is_told_while_a_transition_runs_or_nothing_was_taken() -> None:
    foreign = replace(GOOD, program="Bar")
    assert alarms(WISH, two(replace(foreign, still=False))) == ()
    assert alarms(None, two(foreign)) == ()


def test_what_was_hidden_when_it_was_taken_may_stay_hidden() -> None:
    hidden = with_item(replace(NORTH, shown=False))
    assert alarms(expected(hidden), two(hidden)) == ()


def test_obs_that_draws_no_more_is_told_though_its_scene_is_right() -> None:
    assert alarms(WISH, (GOOD, GOOD, GOOD)) == ()
    assert [alarm.what for alarm in alarms(WISH, (GOOD, GOOD, GOOD, GOOD))] == ["frozen"]
    assert alarms(WISH, (replace(GOOD, frames=99), GOOD, GOOD, GOOD)) == ()


def test_black_is_not_told_beside_its_cause() -> None:
    dark = replace(with_item(replace(NORTH, width=0)), black=True)
    assert found(dark) == [("lacking", "North")]


def test_an_old_scene_that_stays_active_is_stuck() -> None:
    old = replace(GOOD, beside=frozenset({"Old"}))
    assert stuck(two(old)) == {"Old"}
    assert stuck((GOOD, old)) == frozenset()


def test_nobody_can_tell_whether_a_scene_is_stuck_in_a_transition_or_in_studio_mode() -> None:
    old = replace(GOOD, beside=frozenset({"Old"}))
    assert stuck((old,)) is None
    assert stuck(two(replace(old, still=False))) is None
    assert stuck(two(replace(old, studio=True))) is None
    assert stuck((replace(old, program="Other"), old)) is None


def test_alarms_are_values() -> None:
    assert Alarm("black", "a", "b", "c") == Alarm("black", "a", "b", "c")

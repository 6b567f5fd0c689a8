"""Alarms on the difference between what was taken and what OBS shows, as values."""

from dataclasses import replace

import pytest

from producer.obs.monitor.alarms import (
    Alarm,
    Observation,
    ObservedItem,
    alarms,
    expected,
    lingering_scenes,
)

NORTH = ObservedItem("North", "v4l2_input", True, 1280)
CLIP = ObservedItem("Clip", "ffmpeg_source", True, 1920, "OBS_MEDIA_STATE_PLAYING")
SOUND = ObservedItem("Microphone", "pulse_input_capture", True, 0)
GOOD = Observation(
    "Ours", studio=False, transition_done=True, frames=100, items=(NORTH, CLIP, SOUND)
)
WISH = expected(GOOD)


def two(seen: Observation) -> tuple[Observation, Observation]:
    return seen, replace(seen, frames=seen.frames + 9)


def found(seen: Observation) -> list[tuple[str, str]]:
    return [(alarm.what, alarm.about) for alarm in alarms(WISH, two(seen))]


def with_item(item: ObservedItem) -> Observation:
    rest = tuple(each for each in GOOD.items if each.source != item.source)
    return replace(GOOD, items=(*rest, item))


def test_no_alarm_without_a_difference() -> None:
    assert alarms(WISH, two(GOOD)) == ()


@pytest.mark.parametrize(
    ("seen", "what", "about"),
    [
        (replace(GOOD, program="Bar"), "foreign", "Bar"),
        (with_item(replace(NORTH, shown=False)), "hidden", "North"),
        (with_item(replace(NORTH, width=0)), "lacking", "North"),
        (with_item(replace(CLIP, media="OBS_MEDIA_STATE_ENDED")), "ended", "Clip"),
        (with_item(replace(CLIP, media="OBS_MEDIA_STATE_ERROR")), "ended", "Clip"),
        (replace(GOOD, items=(CLIP, SOUND)), "gone", "North"),
        (replace(GOOD, black=True), "black", "Ours"),
    ],
)
def test_each_difference_raises_one_alarm_with_a_hint(
    seen: Observation, what: str, about: str
) -> None:
    assert found(seen) == [(what, about)]
    (alarm,) = alarms(WISH, two(seen))
    assert about in alarm.words
    assert alarm.hint


@pytest.mark.parametrize(
    ("state", "words"),
    [("ENDED", "has ended"), ("ERROR", "does not play"), ("STOPPED", "does not play")],
)
def test_a_clip_that_is_over_has_ended_or_does_not_play(state: str, words: str) -> None:
    (alarm,) = alarms(WISH, two(with_item(replace(CLIP, media=f"OBS_MEDIA_STATE_{state}"))))
    assert alarm.words == f"'Clip' {words}; its last picture stays on program"


def test_a_source_without_a_picture_raises_no_alarm_where_it_is_heard_only() -> None:
    """A file of sound alone plays; a microphone's kind says that it has no picture."""
    assert found(with_item(replace(CLIP, width=0))) == []
    for kind in ("wasapi_input_capture", "coreaudio_input_capture", "alsa_input_capture"):
        assert found(with_item(replace(SOUND, kind=kind))) == []
    assert found(with_item(replace(NORTH, width=1))) == []


def test_what_somebody_changed_is_said_in_order_with_a_hint_for_each() -> None:
    seen = replace(GOOD, items=(replace(NORTH, shown=False), replace(CLIP, width=0, media="")))
    assert [(alarm.words, alarm.hint) for alarm in alarms(WISH, two(seen))] == [
        (
            "'Clip' has no picture",
            "Check that the camera is on and the file exists, or take other tables",
        ),
        ("somebody removed 'Microphone' from the scene on program", "Take again"),
        (
            "somebody hid 'North' in the scene on program",
            "Take again, or show it again in OBS",
        ),
    ]


def test_one_observation_alone_raises_no_alarm() -> None:
    half = replace(GOOD, program="Bar", frames=109)
    assert alarms(WISH, (half,)) == ()
    assert alarms(WISH, (GOOD, half)) == ()
    assert alarms(WISH, (replace(half, frames=90), GOOD)) == ()


def test_no_alarm_during_a_transition_or_before_a_take() -> None:
    foreign = replace(GOOD, program="Bar")
    assert alarms(WISH, two(replace(foreign, transition_done=False))) == ()
    still_fading, faded = two(foreign)
    assert alarms(WISH, (replace(still_fading, transition_done=False), faded)) == ()
    assert alarms(WISH, (still_fading, replace(faded, transition_done=False))) == ()
    assert alarms(None, two(foreign)) == ()


def test_a_source_hidden_at_the_take_may_stay_hidden() -> None:
    hidden = with_item(replace(NORTH, shown=False))
    assert alarms(expected(hidden), two(hidden)) == ()


def test_an_obs_that_renders_no_frames_is_frozen() -> None:
    assert alarms(WISH, (GOOD, GOOD, GOOD)) == ()
    assert [alarm.what for alarm in alarms(WISH, (GOOD, GOOD, GOOD, GOOD))] == ["frozen"]
    assert alarms(WISH, (replace(GOOD, frames=99), GOOD, GOOD, GOOD)) == ()


def test_black_is_not_reported_beside_its_cause() -> None:
    dark = replace(with_item(replace(NORTH, width=0)), black=True)
    assert found(dark) == [("lacking", "North")]


def test_an_old_scene_that_stays_active_lingers() -> None:
    old = replace(GOOD, active_elsewhere=frozenset({"Old"}))
    assert lingering_scenes(two(old)) == {"Old"}
    assert lingering_scenes((GOOD, old)) == frozenset()
    assert lingering_scenes((GOOD, *two(old))) == {"Old"}, "the last two count"


def test_lingering_scenes_are_unknown_in_a_transition_and_in_studio_mode() -> None:
    old = replace(GOOD, active_elsewhere=frozenset({"Old"}))
    assert lingering_scenes((old,)) is None
    assert lingering_scenes(two(replace(old, transition_done=False))) is None
    assert lingering_scenes(two(replace(old, studio=True))) is None
    for changed in (replace(old, transition_done=False), replace(old, studio=True)):
        assert lingering_scenes((changed, old)) is None
        assert lingering_scenes((old, changed)) is None
    assert lingering_scenes((replace(old, program="Other"), old)) is None


def test_alarms_are_values() -> None:
    assert Alarm("black", "a", "b", "c") == Alarm("black", "a", "b", "c")

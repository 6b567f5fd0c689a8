"""The .otio file, read again by OpenTimelineIO: the same edit, frame by frame."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import opentimelineio as otio
import pytest
from edit_list_cases import NOON, NTSC, recorded, segment, segments, shown, whole_case
from hypothesis import given, settings
from hypothesis import strategies as st

from producer.segments.exports.edits import first_timecode
from producer.segments.exports.otio_timeline import otio_text
from producer.segments.exports.packed_files import planned_files
from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.timeline import Side, SideShot, SoundSpan


def read(text: str) -> Any:
    return otio.adapters.read_from_string(text, "otio_json")


def pictured(track: Any, rate: Fraction) -> list[tuple[str, float, float] | None]:
    """Of each frame of a track: the file's name, its timecode in frames, and that of the last frame
    of the clip."""
    frames: list[tuple[str, float, float] | None] = []
    for item in track:
        count = round(item.duration().rescaled_to(float(rate)).value)
        if isinstance(item, otio.schema.Gap):
            frames += [None] * count
            continue
        (effect,) = item.effects or [otio.schema.LinearTimeWarp(time_scalar=1)]
        start = item.source_range.start_time
        step = effect.time_scalar * start.rate / float(rate)
        url = item.media_reference.target_url
        places = [start.value + number * step for number in range(count)]
        frames += [(url, place, places[-1]) for place in places]
    return frames


def named(file: RecordedFile, recording: TableRecording) -> str:
    return f"table-1-cam-{recording.files.index(file) + 1}.mov"


@settings(max_examples=40, deadline=None)
@given(segments(st.none()))
def test_every_frame_is_the_timeline_s(case: Any) -> None:
    timeline, recordings, files = case
    track = read(otio_text(timeline, recordings, files, "x", None)).tracks[0]
    seen = pictured(track, timeline.rate)
    assert len(seen) == timeline.frames
    for frame, each in enumerate(seen):
        truth = shown(timeline, recordings, frame)
        if truth is None:
            assert each is None
        else:
            begins, _ = first_timecode(truth[0], timeline.rate)
            assert each is not None
            assert each[0] == named(truth[0], recordings["1"])
            # A clip that would end after its file begins a frame earlier.
            ends = each[2] == begins + int(truth[0].length * timeline.rate) - 1
            assert each[1] - begins - truth[1] in ((0, -1) if ends else (0,))


@settings(max_examples=40, deadline=None)
@given(segments(st.sampled_from([Fraction(25), NTSC, Fraction(60)])))
def test_other_rates_are_within_a_frame_and_two_at_the_end_of_a_file(case: Any) -> None:
    timeline, recordings, files = case
    track = read(otio_text(timeline, recordings, files, "x", None)).tracks[0]
    for frame, each in enumerate(pictured(track, timeline.rate)):
        truth = shown(timeline, recordings, frame)
        assert (each is None) == (truth is None)
        if each and truth:
            begins, _ = first_timecode(truth[0], timeline.rate)
            assert each[0] == named(truth[0], recordings["1"])
            rate = truth[0].rate or timeline.rate
            ends = each[2] >= begins + int(truth[0].length * rate) - 2
            assert abs(each[1] - begins - truth[1]) <= (2 if ends else 1.001)


def test_every_clip_lies_within_what_its_copy_has() -> None:
    timeline, recordings, files = whole_case()
    for clip in read(otio_text(timeline, recordings, files, "x", None)).find_clips():
        available, span = clip.media_reference.available_range, clip.source_range
        assert available.start_time <= span.start_time < available.end_time_exclusive()


def test_tracks_gaps_effects_and_start_are_as_planned() -> None:
    timeline, recordings, files = whole_case()
    whole = read(otio_text(timeline, recordings, files, "Deal 7", "graphics.mov"))
    assert whole.global_start_time == otio.opentime.RationalTime(900_000, 25)
    assert [(track.name, track.kind) for track in whole.tracks] == [
        ("Table 1", "Video"),
        ("Table 2", "Video"),
        ("Graphics", "Video"),
        ("Table 1 sound", "Audio"),
    ]
    one, two, graphics, sound = whole.tracks
    assert [type(effect).__name__ for clip in one for effect in clip.effects] == [
        "FreezeFrame",
        "LinearTimeWarp",
        "FreezeFrame",
    ]
    assert one[2].effects[0].time_scalar == 4
    assert one[2].source_range.duration.value == 50
    assert [gap.name for gap in one if isinstance(gap, otio.schema.Gap)] == ["no recording"]
    assert [(gap.name, gap.duration().value) for gap in two] == [("drawn", 400)]
    assert graphics[0].source_range.start_time.value == 900_000
    assert graphics[0].duration().value == 400
    # 20 frames of silence, then the table's sound, which goes on under the frozen picture.
    assert [item.duration().value for item in sound] == [20, 80, 25]
    assert sound[1].source_range.start_time.value == 90_000 + 270
    assert sound[2].source_range.start_time.value == 90_000 + 350
    assert sound[1].metadata["duplicast"]["gain"] == -6


def test_markers_are_at_forks_streets_beats_and_notes() -> None:
    timeline, recordings, files = whole_case()
    whole = read(otio_text(timeline, recordings, files, "x", None))
    assert [
        (mark.metadata["duplicast"]["kind"], mark.name, *values)
        for mark in whole.tracks.markers
        for values in [(mark.marked_range.start_time.value, mark.marked_range.duration.value)]
    ] == [
        ("beat", "question", 0, 100),
        ("street", "flop", 50, 0),
        ("note", "Fifth hand in a row", 120, 60),
        ("fork", "fork", 160, 0),
        ("beat", "ending-left", 200, 200),
    ]


def test_the_copies_have_handles_of_two_seconds_and_the_recording_s_timecode() -> None:
    timeline, recordings, files = whole_case()
    clip = read(otio_text(timeline, recordings, files, "x", None)).tracks[0][0]
    available = clip.media_reference.available_range
    # Used from frame 250 to the end of the file, 100 s; handles of 50 frames.
    assert (available.start_time.value, available.duration.value) == (90_200, 2_300)


def test_originals_are_named_only_when_asked_for() -> None:
    timeline, recordings, files = whole_case()
    assert "/footage" not in otio_text(timeline, recordings, files, "x", None)
    whole = read(otio_text(timeline, recordings, files, "x", None, originals=True))
    reference = whole.tracks[0][0].media_reference
    assert reference.target_url == "file:///footage/a.mov"
    assert reference.available_range.start_time.value == 90_000
    assert reference.available_range.duration.value == 2_500


def test_a_file_that_the_pack_lacks_is_named() -> None:
    timeline, recordings, files = whole_case()
    with pytest.raises(LookupError, match="table 1: no file of the pack has its picture at frame"):
        otio_text(timeline, recordings, files[1:], "x", None)


def test_sound_with_a_time_of_its_own_goes_from_one_file_into_the_next() -> None:
    files = (
        recorded("a.mov", NOON, Fraction(10)),
        recorded("b.mov", NOON + 10, Fraction(10)),
    )
    timeline = segment(
        Fraction(25),
        (Side("1", (SideShot(0, 100, "freeze", NOON + 9),)),),
        100,
        sound=(SoundSpan("1", 10, 50, at=NOON + 9),),
    )
    recordings = {"1": TableRecording("1", files)}
    planned = planned_files(timeline, recordings, {})
    sound = read(otio_text(timeline, recordings, planned, "x", None)).tracks[1]
    assert [item.duration().value for item in sound] == [10, 25, 25]
    assert [item.media_reference.target_url for item in list(sound)[1:]] == [
        "table-1-cam-1.mov",
        "table-1-cam-2.mov",
    ]


def test_a_copy_in_two_files_is_cut_where_one_goes_into_the_other() -> None:
    timeline, recordings, (first, second) = whole_case()
    head = replace(first, name="table-1-cam-1-head.mov", frames=400 - first.first)
    body = replace(first, first=400, frames=first.end - 400)
    track = read(otio_text(timeline, recordings, (head, body, second), "x", None)).tracks[0]
    shown = [
        (clip.media_reference.target_url, clip.source_range.start_time.value - 90_000, length)
        for clip in list(track)[:5]
        for length in [clip.duration().value]
    ]
    # Frame 400 is the 12.5th of those that run four times as fast from 350 on.
    assert shown == [
        ("table-1-cam-1-head.mov", 250, 100),
        ("table-1-cam-1-head.mov", 350, 50),
        ("table-1-cam-1-head.mov", 350, 13),
        ("table-1-cam-1.mov", 402, 37),
        ("table-1-cam-1.mov", 2450, 50),
    ]


@settings(max_examples=25, deadline=None)
@given(segments(st.none()), st.integers(1, 399))
def test_cutting_at_files_changes_no_frame(case: Any, border: int) -> None:
    timeline, recordings, files = case
    whole = pictured(
        read(otio_text(timeline, recordings, files, "x", None)).tracks[0], timeline.rate
    )
    parts = []
    for file in files:
        if file.first < border < file.end:
            parts += [
                replace(file, frames=border - file.first),
                replace(file, first=border, frames=file.end - border),
            ]
        else:
            parts.append(file)
    cut = pictured(read(otio_text(timeline, recordings, parts, "x", None)).tracks[0], timeline.rate)
    assert [each and each[:2] for each in cut] == [each and each[:2] for each in whole]


def test_the_commentary_is_the_last_track() -> None:
    timeline, recordings, files = whole_case()
    text = otio_text(timeline, recordings, files, "x", None, "voice part.wav")
    track = otio.adapters.read_from_string(text, "otio_json").tracks[-1]
    (clip,) = track
    assert (track.name, track.kind) == ("Commentary", "Audio")
    assert clip.media_reference.target_url == "voice%20part.wav"
    assert clip.duration() == otio.opentime.RationalTime(400, 25)

"""CMX3600 lists against values counted by hand, and as OpenTimelineIO's reader reads them."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import opentimelineio as otio
import pytest
from edit_list_cases import FILM, NOON, NTSC, recorded, segment, segments, shown, whole_case
from hypothesis import given, settings
from hypothesis import strategies as st

from producer.segments.exports.edl import TooManyEvents, edl
from producer.segments.exports.packed_files import planned_files, reels
from producer.segments.recordings.placed import TableRecording
from producer.segments.timecode import frames_of
from producer.segments.timeline import LowerThirdSpan, Side, SideShot, Timeline, TimelineMark

EVENT = re.compile(r"(\d{3})  ([A-Z0-9]{2,8}) +V +C +(\S+) (\S+) (\S+) (\S+)")


def listed(timeline: Timeline, recordings: dict[str, TableRecording]) -> str:
    files = planned_files(timeline, recordings, {})
    return edl(timeline, timeline.sides[0], recordings, files, "Deal 7")


def one_shot(
    rate: Fraction, first_timecode: int, shot: SideShot, file_rate: Fraction, **more: object
) -> list[str]:
    """The lines of one shot of one file."""
    drop = bool(more.pop("record_drop", False))
    file = recorded("a.mov", NOON, Fraction(60), file_rate, **more)
    timeline = segment(
        rate,
        (Side("1", (shot,)),),
        shot.frames,
        first_timecode=first_timecode,
        drop_frame=drop,
    )
    text = listed(timeline, {"1": TableRecording("1", (file,))})
    return [line for line in text.split("\r\n") if line]


def test_the_whole_list_is_as_counted_by_hand() -> None:
    timeline, recordings, files = whole_case()
    text = edl(timeline, timeline.sides[0], recordings, files, "Deal 7, table 1")
    assert text.split("\r\n") == [
        "TITLE: Deal 7, table 1",
        "FCM: NON-DROP FRAME",
        "",
        "001  T1CAM001 V     C        01:00:10:00 01:00:14:00 10:00:00:00 10:00:04:00",
        "* FROM CLIP NAME: table-1-cam-1.mov",
        "* LOC: 10:00:00:00 GREEN   question",
        "* LOC: 10:00:02:00 CYAN    flop",
        "",
        "002  T1CAM001 V     C        01:00:14:00 01:00:14:01 10:00:04:00 10:00:06:00",
        "M2   T1CAM001       000.0                01:00:14:00",
        "* FROM CLIP NAME: table-1-cam-1.mov",
        "* LOC: 10:00:04:20 YELLOW  Fifth hand in a row",
        "",
        "003  T1CAM001 V     C        01:00:14:00 01:00:22:00 10:00:06:00 10:00:08:00",
        "M2   T1CAM001       100.0                01:00:14:00",
        "* FROM CLIP NAME: table-1-cam-1.mov",
        "* LOC: 10:00:06:10 RED     fork",
        "",
        "004  T1CAM001 V     C        01:01:38:00 01:01:40:00 10:00:08:00 10:00:10:00",
        "* FROM CLIP NAME: table-1-cam-1.mov",
        "* LOC: 10:00:08:00 GREEN   ending-left",
        "",
        "005  T1CAM002 V     C        12:01:40:00 12:01:42:00 10:00:10:00 10:00:12:00",
        "* FROM CLIP NAME: table-1-cam-2.mov",
        "",
        "006  T1CAM002 V     C        12:01:59:00 12:02:00:00 10:00:12:00 10:00:13:00",
        "* FROM CLIP NAME: table-1-cam-2.mov",
        "",
        "007  BL       V     C        00:00:00:00 00:00:01:00 10:00:13:00 10:00:14:00",
        "* TABLE 1 HAS NO RECORDING HERE",
        "",
        "008  T1CAM002 V     C        12:01:59:00 12:01:59:01 10:00:14:00 10:00:16:00",
        "M2   T1CAM002       000.0                12:01:59:00",
        "* FROM CLIP NAME: table-1-cam-2.mov",
        "* WAITING FOR TABLE 2",
        "",
    ]


def test_a_drawn_table_is_black() -> None:
    timeline, recordings, files = whole_case()
    text = edl(timeline, timeline.sides[1], recordings, files, "x")
    assert "001  BL       V     C        00:00:00:00 00:00:16:00 10:00:00:00 10:00:16:00" in text
    assert "* TABLE 2 IS DRAWN" in text


def test_premiere_finds_no_comment_that_makes_it_say_unknown() -> None:
    timeline, recordings, files = whole_case()
    text = edl(timeline, timeline.sides[0], recordings, files, "x")
    assert not re.search(r"FROM (CLIP(?! NAME)|FILE)", text)


def test_drop_frame_leaves_out_two_numbers_of_the_minute() -> None:
    lines = one_shot(
        NTSC,
        1798,
        SideShot(0, 60, "play", NOON + 10),
        NTSC,
        timecode=107_892,
        drop_frame=True,
        record_drop=True,
    )
    assert lines[1] == "FCM: DROP FRAME"
    assert lines[2].split()[4:] == ["01:00:10;00", "01:00:12;00", "00:00:59;28", "00:01:02;00"]


def test_a_recording_without_drop_frame_keeps_its_colons_in_a_drop_frame_list() -> None:
    lines = one_shot(
        NTSC, 1798, SideShot(0, 60, "play", NOON + 10), NTSC, timecode=108_000, record_drop=True
    )
    assert lines[2].split()[4:] == ["01:00:10:00", "01:00:12:00", "00:00:59;28", "00:01:02;00"]


def test_speed_at_23_976_and_its_source_out() -> None:
    lines = one_shot(FILM, 0, SideShot(0, 24, "play", NOON + 10, speed=4), FILM, timecode=86_400)
    assert lines[2].split()[4:] == ["01:00:10:00", "01:00:14:00", "00:00:00:00", "00:00:01:00"]
    assert lines[3].split() == ["M2", "T1CAM001", "095.9", "01:00:10:00"]


def test_50_frames_a_second_count_to_49() -> None:
    lines = one_shot(
        Fraction(50), 49, SideShot(0, 50, "play", NOON + Fraction(99, 50)), Fraction(50), timecode=0
    )
    assert lines[2].split()[4:] == ["00:00:01:49", "00:00:02:49", "00:00:00:49", "00:00:01:49"]


def test_a_recording_at_another_rate_keeps_its_seconds_and_says_so() -> None:
    lines = one_shot(
        Fraction(25),
        0,
        SideShot(0, 25, "play", NOON + Fraction(21, 2)),
        Fraction(50),
        timecode=180_000,
    )
    assert lines[2].split()[4:6] == ["01:00:10:12", "01:00:11:12"]
    assert "* RECORDED AT 50 FRAMES A SECOND; ITS TIMECODE IS COUNTED AT 25 HERE" in lines


def test_a_recording_without_timecode_has_the_time_of_day() -> None:
    lines = one_shot(NTSC, 0, SideShot(0, 30, "play", NOON), NTSC)
    # 43,200 s are 1,294,705.3 frames; 12:00:00;00 is frame 12 x 107,892 = 1,294,704.
    assert lines[2].split()[4] == "12:00:00;01"
    lines = one_shot(FILM, 0, SideShot(0, 24, "play", NOON), FILM)
    assert lines[2].split()[4] == "12:00:00:00"


def test_a_rate_that_varies_is_counted_at_the_timeline_s() -> None:
    file = recorded("a.mov", NOON, Fraction(60), None)
    timeline = segment(Fraction(25), (Side("1", (SideShot(0, 25, "play", NOON + 1),)),), 25)
    text = listed(timeline, {"1": TableRecording("1", (file,))})
    assert "12:00:01:00 12:00:02:00 00:00:00:00 00:00:01:00" in text


def test_the_adapter_reads_the_same_edit() -> None:
    timeline, recordings, files = whole_case()
    text = edl(timeline, timeline.sides[0], recordings, files, "Deal 7")
    read = otio.adapters.read_from_string(text, "cmx_3600", rate=25)
    (track,) = read.tracks
    clips = list(track)
    assert [clip.metadata.get("cmx_3600", {}).get("reel") for clip in clips] == [
        *["T1CAM001"] * 4,
        *["T1CAM002"] * 2,
        "BL",
        "T1CAM002",
    ]
    assert [clip.source_range.start_time.value for clip in clips[:4]] == [
        90_250,
        90_350,
        90_350,
        92_450,
    ]
    assert [clip.duration().value for clip in clips] == [100, 50, 50, 50, 50, 25, 25, 50]
    assert [effect.time_scalar for clip in clips for effect in clip.effects] == [0, 4, 0]
    assert clips[2].markers[0].marked_range.start_time.value == 900_160
    assert clips[0].name == "table-1-cam-1.mov"


def test_the_adapter_reads_drop_frame_with_a_speed() -> None:
    lines = one_shot(
        NTSC,
        107_892,
        SideShot(0, 60, "play", NOON + 10, speed=4),
        NTSC,
        timecode=107_892,
        drop_frame=True,
        record_drop=True,
    )
    read = otio.adapters.read_from_string("\n".join(lines), "cmx_3600", rate=30000 / 1001)
    (clip,) = read.tracks[0]
    assert clip.source_range.start_time.value == 107_892 + 300
    assert clip.effects[0].time_scalar == pytest.approx(4, abs=0.001)


def test_names_become_one_line_of_ascii() -> None:
    timeline, recordings, files = whole_case()
    note = LowerThirdSpan(0, 25, "Jürgen\nMäkelä σ", "")
    text = edl(
        replace(timeline, lower_thirds=(note,)), timeline.sides[0], recordings, files, "Ünter"
    )
    assert text.isascii()
    assert "TITLE: Unter" in text
    assert "* LOC: 10:00:00:00 YELLOW  Jurgen Makela ?" in text


def test_a_beat_that_is_a_mark_too_has_one_locator() -> None:
    timeline, recordings, files = whole_case()
    marks = (*timeline.marks, TimelineMark("question", 0))
    text = edl(replace(timeline, marks=marks), timeline.sides[0], recordings, files, "a")
    assert [line[-8:] for line in text.splitlines() if "10:00:00:00" in line and "LOC" in line] == [
        "question"
    ]


def test_more_than_999_events_are_refused() -> None:
    shots = tuple(SideShot(number, 1, "drawn", NOON) for number in range(1000))
    timeline = segment(Fraction(25), (Side("1", shots),), 1000)
    with pytest.raises(TooManyEvents, match="1000 events; an EDL has at most 999"):
        listed(timeline, {})


@given(st.lists(st.text(min_size=1, max_size=5), unique=True, max_size=12), st.integers(1, 120))
def test_reels_are_eight_letters_and_no_two_alike(tables: list[str], count: int) -> None:
    file = recorded("a.mov", NOON, Fraction(1))
    named = reels({table: TableRecording(table, (file,) * count) for table in tables})
    every = [reel for reels_of in named.values() for reel in reels_of]
    assert len(set(every)) == len(tables) * count
    assert all(re.fullmatch(r"[A-Z0-9]{8}", reel) for reel in every)


def test_reels_are_named_after_their_tables() -> None:
    file = recorded("a.mov", NOON, Fraction(1))
    named = reels({table: TableRecording(table, (file, file)) for table in ("1", "12", "201")})
    assert named == {
        "1": ("T1CAM001", "T1CAM002"),
        "12": ("T12CAM01", "T12CAM02"),
        "201": ("T201CAM1", "T201CAM2"),
    }


@settings(max_examples=60, deadline=None)
@given(segments(st.none()))
def test_record_times_have_no_gap_and_sources_are_the_timeline_s(case: tuple) -> None:  # type: ignore[type-arg]
    timeline, recordings, files = case
    text = edl(timeline, timeline.sides[0], recordings, files, "x")
    at = timeline.first_timecode
    for line in text.split("\r\n"):
        if not (event := EVENT.match(line)):
            continue
        source_in, record_in, record_out = (
            frames_of(event[group], timeline.rate) for group in (3, 5, 6)
        )
        assert record_in == at
        at = record_out
        truth = shown(timeline, recordings, record_in - timeline.first_timecode)
        assert (event[2] == "BL") == (truth is None)
        if truth and truth[0].timecode is not None:
            # An event whose last frame would lie after its file begins a frame earlier.
            count, shown_for = (
                frames_of(event[4], timeline.rate) - source_in,
                record_out - record_in,
            )
            last = (shown_for - 1) * (count // shown_for)
            latest = int(truth[0].length * timeline.rate) - 1 - last
            assert source_in - truth[0].timecode in (truth[1], max(0, min(truth[1], latest)))
    assert at == timeline.first_timecode + timeline.frames

"""Where recordings lie on the house clock: starts, timecode, points, gaps, clocks that are off."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recording_files import Camera, record

from producer.events import RecordingAdded
from producer.segments.recordings.coverage import gaps, hands_shown, uncovered, why_not_covered
from producer.segments.recordings.placed import RecordedFile
from producer.segments.recordings.placing import PlacedTable, place
from producer.segments.recordings.probe import ProbedFile
from producer.segments.recordings.reading import read_recordings

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
T0 = Fraction(int(NOON.timestamp()))
MIDNIGHT = NOON - timedelta(hours=12)
HOUR = Fraction(3600)
NTSC = Fraction(30000, 1001)


def probed(name: str, length: Fraction | int = HOUR, **more: Any) -> ProbedFile:
    found = ProbedFile(
        path=Path("/media") / name,
        first=Fraction(0),
        length=Fraction(length),
        rate=Fraction(25),
        width=1920,
        height=1080,
        sound=True,
        interlaced=False,
        turned=0,
        timecode=None,
        timecode_rate=None,
        drop_frame=False,
        odd_timecode="",
        size=1,
    )
    return replace(found, **more)


def placed(
    recording: dict[str, Any], *files: ProbedFile, broken: tuple[str, ...] = ()
) -> PlacedTable:
    by_name: dict[str, ProbedFile | str] = {file.path.name: file for file in files}
    names = recording.setdefault("files", [file.path.name for file in files])
    by_name |= dict.fromkeys(broken, "gone.mkv: No such file. Check the name")
    paths = {name: Path("/media") / name for name in names}
    return place("4", [RecordingAdded.model_validate(recording)], by_name, paths)


def only(found: PlacedTable) -> RecordedFile:
    assert found.problems == ()
    (file,) = found.recording.files
    return file


def test_a_start_by_the_clock_is_that_of_the_first_picture() -> None:
    late = probed("a.ts", first=Fraction(7, 5))
    file = only(placed({"start": NOON}, late))
    assert (file.begins, file.ends) == (T0, T0 + HOUR)
    assert file.position_of(T0) == Fraction(7, 5)
    assert (file.drift, file.sync) == (0, "reported")


def test_files_in_a_row_go_on_where_the_one_before_ends() -> None:
    found = placed({"start": NOON, "offset": -500}, probed("a.mkv", 600), probed("b.mkv", 300))
    first, second = found.recording.files
    assert (first.begins, second.begins) == (T0 - Fraction(1, 2), T0 + 600 - Fraction(1, 2))
    assert second.sync == "nudged"
    assert found.recording.locate(T0 + 700) == (second, Fraction(201, 2))
    assert found.recording.locate(T0 + 900) is None


def timecoded(
    name: str, frames: int, rate: Fraction, drop: bool = False, **more: Any
) -> ProbedFile:
    return probed(name, timecode=frames, timecode_rate=rate, rate=rate, drop_frame=drop, **more)


@pytest.mark.parametrize(
    ("frames", "rate", "drop", "shown"),
    [
        (43_200 * 25 + 12, Fraction(25), False, Fraction(12, 25)),
        (1_294_704, NTSC, True, Fraction(0)),  # 12:00:00;00
        (43_200 * 30, NTSC, False, Fraction(0)),
        (43_200 * 24, Fraction(24000, 1001), False, Fraction(0)),
    ],
)
def test_the_files_own_timecode_is_read_as_a_clock(
    frames: int, rate: Fraction, drop: bool, shown: Fraction
) -> None:
    file = only(placed({"midnight": MIDNIGHT}, timecoded("a.mov", frames, rate, drop)))
    assert file.begins == T0 + shown


def test_a_timecode_that_a_person_gives_counts_before_the_files_own() -> None:
    file = timecoded("a.mov", 0, Fraction(25))
    given = {"timecode": "12:00:10:05", "midnight": MIDNIGHT}
    assert only(placed(dict(given), file)).begins == T0 + 10 + Fraction(1, 5)
    at_50 = {**given, "rate": "50"}
    assert only(placed(at_50, file)).begins == T0 + 10 + Fraction(1, 10)


def test_timecode_says_how_long_the_camera_stood_between_two_files() -> None:
    parts = [timecoded("a.mov", 1_080_000, NTSC), timecoded("b.mov", 1_080_000 + 120_000, NTSC)]
    found = placed({"midnight": MIDNIGHT}, *parts)
    first, second = found.recording.files
    assert second.begins - first.begins == 120_000 / NTSC
    assert gaps(found.recording) == ("table 4: a gap of 6 min 44 s between a.mov and b.mov",)


def test_timecode_over_midnight_and_timecode_that_starts_anew() -> None:
    over = [
        timecoded("a.mxf", 86_000 * 25, Fraction(25)),
        timecoded("b.mxf", 3_200 * 25, Fraction(25)),
    ]
    first, second = placed({"midnight": MIDNIGHT}, *over).recording.files
    assert second.begins - first.begins == HOUR
    anew = [timecoded("a.mxf", 0, Fraction(25)), timecoded("b.mxf", 0, Fraction(25))]
    first, second = placed({"start": NOON}, *anew).recording.files
    assert second.begins - first.begins == HOUR


def point(file: str, position: int, after: float) -> dict[str, Any]:
    at = NOON + timedelta(microseconds=round(after * 1_000_000))
    return {"file": file, "position": position, "at": at}


def test_one_point_sets_the_time() -> None:
    file = only(placed({"start": NOON, "points": [point("a.mkv", 60_000, 70.5)]}, probed("a.mkv")))
    assert (file.begins, file.drift, file.sync) == (T0 + Fraction(21, 2), 0, "points")


def test_two_points_say_how_fast_the_cameras_clock_runs() -> None:
    """50 millionths fast: after 3,000 s of the house it shows 3,000.15 s."""
    points = [point("a.mkv", 0, 5), point("a.mkv", 3_000_150, 3005)]
    file = only(placed({"points": points}, probed("a.mkv")))
    assert file.drift == Fraction(50, 1_000_000)
    assert file.begins == T0 + 5
    assert file.position_of(T0 + 5 + 1000) == 1000 + Fraction(1, 20)


def test_points_in_several_files_are_on_one_clock() -> None:
    points = [point("a.mkv", 300_000, 300), point("b.mkv", 300_030, 900)]
    found = placed({"points": points}, probed("a.mkv", 600), probed("b.mkv", 600))
    assert found.problems == ()
    first, second = found.recording.files
    assert first.drift == second.drift == Fraction(50, 1_000_000)
    assert second.position_of(T0 + 900) == 300 + Fraction(30, 1000)


@given(
    st.integers(-100, 100),
    st.integers(-(10**6), 10**6),
    st.integers(0, 3_000_000),
    st.integers(70_000, 500_000),
)
def test_points_meet_both_clocks(drift: int, begin: int, first: int, apart: int) -> None:
    """The house times are exact; positions are whole milliseconds, so the rest is below one."""
    pace = 1 + Fraction(drift, 1_000_000)
    house = [Fraction(begin + first, 1000), Fraction(begin + first + apart, 1000)]
    points = [
        point("a.mkv", round((each - Fraction(begin, 1000)) * pace * 1000), float(each))
        for each in house
    ]
    file = only(placed({"points": points}, probed("a.mkv", 7200)))
    for each, known in zip(house, points, strict=True):
        assert file.position_of(T0 + each) == Fraction(known["position"], 1000)


@pytest.mark.parametrize(
    ("recording", "file", "words"),
    [
        ({}, probed("a.mkv"), "nothing says when it began. Add it again with --start TIME"),
        ({}, timecoded("a.mkv", 0, Fraction(25)), "with --day for the timecode that it has"),
        ({"midnight": MIDNIGHT}, probed("a.mkv"), "has no timecode"),
        (
            {"midnight": MIDNIGHT, "timecode": "10:00:00:00"},
            probed("a.mkv", rate=None),
            "Say the timecode's rate with --rate",
        ),
        (
            {"midnight": MIDNIGHT, "timecode": "10:00:00;00"},
            probed("a.mkv"),
            "only 29.97 and 59.94 have",
        ),
        (
            {"points": [point("a.mkv", 0, 0), point("a.mkv", 1_001_000, 1000)]},
            probed("a.mkv"),
            "runs 0.10 % too fast, which no camera does",
        ),
        ({"points": [point("a.mkv", 3_601_000, 0)]}, probed("a.mkv"), "which is 3600 s long"),
    ],
)
def test_what_cannot_be_placed_says_why_and_what_to_do(
    recording: dict[str, Any], file: ProbedFile, words: str
) -> None:
    found = placed(dict(recording), file)
    assert found.recording.files == ()
    (problem,) = found.problems
    assert problem.startswith("table 4: /media/a.mkv: ")
    assert words in problem


def test_a_missing_part_leaves_those_after_it_without_a_time() -> None:
    parts = {"start": NOON, "files": ["a.mkv", "gone.mkv", "c.mkv"]}
    found = placed(parts, probed("a.mkv"), probed("c.mkv"), broken=("gone.mkv",))
    assert [file.path.name for file in found.recording.files] == ["a.mkv"]
    assert found.problems == (
        "table 4: gone.mkv: No such file. Check the name",
        "table 4: /media/c.mkv: it goes on after gone.mkv, which cannot be read, so its time is "
        "not known. Bring that file back, or add this one by itself with its own start",
    )


def test_timecode_places_the_part_after_a_missing_one() -> None:
    rate = Fraction(25)
    parts = {"midnight": MIDNIGHT, "files": ["a.mkv", "gone.mkv", "c.mkv"]}
    ends = timecoded("a.mkv", 0, rate), timecoded("c.mkv", 7200 * 25, rate)
    found = placed(parts, *ends, broken=("gone.mkv",))
    assert [file.begins - found.recording.files[0].begins for file in found.recording.files] == [
        0,
        7200,
    ]


def spans(found: PlacedTable, first: int, last: int) -> list[tuple[int, int]]:
    return [
        (int((each.first or 0) - T0), int((each.last or 0) - T0))
        for each in uncovered(found.recording, T0 + first, T0 + last)
    ]


def test_what_is_not_covered_and_why() -> None:
    rate = Fraction(25)
    parts = [
        timecoded("a.mkv", 0, rate, length=100),
        timecoded("b.mkv", 160 * 25, rate, length=100),
    ]
    found = placed({"start": NOON}, *parts)
    cases = {
        (10, 90): None,
        (50, 200): "table 4: 1 min are missing from its recording, 50 s after the hand began",
        (-30, 50): "table 4: the first 30 s of the hand are missing from its recording",
        (200, 300): "table 4: the last 40 s of the hand are missing from its recording",
        (110, 150): "table 4: a gap in its recording covers the hand",
        (-400, -280): "table 4: its recording begins 4 min 40 s after the hand ended. Check the "
        "recorder's clock, its day and its time zone",
        (7460, 7500): "table 4: its recording ends 2 h before the hand began. Check the recorder's",
    }
    assert spans(found, -30, 300) == [(-30, 0), (100, 160), (260, 300)]
    for (first, last), words in cases.items():
        said = why_not_covered(found.recording, T0 + first, T0 + last, "the hand")
        assert (said is None) == (words is None)
        assert said is None or said.startswith(words or "")


def test_hands_are_shown_whole_partly_or_not_at_all() -> None:
    found = placed({"start": NOON}, probed("a.mkv", 100))
    hands = {1: (10, 90), 2: (90, 120), 3: (130, 150), 5: (-60, -45)}
    shown = hands_shown(
        found.recording, {deal: (T0 + first, T0 + last) for deal, (first, last) in hands.items()}
    )
    assert shown.whole == (1,)
    assert shown.partly[2].startswith("table 4: the last 20 s of the hand are missing")
    assert shown.missing == {3: 30, 5: 45}
    assert not shown.clock_is_off
    assert hands_shown(found.recording, {3: (T0 + 130, T0 + 150)}).clock_is_off
    assert not hands_shown(found.recording, {}).clock_is_off


def test_a_table_without_a_recording_says_so() -> None:
    found = placed({"files": ["gone.mkv"]}, broken=("gone.mkv",))
    said = why_not_covered(found.recording, T0, T0 + 1, "deal 31")
    assert said == ("table 4: it has no recording. Add one with `duplicast recordings add`")


@pytest.mark.parametrize(
    ("start", "lacking"),
    [
        (-400, ""),
        (50, "the last 10 s of the hand are missing from its recording; "),
        (7460, ""),
    ],
)
def test_where_a_file_cannot_be_read_the_hand_may_be_in_it_and_no_clock_is_blamed(
    start: int, lacking: str
) -> None:
    files = [probed("a.mkv", 100)]
    found = placed({"start": NOON, "files": ["a.mkv", "gone.mkv"]}, *files, broken=("gone.mkv",))
    assert found.left_out == ("gone.mkv",)
    hand = T0 + start, T0 + start + 60
    words = f"table 4: {lacking}the hand may be in gone.mkv, which cannot be used"
    assert why_not_covered(found.recording, *hand, "the hand", found.left_out) == words
    assert not hands_shown(found.recording, {7: hand}, found.left_out).clock_is_off


def test_a_file_whose_time_is_not_known_is_left_out_by_name() -> None:
    assert placed({}, probed("a.mkv", 100)).left_out == ("a.mkv",)
    assert placed({"start": NOON}, probed("a.mkv", 100)).left_out == ()


def test_overlapping_files_say_which_is_shown() -> None:
    rate = Fraction(25)
    parts = [timecoded("a.mkv", 0, rate, length=100), timecoded("b.mkv", 98 * 25, rate, length=100)]
    found = placed({"start": NOON}, *parts)
    assert gaps(found.recording) == (
        "table 4: b.mkv begins 2 s before a.mkv ends; while both run, b.mkv is shown",
    )
    shown = found.recording.locate(T0 + 99)
    assert shown is not None
    assert (shown[0].path.name, shown[1]) == ("b.mkv", 1)


def test_real_files_are_read_from_their_folder(tmp_path: Path) -> None:
    record(tmp_path / "a.mov", Camera(timecode="12:00:00:00"))
    record(tmp_path / "b.mkv", Camera(frames=30))
    (tmp_path / "c.mkv").write_text("no video")
    recordings = {
        "4": [RecordingAdded(files=("a.mov",), midnight=MIDNIGHT)],
        "6": [RecordingAdded(files=("b.mkv", "c.mkv"), start=NOON)],
    }
    found = read_recordings(recordings, tmp_path)
    (file,) = found["4"].recording.files
    assert (file.begins, file.length, file.timecode) == (T0, Fraction(20, 25), 43_200 * 25)
    (file,) = found["6"].recording.files
    assert (file.path, file.ends) == (tmp_path / "b.mkv", T0 + Fraction(30, 25))
    (problem,) = found["6"].problems
    assert problem.startswith(f"table 6: {tmp_path / 'c.mkv'}: it cannot be read as a video")

"""Which part of a recording may be copied, and who may not be seen when."""

from __future__ import annotations

from fractions import Fraction

import pytest
from edit_list_cases import NOON, recorded, segment

from producer.release.recordings.hand_times import Span
from producer.segments.exports.packed_files import SealedRecording, planned_files
from producer.segments.recordings.placed import TableRecording
from producer.segments.timeline import Side, SideShot, SoundSpan

FILE = recorded("a.mov", NOON, Fraction(60))


def part(allowed: Span | None = None, at: int = 10, **more: object) -> tuple[int, int]:
    """The first frame and the end of the copy of one second shown from 10 s on."""
    timeline = segment(
        Fraction(25), (Side("1", (SideShot(0, 25, "play", NOON + at),)),), 25, **more
    )
    recordings = {"1": TableRecording("1", (FILE,))}
    (file,) = planned_files(timeline, recordings, {"1": allowed} if allowed else {})
    return file.first, file.end


def test_handles_are_two_seconds() -> None:
    assert part() == (250 - 50, 275 + 50)


def test_handles_end_with_the_file() -> None:
    assert part(at=1) == (0, 100)
    assert part(at=58) == (1400, 1500)


def test_handles_end_where_the_table_may_not_be_seen() -> None:
    tenth = Fraction(1, 10)
    # From 9.1 s: frame 227 begins at 9.08 s, before it, and is left out.
    assert part(Span(NOON + 9 + tenth, NOON + 11 + tenth)) == (228, 277)


def test_no_handle_at_all() -> None:
    assert part(Span(NOON + 10, NOON + 11)) == (250, 275)


def test_a_used_frame_may_reach_half_a_frame_further() -> None:
    # The last frame is from 10.96 s to 11 s.
    assert part(Span(NOON + 10, NOON + Fraction(1098, 100))) == (250, 275)


@pytest.mark.parametrize(
    "allowed", [Span(NOON + Fraction(21, 2), None), Span(None, NOON + Fraction(21, 2))]
)
def test_a_sealed_picture_is_refused(allowed: Span) -> None:
    with pytest.raises(SealedRecording, match="table 1: the segment shows it while it played"):
        part(allowed)


def test_sealed_sound_is_refused() -> None:
    sound = (SoundSpan("1", 0, 25, at=NOON + 30),)
    with pytest.raises(SealedRecording):
        part(Span(None, NOON + 20), sound=sound)


def test_sound_elsewhere_in_the_recording_is_copied_too() -> None:
    assert part(sound=(SoundSpan("1", 0, 25, at=NOON + 30),)) == (200, 775 + 50)

"""What is muted in a file, as times by the house clock, and back."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from small_recordings import recorded, recording

from producer.release.recordings.hand_times import Span
from producer.release.recordings.sync import MutedSound
from producer.segments.recordings.muted import muted_spans, sound_between

HOME = Path("/show")
ONE = recorded(HOME / "a.mkv", start=Fraction(1000), length=Fraction(10))
TWO = recorded(HOME / "b.mkv", start=Fraction(1010), length=Fraction(10))
TABLE = recording("4", ONE, TWO)


def test_a_range_is_on_the_same_words_when_the_start_is_corrected() -> None:
    muted = [MutedSound("4", "a.mkv", 2000, 3500)]
    assert muted_spans(muted, {"4": TABLE}, HOME) == {
        "4": (Span(Fraction(1002), Fraction(2007, 2)),)
    }
    later = recording("4", replace(ONE, start=Fraction(1060)), TWO)
    assert muted_spans(muted, {"4": later}, HOME) == {
        "4": (Span(Fraction(1062), Fraction(2127, 2)),)
    }


def test_a_clock_that_runs_fast_says_more_seconds_than_the_house() -> None:
    fast = replace(ONE, drift=Fraction(1, 1000))
    (span,) = muted_spans(
        [MutedSound("4", "a.mkv", 1001, 2002)], {"4": recording("4", fast)}, HOME
    )["4"]
    assert span == Span(Fraction(1001), Fraction(1002))


def test_what_is_muted_of_another_table_or_file_does_not_count() -> None:
    muted = [MutedSound("5", "a.mkv", 0, 1), MutedSound("4", "gone.mkv", 0, 1)]
    assert muted_spans(muted, {"4": TABLE}, HOME) == {}


def test_a_range_over_two_files_is_muted_in_both() -> None:
    parts = sound_between(TABLE, (Fraction(1009), Fraction(10125, 10)), ["a.mkv", "b.mkv"], HOME)
    assert parts == (MutedSound("4", "a.mkv", 9000, 10000), MutedSound("4", "b.mkv", 0, 2500))
    spans = muted_spans(parts, {"4": TABLE}, HOME)["4"]
    assert spans == (
        Span(Fraction(1009), Fraction(1010)),
        Span(Fraction(1010), Fraction(10125, 10)),
    )


def test_a_range_that_was_not_recorded_is_nothing() -> None:
    assert sound_between(TABLE, (Fraction(900), Fraction(950)), ["a.mkv"], HOME) == ()
    assert sound_between(TABLE, (Fraction(1005), Fraction(1004)), ["a.mkv"], HOME) == ()

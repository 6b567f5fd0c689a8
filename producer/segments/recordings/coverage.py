"""What of a time a table's recording shows: gaps, overlaps, clocks that are minutes off. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from producer.release.recordings.hand_times import Span
from producer.segments.recordings.placed import TableRecording

SLACK = Fraction(1, 20)
"""Seconds between two files that are neither a gap nor an overlap: a little more than a frame."""


def uncovered(recording: TableRecording, first: Fraction, last: Fraction) -> tuple[Span, ...]:
    """The parts of ``first`` to ``last`` that no file shows, in order."""
    missing: list[Span] = []
    shown = first
    for file in sorted(recording.files, key=lambda each: each.begins):
        if file.begins - shown > SLACK and shown < last:
            missing.append(Span(shown, min(file.begins, last)))
        shown = max(shown, file.ends)
    if last - shown > SLACK:
        missing.append(Span(shown, last))
    return tuple(missing)


def gaps(recording: TableRecording) -> tuple[str, ...]:
    """In words, where one file does not go on as the one before ended."""
    words = []
    for before, after in pairwise(sorted(recording.files, key=lambda each: each.begins)):
        apart = after.begins - before.ends
        if apart > SLACK:
            words.append(
                f"table {recording.table}: a gap of {duration(apart)} between {before.path.name} "
                f"and {after.path.name}"
            )
        elif apart < -SLACK:
            words.append(
                f"table {recording.table}: {after.path.name} begins {duration(-apart)} before "
                f"{before.path.name} ends; while both run, {after.path.name} is shown"
            )
    return tuple(words)


def why_not_covered(
    recording: TableRecording,
    first: Fraction,
    last: Fraction,
    what: str,
    left_out: Sequence[str] = (),
) -> str | None:
    """Why the recording does not show the time from ``first`` to ``last``, such as a hand's; by how
    much, and what to do. ``what``: what happened then, as 'the hand'. ``left_out``: as of
    ``PlacedTable``. ``None`` if it shows all."""
    missing = uncovered(recording, first, last)
    if not missing:
        return None
    place = f"table {recording.table}"
    if left_out:
        elsewhere = f"{what} may be in {', '.join(left_out)}, which cannot be used"
        none = missing == (Span(first, last),)
        lacking = "" if none else f"{_lacking(missing, first, last, what)}; "
        return f"{place}: {lacking}{elsewhere}"
    if not recording.files:
        return f"{place}: it has no recording. Add one with `duplicast recordings add`"
    begins = min(file.begins for file in recording.files)
    ends = max(file.ends for file in recording.files)
    if begins >= last:
        return (
            f"{place}: its recording begins {duration(begins - last)} after {what} ended. {_CLOCK}"
        )
    if ends <= first:
        return f"{place}: its recording ends {duration(first - ends)} before {what} began. {_CLOCK}"
    lacking = _lacking(missing, first, last, what)
    return f"{place}: {lacking}. Add the missing file, or check the recorder's clock"


def _lacking(missing: Sequence[Span], first: Fraction, last: Fraction, what: str) -> str:
    """Which parts of the time from ``first`` to ``last`` are missing, in words."""
    parts = []
    for span in missing:
        assert span.first is not None
        assert span.last is not None
        lacking = duration(span.last - span.first)
        if span.first == first and span.last == last:
            parts.append(f"a gap in its recording covers {what}")
        elif span.first == first:
            parts.append(f"the first {lacking} of {what} are missing from its recording")
        elif span.last == last:
            parts.append(f"the last {lacking} of {what} are missing from its recording")
        else:
            after = duration(span.first - first)
            parts.append(f"{lacking} are missing from its recording, {after} after {what} began")
    return "; ".join(parts)


@dataclass(frozen=True, slots=True)
class HandsShown:
    """Of a table's hands, by deal: those shown ``whole``; those shown ``partly``, and what is
    missing; those ``missing``, and how many seconds they lie from the recording. ``left_out``: as
    of ``PlacedTable``."""

    whole: tuple[int, ...]
    partly: Mapping[int, str]
    missing: Mapping[int, Fraction]
    left_out: tuple[str, ...] = ()

    @property
    def clock_is_off(self) -> bool:
        """Whether nothing is shown, as where a recorder's clock is wrong; not where the hands may
        be in files that are left out."""
        return bool(self.missing) and not (self.whole or self.partly or self.left_out)


def hands_shown(
    recording: TableRecording,
    hands: Mapping[int, tuple[Fraction, Fraction]],
    left_out: tuple[str, ...] = (),
) -> HandsShown:
    """``hands``: by deal, from when to when, by the house clock. ``left_out``: as of
    ``PlacedTable``."""
    whole: list[int] = []
    partly: dict[int, str] = {}
    missing: dict[int, Fraction] = {}
    for deal, (first, last) in hands.items():
        distances = [
            max(file.begins - last, first - file.ends, Fraction(0)) for file in recording.files
        ]
        if not distances:
            continue
        words = why_not_covered(recording, first, last, "the hand", left_out)
        if words is None:
            whole.append(deal)
        elif uncovered(recording, first, last) == (Span(first, last),):
            missing[deal] = min(distances)
        else:
            partly[deal] = words
    return HandsShown(tuple(whole), partly, missing, left_out)


_CLOCK = (
    "Check the recorder's clock, its day and its time zone, then add it again with the right start"
)


def duration(seconds: Fraction) -> str:
    """
    >>> duration(Fraction(7325)), duration(Fraction(312)), duration(Fraction(5, 4))
    ('2 h 2 min 5 s', '5 min 12 s', '1.25 s')
    """
    if seconds < 60:
        return f"{float(seconds):.2f}".rstrip("0").rstrip(".") + " s"
    whole = round(seconds)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    parts = ((hours, "h"), (minutes, "min"), (rest, "s"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number)

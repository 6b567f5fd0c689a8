"""Captions, SRT and WebVTT, of what is offered to be said and of the notes. Pure.

At most two lines of 42 characters at a time, no two at a time, and a gap between them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from webvtt import Caption as VttCue
from webvtt import WebVTT

from producer.segments.timeline import BeatSpan, LowerThirdSpan, Timeline

LONGEST_LINE = 42
MOST_LINES = 2

GAP = 80
"""Milliseconds between two captions: two frames at 25 a second."""

SHORTEST = 1_000
"""Milliseconds. What begins sooner after another shares its time instead of cutting it short."""


@dataclass(frozen=True, slots=True)
class Caption:
    """``start``, ``end``: milliseconds from the first frame. ``lines``: one or two, of plain
    text."""

    start: int
    end: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Spoken:
    start: int
    end: int
    text: str


def captions(timeline: Timeline, beats: Sequence[BeatSpan]) -> tuple[Caption, ...]:
    """The sentences of ``beats``, in one language, and the notes, which are in their own.

    What begins while another is shown ends it. A text that is too long for one caption is divided;
    each part gets its share of the time by its length.
    """
    said = [(beat.start, beat.frames, beat.sentence) for beat in beats]
    said += [(note.start, note.frames, _signed(note)) for note in timeline.lower_thirds]
    spoken = [
        _Spoken(_at(timeline, start), _at(timeline, start + frames), _clean(text))
        for start, frames, text in said
    ]
    ordered = sorted((each for each in spoken if each.text), key=lambda each: each.start)
    return tuple(_captions(ordered))


def _captions(spoken: Sequence[_Spoken]) -> Iterator[Caption]:
    """Those that begin together share the time until the next begins."""
    groups: list[list[_Spoken]] = []
    for each in spoken:
        if groups and each.start < groups[-1][0].start + SHORTEST:
            groups[-1].append(each)
        else:
            groups.append([each])
    for place, group in enumerate(groups):
        end = max(each.end for each in group)
        if place + 1 < len(groups):
            end = min(end, groups[place + 1][0].start)
        yield from _shared(group[0].start, end, [p for each in group for p in _parts(each.text)])


def _shared(start: int, end: int, parts: Sequence[tuple[str, ...]]) -> Iterator[Caption]:
    letters = [sum(len(line) for line in part) for part in parts]
    whole, before = sum(letters), 0
    for part, length in zip(parts, letters, strict=True):
        first = start + (end - start) * before // whole
        before += length
        last = start + (end - start) * before // whole
        yield Caption(first, max(first + 1, last - GAP), part)


def _parts(text: str) -> list[tuple[str, ...]]:
    """Of one or two lines each; a word that is longer than a line is broken."""
    lines = textwrap.wrap(text, LONGEST_LINE, break_on_hyphens=False)
    return [tuple(lines[place : place + MOST_LINES]) for place in range(0, len(lines), MOST_LINES)]


def srt(shown: Sequence[Caption]) -> str:
    """SubRip. It has no way to write ``<`` or ``{`` where a player would see a tag, so they become
    letters that look alike."""
    blocks = [
        f"{number}\n{_clock(each.start, ',')} --> {_clock(each.end, ',')}\n"
        + "\n".join(_without_tags(line) for line in each.lines)
        + "\n"
        for number, each in enumerate(shown, start=1)
    ]
    return "\n".join(blocks)


def webvtt(shown: Sequence[Caption], language: str) -> str:
    """WebVTT, without styles: with them some readers find no caption at all."""
    whole = WebVTT()
    for number, each in enumerate(shown, start=1):
        text = "\n".join(escape(line, quote=False) for line in each.lines)
        cue = VttCue(_clock(each.start, "."), _clock(each.end, "."), text)
        cue.identifier = str(number)
        whole.captions.append(cue)
    _, _, body = whole.content.partition("\n")
    return f"WEBVTT\nKind: captions\nLanguage: {language}\n{body}\n"


def _at(timeline: Timeline, frame: int) -> int:
    """Milliseconds from the first frame, rounded down: 29.97 survives it."""
    return int(Fraction(frame * 1000) / timeline.rate)


def _signed(note: LowerThirdSpan) -> str:
    return f"{note.author}: {note.text}" if note.author else note.text


def _clean(text: str) -> str:
    """One line, and without the arrow that both formats reserve."""
    return " ".join(text.replace("-->", "→").split())


def _without_tags(line: str) -> str:
    return re.sub(r"<(?=[A-Za-z/!])", "‹", line).replace("{", "(").replace("}", ")")


def _clock(milliseconds: int, mark: str) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour:02}:{minute:02}:{second:02}{mark}{rest:03}"

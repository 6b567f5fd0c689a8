"""What was measured of a programme, as a report for people and programs. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from producer.segments.compositor.loudness import LEVEL, PEAK
from producer.segments.quality.flashes import MOST
from producer.segments.quality.gamut import MOST as MOST_OUTSIDE
from producer.segments.quality.measuring import Measurements
from producer.segments.timecode import timecode_of
from producer.segments.timeline import Timeline

Check = Literal["duration", "black", "still", "flashes", "gamut", "loudness", "peak"]

TOLERANCE = 0.5
"""LU by which a programme may be away from its level."""


@dataclass(frozen=True, slots=True)
class QualityFinding:
    """``start``, ``end``: frames. ``words``: a whole sentence. ``planned``: it is as the segment
    was planned, so nothing needs to be done."""

    check: Check
    start: int
    end: int
    words: str
    planned: bool = False


@dataclass(frozen=True, slots=True)
class QualityReport:
    """Of the file ``name``."""

    name: str
    timeline: Timeline
    measured: Measurements
    findings: tuple[QualityFinding, ...]

    @property
    def passed(self) -> bool:
        """Whether everything found is as planned."""
        return all(finding.planned for finding in self.findings)

    def faults(self) -> tuple[str, ...]:
        """What was not planned, each with its timecode."""
        return tuple(
            f"{_at(self, each.start)} {each.words}" for each in self.findings if not each.planned
        )


def quality_report(
    name: str, timeline: Timeline, measured: Measurements, *, levelled: bool
) -> QualityReport:
    """``levelled``: whether the sound was to be brought to EBU R128."""
    found = [
        *_duration(timeline, measured),
        *_black(measured),
        *_stills(timeline, measured),
        *_flashes(timeline, measured),
        *_gamut(timeline, measured),
        *_sound(timeline, measured, levelled=levelled),
    ]
    ordered = tuple(sorted(found, key=lambda finding: (finding.start, finding.check)))
    return QualityReport(name, timeline, measured, ordered)


def _duration(timeline: Timeline, measured: Measurements) -> Iterator[QualityFinding]:
    if measured.frames != timeline.frames:
        words = f"The file has {measured.frames} frames, planned were {timeline.frames}."
        yield QualityFinding("duration", 0, measured.frames, words)


def _black(measured: Measurements) -> Iterator[QualityFinding]:
    for run in measured.black:
        yield QualityFinding("black", run.start, run.end, "The picture is black.")


def _stills(timeline: Timeline, measured: Measurements) -> Iterator[QualityFinding]:
    for still in measured.stills:
        beats = [
            beat.name
            for beat in timeline.beats
            if beat.start < still.end and still.start < beat.start + beat.frames
        ]
        during = f" ({', '.join(dict.fromkeys(beats))})" if beats else ""
        if still.planned:
            words = f"The picture of table {still.table} stands as planned{during}."
        else:
            words = (
                f"The picture of table {still.table} stands{during} where the plan has it run. "
                "Look whether its camera stopped, or nothing moved."
            )
        yield QualityFinding("still", still.start, still.end, words, still.planned)


def _flashes(timeline: Timeline, measured: Measurements) -> Iterator[QualityFinding]:
    for run in measured.flashes:
        start = max(0, run.start - round(timeline.rate) + 1)
        words = (
            f"More than {MOST} flashes a second over a quarter of the picture may harm viewers. "
            "Cut this part, or darken it."
        )
        yield QualityFinding("flashes", start, run.end, words)


def _gamut(timeline: Timeline, measured: Measurements) -> Iterator[QualityFinding]:
    second = round(timeline.rate)
    for sample in measured.gamut:
        if sample.outside > MOST_OUTSIDE:
            words = f"{sample.outside:.1%} of the picture is outside the levels of EBU R103."
            yield QualityFinding("gamut", sample.frame, sample.frame + second, words)


def _sound(
    timeline: Timeline, measured: Measurements, *, levelled: bool
) -> Iterator[QualityFinding]:
    level, peak = measured.loudness.level, measured.loudness.peak
    if level is None:
        # A segment can be planned without sound.
        yield QualityFinding(
            "loudness", 0, timeline.frames, "There is no sound.", not timeline.sound
        )
        return
    if levelled and abs(level - LEVEL) > TOLERANCE:
        words = f"Its loudness is {level:.1f} LUFS, not {LEVEL:.0f}."
        yield QualityFinding("loudness", 0, timeline.frames, words)
    if peak > PEAK:
        words = f"Its true peak is {peak:.1f} dBTP; at most {PEAK:.0f} is allowed."
        yield QualityFinding("peak", 0, timeline.frames, words)


def as_json(report: QualityReport) -> str:
    """With two spaces of indentation, and a line feed at the end."""
    measured = report.measured
    worst = max(measured.gamut, key=lambda sample: sample.outside, default=None)
    content: dict[str, Any] = {
        "file": report.name,
        "passed": report.passed,
        "frames": measured.frames,
        "planned_frames": report.timeline.frames,
        "seconds": round(float(measured.frames / report.timeline.rate), 3),
        "loudness": measured.loudness.level,
        "true_peak": round(measured.loudness.peak, 1),
        "gamut": {
            "sampled": len(measured.gamut),
            "worst": worst and {"at": _at(report, worst.frame), "outside": round(worst.outside, 5)},
        },
        "findings": [
            {
                "check": finding.check,
                "from": _at(report, finding.start),
                "to": _at(report, finding.end),
                "planned": finding.planned,
                "words": finding.words,
            }
            for finding in report.findings
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def as_text(report: QualityReport) -> str:
    """One page of plain text."""
    measured = report.measured
    level = measured.loudness.level
    worst = max((sample.outside for sample in measured.gamut), default=0.0)
    lines = [
        f"{report.name}: {'nothing to do' if report.passed else 'look at what is marked !'}",
        "",
        f"Duration   {measured.frames} frames, "
        f"{float(measured.frames / report.timeline.rate):.2f} s",
        f"Loudness   {'no sound' if level is None else f'{level:.1f} LUFS'}, "
        f"true peak {measured.loudness.peak:.1f} dBTP",
        f"Gamut      EBU R103, {len(measured.gamut)} pictures looked at, "
        f"at most {worst:.2%} outside",
        "",
        *(
            f"{' ' if finding.planned else '!'} {_at(report, finding.start)} "
            f"{_at(report, finding.end)}  {finding.words}"
            for finding in report.findings
        ),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _at(report: QualityReport, frame: int) -> str:
    timeline = report.timeline
    return timecode_of(timeline.first_timecode + frame, timeline.rate, timeline.drop_frame)

"""What the verify page shows: a column a table, a row for what compares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from urllib.parse import quote, urlencode

from producer.release import Gate
from producer.release.recordings.hand_times import Confidence, HandTimes
from producer.release.recordings.sync import MutedSound, muted_sound
from producer.segments.prepared import PreparedSegment
from producer.segments.recordings.placed import TableRecording
from producer.segments.timecode import rate_name
from producer.segments.verify_points import PointToVerify, as_rows, points_to_verify
from producer.web.languages import _

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ORDER: tuple[Confidence, ...] = ("reported", "nudged", "verified")


@dataclass(frozen=True, slots=True)
class VerifyPicture:
    """``key``: names it on the page. ``moves``: in words, what a nudge here moves. ``at``: house
    time in seconds since 1970. ``clock``: the same as people read it, with the day in ``title``.
    ``where``: its frame of the segment, in words."""

    key: str
    table: str
    names: str
    event: str
    moves: str
    at: str
    clock: str
    where: str
    confidence: Confidence
    uncertain: str
    address: str


@dataclass(frozen=True, slots=True)
class ShownMute:
    """``first`` and ``last``: as people read them, where the file's place on the clock is known."""

    sound: MutedSound
    words: str


@dataclass(frozen=True, slots=True)
class VerifyTable:
    """``confidence``: of its least sure time. ``moved``: by how much all its times are moved, in
    words. ``recorded``: whether there is a picture to look at. ``begins``: of its hand, as the
    fields of a mute take it."""

    table: str
    name: str
    verified: bool
    confidence: Confidence
    moved: str
    recorded: bool
    begins: str
    muted: tuple[ShownMute, ...]


@dataclass(frozen=True, slots=True)
class VerifyView:
    """``pictures``: the address of a picture, without table and time."""

    deal: str
    number: int
    path: str
    title: str
    fps: str
    rate: float
    tables: tuple[VerifyTable, ...]
    rows: tuple[tuple[VerifyPicture | None, ...], ...]
    problems: tuple[str, ...]
    pictures: str


def verify_view(
    gate: Gate, ready: PreparedSegment, times: Mapping[str, HandTimes], folder: Path
) -> VerifyView:
    """``times``: as sure as they are."""
    key, timeline = ready.key, ready.timeline
    path = "/".join(quote(str(part), safe="") for part in key)
    pictures = f"/verify/pictures/{path}"
    points = points_to_verify(timeline, times, ready.wanted)
    tables = [side.table for side in timeline.sides]
    muted = muted_sound((act for _, act in gate.acts()), key)
    return VerifyView(
        deal=str(key),
        number=key.number,
        path=path,
        title=", ".join(
            _("table {name}", name=ready.comparison.deal.name_of(table)) for table in tables
        ),
        fps=rate_name(timeline.rate),
        rate=float(timeline.rate),
        tables=tuple(_table(gate, ready, times[table], points, muted, folder) for table in tables),
        rows=tuple(
            tuple(None if point is None else _picture(point, pictures) for point in row)
            for row in as_rows(points, tables)
        ),
        problems=ready.problems,
        pictures=pictures,
    )


def _table(
    gate: Gate,
    ready: PreparedSegment,
    hand: HandTimes,
    points: tuple[PointToVerify, ...],
    muted: tuple[MutedSound, ...],
    folder: Path,
) -> VerifyTable:
    table = hand.table
    sure = [point.confidence for point in points if point.table == table]
    milliseconds = gate.nudge_of(ready.key[:2], table)
    recording = ready.recordings.get(table)
    return VerifyTable(
        table=table,
        name=ready.comparison.deal.name_of(table),
        verified=hand.verified,
        confidence="verified" if hand.verified else min(sure, key=_ORDER.index, default="reported"),
        moved=_("all times {n} ms", n=f"{milliseconds:+d}") if milliseconds else "",
        recorded=bool(sure),
        begins="" if hand.started is None else _moment(hand.started.at).isoformat(),
        muted=tuple(_mute(each, recording, folder) for each in muted if each.table == table),
    )


def _mute(sound: MutedSound, recording: TableRecording | None, folder: Path) -> ShownMute:
    for file in recording.files if recording else ():
        if file.path == folder / sound.file:
            pace = 1000 * (1 + file.drift)
            first, last = (file.begins + each / pace for each in (sound.first, sound.last))
            return ShownMute(sound, _("{first} to {last}", first=_clock(first), last=_clock(last)))
    words = _(
        "{file}, {first} to {last} s: the file has no place now",
        file=Path(sound.file).name,
        first=f"{sound.first / 1000:.3f}",
        last=f"{sound.last / 1000:.3f}",
    )
    return ShownMute(sound, words)


def _picture(point: PointToVerify, pictures: str) -> VerifyPicture:
    names = " · ".join(point.names)
    at = _decimal(point.at)
    query = urlencode({"table": point.table, "at": at})
    return VerifyPicture(
        key=f"{point.table}/{point.row}",
        table=point.table,
        names=names[:1].upper() + names[1:],
        event=point.event,
        moves=_("the {time}", time=point.names[0])
        if point.event
        else _("all times of table {name}", name=point.table),
        at=at,
        clock=_clock(point.at),
        where=_("cut away") if point.frame is None else _("frame {n}", n=point.frame),
        confidence=point.confidence,
        uncertain=_("up to {n} s late", n=f"{float(point.uncertain):.1f}")
        if point.uncertain
        else "",
        address=f"{pictures}?{query}",
    )


def _decimal(at: Fraction) -> str:
    """Seconds to the microsecond.

    >>> _decimal(Fraction(5, 2)), _decimal(Fraction(4, 3))
    ('2.500000', '1.333333')
    """
    micros = round(at * 1_000_000)
    return f"{micros // 1_000_000}.{micros % 1_000_000:06d}"


def _clock(at: Fraction) -> str:
    """A house time in this machine's zone, to the millisecond."""
    return _moment(at).astimezone().strftime("%H:%M:%S.%f")[:-3]


def _moment(at: Fraction) -> datetime:
    return EPOCH + timedelta(microseconds=round(at * 1_000_000))

"""``duplicast recordings sync`` and ``clap``: times of recordings by their sound."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer

from producer.cli.common import DbOption, fail, gate, me, people, settings
from producer.cli.recordings.options import GroupOption, SessionOption, group_of
from producer.events import RecordingAdded, ReferencePoint
from producer.release.recordings.added import add_recording
from producer.segments.recordings.by_sound import NoCommonSound
from producer.segments.recordings.placed import RecordedFile
from producer.segments.recordings.probe import UnreadableRecording
from producer.segments.recordings.reading import read_recordings
from producer.segments.recordings.sound_match import SoundPoint, find_clap, match_by_sound


def sync(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Whose time is right.")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The table to compare with it.")],
    session: SessionOption = None,
    group: GroupOption = None,
    within: Annotated[
        float, typer.Option(min=0.1, max=120, help="Seconds by which they may be apart.")
    ] = 2.0,
    apply: Annotated[
        bool, typer.Option("--apply", help="Give OTHER's recording the points that were found.")
    ] = False,
    db: DbOption = None,
) -> None:
    """Find by common sound how far OTHER's recording is from TABLE's.

    Both microphones must hear something in common: loudspeakers, a gong, a bell.
    """
    folder = settings(db).db.parent
    with gate(db) as opened:
        place = group_of(opened, session, group, table)
        recordings = opened.recordings(place)
        placed = read_recordings(
            {name: recordings.get(name, ()) for name in (table, other)}, folder
        )
        try:
            one, its = placed[table].recording, placed[other].recording
            file, points = match_by_sound(one, its, within)
        except (NoCommonSound, UnreadableRecording) as error:
            fail(str(error))
        for point in points:
            sys.stdout.write(_line(other, table, file, point) + "\n")
        if not apply:
            people.print("Nothing was changed; --apply does it.")
            return
        data = _with_points(recordings[other], file, points, folder)
        receipt = add_recording(opened, place, other, data, me())
    if receipt.outcome != "accepted":
        fail(f"nothing was changed: {receipt.reason}")
    people.print(f"table {other} follows table {table} by the sound of both")


def clap(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    near: Annotated[float, typer.Option(min=0, help="About where, in seconds from its start.")],
    metres: Annotated[
        float, typer.Option(min=0, max=1000, help="From the hands to the microphone.")
    ] = 0.0,
) -> None:
    """Find where in FILE a clap sounded, to a millisecond: the position of a --point.

    Sound takes 2.9 ms a metre, which is taken off.
    """
    try:
        position = find_clap(file, near, metres)
    except (NoCommonSound, UnreadableRecording) as error:
        fail(str(error))
    sys.stdout.write(f"{position:.3f}\n")


def _line(other: str, table: str, file: RecordedFile, point: SoundPoint) -> str:
    at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=round(point.at * 1_000_000))
    which = "late" if point.late > 0 else "early"
    clock, when = point.clock, at.astimezone().isoformat(sep=" ", timespec="seconds")
    return (
        f"{when} table {other} ({file.path.name}) is {abs(point.late):.4f} s {which} against table "
        f"{table}; {clock.windows} of {clock.looked_at} windows match, within "
        f"{clock.spread * 1000:.1f} ms"
    )


def _with_points(
    recordings: Sequence[RecordingAdded],
    file: RecordedFile,
    points: Sequence[SoundPoint],
    folder: Path,
) -> RecordingAdded:
    """The recording that has the file, with the points found instead of those it had."""
    recording, name = next(
        (each, name) for each in recordings for name in each.files if folder / name == file.path
    )
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    found = tuple(
        ReferencePoint(
            file=name,
            position=round(point.position * 1000),
            at=epoch + timedelta(microseconds=round(point.at * 1_000_000)),
        )
        for point in points
    )
    return recording.model_copy(update={"points": found, "offset": 0})

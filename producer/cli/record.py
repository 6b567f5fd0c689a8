"""``duplicast log``, ``gaps``, ``rebuild`` and ``backup``: the record itself."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from producer.bounds import LARGEST_NUMBER
from producer.cli.common import (
    DbOption,
    JsonOption,
    fail,
    me,
    people,
    print_data,
    settings,
    tell_rehearsal,
    why,
)
from producer.files import is_database
from producer.record import Damaged, LogEntry, LogFilter, Store, open_store
from producer.record.intake.decisions import NoGap, declare_lost
from producer.record.views.times import Nudges, confidence_of, corrected_time, read_nudges
from producer.release.exits import SEALED_EXITS, known_exit
from producer.texts import json_line, number_of, number_waiting, visible

LOG, GAPS = "command:log", "command:gaps"


def log(
    session: Annotated[str | None, typer.Option(help="Only this session.")] = None,
    group: Annotated[str | None, typer.Option(help="Only this group.")] = None,
    table: Annotated[str | None, typer.Option(help="Only this table.")] = None,
    deal: Annotated[
        int | None, typer.Option(min=1, max=LARGEST_NUMBER, help="Only this deal's number.")
    ] = None,
    type_: Annotated[
        str | None, typer.Option("--type", help="Only this type, such as hand.voided.")
    ] = None,
    last: Annotated[
        int | None, typer.Option(min=1, max=LARGEST_NUMBER, help="Only this many from the end.")
    ] = None,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """Print the log, event by event, in the order received. For producers only.

    Position, our time, the device's time and its accuracy, place, event. Events that are not
    used say why.
    """
    known_exit(LOG, SEALED_EXITS)
    wanted = LogFilter(session, group, table, deal, type_, last=last)
    with opened(db) as store:
        kinds = ("table.nudged", "event.nudged")
        nudges = read_nudges(
            [each for kind in kinds for each in store.entries(LogFilter(type=kind))]
        )
        matched = False
        for entry in store.entries(wanted):
            matched = True
            try:
                line = json_line(_answer(entry, nudges)) if json_ else _line(entry, nudges)
            except json.JSONDecodeError as error:
                damage = f"position {entry.pos} of the log is not as it was written"
                raise Damaged(str(settings(db).db), damage) from error
            sys.stdout.write(line + "\n")
        if not matched:
            _say_no_match(store)


def _say_no_match(store: Store) -> None:
    """Says that nothing matched, and what there is."""
    names = ", ".join(f"{each.session}/{each.group}" for each in store.sessions())
    there = f"sessions and groups in it: {names}" if names else "no session is open in it"
    people.print(f"nothing in the log matches; {there}", soft_wrap=True)


def gaps(
    lost: Annotated[
        str | None,
        typer.Option(metavar="SESSION/GROUP/TABLE", help="Declare its missing events lost."),
    ] = None,
    reason: Annotated[str, typer.Option(help="Why; it is logged.")] = "declared lost",
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """List missing events: numbers that devices skipped, and how many later events wait for
    them."""
    known_exit(GAPS, SEALED_EXITS)
    with opened(db) as store:
        if lost is not None:
            _declare_lost(store, lost, reason)
        open_gaps, unopened = store.gaps(), store.unopened()
    if json_:
        print_data([asdict(gap) for gap in open_gaps])
        return
    for gap in open_gaps:
        where = f"{gap.session}/{gap.group}: {gap.words} from {gap.source}"
        sys.stdout.write(visible(f"{where}; {number_waiting(gap.waiting, 'later event')}") + "\n")
    for (session, group), count in unopened.items():
        words = f"{session}/{group}: not open; {number_waiting(count, 'event')} for session.opened"
        sys.stdout.write(visible(words) + "\n")


def _declare_lost(store: Store, place: str, reason: str) -> None:
    try:
        declare_lost(store, place, why(reason), me())
    except NoGap as error:
        fail(str(error))


def rebuild(db: DbOption = None) -> None:
    """Derive sessions, deals and plays again from the log, which does not change."""
    with opened(db) as store:
        store.rebuild()
        counts = store.counts()
    people.print(
        f"derived {number_of(counts.plays, 'play')} again from {number_of(counts.events, 'event')}"
    )


def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", dir_okay=False, help="The file to write.")
    ],
    db: DbOption = None,
) -> None:
    """Copy the record to FILE, also while it is in use. FILE appears complete or not at all."""
    known_exit("command:backup", SEALED_EXITS)
    source = settings(db).db
    if file.exists() and file.samefile(source):
        fail(f"{file} is the record itself. Name another file.")
    if file.exists() and not is_database(file):
        fail(f"{file} exists and is not a backup. Name another file.")
    with opened(db) as store:
        store.backup(file)
    people.print(f"wrote {file}: {file.stat().st_size} bytes", soft_wrap=True)


@contextmanager
def opened(db: Path | None) -> Iterator[Store]:
    """The record at ``db``, or else at the path in the settings."""
    own = settings(db)
    if not own.db.exists():
        fail(f"{own.db}: there is no such database. `duplicast ingest FILE` makes one.")
    tell_rehearsal(own)
    with open_store(own.db) as store:
        yield store


def _line(entry: LogEntry, nudges: Nudges) -> str:
    where = "/".join(filter(None, (entry.session, entry.group, entry.table)))
    seq = "" if entry.seq is None else f" #{entry.seq}"
    at = corrected_time(entry, nudges)
    sure = f" ±{confidence_of(entry, nudges):g}s" if at else ""
    aside = f" [{entry.aside}]" if entry.aside else ""
    data = json.dumps(json.loads(entry.event)["data"], ensure_ascii=False)
    return visible(
        f"{entry.pos}  {entry.received_at}  {at or '-'}{sure}  {where}{seq}  {entry.type}{aside}  "
        f"{data}"
    )


def _answer(entry: LogEntry, nudges: Nudges) -> dict[str, Any]:
    return {
        "pos": entry.pos,
        "received_at": entry.received_at,
        "time": corrected_time(entry, nudges),
        "confidence": confidence_of(entry, nudges),
        "place": entry.place,
        "aside": entry.aside,
        "event": json.loads(entry.event),
    }

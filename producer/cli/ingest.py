"""``duplicast ingest``: files of finished or running events into the record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from producer.bounds import LARGEST_NUMBER
from producer.cli.common import (
    ALL_GOOD,
    NOTHING_USABLE,
    SOME_BAD,
    WRONG_USAGE,
    DbOption,
    JsonOption,
    fail,
    me,
    people,
    print_data,
    progress,
    settings,
    tell_rehearsal,
)
from producer.feeds import Received, Refused, Stakes, UnknownFormat, read
from producer.record import IngestCounts, Store, open_store
from producer.release import Gate
from producer.release import hand as by_hand

_NUMBER = re.compile(r"[1-9][0-9]{0,17}")
Format = Literal["auto", "lbr", "acpc", "native"]


def ingest(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", exists=True, dir_okay=False)],
    format_: Annotated[Format, typer.Option("--format", help="What the files are.")] = "auto",
    stakes: Annotated[
        str | None,
        typer.Option(
            metavar="SB/BB[/STACK]",
            help="Blinds and stack of a log that does not tell them; without it LBR has "
            "50/100/20000, ACPC those of its game file.",
        ),
    ] = None,
    live: Annotated[
        int | None,
        typer.Option(
            "--live",
            metavar="TABLES",
            min=1,
            max=1000,
            help="These are logs of a session still being played by so many tables: sealed until "
            "all of them have finished a deal.",
        ),
    ] = None,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """Take hands from FILEs into the record; the same file again changes nothing.

    Status: 0 all good, 1 nothing usable, 2 wrong usage, 3 some hands are in quarantine.
    """
    told = _stakes(stakes)
    own = settings(db)
    tell_rehearsal(own)
    with open_store(own.db) as store:
        before = store.quarantine()
        total, unread = take_in(store, files, format_, told, live)
        _report(store, total, len(before), unread, json_=json_)
        for old, now in zip(before, store.quarantine(), strict=False):
            if old.decision is None and now.decision is not None:
                settled = f"entry {now.pos} of the quarantine is settled: {now.decision.reason}"
                people.print(settled, markup=False, soft_wrap=True)
    if format_ == "auto" and any("unknown format" in each.reason for each in unread):
        people.print("If you know what a file is, say so with --format.")
    if told and total.quarantined:
        people.print(
            f"If --stakes {stakes} are not those of these logs: what is taken in stays, so take "
            "the files into a new database with the right ones (--db NEW).",
            soft_wrap=True,
        )
    raise typer.Exit(_status(total, unread))


def take_in(
    store: Store,
    files: Sequence[Path],
    format_: Format = "auto",
    stakes: Stakes | None = None,
    live: int | None = None,
) -> tuple[IngestCounts, list[UnknownFormat]]:
    """Ingests ``files`` with a progress bar: how many events, and the files in no known format.

    ``live``: how many tables play on in the sessions of the files; ``None`` takes them as told.
    """
    total = IngestCounts(0, 0, 0)
    unread: list[UnknownFormat] = []
    with progress() as bar:
        task = bar.add_task("ingest", total=len(files))
        for file in files:
            bar.update(task, description=file.name)
            try:
                total = _plus(total, store.append(_read(store, file, format_, stakes, live)))
            except UnknownFormat as error:
                unread.append(error)
            bar.advance(task)
    return total, unread


def _read(
    store: Store, file: Path, format_: Format, stakes: Stakes | None, live: int | None
) -> Iterator[Received | Refused]:
    items = read(file, format_, stakes)
    return items if live is None else as_live(Gate(store), items, live)


def as_live(
    gate: Gate, items: Iterable[Received | Refused], tables: int
) -> Iterator[Received | Refused]:
    """The same, with every session opened as live; that ``tables`` play it is told first, since
    a roster that grows with every file would be finished too early."""
    expected = set()
    for item in items:
        if isinstance(item, Refused) or item.event.type != "session.opened":
            yield item
            continue
        group = item.event.session, item.event.group
        if group not in expected:
            by_hand.expect_tables(gate, group, tables, "ingest --live", me())
            expected.add(group)
        data = item.event.data.model_copy(update={"kind": "live"})
        yield replace(item, event=item.event.model_copy(update={"data": data}))


def _stakes(text: str | None) -> Stakes | None:
    if text is None:
        return None
    parts = text.split("/")
    if len(parts) not in (2, 3) or not all(_NUMBER.fullmatch(part) for part in parts):
        fail(f"--stakes {text}: write SB/BB or SB/BB/STACK, such as 50/100/20000", WRONG_USAGE)
    small, big, *stack = map(int, parts)
    if small > big:
        fail(
            f"--stakes {text}: the small blind is larger than the big blind; write SB/BB, "
            f"such as {big}/{small}",
            WRONG_USAGE,
        )
    if max(small, big, *stack) > LARGEST_NUMBER:
        fail(f"--stakes {text}: a number larger than {LARGEST_NUMBER}", WRONG_USAGE)
    return Stakes(small, big, stack[0]) if stack else Stakes(small, big)


def _plus(a: IngestCounts, b: IngestCounts) -> IngestCounts:
    return IngestCounts(a.new + b.new, a.known + b.known, a.quarantined + b.quarantined)


def _report(
    store: Store, total: IngestCounts, before: int, unread: list[UnknownFormat], *, json_: bool
) -> None:
    for error in unread:
        people.print(str(error), markup=False, soft_wrap=True)
    live = any(session.kind == "live" for session in store.sessions())
    for entry in store.quarantine()[before:]:
        mark = "SEALED: " if live else ""  # reasons name cards
        told = f"{mark}{entry.place}: {entry.reason}. {entry.hint()}"
        people.print(told, markup=False, soft_wrap=True)
    people.print(
        f"{total.new} new events, {total.known} known already, "
        f"{total.quarantined} in quarantine, {len(unread)} files not read",
        markup=False,
    )
    if json_:
        print_data(
            {
                "new": total.new,
                "known": total.known,
                "quarantined": total.quarantined,
                "unread": [str(error) for error in unread],
            }
        )


def _status(total: IngestCounts, unread: list[UnknownFormat]) -> int:
    if not total.new and not total.known:
        return NOTHING_USABLE
    return SOME_BAD if total.quarantined or unread else ALL_GOOD

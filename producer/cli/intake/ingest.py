"""``duplicast ingest``: reads files of finished or running sessions into the record."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

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
from producer.cli.intake.problem_lines import problem_lines
from producer.cli.intake.reading_bar import moving, size_of
from producer.events import LONGEST_NAME
from producer.feeds import Asked, Received, Refused, Stakes, UnknownFormat, parse_stakes, read
from producer.feeds.mapping.map_file import SessionMap, UnusableMap, read_map
from producer.feeds.mapping.mapped import deal_decks, mapped
from producer.feeds.mapping.suggested import same_names
from producer.files import shown_name
from producer.record import IngestCounts, Store, open_store
from producer.release import Gate, by_hand
from producer.texts import number_of, number_waiting

Format = Literal[
    "auto",
    "lbr",
    "acpc",
    "phh",
    "pokergfx",
    "ohh",
    "acpc-transcript",
    "pbn",
    "lin",
    "native",
]
MOST_GAPS = 5
"""Gaps that are named; ``duplicast gaps`` has all."""

StakesOption = Annotated[
    str | None,
    typer.Option(
        metavar="SB/BB[/STACK]",
        help="Blinds and stack of a log that does not state them. Default: LBR 50/100/20000, "
        "ACPC those of its game file.",
    ),
]

HandsFromOption = Annotated[
    int,
    typer.Option(
        "--hands-from",
        metavar="0|1",
        min=0,
        max=1,
        help="The number of the first hand of a table whose files count from 0: every number is "
        "raised by 1.",
    ),
]


def no_folder(given: Path | list[Path]) -> Path | list[Path]:
    """Ends the command at a folder, for the callback of an argument that takes files."""
    for path in given if isinstance(given, list) else [given]:
        if path.is_dir():
            follow = f"`duplicast follow {shlex.quote(str(path))} --once`"
            fail(
                f"{path} is a folder: name its files, or record all of it with {follow}",
                WRONG_USAGE,
            )
    return given


def ingest(  # noqa: PLR0913, PLR0917 - its parameters are the options
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", exists=True, callback=no_folder)
    ],
    format_: Annotated[Format, typer.Option("--format", help="What the files are.")] = "auto",
    stakes: StakesOption = None,
    as_: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="TABLE",
            help="The table of the hands in FILE. Default: the file's name without its ending.",
        ),
    ] = None,
    hands_from: HandsFromOption = 1,
    map_: Annotated[
        Path | None,
        typer.Option(
            "--map",
            metavar="MAP",
            exists=True,
            dir_okay=False,
            help="Which file is which table, and which hand which deal (docs/feeds.md).",
        ),
    ] = None,
    live: Annotated[
        int | None,
        typer.Option(
            "--live",
            metavar="TABLES",
            min=1,
            max=1000,
            help="The session is still being played, by so many tables: a deal stays sealed until "
            "all of them have finished it.",
        ),
    ] = None,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """Record the hands in FILEs; the same file again changes nothing.

    Status: 0 all good, 1 nothing usable, 2 wrong usage, 3 some hands are in quarantine.
    """
    given = Asked(given_stakes(stakes), _table(as_, files), shift=1 - hands_from)
    own = settings(db)
    tell_rehearsal(own)
    with open_store(own.db) as store:
        before = store.quarantine()
        strangers: set[str] = set()
        session = None if map_ is None else _map(map_)
        total, unread = take_in(store, files, format_, given, live, session, strangers)
        if session is not None:
            _say_strangers(session, strangers)
        for old, now in zip(before, store.quarantine(), strict=False):
            if old.decision is None and now.decision is not None:
                settled = f"quarantine entry {now.pos} is settled: {now.decision.reason}"
                people.print(settled, soft_wrap=True)
        _report(store, total, len(before), unread, json_=json_)
    if format_ == "auto" and any("unknown format" in each.reason for each in unread):
        people.print("If you know the format of a file, give it with --format.")
    raise typer.Exit(exit_status(total, len(unread)))


def take_in(
    store: Store,
    files: Sequence[Path],
    format_: Format = "auto",
    asked: Asked = Asked(),  # noqa: B008 - immutable
    live: int | None = None,
    session: SessionMap | None = None,
    strangers: set[str] | None = None,
) -> tuple[IngestCounts, list[UnknownFormat]]:
    """Ingests ``files`` with a progress bar. Returns the counts and the unknown formats.

    ``live``: how many tables play the files' sessions, which are then opened as live; ``None``
    opens them as the files say. ``session``: the map of the files; names that its roster does not
    have are added to ``strangers``.
    """
    total = IngestCounts(0, 0, 0)
    unread: list[UnknownFormat] = []
    sizes = [size_of(file) for file in files]
    with progress(of_bytes=True) as bar:
        task = bar.add_task("ingest", total=sum(sizes))
        before = 0
        for file, size in zip(files, sizes, strict=True):
            bar.update(task, description=file.name, completed=before)
            before += size
            try:
                items = moving(read(file, format_, asked), bar, task, size)
                if session is not None:
                    place = session.session, session.group
                    decks = deal_decks(store.known_decks(*place) if session.by_cards else {})
                    names = set() if strangers is None else strangers
                    items = mapped(file, items, session, decks, names)
                if live is not None:
                    items = as_live(Gate(store), items, live)
                counts = store.append(items)
                for words in same_as_words(file, counts):
                    people.print(words, soft_wrap=True)
                total = total.plus(counts)
            except UnknownFormat as error:
                unread.append(error)
    return total, unread


def _map(path: Path) -> SessionMap:
    try:
        return read_map(path)
    except UnusableMap as error:
        fail(str(error), WRONG_USAGE)


def _say_strangers(session: SessionMap, strangers: set[str]) -> None:
    """Names are left as the files have them; those like one of the roster are said."""
    if session.players and strangers:
        people.print(f"Not in the map's players: {', '.join(sorted(strangers))}", soft_wrap=True)
    for a, b in same_names([*session.players, *strangers]):
        name, stranger = (a, b) if a in session.players else (b, a)
        if name in session.players and stranger in strangers:
            people.print(
                f"{stranger} may be {name}: if so, add the name to its `also` in the map",
                soft_wrap=True,
            )


def as_live(
    gate: Gate, items: Iterable[Received | Refused], tables: int
) -> Iterator[Received | Refused]:
    """``items`` with every session opened as live. The number of tables is set first, else the
    group would count as complete after its first file."""
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


def same_as_words(file: Path, counts: IngestCounts) -> Iterator[str]:
    """What to say of a file whose hands the record has under the name of another table."""
    for table in counts.same_as.values():
        yield (
            f"{shown_name(file)}: byte for byte the log of table {table}, which the record has; "
            "nothing was added. If another table played the same, give its name: "
            f"`duplicast ingest {shlex.quote(str(file))} --as TABLE`"
        )


def _table(name: str | None, files: Sequence[Path]) -> str:
    if name is None:
        return ""
    if len(files) > 1:
        fail("--as names the table of one file; give one FILE", WRONG_USAGE)
    if not 1 <= len(name.strip()) <= LONGEST_NAME:
        fail(f"--as: a table's name has 1 to {LONGEST_NAME} characters", WRONG_USAGE)
    return name


def given_stakes(text: str | None) -> Stakes | None:
    if text is None:
        return None
    try:
        return parse_stakes(text)
    except ValueError as error:
        fail(f"--stakes {text}: {error}", WRONG_USAGE)


def _report(
    store: Store, total: IngestCounts, before: int, unread: list[UnknownFormat], *, json_: bool
) -> None:
    for error in unread:
        people.print(str(error), soft_wrap=True)
    live = any(session.kind == "live" for session in store.sessions())
    lines = problem_lines(store.quarantine()[before:], sealed=live)
    for line, _ in lines:
        people.print(line, soft_wrap=True)
    if any(count > 1 for _, count in lines):
        people.print("`duplicast quarantine list` has all", soft_wrap=True)
    words = f"{counts_words(total)}, {unread_words(len(unread))}{waiting_words(store)}"
    people.print(words, soft_wrap=True)
    if json_:
        print_data(
            {
                "new": total.new,
                "known": total.known,
                "quarantined": total.quarantined,
                "unread": [str(error) for error in unread],
            }
        )


def unread_words(files: int) -> str:
    return f"{number_of(files, 'file')} not read"


def waiting_words(store: Store) -> str:
    """What waits for missing events or openings, to follow the counts; ``""`` if nothing does."""
    words = [
        f"{gap.session}/{gap.group}: {gap.behind}, {number_waiting(gap.waiting, 'later event')}"
        for gap in store.gaps()
    ]
    words += [
        f"{session}/{group}: not open, {number_waiting(count, 'event')} for session.opened"
        for (session, group), count in store.unopened().items()
    ]
    if len(words) > MOST_GAPS:
        words[MOST_GAPS:] = [f"and {len(words) - MOST_GAPS:,} more: `duplicast gaps`"]
    return "".join(f"; {each}" for each in words)


def counts_words(counts: IngestCounts) -> str:
    new = number_of(counts.new, "new event")
    return f"{new}, {counts.known} already known, {counts.quarantined} in quarantine"


def exit_status(counts: IngestCounts, unread: int) -> int:
    """The status of the command. ``unread``: how many files could not be read."""
    if not counts.new and not counts.known:
        return NOTHING_USABLE
    return SOME_BAD if counts.quarantined or unread else ALL_GOOD

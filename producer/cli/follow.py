"""``duplicast follow``: files that grow, and folders in which files appear."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from producer.cli.common import (
    ALL_GOOD,
    NOTHING_USABLE,
    SOME_BAD,
    WRONG_USAGE,
    DbOption,
    fail,
    people,
    settings,
    tell_rehearsal,
)
from producer.feeds import UnknownFormat, detect, read
from producer.feeds.following import FilePosition, read_new_lines
from producer.files import is_database
from producer.record import IngestCounts, Receipt, Store, open_store

QUIET = 4
"""Looks in a row without a change after which a file of another format is read as a whole."""


def follow(
    paths: Annotated[
        list[Path], typer.Argument(metavar="FILE|DIR...", help="They need not exist yet.")
    ],
    every: Annotated[
        float,
        typer.Option(min=0.05, max=3600, help="Seconds between two looks."),
    ] = 0.5,
    once: Annotated[bool, typer.Option("--once", help="Look once and end.")] = False,
    db: DbOption = None,
) -> None:
    """Take in what is written to files, line by line, until Ctrl-C.

    Lines of events are taken as they come; a last line without its end waits. Logs of other
    formats are read as a whole when they have been left alone for a while. Databases in a folder
    are passed over.

    Status with --once: 0 all good, 1 nothing usable, 2 a file is missing, 3 some cannot be used.
    """
    own = settings(db)
    tell_rehearsal(own)
    _there(paths, own.db, once=once)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with open_store(own.db) as store:
        watch = Watch(store, people_say, quiet=0 if once else QUIET)
        follow_until(watch, paths, stop, every, once=once)
    if once:
        people.print(watch.counted, markup=False, soft_wrap=True)
        raise typer.Exit(watch.status)
    people.print("stopped", style="bold")


def _there(paths: list[Path], own: Path, *, once: bool) -> None:
    """Says what is missing; nobody waits for it who looks once. The record itself is no feed."""
    for path in paths:
        if path.is_file() and is_database(path):
            what = "the record itself" if own.exists() and path.samefile(own) else "a database"
            fail(f"{path} is {what}. Name files of events, or logs.", WRONG_USAGE)
        if not path.exists() and once:
            fail(f"{path}: there is no such file or folder", WRONG_USAGE)
        if not path.exists():
            people_say(f"{path} is not there yet; waiting for it")


def follow_until(
    watch: Watch, paths: list[Path], stop: threading.Event, every: float, *, once: bool = False
) -> None:
    """Looks at ``paths`` every so many seconds, until ``stop`` is set."""
    while True:
        moved = [watch.look(path) for path in sorted(files_of(paths)) if not stop.is_set()]
        if once and not any(moved):
            return
        if stop.wait(0 if any(moved) else every):
            return


def files_of(paths: list[Path]) -> set[Path]:
    """The files named, and those in the folders named; hidden ones, half written, are left, and
    databases with what lies beside them."""
    found: set[Path] = set()
    for path in paths:
        if path.is_dir():
            found |= {each for each in path.iterdir() if _may_be_feed(each)}
        elif path.is_file():
            found.add(path)
    return found


def _may_be_feed(path: Path) -> bool:
    if path.name[0] == "." or not path.is_file():
        return False
    base, dash, ending = path.name.rpartition("-")
    beside = bool(dash) and ending in ("wal", "shm", "journal")
    try:
        return not is_database(path.with_name(base) if beside else path)
    except OSError:
        return True  # said what is wrong with it when it is read


def people_say(words: str) -> None:
    people.print(words, markup=False, soft_wrap=True)


class Watch:
    """Files under watch: how far each has been read, and what is wrong with it."""

    def __init__(self, store: Store, say: Callable[[str], None], quiet: int = QUIET) -> None:
        self._store, self._say, self._quiet = store, say, quiet
        self._places: dict[Path, FilePosition] = {}
        self._sizes: dict[Path, tuple[int, int]] = {}
        self._done: dict[Path, int] = {}
        self._trouble: dict[Path, str] = {}
        self._total = IngestCounts(0, 0, 0)

    @property
    def counted(self) -> str:
        """What became of everything so far, for people."""
        total = self._total
        return (
            f"{total.new} new events, {total.known} known already, {total.quarantined} in "
            f"quarantine, {len(self._trouble)} files not read"
        )

    @property
    def status(self) -> int:
        """How a command ends that has taken in so much."""
        if not self._total.new and not self._total.known:
            return NOTHING_USABLE
        return SOME_BAD if self._total.quarantined or self._trouble else ALL_GOOD

    def look(self, path: Path) -> bool:
        """Takes in what is new in ``path``; whether there was something."""
        try:
            if path not in self._places and detect(path) != "native":
                return self._whole(path)
            items, place = read_new_lines(path, self._places.get(path, FilePosition()))
        except UnknownFormat as error:
            return self._wrong(path, str(error))
        except OSError as error:
            return self._wrong(path, f"{path}: {error.strerror}")
        if place.rewritten:
            self._say(f"{path}: what had been read is no longer there; read anew from line 1")
        told = self._store.hear(items) if items else []
        self._store.complete(items)
        self._total = self._total.plus(_tally(told))
        moved = place != self._places.get(path)
        self._places[path] = place
        for each in told:
            if each.outcome == "refused" or (each.reason and each.outcome == "accepted"):
                self._say(f"{each.place}: {each.reason}. {each.hint()}")
        return moved and bool(items)

    def _whole(self, path: Path) -> bool:
        """A log of another format, once nobody writes to it any more."""
        size = path.stat().st_size
        before, quiet = self._sizes.get(path, (-1, 0))
        quiet = quiet + 1 if size == before else 0
        self._sizes[path] = size, quiet
        if quiet < self._quiet or self._done.get(path) == size:
            return False
        self._done[path] = size
        tally = self._store.append(read(path))
        self._total = self._total.plus(tally)
        self._say(
            f"{path}: {tally.new} new events, {tally.known} known already, "
            f"{tally.quarantined} in quarantine"
        )
        return True

    def _wrong(self, path: Path, words: str) -> bool:
        """Said once, not at every look; an empty file may still become something."""
        if self._trouble.get(path) != words and path.exists() and path.stat().st_size:
            self._say(words)
            self._trouble[path] = words
        return False


def _tally(told: list[Receipt]) -> IngestCounts:
    """Hands that turn out wrong at their end are in quarantine too, though they are accepted."""
    outcomes = Counter(each.outcome for each in told)
    wrong = sum(bool(each.reason) for each in told if each.outcome == "accepted")
    new = outcomes["accepted"] + outcomes["waiting"]
    return IngestCounts(new, outcomes["known"], outcomes["refused"] + wrong)

"""``duplicast follow``: files that grow, and folders in which files appear."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from producer.cli.common import DbOption, people, settings
from producer.feeds import UnknownFormat, detect, read
from producer.feeds.tail import Place, read_on
from producer.record import Store, open_store

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
    formats are read as a whole when they have been left alone for a while.
    """
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with open_store(settings(db).db) as store:
        follow_until(store, paths, stop, every, once=once)
    people.print("stopped", style="bold")


def follow_until(
    store: Store, paths: list[Path], stop: threading.Event, every: float, *, once: bool = False
) -> None:
    """Looks at ``paths`` every so many seconds, until ``stop`` is set."""
    watch = Watch(store, people_say, quiet=0 if once else QUIET)
    while True:
        moved = [watch.look(path) for path in sorted(files_of(paths)) if not stop.is_set()]
        if once and not any(moved):
            return
        if stop.wait(0 if any(moved) else every):
            return


def files_of(paths: list[Path]) -> set[Path]:
    """The files named, and those in the folders named; hidden ones, half written, are left."""
    found: set[Path] = set()
    for path in paths:
        if path.is_dir():
            found |= {each for each in path.iterdir() if each.is_file() and each.name[0] != "."}
        elif path.is_file():
            found.add(path)
    return found


def people_say(words: str) -> None:
    people.print(words, markup=False, soft_wrap=True)


class Watch:
    """Files under watch: how far each has been read, and what is wrong with it."""

    def __init__(self, store: Store, say: Callable[[str], None], quiet: int = QUIET) -> None:
        self._store, self._say, self._quiet = store, say, quiet
        self._places: dict[Path, Place] = {}
        self._sizes: dict[Path, tuple[int, int]] = {}
        self._done: dict[Path, int] = {}
        self._trouble: dict[Path, str] = {}

    def look(self, path: Path) -> bool:
        """Takes in what is new in ``path``; whether there was something."""
        try:
            if path not in self._places and detect(path) != "native":
                return self._whole(path)
            items, place = read_on(path, self._places.get(path, Place()))
        except UnknownFormat as error:
            return self._wrong(path, str(error))
        except OSError as error:
            return self._wrong(path, f"{path}: {error.strerror}")
        told = self._store.hear(items) if items else []
        moved = place != self._places.get(path)
        self._places[path] = place
        for each in told:
            if each.outcome == "refused" or (each.reason and each.outcome == "accepted"):
                self._say(f"{each.place}: {each.reason}. {each.mend}")
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

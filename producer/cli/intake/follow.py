"""``duplicast follow``: reads growing files, files that appear in folders, addresses, standard
input."""

from __future__ import annotations

import signal
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import typer

from producer.cli.common import (
    WRONG_USAGE,
    DbOption,
    fail,
    people,
    settings,
    tell_rehearsal,
)
from producer.cli.intake.ingest import (
    counts_words,
    exit_status,
    same_as_words,
    unread_words,
    waiting_words,
)
from producer.cli.intake.sources import (
    FollowedSource,
    is_address,
    is_source,
    receive,
    receive_once,
    source_in,
)
from producer.feeds import Asked, Received, Refused, UnknownFormat, detect, read
from producer.feeds.following import FilePosition, read_new_lines
from producer.files import is_database, shown_name
from producer.record import IngestCounts, Receipt, Store, open_store

QUIET = 4
"""A file of another format is read as a whole after 4 checks without a change."""


def follow(
    feeds: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|DIR|URL|-...",
            help="Files and folders need not exist yet. http(s): asked again and again; ws(s): a "
            "WebSocket that sends events; -: standard input.",
        ),
    ],
    every: Annotated[
        float,
        typer.Option(min=0.05, max=3600, help="Seconds between two checks, or questions."),
    ] = 0.5,
    once: Annotated[bool, typer.Option("--once", help="Check once and exit.")] = False,
    db: DbOption = None,
) -> None:
    """Record what is written to files or arrives from elsewhere until Ctrl-C.

    Events are read line by line; an unfinished last line waits for its end. Other formats are
    read as a whole once they stop changing. Databases in a folder are skipped.

    Status with --once, or at the end of standard input: 0 all good, 1 nothing usable, 2 a file is
    missing, 3 some events or files unusable.
    """
    own = settings(db)
    tell_rehearsal(own)
    paths = [Path(each) for each in feeds if not is_source(each)]
    urls = _addresses([each for each in dict.fromkeys(feeds) if is_source(each)], once=once)
    _there(paths, own.db, once=once)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with (
        tempfile.TemporaryDirectory(prefix="duplicast-follow-") as folder,
        open_store(own.db) as store,
    ):
        sources = [source_in(Path(folder), n, url) for n, url in enumerate(urls)]
        names = {source.path: source.name for source in sources}
        watch = Watch(store, people_say, quiet=0 if once else QUIET, names=names)
        for source in sources:
            if once:
                if trouble := receive_once(source):
                    watch.report(source.path, f"{source.name}: {trouble}")
            else:
                threading.Thread(
                    target=receive, args=(source, people_say, every, stop), daemon=True
                ).start()
        follow_until(watch, paths, stop, every, once=once, sources=sources)
    if once or not stop.is_set():
        people.print(watch.counted, soft_wrap=True)
        raise typer.Exit(watch.status)
    people.print("stopped", style="bold")


def _addresses(urls: list[str], *, once: bool) -> list[str]:
    """Returns ``urls``; ends the command at one that is no address, or with ``once`` has no end."""
    for url in urls:
        if not is_address(url):
            fail(f"{url} is no address; write it as https://HOST/PATH", WRONG_USAGE)
        if once and url.startswith(("ws://", "wss://")):
            fail("--once: a WebSocket has no end; leave --once out", WRONG_USAGE)
    return urls


def _there(paths: list[Path], own: Path, *, once: bool) -> None:
    """Reports missing paths; ends the command at a database, or with ``once`` at a missing one."""
    for path in paths:
        if path.is_file() and is_database(path):
            what = "the record itself" if own.exists() and path.samefile(own) else "a database"
            fail(f"{path} is {what}. Name files of events, or logs.", WRONG_USAGE)
        if not path.exists() and once:
            fail(f"{path}: there is no such file or folder", WRONG_USAGE)
        if not path.exists():
            people_say(f"{path} does not exist yet; waiting for it")


def follow_until(
    watch: Watch,
    paths: list[Path],
    stop: threading.Event,
    every: float,
    *,
    once: bool = False,
    sources: Sequence[FollowedSource] = (),
) -> None:
    """Checks ``paths`` and the files of ``sources`` every ``every`` seconds until ``stop`` is set;
    with ``once``, until nothing is new. Also ends when there are only sources, and all have
    ended."""
    still = 0
    while True:
        over = not paths and all(source.ended.is_set() for source in sources)
        followed = files_of([*paths, *(source.path for source in sources)])
        moved = [watch.look(path) for path in sorted(followed) if not stop.is_set()]
        if not any(moved):
            watch.say_waiting()
        still = still + 1 if over and not any(moved) else 0
        if (once and not any(moved)) or still > QUIET + 1:
            return
        if stop.wait(0 if any(moved) else every):
            return


def files_of(paths: list[Path]) -> set[Path]:
    """The files among ``paths`` and in its folders, without hidden files (often half written) and
    databases with their companion files."""
    feeds: set[Path] = set()
    for path in paths:
        if path.is_dir():
            feeds |= {each for each in path.iterdir() if _may_be_feed(each)}
        elif path.is_file():
            feeds.add(path)
    return feeds


def _may_be_feed(path: Path) -> bool:
    if path.name[0] == "." or not path.is_file():
        return False
    base, dash, ending = path.name.rpartition("-")
    beside = bool(dash) and ending in ("wal", "shm", "journal")
    try:
        return not is_database(path.with_name(base) if beside else path)
    except OSError:
        return True  # the error is reported when it is read


def people_say(words: str) -> None:
    people.print(words, soft_wrap=True)


class Watch:
    """The followed files: how far each has been read, and its last error. ``names``: what files
    are called where they only hold what arrived from elsewhere."""

    def __init__(
        self,
        store: Store,
        say: Callable[[str], None],
        quiet: int = QUIET,
        names: Mapping[Path, str] = MappingProxyType({}),
    ) -> None:
        self._store, self._say, self._quiet, self._names = store, say, quiet, names
        self._places: dict[Path, FilePosition] = {}
        self._sizes: dict[Path, tuple[tuple[int, int], int]] = {}
        self._done: dict[Path, tuple[int, int]] = {}
        self._trouble: dict[Path, str] = {}
        self._total = IngestCounts(0, 0, 0)
        self._gaps: set[tuple[str, str, str]] = set()

    @property
    def counted(self) -> str:
        """The counts so far, and what waits for missing events, in words."""
        unread = unread_words(len(self._trouble))
        return f"{counts_words(self._total)}, {unread}{waiting_words(self._store)}"

    def say_waiting(self) -> None:
        """Says where events are missing if that has changed; called when nothing new comes, as what
        arrives in a wrong order is no gap."""
        gaps = {(gap.session, gap.group, gap.behind) for gap in self._store.gaps()}
        gaps |= {(*place, "not open") for place in self._store.unopened()}
        if gaps != self._gaps:
            self._gaps = gaps
            words = waiting_words(self._store).removeprefix("; ")
            self._say(words or "nothing waits for missing events any more")

    @property
    def status(self) -> int:
        """The exit status for the counts so far."""
        return exit_status(self._total, len(self._trouble))

    def look(self, path: Path) -> bool:
        """Records what is new in ``path``. Returns whether there was anything."""
        try:
            if path not in self._places and detect(path).name != "native":
                return self._whole(path)
            items, place = read_new_lines(path, self._places.get(path, FilePosition()))
        except UnknownFormat as error:
            return self._wrong(path, str(error))
        except OSError as error:
            return self._wrong(path, f"{shown_name(path)}: {error.strerror}")
        items = list(self._named(path, items))
        if place.rewritten:
            self._say(f"{self._name(path)}: what had been read is gone; read again from line 1")
        receipts = self._store.ingest(items) if items else []
        self._store.settle_cut_lines(items)
        self._total = self._total.plus(_tally(receipts))
        moved = place != self._places.get(path)
        self._places[path] = place
        for each in receipts:
            if each.outcome == "refused" or (each.reason and each.outcome == "accepted"):
                self._say(f"{each.place}: {each.reason}. {each.hint()}")
        return moved and bool(items)

    def _whole(self, path: Path) -> bool:
        """Reads a log of another format once it has stopped changing."""
        found = path.stat()
        size = found.st_size, found.st_mtime_ns  # an export is written anew, perhaps as long
        before, quiet = self._sizes.get(path, ((-1, 0), 0))
        quiet = quiet + 1 if size == before else 0
        self._sizes[path] = size, quiet
        if quiet < self._quiet or self._done.get(path) == size:
            return False
        self._done[path] = size
        growing = Asked(growing=self._quiet > 0)
        tally = self._store.append(self._named(path, read(path, asked=growing)))
        self._total = self._total.plus(tally)
        name = self._name(path)
        for words in (f"{name}: {counts_words(tally)}", *same_as_words(path, tally)):
            self._say(words)
        return True

    def _wrong(self, path: Path, words: str) -> bool:
        """Reports an error once, not at every check, and not for an empty file."""
        if self._trouble.get(path) != words and path.exists() and path.stat().st_size:
            self.report(path, words)
        return False

    def report(self, path: Path, words: str) -> None:
        """Says that the file is not read, and counts it."""
        self._trouble[path] = words
        self._say(words.replace(shown_name(path), self._name(path)))

    def _name(self, path: Path) -> str:
        return self._names.get(path) or shown_name(path)

    def _named(
        self, path: Path, items: Iterable[Received | Refused]
    ) -> Iterator[Received | Refused]:
        """``items`` with the name of where they came from."""
        name = self._names.get(path)
        for item in items:
            yield item if name is None else replace(item, place=_renamed(item.place, path, name))


def _renamed(place: str, path: Path, name: str) -> str:
    return name + place.removeprefix(shown_name(path))


def _tally(receipts: list[Receipt]) -> IngestCounts:
    """Counts by outcome. An accepted event with a reason has put its hand into quarantine."""
    outcomes = Counter(each.outcome for each in receipts)
    wrong = sum(bool(each.reason) for each in receipts if each.outcome == "accepted")
    new = outcomes["accepted"] + outcomes["waiting"]
    return IngestCounts(new, outcomes["known"], outcomes["refused"] + wrong)

"""The record: everything heard, what could not be used, and the deals that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Literal, Self

from sqlalchemy import Connection, Engine

from producer.acts import Act
from producer.events import SessionOpened, TableInfo, Team
from producer.feeds import Received, Refused
from producer.games.line import Deal, DealKey
from producer.record.intake import batch as intake
from producer.record.intake import resolution
from producer.record.intake.admission import Receipt
from producer.record.intake.batch import IngestCounts
from producer.record.intake.decision_events import Cut, completed, open_cuts, undecided
from producer.record.intake.one_by_one import ingest_one_by_one
from producer.record.plan.decks import DeckVersion
from producer.record.plan.marks import Flag, Mark
from producer.record.plan.state import WorkingState, trim
from producer.record.tables import acts, log, quarantine
from producer.record.tables import rows as derived
from producer.record.tables.comparisons import StoredComparison, read_comparisons, write_comparisons
from producer.record.tables.connection import Connections, open_engine, store_errors
from producer.record.tables.damage import Damaged, FileHealth
from producer.record.tables.quarantine import Quarantined
from producer.record.tables.schema import VERSION, StoreError
from producer.record.views import gaps
from producer.record.views.contradictions import Contradiction, read_contradictions, read_versions
from producer.record.views.deals import read_deal, read_deals, read_finished, read_flags, read_marks
from producer.record.views.gaps import Gap
from producer.record.views.group_states import (
    CorrectionEntry,
    Group,
    GroupState,
    HandEnd,
    read_corrections,
    read_group_states,
    read_hand_ends,
)
from producer.record.views.log_entries import (
    ALL_ENTRIES,
    Counts,
    LogEntry,
    LogFilter,
    copy_whole,
    read_counts,
    read_entries,
)
from producer.record.views.open_entries import undecided_counts, undecided_places
from producer.record.views.snapshot import RecordSnapshot
from producer.record.views.table_states import TableState, read_tables

BATCH = 1000
"""Items in one transaction: acknowledged together, in memory together."""

CACHE_MS = 200
"""How long a comparison that is only kept waits for others who write."""

MOST_HANDS_KEPT = 2000
"""Hands and plays in memory between batches; of more, the older half is forgotten."""


@dataclass(frozen=True, slots=True)
class Session:
    """All openings of a session's group together. ``tables``: the roster, in its order."""

    session: str
    group: str
    kind: Literal["live", "archive"]
    title: str | None
    direction: str
    teams: Mapping[str, Team]
    tables: Mapping[str, TableInfo]
    deals: int | None
    credit: str | None


@dataclass(frozen=True, slots=True)
class Progress:
    """Who has finished a deal: ``finished`` of the group's ``tables``, both in roster order."""

    key: DealKey
    finished: tuple[str, ...]
    tables: tuple[str, ...]
    kind: Literal["live", "archive"]


def open_store(path: Path) -> Store:
    """The record at ``path``, made where there is none. Raises StoreError."""

    def derive_again(connection: Connection) -> None:
        intake.derive_again(connection, BATCH, _now())

    return Store(open_engine(path, derive_again))


class Store:
    """An open record. May be used by several threads and processes at once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._health = FileHealth(Path(engine.url.database or ""))
        self._readers, self._writers = Connections(engine), Connections(engine)
        self._keepers = Connections(engine, CACHE_MS)
        self._one_writer = Lock()
        self._kept: tuple[int, WorkingState] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._readers.close()
        self._writers.close()
        self._keepers.close()
        self._engine.dispose()

    def check_writable(self) -> None:
        """Raises ReadOnlyError where the record can only be read."""
        with self._writing() as connection:
            connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")

    def append(
        self,
        items: Iterable[Received | Refused],
        on_batch: Callable[[int], None] | None = None,
    ) -> IngestCounts:
        """Takes ``items`` in; what is counted in the answer is on disk.

        Idempotent: an event whose id or whole content is known changes nothing. ``on_batch`` is
        called with the number of items after each batch is on disk. An exception of ``items``
        passes through; the batches before it stand. Where ``items`` hold the whole of a line in
        whose midst its file had ended before, the entry of the quarantine is decided.
        """
        tally = IngestCounts(0, 0, 0)
        source, renamed = iter(items), dict[intake.Place, str]()
        cuts = self._cuts()
        while batch := list(islice(source, BATCH)):
            told, refused = self._ingest(batch, renamed)
            self._complete(cuts, batch)
            tally = tally.plus(intake.tally_of(told, refused))
            if on_batch is not None:
                on_batch(len(batch))
        return tally

    def ingest(self, items: list[Received | Refused]) -> list[Receipt]:
        """Takes ``items`` in as one transaction: what became of each, in their order, on disk."""
        return self._ingest(items, {})[0]

    def decide(
        self,
        entry: int,
        item: Received | Refused | None,
        decided: Callable[[Receipt | None], Mapping[int, Received]],
    ) -> Receipt | None:
        """Takes ``item`` in, in the place of an entry of the quarantine, and the decisions, by
        entry, that follow from what became of it; nobody else decides between the two.

        Raises AlreadyDecided, and nothing is taken in.
        """
        with self._batch() as batch:
            return resolution.decide(batch, entry, item, decided)

    def settle_cut_lines(self, items: list[Received | Refused]) -> None:
        """Decides, as ``append`` does, about entries that ``items``, taken in, are the whole of."""
        self._complete(self._cuts(), items)

    def rebuild(self) -> None:
        """Drops everything derived and derives it again from the log, in one transaction."""
        with self._one_writer, self._writing() as connection:
            self._kept = None
            derived.empty(connection)
            intake.derive_again(connection, BATCH, _now())

    def version(self) -> int:
        """Grows with every append that adds something; equal versions answer equally."""
        with self._reading() as connection:
            return log.last_position(connection) + quarantine.last_position(connection)

    def damage(self) -> Damaged | None:
        """What is wrong with the file itself, checked now where a check is due; else ``None``."""
        return self._health.check()

    def gaps(self) -> list[Gap]:
        """What devices have not sent, though they sent later events, which wait."""
        with self._reading() as connection:
            return gaps.read_gaps(connection)

    def unopened(self, table: str | None = None) -> dict[tuple[str, str], int]:
        """How many events, all or those of ``table``, wait for their session to be opened, by
        session and group."""
        with self._reading() as connection:
            return gaps.read_unopened(connection, table)

    def act(self, act: Act) -> None:
        """Adds an act of the house to the log; on disk when this returns."""
        with self._one_writer, self._writing() as connection:
            acts.append(connection, act, _now())

    def acts(self, after: int = 0) -> list[tuple[int, Act]]:
        """The acts above a position of the log, in order, with their positions."""
        with self._reading() as connection:
            return acts.read(connection, after)

    def group_states(self, groups: set[Group] | None = None) -> dict[Group, GroupState]:
        """How far every deal of ``groups`` is, ``None`` for all; without groups not open."""
        with self._reading() as connection:
            return read_group_states(connection, groups)

    @contextmanager
    def snapshot(self) -> Iterator[RecordSnapshot]:
        """The record in one state, whatever is written meanwhile; for one thread."""
        with self._reading() as connection:
            yield RecordSnapshot(connection)

    def comparisons(self, keys: Collection[DealKey]) -> dict[DealKey, StoredComparison]:
        """What was kept of the comparisons of ``keys``; it may be of a deal as it was before."""
        with self._reading() as connection:
            return read_comparisons(connection, keys)

    def save_comparisons(self, new: Mapping[DealKey, StoredComparison]) -> None:
        """Keeps comparisons until the deals are compared again; the log does not grow by it.

        Raises StoreError, soon, where others write: what is kept is in hand without it.
        """
        if not new:
            return
        if not self._one_writer.acquire(timeout=CACHE_MS / 1000):
            raise StoreError("the record", "others write to it", "Nothing is lost")
        try:
            with self._keepers.transaction("BEGIN IMMEDIATE") as connection:
                write_comparisons(connection, new)
        finally:
            self._one_writer.release()

    def hand_ends(self, group: Group) -> list[HandEnd]:
        """Every end of a hand in ``group``, in the order heard."""
        with self._reading() as connection:
            return read_hand_ends(connection, group)

    def corrections(self) -> list[CorrectionEntry]:
        """Everything said of hands and deals after they were told, in the order heard."""
        with self._reading() as connection:
            return read_corrections(connection)

    def undecided_places(self) -> Mapping[tuple[str, str, str], int]:
        """How much lies undecided in quarantine, by session, group and table."""
        with self._reading() as connection:
            return undecided_places(connection)

    def undecided_counts(self) -> Mapping[Group, int]:
        """How many undecided entries of the quarantine may be of a group."""
        with self._reading() as connection:
            return undecided_counts(connection)

    def quarantine(self, *, only_open: bool = False) -> list[Quarantined]:
        """All that could not be used, in the order received."""
        with self._reading() as connection:
            return quarantine.read(connection, only_open=only_open)

    def entry(self, pos: int) -> Quarantined | None:
        """One entry of the quarantine."""
        with self._reading() as connection:
            return next(iter(quarantine.read(connection, pos)), None)

    def contradictions(self) -> list[Contradiction]:
        """Hands that do not fit, or did not, their deal's deck."""
        with self._reading() as connection:
            return read_contradictions(connection)

    def versions(self, key: DealKey) -> list[DeckVersion]:
        """The decks that were shown for a deal, the standing one first."""
        with self._reading() as connection:
            return read_versions(connection, key)

    def tables(self) -> list[TableState]:
        """Every table of the live sessions as it stands."""
        with self._reading() as connection:
            return read_tables(connection)

    def counts(self) -> Counts:
        """Sizes, for those who watch the service."""
        with self._reading() as connection:
            return read_counts(connection)

    def entries(self, wanted: LogFilter = ALL_ENTRIES) -> Iterator[LogEntry]:
        """The log, event by event, in the order heard."""
        with self._reading() as connection:
            yield from read_entries(connection, wanted)

    def backup(self, path: Path) -> None:
        """Copies the record as it is now to ``path``, which appears whole or not at all.

        Others may write meanwhile. Raises StoreError, OSError.
        """
        with store_errors(self._engine):
            copy_whole(self._engine, path)

    def sessions(self) -> list[Session]:
        """All sessions and their groups, in the order of their names."""
        with self._reading() as connection:
            opened = derived.read_sessions(connection)
        return [_session(*group, value) for group, value in opened.items()]

    def keys(self) -> list[DealKey]:
        """Every deal of which cards are known, played or not, in the order of the keys."""
        with self._reading() as connection:
            return list(read_finished(connection))

    def progress(self) -> list[Progress]:
        """Who has finished what, for every deal of ``keys``."""
        with self._reading() as connection:
            opened = derived.read_sessions(connection)
            finished = read_finished(connection)
        return [
            _progress(key, done, opened[key.session, key.group]) for key, done in finished.items()
        ]

    def flags(self) -> dict[DealKey, Flag]:
        """What was said afterwards of deals: void, under review, corrected."""
        with self._reading() as connection:
            return read_flags(connection)

    def marks(self) -> dict[DealKey, dict[str, Mark]]:
        """The same by table, ``""`` for the deal itself."""
        with self._reading() as connection:
            return read_marks(connection)

    def deal(self, key: DealKey) -> Deal | None:
        """One deal with its finished plays, None where nothing of it is known."""
        with self._reading() as connection:
            return read_deal(connection, key)

    def deals(self) -> Iterator[Deal]:
        """Every deal of ``keys`` with its finished plays, read as the iterator is."""
        with self._reading() as connection:
            yield from read_deals(connection)

    def _cuts(self) -> Mapping[str, list[Cut]]:
        with self._reading() as connection:
            return open_cuts(connection)

    def _complete(self, cuts: Mapping[str, list[Cut]], items: list[Received | Refused]) -> None:
        decided = dict(completed(cuts, items)) if cuts else {}
        if decided:
            with self._batch() as batch:
                batch.ingest(undecided(batch.connection, decided), {})

    def _ingest(
        self, items: list[Received | Refused], renamed: dict[intake.Place, str]
    ) -> tuple[list[Receipt], int]:
        """One batch in a transaction of its own; where we fail at it, once more item by item, so
        that one whose fault that is takes no other with it."""
        before = dict(renamed)
        try:
            with self._batch() as batch:
                return resolution.ingest(batch, items, renamed)
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - told where it is met again
            renamed.clear()
            renamed.update(before)
            with self._batch() as batch:
                return resolution.ingest(batch, items, renamed, ingest_one_by_one)

    @contextmanager
    def _batch(self) -> Iterator[intake.WriteTransaction]:
        """One transaction, with what is known from those before where nobody else has written."""
        with self._one_writer:
            kept, self._kept = self._kept, None
            with self._writing() as connection:
                last = log.last_position(connection)
                still = kept and (kept[0] == last or not log.has_events(connection, kept[0]))
                state = kept[1] if kept and still else WorkingState()
                batch = intake.WriteTransaction(connection, state, last, _now())
                yield batch
            trim(batch.state, MOST_HANDS_KEPT)
            self._kept = batch.last, batch.state

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._health.watch(reading=True), self._readers.transaction() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._health.watch(), self._writers.transaction("BEGIN IMMEDIATE") as connection:
            yield connection


def _session(session: str, group: str, opened: SessionOpened) -> Session:
    return Session(
        session=session,
        group=group,
        kind=opened.kind,
        title=opened.title,
        direction=opened.direction,
        teams=opened.teams,
        tables=opened.tables,
        deals=opened.deals,
        credit=opened.credit,
    )


def _progress(key: DealKey, done: frozenset[str], opened: SessionOpened) -> Progress:
    tables = tuple(opened.tables)
    finished = tuple([table for table in tables if table in done])
    return Progress(key, finished, tables, opened.kind)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")

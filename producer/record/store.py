"""The store: the log, the quarantine, and the deals derived from the log."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Literal, Self

from sqlalchemy import Connection, Engine

from producer.acts import Act
from producer.events import RecordingAdded, TableInfo, Team
from producer.feeds import Received, Refused
from producer.feeds.mapping.mapped import KnownDeck
from producer.games.line import Deal, DealKey
from producer.record.intake import batch as intake
from producer.record.intake import resolution
from producer.record.intake.batch import IngestCounts
from producer.record.intake.decision_events import Cut, completed, open_cuts, undecided
from producer.record.intake.one_by_one import ingest_one_by_one
from producer.record.intake.receipt import Receipt
from producer.record.plan.decks import DeckVersion
from producer.record.plan.marks import Flag, Mark
from producer.record.plan.names import Roster
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
from producer.record.views.deals import (
    read_deal,
    read_deals,
    read_flags,
    read_marks,
    read_results,
)
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
from producer.record.views.hands_sent import HandSent, read_hands, read_last_hand
from producer.record.views.known_decks import read_known_decks
from producer.record.views.log_entries import (
    ALL_ENTRIES,
    Counts,
    LogEntry,
    LogFilter,
    copy_whole,
    read_counts,
    read_entries,
)
from producer.record.views.open_entries import missing_hands, undecided_counts, undecided_places
from producer.record.views.recordings import read_recordings
from producer.record.views.snapshot import RecordSnapshot
from producer.record.views.table_states import TableState, read_tables
from producer.record.views.tournaments import CourseRead, read_course
from producer.tournament_events import TournamentTerms

BATCH = 1000
"""Items in one transaction."""

CACHE_MS = 200
"""How long saving comparisons waits for another writer. They are only a cache."""

MOST_HANDS_KEPT = 2000
"""Hands and plays kept in memory between batches; beyond it, the older half is dropped."""


@dataclass(frozen=True, slots=True)
class Session:
    """The merged openings of a group, with the names as they are shown. ``tables``: the roster, in
    its order; ``table_names``: what tables are shown as where that was corrected; ``team_codes``:
    by the code that a team is shown by, the one of the opening; ``pronunciations``: by name;
    ``simulated``: its hands are invented. ``tournament``: its terms, where it is one."""

    session: str
    group: str
    kind: Literal["live", "archive"]
    title: str | None
    direction: str
    teams: Mapping[str, Team]
    tables: Mapping[str, TableInfo]
    deals: int | None
    credit: str | None
    table_names: Mapping[str, str] = field(default_factory=dict)
    team_codes: Mapping[str, str] = field(default_factory=dict)
    pronunciations: Mapping[str, str] = field(default_factory=dict)
    simulated: bool = False
    tournament: TournamentTerms | None = None


def open_store(path: Path) -> Store:
    """Opens the record at ``path``; creates it if there is none. Raises StoreError."""

    def derive_again(connection: Connection) -> None:
        intake.derive_again(connection, BATCH, _now())

    return Store(open_engine(path, derive_again))


class _Undo(Exception):
    """Undoes a transaction that was only to show what would happen."""

    def __init__(self, receipts: list[Receipt]) -> None:
        self.receipts = receipts


class Store:
    """An open record. May be used by several threads and processes at once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        path = Path(engine.url.database or "")
        self._health, self.folder = FileHealth(path), path.parent
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
        """Raises ReadOnlyError if the record can only be read."""
        with self._writing() as connection:
            connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")

    def append(
        self,
        items: Iterable[Received | Refused],
        on_batch: Callable[[int], None] | None = None,
    ) -> IngestCounts:
        """Ingests ``items`` in batches; everything counted in the result is on disk.

        Idempotent: an event whose id or whole content is in the log changes nothing. ``on_batch``
        is called with the number of items after each batch is on disk. An exception raised by
        ``items`` passes through; earlier batches stay. Settles cut-off lines as
        ``settle_cut_lines`` does.
        """
        counts = IngestCounts(0, 0, 0)
        source, renamed = iter(items), dict[intake.Place, str]()
        cuts = self._cuts()
        while batch := list(islice(source, BATCH)):
            receipts, refused = self._ingest(batch, renamed)
            self._settle_cut_lines(cuts, batch)
            counts = counts.plus(intake.counts_of(receipts, refused))
            if on_batch is not None:
                on_batch(len(batch))
        return replace(counts, same_as={place[2]: name for place, name in renamed.items()})

    def ingest(self, items: list[Received | Refused]) -> list[Receipt]:
        """Ingests ``items`` in one transaction; their receipts, in the same order. All is on
        disk."""
        return self._ingest(items, {})[0]

    def would_ingest(self, items: list[Received | Refused]) -> list[Receipt]:
        """What ``ingest`` would answer; nothing is written."""
        with self._one_writer:
            try:
                with self._writing() as connection:
                    last = log.last_position(connection)
                    batch = intake.WriteTransaction(connection, WorkingState(), last, _now())
                    raise _Undo(ingest_one_by_one(batch, items, {})[0])
            except _Undo as undone:
                return undone.receipts

    def hands_of(self, key: DealKey, table: str) -> list[HandSent]:
        """The hands of a deal that a table has sent, in order of their numbers."""
        with self._reading() as connection:
            return read_hands(connection, key, table)

    def last_hand(self, group: Group, table: str) -> int:
        """The largest hand number that the table has sent, 0 for none."""
        with self._reading() as connection:
            return read_last_hand(connection, group, table)

    def decide(
        self,
        entry: int,
        item: Received | Refused | None,
        decided: Callable[[Receipt | None], Mapping[int, Received]],
    ) -> Receipt | None:
        """Ingests ``item`` in place of an entry of the quarantine, and the decisions, by entry,
        that ``decided`` makes from its receipt; both in one transaction.

        Raises AlreadyDecided; nothing is written then.
        """
        with self._batch() as batch:
            return resolution.decide(batch, entry, item, decided)

    def settle_cut_lines(self, items: list[Received | Refused]) -> None:
        """Decides open entries of cut-off lines whose complete line is among ``items``, which are
        in the log."""
        self._settle_cut_lines(self._cuts(), items)

    def rebuild(self) -> None:
        """Drops all derived tables and derives them again from the log, in one transaction."""
        with self._one_writer, self._writing() as connection:
            self._kept = None
            derived.empty(connection)
            intake.derive_again(connection, BATCH, _now())

    def damage(self) -> Damaged | None:
        """Damage of the file, None if it is sound; checks the file if a check is due."""
        return self._health.check()

    def gaps(self) -> list[Gap]:
        """Missing events that later ones wait for."""
        with self._reading() as connection:
            return gaps.read_gaps(connection)

    def unopened(self, table: str | None = None) -> dict[tuple[str, str], int]:
        """How many events wait for their session to open, by session and group; of all tables or
        of one."""
        with self._reading() as connection:
            return gaps.read_unopened(connection, table)

    def act(self, act: Act) -> None:
        """Appends an act to the log; it is on disk when this returns."""
        with self._one_writer, self._writing() as connection:
            acts.append(connection, act, _now())

    def acts(self, after: int = 0) -> list[tuple[int, Act]]:
        """The acts above a position of the log, in order, with their positions."""
        with self._reading() as connection:
            return acts.read(connection, after)

    def group_states(self, groups: set[Group] | None = None) -> dict[Group, GroupState]:
        """The state of every deal of the open ``groups``; None for all groups."""
        with self._reading() as connection:
            return read_group_states(connection, groups)

    @contextmanager
    def snapshot(self) -> Iterator[RecordSnapshot]:
        """A consistent view of the record while others write; for one thread."""
        with self._reading() as connection:
            yield RecordSnapshot(connection)

    def comparisons(self, keys: Collection[DealKey]) -> dict[DealKey, StoredComparison]:
        """The saved comparisons of ``keys``. They may be out of date: compare their mark."""
        with self._reading() as connection:
            return read_comparisons(connection, keys)

    def save_comparisons(self, new: Mapping[DealKey, StoredComparison]) -> None:
        """Saves comparisons in the cache; the log does not change.

        Raises StoreError after a short wait if another writer holds the record.
        """
        if not new:
            return
        if not self._one_writer.acquire(timeout=CACHE_MS / 1000):
            raise StoreError("the record", "another process is writing to it", "Nothing is lost")
        try:
            with self._keepers.transaction("BEGIN IMMEDIATE") as connection:
                write_comparisons(connection, new)
        finally:
            self._one_writer.release()

    def hand_ends(self, group: Group) -> list[HandEnd]:
        """Every end of a hand in ``group``, in log order."""
        with self._reading() as connection:
            return read_hand_ends(connection, group)

    def corrections(self) -> list[CorrectionEntry]:
        """All corrections, voids, reviews, nudges and decisions, in log order."""
        with self._reading() as connection:
            return read_corrections(connection)

    def missing_hands(self) -> Mapping[tuple[str, str, str], tuple[int, ...]]:
        """The hands that never arrived and wait for a person, by session, group and table."""
        with self._reading() as connection:
            return missing_hands(connection)

    def undecided_places(self) -> Mapping[tuple[str, str, str], int]:
        """Numbers of open quarantine entries, by session, group and table."""
        with self._reading() as connection:
            return undecided_places(connection)

    def undecided_counts(self) -> Mapping[Group, int]:
        """Numbers of open quarantine entries that may belong to each group."""
        with self._reading() as connection:
            return undecided_counts(connection)

    def quarantine(self, *, only_open: bool = False) -> list[Quarantined]:
        """The entries of the quarantine, in the order received."""
        with self._reading() as connection:
            return quarantine.read(connection, only_open=only_open)

    def entry(self, pos: int) -> Quarantined | None:
        """One entry of the quarantine."""
        with self._reading() as connection:
            return next(iter(quarantine.read(connection, pos)), None)

    def contradictions(self) -> list[Contradiction]:
        """Hands that contradict their deal's deck, or did before they were voided."""
        with self._reading() as connection:
            return read_contradictions(connection)

    def versions(self, key: DealKey) -> list[DeckVersion]:
        """The decks shown for a deal, the current one first."""
        with self._reading() as connection:
            return read_versions(connection, key)

    def tables(self) -> list[TableState]:
        """The state of every table of the live sessions."""
        with self._reading() as connection:
            return read_tables(connection)

    def recordings(self, group: Group) -> Mapping[str, tuple[RecordingAdded, ...]]:
        """The recordings in use of the group's tables, in log order."""
        with self._reading() as connection:
            return read_recordings(connection, group, self.folder)

    def tournament(self, group: Group, before: CourseRead | None = None) -> CourseRead | None:
        """How far the tournament of a group is; ``None`` where it is not one. ``before``: an
        earlier answer, from which it goes on."""
        with self._reading() as connection:
            return read_course(connection, group, before)

    def counts(self) -> Counts:
        """Sizes of the record, for monitoring."""
        with self._reading() as connection:
            return read_counts(connection)

    def entries(self, wanted: LogFilter = ALL_ENTRIES) -> Iterator[LogEntry]:
        """The log, event by event, in log order."""
        with self._reading() as connection:
            yield from read_entries(connection, wanted)

    def backup(self, path: Path) -> None:
        """Copies the record to ``path``, which appears complete or not at all. Others may write
        meanwhile. Raises StoreError, OSError.
        """
        with store_errors(self._engine):
            copy_whole(self._engine, path)

    def sessions(self) -> list[Session]:
        """All groups of all sessions, ordered by name."""
        with self._reading() as connection:
            rosters = derived.read_rosters(connection)
        return [_session(*group, value) for group, value in rosters.items()]

    def flags(self) -> dict[DealKey, Flag]:
        """The flags of deals: void, under review, wrong deck, corrected."""
        with self._reading() as connection:
            return read_flags(connection)

    def marks(self) -> dict[DealKey, dict[str, Mark]]:
        """The marks behind ``flags``, by deal and table; ``""`` for the deal itself."""
        with self._reading() as connection:
            return read_marks(connection)

    def deal(self, key: DealKey) -> Deal | None:
        """One deal with its finished plays, None if it is unknown."""
        with self._reading() as connection:
            return read_deal(connection, key)

    def deals(self, groups: Collection[tuple[str, str]] | None = None) -> Iterator[Deal]:
        """Every deal whose deck is known, with its finished plays, in order; read lazily.
        ``groups``: sessions and groups to read, by default all."""
        with self._reading() as connection:
            yield from read_deals(connection, groups)

    def known_decks(self, session: str, group: str) -> dict[int, KnownDeck]:
        """The cards of the group's deals by number, those of deals that nobody has finished too."""
        with self._reading() as connection:
            return read_known_decks(connection, session, group)

    def results(self, group: tuple[str, str]) -> list[Deal]:
        """The deals of a group without cards and lines, for standings."""
        with self._reading() as connection:
            return list(read_results(connection, group))

    def _cuts(self) -> Mapping[str, list[Cut]]:
        with self._reading() as connection:
            return open_cuts(connection)

    def _settle_cut_lines(
        self, cuts: Mapping[str, list[Cut]], items: list[Received | Refused]
    ) -> None:
        decided = dict(completed(cuts, items)) if cuts else {}
        if decided:
            with self._batch() as batch:
                batch.ingest(undecided(batch.connection, decided), {})

    def _ingest(
        self, items: list[Received | Refused], renamed: dict[intake.Place, str]
    ) -> tuple[list[Receipt], int]:
        """Ingests one batch in one transaction. If that raises, it is retried one item at a time,
        so that one bad item does not stop the others."""
        before = dict(renamed)
        try:
            with self._batch() as batch:
                return resolution.ingest(batch, items, renamed)
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - the retry logs it
            renamed.clear()
            renamed.update(before)
            with self._batch() as batch:
                return resolution.ingest(batch, items, renamed, ingest_one_by_one)

    @contextmanager
    def _batch(self) -> Iterator[intake.WriteTransaction]:
        """A write transaction; it reuses the working state unless another process has written."""
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


def _session(session: str, group: str, roster: Roster) -> Session:
    opened = roster.shown
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
        table_names=roster.tables,
        team_codes=dict(zip(roster.shown.teams, roster.sent.teams, strict=True)),
        pronunciations=opened.pronunciations,
        simulated=opened.simulated,
        tournament=opened.tournament,
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")

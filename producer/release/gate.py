"""The gate: gives released deals, and nothing else, to callers that name an exit (RULES P11)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby, islice
from pathlib import Path
from threading import RLock
from typing import Literal

from producer.acts import Act, PersonChanged
from producer.compare import THRESHOLD, WEIGHTS, DealContext, compare, rate
from producer.compare.by_hand import with_decisions
from producer.compare.model import NO_DECISIONS, Comparison
from producer.compare.ranking import RankedDeal, ranked, ranked_deal, ranked_deals
from producer.events import RecordingAdded
from producer.feeds import Received, Refused
from producer.feeds.mapping.mapped import KnownDeck
from producer.games.line import Deal, DealKey
from producer.games.prizes import SeasonLine
from producer.games.tournament_course import (
    TournamentCourse,
    TournamentWinner,
    names_of,
    season_table,
    winner_after,
)
from producer.record import (
    Contradiction,
    CorrectionEntry,
    Counts,
    CourseRead,
    Damaged,
    DeckVersion,
    Flag,
    Gap,
    HandEnd,
    HandEvents,
    HandSent,
    Mark,
    Quarantined,
    Receipt,
    RecordSnapshot,
    Session,
    Store,
    TableState,
    open_store,
    veto_of,
)
from producer.record.intake import decisions
from producer.release.exits import (
    EXITS,
    SEALED_EXITS,
    AmbiguousDeal,
    NotAvailable,
    full_name,
    known_exit,
)
from producer.release.recordings.hand_times import HandTimes, Span, times_of_hand
from producer.release.recordings.sealed_spans import hand_stamps, numbers_of, sealed_spans
from producer.release.recordings.verified import (
    as_verified,
    still_verified,
    sync_facts,
    verified_facts,
)
from producer.release.roster.people import NOBODY, people_of
from producer.release.saved_comparisons import compare_all, compare_portions
from producer.release.single_table import hand_on_table, may_show
from producer.release.tokens import Token, tokens_of
from producer.release.verdicts import NO_DELAY, Group, Verdict
from producer.release.view import GateView, deciding_groups, first_look, look
from producer.scoring import Moved, Tally, moves, tally_of
from producer.scoring.tally import leave_out
from producer.scoring.usual import SEATS, usual_scoring

MANY = 60
"""From this many deals on, reading all at once is faster than one by one."""

AT_ONCE = 500
"""Deals of a long ranking that are in memory at once."""

DecisionWord = Literal["release", "discard"]
_REFERENCE = re.compile(r"(?P<group>.+/)?(?P<number>[1-9]\d{0,8})", re.DOTALL)


def utc_now() -> datetime:
    return datetime.now(UTC)


class Gate:
    """The rooms above see the record only through it: released deals, for a listed exit.

    ``delay``: the least time between the last table's end of a live deal and its release.
    ``weights``: of the components of merit. ``nearly``: how far the sizes of parallel spots may
    differ, in parts of the pot. ``cameras``: the tables of live sessions that have one.
    """

    def __init__(
        self,
        store: Store,
        delay: timedelta = NO_DELAY,
        clock: Callable[[], datetime] = utc_now,
        weights: Mapping[str, float] = WEIGHTS,
        nearly: float = THRESHOLD,
        cameras: Collection[str] = (),
    ) -> None:
        self._store = store
        self.clock = clock
        self._weights = weights
        self._nearly = nearly
        self._cameras = frozenset(cameras)
        self._lock = RLock()
        self._delay = delay
        self._view: GateView | None = None
        self._deals: dict[DealKey, Deal] = {}
        self._lying: dict[tuple[Group, str], HandEvents] = {}
        self._tournaments: dict[Group, CourseRead] = {}
        self._ranking: tuple[tuple[object, ...], list[Comparison]] | None = None
        self._compared: dict[DealKey, Comparison] = {}
        self._people: tuple[int, Mapping[str, PersonChanged]] = 0, NOBODY

    def close(self) -> None:
        self._store.close()

    def damage(self) -> Damaged | None:
        """What is wrong with the record's file; ``None`` if it is sound."""
        return self._store.damage()

    def released(self, exit_: str) -> list[DealKey]:
        """The released deals, in the order of sessions, groups and numbers."""
        known_exit(exit_)
        return list(self._now().released)

    def sessions(self) -> list[Session]:
        """The sessions as opened: rosters and settings, no deal content."""
        return self._store.sessions()

    @property
    def folder(self) -> Path:
        """Where the record is, and beside it the photos of people."""
        return self._store.folder

    def people(self) -> Mapping[str, PersonChanged]:
        """By name, what the house says of people; no deal content."""
        after, before = self._people
        new = self._store.acts(after)
        if new:
            self._people = new[-1][0], people_of((act for _, act in new), before)
        return self._people[1]

    def recordings(self, group: Group) -> Mapping[str, tuple[RecordingAdded, ...]]:
        """By table of the group, its recordings in the order of the log, without those that a later
        event replaced: names of files and times, no deal content."""
        return self._store.recordings(group)

    def deals(self, exit_: str) -> list[Deal]:
        """All released deals with their finished plays."""
        known_exit(exit_)
        with self._lock:
            return self._content(self._now().released)

    def deals_of(self, group: Group, exit_: str) -> Iterator[Deal]:
        """The released deals of a group in order, without holding them all in memory; without
        those that are not released any more."""
        known_exit(exit_)
        return self._deals_in_portions(group)

    def _deals_in_portions(self, group: Group) -> Iterator[Deal]:
        own = [key for key in self._now().released if key[:2] == group]
        for portion in self._in_portions(own):
            view = self._now()
            yield from (deal for deal in portion if view.is_released(deal.key))

    def deal(self, reference: str | DealKey, exit_: str) -> Deal:
        """One released deal, by its key, ``N`` or ``SESSION/GROUP/N``.

        Raises NotAvailable (sealed and unknown alike) and AmbiguousDeal.
        """
        key = resolve(reference, self.released(exit_))
        deal = self._store.deal(key)
        if deal is None:
            raise NotAvailable(str(key))
        return deal

    def comparison(self, reference: str, exit_: str) -> Comparison:
        """One released deal compared, rated among all released ones of its group; raises as
        ``deal`` does. Of the others only the results are read, for the standings."""
        known_exit(exit_)
        with self._lock:
            view = self._view_for(reference)
            key = resolve(reference, view.released)
            flags = self._flags(view)
            group = [each for each in view.released if each[:2] == key[:2]]
            moved = _moved(self._results(group), flags, [key])
            rated = self._rank(self._content([key]), moved, flags, view)
        if not rated:
            raise NotAvailable(reference)
        return self._with_winner(rated[0], exit_)

    def comparisons(self, exit_: str) -> list[Comparison]:
        """All released deals compared, best first."""
        known_exit(exit_)
        with self._lock:
            view = self._now()
            deals, flags = self._content(view.released), self._flags(view)
            made_from = deals, flags, view.picks, view.used, view.people
            if self._ranking is None or self._ranking[0] != made_from:
                moved = _moved(deals, flags)
                self._ranking = made_from, self._rank(deals, moved, flags, view)
            return [self._with_winner(each, exit_) for each in self._ranking[1]]

    def _with_winner(self, found: Comparison, exit_: str) -> Comparison:
        known_exit(exit_)
        winner = self.tournament_won(found.deal, exit_)
        return found if winner is None else replace(found, winner=winner)

    def hand_times(self, reference: str | DealKey, exit_: str) -> Mapping[str, HandTimes]:
        """When each table played a released deal, move by move, and whether a producer has
        verified it; raises as ``deal`` does."""
        known_exit(exit_)
        with self._lock, self._store.snapshot() as record:
            view = self._look(record)
            key = resolve(reference, view.released)
            deal = self._read(key, record)
            if deal is None:
                raise NotAvailable(str(reference))
            sent, nudges = record.deal_events(key), record.nudges(key[:2])
        looked_at = verified_facts((act for _, act in view.acts), key)
        recordings = self._store.recordings(key[:2]) if looked_at else {}
        found = {}
        for play in deal.plays:
            hand = times_of_hand(play, sent, nudges, live=deal.live)
            now = sync_facts(hand, recordings.get(play.table, ()))
            facts = looked_at.get(play.table)
            is_sure = facts is not None and still_verified(facts, now)
            found[play.table] = as_verified(hand) if is_sure else hand
        return found

    def nudge_of(self, group: Group, table: str, event: str = "") -> int:
        """By how many milliseconds the times of a table are moved later, or with ``event`` that of
        the event with this id."""
        with self._store.snapshot() as record:
            nudges = record.nudges(group)
        of_table = nudges.tables.get((*group, table), 0)
        of_any_table = nudges.events.get(((*group, ""), event), of_table)
        return nudges.events.get(((*group, table), event), of_any_table)

    def sealed_spans(self, session: str, group: str, exit_: str) -> Mapping[str, tuple[Span, ...]]:
        """By table of the roster, the times at which its hand was of a deal that is not released
        now, or of an unknown one: no picture and no sound of them may leave. No deal content; for
        either kind of exit. Raises NotAvailable for a group that is not open."""
        known_exit(exit_, EXITS | SEALED_EXITS)
        name = session, group
        with self._lock, self._store.snapshot() as record:
            view = self._look(record)
            book = view.books.get(name)
            if book is None:
                raise NotAvailable(f"{session}/{group}")
            deals = self._content([key for key in view.released if key[:2] == name])
            events, nudges = record.play_events(name), record.nudges(name)
            clocks = record.clock_numbers(name)
        stamps = hand_stamps(events, nudges, live=book.kind == "live")
        return {
            table: sealed_spans(
                stamps.get(table, ()),
                {
                    (deal.key.number, play.hand)
                    for deal in deals
                    for play in deal.plays
                    if play.table == table
                },
                numbers_of(clocks, table),
            )
            for table in book.tables
        }

    def ranking(
        self, exit_: str, on_ranked: Callable[[int], object] = lambda _: None
    ) -> list[RankedDeal]:
        """What ranks each released deal, best first; no comparison stays in memory. ``on_ranked``:
        called with the number of deals after each portion."""
        known_exit(exit_)
        with self._lock:
            view = self._now()
            flags, moved = self._flags(view), self._all_moved(view.released)
            portions = self._in_portions(view.released)
            found: list[RankedDeal] = []
            for compared in compare_portions(self._store, portions, self._nearly):
                rated = self._rated(compared.values(), moved, flags, view)
                found += map(ranked_deal, rated)
                on_ranked(len(rated))
            return ranked_deals(found)

    def comparisons_of(self, keys: Sequence[DealKey], exit_: str) -> Iterator[Comparison]:
        """These deals compared, in the order of ``keys``, a portion at a time; without those that
        are not released, or not any more."""
        known_exit(exit_)
        found = self._compared_in_portions(keys)
        return (self._with_winner(each, exit_) for each in found)

    def _compared_in_portions(self, keys: Sequence[DealKey]) -> Iterator[Comparison]:
        moved = self._all_moved(keys)
        for first in range(0, len(keys), AT_ONCE):
            with self._lock, self._store.snapshot() as record:
                view = self._look(record)
                wanted = [k for k in keys[first : first + AT_ONCE] if view.is_released(k)]
                deals = [deal for key in wanted if (deal := record.deal(key)) is not None]
                flags = self._flags(view)
            compared = compare_all(self._store, deals, self._nearly)
            portion = [compared[each.key] for each in deals]
            yield from self._rated(portion, moved, flags, view)

    def flags(self) -> dict[DealKey, Flag]:
        """The flags of released deals: void, under review, wrong deck,
        corrected."""
        return self._flags(self._now())

    def _flags(self, view: GateView) -> dict[DealKey, Flag]:
        keys = set(view.released)
        return {key: flag for key, flag in self._store.flags().items() if key in keys}

    def marks(self, exit_: str) -> Mapping[DealKey, Mapping[str, Mark]]:
        """The marks of all deals, by deal and table: words, never cards. For either kind of
        exit."""
        known_exit(exit_, EXITS | SEALED_EXITS)
        return self._store.marks()

    def unusable_hands(self, exit_: str) -> Mapping[DealKey, Mapping[str, tuple[int, ...]]]:
        """By deal and table, the hands that are over and cannot be used; sealed deals included."""
        known_exit(exit_, SEALED_EXITS)
        return {
            key: {table: mark.unusable for table, mark in by_table.items() if mark.unusable}
            for key, by_table in self._store.marks().items()
        }

    def missing_hands(self, exit_: str) -> Mapping[tuple[str, str, str], tuple[int, ...]]:
        """By session, group and table, the hands that never arrived, until a person enters or
        discards them."""
        known_exit(exit_, SEALED_EXITS)
        return self._store.missing_hands()

    def ruled(self, exit_: str, key: DealKey, table: str, hand: int) -> tuple[int, ...]:
        """The numbers of a hand's actions that stand by a ruling."""
        known_exit(exit_, SEALED_EXITS)
        mark = self._store.marks().get(key, {}).get(table)
        return mark.ruled(hand) if mark else ()

    def view(self, exit_: str) -> GateView:
        """All verdicts and what each deal waits for, sealed deals included: for producers."""
        known_exit(exit_, SEALED_EXITS)
        return self._now()

    def sealed_deal(self, reference: str, exit_: str) -> tuple[Deal, Verdict]:
        """Any deal with known cards, for roles that may see it, and whether it is sealed.

        Raises NotAvailable and AmbiguousDeal.
        """
        verdicts = self.view(exit_).verdicts
        key = resolve(reference, verdicts)
        deal = self._store.deal(key)
        if deal is None:
            raise NotAvailable(reference)
        return deal, verdicts[key]

    def sealed_comparison(self, reference: str, exit_: str) -> tuple[Comparison, Verdict]:
        """A deal compared as far as it is played, for roles that may see sealed deals, and its
        verdict. It does not count in the standings. Raises as ``sealed_deal`` does."""
        deal, verdict = self.sealed_deal(reference, exit_)
        around = DealContext(flag=veto_of(self._store.marks().get(deal.key, {})))
        return compare(deal, around, self._weights, nearly=self._nearly), verdict

    def ingest(self, items: list[Received | Refused]) -> list[Receipt]:
        """Records ``items``; returns their receipts once they are on disk. Raises StoreError."""
        return self._store.ingest(items)

    def on_table(self, table: str, exit_: str) -> tuple[Deal, bool, Mapping[str, Mark]] | None:
        """The hand of a table without duplicates, whether it includes hole cards, and what
        was said of the deal: chips and board at once, hole cards when the deal is released.
        ``None`` for every other table, and where the hand is void or under review."""
        known_exit(exit_)
        with self._lock, self._store.snapshot() as record:
            view = self._look(record)
            last = hand_on_table(record, view, table, self._lying)
            if last is None or not last.counts:
                return None
            key = last.deal.key
            if not may_show(view, key, table, view.shared.twins(key)):
                return None
            verdict = view.verdict(key)
            if last.finished and verdict is not None and verdict.state == "released":
                whole = self._read(key, record)
                if whole and any(play.hand == last.deal.plays[0].hand for play in whole.plays):
                    return whole, True, last.marks
            return last.deal, False, last.marks

    def tournament(self, session: str, exit_: str) -> TournamentCourse | None:
        """How far a tournament is; ``None`` for a session that is not one. All of it is public when
        it comes: its events are of chips, seats and places between hands, and of no card."""
        known_exit(exit_, EXITS | SEALED_EXITS)
        with self._lock:
            for group in self._tournament_groups():
                if group[0] == session:
                    return self._course(group)
        return None

    def tournament_won(self, deal: Deal, exit_: str) -> TournamentWinner | None:
        """Who has won a tournament with this deal of one of its tables, once the floor has said who
        is out (public, as all of a tournament). The table plays in a session of its own, so the two
        are joined by the names of the players and their chips; where several tournaments have these
        players, also by the session's name, as in ``open/table-1`` of ``open``."""
        known_exit(exit_, EXITS | SEALED_EXITS)
        left = _chips_left(deal)
        if 0 not in left.values():
            return None
        with self._lock:
            courses = {group[0]: self._course(group) for group in self._tournament_groups()}
        theirs = {
            session: course
            for session, course in courses.items()
            if course is not None and left.keys() <= names_of(course)
        }
        if len(theirs) > 1:
            own = deal.key.session
            theirs = {name: each for name, each in theirs.items() if own.startswith(f"{name}/")}
        if len(theirs) != 1:
            return None
        (course,) = theirs.values()
        return winner_after(course, left)

    def season(self, name: str, exit_: str) -> tuple[SeasonLine, ...]:
        """The table of a season over its tournaments that are over."""
        known_exit(exit_)
        with self._lock:
            courses = [self._course(group) for group in self._tournament_groups()]
        own = [course for course in courses if course and course.terms.season == name]
        return season_table(own)

    def _tournament_groups(self) -> list[Group]:
        opened = self._store.sessions()
        return [(each.session, each.group) for each in opened if each.tournament is not None]

    def _course(self, group: Group) -> TournamentCourse | None:
        now = self._store.tournament(group, self._tournaments.get(group))
        if now is None:
            return None
        self._tournaments[group] = now
        return now.course

    def moved(self, exit_: str) -> object:
        """Changes whenever anything may have to be shown differently."""
        known_exit(exit_)
        view = self._now()
        return view.positions, view.at

    def released_state(self, exit_: str) -> object:
        """Changes whenever a released deal, what was said of it, what was decided about it, a
        roster or what is said of a person has changed; never by what happens in sealed deals."""
        known_exit(exit_)
        view = self._now()
        keys = set(view.released)
        marks = {key: each for key, each in self._store.marks().items() if key in keys}
        picks = {key: each for key, each in view.picks.items() if key in keys}
        return view.released, marks, picks, view.used, view.people, self._store.sessions()

    def gaps(self) -> list[Gap]:
        """Missing events of devices; numbers only, no deal content."""
        return self._store.gaps()

    def pending(self) -> Mapping[Group, tuple[str, ...]]:
        """By group, what may still change its figures, in words: how many entries of the
        quarantine, and whose events wait for which number; no deal content."""
        waiting: dict[Group, tuple[str, ...]] = {}
        for group, count in self._store.undecided_counts().items():
            entries = "entry" if count == 1 else "entries"
            waiting[group] = (f"{count} {entries} in quarantine",)
        for gap in self._store.gaps():
            group = gap.session, gap.group
            waiting[group] = (*waiting.get(group, ()), gap.behind)
        return waiting

    def unopened(self, table: str | None = None) -> dict[tuple[str, str], int]:
        """How many events, all or those of ``table``, wait for their session, by session and
        group."""
        return self._store.unopened(table)

    def counts(self) -> Counts:
        """Sizes of the record."""
        return self._store.counts()

    def tables(self, exit_: str) -> list[tuple[TableState, bool]]:
        """The state of every live table, without cards, and whether its deal is sealed: for
        producers."""
        verdicts = self.view(exit_).verdicts
        return [(table, _is_sealed(table, verdicts)) for table in self._store.tables()]

    def quarantine(self, exit_: str, *, only_open: bool = False) -> list[Quarantined]:
        """The quarantine's entries and the decisions about them: for producers."""
        known_exit(exit_, SEALED_EXITS)
        return self._store.quarantine(only_open=only_open)

    def known_decks(self, group: Group, exit_: str) -> dict[int, KnownDeck]:
        """The cards of a group's deals by number, of sealed ones too: for producers."""
        known_exit(exit_, SEALED_EXITS)
        return self._store.known_decks(*group)

    def undecided_places(self, exit_: str) -> Mapping[tuple[str, str, str], int]:
        """Numbers of open quarantine entries by session, group and table: for producers."""
        known_exit(exit_, SEALED_EXITS)
        return self._store.undecided_places()

    def decide(
        self, exit_: str, pos: int, what: DecisionWord, reason: str, by: str
    ) -> Receipt | None:
        """Releases or discards a quarantine entry. Raises NoSuchEntry and
        AlreadyDecided."""
        known_exit(exit_, SEALED_EXITS)
        if what == "discard":
            decisions.discard(self._store, pos, reason, by)
            return None
        return decisions.release(self._store, pos, reason, by)

    def resend(self, exit_: str, pos: int, raw: bytes, reason: str, by: str) -> Receipt:
        """Records ``raw``, the corrected event, in place of a quarantine entry. Raises
        NoSuchEntry, AlreadyDecided and KnownAlready."""
        known_exit(exit_, SEALED_EXITS)
        return decisions.resend(self._store, pos, raw, reason, by)

    def declare_lost(
        self, exit_: str, place: str | tuple[str, str, str], reason: str, by: str
    ) -> list[Gap]:
        """Declares the missing events of SESSION/GROUP/TABLE lost. Raises NoGap."""
        known_exit(exit_, SEALED_EXITS)
        return decisions.declare_lost(self._store, place, reason, by)

    def would_accept(self, exit_: str, item: Received) -> Receipt:
        """What would become of an event that a person enters; nothing is written."""
        known_exit(exit_, SEALED_EXITS)
        return self._store.would_ingest([item])[0]

    def hands_of(self, exit_: str, key: DealKey, table: str) -> list[HandSent]:
        """The hands of a deal that a table has sent, sealed ones included."""
        known_exit(exit_, SEALED_EXITS)
        return self._store.hands_of(key, table)

    def last_hand(self, exit_: str, group: Group, table: str) -> int:
        """The largest hand number that the table has sent, 0 for none."""
        known_exit(exit_, SEALED_EXITS)
        return self._store.last_hand(group, table)

    def contradictions(self, exit_: str) -> list[Contradiction]:
        """Hands that contradict their deal's deck, also those that are void by now: for
        producers."""
        known_exit(exit_, SEALED_EXITS)
        return self._store.contradictions()

    def deck_versions(self, key: DealKey, exit_: str) -> list[DeckVersion]:
        """The decks shown for a deal, the current one first: for producers."""
        known_exit(exit_, SEALED_EXITS)
        return self._store.versions(key)

    def choose_deck(
        self, exit_: str, key: DealKey, table: str | None, reason: str, by: str, *, replay: bool
    ) -> Receipt:
        """Chooses the right deck of a deal; hands played from other decks are void. Raises
        CannotChoose."""
        known_exit(exit_, SEALED_EXITS)
        return decisions.choose_deck(self._store, key, table, reason, by, replay=replay)

    def act(self, act: Act) -> None:
        """Appends an act to the log; it takes effect at once."""
        self._store.act(act)

    def acts(self, after: int = 0) -> list[tuple[int, Act]]:
        """The acts after a log position, with their positions; they may be about sealed deals."""
        return self._store.acts(after)

    def tokens(self) -> Mapping[str, Token]:
        """All tokens, revoked ones too, by name; never waits for a running comparison."""
        return tokens_of(act for _, act in self._store.acts())

    def ends(self, group: Group, exit_: str) -> list[HandEnd]:
        """Every end of a hand in the group as received, sealed deals included: for producers."""
        known_exit(exit_, SEALED_EXITS)
        return self._store.hand_ends(group)

    def afterwards(self, exit_: str) -> list[CorrectionEntry]:
        """All voids, reviews and corrections: for producers."""
        known_exit(exit_, SEALED_EXITS)
        return self._store.corrections()

    def changes(self, reference: str | DealKey, exit_: str) -> list[CorrectionEntry]:
        """The voids, reviews and corrections of a released deal; raises as ``deal`` does."""
        key = resolve(reference, self.released(exit_))
        return [
            each
            for each in self._store.corrections()
            if (each.session, each.group, each.deal) == tuple(key)
        ]

    def _now(self) -> GateView:
        with self._lock, self._store.snapshot() as record:
            return self._look(record)

    def _look(self, record: RecordSnapshot) -> GateView:
        """The current view; deals with new events are read again when they are next asked
        for."""
        self._view, changes = look(self._view, record, self.clock(), self._delay)
        for key in changes.deals:
            self._deals.pop(key, None)
        if changes.whole:
            for key in [key for key in self._deals if (key.session, key.group) in changes.whole]:
                del self._deals[key]
        return self._view

    def _view_for(self, reference: str | DealKey) -> GateView:
        """The current view, or, before the first one, that of the groups which decide the verdict
        of the deal."""
        if self._view is not None:
            return self._now()
        with self._store.snapshot() as record:
            kinds = record.kinds()
            named = {group for group in kinds if may_name(reference, group)}
            groups = deciding_groups(kinds, named)
            if groups is None or len(groups) == len(kinds):
                return self._look(record)
            return first_look(record, self.clock(), self._delay, groups)

    def _content(self, keys: Sequence[DealKey]) -> list[Deal]:
        """Released deals; reads only those not cached."""
        missing = [key for key in keys if key not in self._deals]
        if len(missing) > MANY:
            wanted = set(missing)
            groups = {key[:2] for key in missing}
            self._deals |= {
                d.key: d
                for d in self._store.deals(groups if len(groups) <= MANY else None)
                if d.key in wanted
            }
        elif missing:
            with self._store.snapshot() as record:
                for key in missing:
                    self._read(key, record)
        return [self._deals[key] for key in keys if key in self._deals]

    def _results(self, group: Sequence[DealKey]) -> list[Deal]:
        """Released deals of one group: as cached, else without cards and lines."""
        if all(key in self._deals for key in group):
            return [self._deals[key] for key in group]
        wanted = set(group)
        return [deal for deal in self._store.results(group[0][:2]) if deal.key in wanted]

    def _read(self, key: DealKey, record: RecordSnapshot) -> Deal | None:
        """A released deal, from the cache if it is there."""
        deal = self._deals.get(key) or record.deal(key)
        if deal is not None:
            self._deals[key] = deal
        return deal

    def _rank(
        self,
        deals: list[Deal],
        moved: Mapping[DealKey, Moved],
        flags: Mapping[DealKey, Flag],
        view: GateView,
    ) -> list[Comparison]:
        """The deals compared, rated and ranked. What is void or under review has a veto."""
        self._compare(deals)
        return ranked(self._rated([self._compared[each.key] for each in deals], moved, flags, view))

    def _rated(
        self,
        compared: Iterable[Comparison],
        moved: Mapping[DealKey, Moved],
        flags: Mapping[DealKey, Flag],
        view: GateView,
    ) -> list[Comparison]:
        return [
            rate(
                with_decisions(each, view.picks.get(each.deal.key, NO_DECISIONS)),
                DealContext(
                    moved=moved.get(each.deal.key),
                    featured=view.featured,
                    opted_out=view.opted_out,
                    flag=flags[each.deal.key].word if each.deal.key in flags else "",
                    used=view.used,
                    pictured=self._pictured(each.deal),
                ),
                self._weights,
            )
            for each in compared
        ]

    def _all_moved(self, keys: Iterable[DealKey]) -> dict[DealKey, Moved]:
        """What the deals did to the standings over all released deals of their groups."""
        wanted = frozenset(keys)
        theirs = {key[:2] for key in wanted}
        with self._lock:
            view = self._now()
            flags = self._flags(view)
            groups = groupby(view.released, key=lambda key: (key.session, key.group))
            moved: dict[DealKey, Moved] = {}
            for group, own in groups:
                if group in theirs:
                    moved |= _moved(self._results(list(own)), flags, wanted)
            return moved

    def _in_portions(self, released: Iterable[DealKey]) -> Iterator[list[Deal]]:
        """Released deals as the record has them, a portion of a group at a time."""
        for group, own in groupby(released, key=lambda key: (key.session, key.group)):
            wanted = set(own)
            deals = (deal for deal in self._store.deals({group}) if deal.key in wanted)
            while portion := list(islice(deals, AT_ONCE)):
                yield portion

    def _pictured(self, deal: Deal) -> frozenset[str] | None:
        """The tables of the deal with a camera or its recording; ``None`` without any."""
        cameras = self._cameras & set(deal.tables) if deal.live else frozenset()
        return cameras | set(deal.recorded) or None

    def _compare(self, deals: list[Deal]) -> None:
        """The comparison of a deal, cached until the deal changes."""
        new = [
            deal
            for deal in deals
            if deal.key not in self._compared or self._compared[deal.key].deal != deal
        ]
        self._compared |= compare_all(self._store, new, self._nearly)


def open_gate(
    db: Path,
    delay: timedelta = NO_DELAY,
    weights: Mapping[str, float] = WEIGHTS,
    nearly: float = THRESHOLD,
    cameras: Collection[str] = (),
) -> Gate:
    """Opens the gate on the record at ``db``; creates the record if there is none."""
    return Gate(open_store(db), delay, weights=weights, nearly=nearly, cameras=cameras)


def may_name(reference: str | DealKey, group: Group) -> bool:
    """Whether ``reference`` may name a deal of the group."""
    match = _REFERENCE.fullmatch(str(reference))
    return match is not None and match["group"] in (None, f"{group[0]}/{group[1]}/")


def resolve(reference: str | DealKey, released: Iterable[DealKey]) -> DealKey:
    """The released deal that ``reference`` names; names with slashes may match two.
    Raises NotAvailable or AmbiguousDeal."""
    match = _REFERENCE.fullmatch(name := str(reference))
    if match is None:
        raise NotAvailable(name)
    number, group = int(match["number"]), match["group"]
    matching = [
        key
        for key in released  # the same steps for every number, so that timing reveals nothing
        if key.number == number and (group is None or f"{key.session}/{key.group}/" == group)
    ]
    if reference in matching:
        return matching[matching.index(reference)]
    if not matching or isinstance(reference, DealKey):
        raise NotAvailable(name)
    if len(matching) > 1:
        raise AmbiguousDeal(name, tuple(full_name(key) if group else str(key) for key in matching))
    return matching[0]


def _chips_left(deal: Deal) -> dict[str, int]:
    """The chips after the hand of those who played it, by name; empty unless it is over, of hold'em
    at one table, and all stacks are known."""
    if len(deal.plays) != 1 or deal.plays[0].game.name != "holdem":
        return {}
    play = deal.plays[0]
    left = {}
    for seat, won in play.result.items():
        player, stack = play.players.get(seat), play.stacks.get(seat)
        if player is None or stack is None:
            return {}
        left[player.name] = int(stack + won)
    return left


def _is_sealed(table: TableState, verdicts: Mapping[DealKey, Verdict]) -> bool:
    """Whether the deal on the table is sealed; a deal without a known card is."""
    if table.deal is None:
        return False
    verdict = verdicts.get(DealKey(table.session, table.group, table.deal))
    return verdict is None or verdict.state != "released"


def _moved(
    deals: Iterable[Deal],
    flags: Mapping[DealKey, Flag],
    wanted: Collection[DealKey] | None = None,
) -> dict[DealKey, Moved]:
    """What each deal, or each of those ``wanted``, did to the standings of its group.

    Standings are those of released deals alone: no answer may hint at a sealed one. What is void or
    under review moves nothing. ``Moved`` counts points by seats: no games that are counted
    otherwise.
    """
    moved = {}
    for _, each in groupby(deals, key=lambda deal: (deal.key.session, deal.key.group)):
        group = list(each)
        if any(usual_scoring(play.game.name) != SEATS for deal in group for play in deal.plays):
            continue
        tally = without(tally_of(group), flags)
        if len(tally.hands.keys() - tally.left_out) > 1:  # before a first one: no standings
            moved.update(moves(tally, wanted))
    return moved


def without(tally: Tally, flags: Mapping[DealKey, Flag]) -> Tally:
    """The tally without deals that are void or under review."""
    for key, flag in flags.items():
        if flag.word and key in tally.hands:
            tally = leave_out(tally, key, flag.word)
    return tally

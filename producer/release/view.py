"""The gate's verdicts on a whole record; after a change the groups it touches are decided anew.

A group is decided together with every group that shares cards with it or, if live, belongs to the
same session, and in turn with theirs. None of their old verdicts is reused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import chain

from producer.acts import ACTS, Act, PersonChanged
from producer.compare.model import PickDecisions
from producer.games.line import DealKey
from producer.record import GroupState, Positions, RecordSnapshot
from producer.release.decisions import decisions_of, ended_groups, is_decision, unlisted_of
from producer.release.decks.same_cards import NOTHING_SHARED, Shared, find_same_cards
from producer.release.pick_decisions import pick_decisions
from producer.release.programme.aired import aired_segments, used_lately
from producer.release.roster.people import people_of
from producer.release.verdicts import Decisions, Group, Verdict, decide, tables_alone

OF_ONE_DEAL = frozenset(
    {
        *("hand.started", "hand.action", "hand.board", "hand.finished", "hand.recorded"),
        *("hand.voided", "hand.corrected", "hand.under_review", "hand.cleared"),
        "hand.ruled",
        *("deal.cards", "deal.corrected"),
    }
)
"""Types of events that change only their own deal, unless other events of the group wait."""

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class GateView:
    """Everything decided at ``at``, of the log up to ``positions``. ``due``: by group, when a
    verdict next changes without a new event. ``picks``: what was decided about picks, of sealed
    deals too. ``people``: what the house says of them, by name."""

    positions: Positions = (0, 0)
    at: datetime = _LONG_AGO
    books: Mapping[Group, GroupState] = field(default_factory=dict)
    shared: Shared = NOTHING_SHARED
    decisions: Decisions = field(default_factory=Decisions)
    acts: tuple[tuple[int, Act], ...] = ()
    picks: Mapping[DealKey, PickDecisions] = field(default_factory=dict)
    people: Mapping[str, PersonChanged] = field(default_factory=dict)
    verdicts_by_group: Mapping[Group, Mapping[DealKey, Verdict]] = field(default_factory=dict)
    due: Mapping[Group, datetime] = field(default_factory=dict)

    @cached_property
    def verdicts(self) -> Mapping[DealKey, Verdict]:
        """Every verdict, in the order of the deals."""
        return dict(chain.from_iterable(group.items() for group in self.verdicts_by_group.values()))

    @cached_property
    def released(self) -> tuple[DealKey, ...]:
        """The released deals, in order."""
        return tuple([key for key, each in self.verdicts.items() if each.state == "released"])

    @cached_property
    def used(self) -> frozenset[str]:
        """The stories and players of the segments that aired last; not of deals sealed again."""
        aired = aired_segments(act for _, act in self.acts)
        verdicts = [(each, self.verdict(each.deal)) for each in aired]
        return used_lately(
            each for each, verdict in verdicts if verdict is None or verdict.state == "released"
        )

    @cached_property
    def featured(self) -> frozenset[str]:
        """The names of the people who are featured."""
        return frozenset(name for name, each in self.people.items() if each.featured)

    @cached_property
    def opted_out(self) -> frozenset[str]:
        """The names of the people who must not be shown."""
        return frozenset(name for name, each in self.people.items() if each.opted_out)

    @cached_property
    def live(self) -> tuple[Group, ...]:
        return tuple([group for group, book in self.books.items() if book.kind == "live"])

    @property
    def until(self) -> datetime | None:
        """When a verdict next changes without a new event; ``None`` for never."""
        return min(self.due.values(), default=None)

    def verdict(self, key: DealKey) -> Verdict | None:
        return self.verdicts_by_group.get((key.session, key.group), {}).get(key)

    def is_released(self, key: DealKey) -> bool:
        verdict = self.verdict(key)
        return verdict is not None and verdict.state == "released"

    def holds_at(self, now: datetime) -> bool:
        """Whether the verdicts still hold at ``now``, if no event has come."""
        return self.at <= now and (self.until is None or now < self.until)

    def has_others(self, group: Group) -> bool:
        """Whether the session has another live group, which may play the same cards."""
        return any(other[0] == group[0] and other != group for other in self.live)


@dataclass(frozen=True, slots=True)
class Changes:
    """What may have changed. ``deals``: single deals; ``whole``: groups all of whose deals may
    have; ``doubtful``: whether unlisted tables or undecided voids may have."""

    deals: frozenset[DealKey] = frozenset()
    whole: frozenset[Group] = frozenset()
    doubtful: bool = True


def look(
    before: GateView | None, record: RecordSnapshot, now: datetime, delay: timedelta
) -> tuple[GateView, Changes]:
    """The view as of now, and what changed since ``before``. ``None`` for ``before`` reads the
    whole record."""
    if before is None:
        new = first_look(record, now, delay)
        return new, Changes(whole=frozenset(new.books))
    positions = record.positions()
    if positions == before.positions and before.holds_at(now):
        return before, Changes(doubtful=False)
    entries = record.entries_after(before.positions[0])
    events = [entry for entry in entries if entry[2] not in ACTS]
    books = _with(
        before.books, record.group_states({(session, group) for session, group, _, _ in events})
    )
    changes = _changes(events, before.books, books)
    acts = before.acts
    if len(events) < len(entries):
        acts += tuple(record.acts(before.positions[0]))
    acts_since = [act for _, act in acts[len(before.acts) :]]
    decided = any(is_decision(act) for act in acts_since)
    decisions = before.decisions
    if decided or changes.doubtful or positions[1] != before.positions[1]:
        decisions = decisions_of(acts, delay, *_doubts(record, books, acts))
    shared = find_same_cards(books, tables_alone(books, decisions), before.shared)
    view = replace(
        before,
        positions=positions,
        at=now,
        books=books,
        shared=shared,
        decisions=decisions,
        acts=acts,
        picks=pick_decisions(acts_since, before.picks),
        people=people_of(acts_since, before.people),
    )
    return _decide(view, _touched(before, view)), changes


def first_look(
    record: RecordSnapshot,
    now: datetime,
    delay: timedelta,
    groups: set[Group] | None = None,
) -> GateView:
    """The view as of now: of the whole record, or of ``groups`` (see ``deciding_groups``)."""
    books, acts = record.group_states(groups), tuple(record.acts())
    decisions = decisions_of(acts, delay, *_doubts(record, books, acts))
    picks = pick_decisions(act for _, act in acts)
    people = people_of(act for _, act in acts)
    shared = find_same_cards(books, tables_alone(books, decisions))
    view = GateView(record.positions(), now, books, shared, decisions, acts, picks, people)
    return _decide(view, books)


def deciding_groups(kinds: Mapping[Group, str], named: set[Group]) -> set[Group] | None:
    """The groups that decide the verdicts of those ``named``, ``None`` for all. An archive waits
    only for live groups with its cards; a live group may wait for any."""
    if any(kinds[group] == "live" for group in named):
        return None
    return named | {group for group, kind in kinds.items() if kind == "live"}


def _touched(before: GateView, now: GateView) -> Iterable[Group]:
    """The groups whose own verdicts may have changed, without the groups linked to them."""
    if now.decisions != before.decisions or now.at < before.at:
        return now.books
    changed = [group for group, book in now.books.items() if book is not before.books.get(group)]
    overdue = [group for group, due in before.due.items() if due <= now.at]
    return _together([*changed, *overdue], before)


def _decide(view: GateView, touched: Iterable[Group]) -> GateView:
    groups = _together(touched, view)
    if not groups:
        return view
    books = {group: book for group, book in view.books.items() if group in groups}
    new: dict[Group, dict[DealKey, Verdict]] = {group: {} for group in books}
    for key, verdict in decide(books, view.decisions, view.at, view.shared).items():
        new[key.session, key.group][key] = verdict
    verdicts_by_group = {
        group: new.get(group, view.verdicts_by_group.get(group, {})) for group in view.books
    }
    due = {group: at for group, at in view.due.items() if group not in groups}
    for group, verdicts in new.items():
        if times := [each.due for each in verdicts.values() if each.due is not None]:
            due[group] = min(times)
    return replace(view, verdicts_by_group=verdicts_by_group, due=due)


def _together(groups: Iterable[Group], view: GateView) -> set[Group]:
    """``groups`` and all groups that must be decided together with them."""
    links: dict[Group, set[Group]] = {}
    for a, b in view.shared.pairs:
        links.setdefault(a, set()).add(b)
        links.setdefault(b, set()).add(a)
    live: dict[str, set[Group]] = {}
    for group in view.live:
        live.setdefault(group[0], set()).add(group)
    linked: set[Group] = set()
    todo = list(groups)
    while todo:
        group = todo.pop()
        if group not in linked:
            linked.add(group)
            todo += links.get(group, ())
            if group in live.get(group[0], ()):
                todo += live[group[0]]
    return linked


def _with(
    before: Mapping[Group, GroupState], read: Mapping[Group, GroupState]
) -> Mapping[Group, GroupState]:
    """``before`` with the books read again, by name; unchanged books stay the same objects."""
    new = {group: book for group, book in read.items() if before.get(group) != book}
    if not new:
        return before
    return dict(sorted({**before, **new}.items()))


def _changes(
    events: Iterable[tuple[str, str, str, int | None]],
    before: Mapping[Group, GroupState],
    now: Mapping[Group, GroupState],
) -> Changes:
    """What the events may have changed: each may also release waiting events of any deal of its
    group."""
    deals: set[DealKey] = set()
    whole: set[Group] = set()
    doubtful = False
    for session, name, kind, deal in events:
        group = session, name
        waited = any(group in books and books[group].waiting for books in (before, now))
        if group not in before or waited or (kind not in OF_ONE_DEAL and kind != "table.clock"):
            whole.add(group)
        elif deal is not None:
            deals.add(DealKey(session, name, deal))
        doubtful |= kind == "hand.voided"
    return Changes(frozenset(deals), frozenset(whole), doubtful or bool(whole))


def _doubts(
    record: RecordSnapshot, books: Mapping[Group, GroupState], acts: Iterable[tuple[int, Act]]
) -> tuple[Mapping[Group, frozenset[str]], Mapping[DealKey, frozenset[str]]]:
    """``unlisted`` and ``voids`` of ``Decisions``. An unopened group that was declared ended does
    not count."""
    if all(book.kind == "archive" for book in books.values()):
        return {}, {}
    unopened = record.unopened_groups() - ended_groups(acts)
    unlisted = unlisted_of(books, record.undecided_places(), unopened)
    return unlisted, record.undecided_voids()

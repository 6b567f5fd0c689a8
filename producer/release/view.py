"""What is decided about a record: after each change the touched groups are decided anew.

A group is decided together with every group that shares cards with it or, live, is of the same
session, and with theirs. No verdict of them is carried over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import chain

from producer.acts import ACTS, Act
from producer.games.line import DealKey
from producer.record import GroupState, Positions, RecordSnapshot
from producer.release.decks import NOTHING_SHARED, Shared, shared_cards
from producer.release.house import decides, ended_groups, house_of, strangers_of
from producer.release.state import Group, House, Verdict, decide

OF_ONE_DEAL = frozenset(
    {
        *("hand.started", "hand.action", "hand.board", "hand.finished", "hand.recorded"),
        *("hand.voided", "hand.corrected", "hand.under_review", "hand.cleared"),
        *("deal.cards", "deal.corrected"),
    }
)
"""Types of events that change no deal but their own, where no event of the group waits."""

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class GateView:
    """Everything decided at ``at``, of the log up to ``positions``. ``decided``: every verdict, by
    group; ``due``: by group when time alone will first change one."""

    positions: Positions = (0, 0)
    at: datetime = _LONG_AGO
    books: Mapping[Group, GroupState] = field(default_factory=dict)
    shared: Shared = NOTHING_SHARED
    house: House = field(default_factory=House)
    acts: tuple[tuple[int, Act], ...] = ()
    decided: Mapping[Group, Mapping[DealKey, Verdict]] = field(default_factory=dict)
    due: Mapping[Group, datetime] = field(default_factory=dict)

    @cached_property
    def verdicts(self) -> Mapping[DealKey, Verdict]:
        """In the order of the deals."""
        return dict(chain.from_iterable(group.items() for group in self.decided.values()))

    @cached_property
    def released(self) -> tuple[DealKey, ...]:
        """In the order of the deals."""
        return tuple([key for key, each in self.verdicts.items() if each.state == "released"])

    @cached_property
    def live(self) -> tuple[Group, ...]:
        return tuple([group for group, book in self.books.items() if book.kind == "live"])

    @property
    def until(self) -> datetime | None:
        """When time alone will first change a verdict."""
        return min(self.due.values(), default=None)

    def verdict(self, key: DealKey) -> Verdict | None:
        return self.decided.get((key.session, key.group), {}).get(key)

    def in_time(self, now: datetime) -> bool:
        return self.at <= now and (self.until is None or now < self.until)

    def others(self, group: Group) -> bool:
        """Whether another live group is of the same session, and its deals may be the same."""
        return any(other[0] == group[0] and other != group for other in self.live)


@dataclass(frozen=True, slots=True)
class News:
    """What was heard since. ``deals``: those that may be another than before; ``whole``: groups of
    which every deal may be. ``doubtful``: whether it may be another who plays what."""

    deals: frozenset[DealKey] = frozenset()
    whole: frozenset[Group] = frozenset()
    doubtful: bool = True


def look(
    before: GateView | None, record: RecordSnapshot, now: datetime, delay: timedelta
) -> tuple[GateView, News]:
    """What holds now, and what was heard since ``before``; ``None`` reads everything anew."""
    positions = record.positions()
    if before is None:
        first, acts = record.group_states(), tuple(record.acts())
        house = house_of(acts, delay, *_doubts(record, first, acts))
        new = GateView(positions, now, first, shared_cards(first), house, acts)
        return _decided(new, first), News(whole=frozenset(first))
    if positions == before.positions and before.in_time(now):
        return before, News(doubtful=False)
    heard = record.entries_after(before.positions[0]) if positions[0] > before.positions[0] else []
    told = [each for each in heard if each[2] not in ACTS]
    books = _with(
        before.books, record.group_states({(session, group) for session, group, _, _ in told})
    )
    news = _news(told, before.books, books)
    acts = before.acts
    if len(told) < len(heard):
        acts += tuple(record.acts(before.positions[0]))
    by_house = any(decides(act) for _, act in acts[len(before.acts) :])
    house = before.house
    if by_house or news.doubtful or positions[1] != before.positions[1]:
        house = house_of(acts, delay, *_doubts(record, books, acts))
    shared = shared_cards(books, before.shared)
    view = replace(
        before, positions=positions, at=now, books=books, shared=shared, house=house, acts=acts
    )
    return _decided(view, _touched(before, view)), news


def _touched(before: GateView, now: GateView) -> Iterable[Group]:
    """The groups of which a verdict may be another, but for what others have to do with them."""
    if now.house != before.house or now.at < before.at:
        return now.books
    changed = [group for group, book in now.books.items() if book is not before.books.get(group)]
    overdue = [group for group, due in before.due.items() if due <= now.at]
    return _together([*changed, *overdue], before)


def _decided(view: GateView, touched: Iterable[Group]) -> GateView:
    groups = _together(touched, view)
    if not groups:
        return view
    books = {group: book for group, book in view.books.items() if group in groups}
    new: dict[Group, dict[DealKey, Verdict]] = {group: {} for group in books}
    for key, verdict in decide(books, view.house, view.at, view.shared).items():
        new[key.session, key.group][key] = verdict
    decided = {group: new.get(group, view.decided.get(group, {})) for group in view.books}
    due = {group: at for group, at in view.due.items() if group not in groups}
    for group, verdicts in new.items():
        if times := [each.due for each in verdicts.values() if each.due is not None]:
            due[group] = min(times)
    return replace(view, decided=decided, due=due)


def _together(groups: Iterable[Group], view: GateView) -> set[Group]:
    """``groups`` with all that must be decided together with them."""
    links: dict[Group, set[Group]] = {}
    for a, b in view.shared.pairs:
        links.setdefault(a, set()).add(b)
        links.setdefault(b, set()).add(a)
    live: dict[str, set[Group]] = {}
    for group in view.live:
        live.setdefault(group[0], set()).add(group)
    found: set[Group] = set()
    todo = list(groups)
    while todo:
        group = todo.pop()
        if group not in found:
            found.add(group)
            todo += links.get(group, ())
            if group in live.get(group[0], ()):
                todo += live[group[0]]
    return found


def _with(
    before: Mapping[Group, GroupState], read: Mapping[Group, GroupState]
) -> Mapping[Group, GroupState]:
    """In the order of their names; those that are as before are the same objects."""
    new = {group: book for group, book in read.items() if before.get(group) != book}
    if not new:
        return before
    return dict(sorted({**before, **new}.items()))


def _news(
    told: Iterable[tuple[str, str, str, int | None]],
    before: Mapping[Group, GroupState],
    now: Mapping[Group, GroupState],
) -> News:
    """An event may let in others that waited for it, of any deal of its group."""
    deals: set[DealKey] = set()
    whole: set[Group] = set()
    doubtful = False
    for session, name, kind, deal in told:
        group = session, name
        waited = any(group in books and books[group].waiting for books in (before, now))
        if group not in before or waited or (kind not in OF_ONE_DEAL and kind != "table.clock"):
            whole.add(group)
        elif deal is not None:
            deals.add(DealKey(session, name, deal))
        doubtful |= kind == "hand.voided"
    return News(frozenset(deals), frozenset(whole), doubtful or bool(whole))


def _doubts(
    record: RecordSnapshot, books: Mapping[Group, GroupState], acts: Iterable[tuple[int, Act]]
) -> tuple[Mapping[Group, frozenset[str]], Mapping[DealKey, frozenset[str]]]:
    """The strangers and the voids of ``House``. A group that nobody opened is none where the house
    says that nobody of it plays on."""
    if all(book.kind == "archive" for book in books.values()):
        return {}, {}
    unopened = record.unopened_groups() - ended_groups(acts)
    strangers = strangers_of(books, record.undecided_places(), unopened)
    return strangers, record.undecided_voids()

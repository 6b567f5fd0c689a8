"""Everything decided, kept up with the record: only what an event touched is decided again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import chain

from producer.acts import Act
from producer.games.line import DealKey
from producer.record import GroupBook, News, Positions, Still
from producer.release.decks import Decks
from producer.release.house import decides, ended_groups, house_of, strangers_of
from producer.release.state import Group, House, Verdict, decide, decide_again, dues

Doubts = tuple[Mapping[Group, frozenset[str]], Mapping[DealKey, frozenset[str]]]
"""The strangers and the voids of ``House``."""

Forget = Callable[[Collection[DealKey], Collection[Group]], None]


@dataclass(frozen=True)
class View:
    """Everything decided at ``at``, of the log up to ``positions``. ``live``: the live groups.
    ``decided``: every verdict, by group; ``due``: when time alone will change one, of the deals of
    which it will; ``until``: when it first will."""

    positions: Positions
    at: datetime
    until: datetime | None
    books: Mapping[Group, GroupBook]
    live: tuple[Group, ...]
    house: House
    acts: tuple[tuple[int, Act], ...]
    decided: Mapping[Group, Mapping[DealKey, Verdict]]
    due: Mapping[DealKey, datetime]

    @cached_property
    def verdicts(self) -> Mapping[DealKey, Verdict]:
        """In the order of the deals; put together when it is first asked for."""
        return dict(chain.from_iterable(group.items() for group in self.decided.values()))

    @cached_property
    def released(self) -> tuple[DealKey, ...]:
        """In the order of the deals; put together when it is first asked for."""
        return tuple([key for key, each in self.verdicts.items() if each.state == "released"])

    def verdict(self, key: DealKey) -> Verdict | None:
        return self.decided.get((key.session, key.group), {}).get(key)

    def in_time(self, now: datetime) -> bool:
        return self.at <= now and (self.until is None or now < self.until)

    def others(self, group: Group) -> bool:
        """Whether another live group is of the same session, and its deals may be the same."""
        return any(other[0] == group[0] and other != group for other in self.live)


class Standing:
    """What stands decided about a record. Not for several threads at once.

    ``forget`` is told the deals and the whole groups that were heard of, before they are decided
    about.
    """

    def __init__(self, delay: timedelta, forget: Forget) -> None:
        self._delay = delay
        self._forget = forget
        self._decks = Decks()
        self._view: View | None = None

    def at(self, now: datetime, record: Still) -> View:
        """What holds now: the last view, or a new one where the record or time has moved on."""
        before = self._view
        if before is None:
            news = record.news(None, {})
        else:
            news = record.news(before.positions, before.books)
            if before.positions == news.positions and before.in_time(now):
                return before
            if _is_nothing(before, news) and before.in_time(now):
                self._view = replace(before, positions=news.positions, at=now)
                return self._view
            self._forget(news.deals, news.whole)
        self._view = self._decided(before, news, now, record)
        return self._view

    def twins(self, key: DealKey) -> frozenset[DealKey]:
        """The deals that were seen to be the same cards, as of what stood decided last."""
        return frozenset(self._decks.same.get(key, ()))

    def _decided(self, before: View | None, news: News, now: datetime, record: Still) -> View:
        books = _with(before.books if before else {}, news.books)
        acts = _acts(before, news, record)
        new = acts[len(before.acts) :] if before else acts
        decided = any(decides(act) for _, act in new)
        doubts = _doubts(None if decided else before, news, books, acts, record)
        if before and not decided and doubts == (before.house.strangers, before.house.voids):
            house = before.house
        else:
            house = house_of(acts, self._delay, *doubts)
        if before and house is before.house and before.at <= now:
            moved = replace(before, positions=news.positions, at=now, books=books, acts=acts)
            changed = self._touched_again(before, news, moved)
            if changed is not None:
                return _changed(moved, changed)
        self._decks.update(news.books.values())
        verdicts = decide(books, house, now, self._decks)
        due = dues(verdicts)
        return View(
            positions=news.positions,
            at=now,
            until=min(due.values(), default=None),
            books=books,
            live=tuple([group for group, book in books.items() if book.kind == "live"]),
            house=house,
            acts=acts,
            decided=_by_group(verdicts),
            due=due,
        )

    def _touched_again(
        self, before: View, news: News, now: View
    ) -> Mapping[DealKey, Verdict] | None:
        """The verdicts of the deals heard of anew and of those whose time has come, ``now`` being
        ``before`` moved on; ``None`` where others may change with them."""
        if news.whole:
            return None
        touched: dict[Group, set[int]] = {}
        another = [key for key in news.deals if (key.session, key.group) in news.books]
        overdue = [key for key, due in before.due.items() if due <= now.at]
        for session, name, number in (*another, *overdue):
            if number in now.books[session, name].deals:
                touched.setdefault((session, name), set()).add(number)
        found: dict[DealKey, Verdict] = {}
        for group, numbers in touched.items():
            old, new = before.books[group], now.books[group]
            self._decks.look(new, numbers)
            apart = group not in self._decks.met and not now.others(group)
            again = decide_again(old, new, numbers, now.house, now.at, apart=apart)
            if again is None:
                return None
            found |= again
        return found


def _is_nothing(before: View, news: News) -> bool:
    """Whether nothing that is decided from is another: most events are of hands on their way."""
    heard = news.books or news.deals or news.whole or news.strange or news.acted
    return not heard and before.positions[1] == news.positions[1]


def _acts(before: View | None, news: News, record: Still) -> tuple[tuple[int, Act], ...]:
    if before is None:
        return tuple(record.acts())
    if not news.acted:
        return before.acts
    return (*before.acts, *record.acts(before.positions[0]))


def _doubts(
    before: View | None,
    news: News,
    books: Mapping[Group, GroupBook],
    acts: tuple[tuple[int, Act], ...],
    record: Still,
) -> Doubts:
    """Asked for again where something was refused, or a roster, void or decision may be another.

    A group that nobody opened is none where the house says that nobody of it plays on.
    """
    quiet = not news.whole and not news.strange and not news.voided
    if before and quiet and before.positions[1] == news.positions[1]:
        return before.house.strangers, before.house.voids
    if all(book.kind == "archive" for book in books.values()):
        return {}, {}
    unopened = record.unopened_groups() - ended_groups(acts)
    strangers = strangers_of(books, record.undecided_places(), unopened)
    return strangers, record.undecided_voids()


def _with(
    known: Mapping[Group, GroupBook], news: Mapping[Group, GroupBook]
) -> Mapping[Group, GroupBook]:
    """In the order of their names."""
    if not news:
        return known
    if news.keys() <= known.keys():
        return {**known, **news}
    return dict(sorted({**known, **news}.items()))


def _changed(view: View, verdicts: Mapping[DealKey, Verdict]) -> View:
    """``view`` with these verdicts of single deals, none of another deal being another."""
    verdicts = {key: each for key, each in verdicts.items() if view.verdict(key) != each}
    if not verdicts:
        return view
    decided = dict(view.decided)
    for group, new in _by_group(verdicts).items():
        before = decided.get(group, {})
        decided[group] = {**before, **new}
        if not new.keys() <= before.keys():
            decided[group] = dict(sorted(decided[group].items()))
    if len(decided) > len(view.decided):
        decided = dict(sorted(decided.items()))
    due = {key: at for key, at in view.due.items() if key not in verdicts} | dues(verdicts)
    return replace(view, until=min(due.values(), default=None), decided=decided, due=due)


def _by_group(verdicts: Mapping[DealKey, Verdict]) -> dict[Group, dict[DealKey, Verdict]]:
    found: dict[Group, dict[DealKey, Verdict]] = {}
    for key, verdict in verdicts.items():
        found.setdefault((key.session, key.group), {})[key] = verdict
    return found

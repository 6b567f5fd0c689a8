"""Everything decided, kept up with the record: only what an event touched is decided again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from producer.acts import Act
from producer.games.line import DealKey
from producer.record import GroupBook, News, Positions, Store
from producer.release.decks import Decks
from producer.release.house import decides, ended_groups, house_of, strangers_of
from producer.release.state import Group, House, Verdict, decide, decide_again, next_change

Strangers = Mapping[Group, frozenset[str]]
Forget = Callable[[Collection[DealKey], Collection[Group]], None]


@dataclass(frozen=True, slots=True)
class View:
    """Everything decided at ``at``, of the log up to ``positions``; valid until ``until``."""

    positions: Positions
    at: datetime
    until: datetime | None
    books: Mapping[Group, GroupBook]
    house: House
    acts: tuple[tuple[int, Act], ...]
    verdicts: Mapping[DealKey, Verdict]
    released: tuple[DealKey, ...]

    def in_time(self, now: datetime) -> bool:
        return self.at <= now and (self.until is None or now < self.until)


class Standing:
    """What stands decided about the record. Not for several threads at once.

    ``forget`` is told the deals and the whole groups that were heard of, before they are decided
    about.
    """

    def __init__(self, store: Store, delay: timedelta, forget: Forget) -> None:
        self._store = store
        self._delay = delay
        self._forget = forget
        self._decks = Decks()
        self._view: View | None = None

    def at(self, now: datetime) -> View:
        """What holds now: the last view, or a new one where the record or time has moved on."""
        before = self._view
        if before is None:
            news = self._store.news(None, {})
        else:
            news = self._store.news(before.positions, before.books)
            if before.positions == news.positions and before.in_time(now):
                return before
            self._forget(news.deals, news.whole)
        self._view = self._decided(before, news, now)
        return self._view

    def twins(self, key: DealKey) -> frozenset[DealKey]:
        """The deals that were seen to be the same cards, as of what stood decided last."""
        return frozenset(self._decks.same.get(key, ()))

    def _decided(self, before: View | None, news: News, now: datetime) -> View:
        books = _with(before.books if before else {}, news.books)
        acts = self._acts(before, news)
        new = acts[len(before.acts) :] if before else acts
        decided = any(decides(act) for _, act in new)
        strangers = self._strangers(None if decided else before, news, books, acts)
        if before and not decided and strangers == before.house.strangers:
            house = before.house
        else:
            house = house_of(acts, self._delay, strangers)
        if before and house is before.house and before.in_time(now):
            verdicts = _touched_again(before, news, now)
            if verdicts is not None:
                return replace(
                    before,
                    positions=news.positions,
                    at=now,
                    books=books,
                    acts=acts,
                    verdicts=verdicts,
                )
        self._decks.update(news.books.values())
        verdicts = decide(books, house, now, self._decks)
        released = sorted(key for key, verdict in verdicts.items() if verdict.state == "released")
        until = next_change(verdicts.values())
        return View(news.positions, now, until, books, house, acts, verdicts, tuple(released))

    def _acts(self, before: View | None, news: News) -> tuple[tuple[int, Act], ...]:
        if before is None:
            return tuple(self._store.acts())
        if not news.acted:
            return before.acts
        after = max(before.positions[0], before.acts[-1][0] if before.acts else 0)
        return (*before.acts, *self._store.acts(after))

    def _strangers(
        self,
        before: View | None,
        news: News,
        books: Mapping[Group, GroupBook],
        acts: tuple[tuple[int, Act], ...],
    ) -> Strangers:
        """Asked for again where something was refused, or a roster or decision may be another.

        A group that nobody opened is none where the house says that nobody of it plays on.
        """
        quiet = not news.whole and not news.strange
        if before and quiet and before.positions[1] == news.positions[1]:
            return before.house.strangers
        if all(book.kind == "archive" for book in books.values()):
            return {}
        unopened = self._store.unopened_groups() - ended_groups(acts)
        return strangers_of(books, self._store.undecided_places(), unopened)


def _with(
    known: Mapping[Group, GroupBook], news: Mapping[Group, GroupBook]
) -> Mapping[Group, GroupBook]:
    """In the order of their names."""
    if not news:
        return known
    if news.keys() <= known.keys():
        return {**known, **news}
    return dict(sorted({**known, **news}.items()))


def _touched_again(before: View, news: News, now: datetime) -> Mapping[DealKey, Verdict] | None:
    """The verdicts, those of the deals heard of anew; ``None`` where others may change with
    them."""
    verdicts: Mapping[DealKey, Verdict] | None = before.verdicts
    for group, book in news.books.items():
        if group in news.whole or verdicts is None:
            return None
        numbers = [key.number for key in news.deals if (key.session, key.group) == group]
        old = before.books[group]
        verdicts = decide_again(verdicts, old, book, numbers, before.house, now)
    return verdicts

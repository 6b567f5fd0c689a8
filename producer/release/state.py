"""Whether a deal may leave the house (RULES P11): sealed, played out, released. Pure.

A live deal is played out when every table of its group has finished it or is out, and released
when the delay has passed since, or by hand. Whatever is in doubt is sealed. Cards are protected,
not labels: as long as a table somewhere is still to play the same cards, every deal with these
cards is sealed, whatever it is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from producer.games.line import DealKey
from producer.record import DealState, GroupState
from producer.release.decks import Shared, contradict, parallel_groups, shared_cards

State = Literal["sealed", "played out", "released"]
Group = tuple[str, str]
NO_DELAY = timedelta(0)


@dataclass(frozen=True, slots=True)
class Rules:
    """What the house has decided about one group. ``out``: tables that play nothing further;
    ``ended``: nobody does. ``expected``: how many tables make the group whole, ``None`` where
    nobody has said: then as many as it has teams.
    """

    delay: timedelta = NO_DELAY
    ended: bool = False
    out: frozenset[str] = frozenset()
    expected: int | None = None


@dataclass(frozen=True, slots=True)
class ByHand:
    """A deal released or sealed by hand, at a position of the log."""

    released: bool
    position: int


@dataclass(frozen=True, slots=True)
class House:
    """All decisions. ``usual``: the rules of groups without their own. ``strangers``, by group:
    tables that were heard of in a live group and stand in no roster, so that nobody knows what
    they have played. ``voids``, by deal: tables of which a void was refused and nobody has decided
    about it, so that they may be to play the deal again. ``history``, by group: its rules so far,
    oldest first, each with the time from which it held.
    """

    usual: Rules = Rules()
    rules: Mapping[Group, Rules] = field(default_factory=dict)
    by_hand: Mapping[DealKey, ByHand] = field(default_factory=dict)
    strangers: Mapping[Group, frozenset[str]] = field(default_factory=dict)
    voids: Mapping[DealKey, frozenset[str]] = field(default_factory=dict)
    history: Mapping[Group, tuple[tuple[datetime, Rules], ...]] = field(default_factory=dict)

    def rules_at(self, group: Group, time: datetime) -> Rules:
        """The group's rules as they were."""
        held = [rules for since, rules in self.history.get(group, ()) if since <= time]
        return held[-1] if held else self.usual


@dataclass(frozen=True, slots=True)
class Verdict:
    """``due``: when a played-out deal is released if nothing else happens, and one that the clock
    seals is decided about again. ``waits``: what a sealed one waits for, in words fit for a
    producer only, besides ``tables``, those of the roster that are still to finish it."""

    state: State
    due: datetime | None = None
    waits: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


RELEASED = Verdict("released")


def decide(
    books: Mapping[Group, GroupState], house: House, now: datetime, shared: Shared | None = None
) -> dict[DealKey, Verdict]:
    """The verdict of every deal, in the order of the books and their numbers. ``shared``: which of
    them are the same cards, where that is known already."""
    if shared is None:
        shared = shared_cards(books)
    own = {key: verdict for book in books.values() for key, verdict in _own(book, house, now)}
    dangerous = {key for key, verdict in own.items() if verdict.state != "released"}
    waits: dict[DealKey, list[DealKey]] = {}
    for (group, _), pairs in shared.pairs.items():
        for pair in pairs if group in books else ():
            for key, other in (pair, pair[::-1]):
                if other in dangerous and key not in dangerous:
                    waits.setdefault(key, []).append(other)
    for key, others in waits.items():
        own[key] = Verdict("sealed", None, tuple(f"the same cards as {o}" for o in sorted(others)))
    for key, other in _under_two_numbers(books, shared):
        hand = house.by_hand.get(key)
        if own[key] == RELEASED and not (hand and hand.released):
            words = f"the same cards as deal {other.number}: one hand under two numbers"
            own[key] = Verdict("sealed", None, (words,))
    live = [book for book in books.values() if book.kind == "live"]
    if len(live) > 1:
        _seal_unknown_cards(live, shared, house, own)
    return own


def _under_two_numbers(
    books: Mapping[Group, GroupState], shared: Shared
) -> Iterator[tuple[DealKey, DealKey]]:
    """Deals of one live group that are the same cards, each way: one of the two has the wrong
    number, and neither counts before somebody decides which."""
    for (group, other), pairs in shared.pairs.items():
        if group == other and group in books and books[group].kind == "live":
            for a, b in pairs:
                yield a, b
                yield b, a


def _own(book: GroupState, house: House, now: datetime) -> Iterator[tuple[DealKey, Verdict]]:
    """By the deal's own group alone."""
    group = book.session, book.group
    rules = house.rules.get(group, house.usual)
    doubt = doubts(book, house)
    by_hand = house.by_hand
    for number, deal in book.deals.items():
        key = DealKey(book.session, book.group, number)
        hand = by_hand.get(key) if by_hand else None
        if hand is not None and not hand.released:
            yield key, Verdict("sealed", None, ("sealed by hand",))
            continue
        if book.kind == "archive" or (hand is not None and hand.position > deal.voided):
            yield key, RELEASED
            continue
        unsure = doubt
        if house.voids and not rules.ended:
            unsure += _unsure(house.voids.get(key, frozenset()) & (set(book.tables) - rules.out))
        if deal.contradictions and not _was_released(book, deal, house):
            unsure += tuple(words for words, _ in deal.contradictions)
        yield key, _by_tables(book, deal, rules, now, unsure)


def _by_tables(
    book: GroupState, deal: DealState, rules: Rules, now: datetime, unsure: tuple[str, ...] = ()
) -> Verdict:
    """By who has finished it, and when. ``unsure``: what else seals it."""
    missing: tuple[str, ...] = ()
    if not rules.ended:
        done = deal.finished | rules.out
        missing = tuple([table for table in book.tables if table not in done])
    if unsure or missing:
        return Verdict("sealed", None, unsure, missing)
    return _after_delay(deal, rules, now)


def _was_released(book: GroupState, deal: DealState, house: House) -> bool:
    """Whether its own group had released the deal before the first contradiction was heard: who has
    seen its cards cannot forget them. An end heard at the very same time came too late, and one
    heard later makes it a deal that was still played."""
    before = min(heard for _, heard in deal.contradictions) - timedelta.resolution
    rules = house.rules_at((book.session, book.group), before)
    return _by_tables(book, deal, rules, before, unopened_tables(book, rules)) == RELEASED


def doubts(book: GroupState, house: House) -> tuple[str, ...]:
    """Why nothing of a live group may be released by itself."""
    group = book.session, book.group
    rules, strangers = house.rules.get(group, house.usual), house.strangers.get(group, ())
    unknown = [f"{name} (heard of, but not in the roster)" for name in sorted(strangers)]
    return (*unopened_tables(book, rules), *unknown)


def unopened_tables(book: GroupState, rules: Rules) -> tuple[str, ...]:
    """What a live group lacks to be whole, in words: ``1 of 6 tables opened``; empty where it is
    whole (RULES P6: as many tables as teams)."""
    whole = max(book.teams, 1) if rules.expected is None else rules.expected
    if not book.tables:
        return ("no table opened",)
    if len(book.tables) < whole:
        return (f"{len(book.tables)} of {whole} tables opened",)
    return ()


def _unsure(voids: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"a void of table {table} in quarantine, undecided" for table in sorted(voids))


def _after_delay(deal: DealState, rules: Rules, now: datetime) -> Verdict:
    """A clock behind what it told before is wrong: nobody knows how long ago it was."""
    if deal.heard is None:
        return RELEASED if rules.ended and not rules.delay else _unknown_end()
    if now < deal.heard:
        return Verdict("sealed", deal.heard, ("the clock of this machine has gone backwards",))
    if not rules.delay:
        return RELEASED
    due = deal.heard + rules.delay
    return RELEASED if due <= now else Verdict("played out", due, ("the delay",))


def _unknown_end() -> Verdict:
    return Verdict("sealed", None, ("nobody knows when the last table finished it",))


def _seal_unknown_cards(
    live: list[GroupState],
    shared: Shared,
    house: House,
    own: dict[DealKey, Verdict],
) -> None:
    """A deal may be the same cards in another group, whose tables are still to play it, as long as
    that group has shown nothing of it that says otherwise."""
    released = {key for key, verdict in own.items() if verdict.state == "released"}
    for book, other in parallel_groups(live, shared):
        rules = house.rules.get((other.session, other.group), house.usual)
        if rules.ended:
            continue
        for number, deal in book.deals.items():
            key = DealKey(book.session, book.group, number)
            known = other.deals.get(number)
            beyond = other.total is not None and number > other.total
            out = DealKey(other.session, other.group, number) in released
            if key not in released or beyond or (known and not _may_be(deal, known, played=out)):
                continue
            hand = house.by_hand.get(key)
            if hand is not None and hand.released:
                continue  # the producer's word, given with a reason
            waits = (f"group {other.session}/{other.group} may play the same cards",)
            own[key] = Verdict("sealed", None, waits)


def _may_be(deal: DealState, known: DealState, *, played: bool) -> bool:
    """Whether ``known``, of another group, may be the cards of ``deal`` and still be to play."""
    return not (known.hands and played) and not contradict(deal, known)

"""Whether a deal is sealed, played out or released (RULES P11). Pure.

A live deal is played out when every table of its group has finished it or is out, and released
when the delay has passed since, or by hand. In doubt it is sealed. Cards are protected, not deal
numbers: as long as any table is still to play the same cards, every deal with these cards is
sealed, whatever it is called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from producer.games.line import DealKey
from producer.messages import message
from producer.record import DealState, GroupState
from producer.release.decks.same_cards import Shared, contradict, find_same_cards, possibly_parallel

State = Literal["sealed", "played out", "released"]
Group = tuple[str, str]
NO_DELAY = timedelta(0)


@dataclass(frozen=True, slots=True)
class Rules:
    """The producer's decisions about one group. ``out``: tables that play no further deal;
    ``ended``: no table does. ``expected``: how many tables play in the group, ``None`` for one for
    each team.
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
class Decisions:
    """All decisions, and what is still undecided. ``usual``: the rules of groups without their own.

    ``unlisted``, by live group: tables that sent events and are in no roster, so that it is not
    known what they have played. ``voids``, by deal: tables with a refused void in quarantine, still
    undecided, so that they may be to play the deal again. ``history``, by group: its rules so far,
    oldest first, each with the time from which it applied.
    """

    usual: Rules = Rules()
    rules: Mapping[Group, Rules] = field(default_factory=dict)
    by_hand: Mapping[DealKey, ByHand] = field(default_factory=dict)
    unlisted: Mapping[Group, frozenset[str]] = field(default_factory=dict)
    voids: Mapping[DealKey, frozenset[str]] = field(default_factory=dict)
    history: Mapping[Group, tuple[tuple[datetime, Rules], ...]] = field(default_factory=dict)

    def rules_at(self, group: Group, time: datetime) -> Rules:
        """The group's rules as they were at ``time``."""
        earlier = [rules for since, rules in self.history.get(group, ()) if since <= time]
        return earlier[-1] if earlier else self.usual


@dataclass(frozen=True, slots=True)
class Verdict:
    """``due``: when the verdict changes without a new event, as at the end of the delay.
    ``waits``: what a sealed deal waits for, in words for producers only, besides ``tables``: those
    of the roster that have not finished it."""

    state: State
    due: datetime | None = None
    waits: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


RELEASED = Verdict("released")


def decide(
    books: Mapping[Group, GroupState],
    decisions: Decisions,
    now: datetime,
    shared: Shared | None = None,
) -> dict[DealKey, Verdict]:
    """The verdict of every deal, in the order of the books and the deal numbers. ``shared``: which
    deals have the same cards; ``None`` works it out."""
    if shared is None:
        shared = find_same_cards(books, tables_alone(books, decisions))
    own = {
        key: verdict
        for book in books.values()
        for key, verdict in _by_own_group(book, decisions, now)
    }
    unreleased = {key for key, verdict in own.items() if verdict.state != "released"}
    waits: dict[DealKey, list[DealKey]] = {}
    for (group, _), pairs in shared.pairs.items():
        for pair in pairs if group in books else ():
            for key, other in (pair, pair[::-1]):
                if other in unreleased and key not in unreleased:
                    waits.setdefault(key, []).append(other)
    for key, others in waits.items():
        own[key] = Verdict("sealed", None, _same_cards(others))
    for key, other in _under_two_numbers(books, shared):
        hand = decisions.by_hand.get(key)
        if own[key] == RELEASED and not (hand and hand.released):
            words = message(
                "the same cards as deal {n}: one hand under two numbers", n=other.number
            )
            own[key] = Verdict("sealed", None, (words,))
    live = [book for book in books.values() if book.kind == "live"]
    if len(live) > 1:
        _seal_unknown_cards(live, shared, decisions, own)
    return own


def _same_cards(others: Iterable[DealKey]) -> tuple[str, ...]:
    return tuple(message("the same cards as {deal}", deal=f"{other}") for other in sorted(others))


def tables_alone(books: Mapping[Group, GroupState], decisions: Decisions) -> frozenset[Group]:
    """The groups of one table whose cards nobody else is meant to play, as a cash game or a feature
    table: live ones that are the only group of their session and whose roster is whole, and
    archives."""
    live = Counter(session for (session, _), book in books.items() if book.kind == "live")
    return frozenset(
        (session, group)
        for (session, group), book in books.items()
        if len(book.tables) == 1
        and (book.kind == "archive" or (live[session] == 1 and not doubts(book, decisions)))
    )


def _under_two_numbers(
    books: Mapping[Group, GroupState], shared: Shared
) -> Iterator[tuple[DealKey, DealKey]]:
    """Pairs of deals of one live group with the same cards, each way: one of the two has the wrong
    number, and both stay sealed until a producer decides which. Nobody else plays the deals of a
    table alone, and of the many hands of a night two may be dealt again by chance."""
    for (group, other), pairs in shared.pairs.items():
        book = books.get(group)
        if group == other and book and book.kind == "live" and len(book.tables) > 1:
            for a, b in pairs:
                yield a, b
                yield b, a


def _by_own_group(
    book: GroupState, decisions: Decisions, now: datetime
) -> Iterator[tuple[DealKey, Verdict]]:
    """The verdicts of a group's deals, other groups left aside."""
    group = book.session, book.group
    rules = decisions.rules.get(group, decisions.usual)
    doubt = doubts(book, decisions)
    by_hand = decisions.by_hand
    for number, deal in book.deals.items():
        key = DealKey(book.session, book.group, number)
        hand = by_hand.get(key) if by_hand else None
        if hand is not None and not hand.released:
            yield key, Verdict("sealed", None, (message("sealed by hand"),))
            continue
        if book.kind == "archive" or (hand is not None and hand.position > deal.voided):
            yield key, RELEASED
            continue
        unsure = doubt
        if decisions.voids and not rules.ended:
            unsure += _unsure(
                decisions.voids.get(key, frozenset()) & (set(book.tables) - rules.out)
            )
        if deal.contradictions and not _was_released(book, deal, decisions):
            unsure += tuple(words for words, _ in deal.contradictions)
        yield key, _by_tables(book, deal, rules, now, unsure)


def _by_tables(
    book: GroupState, deal: DealState, rules: Rules, now: datetime, unsure: tuple[str, ...] = ()
) -> Verdict:
    """The verdict from the tables that have finished the deal, and when. ``unsure``: further
    reasons to seal it."""
    missing: tuple[str, ...] = ()
    if not rules.ended:
        done = deal.finished | rules.out
        missing = tuple([table for table in book.tables if table not in done])
    if unsure or missing:
        return Verdict("sealed", None, unsure, missing)
    return _after_delay(deal, rules, now)


def _was_released(book: GroupState, deal: DealState, decisions: Decisions) -> bool:
    """Whether the deal was released, by its own group, before its first contradiction arrived: what
    has been shown cannot be unseen. An end that arrived at the same time or later does not count.
    """
    before = min(received for _, received in deal.contradictions) - timedelta.resolution
    rules = decisions.rules_at((book.session, book.group), before)
    return _by_tables(book, deal, rules, before, unopened_tables(book, rules)) == RELEASED


def doubts(book: GroupState, decisions: Decisions) -> tuple[str, ...]:
    """Why no deal of a live group may be released without a decision by hand."""
    group = book.session, book.group
    rules, unlisted = decisions.rules.get(group, decisions.usual), decisions.unlisted.get(group, ())
    unknown = [
        message("{name} (sends events, but is not in the roster)", name=name)
        for name in sorted(unlisted)
    ]
    return (*unopened_tables(book, rules), *unknown)


def unopened_tables(book: GroupState, rules: Rules) -> tuple[str, ...]:
    """``1 of 6 tables opened``, in words; empty where all tables of the group have opened (RULES
    P6: as many tables as teams)."""
    expected = max(book.teams, 1) if rules.expected is None else rules.expected
    if not book.tables:
        return (message("no table opened"),)
    if len(book.tables) < expected:
        opened = len(book.tables)
        return (message("{n} of {all} tables opened", n=opened, all=expected),)
    return ()


def _unsure(voids: Iterable[str]) -> tuple[str, ...]:
    return tuple(
        message("a void of table {name} in quarantine, undecided", name=table)
        for table in sorted(voids)
    )


def _after_delay(deal: DealState, rules: Rules, now: datetime) -> Verdict:
    """Sealed while this machine's clock is behind the last end: the time since is not known."""
    if deal.received is None:
        return RELEASED if rules.ended and not rules.delay else _unknown_end()
    if now < deal.received:
        words = message("the clock of this machine has gone backwards")
        return Verdict("sealed", deal.received, (words,))
    if not rules.delay:
        return RELEASED
    due = deal.received + rules.delay
    return RELEASED if due <= now else Verdict("played out", due, (message("the delay"),))


def _unknown_end() -> Verdict:
    return Verdict("sealed", None, (message("the time of the last table's end is not known"),))


def _seal_unknown_cards(
    live: list[GroupState],
    shared: Shared,
    decisions: Decisions,
    own: dict[DealKey, Verdict],
) -> None:
    """Seals deals that another group may still have to play with the same cards, as long as nothing
    that group has shown rules that out."""
    released = {key for key, verdict in own.items() if verdict.state == "released"}
    for book, other in possibly_parallel(live, shared):
        rules = decisions.rules.get((other.session, other.group), decisions.usual)
        if rules.ended:
            continue
        for number, deal in book.deals.items():
            key = DealKey(book.session, book.group, number)
            counterpart = other.deals.get(number)
            beyond = other.total is not None and number > other.total
            out = DealKey(other.session, other.group, number) in released
            if (
                key not in released
                or beyond
                or (counterpart and not _may_be(deal, counterpart, played=out))
            ):
                continue
            hand = decisions.by_hand.get(key)
            if hand is not None and hand.released:
                continue
            words = message(
                "group {name} may play the same cards", name=f"{other.session}/{other.group}"
            )
            own[key] = Verdict("sealed", None, (words,))


def _may_be(deal: DealState, counterpart: DealState, *, played: bool) -> bool:
    """Whether ``counterpart``, of another group, may have the cards of ``deal`` and is still to be
    played."""
    return not (counterpart.hands and played) and not contradict(deal, counterpart)

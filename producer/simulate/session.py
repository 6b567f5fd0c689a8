"""A whole duplicate session as events, in the order in which the desk receives them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import merge

from producer.events import (
    DealCards,
    DealCardsEvent,
    Event,
    HandAction,
    HandActionEvent,
    HandBoard,
    HandBoardEvent,
    HandFinished,
    HandFinishedEvent,
    HandStarted,
    HandStartedEvent,
    HoldemGame,
    Player,
    SessionOpened,
    SessionOpenedEvent,
    TableInfo,
    Team,
)
from producer.games.cards import format_cards
from producer.games.holdem import Replay
from producer.scoring.draw import deal_orders, random_seats
from producer.simulate.deck import ShuffledDeck, prepare
from producer.simulate.device import Entry, hand_entries
from producer.simulate.device_timing import Sent, at_once, in_batches
from producer.simulate.hand import play_hand
from producer.simulate.roster import NATIONS
from producer.simulate.simulated_clock import BEGINNING, SimulatedClock
from producer.simulate.styles import STYLES, style_of

DIRECTION = "descending"
CAP = 5_000
GAME = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=CAP)
STACK = 10_000
"""Chips at the start of the session; a stack that falls below the cap is topped up to it (P2)."""

GROUP = "A"
MOST_TABLES = len(NATIONS)

_Seats = tuple[str, ...]
_EVENTS: Mapping[type[Entry], Callable[..., Event]] = {
    HandStarted: HandStartedEvent,
    HandAction: HandActionEvent,
    HandBoard: HandBoardEvent,
    HandFinished: HandFinishedEvent,
}


@dataclass(frozen=True, slots=True)
class _SimulatedTable:
    """A table: its index from 0, its teams by seat and its order of deals."""

    place: int
    row: _Seats
    order: tuple[int, ...]
    batches: bool

    @property
    def name(self) -> str:
        return str(self.place + 1)


def session_name(
    deals: int,
    seed: int,
    *,
    archive: bool = False,
    tables: int = 6,
    blocks: int | None = None,
    styles: Sequence[str] = (),
) -> str:
    """A name that is unique for these arguments.

    >>> session_name(24, 7)
    'sim-7-24x6'
    >>> session_name(75, 7, blocks=15, styles=["tight", "loose"])
    'sim-7-75x6-blocks15-tight-loose'
    """
    parts = ["archive"] * archive + [f"blocks{blocks}"] * (blocks is not None) + list(styles)
    return "-".join([f"sim-{seed}-{deals}x{tables}", *parts])


def session_events(
    deals: int,
    seed: int,
    *,
    archive: bool = False,
    tables: int = 6,
    blocks: int | None = None,
    styles: Sequence[str] = (),
) -> Iterator[Event]:
    """A session with as many teams and seats as tables: the opening, the decks, then the play.

    The same arguments give the same events. Every table plays every deal once, in its own order;
    with ``blocks`` all tables play deals 1 to ``blocks`` first, and so on. ``styles``: assigned
    to players at random, by default all of STYLES. One device in three sends in batches. Raises
    ValueError for fewer than one deal or one deal per block, fewer than two tables or more than
    MOST_TABLES, and unknown styles.
    """
    _check(deals, tables, blocks, styles)
    name = session_name(deals, seed, archive=archive, tables=tables, blocks=blocks, styles=styles)
    seated = _seated(deals, seed, tables, blocks)
    decks = {number: prepare(seed, number, tables, DIRECTION) for number in range(1, deals + 1)}
    yield _opening(name, deals, seated, archive=archive)
    for number, deck in decks.items():
        yield _deck(name, number, deck)
    arrivals = merge(
        *(_arrivals(name, seed, table, decks, styles or tuple(STYLES)) for table in seated),
        key=lambda arrival: (arrival[0], arrival[1].table),
    )
    yield from (event for _, event in arrivals)


def _check(deals: int, tables: int, blocks: int | None, styles: Sequence[str]) -> None:
    if deals < 1 or not 2 <= tables <= MOST_TABLES:
        raise ValueError(f"a session has at least 1 deal and 2 to {MOST_TABLES} tables")
    if blocks is not None and blocks < 1:
        raise ValueError("a block has at least 1 deal")
    unknown = [style for style in styles if style not in STYLES]
    if unknown:
        raise ValueError(f"no style is called {unknown[0]!r}; there are {', '.join(STYLES)}")


def _seated(deals: int, seed: int, tables: int, blocks: int | None) -> tuple[_SimulatedTable, ...]:
    """The tables, with seats, orders and devices drawn independently."""
    nations = [nation.name for nation in NATIONS[:tables]]
    rows = random_seats(nations, random.Random(f"{seed}/draw"))
    names = [str(n) for n in range(1, tables + 1)]
    orders = deal_orders(names, deals, blocks, random.Random(f"{seed}/orders"))
    slow = random.Random(f"{seed}/devices").sample(names, tables // 3)
    return tuple(
        _SimulatedTable(place, row, orders[name], name in slow)
        for place, (name, row) in enumerate(zip(names, rows, strict=True))
    )


def _opening(name: str, deals: int, seated: Sequence[_SimulatedTable], *, archive: bool) -> Event:
    return SessionOpenedEvent(
        id=f"{name}/opened",
        session=name,
        group=GROUP,
        source="simulator",
        at=BEGINNING - timedelta(hours=1),
        data=SessionOpened(
            kind="archive" if archive else "live",
            title="Simulated session",
            deals=deals,
            direction=DIRECTION,
            teams={
                nation.name: Team(name=nation.name, colour=nation.colour)
                for nation in NATIONS[: len(seated)]
            },
            tables={table.name: TableInfo(game=GAME, players=_players(table)) for table in seated},
            credit="Invented players; the play is Duplicast's own simulation.",
        ),
    )


def _players(table: _SimulatedTable) -> dict[int, Player]:
    named = {nation.name: nation.players for nation in NATIONS}
    return {
        seat: Player(name=named[team][table.place], team=team)
        for seat, team in enumerate(table.row, start=1)
    }


def _deck(name: str, number: int, deck: ShuffledDeck) -> Event:
    return DealCardsEvent(
        id=f"{name}/deal/{number}",
        session=name,
        group=GROUP,
        source="simulator",
        at=BEGINNING - timedelta(minutes=30),
        data=DealCards(
            deal=number,
            button=deck.button,
            cards={seat: format_cards(cards) for seat, cards in deck.cards.items()},
            board=format_cards(deck.board),
        ),
    )


def _arrivals(
    name: str,
    seed: int,
    table: _SimulatedTable,
    decks: Mapping[int, ShuffledDeck],
    styles: Sequence[str],
) -> Iterator[tuple[datetime, Event]]:
    """One table's events, each with its time of arrival."""
    for seq, sent in enumerate(_sent(seed, table, decks, styles), start=1):
        yield (
            sent.arrives,
            _EVENTS[type(sent.entry)](
                id=f"{name}/{table.name}/{seq}",
                session=name,
                group=GROUP,
                table=table.name,
                source=f"device-{table.name}",
                seq=seq,
                at=sent.at,
                data=sent.entry,
            ),
        )


def _sent(
    seed: int, table: _SimulatedTable, decks: Mapping[int, ShuffledDeck], styles: Sequence[str]
) -> Iterator[Sent]:
    device = in_batches if table.batches else at_once
    entries = _entries(seed, table, decks, styles)
    return device(entries, random.Random(f"{seed}/fingers/{table.name}"))


def _entries(
    seed: int, table: _SimulatedTable, decks: Mapping[int, ShuffledDeck], styles: Sequence[str]
) -> Iterator[tuple[datetime, Entry]]:
    """All entries of a table: every deck once, in the table's own order."""
    clock = SimulatedClock(BEGINNING, random.Random(f"{seed}/clock/{table.name}"))
    bots = {seat: style_of(player.name, seed, styles) for seat, player in _players(table).items()}
    stacks = dict.fromkeys(bots, STACK)
    for hand, deal in enumerate(table.order, start=1):
        lots = random.Random(f"{seed}/play/{table.name}/{deal}")
        played = play_hand(GAME, decks[deal], DIRECTION, stacks, bots, lots)
        yield from hand_entries(deal, hand, decks[deal], stacks, played, clock)
        stacks = _after(stacks, played)


def _after(stacks: Mapping[int, int], played: Replay) -> dict[int, int]:
    """The stacks of the next hand, topped up to the cap if they fell below it (RULES P2)."""
    won = played.result or {}
    return {seat: max(CAP, chips + int(won[seat])) for seat, chips in stacks.items()}

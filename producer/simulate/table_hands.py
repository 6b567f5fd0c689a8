"""The hands of a simulated session's tables, with the true time of everything that happens."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from producer.events import HoldemGame, Player
from producer.games.holdem import Replay
from producer.games.line import Chips, Line
from producer.scoring.draw import deal_orders, random_seats
from producer.simulate.deck import ShuffledDeck, prepare
from producer.simulate.device import Entry, hand_entries
from producer.simulate.hand import play_hand
from producer.simulate.roster import NATIONS
from producer.simulate.simulated_clock import BEGINNING, SimulatedClock
from producer.simulate.styles import STYLES, style_of

DIRECTION = "descending"
CAP = 5_000
GAME = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=CAP)
MOST_TABLES = len(NATIONS)
CASH_GAME = HoldemGame(betting="no-limit", small_blind=50, big_blind=100, stack=10_000)
"""Played where there is only one table: nobody else has its cards."""

CASH_SEATS = 6
STACK = 10_000
"""Chips at the start of the session; a stack that falls below the cap is topped up to it (P2)."""


@dataclass(frozen=True, slots=True)
class SimulatedTable:
    """A table: its index from 0, its teams by seat and its order of deals. ``teams``: whether its
    players play for them."""

    place: int
    row: tuple[str, ...]
    order: tuple[int, ...]
    batches: bool
    teams: bool = True

    @property
    def name(self) -> str:
        return str(self.place + 1)

    @property
    def players(self) -> dict[int, Player]:
        """By seat; in a cash game for themselves."""
        named = {nation.name: nation.players for nation in NATIONS}
        return {
            seat: Player(name=named[team][self.place], team=team if self.teams else None)
            for seat, team in enumerate(self.row, start=1)
        }


@dataclass(frozen=True, slots=True)
class TableHand:
    """A hand as it was played. ``hand``: the device's running number. ``stacks``: at its start.
    ``happened``: its start, actions, board cards and end, each with its true time, in order."""

    deal: int
    hand: int
    deck: ShuffledDeck
    stacks: Mapping[int, int]
    played: Replay
    happened: tuple[tuple[datetime, Entry], ...]


@dataclass(frozen=True, slots=True)
class PlacedHand:
    """A hand of open-face Chinese as it was played; otherwise as a ``TableHand``."""

    deal: int
    hand: int
    deck: ShuffledDeck
    line: Line
    result: Mapping[int, Chips]
    happened: tuple[tuple[datetime, Entry], ...]


def check_session(deals: int, tables: int, blocks: int | None, styles: Sequence[str]) -> None:
    """Raises ValueError for arguments that no session has."""
    if deals < 1 or not 1 <= tables <= MOST_TABLES:
        raise ValueError(f"a session has at least 1 deal and 1 to {MOST_TABLES} tables")
    if blocks is not None and blocks < 1:
        raise ValueError("a block has at least 1 deal")
    unknown = [style for style in styles if style not in STYLES]
    if unknown:
        raise ValueError(f"no style is called {unknown[0]!r}; there are {', '.join(STYLES)}")


def seated(deals: int, seed: int, tables: int, blocks: int | None) -> tuple[SimulatedTable, ...]:
    """The tables, with seats, orders and devices drawn independently. A table alone is a cash
    game, dealt in order."""
    if tables == 1:
        nations = [nation.name for nation in NATIONS[:CASH_SEATS]]
        row = random_seats(nations, random.Random(f"{seed}/draw"))[0]
        return (SimulatedTable(0, row, tuple(range(1, deals + 1)), False, teams=False),)
    nations = [nation.name for nation in NATIONS[:tables]]
    rows = random_seats(nations, random.Random(f"{seed}/draw"))
    names = [str(n) for n in range(1, tables + 1)]
    orders = deal_orders(names, deals, blocks, random.Random(f"{seed}/orders"))
    slow = random.Random(f"{seed}/devices").sample(names, tables // 3)
    return tuple(
        SimulatedTable(place, row, orders[name], name in slow)
        for place, (name, row) in enumerate(zip(names, rows, strict=True))
    )


def decks_of(deals: int, seed: int, tables: int) -> dict[int, ShuffledDeck]:
    """The decks by number."""
    seats = CASH_SEATS if tables == 1 else tables
    return {number: prepare(seed, number, seats, DIRECTION) for number in range(1, deals + 1)}


def game_of(tables: int) -> HoldemGame:
    """What is played at so many tables."""
    return CASH_GAME if tables == 1 else GAME


def table_hands(
    seed: int,
    table: SimulatedTable,
    decks: Mapping[int, ShuffledDeck],
    styles: Sequence[str],
    game: HoldemGame = GAME,
) -> Iterator[TableHand]:
    """All hands of a table: every deck once, in the table's own order."""
    clock = SimulatedClock(BEGINNING, random.Random(f"{seed}/clock/{table.name}"))
    bots = {seat: style_of(player.name, seed, styles) for seat, player in table.players.items()}
    stacks = dict.fromkeys(bots, STACK)
    for hand, deal in enumerate(table.order, start=1):
        lots = random.Random(f"{seed}/play/{table.name}/{deal}")
        deck = decks[deal]
        played = play_hand(game, deck, DIRECTION, stacks, bots, lots)
        happened = tuple(hand_entries(deal, hand, deck, stacks, played, clock))
        yield TableHand(deal, hand, deck, stacks, played, happened)
        stacks = _after(stacks, played)


def _after(stacks: Mapping[int, int], played: Replay) -> dict[int, int]:
    """The stacks of the next hand, topped up to the cap if they fell below it (RULES P2); in a
    cash game that is what a player re-buys (H8)."""
    won = played.result or {}
    return {seat: max(CAP, chips + int(won[seat])) for seat, chips in stacks.items()}

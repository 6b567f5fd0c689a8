"""Simulated tables of open-face Chinese: four seats, simple players with tastes of their own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from producer.events import HandAction, HandFinished, HandStarted, OpenFaceGame
from producer.games.cards import DECK
from producer.games.game import Conditions
from producer.games.line import Move
from producer.games.ofc.placing import dealt_by
from producer.games.ofc.rows import HAND, spelt
from producer.games.ofc.rules import OPEN_FACE
from producer.games.ofc.simple_player import Taste, place
from producer.simulate.deck import ShuffledDeck
from producer.simulate.device import Entry
from producer.simulate.simulated_clock import BEGINNING, SimulatedClock
from producer.simulate.table_hands import DIRECTION, PlacedHand, SimulatedTable

MOST_SEATS = 4
GAME = OpenFaceGame()
FIVE, ONE = (10.0, 30.0), (3.0, 15.0)
"""Seconds for the first placement, and for each later one."""

TASTES = (
    Taste(),
    Taste(caution=0.1, draws=1.4, front=1.2),
    Taste(caution=3.0, draws=0.2),
    Taste(draws=2.5, front=0.3),
    Taste(caution=0.5, front=2.0),
)


def at_four(tables: Sequence[SimulatedTable]) -> tuple[SimulatedTable, ...]:
    """The tables with their first four seats: more would need a second deck."""
    return tuple(replace(table, row=table.row[:MOST_SEATS]) for table in tables)


def decks_of(deals: int, seed: int, tables: int) -> dict[int, ShuffledDeck]:
    """The decks by number: 13 cards for each seat, in the order dealt."""
    seats = MOST_SEATS if tables == 1 else min(tables, MOST_SEATS)
    found = {}
    for number in range(1, deals + 1):
        deck = random.Random(f"{seed}/deck/{number}").sample(DECK, HAND * seats)
        cards = {seat: tuple(deck[HAND * (seat - 1) : HAND * seat]) for seat in range(1, seats + 1)}
        found[number] = ShuffledDeck(1 + (number - 1) % seats, cards, ())
    return found


def table_hands(
    seed: int, table: SimulatedTable, decks: Mapping[int, ShuffledDeck]
) -> Iterator[PlacedHand]:
    """All hands of a table: every deck once, in the table's own order."""
    clock = SimulatedClock(BEGINNING, random.Random(f"{seed}/clock/{table.name}"))
    tastes = {
        seat: random.Random(f"{seed}/taste/{player.name}").choice(TASTES)
        for seat, player in table.players.items()
    }
    for hand, deal in enumerate(table.order, start=1):
        yield _hand(deal, hand, decks[deal], tastes, clock)


def _hand(
    deal: int, hand: int, deck: ShuffledDeck, tastes: Mapping[int, Taste], clock: SimulatedClock
) -> PlacedHand:
    under = Conditions(GAME, deal, deck.button, DIRECTION, dict.fromkeys(tastes))
    playing, line = OPEN_FACE.begin(under), list[Move]()
    started = HandStarted(deal=deal, hand=hand, button=deck.button)
    happened: list[tuple[datetime, Entry]] = [(clock.after(25, 50), started)]
    while (seat := playing.next_seat) is not None:
        given = dealt_by(deck.cards[seat], playing.round)
        placed = spelt(place(playing.rows[seat], given, tastes[seat]))
        move = playing.step(Move(playing.phase, seat, "place", placed), len(line) + 1)
        line.append(move)
        action = HandAction(
            deal=deal, hand=hand, n=len(line), seat=seat, action=move.action, detail=placed
        )
        happened.append((clock.after(*(ONE if len(given) == 1 else FIVE)), action))
    won = OPEN_FACE.settle(under, deck.cards, (), tuple(line)).result or {}
    finished = HandFinished(deal=deal, hand=hand, result=dict(won))
    happened.append((clock.after(4, 12), finished))
    return PlacedHand(deal, hand, deck, tuple(line), won, tuple(happened))

"""A whole duplicate session as its devices would tell it: events in the order of their times."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
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
from producer.scoring.draw import draw_by_lot
from producer.simulate.bots import Style
from producer.simulate.deck import Deck, order_of_deals, prepare
from producer.simulate.device import Told, tell_hand
from producer.simulate.hand import play_hand
from producer.simulate.pace import BEGINNING, Watch
from producer.simulate.roster import NATIONS

DIRECTION = "descending"
CAP = 5_000
GAME = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=CAP)
STACK = 10_000
"""Chips at the start of the session; a stack that falls below the cap is topped up to it (P2)."""

GROUP = "A"
MOST_TABLES = len(NATIONS)

_Seats = tuple[str, ...]
_EVENTS: Mapping[type[Told], Callable[..., Event]] = {
    HandStarted: HandStartedEvent,
    HandAction: HandActionEvent,
    HandBoard: HandBoardEvent,
    HandFinished: HandFinishedEvent,
}


def session_name(deals: int, seed: int, *, archive: bool = False, tables: int = 6) -> str:
    """What a session is called: sessions that differ in anything differ in name.

    >>> session_name(24, 7)
    'sim-7-24x6'
    """
    return f"sim-{seed}-{deals}x{tables}" + ("-archive" if archive else "")


def session_events(
    deals: int, seed: int, *, archive: bool = False, tables: int = 6
) -> Iterator[Event]:
    """A session of as many teams and seats as tables: the opening, the decks, then the play.

    Every table plays every deal once, in its own order; the same arguments give the same events.
    Raises ValueError for fewer than one deal, fewer than two tables or more than MOST_TABLES.
    """
    if deals < 1 or not 2 <= tables <= MOST_TABLES:
        raise ValueError(f"a session has at least 1 deal and 2 to {MOST_TABLES} tables")
    name = session_name(deals, seed, archive=archive, tables=tables)
    nations = [nation.name for nation in NATIONS[:tables]]
    rows = draw_by_lot(nations, random.Random(f"{seed}/draw"))
    decks = {number: prepare(seed, number, tables, DIRECTION) for number in range(1, deals + 1)}
    yield _opening(name, deals, rows, archive=archive)
    for number, deck in decks.items():
        yield _deck(name, number, deck)
    yield from merge(
        *(_table(name, seed, place, row, decks) for place, row in enumerate(rows)),
        key=lambda event: (event.at, event.table),
    )


def _opening(name: str, deals: int, rows: tuple[_Seats, ...], *, archive: bool) -> Event:
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
                for nation in NATIONS[: len(rows)]
            },
            tables={
                str(place + 1): TableInfo(game=GAME, players=_players(place, row))
                for place, row in enumerate(rows)
            },
            credit="Invented players; the play is Duplicast's own simulation.",
        ),
    )


def _players(place: int, row: _Seats) -> dict[int, Player]:
    named = {nation.name: nation.players for nation in NATIONS}
    return {
        seat: Player(name=named[team][place], team=team) for seat, team in enumerate(row, start=1)
    }


def _deck(name: str, number: int, deck: Deck) -> Event:
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


def _table(
    name: str, seed: int, place: int, row: _Seats, decks: Mapping[int, Deck]
) -> Iterator[Event]:
    """One table's events, in the order of their times."""
    table = str(place + 1)
    for seq, (at, told) in enumerate(_told(seed, place, row, decks), start=1):
        yield _EVENTS[type(told)](
            id=f"{name}/{table}/{seq}",
            session=name,
            group=GROUP,
            table=table,
            source=f"device-{table}",
            seq=seq,
            at=at,
            data=told,
        )


def _told(
    seed: int, place: int, row: _Seats, decks: Mapping[int, Deck]
) -> Iterator[tuple[datetime, Told]]:
    """All that a table's device tells: every deck once, in the table's own order."""
    lot = random.Random(f"{seed}/table/{place + 1}")
    watch = Watch(BEGINNING, lot)
    styles = {
        seat: _style(random.Random(f"{seed}/player/{player.name}"))
        for seat, player in _players(place, row).items()
    }
    stacks = dict.fromkeys(styles, STACK)
    for hand, deal in enumerate(order_of_deals(len(decks), lot), start=1):
        played = play_hand(GAME, decks[deal], DIRECTION, stacks, styles, lot)
        yield from tell_hand(deal, hand, decks[deal], stacks, played, watch)
        stacks = _after(stacks, played)


def _style(lot: random.Random) -> Style:
    """A player's own way, drawn by lot between careful and wild."""
    return Style(tightness=lot.uniform(0.4, 0.8), aggression=lot.uniform(0.25, 0.9))


def _after(stacks: Mapping[int, int], played: Replay) -> dict[int, int]:
    """The stacks of the next hand, topped up where they fell below the cap (RULES P2)."""
    won = played.result or {}
    return {seat: max(CAP, chips + int(won[seat])) for seat, chips in stacks.items()}

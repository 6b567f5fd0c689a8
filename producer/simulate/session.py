"""A whole duplicate session as events, in the order in which the desk receives them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import merge
from typing import Literal

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
    RecordingAdded,
    RecordingAddedEvent,
    SessionOpened,
    SessionOpenedEvent,
    TableInfo,
    Team,
)
from producer.games.cards import format_cards
from producer.simulate import open_face
from producer.simulate.deck import ShuffledDeck
from producer.simulate.device import Entry
from producer.simulate.device_timing import Sent, at_once, in_batches
from producer.simulate.roster import NATIONS
from producer.simulate.simulated_clock import BEGINNING
from producer.simulate.styles import STYLES
from producer.simulate.table_hands import (
    DIRECTION,
    PlacedHand,
    SimulatedTable,
    TableHand,
    check_session,
    decks_of,
    game_of,
    seated,
    table_hands,
)

GROUP = "A"

SimulatedGame = Literal["holdem", "open-face"]


@dataclass(frozen=True, slots=True)
class SimulatedRecording:
    """A file of a table's camera. ``start``: of its first picture."""

    table: str
    file: str
    start: datetime


@dataclass(frozen=True, slots=True)
class SimulatedPlay:
    """A session's tables, and all hands of each by its name."""

    tables: tuple[SimulatedTable, ...]
    hands: Mapping[str, tuple[TableHand | PlacedHand, ...]]


_EVENTS: Mapping[type[Entry], Callable[..., Event]] = {
    HandStarted: HandStartedEvent,
    HandAction: HandActionEvent,
    HandBoard: HandBoardEvent,
    HandFinished: HandFinishedEvent,
}


def session_name(
    deals: int,
    seed: int,
    *,
    archive: bool = False,
    tables: int = 6,
    blocks: int | None = None,
    styles: Sequence[str] = (),
    game: SimulatedGame = "holdem",
) -> str:
    """A name that is unique for these arguments.

    >>> session_name(24, 7)
    'sim-7-24x6'
    >>> session_name(75, 7, blocks=15, styles=["tight", "loose"])
    'sim-7-75x6-blocks15-tight-loose'
    """
    parts = (
        ["archive"] * archive
        + [game] * (game != "holdem")
        + [f"blocks{blocks}"] * (blocks is not None)
        + list(styles)
    )
    return "-".join([f"sim-{seed}-{deals}x{tables}", *parts])


def session_events(
    deals: int,
    seed: int,
    *,
    archive: bool = False,
    tables: int = 6,
    blocks: int | None = None,
    styles: Sequence[str] = (),
    recordings: Sequence[SimulatedRecording] = (),
    game: SimulatedGame = "holdem",
) -> Iterator[Event]:
    """A session with as many teams and seats as tables: the opening, the decks, then the play. One
    table is a cash game of six players, without teams and without duplicates.

    The same arguments give the same events. Every table plays every deal once, in its own order;
    with ``blocks`` all tables play deals 1 to ``blocks`` first, and so on. ``styles``: assigned
    to players at random, by default all of STYLES. ``recordings``: the files of the tables'
    cameras, each added when it begins. ``game``: open-face Chinese is played in the first four
    seats of each table, and not by ``styles``. One device in three sends in batches. Raises
    ValueError for fewer than one deal or one deal per block, fewer than one table or more than
    MOST_TABLES, and unknown styles.
    """
    check_session(deals, tables, blocks, styles)
    name = session_name(
        deals, seed, archive=archive, tables=tables, blocks=blocks, styles=styles, game=game
    )
    at, decks = _set_up(deals, seed, tables, blocks, game)
    yield _opening(name, deals, at, archive=archive, game=game)
    for number, deck in decks.items():
        yield _deck(name, number, deck)
    arrivals = merge(
        _added(name, recordings),
        *(
            _arrivals(
                name, table, _sent(seed, table, _hands(seed, table, decks, styles, game, tables))
            )
            for table in at
        ),
        key=lambda arrival: (arrival[0], arrival[1].table or ""),
    )
    yield from (event for _, event in arrivals)


def simulated_play(
    deals: int,
    seed: int,
    *,
    tables: int = 6,
    blocks: int | None = None,
    styles: Sequence[str] = (),
    game: SimulatedGame = "holdem",
) -> SimulatedPlay:
    """The hands of the session that ``session_events`` makes of the same arguments.

    Raises ValueError as it does.
    """
    check_session(deals, tables, blocks, styles)
    at, decks = _set_up(deals, seed, tables, blocks, game)
    return SimulatedPlay(
        at, {table.name: tuple(_hands(seed, table, decks, styles, game, tables)) for table in at}
    )


def _set_up(
    deals: int, seed: int, tables: int, blocks: int | None, game: SimulatedGame
) -> tuple[tuple[SimulatedTable, ...], Mapping[int, ShuffledDeck]]:
    """The tables, and the decks by number."""
    at = seated(deals, seed, tables, blocks)
    if game == "open-face":
        return open_face.at_four(at), open_face.decks_of(deals, seed, tables)
    return at, decks_of(deals, seed, tables)


def _hands(
    seed: int,
    table: SimulatedTable,
    decks: Mapping[int, ShuffledDeck],
    styles: Sequence[str],
    game: SimulatedGame,
    tables: int,
) -> Iterator[TableHand | PlacedHand]:
    if game == "open-face":
        return open_face.table_hands(seed, table, decks)
    return table_hands(seed, table, decks, styles or tuple(STYLES), game_of(tables))


def _opening(
    name: str, deals: int, at: Sequence[SimulatedTable], *, archive: bool, game: SimulatedGame
) -> Event:
    settings = open_face.GAME if game == "open-face" else game_of(len(at))
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
                for nation in NATIONS[: len(at)]
                if at[0].teams
            },
            tables={table.name: TableInfo(game=settings, players=table.players) for table in at},
            credit="Invented players; the play is Duplicast's own simulation.",
            simulated=True,
        ),
    )


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


def _added(name: str, recordings: Sequence[SimulatedRecording]) -> Iterator[tuple[datetime, Event]]:
    """The recordings as events, each with the time at which it begins."""
    for number, each in enumerate(sorted(recordings, key=lambda each: each.start), 1):
        yield (
            each.start,
            RecordingAddedEvent(
                id=f"{name}/recording/{number}",
                session=name,
                group=GROUP,
                table=each.table,
                source="simulator",
                at=each.start,
                data=RecordingAdded(files=(each.file,), start=each.start),
            ),
        )


def _arrivals(
    name: str, table: SimulatedTable, entries: Iterator[Sent]
) -> Iterator[tuple[datetime, Event]]:
    """One table's events, each with its time of arrival."""
    for seq, sent in enumerate(entries, start=1):
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
    seed: int, table: SimulatedTable, hands: Iterator[TableHand | PlacedHand]
) -> Iterator[Sent]:
    device = in_batches if table.batches else at_once
    entries = (each for hand in hands for each in hand.happened)
    return device(entries, random.Random(f"{seed}/fingers/{table.name}"))

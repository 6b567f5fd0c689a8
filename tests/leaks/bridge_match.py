"""A live bridge match of three tables of people, whose boards the service's bots have all played
before anybody else (RULES B5)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Literal

from producer.events import (
    BridgeGame,
    Player,
    SessionOpened,
    SessionOpenedEvent,
    TableInfo,
    event_json,
)
from producer.feeds.bridge.reference import events, reference_of
from producer.games.bridge.rules import BRIDGE
from producer.games.bridge.seats import SEATS, after, usual_dealer
from producer.games.cards import Cards, format_cards
from producer.games.game import Conditions
from producer.games.line import Deal, DealKey, Line, Move, Play

Told = dict[str, Any]
GAME = BridgeGame()
NAME = "bridge"
AT = "2026-05-01T19:30:00Z"
"""Of all events, since without a time that of their arrival counts."""


def bridge_events(deals: int, seed: int, tables: int) -> Iterator[Told]:
    """The opening and the decks, then the bots' table, then the play of each table in turn."""
    lots = Random(seed)
    dealt = {number: _dealt(lots) for number in range(1, deals + 1)}
    names = [str(table) for table in range(1, tables + 1)]
    info = {name: TableInfo(game=GAME, players=_players(name)) for name in names}
    opening = SessionOpened(kind="live", tables=info, deals=deals)
    shared: dict[str, Any] = {"session": NAME, "group": "A", "source": "devices"}
    yield _told(SessionOpenedEvent(id=f"{NAME}/opened", data=opening, **shared))
    for number, hands in dealt.items():
        data = {
            "deal": number,
            "button": usual_dealer(number),
            "cards": {str(seat): format_cards(cards) for seat, cards in hands.items()},
        }
        yield _event("deal.cards", None, f"deck/{number}", data)
    played = {
        (name, number): _line(lots, usual_dealer(number)) for name in names for number in dealt
    }
    bots = [reference_of(_deal(number, hands, played)) for number, hands in dealt.items()]
    yield from (_told(each.event) for each in events(bots, "live"))
    for number, hands in dealt.items():
        for name in names:
            yield from _hand(name, number, hands, played[name, number])


def _dealt(lots: Random) -> dict[int, Cards]:
    deck = list(range(52))
    lots.shuffle(deck)
    return {seat: tuple(deck[13 * seat - 13 : 13 * seat]) for seat in SEATS}


def _players(table: str) -> dict[int, Player]:
    return {seat: Player(name=f"Player {table}{seat}") for seat in SEATS}


def _line(lots: Random, dealer: int) -> Line:
    """One bid after some passes, then a claim before the lead."""
    bidder = lots.randrange(4)
    calls = [("pass", None)] * bidder
    calls += [("bid", lots.choice(("1NT", "2H", "3C", "4S"))), *[("pass", None)] * 3]
    moves = [
        Move("auction", after(dealer, place), action, detail)
        for place, (action, detail) in enumerate(calls)
    ]
    declarer = after(dealer, bidder)
    return (*moves, Move("lead", declarer, "claim", lots.randrange(5, 13)))


def _result(number: int, hands: dict[int, Cards], line: Line) -> Any:
    dealer = usual_dealer(number)
    under = Conditions(GAME, number, dealer, "ascending", dict.fromkeys(SEATS))
    settled = BRIDGE.settle(under, hands, (), line)
    assert settled.result is not None
    return settled.result


def _deal(number: int, hands: dict[int, Cards], played: dict[tuple[str, int], Line]) -> Deal:
    line = played["1", number]
    result = _result(number, hands, line)
    play = Play("1", 1, 1, GAME, dict.fromkeys(SEATS), _players("1"), line, result)
    key = DealKey(NAME, "A", number)
    return Deal(key, usual_dealer(number), hands, (), (play,), ("1",))


def _hand(table: str, number: int, hands: dict[int, Cards], line: Line) -> Iterator[Told]:
    of = {"deal": number, "hand": number}
    players = {str(seat): {"name": player.name} for seat, player in _players(table).items()}
    started = {**of, "button": usual_dealer(number), "players": players}
    yield _event("hand.started", table, f"{table}/{number}/started", started)
    for n, move in enumerate(line, 1):
        what = {"detail": move.detail} if isinstance(move.detail, str) else {}
        what |= {"to": move.detail} if isinstance(move.detail, int) else {}
        data = {**of, "n": n, "seat": move.seat, "action": move.action, **what}
        yield _event("hand.action", table, f"{table}/{number}/{n}", data)
    result = {str(seat): int(won) for seat, won in _result(number, hands, line).items()}
    data = {**of, "result": result}
    yield _event("hand.finished", table, f"{table}/{number}/finished", data)


def _event(
    kind: Literal["deal.cards", "hand.started", "hand.action", "hand.finished"],
    table: str | None,
    id_: str,
    data: Told,
) -> Told:
    told = {"v": 1, "id": f"{NAME}/{id_}", "session": NAME, "group": "A", "source": "devices"}
    at = {"at": AT, **({"table": table} if table else {})}
    return {**told, **at, "type": kind, "data": data}


def _told(event: Any) -> Told:
    told: Told = json.loads(event_json(event))
    return {**told, "at": AT}

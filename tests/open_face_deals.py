"""Deals of open-face Chinese as feeds send them, played by simple players of different taste."""

import json
import random
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from producer.events import OpenFaceGame
from producer.games.cards import DECK, Cards, format_cards
from producer.games.game import Conditions
from producer.games.line import Move
from producer.games.ofc.placing import ROUNDS, dealt_by
from producer.games.ofc.rows import Rows, spelt
from producer.games.ofc.rules import OPEN_FACE
from producer.games.ofc.simple_player import Taste, place

GAME = OpenFaceGame()
NAMES = ("Ada", "Bo", "Cy", "Di")


def dealt(seed: int, seats: int = 4) -> dict[int, Cards]:
    deck = random.Random(seed).sample(DECK, 13 * seats)
    return {n + 1: tuple(deck[13 * n : 13 * n + 13]) for n in range(seats)}


def played(cards: dict[int, Cards], tastes: Sequence[Taste]) -> list[Move]:
    """The line; the last seat has the button. ``tastes``: by seat."""
    rows, line = dict.fromkeys(cards, Rows()), []
    for made, phase in enumerate(ROUNDS):
        for seat, taste in zip(cards, tastes, strict=True):
            placed = place(rows[seat], dealt_by(cards[seat], made), taste)
            rows[seat] = rows[seat].with_cards(placed)
            line.append(Move(phase, seat, "place", spelt(placed)))
    return line


def result(line: Sequence[Move], seats: int) -> dict[int, Any]:
    under = Conditions(GAME, 1, seats, "ascending", dict.fromkeys(range(1, seats + 1)))
    return dict(OPEN_FACE.settle(under, {}, (), tuple(line)).result or {})


def event(kind: str, data: dict[str, Any], table: str | None, session: str = "open") -> str:
    sender = {"session": session, "group": "A", "source": "pit", "type": kind}
    named = {"table": table} if table else {}
    return json.dumps(
        {
            "id": sha256(json.dumps([kind, data, table]).encode()).hexdigest(),
            **sender,
            **named,
            "data": data,
        }
    )


def opening(tables: Sequence[str], seats: int = 4, **game: Any) -> str:
    return event("session.opened", {"kind": "archive", "tables": {
        table: {
            "game": {"name": "open-face", **game},
            "players": {str(n + 1): {"name": f"{NAMES[n]} {table}"} for n in range(seats)},
        }
        for table in tables
    }}, None)  # fmt: skip


def recorded(deal: int, table: str, cards: dict[int, Cards], line: Sequence[Move]) -> str:
    return event("hand.recorded", {
        "deal": deal, "hand": deal, "button": len(cards),
        "cards": {str(seat): format_cards(own) for seat, own in cards.items()},
        "line": [
            {"street": m.phase, "seat": m.seat, "action": m.action}
            | ({"detail": m.detail} if m.detail else {})
            for m in line
        ],
        "result": {str(seat): won for seat, won in result(line, len(cards)).items()},
    }, table)  # fmt: skip


TASTES = (
    Taste(),
    Taste(0.1, 1.4, 1.2),
    Taste(3.0, 0.2),
    Taste(1.0, 2.5, 0.3),
    Taste(0.5, 0.8, 2.0),
)


def session(deals: int = 2, tables: int = 4, seats: int = 4) -> str:
    """A session in which every table plays with its own mixture of tastes."""
    names = [str(n + 1) for n in range(tables)]
    lines = [opening(names, seats)]
    for deal in range(1, deals + 1):
        cards = dealt(deal, seats)
        for n, table in enumerate(names):
            own = [TASTES[(n // (seat + 1) + deal) % len(TASTES)] for seat in range(seats)]
            lines.append(recorded(deal, table, cards, played(cards, own)))
    return "\n".join([*lines, ""])

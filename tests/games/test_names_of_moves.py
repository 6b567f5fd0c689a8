"""A move has a phase and an action of its game (hold'em: H1, bridge: B1)."""

import json
from typing import Any

import pytest

from producer.events import Event, parse_event
from producer.games.bridge.rules import BRIDGE
from producer.games.game import Game, foreign_name
from producer.games.holdem.rules import HOLDEM


def event(kind: str, **data: Any) -> Event:
    envelope = {"v": 1, "id": "e1", "session": "s", "group": "A", "table": "1", "source": "device"}
    of_hand = {"seq": 1, "at": "2026-05-01T19:00:00Z", "data": {"deal": 1, "hand": 1, **data}}
    return parse_event(json.dumps({**envelope, **of_hand, "type": kind}))


def recorded(*moves: tuple[str, int, str]) -> Event:
    line = [{"street": street, "seat": seat, "action": action} for street, seat, action in moves]
    players = {"1": {"name": "Ada"}, "2": {"name": "Bo"}}
    level = {"1": 0, "2": 0}
    return event(
        "hand.recorded", button=1, cards={}, board="", players=players, line=line, result=level
    )


@pytest.mark.parametrize(
    ("game", "sent", "at"),
    [
        (HOLDEM, event("hand.action", n=1, seat=1, action="fold"), None),
        (HOLDEM, event("hand.action", n=1, seat=1, action="pass"), "data.action"),
        (BRIDGE, event("hand.action", n=1, seat=1, action="pass"), None),
        (BRIDGE, event("hand.action", n=1, seat=1, action="fold"), "data.action"),
        (HOLDEM, recorded(("preflop", 1, "call"), ("preflop", 2, "check")), None),
        (HOLDEM, recorded(("preflop", 1, "call"), ("auction", 2, "check")), "data.line.1.street"),
        (HOLDEM, recorded(("preflop", 1, "call"), ("preflop", 2, "bid")), "data.line.1.action"),
    ],
)
def test_a_phase_or_action_of_another_game_is_named(
    game: Game, sent: Event, at: str | None
) -> None:
    found = foreign_name(game, sent)
    assert (found and found.at) == at

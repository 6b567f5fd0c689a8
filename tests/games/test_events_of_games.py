"""What an event shows to be wrong by the rules of its game alone, whatever came before it."""

import json
from typing import Any

import pytest

from producer.events import Event, parse_event
from producer.games.registry import GAMES
from producer.problems import Problem

HOLE = {"1": "AsAh", "2": "KsKh"}
SPADES, HEARTS = ("".join(f"{rank}{suit}" for rank in "AKQJT98765432") for suit in "sh")
FOLD = {"street": "preflop", "seat": 3, "action": "fold"}
CALL = {"street": "preflop", "seat": 1, "action": "call", "to": 10}
PLACE = {"street": "five", "seat": 1, "action": "place", "detail": "As Ks Qs Js Ts / /"}


def event(kind: str, **data: Any) -> Event:
    """A hand or a deal of which only ``data`` matters."""
    at = {"deal.cards": {"button": 1, "cards": {}}, "deal.corrected": {"reason": "misread"}}.get(
        kind, {}
    )
    hand = {} if kind.startswith("deal.") else {"hand": 1}
    more = {
        "hand.recorded": {"button": 1, "cards": {}, "line": [], "result": {}},
        "hand.corrected": {"reason": "misread"},
    }.get(kind, {})
    table = {} if kind.startswith("deal.") else {"table": "1"}
    sent = {"deal": 1, **hand, **at, **more, **data}
    return parse_event(
        json.dumps(
            {"id": "x", "session": "S", "group": "A", "source": "pit", "type": kind, "data": sent}
            | table
        )
    )


def action(**data: Any) -> Event:
    return event("hand.action", **{"n": 1, "seat": 1, "action": "call"} | data)


SHOWN = ("deal.cards", "deal.corrected", "hand.recorded", "hand.corrected")
WHOLE_HANDS = ("hand.recorded", "hand.corrected")
BOARD = event("hand.board", cards="Qs9h3d")

RIGHT_CARDS: list[tuple[str, dict[str, Any]]] = [
    *(
        ("holdem", {"cards": HOLE | {"3": ""}, "board": board})
        for board in ("", "Qs9h3d", "Qs9h3d4c", "Qs9h3d4c8s")
    ),
    ("bridge", {"cards": {"1": SPADES, "4": HEARTS, "2": ""}}),
    ("open-face", {"cards": {"1": SPADES, "2": ""}}),
]
RIGHT_LINES = [("holdem", [FOLD, CALL]), ("open-face", [PLACE])]
RIGHT = [
    ("holdem", action(to=10)),
    ("holdem", BOARD),
    ("bridge", action(action="pass")),
    ("open-face", action(action="place", detail="As / /")),
    ("results", event("hand.recorded", result={"1": 5, "2": -5})),
    *((game, event(kind, **data)) for game, data in RIGHT_CARDS for kind in SHOWN),
    *((game, event(kind, line=line)) for game, line in RIGHT_LINES for kind in WHOLE_HANDS),
]

DETAIL = "a move of hold'em has only an amount, in `to`"
AMOUNT = "a move of open-face Chinese has no amount; placements go into `detail`"
TWELVE = {"1": "", "3": SPADES[2:]}
WRONG_CARDS: list[tuple[str, dict[str, Any], str]] = [
    ("holdem", {"cards": {"1": "", "2": "AsAhAd"}}, "seat 2 has 3 cards; a hold'em hand has two"),
    ("holdem", {"board": "Qs9h"}, "cards on the board: 2"),
    ("bridge", {"board": "Qs9h3d"}, "data.board: bridge has no common cards"),
    ("bridge", {"cards": {"5": SPADES}}, "data.cards.5: there is no seat 5 in bridge"),
    (
        "bridge",
        {"cards": TWELVE},
        "data.cards.3: South has 12 cards, and a hand of bridge has 13",
    ),
    (
        "open-face",
        {"cards": TWELVE},
        "data.cards.3: 12 cards; a seat is dealt 13, in the order dealt",
    ),
    ("open-face", {"board": "Qs9h3d"}, "data.board: open-face Chinese has no board"),
]
WRONG_LINES = [
    ("holdem", [FOLD, FOLD | {"detail": "x"}], f"data.line.1.detail: {DETAIL}"),
    ("open-face", [PLACE, CALL], f"data.line.1.to: {AMOUNT}"),
]
WRONG = [
    ("holdem", action(detail="all of it"), f"data.detail: {DETAIL}"),
    ("bridge", BOARD, "type: bridge has no common cards"),
    ("open-face", BOARD, "open-face Chinese has no board"),
    ("open-face", action(to=5), f"data.to: {AMOUNT}"),
    *(
        ("results", sent, f"the session has the results alone, and no {sent.type}")
        for sent in (action(), BOARD, event("deal.cards"), event("deal.corrected", cards=HOLE))
    ),
    *((game, event(kind, **data), why) for game, data, why in WRONG_CARDS for kind in SHOWN),
    *(
        (game, event(kind, line=line), why)
        for game, line, why in WRONG_LINES
        for kind in WHOLE_HANDS
    ),
]


@pytest.mark.parametrize(("game", "sent"), RIGHT)
def test_what_its_game_allows_has_no_fault(game: str, sent: Event) -> None:
    assert GAMES[game].check_event(sent) is None


@pytest.mark.parametrize(("game", "sent", "reason"), WRONG)
def test_what_its_game_does_not_have_is_named(game: str, sent: Event, reason: str) -> None:
    fault = GAMES[game].check_event(sent)
    assert isinstance(fault, Problem)
    assert fault.reason == reason

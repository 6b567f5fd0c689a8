"""The six plays of the guide's deal, carried out by pokerkit: every move legal, results equal."""

import json
from pathlib import Path
from typing import Any

import pytest
from pokerkit import Automation, BettingStructure, Deck, Mode, Opening, StandardHighHand, Street
from pokerkit import State as Pokerkit

GUIDE = Path(__file__).parents[2] / "assets" / "demo" / "guide.ndjson"
ORDER = (5, 4, 3, 2, 1, 6)
"""Button seat 6, direction descending: small blind, big blind, and on to the button."""

BY_ITSELF = tuple(
    automation
    for automation in Automation
    if automation not in (Automation.BOARD_DEALING, Automation.HOLE_DEALING)
)
HANDS = [json.loads(line) for line in GUIDE.read_text(encoding="utf-8").splitlines()][2:]


def _seated(data: dict[str, Any]) -> Pokerkit:
    """Pot-limit, blinds 50/100; 5,000 chips each stand for the cap of 50 big blinds."""
    streets = tuple(
        Street(False, (False, False) if n == 0 else (), n, False, Opening.POSITION, 100, None)
        for n in (0, 3, 1, 1)
    )
    state = Pokerkit(
        BY_ITSELF,
        Deck.STANDARD,
        (StandardHighHand,),
        streets,
        BettingStructure.POT_LIMIT,
        True,
        0,
        (50, 100),
        0,
        [5000] * 6,
        6,
        mode=Mode.TOURNAMENT,
    )
    for seat in ORDER:
        state.deal_hole(data["cards"][str(seat)])
    return state


def _board(state: Pokerkit, board: str) -> None:
    while state.can_deal_board():
        opened = sum(len(cards) for cards in state.board_cards)
        state.deal_board(board[2 * opened : 2 * opened + (2 if opened else 6)])


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: f"table {hand['table']}")
def test_pokerkit_agrees(hand: dict[str, Any]) -> None:
    data = hand["data"]
    state = _seated(data)
    for move in data["line"]:
        _board(state, data["board"])
        assert state.actor_index is not None
        assert ORDER[state.actor_index] == move["seat"]
        if move["action"] == "fold":
            assert state.checking_or_calling_amount
            state.fold()
        elif move["action"] in ("check", "call"):
            paid = state.bets[state.actor_index] + state.checking_or_calling_amount
            assert (move["action"] == "call") == bool(state.checking_or_calling_amount)
            assert move.get("to") == (paid if move["action"] == "call" else None)
            state.check_or_call()
        else:
            assert (move["action"] == "raise") == bool(max(state.bets))
            state.complete_bet_or_raise_to(move["to"])
    _board(state, data["board"])
    assert not state.status, "the hand is over"
    result = tuple(data["result"][str(seat)] for seat in ORDER)
    assert tuple(state.payoffs) == result

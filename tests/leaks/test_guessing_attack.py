"""The attack that read a sealed deck: every hand there is, guessed in one body (RULES P11)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from liar import OTHERS, OWN, TABLES, Told, opening
from two_services import Pair, ask_both, pair, read, told

from producer.record import Receipt
from producer.record.plan.derive import MOST_HANDS

BUTTON, BOARD = 3, "Qs9h3d4c8s"
CARDS = {"1": "AsAh", "2": "KsKh", "3": "7d2c"}
PACK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
HOLES = ["".join(two) for two in combinations(PACK, 2)]
FOLDS = [("preflop", 3, "fold", None), ("preflop", 1, "fold", None)]
TO_THE_FLOP = [
    ("preflop", 3, "raise", 30),
    ("preflop", 1, "fold", None),
    ("preflop", 2, "call", 30),
    ("flop", 2, "bet", 40),
    ("flop", 3, "fold", None),
]
"""Both are legal whatever the cards are."""


def event(table: str | None, id: str, kind: str, data: Told) -> Told:
    told = {"v": 1, "id": id, "session": "S", "group": "A", "table": table, "source": "d"}
    return {**told, "type": kind, "data": {"deal": 1, **data}}


def hand(table: str, id: str, number: int = 1, **data: Any) -> Told:
    line = data.pop("line", FOLDS)
    names = ("street", "seat", "action", "to")
    result = {"1": -5, "2": 5, "3": 0} if line == FOLDS else {"1": -5, "2": 35, "3": -30}
    moves = [dict(zip(names, move, strict=True)) for move in line]
    told = {"hand": number, "button": BUTTON, "cards": {}, "line": moves, "result": result}
    return event(table, id, "hand.recorded", {**told, **data})


@pytest.fixture
def both() -> Iterator[Pair]:
    """In one of the two the deal is played at the other tables, and its deck is known."""
    with pair() as found:
        ask_both(found, [json.dumps(opening(*TABLES)).encode()])
        deck = {"button": BUTTON, "cards": CARDS, "board": BOARD}
        found.everything.ingest(told(event(None, "deck", "deal.cards", deck)))
        for table in OTHERS:
            played = hand(table, "1", cards=CARDS, board=BOARD, line=TO_THE_FLOP)
            found.everything.ingest(told(played))
        assert len(next(iter(found.everything.deals())).plays) == len(OTHERS)
        yield found
        assert found.differences == []


def guess(both: Pair, *events: Told) -> list[Receipt]:
    """Sends one body to both services; returns the answer of the full one."""
    pieces = [json.dumps(each).encode() for each in events]
    repeated = [json.dumps({**each, "source": "again"}).encode() for each in events]
    taken = both.everything.ingest(read(pieces))
    assert [each[1:] for each in both.alone.ingest(read(pieces))] == [each[1:] for each in taken]
    ask_both(both, pieces)
    ask_both(both, repeated)
    return taken


def said(taken: list[Receipt]) -> set[tuple[str, str, str]]:
    """Outcome, reason and hint."""
    return {(each.outcome, each.reason, each.hint()) for each in taken}


def test_every_hole_cards_in_one_body(both: Pair) -> None:
    taken = guess(both, *(hand(OWN, f"g/{two}", cards={"2": two}) for two in HOLES))
    assert len(taken) == 1326
    assert said(taken[:1]) == {("accepted", "", "")}, "the first, whatever it is"
    assert {(each.outcome, each.reason) for each in taken[1:]} == {
        ("refused", "hand 1 of table 1 has shown other cards: another hand in seat 2")
    }
    assert HOLES[0] != CARDS["2"]


def test_hole_cards_with_a_void_behind_each(both: Pair) -> None:
    """So that every guess is the first; a table begins so many hands of a deal at most."""
    events = []
    for number, two in enumerate([*HOLES[: MOST_HANDS - 1], CARDS["2"]], start=1):
        events.append(hand(OWN, f"g/{two}", number, cards={"2": two}))
        void = {"hand": number, "reason": "again", "replay": True}
        events.append(event(OWN, f"v/{two}", "hand.voided", void))
    assert said(guess(both, *events)) == {("accepted", "", "")}


@pytest.mark.parametrize("street", ["flop", "turn"])
def test_boards_with_a_void_behind_each(both: Pair, street: str) -> None:
    flops = ["".join(three) for three in combinations(["Qs", "9h", "3d", "2h", "2s", "Jc"], 3)]
    turns = [BOARD[:6] + card for card in PACK if card not in BOARD[:6]]
    boards = flops if street == "flop" else turns
    assert BOARD[: 6 if street == "flop" else 8] in boards
    events = []
    for number, board in enumerate(boards, start=1):
        events.append(hand(OWN, f"g/{board}", number, board=board, line=TO_THE_FLOP))
        void = {"hand": number, "reason": "again", "replay": True}
        events.append(event(OWN, f"v/{board}", "hand.voided", void))
    assert said(guess(both, *events)) == {("accepted", "", "")}


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_the_button(both: Pair, seat: int) -> None:
    started = {"hand": 1, "button": seat}
    (taken,) = guess(both, event(OWN, f"s/{seat}", "hand.started", started))
    assert (taken.outcome, taken.reason) == ("accepted", "")


def test_results_of_an_all_in_whose_cards_were_not_shown(both: Pair) -> None:
    """The others know who wins; the device shows no cards, and is believed whatever it says."""
    line = [FOLDS[0], ("preflop", 1, "raise", 1000), ("preflop", 2, "call", 1000)]
    events = []
    for number, won in enumerate((1000, -1000, 0), start=1):
        result = {"1": won, "2": -won, "3": 0}
        events.append(hand(OWN, f"r/{won}", number, line=line, board=BOARD, result=result))
        void = {"hand": number, "reason": "again", "replay": True}
        events.append(event(OWN, f"v/{won}", "hand.voided", void))
    assert said(guess(both, *events)) == {("accepted", "", "")}


def test_the_hand_after_the_last_of_a_deal(both: Pair) -> None:
    """Right or wrong, it is refused for their number."""
    events = [
        event(OWN, f"s/{number}", "hand.started", {"hand": number, "button": 1})
        for number in range(1, MOST_HANDS + 1)
    ]
    assert said(guess(both, *events)) == {("accepted", "", "")}
    late = [hand(OWN, f"l/{two}", 99, cards={"2": two}) for two in (HOLES[0], CARDS["2"])]
    ((outcome, reason, _),) = said(guess(both, *late))
    assert (outcome, reason.partition(":")[0]) == (
        "refused",
        "table 1 has begun 50 hands of deal 1",
    )


def test_ids_that_the_others_have_used(both: Pair) -> None:
    (taken,) = guess(both, hand(OWN, "1"))
    assert taken.outcome == "accepted"

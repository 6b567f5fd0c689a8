"""Hands that the rules cannot replay go to quarantine, and no other event with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from record_events import BOARD, database, deck, event, live, opened, reasons, received, recorded

from producer.games.cards import parse_cards
from producer.record import IngestCounts, Store, open_store

TO_THE_RIVER = [
    ("preflop", 3, "fold", None),
    ("preflop", 1, "raise", 30),
    ("preflop", 2, "call", 30),
    ("flop", 1, "check", None),
    ("flop", 2, "check", None),
    ("turn", 1, "check", None),
    ("turn", 2, "check", None),
    ("river", 1, "check", None),
    ("river", 2, "check", None),
]
WON = {"1": 30, "2": -30, "3": 0}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as opened_store:
        opened_store.append(received(opened(kind="live")))
        yield opened_store


def test_a_board_card_read_twice_is_quarantined_where_no_deck_was_shown(store: Store) -> None:
    """Its reader saw the nine of hearts, which lies on the flop, for the river once more."""
    bad = live("1", 1, TO_THE_RIVER, WON, (BOARD[:6], BOARD[6:8], BOARD[2:4]))
    assert store.append(received(*bad, *live("2"))) == IngestCounts(len(bad) + 5, 0, 1)
    (entry,) = store.quarantine()
    assert entry.reason == f"card {BOARD[2:4]} is dealt twice"
    assert entry.hint().startswith("Correct the cards of the deal, ")
    assert [play.table for deal in store.deals() for play in deal.plays] == ["2"]
    whole = {
        "deal": 1,
        "hand": 1,
        "reason": "the river was read wrong",
        "line": [{"street": s, "seat": n, "action": a, "to": to} for s, n, a, to in TO_THE_RIVER],
        "result": WON,
    }
    store.append(received(deck(), event("hand.corrected", whole, id="whole")))
    (deal,) = store.deals()
    assert [play.table for play in deal.plays] == ["1", "2"]
    assert deal.board == parse_cards(BOARD)


@pytest.mark.parametrize("known", ["cards", "no cards"])
def test_a_wrong_fractional_result_is_quarantined(store: Store, known: str) -> None:
    """With cards the line gives the result, without it says what each seat has put in."""
    cards = {} if known == "no cards" else {"cards": {"1": "AsAh", "2": "KsKh", "3": "7d2c"}}
    result = {"1": "2001/2", "2": "-2001/2", "3": 0}
    bad = recorded("1", result=result, **({"cards": {}} | cards))
    assert store.append(received(bad, recorded("2"))) == IngestCounts(1, 0, 1)
    assert reasons(store) == [
        "seat 1: the result says +2001/2, the line gives +1000"
        if cards
        else "seat 2: the result says -2001/2, it put in 1000"
    ]

"""Hands played from another deck (RULES P1): accepted, kept out of comparisons, decided by people.

No table's hand is refused for another table's deck, nor for the office's (P11).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from record_events import (
    ALL_IN_RESULT,
    BOARD,
    CARDS,
    TO_THE_FLOP,
    TO_THE_FLOP_RESULT,
    contents,
    database,
    deck,
    event,
    live,
    log_version,
    opened,
    progress,
    received,
    recorded,
    temporary,
)

from producer.games.cards import parse_cards
from producer.games.line import DealKey
from producer.record import Store, open_store, repeat_offenders

DEAL = DealKey("S", "A", 1)
SHORT: dict[str, Any] = {"line": TO_THE_FLOP, "result": TO_THE_FLOP_RESULT, "board": BOARD[:6]}
OTHER_BOARD = "Ts8h2d4c8s"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as opened_store:
        opened_store.append(received(opened("1", "2", "3", kind="live")))
        yield opened_store
        before = contents(opened_store), found(opened_store)
        opened_store.rebuild()
        assert (contents(opened_store), found(opened_store)) == before


def found(store: Store) -> list[tuple[int, str, str]]:
    """Deal, table and words of every open contradiction, by table."""
    return sorted(
        (each.deal, each.table, each.what) for each in store.contradictions() if each.is_open
    )


def outcomes(store: Store, *output: Any) -> set[str]:
    return {each.outcome for each in store.ingest(received(*output))}


def choose(store: Store, table: str | None, **data: Any) -> str:
    chosen = {"deal": 1, "table": table, "reason": "checked the decks"} | data
    output = event("deck.chosen", chosen, table=None, id=f"c/{log_version(store)}", source="desk")
    (taken,) = store.ingest(received(output))
    return taken.reason or taken.outcome


def compared(store: Store) -> list[str]:
    return [play.table for deal in store.deals() for play in deal.plays]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"button": 1, "line": [("preflop", 1, "fold", None), ("preflop", 2, "fold", None)],
          "result": {"2": -5, "3": 5}}, "another button"),
        ({"cards": CARDS | {"2": "JdJc"}}, "another hand in seat 2"),
        ({"board": "Qs9h3d4c8h"}, "another river"),
        ({"board": "Qs9h3d5c8s"}, "another turn"),
        ({"board": "Qs9h3c4c8s"}, "another flop"),
        ({"cards": {"1": "AsAh"}, "board": "Qs9h3dKs8h"}, "another turn"),
    ],
)  # fmt: skip
def test_another_deck_or_button_than_the_other_tables_p1(
    store: Store, change: dict[str, Any], what: str
) -> None:
    assert outcomes(store, recorded("1"), recorded("2", **change)) == {"accepted"}
    assert found(store) == [(1, "2", what)]
    assert compared(store) == ["1"]
    assert store.flags()[DEAL].word == "wrong deck"


def test_a_card_of_another_table_s_seat_cannot_be_on_the_board(store: Store) -> None:
    one = recorded("1", **(SHORT | {"cards": {"1": "AsAh"}}))
    other = recorded("2", **(SHORT | {"cards": {"2": "KsKh"}, "board": BOARD[:6] + "Ah"}))
    assert outcomes(store, one, other) == {"accepted"}
    assert found(store) == [(1, "2", "card Ah in another place")]


def test_the_first_card_of_another_deck_shows_it(store: Store) -> None:
    """The alarm does not wait for the end of the hand."""
    hand = live("2", line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, boards=("2s2h2d",))
    flop = next(n for n, each in enumerate(hand) if each.type == "hand.board")
    outcomes(store, recorded("1"), *hand[:flop])
    assert found(store) == []
    assert outcomes(store, hand[flop]) == {"accepted"}
    assert found(store) == [(1, "2", "another flop")]


def test_the_deck_that_most_tables_show_is_the_current_one(store: Store) -> None:
    wrong, right = {"board": OTHER_BOARD}, {"board": BOARD}
    outcomes(store, recorded("1", **wrong))
    outcomes(store, recorded("2", **right))
    assert found(store) == [(1, "2", "another flop")], "of equal ones the first"
    outcomes(store, recorded("3", **right))
    assert found(store) == [(1, "1", "another flop")]
    assert compared(store) == ["2", "3"]
    assert [version.tables for version in store.versions(DEAL)] == [("2", "3"), ("1",)]


def test_the_office_s_deck_counts_unless_two_tables_agree_against_it(store: Store) -> None:
    outcomes(store, deck(), recorded("1", board=OTHER_BOARD))
    assert found(store) == [(1, "1", "another flop")]
    assert (store.versions(DEAL)[0].office, compared(store)) == (True, [])
    outcomes(store, recorded("2", board=OTHER_BOARD))
    assert found(store) == []
    (deal,) = store.deals()
    assert (deal.board, compared(store)) == (parse_cards(OTHER_BOARD), ["1", "2"])
    assert [version.office for version in store.versions(DEAL)] == [False, True]


def test_a_result_that_only_the_whole_deck_shows_to_be_wrong(store: Store) -> None:
    lost = {"1": -1000, "2": 1000, "3": 0}
    assert outcomes(store, recorded("1", cards={}, result=lost)) == {"accepted"}
    assert found(store) == []
    outcomes(store, deck())
    assert found(store) == [(1, "1", "seat 1: the result says -1000, the line gives +1000")]


def test_the_producer_chooses_and_the_other_hands_are_void(store: Store) -> None:
    outcomes(store, recorded("1", board=OTHER_BOARD), recorded("2"))
    assert choose(store, "2") == "accepted"
    assert (found(store), compared(store)) == ([], ["2"])
    mark = store.marks()[DEAL]["1"]
    assert (mark.voided, mark.void) == ((1,), "final")
    assert mark.reason == "played from another deck than the one chosen: checked the decks"
    again = recorded("1", hand=2, id="again")
    assert outcomes(store, again) == {"accepted"}
    assert compared(store) == ["1", "2"]


def test_the_others_may_play_it_again(store: Store) -> None:
    outcomes(store, recorded("1", board=OTHER_BOARD), recorded("2"))
    choose(store, "2", replay=True)
    assert store.marks()[DEAL]["1"].void == "replay"
    ((_, finished, *_),) = progress(store)
    assert finished == ("2",)


def test_a_choice_names_one_of_the_decks_shown(store: Store) -> None:
    outcomes(store, recorded("1"))
    assert choose(store, "3") == "table 3 has shown no deck of deal 1"
    assert choose(store, None) == "the office has shown no deck of deal 1"


def test_a_correction_of_the_deck_says_that_it_was_misread(store: Store) -> None:
    outcomes(store, recorded("1", **(SHORT | {"board": "Qs9h3c"})), recorded("2", **SHORT))
    assert found(store) == [(1, "2", "another flop")]
    data = {"deal": 1, "board": BOARD[:6], "reason": "the reader took the suit for another"}
    outcomes(store, event("deal.corrected", data, table=None, id="c"))
    assert (found(store), compared(store)) == ([], ["1", "2"])
    outcomes(store, recorded("3", **(SHORT | {"board": "Qs9h3c"})))
    assert found(store) == [(1, "3", "another flop")], "what is shown afterwards is no misreading"


def test_a_correction_may_come_before_the_deck(store: Store) -> None:
    data = {"deal": 1, "cards": {"1": "AsAh", "2": "KsKh"}, "reason": "read by hand"}
    assert outcomes(store, event("deal.corrected", data, table=None, id="c")) == {"accepted"}
    other = recorded("1", cards={"1": "AsAh", "2": "7c7h"})
    assert outcomes(store, other) == {"accepted"}
    assert found(store) == [(1, "1", "another hand in seat 2")]


def test_a_void_settles_the_contradiction_and_it_is_still_counted(store: Store) -> None:
    outcomes(store, deck(), recorded("1", board=OTHER_BOARD))
    outcomes(store, event("hand.voided", {"deal": 1, "hand": 1, "reason": "wrong deck"}))
    assert found(store) == []
    assert [each.is_open for each in store.contradictions()] == [False]


def test_the_third_contradiction_of_a_source_is_noticed(store: Store) -> None:
    boards = ("Qs9h3d4c8s", "Qs9h3d4c7s", "Qs9h3d4c6s")
    for number, board in enumerate(boards, start=1):
        assert repeat_offenders(store.contradictions()) == frozenset()
        outcomes(store, deck(number, board=board))
        data = {"deal": number, "hand": number, "button": 2}
        outcomes(store, event("hand.started", data, table="3", id=f"s/{number}", source="device-3"))
    assert repeat_offenders(store.contradictions()) == {"device-3"}


def test_a_voided_hand_s_cards_are_the_deck_where_nobody_else_has_shown_any(store: Store) -> None:
    """They may be in play elsewhere under another number: the gate goes on sealing them (P11)."""
    void = event("hand.voided", {"deal": 1, "hand": 1, "reason": "exposed"})
    outcomes(store, recorded("1"), void)
    (deal,) = store.deals()
    assert deal.cards[1] == parse_cards("AsAh")
    other = {"1": "QcQd", "2": "JsJh", "3": "9c8d"}
    outcomes(store, recorded("2", cards=other, board="Ts7c2h4s8h", result={"1": 1000, "2": -1000}))
    (deal,) = store.deals()
    assert (deal.cards[1], found(store)) == (parse_cards("QcQd"), [])


def test_nothing_that_others_show_changes_an_answer(store: Store) -> None:
    """The same events of table 3 with and without the office and the other tables."""
    hand = live("3", line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, boards=("2s2h2d",))
    output = [
        *hand,
        recorded("3", 2, cards={"1": "7s7h"}, result={"1": -1000, "2": 1000, "3": 0}),
        event("hand.corrected", {"deal": 2, "hand": 2, "reason": "r", "result": ALL_IN_RESULT},
              table="3", id="hc"),
        event("hand.voided", {"deal": 2, "hand": 2, "reason": "r"}, table="3", id="v"),
        recorded("3", 3, id="1/1"),
    ]  # fmt: skip
    with temporary() as (alone, _):
        alone.append(received(opened("1", "2", "3", kind="live")))
        expected = [each[1:] for each in alone.ingest(received(*output))]
    store.append(
        received(deck(), deck(2, board=OTHER_BOARD), recorded("1", id="1/1"), recorded("2"))
    )
    assert [each[1:] for each in store.ingest(received(*output))] == expected


CARD = st.sampled_from(["Qs9h3d", "Qs9h3c", "2s2h2d", ""])
TABLES = st.sampled_from(["1", "2", "3"])


@given(st.lists(st.tuples(TABLES, CARD), max_size=6), st.booleans())
def test_a_rebuild_finds_the_same_decks(output: list[tuple[str, str]], office: bool) -> None:
    with temporary() as (store, _):
        store.append(received(opened("1", "2", "3", kind="live"), *([deck()] if office else [])))
        for n, (table, flop) in enumerate(output):
            data = {"deal": 1, "hand": n + 1}
            start = event("hand.started", data | {"button": 3}, table=table, id=f"s/{n}")
            events = [start]
            if flop:
                events.append(event("hand.board", data | {"cards": flop}, table=table, id=f"b/{n}"))
            store.ingest(received(*events))
        before = store.contradictions(), store.versions(DEAL), contents(store)
        store.rebuild()
        assert (store.contradictions(), store.versions(DEAL), contents(store)) == before

"""What is answered, and what counts, rests on nothing that another table has shown (RULES P11)."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from record_events import (
    BOARD,
    CARDS,
    TO_THE_FLOP,
    TO_THE_FLOP_RESULT,
    database,
    deck,
    event,
    opened,
    received,
    recorded,
    temporary,
)

from producer.events import Event
from producer.games.cards import parse_cards
from producer.games.line import DealKey
from producer.record import Receipt, open_store

DEAL = DealKey("S", "A", 1)
START = opened("1", "2", "3", kind="live")
OTHER_BOARD = "Ts8h2d4c8s"


def chosen(table: str) -> Event:
    result = {"deal": 1, "table": table, "reason": "looked"}
    return event("deck.chosen", result, table=None, id="chosen", source="desk")


def corrected(**data: object) -> Event:
    return event("deal.corrected", {"deal": 1, "reason": "misread"} | data, table=None, id="c")


def answers(*result: Event, last: Event) -> Receipt:
    with temporary() as (store, _):
        store.append(received(START, *result))
        (taken,) = store.ingest(received(last))
        return taken


def test_the_office_is_not_answered_by_the_deck_that_a_producer_chose() -> None:
    """It was a table's; who may send decks could guess at it."""
    plays = (recorded("1", board=OTHER_BOARD), recorded("2"), chosen("2"))
    for last in (
        deck(board=OTHER_BOARD),
        corrected(board=OTHER_BOARD),
        corrected(cards={"3": "Qs4d"}),
    ):
        assert answers(*plays, last=last) == answers(last=last)
        assert answers(last=last).outcome == "accepted"


def test_the_chosen_deck_stays_even_if_other_hands_contradict_it() -> None:
    with temporary() as (store, _):
        store.append(received(START, recorded("1", board=OTHER_BOARD), recorded("2"), chosen("2")))
        store.append(received(corrected(cards={"3": "Qs4d"})))
        (deal,) = store.deals()
        assert deal.cards[3] == parse_cards(CARDS["3"]), "the queen lies on the board"
        store.append(received(deck(board=OTHER_BOARD)))
        (deal,) = store.deals()
        assert deal.board == parse_cards(BOARD)
        assert [play.table for play in deal.plays] == ["2"]


def test_a_choice_voids_hands_that_are_not_in_memory(tmp_path: Path) -> None:
    path = database(tmp_path)
    with open_store(path) as store:
        store.append(received(START, recorded("1", board=OTHER_BOARD), recorded("2")))
    with open_store(path) as store:
        store.append(received(chosen("2")))
        assert [play.table for deal in store.deals() for play in deal.plays] == ["2"]
        again = recorded("1", hand=2, id="again")
        assert [each.outcome for each in store.ingest(received(again))] == ["accepted"]


def test_a_hand_counts_though_the_office_has_only_corrected_its_deck() -> None:
    """Its event could not be written, nor any other of the same commit."""
    flop = {"line": TO_THE_FLOP, "result": TO_THE_FLOP_RESULT, "board": BOARD[:6]}
    hand = recorded("1", **flop)  # type: ignore[arg-type]
    assert answers(corrected(board=OTHER_BOARD), last=hand).outcome == "accepted"
    with temporary() as (store, _):
        store.append(received(START, corrected(board=OTHER_BOARD), hand))
        assert [each.what for each in store.contradictions()] == ["another flop"]
        (deal,) = store.deals()
        assert (deal.button, deal.board) == (3, parse_cards(OTHER_BOARD))


def test_no_device_can_take_the_id_of_our_own_word_about_a_refusal() -> None:
    """The refusal, and all that came with it, was answered 503 for ever."""
    name = sha256(b"S\x00A\x001\x00d\x001").hexdigest()[:32]
    taken_id = event("table.clock", {"paused": False}, id=f"refused/{name}")
    twice = event("hand.board", {"deal": 9, "hand": 1, "cards": "AsAsAs"}, source="d", seq=1)
    assert answers(taken_id, last=twice).outcome == "refused"


def test_a_whole_hand_does_not_change_its_board() -> None:
    def board(cards: str) -> Event:
        return event("hand.board", {"deal": 1, "hand": 1, "cards": cards}, id=cards)

    taken = answers(recorded("1"), last=board("2s3s4s"))
    assert taken.reason == "hand 1 of table 1 has shown other cards: another flop"
    with temporary() as (store, _):
        store.append(received(START, recorded("1"), board(BOARD[:6])))
        (deal,) = store.deals()
        assert deal.board == parse_cards(BOARD)

"""What a table has sent of its hands, as others ask for it: the hand in progress, the hands of a
deal, the cards known by then, how far a tournament is; and what an event would be answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
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
    opened,
    received,
    recorded,
)

from producer.events import Event
from producer.feeds.mapping.mapped import KnownDeck
from producer.games.cards import parse_cards
from producer.games.line import DealKey
from producer.record import Store, open_store
from producer.record.intake.decisions import CannotChoose, choose_deck
from producer.record.views.current_hand import CurrentHand

DEAL = DealKey("S", "A", 1)
FLOP = live(line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, boards=(BOARD[:6],))
"""Start, three actions, the flop, three actions, the end."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as opened_store:
        opened_store.append(received(opened(kind="live")))
        yield opened_store


def add(store: Store, *events: Event) -> None:
    assert store.append(received(*events)).quarantined == 0


def now(store: Store, table: str = "1", before: CurrentHand | None = None) -> CurrentHand | None:
    with store.snapshot() as record:
        events = before.hand_events if before else None
        return record.current_hand(("S", "A"), table, events)


def told(found: CurrentHand | None) -> tuple[list[str], str, bool]:
    assert found is not None
    (play,) = found.deal.plays
    board = "".join(BOARD[2 * n : 2 * n + 2] for n in range(len(found.deal.board)))
    assert found.deal.board == parse_cards(board)
    return [move.action for move in play.line], board, found.finished


# the hand in progress


def test_the_hand_in_progress_grows_with_every_event(store: Store) -> None:
    assert now(store) is None
    assert now(store, "9") is None
    for kind in FLOP:
        add(store, kind)
        if kind is FLOP[0]:
            assert told(now(store)) == ([], "", False)
        if kind is FLOP[4]:
            assert told(now(store)) == (["raise", "fold", "call"], "Qs9h3d", False)
    found = now(store)
    assert told(found) == ([action for _, _, action, _ in TO_THE_FLOP], "Qs9h3d", True)
    assert found is not None
    deal = found.deal
    assert (deal.key, deal.button, deal.cards, deal.tables) == (DEAL, 3, {}, ("1", "2"))
    assert (deal.live, deal.plays[0].result, deal.plays[0].hand) == (True, {}, 1)
    assert deal.plays[0].stacks == dict.fromkeys((1, 2, 3), 1000)
    assert {seat: each.name for seat, each in deal.plays[0].players.items()} == {
        1: "Ada", 2: "Bo", 3: "Cy",
    }  # fmt: skip
    assert found.counts


def test_only_what_is_new_is_read_on_from_an_earlier_answer(store: Store) -> None:
    add(store, *FLOP[:3])
    before = now(store)
    add(store, *FLOP[3:])
    assert now(store, before=before) == now(store)
    add(store, *[each.model_copy(update={"seq": 9 + (each.seq or 0)}) for each in live(deal=2)])
    other = now(store, before=before)
    assert other is not None
    assert other.deal.key.number == 2
    assert other == now(store)


def test_a_hand_goes_as_far_as_its_first_illegal_action(store: Store) -> None:
    bad = [*TO_THE_FLOP[:4], ("flop", 3, "bet", 4), TO_THE_FLOP[5]]
    store.append(received(*live(line=bad, result=TO_THE_FLOP_RESULT, boards=(BOARD[:6],))))
    assert told(now(store)) == (["raise", "fold", "call", "check"], "Qs9h3d", True)


def test_no_hand_in_progress_without_its_start_or_if_it_cannot_begin(store: Store) -> None:
    start = event("hand.started", {"deal": 1, "hand": 1, "button": 1, "stacks": {"1": 1000}})
    add(store, start)
    assert now(store) is None
    add(store, *[each.model_copy(update={"seq": None}) for each in live("2")[1:3]])
    assert now(store, "2") is None


def test_a_hand_sent_whole_is_not_in_progress(store: Store) -> None:
    add(store, recorded("1"))
    assert now(store) is None


def test_a_hand_under_review_or_void_does_not_count(store: Store) -> None:
    add(store, *FLOP)
    why = {"deal": 1, "hand": 1, "reason": "a misread card"}
    add(store, event("hand.under_review", why, id="r"))
    reviewed = now(store)
    assert reviewed is not None
    assert (reviewed.counts, reviewed.marks["1"].review) == (False, True)
    add(store, event("hand.cleared", why, id="c"))
    cleared = now(store)
    assert cleared is not None
    assert (cleared.counts, cleared.marks["1"].review) == (True, False)


def test_a_corrected_hand_is_shown_as_corrected(store: Store) -> None:
    """The bet on the flop was 50, and seat 1 had 900 chips."""
    add(store, *FLOP)
    line = [*TO_THE_FLOP[:4], ("flop", 3, "bet", 50), TO_THE_FLOP[5]]
    moves = [dict(zip(("street", "seat", "action", "to"), move, strict=True)) for move in line]
    whole = {"deal": 1, "hand": 1, "reason": "misheard", "line": moves}
    add(store, event("hand.corrected", whole | {"result": TO_THE_FLOP_RESULT}, id="k"))
    found = now(store)
    assert told(found)[1:] == ("Qs9h3d", True)
    assert found is not None
    assert [move.to for move in found.deal.plays[0].line][4] == 50


def test_a_correction_of_a_hand_in_progress_waits_for_its_end(store: Store) -> None:
    add(store, deck(), *FLOP[:5])
    fixed = {"deal": 1, "reason": "misread", "cards": {"3": "7d2h"}}
    add(store, event("deal.corrected", fixed, table=None, id="d"))
    assert told(now(store)) == (["raise", "fold", "call"], "Qs9h3d", False)


def test_cards_of_the_board_are_shown_up_to_the_first_that_comes_twice(store: Store) -> None:
    hand = {"deal": 1, "hand": 1}
    boards = [
        event("hand.board", hand | {"cards": cards}, seq=6 + n, id=cards)
        for n, cards in enumerate(("9h", "2c"))
    ]
    store.append(received(*FLOP[:5], *boards))
    assert told(now(store))[1] == "Qs9h3d"


# the hands of a deal


def test_the_hands_of_a_deal_are_listed_as_they_were_sent(store: Store) -> None:
    """Hand 1 is void after its flop, hand 2 was sent whole; table 2 sent one without a start."""
    add(store, *FLOP)
    void = {"deal": 1, "hand": 1, "reason": "exposed card", "replay": True}
    add(store, event("hand.voided", void, id="v"))
    stacks = {"1": 900, "2": 1000, "3": 1000}
    result = {"1": 900, "2": -900, "3": 0}
    line = [("preflop", 3, "fold", None), ("preflop", 1, "raise", 900), ("preflop", 2, "call", 900)]
    add(store, recorded("1", id="w", hand=2, stacks=stacks, line=line, result=result))
    add(store, *[each.model_copy(update={"seq": None}) for each in live("2")[1:3]])
    first, second = store.hands_of(DEAL, "1")
    assert (first.hand, first.button, first.stacks, first.actions) == (1, 3, {}, 6)
    assert (first.board, first.ended) == ("Qs9h3d", True)
    assert (second.hand, second.button, second.actions) == (2, 3, 3)
    assert second.stacks == {1: 900, 2: 1000, 3: 1000}
    assert (second.board, second.ended) == (BOARD, True)
    (begun,) = store.hands_of(DEAL, "2")
    assert (begun.hand, begun.button, begun.actions, begun.ended) == (1, None, 2, False)
    assert store.hands_of(DEAL._replace(number=2), "1") == []
    assert [store.last_hand(("S", "A"), table) for table in "129"] == [2, 1, 0]


# cards and decks


def test_known_decks_are_what_tables_have_shown_else_the_offices(store: Store) -> None:
    assert store.known_decks("S", "A") == {}
    add(store, deck(1), deck(2, cards={"1": "2s2h"}, board=""), recorded("1", 3, board=BOARD))
    assert store.known_decks("S", "A") == {
        1: KnownDeck({1: "AsAh", 2: "KsKh", 3: "7d2c"}, BOARD, 3),
        2: KnownDeck({1: "2s2h"}, "", 3),
        3: KnownDeck({1: "AsAh", 2: "KsKh", 3: "7d2c"}, BOARD, 3),
    }
    assert store.known_decks("S", "B") == {}


def test_a_deck_is_chosen_only_among_those_that_were_shown(store: Store) -> None:
    """Table 2 was dealt tens for the kings."""
    add(store, recorded("1"))
    with pytest.raises(CannotChoose, match="nothing to choose for deal S/A/1: only one deck"):
        choose_deck(store, DEAL, "1", "the right one", "Eve", replay=True)
    add(store, recorded("2", cards=CARDS | {"2": "TdTh"}))
    with pytest.raises(CannotChoose, match="table 3 has shown no deck of deal 1"):
        choose_deck(store, DEAL, "3", "the right one", "Eve", replay=True)
    receipt = choose_deck(store, DEAL, "1", "the right one", "Eve", replay=False)
    assert receipt.outcome == "accepted"
    *_, entry = store.entries()
    assert (entry.type, entry.source) == ("deck.chosen", "Eve")
    (deal,) = store.deals()
    assert [play.table for play in deal.plays] == ["1"]
    assert store.marks()[DEAL]["2"].void == "final"


def test_what_would_be_answered_is_said_and_nothing_is_written(store: Store) -> None:
    add(store, recorded("1"))
    before = contents(store), store.counts()
    wrong = recorded("2", result=ALL_IN_RESULT | {"1": 1010, "2": -1010})
    receipts = store.would_ingest([*received(recorded("2"), recorded("1"), wrong)])
    assert [each.outcome for each in receipts] == ["accepted", "known", "refused"]
    assert (contents(store), store.counts()) == before


# live tables


def test_after_the_last_move_a_table_is_on_the_street_of_its_board(store: Store) -> None:
    for n, kind in enumerate(live(boards=(BOARD[:6], BOARD[6:8], BOARD[8:]))[:-1]):
        add(store, kind)
        (table, _) = store.tables()
        if n == 3:
            assert (table.street, table.pot, table.to_act) == ("preflop", 2000, None)
    (table, _) = store.tables()
    assert (table.phase, table.street, table.actions) == ("in progress", "river", 3)
    assert (table.deal, table.hand, table.unit) == (1, 1, 10)


# tournaments

TERMS: dict[str, Any] = {
    "stack": 2000,
    "buy_in": 10,
    "prizes": [20, 10],
    "levels": [{"small_blind": 25, "big_blind": 50}],
}


def floor(kind: str, id: str, **data: Any) -> Event:
    return event(f"tournament.{kind}", data, id=id, table=None, source="floor")


def test_a_tournament_goes_on_from_where_it_was(store: Store) -> None:
    assert store.tournament(("S", "A")) is None, "the group is no tournament"
    assert store.tournament(("S", "B")) is None
    terms = {"kind": "live", "tables": {}, "tournament": TERMS}
    add(store, event("session.opened", terms, id="o", table=None, group="B"))
    group = ("S", "B")
    start = store.tournament(group)
    assert start is not None
    assert (dict(start.course.tournament.chips), start.positions) == ({}, ())
    assert store.tournament(group, start) is start

    def say(kind: str, id: str, **data: Any) -> None:
        add(store, floor(kind, id, **data).model_copy(update={"group": "B"}))

    say("entered", "e", players={"Ann": None, "Bo": None, "Cy": None})
    say("level", "l", level=1)
    early = store.tournament(group, start)
    assert early is not None
    assert early.course.tournament.chips == {"Ann": 2000, "Bo": 2000, "Cy": 2000}
    assert len(early.positions) == 2
    say("eliminated", "x", players=["Cy"])
    late = store.tournament(group, early)
    assert late is not None
    assert set(late.course.tournament.chips) == {"Ann", "Bo"}
    assert late == store.tournament(group) == store.tournament(group, start)
    assert store.tournament(group, late) is late

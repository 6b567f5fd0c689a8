"""Hands sent action by action: complete, late, twice, out of order, incomplete and wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from effort import counts
from hypothesis import given, settings
from hypothesis import strategies as st
from record_events import (
    ALL_IN,
    BOARD,
    TO_THE_FLOP,
    TO_THE_FLOP_RESULT,
    contents,
    database,
    deck,
    event,
    live,
    opened,
    progress,
    reasons,
    received,
    recorded,
    temporary,
)

from producer.events import Event
from producer.games.cards import parse_cards
from producer.games.line import DealKey
from producer.record import IngestCounts, Store, open_store

DEAL = DealKey("S", "A", 1)
FLOP = live(line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, boards=(BOARD[:6],))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as opened_store:
        opened_store.append(received(opened(kind="live")))
        yield opened_store


def add(store: Store, *events: Event) -> IngestCounts:
    return store.append(received(*events, file="live.ndjson"))


def lines(store: Store) -> list[list[tuple[str, int, str, int | None]]]:
    return [
        [(move.street, move.seat, move.action, move.to) for move in play.line]
        for deal in store.deals()
        for play in deal.plays
    ]


def test_a_live_hand_is_the_same_play_as_the_recorded_one(store: Store, tmp_path: Path) -> None:
    add(store, deck(), *FLOP)
    with open_store(tmp_path / "other.db") as other:
        hand = recorded(line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT)
        other.append(received(opened(kind="live"), hand))
        assert list(other.deals()) == list(store.deals())
    assert lines(store) == [TO_THE_FLOP]
    assert [deal.live for deal in store.deals()] == [True]


def test_nothing_is_finished_before_the_hand_is(store: Store) -> None:
    for item in [deck(), *FLOP][:-1]:
        add(store, item)
        assert lines(store) == []
        assert [finished for _, finished, *_ in progress(store)] == [()]
    add(store, FLOP[-1])
    assert progress(store) == [(DEAL, ("1",), ("1", "2"), "live")]


def test_a_deal_with_cards_is_there_before_anybody_plays_it(store: Store) -> None:
    add(store, deck())
    (deal,) = store.deals()
    assert (deal.plays, deal.board, deal.key) == ((), parse_cards(BOARD), DEAL)
    assert progress(store) == [(DEAL, (), ("1", "2"), "live")]


@settings(max_examples=counts(15, 500))
@given(st.permutations(range(len(FLOP))), st.integers(1, len(FLOP)))
def test_events_may_come_in_any_order_and_twice(order: list[int], batch: int) -> None:
    with temporary() as (store, _):
        store.append(received(opened(kind="live")))
        events = [FLOP[place] for place in order]
        for start in range(0, len(events), batch):
            add(store, *events[start : start + batch])
        assert add(store, *events) == IngestCounts(0, len(events), 0)
        assert lines(store) == [TO_THE_FLOP]
        assert reasons(store) == []
        (deal,) = store.deals()
        assert deal.board == parse_cards(BOARD[:6])


@pytest.mark.parametrize("missing", range(len(FLOP)))
def test_an_incomplete_hand_is_simply_not_finished(store: Store, missing: int) -> None:
    tally = add(store, *(FLOP[:missing] + FLOP[missing + 1 :]))
    assert tally == IngestCounts(len(FLOP) - 1, 0, 0)
    assert lines(store) == []
    assert add(store, FLOP[missing]) == IngestCounts(1, 0, 0)
    assert lines(store) == [TO_THE_FLOP]


def test_an_illegal_action_names_its_place_number_reason_and_mend(store: Store) -> None:
    bad = [*TO_THE_FLOP[:4], ("flop", 3, "bet", 4), TO_THE_FLOP[5]]
    hand = live(line=bad, result=TO_THE_FLOP_RESULT, boards=(BOARD[:6],))
    assert add(store, deck(), *hand) == IngestCounts(1 + len(hand), 0, 1)
    (entry,) = store.quarantine()
    assert entry.reason == "action 5: seat 3: bet to 4 is below the minimum of 10"
    assert entry.place == "live.ndjson:8"
    assert b'"n":5' in entry.raw
    assert "Expected bet between 10 and 970, or check" in entry.hint()
    assert "send the whole hand as hand.corrected, with line and result" in entry.hint()
    assert lines(store) == []
    assert add(store, deck(), *hand) == IngestCounts(0, 1 + len(hand), 0)
    assert len(store.quarantine()) == 1


@pytest.mark.parametrize("late", [False, True], ids=["before the end", "after it"])
def test_a_hand_for_one_seat_cannot_begin_and_its_board_counts(store: Store, late: bool) -> None:
    """Hold'em is played by 2 to 10 (RULES H1)."""
    start = event("hand.started", {"deal": 1, "hand": 1, "button": 1, "stacks": {"1": 1000}})
    board = event("hand.board", {"deal": 1, "hand": 1, "cards": BOARD[:6]}, id="flop")
    end = event("hand.finished", {"deal": 1, "hand": 1, "result": {"1": 0}})
    add(store, start, *((end, board) if late else (board, end)))
    (entry,) = store.quarantine()
    assert entry.reason == "action 1: 1 seats in the hand"
    assert b'"hand.finished"' in entry.raw
    assert lines(store) == []
    assert [deal.board for deal in store.deals()] == [parse_cards(BOARD[:6])]
    turn = event("hand.board", {"deal": 1, "hand": 1, "cards": BOARD[6:8]}, id="turn")
    add(store, turn)
    assert len(store.quarantine()) == 1


@pytest.mark.parametrize("late", [False, True], ids=["before the end", "after it"])
def test_a_wrong_turn_after_an_illegal_action_is_found(store: Store, late: bool) -> None:
    """Whenever it comes: the action may be the scorer's mistake, the card is the dealer's."""
    bad = [*TO_THE_FLOP[:4], ("flop", 3, "bet", 4), TO_THE_FLOP[5]]
    hand = live(line=bad, result=TO_THE_FLOP_RESULT, boards=(BOARD[:6], "2s"))
    *earlier, turn, end = _unnumbered(hand)
    add(store, deck(), *earlier, *((end, turn) if late else (turn, end)))
    assert len(reasons(store)) == 1
    assert [each.what for each in store.contradictions()] == ["another turn"]


def test_a_result_that_does_not_fit_is_placed_at_the_result(store: Store) -> None:
    hand = live(result={"1": 1005, "2": -1005})
    assert add(store, deck(), *hand) == IngestCounts(1 + len(hand), 0, 1)
    (entry,) = store.quarantine()
    assert entry.reason == "seat 2: the result says -1005, it put in 1000"
    assert entry.place == f"live.ndjson:{1 + len(hand)}"


def test_a_hand_with_the_wrong_board_is_left_out_of_comparisons(store: Store) -> None:
    hand = live(line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, boards=("2s2h2d",))
    assert add(store, deck(), *hand).quarantined == 0
    (found,) = store.contradictions()
    assert (found.table, found.what, found.is_open) == ("1", "another flop", True)
    assert lines(store) == []


def test_the_board_of_an_all_in_may_come_after_the_result(store: Store) -> None:
    flop, turn, river = (
        event("hand.board", {"deal": 1, "hand": 1, "cards": cards}, seq=6 + n, id=cards)
        for n, cards in enumerate((BOARD[:6], BOARD[6:8], BOARD[8:]))
    )
    add(store, *live())
    assert lines(store) == [ALL_IN]
    assert add(store, flop, river) == IngestCounts(2, 0, 0)
    assert [deal.board for deal in store.deals()] == [parse_cards(BOARD[:6])]
    assert add(store, turn) == IngestCounts(1, 0, 0)
    (deal,) = store.deals()
    assert deal.board == parse_cards(BOARD)
    sixth = event("hand.board", {"deal": 1, "hand": 1, "cards": "Kd"}, id="x", seq=9)
    assert add(store, sixth) == IngestCounts(0, 0, 1)
    assert reasons(store) == ["cards on the board: 6"]


def test_a_late_turn_is_not_taken_for_the_river(store: Store) -> None:
    *hand, end = live(boards=(BOARD[:6], BOARD[6:8], BOARD[8:]))
    flop, turn, river = hand[-3:]
    add(store, *hand[:-3], flop, river, end)
    assert [deal.board for deal in store.deals()] == [parse_cards(BOARD[:6])]
    add(store, turn)
    assert lines(store) == [ALL_IN]
    assert [deal.board for deal in store.deals()] == [parse_cards(BOARD)]


def test_a_hand_without_its_board_waits_for_the_deck(store: Store) -> None:
    add(store, *_boardless(FLOP))
    assert lines(store) == []
    (missing,) = store.contradictions()
    assert missing.what == "the flop was played, but the board has 0 cards"
    assert add(store, deck()) == IngestCounts(1, 0, 0)
    assert lines(store) == [TO_THE_FLOP]


def test_a_result_that_the_deck_does_not_give_is_a_contradiction(store: Store) -> None:
    """The device knows no cards: whether its result is right shows when the deck is known."""
    hand = live(result={"1": -1000, "2": 1000, "3": 0}, boards=(BOARD[:6], BOARD[6:8], BOARD[8:]))
    add(store, *hand)
    assert lines(store) == [ALL_IN]
    assert add(store, deck()) == IngestCounts(1, 0, 0)
    (found,) = store.contradictions()
    assert found.what == "seat 1: the result says -1000, the line gives +1000"
    assert lines(store) == []


def _boardless(hand: list[Event]) -> list[Event]:
    """As a device tells it that knows no boards and does not count its events."""
    return _unnumbered([item for item in hand if item.type != "hand.board"])


def _unnumbered(hand: list[Event]) -> list[Event]:
    return [item.model_copy(update={"seq": None}) for item in hand]


def test_cards_opened_after_the_last_fold_are_left_out(store: Store) -> None:
    boards = (BOARD[:6], BOARD[6:8])
    add(store, *live(line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, boards=boards))
    assert lines(store) == [TO_THE_FLOP]
    assert [deal.board for deal in store.deals()] == [parse_cards(BOARD[:6])]


def test_nothing_else_comes_after_the_end(store: Store) -> None:
    add(store, deck(), *FLOP)
    output = {"deal": 1, "hand": 1, "n": 7, "seat": 3, "action": "fold"}
    second = event("hand.started", {"deal": 1, "hand": 2, "button": 3}, id="again")
    assert add(store, event("hand.action", output), second) == IngestCounts(0, 0, 2)
    assert reasons(store) == ["table 1 has already finished deal 1, as hand 1"] * 2
    assert add(store, *FLOP) == IngestCounts(0, len(FLOP), 0)


def test_one_action_sent_twice_under_two_ids(store: Store) -> None:
    output = {"deal": 1, "hand": 1, "n": 1, "seat": 3, "action": "fold"}
    assert add(store, event("hand.action", output, id="a")) == IngestCounts(1, 0, 0)
    assert add(store, event("hand.action", output, id="b")) == IngestCounts(0, 1, 0)
    other = output | {"action": "call", "to": 10}
    assert add(store, event("hand.action", other, id="c")) == IngestCounts(0, 0, 1)
    assert reasons(store) == ["action 1 of hand 1 is already in the log, with different content"]


def test_the_same_hand_recorded_and_live_is_one_play(store: Store) -> None:
    add(store, deck(), *live())
    assert add(store, recorded()) == IngestCounts(1, 0, 0), "it shows hole cards"
    assert add(store, recorded(id="again")) == IngestCounts(0, 1, 0)
    assert lines(store) == [ALL_IN]


def test_calls_sent_without_amount_get_it(store: Store) -> None:
    line = [ALL_IN[0], ALL_IN[1], ("preflop", 2, "call", None)]
    add(store, deck(), *live(line=line))
    assert lines(store) == [ALL_IN]


def test_stacks_and_players_of_the_hand_override_the_roster(store: Store) -> None:
    start = {
        "deal": 1,
        "hand": 1,
        "button": 3,
        "stacks": {"1": 400, "2": 300, "3": 1000},
        "players": {"2": {"name": "Reserve"}},
    }
    line = [ALL_IN[0], ("preflop", 1, "raise", 400), ("preflop", 2, "call", 300)]
    hand = live(line=line, result={"1": 300, "2": -300, "3": 0})
    hand[0] = event("hand.started", start, seq=1)
    assert add(store, deck(), *hand) == IngestCounts(1 + len(hand), 0, 0)
    (deal,) = store.deals()
    assert deal.plays[0].stacks == {1: 400, 2: 300, 3: 1000}
    names = {seat: player.name for seat, player in deal.plays[0].players.items()}
    assert names == {1: "Ada", 2: "Reserve", 3: "Cy"}


def test_an_unfinished_hand_goes_on_after_the_record_was_closed(tmp_path: Path) -> None:
    for item in [opened(kind="live"), deck(), *FLOP]:
        with open_store(database(tmp_path)) as store:
            add(store, item)
            found = contents(store)
    with open_store(database(tmp_path)) as store:
        assert contents(store) == found
        assert lines(store) == [TO_THE_FLOP]


@pytest.mark.parametrize("restarts", [False, True])
def test_a_board_that_comes_after_a_whole_hand_is_put_together(
    tmp_path: Path, restarts: bool
) -> None:
    """A camera sends it street by street for a hand that was folded before the flop."""
    path = database(tmp_path)
    folded = recorded(
        board="",
        line=[("preflop", 3, "fold", None), ("preflop", 1, "fold", None)],
        result={"1": -5, "2": 5, "3": 0},
    )
    store = open_store(path)
    store.append(received(opened(kind="live"), folded))
    for n, cards in enumerate((BOARD[:6], BOARD[6:8], BOARD[8:]), start=1):
        if restarts:
            store.close()
            store = open_store(path)
        output = {"deal": 1, "hand": 1, "cards": cards}
        assert add(store, event("hand.board", output, id=cards, seq=n, source="camera")).new == 1
    with store:
        assert [deal.board for deal in store.deals()] == [parse_cards(BOARD)]
        found = contents(store)
        store.rebuild()
        assert contents(store) == found


@pytest.mark.parametrize("restarts", [False, True])
def test_the_board_stays_in_order_where_a_device_counts_anew_under_another_name(
    tmp_path: Path, restarts: bool
) -> None:
    """Its river is its number 1, and the flop was number 5 of the one before."""
    line = [("preflop", 3, "fold", None), ("preflop", 1, "raise", 30), ("preflop", 2, "call", 30)]
    line += [
        (street, seat, "check", None) for street in ("flop", "turn", "river") for seat in (1, 2)
    ]
    boards = (BOARD[:6], BOARD[6:8], BOARD[8:])
    hand = live(line=line, result={"1": 30, "2": -30, "3": 0}, boards=boards)
    for n, item in enumerate(hand[7:], start=1):
        hand[6 + n] = item.model_copy(update={"seq": n, "source": "test-2"})
    store = open_store(database(tmp_path))
    store.append(received(opened(kind="live")))
    for item in hand:
        if restarts:
            store.close()
            store = open_store(database(tmp_path))
        add(store, item)
    with store:
        assert [deal.board for deal in store.deals()] == [parse_cards(BOARD)]
        assert lines(store) == [line]
        store.rebuild()
        assert [deal.board for deal in store.deals()] == [parse_cards(BOARD)]


@pytest.mark.parametrize("restarts", [False, True])
def test_the_board_is_the_same_however_often_it_is_put_together(
    tmp_path: Path, restarts: bool
) -> None:
    """The turn waits for the flop of its device while another device tells the river."""
    flop, turn, river = (
        event("hand.board", {"deal": 1, "hand": 1, "cards": cards}, id=cards, seq=seq, source=who)
        for cards, seq, who in (
            (BOARD[:6], 6, "test"),
            (BOARD[6:8], 7, "test"),
            (BOARD[8:], 1, "camera"),
        )
    )
    store = open_store(database(tmp_path))
    store.append(received(opened(kind="live"), *live()))
    for item in (turn, river, flop):
        if restarts:
            store.close()
            store = open_store(database(tmp_path))
        add(store, item)
    with store:
        assert [deal.board for deal in store.deals()] == [parse_cards(BOARD)]
        store.rebuild()
        assert [deal.board for deal in store.deals()] == [parse_cards(BOARD)]

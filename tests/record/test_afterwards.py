"""Voids, replays, reviews and corrections: each replaces what was derived, and stays in the log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from record_events import (
    ALL_IN,
    ALL_IN_RESULT,
    BOARD,
    CARDS,
    TO_THE_FLOP,
    TO_THE_FLOP_RESULT,
    database,
    deck,
    event,
    live,
    log_version,
    opened,
    progress,
    reasons,
    received,
    recorded,
)
from test_rebuild import derived

from producer.events import Event
from producer.games.cards import parse_cards
from producer.games.line import DealKey, Play
from producer.record import Flag, Store, open_store

DEAL = DealKey("S", "A", 1)
WHY = "the dealer exposed a card"
NOTE = {"deal": 1, "hand": 1, "reason": WHY}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Two tables have played deal 1 of a live session: an all-in and a bet on the flop."""
    with open_store(database(tmp_path)) as opened_store:
        flop = {"line": TO_THE_FLOP, "result": TO_THE_FLOP_RESULT, "board": BOARD[:6]}
        start = (opened(kind="live"), deck(), recorded("1"), recorded("2", **flop))
        opened_store.append(received(*start))
        yield opened_store
        before = derived(database(tmp_path))
        opened_store.rebuild()
        assert derived(database(tmp_path)) == before
    with open_store(database(tmp_path)) as again:
        assert log_version(again) > 0


def say(store: Store, kind: str, table: str = "1", **data: Any) -> str:
    output = event(kind, NOTE | data, table=table, id=f"{kind}/{log_version(store)}", source="desk")
    return store.ingest(received(output))[0].outcome


def plays(store: Store) -> dict[str, Play]:
    deal = store.deal(DEAL)
    assert deal is not None
    return {play.table: play for play in deal.plays}


def replay(hand: int, table: str = "1") -> list[Event]:
    """The same deal again, as the table's hand ``hand``."""
    return [
        item.model_copy(
            update={
                "id": f"again/{item.id}",
                "seq": None,
                "data": item.data.model_copy(update={"hand": hand}),
            }
        )
        for item in live(table, line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, boards=(BOARD[:6],))
    ]


def test_a_void_play_is_gone_and_the_table_plays_the_deal_again(store: Store) -> None:
    assert say(store, "hand.voided") == "accepted"
    assert list(plays(store)) == ["2"]
    assert progress(store) == [(DEAL, ("2",), ("1", "2"), "live")]
    assert store.flags() == {DEAL: Flag("void", 0, {"1": WHY})}
    assert {taken.outcome for taken in store.ingest(received(*replay(9)))} == {"accepted"}
    again = plays(store)["1"]
    assert (again.attempt, again.hand) == (2, 9)
    assert [(m.street, m.seat, m.action, m.to) for m in again.line] == TO_THE_FLOP
    assert store.flags()[DEAL].word == ""
    assert say(store, "hand.voided", hand=9) == "accepted"
    store.ingest(received(recorded("1", hand=10, id="third")))
    assert plays(store)["1"].attempt == 3


def test_a_void_play_without_replay_leaves_the_deal_finished_and_void(store: Store) -> None:
    say(store, "hand.voided", replay=False)
    assert progress(store) == [(DEAL, ("1", "2"), ("1", "2"), "live")]
    assert store.flags()[DEAL].word == "void"


def test_a_hand_in_progress_can_be_voided_and_its_rest_is_refused(store: Store) -> None:
    other = deck(2, board="Qs9h3d4c8h")
    hand = [item.model_copy(update={"seq": None}) for item in live("1", 2)]
    store.append(received(other, *hand[:3]))
    assert say(store, "hand.voided", deal=2, hand=2) == "accepted"
    assert [taken.outcome for taken in store.ingest(received(*hand[3:]))] == ["refused"] * 2
    assert reasons(store) == ["hand 2 of table 1 (deal 2) was voided"] * 2
    assert [len(deal.plays) for deal in store.deals()] == [2, 0]


def test_a_hand_that_was_never_sent_cannot_be_voided_or_corrected(store: Store) -> None:
    assert say(store, "hand.voided", hand=5) == "refused"
    assert say(store, "hand.corrected", hand=5) == "refused"
    assert say(store, "hand.corrected", hand=5, button=3, result=ALL_IN_RESULT) == "refused"
    assert say(store, "hand.corrected", deal=7) == "refused"
    other = "table 1 has sent no hand 5 of deal 1; it has played it as hand 1"
    assert reasons(store) == [other, other, other, "table 1 has sent no hand 1 of deal 7"]
    assert {table: play.hand for table, play in plays(store).items()} == {"1": 1, "2": 1}


def test_a_correction_replaces_what_it_names_and_is_judged(store: Store) -> None:
    line = [
        {"street": "preflop", "seat": 3, "action": "fold"},
        {"street": "preflop", "seat": 1, "action": "raise", "to": 400},
        {"street": "preflop", "seat": 2, "action": "fold"},
    ]
    wrong = {"1": 400, "2": -400, "3": 0}
    assert say(store, "hand.corrected", line=line, result=wrong) == "refused"
    assert reasons(store) == ["seat 1: the result says +400, the line gives +10"]
    assert plays(store)["1"].result[1] == 1000
    right = {"1": 10, "2": -10, "3": 0}
    assert say(store, "hand.corrected", line=line, result=right) == "accepted"
    assert plays(store)["1"].result == {1: 10, 2: -10, 3: 0}
    assert plays(store)["1"].attempt == 1
    assert store.flags() == {DEAL: Flag("", 1, {"1": WHY})}
    assert store.ingest(received(recorded("1")))[0].outcome == "known"
    assert plays(store)["1"].result[1] == 10


def test_a_hand_that_was_wrong_at_its_end_is_mended_by_a_correction(store: Store) -> None:
    store.append(received(deck(2, board="Qs9h3d4c8h")))
    bad = [
        item.model_copy(update={"seq": None})
        for item in live("1", 2, result={"1": 1100, "2": -1100, "3": 0})
    ]
    output = store.ingest(received(*bad))
    assert "seat 2: the result says -1100, it put in 1000" in output[-1].reason
    right = recorded("1", 2)
    moves = [move.model_dump() for move in right.data.line]
    assert say(store, "hand.corrected", deal=2, hand=2, line=moves, result=ALL_IN_RESULT) == (
        "accepted"
    )
    assert [len(deal.plays) for deal in store.deals()] == [2, 1]


def test_cards_corrected_after_the_fact_go_into_every_play(store: Store) -> None:
    def correct(**data: Any) -> str:
        output = event(
            "deal.corrected",
            {"deal": 1, "reason": "scanner"} | data,
            table=None,
            id=f"c/{log_version(store)}",
        )
        return store.ingest(received(output))[0].outcome

    assert correct(cards={"3": "7d2s"}) == "accepted"
    deal = store.deal(DEAL)
    assert deal is not None
    assert deal.cards[3] == parse_cards("7d2s")
    assert deal.cards[1] == parse_cards(CARDS["1"])
    assert len(deal.plays) == 2
    assert store.flags()[DEAL] == Flag("", 1, {"": "scanner"})
    assert correct(cards={"3": "AsAc"}) == "refused"
    assert reasons(store)[-1] == "card As would be dealt twice"
    assert correct(board="Kd9h3d4c8s") == "accepted"
    what = {each.table: each.what for each in store.contradictions()}
    assert what == dict.fromkeys(what, "seat 1: the result says +1000, the line gives -1000")
    assert [play.table for deal in store.deals() for play in deal.plays] == ["2"]
    moves = [move.model_dump() for move in recorded().data.line]
    kings = {"1": -1000, "2": 1000, "3": 0}
    right = {"line": moves, "result": kings, "board": "Kd9h3d4c8s"}
    assert say(store, "hand.corrected", **right) == "accepted"
    assert plays(store)["1"].result[2] == 1000
    assert store.flags()[DEAL].word == ""
    assert say(store, "hand.voided") == "accepted"
    assert list(plays(store)) == ["2"]


def test_events_for_a_void_hand_are_refused_with_the_reason(store: Store) -> None:
    assert say(store, "hand.voided", replay=False) == "accepted"
    gone = "hand 1 of table 1 (deal 1) was voided"
    for kind, data, output in (
        ("hand.corrected", {"result": ALL_IN_RESULT}, gone),
        ("hand.voided", {"replay": False}, gone.replace("was ", "was already ")),
        ("hand.cleared", {}, "hand 1 of table 1 (deal 1) is not under review"),
    ):
        assert say(store, kind, **data) == "refused"
        assert reasons(store)[-1] == output
    assert say(store, "hand.corrected", hand=4, result=ALL_IN_RESULT) == "refused"
    assert reasons(store)[-1] == "table 1 has sent no hand 4 of deal 1"


def test_a_later_void_may_change_whether_the_hand_is_played_again(store: Store) -> None:
    assert say(store, "hand.voided", replay=False) == "accepted"
    assert say(store, "hand.voided", reason="the players ask for it") == "accepted"
    assert progress(store) == [(DEAL, ("2",), ("1", "2"), "live")]
    mark = store.marks()[DEAL]["1"]
    assert (mark.void, mark.voided, mark.why_void(1)) == ("replay", (1,), "the players ask for it")
    assert say(store, "hand.voided", replay=False) == "accepted"
    assert progress(store) == [(DEAL, ("1", "2"), ("1", "2"), "live")]
    assert say(store, "hand.voided") == "accepted"
    store.ingest(received(*replay(9)))
    assert plays(store)["1"].attempt == 2
    assert say(store, "hand.voided") == "refused"
    assert reasons(store) == ["hand 1 of table 1 (deal 1) was already voided"]


def test_a_hand_that_was_never_sent_is_not_under_review(store: Store) -> None:
    for data in ({"deal": 998, "hand": 999}, {"hand": 99}, {"deal": 2}):
        assert say(store, "hand.under_review", **data) == "refused"
        assert say(store, "hand.cleared", **data) == "refused"
    assert reasons(store)[2] == "table 1 has sent no hand 99 of deal 1; it has played it as hand 1"
    assert store.flags() == {}
    assert say(store, "hand.cleared") == "refused"
    assert reasons(store)[-1] == "hand 1 of table 1 (deal 1) is not under review"
    assert say(store, "hand.under_review") == "accepted"
    assert say(store, "hand.cleared", hand=99) == "refused"
    assert store.flags()[DEAL].word == "under review"


def test_a_hand_in_progress_can_be_cleared(store: Store) -> None:
    other = deck(2, board="Qs9h3d4c8h")
    hand = [item.model_copy(update={"seq": None}) for item in live("1", 2)]
    store.append(received(other, *hand[:2]))
    assert say(store, "hand.under_review", deal=2, hand=2) == "accepted"
    assert say(store, "hand.cleared", deal=2, hand=2) == "accepted"


def test_under_review_until_cleared(store: Store) -> None:
    assert say(store, "hand.under_review", "2") == "accepted"
    assert store.flags()[DEAL] == Flag("under review", 0, {"2": WHY})
    assert say(store, "hand.cleared", "2", reason="all in order") == "accepted"
    assert store.flags()[DEAL] == Flag("", 0, {"2": "all in order"})


def test_a_hand_number_of_a_table_belongs_to_one_deal(store: Store) -> None:
    store.append(received(deck(2, board="Qs9h3d4c8h")))
    taken = store.ingest(received(recorded("1", 2, hand=1, board="Qs9h3d4c8h")))
    assert [each.reason for each in taken] == ["hand 1 of table 1 was already deal 1"]


def test_signs_of_life_and_nudges_are_in_the_log_and_change_no_play(store: Store) -> None:
    before = list(store.deals())
    for kind, data in (
        ("table.clock", {"paused": True}),
        ("table.nudged", {"milliseconds": -1500, "reason": "late fingers"}),
        ("event.nudged", {"event": "1/1", "milliseconds": 200, "reason": "seen on the camera"}),
    ):
        output = event(kind, data, id=kind, source="desk")
        assert store.ingest(received(output))[0].outcome == "accepted"
    assert list(store.deals()) == before
    unknown = "there is no event hand/77 in the log of session S, group A, table 1"
    for name, table, output in (
        ("hand/77", "1", unknown),
        ("2/1", "1", unknown.replace("hand/77", "2/1")),
        ("deck/1", "1", unknown.replace("hand/77", "deck/1")),
        ("2/1", "2", None),
        ("2/1", None, None),
    ):
        data = {"event": name, "milliseconds": 200, "reason": "seen on the camera"}
        nudge = event(
            "event.nudged", data, table=table, id=f"n/{log_version(store)}", source="desk"
        )
        assert store.ingest(received(nudge))[0].outcome == ("refused" if output else "accepted")
        assert output is None or reasons(store)[-1] == output
    late = event("table.clock", {}, id="hand/77", source="desk")
    nudge = event("event.nudged", {**data, "event": "hand/77"}, id="last", source="desk")
    assert [each.reason for each in store.ingest(received(nudge, late))] == [unknown, ""]
    again = nudge.model_copy(update={"id": "again"})
    assert store.ingest(received(again))[0].outcome == "accepted"
    assert ALL_IN[0][2] == "fold"

"""A hand in order: earliest and latest moments, streets among moves, what a drawn table shows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from planned_hands import at, hand
from played_hands import PlayedHand, played_hands

from producer.segments.cutting.hand_events import (
    DrawnPoint,
    drawn_point,
    first_not_known,
    hand_events,
    nudged,
)

MOVES = (110, 113, 116, 123, 126, 133, 143)
STREETS = {"flop": 120, "turn": 130, "river": 140}


def names(table_hand):  # type: ignore[no-untyped-def]
    return [
        event.number if event.kind == "move" else event.name or event.kind
        for event in hand_events(table_hand)
    ]


def test_streets_stand_before_the_first_move_on_them() -> None:
    found = hand("1", 105, MOVES, STREETS, 146)
    assert names(found) == ["start", 0, 1, 2, "flop", 3, 4, "turn", 5, "river", 6, "end"]


def test_streets_run_out_without_moves_stand_at_the_end() -> None:
    found = hand("1", 105, MOVES[:4], STREETS, 146, phases="PPPF")
    assert names(found) == ["start", 0, 1, 2, "flop", 3, "turn", "river", "end"]
    found = hand("1", 105, MOVES[:3], STREETS, 146, phases="PPP")
    assert names(found) == ["start", 0, 1, 2, "flop", "turn", "river", "end"]


def test_a_street_whose_cards_were_not_sent_is_there_all_the_same() -> None:
    """Between the check at 126 and the bet at 133: halfway, and no earlier than the check."""
    found = hand("1", 105, MOVES, {"flop": 120, "river": 140}, 146, uncertain=1)
    assert names(found) == ["start", 0, 1, 2, "flop", 3, 4, "turn", 5, "river", 6, "end"]
    turn = next(event for event in hand_events(found) if event.name == "turn")
    assert (turn.at, turn.earliest) == (Fraction("129.5"), 125)


def test_the_likely_moment_is_halfway_and_those_sent_together_are_spread() -> None:
    """The last three were sent at 140: the last of them was made at 137.5, and the others since
    113, the time before."""
    times = hand("1", 100, (113, 140, 140, 140), {}, 150, phases="PPPP", uncertain=5)
    times = replace(times, moves=(at(113, 5), at(140, 27), at(140, 27), at(140, 5)))
    likely = [event.likely for event in hand_events(times)]
    third = Fraction("24.5") / 3
    assert likely == [
        Fraction("97.5"), Fraction("110.5"), 113 + third, 113 + 2 * third, Fraction("137.5"),
        Fraction("147.5"),
    ]  # fmt: skip


def test_a_hand_without_moves_has_a_start_and_an_end() -> None:
    assert names(hand("1", 105, (), {}, 110)) == ["start", "end"]


def test_nothing_happened_after_what_follows_it_or_before_what_it_follows() -> None:
    """The second move was nudged to 112, before the first's 113; the first is at most as late."""
    times = hand("1", 105, (110, 113, 116), {}, 120, phases="PPP", uncertain=2)
    times = replace(times, moves=(at(113, 5), at(112, 0), at(116, 5)))
    found = hand_events(times)
    assert [(event.earliest, event.at) for event in found] == [
        (103, 105), (108, 112), (112, 112), (112, 116), (118, 120),
    ]  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(played_hands("1"))
def test_what_happened_is_always_between_the_earliest_and_the_latest(played: PlayedHand) -> None:
    """Except of a time that was not sent and has none after it: it is put two seconds on."""
    sent = {"start": played.times.started, "end": played.times.finished}
    sent |= dict(enumerate(played.times.moves)) | dict(played.times.streets)
    for event, (name, true) in zip(hand_events(played.times), played.true, strict=True):
        assert event.earliest is None or event.earliest <= true
        if sent[name] is not None:
            assert true <= event.at


def test_a_moment_leaves_open_what_comes_after_its_last_move() -> None:
    """The fifth move is the decision, on the flop; the turn follows it."""
    events = hand_events(hand("1", 105, MOVES, STREETS, 146))
    places = [first_not_known(events, 4, known) for known in (0, 1, 2, 3, 9)]
    found = [events[place] for place in places if place is not None]
    assert [each.name or each.kind for each in found] == ["move", "turn", "river", "end", "end"]
    assert first_not_known(events, 4, None) is None
    decision = first_not_known(events, 4, 0)
    assert decision is not None
    assert events[decision].number == 4


def test_the_decision_of_a_line_that_all_tables_played_alike_is_what_comes_after_it() -> None:
    events = hand_events(hand("1", 105, MOVES[:4], STREETS, 146, phases="PPPF"))
    place = first_not_known(events, 4, 0)
    assert place is not None
    assert events[place].name == "turn"


def test_a_drawn_table_shows_each_move_at_its_time() -> None:
    found = hand("1", 105, MOVES, STREETS, 146, uncertain=5)
    assert drawn_point(found, Fraction(100)) == DrawnPoint(0, "", False)
    assert drawn_point(found, Fraction(120)) == DrawnPoint(3, "flop", False)
    assert drawn_point(found, Fraction("125.9")) == DrawnPoint(4, "flop", False)
    assert drawn_point(found, Fraction(126)) == DrawnPoint(5, "flop", False)
    assert drawn_point(found, Fraction(146)) == DrawnPoint(7, "river", True)


def test_a_drawn_table_shows_moves_that_were_sent_together_one_after_the_other() -> None:
    batch = hand("1", 105, (110, 110, 110), {}, 120, phases="PPP")
    seen = [drawn_point(batch, Fraction(second)).moves for second in (109, 110, 111, 112)]
    assert seen == [0, 1, 2, 3]


def test_a_nudge_moves_all_times_and_says_so() -> None:
    found = nudged(hand("1", 105, MOVES, STREETS, 146), Fraction(-1))
    assert [event.at for event in hand_events(found)][:3] == [104, 109, 112]
    assert {event.confidence for event in hand_events(found)} == {"nudged"}
    verified = replace(found, started=replace(found.started, confidence="verified"))  # type: ignore[type-var]
    assert hand_events(nudged(verified, Fraction(1)))[0].confidence == "verified"


def test_phases_are_needed_for_every_move() -> None:
    with pytest.raises(ValueError, match="7 moves and the phases of 0"):
        hand_events(replace(hand("1", 105, MOVES, STREETS, 146), phases=()))

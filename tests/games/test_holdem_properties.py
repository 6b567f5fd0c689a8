"""Properties of every legal hand (P2, P3, H2, H4)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from producer.events import HoldemGame
from producer.games.cards import DECK, Cards
from producer.games.holdem import IllegalLine, Replay, Spot, chip_scores, hand_state, replay
from producer.games.line import Line, Move
from producer.games.spots import pots_at


@dataclass(frozen=True)
class Hand:
    game: HoldemGame
    button: int
    direction: str
    stacks: dict[int, int]
    cards: dict[int, Cards]
    board: Cards
    line: Line

    def replay(self, line: Line | None = None) -> Replay:
        line = self.line if line is None else line
        dealt = (self.stacks, self.cards, self.board)
        return replay(self.game, self.button, self.direction, *dealt, line)


def word(spot: Spot) -> str:
    """Before the flop there is a blind to raise, even where an ante took its chips."""
    opened = spot.street == "preflop" or any(spot.street_bets.values())
    return "raise" if opened else "bet"


def move(spot: Spot, choice: tuple[int, int]) -> Move:
    """A legal move: the first number chooses the kind, the second the size."""
    kind, size = choice
    if kind < 3 and spot.min_to is not None and spot.max_to is not None:
        to = spot.min_to + size % (spot.max_to - spot.min_to + 1)
        return Move(spot.street, spot.seat, word(spot), to)
    if not spot.to_call:
        return Move(spot.street, spot.seat, "check")
    if kind == 9:
        return Move(spot.street, spot.seat, "fold")
    total = spot.street_bets[spot.seat] + spot.to_call
    return Move(spot.street, spot.seat, "call", total)


@st.composite
def played_hands(draw: st.DrawFn) -> Hand:
    """Any hand, also with stacks shorter than the blinds."""
    seats = sorted(draw(st.sets(st.integers(1, 10), min_size=2, max_size=10)))
    big = draw(st.sampled_from((2, 10, 100)))
    game = HoldemGame(
        betting=draw(st.sampled_from(("no-limit", "pot-limit", "fixed-limit"))),
        small_blind=big // 2,
        big_blind=big,
        cap=draw(st.sampled_from((None, 3 * big, 50 * big))),
        ante=draw(st.sampled_from((0, 1, big))),
        ante_from=draw(st.sampled_from(("everybody", "big-blind"))),
        straddle=draw(st.sampled_from((0, 2 * big))),
        minimum_raise=draw(st.sampled_from(("last-raise", "big-blind"))),
        odd_chips=draw(st.sampled_from(("first-after-button", "fractions"))),
        showdown=draw(st.sampled_from(("last-aggressor", "left-of-button"))),
    )
    stacks = {seat: draw(st.integers(1, 60 * big)) for seat in seats}
    deck = draw(st.permutations(DECK))
    cards = {seat: tuple(deck[2 * i : 2 * i + 2]) for i, seat in enumerate(seats)}
    button, direction = draw(st.sampled_from(seats)), draw(st.sampled_from(DIRECTIONS))
    hand = Hand(game, button, direction, stacks, cards, tuple(deck[-5:]), ())
    choices = st.tuples(st.integers(0, 9), st.integers(0, 60 * big))
    line: Line = ()
    while (spot := hand.replay(line).to_act) is not None:
        line = (*line, move(spot, draw(choices)))
    return Hand(game, button, direction, stacks, cards, tuple(deck[-5:]), line)


DIRECTIONS = ("ascending", "descending")


@given(played_hands())
def test_p3_chips_are_conserved_and_exact(hand: Hand) -> None:
    result = hand.replay().result
    assert result is not None
    assert sum(result.values()) == 0
    allowed = (int, Fraction) if hand.game.odd_chips == "fractions" else (int,)
    assert all(type(chips) in allowed for chips in result.values())


@given(played_hands())
def test_p2_no_seat_loses_more_than_the_cap_or_its_stack(hand: Hand) -> None:
    ours = hand.replay()
    assert ours.result is not None
    for seat, chips in ours.result.items():
        most = min(hand.stacks[seat], hand.game.cap or hand.stacks[seat])
        assert 0 <= ours.committed[seat] <= most
        assert chips >= -ours.committed[seat]
        if seat not in ours.live:
            assert chips == -ours.committed[seat]


@given(played_hands())
def test_h4_no_seat_wins_more_from_another_than_it_put_in(hand: Hand) -> None:
    """A big blind's ante is dead money: it belongs to the main pot whoever wins it."""
    ours = hand.replay()
    assert ours.result is not None
    dead = ours.spots[0].dead if ours.spots else {}
    assume(dead or hand.game.ante_from != "big-blind" or not hand.game.ante)
    paid = {seat: chips - dead.get(seat, 0) for seat, chips in ours.committed.items()}
    free = sum(dead.values())
    for seat, chips in ours.result.items():
        most = sum(min(other, paid[seat]) for who, other in paid.items() if who != seat)
        assert chips <= most + free - dead.get(seat, 0)


@given(played_hands())
def test_h4_only_contributors_can_win_and_the_pots_hold_all_chips(hand: Hand) -> None:
    ours = hand.replay()
    total = sum(pot.amount for pot in ours.pots) + sum(ours.returned.values())
    assert total == sum(ours.committed.values())
    assert all(ours.committed[seat] > 0 for pot in ours.pots for seat in pot.seats)
    assert all(set(pot.seats) <= set(ours.live) for pot in ours.pots)
    for spot in ours.spots:
        assert sum(pot.amount for pot in pots_at(spot)) == spot.pot


@given(played_hands())
def test_the_replay_of_a_prefix_does_not_depend_on_later_moves(hand: Hand) -> None:
    ours = hand.replay()
    for n in range(len(hand.line)):
        assert hand.replay(hand.line[:n]).to_act == ours.spots[n]


@given(played_hands())
def test_every_raise_outside_the_legal_range_is_refused(hand: Hand) -> None:
    for n, spot in enumerate(hand.replay().spots):
        tried = [max(spot.street_bets.values())]
        if spot.min_to is not None and spot.max_to is not None:
            tried = [spot.min_to - 1, spot.max_to + 1]
        for to in tried:
            with pytest.raises(IllegalLine) as refused:
                hand.replay((*hand.line[:n], Move(spot.street, spot.seat, word(spot), to)))
            assert refused.value.n == n + 1


@given(played_hands())
def test_h2_mirrored_seat_numbers_play_the_same_hand(hand: Hand) -> None:
    other = DIRECTIONS[1 - DIRECTIONS.index(hand.direction)]
    mirrored = replay(
        hand.game,
        11 - hand.button,
        other,
        {11 - seat: chips for seat, chips in hand.stacks.items()},
        {11 - seat: cards for seat, cards in hand.cards.items()},
        hand.board,
        tuple(Move(m.street, 11 - m.seat, m.action, m.to) for m in hand.line),
    ).result
    assert mirrored is not None
    assert {11 - seat: chips for seat, chips in mirrored.items()} == hand.replay().result


@given(played_hands())
def test_chip_scores_equal_the_result_of_the_replay(hand: Hand) -> None:
    dealt = (hand.stacks, hand.cards, hand.board, hand.line)
    assert chip_scores(hand.game, hand.button, hand.direction, *dealt) == hand.replay().result


@given(played_hands(), st.data())
def test_hand_state_equals_the_replay(hand: Hand, data: st.DataObject) -> None:
    line = hand.line[: data.draw(st.integers(0, len(hand.line)))]
    whole = hand.replay(line)
    dealt = (hand.stacks, hand.cards, hand.board, line)
    stands = hand_state(hand.game, hand.button, hand.direction, *dealt)
    for name in ("to_act", "committed", "live", "result", "shown", "opened", "pots"):
        assert getattr(stands, name) == getattr(whole, name)
    for done, each, mark, spot in zip(
        stands.done, whole.line, whole.marks, whole.spots, strict=True
    ):
        had = spot.street_bets[each.seat]
        assert (done.to, done.paid, done.mark) == (each.to or had, done.to - had, mark)


def test_a_move_out_of_turn_is_refused_by_replay_and_hand_state() -> None:
    game = HoldemGame(betting="no-limit", small_blind=1, big_blind=2)
    line = (Move("preflop", 2, "fold"),)
    for carry in (replay, hand_state):
        with pytest.raises(IllegalLine, match="out of turn"):
            carry(game, 1, "ascending", {1: 100, 2: 100}, {}, (), line)

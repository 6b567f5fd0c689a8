"""The replay against pokerkit, an independent engine, over random legal hands and real ones.

Compared at every action of every hand: the seat to act, the pot, the price, the smallest and the
largest bet or raise; at the end the pots with who can win them, and the result. What differs, and
why we differ (``pokerkit_hands`` evens it out where it says so):

- Who may raise again after small all-ins (H3): pokerkit measures the first raise of a street
  against nothing, so that an all-in below the minimum reopens the betting; and it forgets small
  all-ins that made a full raise together. Here whoever has acted may raise again exactly when it
  faces a full raise more than at its last action.
- pokerkit lets the big blind check its option when everybody else is all in; here the hand is
  over (H6), and feeds drop the check.
- Odd chips (H5): pokerkit gives all of them to the first winner, we one each from the first; and it
  divides pots that have the same winners as one. Random hands are therefore split exactly, and
  whole chips are held against the exact result.
- pokerkit does not count a winner's own chips in the pot when everybody else folds.
- A big blind that cannot pay the blind: pokerkit lowers the price to what it posted, here the
  others still owe a big blind (test_betting). Random players can pay their forced bets.
- The straddle is the minimum raise before the flop (as the big blind is without one); pokerkit is
  told so.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from effort import counts
from phh_hands import read_hands
from pokerkit_hands import Played, Seen, play, random_setting

from producer.games.holdem import Replay, Spot, chip_scores, replay

PHH = Path(__file__).parents[3] / "shared" / "data" / "poker" / "phh"
BATCHES = 20


def as_seen(spot: Spot) -> Seen:
    return Seen(spot.street, spot.seat, spot.pot, spot.to_call, spot.min_to, spot.max_to)


def replayed(hand: Played, **settings: object) -> Replay:
    setting = hand.setting
    game = setting.game.model_copy(update=settings)
    return replay(
        game,
        setting.button,
        setting.direction,
        setting.stacks,
        setting.cards,
        setting.board,
        hand.line,
    )


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_hands_play_out_as_in_pokerkit(batch: int) -> None:
    for number in range(counts(320, 20_000) // BATCHES):
        dice = random.Random(f"holdem {batch} {number}")
        setting = random_setting(dice)
        hand = play(setting, dice)
        ours = replayed(hand)
        assert tuple(as_seen(spot) for spot in ours.spots) == hand.seen, (batch, number)
        assert ours.to_act is None, (batch, number)
        assert ours.result == hand.result, (batch, number)
        if len(ours.live) > 1:
            assert tuple((pot.amount, pot.seats) for pot in ours.pots) == hand.pots, (batch, number)
        check_odd_chips(hand, ours)


def check_odd_chips(hand: Played, exact: Replay) -> None:
    """Whole chips add up to 0, and each pot moves no seat's result by a chip or more."""
    whole = replayed(hand, odd_chips="first-after-button").result
    assert whole is not None
    assert exact.result is not None
    assert sum(whole.values()) == 0
    assert all(type(chips) is int for chips in whole.values())
    most = len(exact.pots)
    assert all(abs(whole[seat] - chips) < most for seat, chips in exact.result.items())


@pytest.mark.skipif(not PHH.is_dir(), reason="the PHH hands are not beside the checkout")
def test_the_283_real_holdem_hands_play_out_as_in_pokerkit() -> None:
    hands = read_hands(PHH)
    assert len(hands) == 283
    for hand in hands:
        played = (hand.game, hand.button, "ascending", hand.stacks, hand.cards, hand.board)
        ours = replay(*played, hand.line)
        assert ours.to_act is None, hand.place
        assert tuple(as_seen(spot) for spot in ours.spots) == hand.seen, hand.place
        assert ours.result == hand.result, hand.place
        assert chip_scores(*played, hand.line) == hand.result, hand.place

"""Bots play by the rules, look at their own cards only, and their style shows in what they do."""

import math
import random
from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from producer.events import HoldemGame
from producer.games.holdem import Replay
from producer.simulate.bots import BotStyle
from producer.simulate.deck import ShuffledDeck, prepare
from producer.simulate.hand import play_hand

CAPPED = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5_000)
NO_LIMIT = HoldemGame(betting="no-limit", small_blind=50, big_blind=100)
SEATS = range(1, 7)
STEADY = BotStyle(tightness=0.6, aggression=0.6)
HANDS = 300


def _play(
    deck: ShuffledDeck,
    styles: Mapping[int, BotStyle],
    lot: str,
    game: HoldemGame = CAPPED,
    chips: int = 10_000,
) -> Replay:
    stacks = dict.fromkeys(deck.cards, chips)
    return play_hand(game, deck, "descending", stacks, styles, random.Random(lot))


def _measured(style: BotStyle) -> Counter[str]:
    """What one player of this style does in HANDS hands, moving round a table of steady ones."""
    seen: Counter[str] = Counter()
    for number in range(1, HANDS + 1):
        seat = number % 6 + 1
        styles = {**dict.fromkeys(SEATS, STEADY), seat: style}
        played = _play(prepare(11, number, 6, "descending"), styles, f"11/{number}")
        for spot, move in zip(played.spots, played.line, strict=True):
            if move.seat == seat:
                seen["decisions"] += 1
                seen["priced"] += spot.to_call > 0
                seen[move.action] += 1
    return seen


def _surely_more(more: tuple[int, int], less: tuple[int, int]) -> bool:
    """Whether one share is above another by more than four standard errors of the difference."""
    (a, n), (b, m) = more, less
    p, q = a / n, b / m
    return p - q > 4 * math.sqrt(p * (1 - p) / n + q * (1 - q) / m)


@pytest.mark.parametrize("aggression", [0.1, 0.9])
def test_tight_players_fold_more_than_loose_ones(aggression: float) -> None:
    tight = _measured(BotStyle(0.9, aggression))
    loose = _measured(BotStyle(0.1, aggression))
    assert _surely_more((tight["fold"], tight["priced"]), (loose["fold"], loose["priced"]))


@pytest.mark.parametrize("tightness", [0.2, 0.8])
def test_aggressive_players_bet_and_raise_more_than_passive_ones(tightness: float) -> None:
    wild = _measured(BotStyle(tightness, 0.9))
    calm = _measured(BotStyle(tightness, 0.1))
    assert _surely_more(
        (wild["bet"] + wild["raise"], wild["decisions"]),
        (calm["bet"] + calm["raise"], calm["decisions"]),
    )


_STYLES = st.builds(BotStyle, st.floats(0, 1), st.floats(0, 1))


@given(
    st.integers(0, 10**6),
    st.integers(2, 10).flatmap(lambda n: st.lists(_STYLES, min_size=n, max_size=n)),
    st.sampled_from([CAPPED, NO_LIMIT]),
    st.sampled_from([150, 5_000, 20_000]),
)
def test_whatever_the_style_every_hand_is_legal_and_ends(
    seed: int, styles: list[BotStyle], game: HoldemGame, chips: int
) -> None:
    deck = prepare(seed, 1, len(styles), "descending")
    played = _play(deck, dict(enumerate(styles, start=1)), str(seed), game, chips)
    assert played.to_act is None
    assert played.result is not None
    assert sum(played.result.values()) == 0
    most = min(chips, game.cap or chips)
    assert min(played.result.values()) >= -most, "P2: nobody loses more than cap and stack"


@given(st.integers(1, 2_000))
def test_bots_see_neither_other_hole_cards_nor_the_board_to_come(number: int) -> None:
    """All cards but the first player's are exchanged: its first decision stays the same."""
    deck, other = prepare(5, number, 6, "descending"), prepare(6, number, 6, "descending")
    first = _play(deck, dict.fromkeys(SEATS, STEADY), "x").line[0]
    kept = deck.cards[first.seat]
    spare = [card for card in range(51, -1, -1) if card not in kept]
    exchanged = ShuffledDeck(
        button=deck.button,
        cards={
            seat: kept if seat == first.seat else (spare.pop(), spare.pop()) for seat in other.cards
        },
        board=tuple(spare.pop() for _ in range(5)),
    )
    assert _play(exchanged, dict.fromkeys(SEATS, STEADY), "x").line[0] == first


@given(st.integers(1, 2_000))
def test_another_river_changes_nothing_before_it(number: int) -> None:
    deck = prepare(5, number, 6, "descending")
    dealt = {card for cards in deck.cards.values() for card in cards} | set(deck.board)
    river = next(card for card in range(52) if card not in dealt)
    changed = ShuffledDeck(deck.button, deck.cards, (*deck.board[:4], river))
    loose = dict.fromkeys(SEATS, BotStyle(0.1, 0.5))

    def before_river(played: Replay) -> list[object]:
        return [move for move in played.line if move.street != "river"]

    assert before_river(_play(deck, loose, "y")) == before_river(_play(changed, loose, "y"))

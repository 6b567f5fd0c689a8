"""Bots play by the rules and look at their own cards only; their traits show in their choices."""

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from producer.events import HoldemGame
from producer.games.holdem import Replay
from producer.simulate.bots import BotStyle, BotView, decide
from producer.simulate.deck import ShuffledDeck, prepare
from producer.simulate.hand import play_hand, view_of_actor

CAPPED = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5_000)
NO_LIMIT = HoldemGame(betting="no-limit", small_blind=50, big_blind=100)
SEATS = range(1, 7)
USUAL = BotStyle()
HANDS = 150


def _play(
    deck: ShuffledDeck,
    styles: Mapping[int, BotStyle],
    lot: str,
    game: HoldemGame = CAPPED,
    chips: int = 10_000,
) -> Replay:
    stacks = dict.fromkeys(deck.cards, chips)
    return play_hand(game, deck, "descending", stacks, styles, random.Random(lot))


@cache
def _views() -> tuple[BotView, ...]:
    """What the actor saw at every decision of HANDS hands of usual players."""
    views = []
    for number in range(1, HANDS + 1):
        deck = prepare(11, number, 6, "descending")
        played = _play(deck, dict.fromkeys(SEATS, USUAL), f"11/{number}")
        views += [
            view_of_actor(spot, played.line[:n], deck, "descending")
            for n, spot in enumerate(played.spots)
        ]
    return tuple(views)


_TRAIT = st.floats(0, 1)
_STYLES = st.builds(BotStyle, _TRAIT, _TRAIT, _TRAIT, _TRAIT)
_PAIRS = st.lists(_TRAIT, min_size=2, max_size=2).map(sorted)
_VIEWS = st.deferred(lambda: st.sampled_from(_views()))
_AFTER_A_CHECK = st.deferred(lambda: st.sampled_from([v for v in _views() if v.checked]))
_LOTS = st.integers(0, 10**6)


def _chosen(style: BotStyle, view: BotView, lot: int) -> str:
    return decide(style, view, random.Random(lot)).action


@given(_VIEWS, _STYLES, _PAIRS, _LOTS)
def test_who_plays_tighter_never_stays_in_where_a_looser_player_folds(
    view: BotView, style: BotStyle, tightness: list[float], lot: int
) -> None:
    loose, tight = (_chosen(replace(style, tightness=each), view, lot) for each in tightness)
    assert loose != "fold" or tight == "fold"


@given(_VIEWS, _STYLES, _PAIRS, _LOTS)
def test_who_is_more_aggressive_bets_and_raises_wherever_a_calmer_player_does(
    view: BotView, style: BotStyle, aggression: list[float], lot: int
) -> None:
    calm, wild = (_chosen(replace(style, aggression=each), view, lot) for each in aggression)
    assert calm not in {"bet", "raise"} or wild == calm


@given(_VIEWS, _STYLES, _PAIRS, _LOTS)
def test_who_likes_to_call_never_folds_where_others_do_not(
    view: BotView, style: BotStyle, calling: list[float], lot: int
) -> None:
    others, caller = (_chosen(replace(style, calling=each), view, lot) for each in calling)
    assert caller == others or (others, caller) == ("fold", "call")


@given(_AFTER_A_CHECK, _STYLES, _PAIRS, _LOTS)
def test_who_is_trickier_raises_after_a_check_wherever_others_do(
    view: BotView, style: BotStyle, trickiness: list[float], lot: int
) -> None:
    honest, tricky = (_chosen(replace(style, trickiness=each), view, lot) for each in trickiness)
    assert honest != "raise" or tricky == "raise"


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
    first = _play(deck, dict.fromkeys(SEATS, USUAL), "x").line[0]
    kept = deck.cards[first.seat]
    spare = [card for card in range(51, -1, -1) if card not in kept]
    exchanged = ShuffledDeck(
        button=deck.button,
        cards={
            seat: kept if seat == first.seat else (spare.pop(), spare.pop()) for seat in other.cards
        },
        board=tuple(spare.pop() for _ in range(5)),
    )
    assert _play(exchanged, dict.fromkeys(SEATS, USUAL), "x").line[0] == first


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

"""The player's view: against another engine, a count by hand, and numbers known for long."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

import pytest
from counted_preflop import counted, hands_of, names
from effort import counts
from phevaluator import evaluate_cards
from pokerfast import equity as pokerfast

from producer.compare.equity import (
    ANY_TWO,
    RANGES,
    UNKNOWN,
    Equity,
    NotKnown,
    names_in,
    players_view,
)
from producer.compare.equity.preflop import stored
from producer.compare.equity.ranges import called, hands_in
from producer.games.cards import DECK, Cards, format_cards, parse_cards

ACES = parse_cards("AsAh")


def known(view: Equity | NotKnown) -> Equity:
    assert isinstance(view, Equity)
    return view


@pytest.mark.parametrize(
    ("hand", "per_cent"),
    # as tables of hands against one random hand print them, in per cent
    [("AsAh", 85.20), ("KsKh", 82.40), ("QsQh", 79.93), ("AsKs", 67.04), ("3s2h", 32.30)],
)
def test_hands_against_any_two_before_the_flop(hand: str, per_cent: float) -> None:
    view = known(players_view(parse_cards(hand), ()))
    assert round(100 * view.share, 2) == pytest.approx(per_cent, abs=0.011)
    assert view.cases == 1225 * 1_712_304
    assert (view.known, view.against, view.error) == ("player's view", "any two", 0)


def test_hands_are_ordered_from_aces_to_trey_deuce() -> None:
    order = names_in(ANY_TWO)
    assert sorted(order) == sorted(names())
    assert order[:8] == ("AA", "KK", "QQ", "JJ", "TT", "99", "88", "AKs")
    assert order[-1] == "32o"
    assert len(hands_in(ANY_TWO)) == 1326


@pytest.mark.parametrize("against", RANGES)
def test_a_range_is_the_best_whole_hands_that_fit(against: str) -> None:
    most = 1326 * RANGES[against] / 100
    held = sum(len(hands_of(name)) for name in names_in(against))
    assert most - 12 < held <= most
    assert len(hands_in(against)) == held
    assert {called(hand) for hand in hands_in(against)} == set(names_in(against))


@pytest.mark.parametrize("against", RANGES)
def test_stored_preflop_counts_equal_a_new_count(against: str) -> None:
    for name in random.Random(against).sample(names(), counts(1, 169)):
        assert stored(name, against) == counted(name, hands_in(against))


@pytest.mark.parametrize("against", RANGES)
@pytest.mark.parametrize("street", [0, 3, 4, 5])
def test_views_agree_with_pokerfast(against: str, street: int) -> None:
    lot = random.Random(f"{against} {street}")
    theirs = "random" if against == ANY_TWO else ",".join(names_in(against))
    for _ in range(counts(1, 3) if street == 0 else counts(3, 60)):
        cards = lot.sample(DECK, 7)
        hole, board = tuple(cards[:2]), tuple(cards[2 : 2 + street])
        expected = pokerfast.equity([format_cards(hole), theirs], format_cards(board))
        assert known(players_view(hole, board, against)).share == pytest.approx(
            expected[0], abs=1e-9
        )


def test_wins_and_ties_on_the_river_equal_enumerating_every_hand() -> None:
    hole, board = parse_cards("AcTd"), parse_cards("Ts9s8s7h2c")
    own = evaluate_cards(*hole, *board)
    left = [card for card in DECK if card not in hole + board]
    places = [evaluate_cards(*hand, *board) for hand in combinations(left, 2)]
    view = known(players_view(hole, board))
    assert view.cases == 990
    assert view.won == sum(place > own for place in places)
    assert view.tied == sum(place == own for place in places)


@pytest.mark.parametrize(
    ("hand", "board", "opponents", "against"),
    [
        ("AsAh", "", 2, "any two"),
        ("AsAh", "", 5, "any two"),
        ("9s8s", "Ts7s2d", 2, "any two"),
        ("9s8s", "Ts7s2dQc", 3, "top 20 %"),
        ("AcTd", "Ts9s8d7h2c", 2, "top 40 %"),
    ],
)
def test_samples_for_several_opponents_are_within_their_stated_error(
    hand: str, board: str, opponents: int, against: str
) -> None:
    view = known(players_view(parse_cards(hand), parse_cards(board), against, opponents))
    theirs = "random" if against == "any two" else ",".join(names_in(against))
    expected = pokerfast.equity([hand, *[theirs] * opponents], board, exact=False, stdev=5e-4)
    assert 0 < view.error < 0.0036
    assert abs(view.share - expected[0]) < 4 * (view.error + 5e-4)


def test_sample_is_the_same_every_time_and_for_either_order_of_the_cards() -> None:
    board = parse_cards("Ts7s2d")
    first = players_view(parse_cards("9s8s"), board, opponents=3)
    assert players_view(parse_cards("8s9s"), board[::-1], opponents=3) == first


def test_suits_do_not_matter_before_the_flop() -> None:
    views = {players_view(hand, (), opponents=2) for hand in hands_of("AKs")}
    assert len(views) == 1


def test_no_equity_if_the_range_has_no_room_for_all_opponents() -> None:
    # nine opponents with two of the best cards each, and an ace and a king already gone
    view = players_view(parse_cards("AsKs"), parse_cards("AhKhQhQsJs"), "top 10 %", 9)
    assert isinstance(view, NotKnown)
    assert view.reason == "9 opponents hardly ever all hold a hand of the top 10 %"


@pytest.mark.parametrize("count", [lambda hole: players_view(hole, (), UNKNOWN),
                                   lambda hole: players_view(hole[:1], ()),
                                   lambda _: players_view((), ())])  # fmt: skip
def test_no_equity_for_an_unknown_range_or_unknown_cards(
    count: Callable[[Cards], Equity | NotKnown],
) -> None:
    assert isinstance(count(ACES), NotKnown)


def test_a_misspelt_range_is_refused_with_the_valid_names() -> None:
    with pytest.raises(ValueError, match=r"no range 'top 5 %'; there are 'any two', 'top 40 %'"):
        players_view(ACES, (), "top 5 %")


def test_card_in_hand_and_on_board_is_refused() -> None:
    with pytest.raises(ValueError, match="both in the player's hand and on the board"):
        players_view(ACES, parse_cards("As2c3c"))

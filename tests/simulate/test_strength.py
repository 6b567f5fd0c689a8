"""What a bot thinks its cards are worth, against published and enumerated values."""

from itertools import combinations

import pytest
from phevaluator import evaluate_cards

from producer.games.cards import DECK, Cards, parse_cards
from producer.simulate.strength import before_flop, on_board, starting_points


@pytest.mark.parametrize(
    ("hand", "points"),
    [("AsAh", 20), ("TcTd", 10), ("2c2d", 5), ("AsKs", 12), ("7d5d", 5.5), ("Ad2c", 5)],
)
def test_chens_points(hand: str, points: float) -> None:
    """Bill Chen's formula and his examples, his rounding up of half points left out."""
    assert starting_points(parse_cards(hand)) == points


def test_aces_beat_all_other_starting_hands() -> None:
    every = [before_flop(hole) for hole in combinations(DECK, 2)]
    assert max(every) == before_flop(parse_cards("AsAh")) == (1326 - 3) / 1326
    assert sum(every) / len(every) == pytest.approx(0.5)


def _enumerated(hole: Cards, board: Cards) -> float:
    """The chance on a full board against each of the 990 hands an opponent can hold."""
    unseen = [card for card in DECK if card not in hole and card not in board]
    mine = evaluate_cards(*hole, *board)
    ranks = [evaluate_cards(*other, *board) for other in combinations(unseen, 2)]
    return sum(1.0 if mine < rank else 0.5 if mine == rank else 0.0 for rank in ranks) / len(ranks)


@pytest.mark.parametrize("hole", ["KcKs", "JhJc", "Qh2d", "9s3c", "6d4c", "7s3d"])
def test_strength_on_the_guides_board_is_close_to_enumeration(hole: str) -> None:
    cards, board = parse_cards(hole), parse_cards("Td5s9h5h4d")
    four_standard_errors = 4 * 0.5 / 150**0.5
    assert on_board(cards, board) == pytest.approx(
        _enumerated(cards, board), abs=four_standard_errors
    )


def test_the_order_of_hands_on_the_guides_flop() -> None:
    flop = parse_cards("Td5s9h")
    kings, jacks, nines, air = (
        on_board(parse_cards(hole), flop) for hole in ("KcKs", "JhJc", "9s3c", "7s3d")
    )
    assert kings > nines > air
    assert jacks > nines

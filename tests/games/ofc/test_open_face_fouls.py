"""Whether a hand can still be legal; whether a foul was a risk or a slip (RULES O1)."""

import pytest

from producer.games.cards import Cards, parse_cards
from producer.games.line import Move
from producer.games.ofc.risks import FoulOf, can_be_legal, foul_of
from producer.games.ofc.rows import Rows

KINGS = "KhKd9c5s2c"


def rows(back: str, middle: str, front: str) -> Rows:
    return Rows(*map(parse_cards, (back, middle, front)))


@pytest.mark.parametrize(
    ("hand", "unseen", "legal"),
    [
        (rows(KINGS, "QcQd8h7s3h", "JcTd6h"), "", True),
        (rows(KINGS, "AcAd8h7s3h", "JcTd6h"), "", False),
        (rows(KINGS, "QcQd8h7s3h", "AcAd6h"), "", False),
        # the full front beats the full middle, whatever comes behind
        (rows("Kh", "QcQd8h7s3h", "AcAd6h"), "AhAsKcKdKs", False),
        # more than three places open: nothing is ruled out
        (rows("2c3d4h", "KcKsQhJd9h", "7h"), "", True),
        # the back needs an ace or a six for a straight over the pair of kings
        (rows("2c3d4h5s", "KcKsQhJd9h", "QsTd7h"), "Ad", True),
        (rows("2c3d4h5s", "KcKsQhJd9h", "QsTd7h"), "6c7d", True),
        (rows("2c3d4h5s", "KcKsQhJd9h", "QsTd7h"), "7dThJsQdKd", False),
        # equal is no foul: two straights to the five
        (rows("2c3d4h5s", "Ac2d3h4s5c", "QsTd7h"), "Ad", True),
        # the back needs the nine of spades for its flush; then the middle takes the deuce
        (rows("AsKsQs3s", "KhKcJdTc", "5h4d2h"), "9s2d", True),
        (rows("AsKsQs3s", "KhKcJdTc", "5h4d2h"), "9d2d", False),
        # one card cannot stand in two rows
        (rows("AsKsQs3s", "KhKcJdTc", "5h4d2h"), "9s", False),
        (rows("AsKsQsJs3s", "KhKcJdTc", "5h4d"), "9s", False),
        (rows("AsKsQs3s", "KhKcJdTc2c", "5h4d"), "9s", False),
        # the front takes what leaves it below the middle
        (rows("AsKsQsJs3s", "5c5d9h8h", "5h4d"), "4c2d", True),
        (rows("AsKsQsJs3s", "3c3d9h8h", "5h4d"), "4c5s", False),
        (rows("AsKsQsJs3s", "3c3d9h", "5h4d"), "4c5s3h", True),
    ],
)
def test_a_hand_can_be_legal_as_long_as_cards_are_left_for_it(
    hand: Rows, unseen: str, legal: bool
) -> None:
    assert can_be_legal(hand, parse_cards(unseen)) is legal


def test_with_four_places_open_a_legal_hand_counts_as_possible() -> None:
    """With three every way to fill them is tried: nothing that is left beats the pair of kings."""
    three, four = rows("2c3d4h", "KcKsQhJd9h", "7h6d"), rows("2c3d4h", "KcKsQhJd9h", "7h")
    left: Cards = parse_cards("8dTcJc9s")
    assert (can_be_legal(three, left), can_be_legal(four, left)) == (False, True)


def line(*moves: tuple[int, str]) -> tuple[Move, ...]:
    return tuple(Move("five", seat, "place", placed) for seat, placed in moves)


BEGUN = [
    (1, f"back {KINGS}"),
    (2, "back AsAcTh9h8s"),
    (1, "middle Qc"),
    (1, "middle Qd"),
    (1, "middle 8h"),
    (1, "middle 7s"),
]


def test_a_slip_is_a_placement_that_another_row_would_have_saved() -> None:
    """The third queen beats the kings behind; in front it would have stood below them."""
    foul = rows(KINGS, "QcQd8h7sQs", "3c4d6h")
    moves = line(*BEGUN, (1, "middle Qs"), (1, "front 3c"), (1, "front 4d"), (1, "front 6h"))
    assert foul_of(moves, 1, foul) == FoulOf(6, slip=True)
    last = line(*BEGUN, (1, "front 3c"), (1, "front 4d"), (1, "middle Qs"), (1, "front 6h"))
    assert foul_of(last, 1, foul) == FoulOf(8, slip=True), "in front there was one place left"


def test_a_risk_ends_with_a_card_that_fits_nowhere() -> None:
    moves = line(*BEGUN, (1, "front 3c"), (1, "front 4d"), (1, "front 6h"), (1, "middle Qs"))
    foul = rows(KINGS, "QcQd8h7sQs", "3c4d6h")
    assert foul_of(moves, 1, foul) == FoulOf(9, slip=False)


def test_cards_that_others_have_shown_do_not_come_any_more() -> None:
    """Only a third deuce beats aces and kings. The last one goes to seat 2, and with seat 1's next
    card, wherever it had put that, the foul is certain."""
    behind, middle = "2c2d3h4s", "AhAdKhKd5c"
    moves = line(
        (1, f"back {behind}, middle {middle}"),
        (2, "back 2h"),
        (1, "front 9c"),
        (2, "back 2s"),
        (1, "front 8d"),
        (1, "front 7d"),
        (1, "back 9s"),
    )
    foul = rows(f"{behind}9s", middle, "9c8d7d")
    assert foul_of(moves, 1, foul) == FoulOf(4, slip=False)


def test_what_is_no_foul_of_cards_has_no_cause() -> None:
    moves = line(*BEGUN, (1, "middle 2s"), (1, "front 3c"), (1, "front 4d"), (1, "front 6h"))
    assert foul_of(moves, 1, rows(KINGS, "QcQd8h7s2s", "3c4d6h")) is None
    slip = (*line(*BEGUN), *line((1, "middle Qs")))
    assert foul_of(slip, 1, None) is None, "lost by time or by leaving"
    assert foul_of(slip, 1, rows(KINGS, "QcQd8h7sQs", "")) is None, "not full yet"


def test_other_moves_than_placements_place_nothing() -> None:
    moves = line(*BEGUN, (1, "front 3c"), (1, "front 4d"), (1, "front 6h"), (1, "middle Qs"))
    early = (*moves[:3], Move("five", 1, "show-early", None), *moves[3:])
    assert foul_of(early, 1, rows(KINGS, "QcQd8h7sQs", "3c4d6h")) == FoulOf(10, slip=False)

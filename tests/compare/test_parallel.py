"""Parallel spots: one decision after lines that differ in sizes alone, and how far they differ.

The pot before the flop's first bet is 600 (both put in 300), so a bet of 300 is half of it.
"""

import pytest
from hand_made import deal, line

from producer.compare import compare
from producer.compare.comparison_json import comparison_json
from producer.compare.model import ParallelSpot
from producer.compare.parallel import parallel_spots
from producer.games.line import Deal

CARDS = {1: "KcKs", 2: "JhJc"}
BOARD = "Td5s9h5h4d"
DOWN = " / 2x 1x / 2x 1x"


def made(*flops: str) -> Deal:
    return deal(CARDS, BOARD, [f"1r300 2c / {flop}" for flop in flops])


def spots(deal: Deal, nearly: float = 0.25) -> tuple[ParallelSpot, ...]:
    return compare(deal, nearly=nearly).parallel


def tables(spot: ParallelSpot) -> set[str]:
    return {table for reached in spot.spots for table in reached.moves}


def test_a_call_and_a_fold_after_bets_of_half_the_pot_and_of_sixty_percent() -> None:
    (spot,) = spots(made("2b300 1c" + DOWN, "2b360 1f"))
    assert (spot.street, spot.seat) == ("flop", 1)
    assert spot.cards == compare(made("2b300 1f", "2b360 1f")).deal.cards[1]
    assert [len(reached.moves) for reached in spot.spots] == [1, 1]
    assert tables(spot) == {"1", "2"}
    # the third move of the history, bet 300 and 360 into 600
    assert spot.distance == pytest.approx(0.1)
    assert spot.apart == (2, 0.5, 0.6)


def test_nearly_the_same_is_never_the_same() -> None:
    """The only fork is that of the sizes; the answers to them are no fork."""
    (only,) = compare(made("2b300 1c" + DOWN, "2b360 1f")).forks
    assert only.seat == 2


@pytest.mark.parametrize(
    ("second", "found"), [("2b450 1f", 1), ("2b451 1f", 0), ("2b150 1f", 1), ("2b149 1f", 0)]
)
def test_sizes_may_differ_by_a_quarter_of_the_pot_at_most(second: str, found: int) -> None:
    assert len(spots(made("2b300 1c" + DOWN, second))) == found


def test_the_threshold_is_a_setting() -> None:
    deal = made("2b300 1c" + DOWN, "2b360 1f")
    assert spots(deal, nearly=0.09) == ()
    assert len(spots(made("2b300 1c" + DOWN, "2b600 1f"), nearly=0.5)) == 1


def test_the_same_choice_makes_no_parallel_spot() -> None:
    assert spots(made("2b300 1f", "2b360 1f")) == ()


def test_equal_histories_are_a_fork_not_a_parallel_spot() -> None:
    deal = made("2b300 1f", "2b300 1c" + DOWN)
    assert spots(deal) == ()
    assert len(compare(deal).forks) == 1


def test_a_table_far_off_does_not_hide_two_that_are_near() -> None:
    (spot,) = spots(made("2b300 1c" + DOWN, "2b360 1f", "2b600 1f"))
    assert tables(spot) == {"1", "2"}


def test_different_kinds_of_action_are_different_spots() -> None:
    """A check and a bet before are no difference of size."""
    assert spots(made("2x 1b300 2c" + DOWN, "2b300 1f")) == ()


def test_a_later_spot_keeps_the_distance_of_the_earlier_sizes() -> None:
    turn = " / 2x 1b{bet} 2{answer}"
    deal = made(
        "2b300 1c" + turn.format(bet=600, answer="c") + " / 2x 1x",
        "2b360 1c" + turn.format(bet=660, answer="f"),
    )
    (spot,) = spots(deal)
    # flop .5 and .6; turn 600 into 1200 and 660 into 1320: both half the pot
    assert (spot.street, spot.seat) == ("turn", 2)
    assert spot.apart == (2, 0.5, 0.6)


def test_a_raise_is_measured_after_the_call() -> None:
    """Bet 300 into 600, then raised to 900: 600 more than the call, into 600 + 300 + 300."""
    deal = made("2b300 1r900 2f", "2b300 1r960 2c" + DOWN)
    (spot,) = spots(deal)
    assert spot.apart == (3, 0.5, 0.55)
    assert compare(deal).sizes["1"][3] == 0.5


def test_equal_fractions_of_the_pot_have_distance_0() -> None:
    lines = {"1": line("1r300 2c"), "2": line("1r200 2f")}
    (spot,) = parallel_spots(lines, {"1": (1.0, None), "2": (1.0, None)}, {})
    assert (spot.distance, spot.apart) == (0.0, None)
    assert len(spot.spots) == 2


def test_the_json_names_the_move_with_the_largest_distance() -> None:
    answer = comparison_json(compare(made("2b300 1c" + DOWN, "2b360 1f")), "", lambda _: {})
    (result,) = answer["parallel"]
    assert (result["street"], result["seat"], result["cards"], result["distance"]) == (
        "flop",
        1,
        "KcKs",
        0.1,
    )
    assert result["apart"] == {"n": 3, "sizes": [0.5, 0.6]}
    assert [spot["history"][-1]["to"] for spot in result["spots"]] == [300, 360]
    assert [
        {table: move["action"] for table, move in spot["chosen"].items()}
        for spot in result["spots"]
    ] == [{"1": "call"}, {"2": "fold"}]

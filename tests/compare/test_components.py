"""What is said for a pick: in a commentator's words, and only where it is true."""

from fractions import Fraction

import pytest
from hand_made import deal
from test_properties import played

from producer.compare import compare
from producer.compare.components import of_line, of_results, of_surroundings
from producer.compare.facts import DealContext
from producer.compare.model import Comparison, Pick
from producer.compare.poker import HOLDEM
from producer.scoring.leverage import Moved

BOARD = "Td5s9h5h4d"
KINGS = {1: "KcKs", 2: "JhJc"}
OPENED = "1r300 2c / 2b600 "
CALLED, FOLDED = OPENED + "1c / 2x 1x / 2x 1x", OPENED + "1f"


def best(*lines: str) -> Pick:
    found = compare(deal(KINGS, BOARD, list(lines))).best
    assert found is not None
    return found


def said(pick: Pick, name: str) -> str:
    return pick.components[name].reason


def test_results_pot_and_price_are_in_big_blinds() -> None:
    """Kings win 900 of 100 each by calling the bet of 600, and lose 300 by folding."""
    pick = best(CALLED, FOLDED)
    assert said(pick, "gap") == "the two tables finished 12 big blinds apart"
    assert said(pick, "swing") == "up to 12 big blinds between all tables there"
    assert said(pick, "signs") == "one table won, the other lost"
    assert said(pick, "stake") == "12 big blinds in the pot, 6 to pay"
    assert said(pick, "directness") == "2 more decisions of this seat"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ((CALLED, FOLDED), "every choice was made at one table only"),
        ((CALLED, CALLED, FOLDED), "the result goes with this choice"),
        ((CALLED, OPENED + "1c / 2b3000 1f", FOLDED), "more than this choice decided"),
        (
            (OPENED + "1r1800 2f", OPENED + "1r2000 2f", FOLDED),
            "every choice was made at one table only",
        ),
    ],
    ids=["one each", "all with it", "far apart", "one table a size"],
)
def test_a_result_goes_with_a_choice_only_where_a_branch_has_two_tables(
    lines: tuple[str, ...], words: str
) -> None:
    found = compare(deal(KINGS, BOARD, list(lines)))
    (pick,) = (each for each in found.picks if (each.street, each.seat) == ("flop", 1))
    assert words in said(pick, "explained")


def test_the_numbers_of_tables_are_named_by_what_was_chosen() -> None:
    assert said(best(CALLED, CALLED, FOLDED), "evenness") == "call at 2 tables, fold at 1"
    sizes = best("1r300 2f", "1r600 2f", "1r600 2f")
    assert said(sizes, "evenness") in ("one raise at 2 tables, the other at 1",
                                       "one raise at 1 table, the other at 2")  # fmt: skip


def test_two_sizes_of_a_raise_that_wins_the_blinds_both_times() -> None:
    """Seat 2 folds to either, so seat 1 wins the big blind at every table."""
    sizes = best("1r300 2f", "1r600 2f", "1r600 2f")
    assert said(sizes, "contrast") == "the same raise in two sizes"
    assert said(sizes, "explained") == "every choice led to the same result"


@pytest.mark.parametrize(
    ("shown", "value", "words"),
    [
        ((200, -100), 1, "one table won, the other lost"),
        ((200, 100), 0, "both tables won"),
        ((-100, -200), 0, "both tables lost"),
        ((0, 100), 0, "one table broke even"),
        ((-100, 0), 0, "one table broke even"),
        ((0, 0), 0, "both tables broke even"),
    ],
)
def test_the_signs_of_the_two_results(shown: tuple[int, int], value: int, words: str) -> None:
    signs = of_results(shown, shown, 5000, 100, HOLDEM.counted_in)["signs"]
    assert (signs.value, signs.reason) == (value, words)


def test_gap_and_swing_are_roots_of_shares_of_twice_the_cap() -> None:
    """2,500 of 10,000 is a quarter, 4,900 of 10,000 is .49; the third table is 2,400 further."""
    parts = of_results((2000, -500), (2000, -500, -2900), 5000, 100, HOLDEM.counted_in)
    assert parts["gap"].value == pytest.approx(0.5)
    assert parts["swing"].value == pytest.approx(0.7)


@pytest.mark.parametrize(("tables", "value"), [(2, 1 / 3), (3, 0.5), (6, 1), (7, 1), (12, 1)])
def test_six_tables_are_enough(tables: int, value: float) -> None:
    part = of_line([str(n) for n in range(tables)])["tables"]
    assert part.value == pytest.approx(value)
    assert part.reason == f"{tables} tables came to this decision"


@pytest.mark.parametrize("seed", range(30))
def test_reasons_read_as_a_commentator_speaks(seed: int) -> None:
    found: Comparison = compare(played(seed, 6))
    for pick in found.picks:
        for name, part in pick.components.items():
            assert not any(word in part.reason for word in ("docs/", "%", "variance", "None")), name
            if "goes with this choice" in part.reason:
                assert pick.fork is not None
                assert max(len(branch.tables) for branch in pick.fork.branches) > 1


@pytest.mark.parametrize(
    ("places", "points", "words"),
    [
        (0, "3/2", "it moves 1.5 points and no place in the standings"),
        (1, "1", "it moves 1 place and 1 point in the standings"),
        (2, "0", "it moves 2 places and 0 points in the standings"),
    ],
)
def test_what_a_deal_moves_is_said_in_the_singular_or_as_none(
    places: int, points: str, words: str
) -> None:
    around = DealContext(moved=Moved(places, Fraction(points), 3))
    assert of_surroundings((), around)["standings"].reason == words


def test_two_sizes_at_a_table_each_are_said_once() -> None:
    """Two tables, of which one raises to 300 and the other to 400."""
    small, large = "1r300 2f", "1r400 2f"
    assert said(best(small, large), "evenness") == "each raise at one table"

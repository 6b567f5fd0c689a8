"""Stories of docs/interest.md of the betting (3, 5-7, 9): one deal where each is told, and its
near misses, the amounts worked out by hand."""

import re
from pathlib import Path

import pytest
from hand_made import deal, results, story

from producer.compare.stories import DETECTORS
from producer.games.line import Deal

BOARD = "Td5s9h5h4d"
"""A pair of fives lies open."""

DRY = "Td5s9h2c4c"
RAISED = "1r300 2c / "
CHECKED = RAISED + "2x 1x / 2x 1x / "
"""Both put in 300 and checked to the river, where seat 2 acts first."""


def bluff(cards: str, *rivers: str, board: str = BOARD) -> Deal:
    """Seat 1 holds the kings; seat 2 may be bluffing."""
    return deal({1: "KcKs", 2: cards}, board, [CHECKED + river for river in rivers])


# 3 bluff shown down


def test_bluff_shown_down() -> None:
    made = bluff("AcQs", "2b500 1c", "2x 1x")
    result = story(made, "bluff shown down", 2)
    assert result is not None
    assert (result.tables, result.others) == (("1",), ("2",))
    assert result.evidence == {"bet": 500}
    assert results(made, 2) == [-800, -300]


def test_bluff_by_a_raise_that_adds_a_tenth_of_the_cap() -> None:
    """A bet of 200, raised to 400, raised again to 700: 500 more than the 200."""
    again = "2b200 1r400 2r700 1c"
    made = bluff("AcQs", again, "2b200 1r400 2c")
    result = story(made, "bluff shown down", 2)
    assert result is not None
    assert result.evidence == {"bet": 500}
    short = again.replace("700", "699")
    assert story(bluff("AcQs", short, "2b200 1r400 2c"), "bluff shown down", 2) is None


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(bluff("AcQs", "2b499 1c", "2x 1x"), id="a bet of 499"),
        pytest.param(bluff("AcQs", "2b500 1f", "2x 1x"), id="not called"),
        pytest.param(bluff("AcQs", "2b500 1r1500 2c", "2x 1x"), id="not the last raise"),
        pytest.param(bluff("AcQs", "2b500 1c", "2b900 1c"), id="a bet everywhere"),
        pytest.param(bluff("JhJc", "2b500 1c", "2x 1x"), id="a pair in the hand"),
        pytest.param(bluff("Ac4s", "2b500 1c", "2x 1x"), id="a pair with the board"),
        pytest.param(bluff("AcAs", "2b500 1c", "2x 1x"), id="won"),
        pytest.param(
            deal(
                {1: "KcKs", 2: "AcQs"},
                BOARD,
                [
                    RAISED + "2x 1x / 2b500 1c / 2x 1x",
                    RAISED + "2x 1x / 2x 1x / 2x 1x",
                ],
            ),
            id="on the turn",
        ),
    ],
)
def test_no_bluff_shown_down(made: Deal) -> None:
    assert story(made, "bluff shown down", 2) is None


def test_a_made_straight_or_flush_is_no_bluff_but_one_on_the_board_does_not_count() -> None:
    rivers = [CHECKED + "2b500 1c", CHECKED + "2x 1x"]
    open_straight, better = "8d7s6h5h4c", {1: "Tc9s"}
    plays_the_board = deal({**better, 2: "AcQs"}, open_straight, rivers)
    assert story(plays_the_board, "bluff shown down", 2) is not None
    nine_high = deal({**better, 2: "Ac9d"}, open_straight, rivers)
    assert story(nine_high, "bluff shown down", 2) is None
    queens_flush = deal({1: "AhKs", 2: "QhJs"}, "Th5s9h5h4h", rivers)
    assert results(queens_flush, 2)[0] == -800
    assert story(queens_flush, "bluff shown down", 2) is None


# 5 value missed: the kings check for 300, bet 600 more elsewhere


def kings(*lines: str) -> Deal:
    """Seat 2, first to act, wins every showdown."""
    return deal({1: "JhJc", 2: "KcKs"}, BOARD, list(lines))


def test_value_missed() -> None:
    made = kings(CHECKED + "2x 1x", CHECKED + "2b600 1c")
    assert results(made, 2) == [300, 900]
    result = story(made, "value missed", 2)
    assert result is not None
    assert (result.tables, result.others) == (("1",), ("2",))
    assert result.evidence == {"apart": 600}


def test_value_missed_against_every_table_that_checked() -> None:
    """Checking once brought a bet of 100: 400 with it, so a bet must bring 1000."""
    quiet = [CHECKED + "2x 1x", CHECKED + "2x 1b100 2c"]
    result = story(kings(*quiet, CHECKED + "2b700 1c"), "value missed", 2)
    assert result is not None
    assert (result.tables, result.evidence) == (("1", "2"), {"apart": 600})
    assert story(kings(*quiet, CHECKED + "2b699 1c"), "value missed", 2) is None


def test_value_missed_by_a_call() -> None:
    made = kings(CHECKED + "2x 1b100 2c", CHECKED + "2x 1b100 2r700 1c")
    assert results(made, 2) == [400, 1000]
    result = story(made, "value missed", 2)
    assert result is not None
    assert result.tables == ("1",)


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(kings(CHECKED + "2x 1x", CHECKED + "2b599 1c"), id="599 better"),
        pytest.param(kings(CHECKED + "2x 1x", CHECKED + "2b600 1f"), id="the bet was not called"),
        pytest.param(
            kings(CHECKED + "2x 1b600 2f", CHECKED + "2b600 1c"), id="check and fold: no showdown"
        ),
        pytest.param(
            deal({1: "AhAc", 2: "KcKs"}, BOARD, [CHECKED + "2x 1x", CHECKED + "2b600 1c"]),
            id="lost",
        ),
        pytest.param(
            kings(
                RAISED + "2x 1x / 2x 1x / 2x 1x",
                RAISED + "2x 1x / 2b600 1c / 2x 1x",
            ),
            id="on the turn",
        ),
    ],
)
def test_no_value_missed(made: Deal) -> None:
    assert story(made, "value missed", 2) is None


# 6 value extracted: bets of 500 on the flop and 700 on the river end at 1500, the check at 500


def extracted(flop: int, river: int) -> Deal:
    return kings(
        f"{RAISED}2b{flop} 1c / 2x 1x / 2b{river} 1c",
        RAISED + "2x 1x / 2x 1x / 2b200 1c",
    )


def test_value_extracted() -> None:
    made = extracted(500, 700)
    assert results(made, 2) == [1500, 500]
    result = story(made, "value extracted", 2)
    assert result is not None
    assert (result.tables, result.others) == (("1",), ("2",))
    assert result.evidence == {"apart": 1000}


def test_value_extracted_all_in_and_by_another_size() -> None:
    made = kings(RAISED + "2b4700 1c", RAISED + "2b500 1c / 2x 1x / 2x 1x")
    assert results(made, 2) == [5000, 800]
    result = story(made, "value extracted", 2)
    assert result is not None
    assert result.evidence == {"apart": 4200}


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(extracted(500, 699), id="999 better"),
        pytest.param(
            kings(RAISED + "2b1200 1c / 2x 1x / 2x 1x", RAISED + "2x 1x / 2x 1x / 2b200 1c"),
            id="called on the flop, checked to the end",
        ),
        pytest.param(
            kings(RAISED + "2b1400 1c / 2b1000 1f", RAISED + "2x 1x / 2b200 1f"), id="no showdown"
        ),
        pytest.param(
            kings(
                RAISED + "2b500 1c / 2x 1x / 2x 1b700 2c",
                RAISED + "2x 1x / 2x 1x / 2b200 1c",
            ),
            id="the other seat bet last",
        ),
        pytest.param(
            kings(
                RAISED + "2b500 1c / 2x 1x / 2b700 1c",
                RAISED + "2x 1x / 2x 1x / 2b200 1c",
                RAISED + "2b600 1c / 2x 1x / 2b400 1c",
            ),
            id="another size did as well",
        ),
    ],
)
def test_no_value_extracted(made: Deal) -> None:
    assert story(made, "value extracted", 2) is None


# 7 slow-play: three fives check the flop and bet the turn, where another table bets the flop


def slow(
    cards: str = "5c5d", turn: str = "2x 1b200 2c", flop: str = "2x 1b300 2c", board: str = DRY
) -> Deal:
    down = " / 2x 1x"
    lines = [f"{RAISED}2x 1x / {turn}{down}", f"{RAISED}{flop} / 2x 1x{down}"]
    return deal({1: cards, 2: "KcKs"}, board, lines)


def test_slow_play() -> None:
    made = slow()
    assert results(made, 1) == [500, 600]
    result = story(made, "slow-play", 1)
    assert result is not None
    assert (result.tables, result.others) == (("1",), ("2",))
    assert result.evidence == {"won": 500}


def test_slow_play_by_a_call_where_another_table_raised() -> None:
    made = deal(
        {1: "5c5d", 2: "KcKs"},
        DRY,
        [
            RAISED + "2b300 1c / 2x 1b400 2c / 2x 1x",
            RAISED + "2b300 1r900 2c / 2x 1x / 2x 1x",
        ],
    )
    result = story(made, "slow-play", 1)
    assert result is not None
    assert (result.tables, result.evidence) == (("1",), {"won": 1000})


def test_slow_play_with_two_pair_of_both_cards() -> None:
    assert story(slow("Tc9c"), "slow-play", 1) is not None
    assert results(slow("Tc9c"), 1) == [500, 600]


def test_slow_play_with_a_full_house_over_trips_on_the_board() -> None:
    assert story(slow("AcAd", board="5s5h5d2c4c"), "slow-play", 1) is not None


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(slow(turn="2x 1b199 2c"), id="won 499"),
        pytest.param(slow(turn="2b200 1c"), id="never bet"),
        pytest.param(slow(cards="AcTc", board="Td5s9hTs4c", flop="2x 1b300 2c"), id="one pair"),
        pytest.param(slow(cards="AcTc", board="Td5s5hTs4c"), id="two pair with one card"),
        pytest.param(slow(cards="AcKh", board="5s5h5dAs4c"), id="three of a kind lie open"),
        pytest.param(
            deal(
                {1: "5c5d", 2: "KcKs"},
                DRY,
                [CHECKED + "2x 1x", CHECKED + "2x 1b300 2c"],
            ),
            id="on the river",
        ),
        pytest.param(
            deal(
                {1: "5c5d", 2: "KcKs"},
                "Td5s9h2cKh",
                [
                    RAISED + "2x 1x / 2x 1b200 2c / 2x 1x",
                    RAISED + "2x 1b300 2c / 2x 1x / 2x 1x",
                ],
            ),
            id="lost",
        ),
    ],
)
def test_no_slow_play(made: Deal) -> None:
    assert story(made, "slow-play", 1) is None


# 9 trap: the kings check, raise the bet to 1700, are called and win 300 + 1700


def trap(*lines: str) -> Deal:
    return kings(*[RAISED + line for line in lines])


DOWN = " / 2x 1x / 2x 1x"


def test_trap() -> None:
    made = trap("2x 1b400 2r1700 1c" + DOWN, "2b400 1c" + DOWN)
    assert results(made, 2) == [2000, 700]
    result = story(made, "trap", 2)
    assert result is not None
    assert (result.tables, result.others) == (("1",), ("2",))
    assert result.evidence == {"won": 2000}


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(trap("2x 1b400 2r1699 1c" + DOWN, "2b400 1c" + DOWN), id="won 1999"),
        pytest.param(
            trap("2x 1b400 2c / 2x 1b400 2r1300 1c / 2x 1x", "2b400 1c" + DOWN),
            id="raised on the next street, where nobody bet out",
        ),
        pytest.param(trap("2x 1b1700 2c" + DOWN, "2b400 1c" + DOWN), id="only called"),
        pytest.param(
            trap("2b400 1r1000 2r1700 1c" + DOWN, "2x 1x / 2x 1x / 2x 1x"),
            id="a bet, and another raise",
        ),
        pytest.param(
            trap("2x 1b400 2r1700 1c" + DOWN, "2x 1x / 2x 1x / 2x 1x"), id="a check everywhere"
        ),
    ],
)
def test_no_trap(made: Deal) -> None:
    assert story(made, "trap", 2) is None


# all of them

PAGE = Path(__file__).parents[2] / "docs" / "interest.md"
NAMES = re.findall(r"^\d+\. \*\*(.+)\*\*", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_every_documented_story_has_a_detector_in_the_same_order() -> None:
    assert len(NAMES) == 13
    assert list(DETECTORS) == NAMES


def test_no_story_if_all_played_alike_or_with_a_single_table() -> None:
    line = RAISED + "2b4700 1c"
    for lines in ([line], [line] * 6):
        made = kings(*lines)
        assert not [name for name in NAMES for seat in (1, 2) if story(made, name, seat)]


def test_a_seat_has_one_story_of_a_kind_from_its_earliest_fork() -> None:
    """Bets paid on the flop, and again on the turn: both forks would tell of value extracted."""
    made = kings(
        RAISED + "2x 1x / 2x 1x / 2b100 1c",
        RAISED + "2b500 1c / 2x 1x / 2b100 1c",
        RAISED + "2b500 1c / 2b1500 1c / 2b500 1c",
    )
    assert results(made, 2) == [400, 900, 2800]
    result = story(made, "value extracted", 2)
    assert result is not None
    assert result.fork is not None
    assert (result.fork.street, result.evidence["apart"]) == ("flop", 2400)

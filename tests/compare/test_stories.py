"""Stories of docs/interest.md of a choice under fire and of the results of all tables (1, 2, 4,
8, 10-13): one deal where each is told, and its near misses, the amounts worked out by hand."""

import pytest
from hand_made import deal, results, story

from producer.games.line import Deal

KINGS_V_JACKS = {1: "KcKs", 2: "JhJc"}
JACKS_V_KINGS = {1: "JhJc", 2: "KcKs"}
BOARD = "Td5s9h5h4d"

RAISED = "1r300 2c / 2x "
"""Both put in 300; seat 1, last to act, moves next on the flop."""

DOWN = " / 2x 1x / 2x 1x"


def jacks(*lines: str, stack: int = 5_000) -> Deal:
    """Seat 2 holds the jacks and loses every showdown."""
    return deal(KINGS_V_JACKS, BOARD, list(lines), stack)


def kings(*lines: str) -> Deal:
    """Seat 2 holds the kings and wins every showdown."""
    return deal(JACKS_V_KINGS, BOARD, list(lines))


# 1 big fold: 750 to add; the fold ends at -300, those who called 750 and 500 more at -1550


def big_fold(bet: int, river: int, folds: int, calls: int) -> Deal:
    called = f"{RAISED}1b{bet} 2c / 2x 1x / 2x 1b{river} 2c"
    return jacks(*[f"{RAISED}1b{bet} 2f"] * folds, *[called] * calls)


def test_big_fold() -> None:
    made = big_fold(750, 500, folds=1, calls=2)
    assert results(made, 2) == [-300, -1550, -1550]
    result = story(made, "big fold", 2)
    assert result is not None
    assert (result.tables, result.others) == (("1",), ("2", "3"))
    assert result.evidence == {"to_call": 750, "apart": 1250}
    assert result.fork is not None
    assert result.fork.street == "flop"


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(big_fold(749, 501, folds=1, calls=2), id="749 to add"),
        pytest.param(big_fold(750, 499, folds=1, calls=2), id="1249 better"),
        pytest.param(big_fold(750, 500, folds=1, calls=1), id="one continued"),
        pytest.param(big_fold(750, 500, folds=3, calls=2), id="less than half continued"),
    ],
)
def test_no_big_fold(made: Deal) -> None:
    assert story(made, "big fold", 2) is None


def test_big_fold_if_just_half_continued_or_one_of_them_raised() -> None:
    half = big_fold(750, 500, folds=2, calls=2)
    assert story(half, "big fold", 2) is not None
    # a third way: the raise that lost all. Mean of those who went on: (-1550 - 5000) / 2
    shoved = jacks(
        RAISED + "1b750 2f",
        RAISED + "1b750 2c / 2x 1x / 2x 1b500 2c",
        RAISED + "1b750 2r4700 1c",
    )
    result = story(shoved, "big fold", 2)
    assert result is not None
    assert result.evidence["apart"] == -300 + 3275


def test_a_blind_is_not_a_bet() -> None:
    """Three seats, stacks of 600: the blind of 100 is more than .15 of the cap of 600."""
    cards = {1: "JhJc", 2: "7s2d", 3: "KcKs"}
    on = "1c 2f 3x / 3b500 1c"
    made = deal(cards, BOARD, ["1f 2f", on, on], stack=600)
    assert results(made, 1) == [0, -600, -600]
    assert story(made, "big fold", 1) is None


# 2 big call: a call of 750 that wins ends at 300 + 750, the folds at -300


def big_call(before: str, bet: int, calls: int, folds: int) -> Deal:
    at = f"{before} / 2x 1b{bet} "
    return kings(*[at + "2c" + DOWN] * calls, *[at + "2f"] * folds)


def test_big_call() -> None:
    made = big_call("1r300 2c", 750, calls=1, folds=2)
    assert results(made, 2) == [1050, -300, -300]
    result = story(made, "big call", 2)
    assert result is not None
    assert (result.tables, result.others) == (("1",), ("2", "3"))
    assert result.evidence == {"to_call": 750, "apart": 1350}


def test_big_call_just_a_quarter_of_the_cap_apart() -> None:
    """Only the blinds before: the call of 1050 ends at 1150, the folds at -100."""
    assert story(big_call("1c 2x", 1050, calls=1, folds=2), "big call", 2) is not None
    assert story(big_call("1c 2x", 1049, calls=1, folds=2), "big call", 2) is None


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(big_call("1r300 2c", 749, calls=1, folds=2), id="749 to add"),
        pytest.param(big_call("1r300 2c", 750, calls=1, folds=1), id="one folded"),
        pytest.param(big_call("1r300 2c", 750, calls=3, folds=2), id="less than half folded"),
        pytest.param(
            kings(
                RAISED + "1b750 2c / 2b500 1f",
                *[RAISED + "1b750 2f"] * 2,
            ),
            id="no showdown",
        ),
        pytest.param(jacks(RAISED + "1b750 2c" + DOWN, *[RAISED + "1b750 2f"] * 2), id="lost"),
    ],
)
def test_no_big_call(made: Deal) -> None:
    assert story(made, "big call", 2) is None


# 4 everybody called but one: the fold ends at -100, the others lose 300 + 800


def but_one(bet: int, folds: int, calls: int) -> Deal:
    return jacks(*["1r300 2f"] * folds, *[f"{RAISED}1b{bet} 2c{DOWN}"] * calls)


def test_everybody_called_but_one() -> None:
    made = but_one(800, folds=1, calls=3)
    assert results(made, 2) == [-100, -1100, -1100, -1100]
    result = story(made, "everybody called but one", 2)
    assert result is not None
    assert (result.tables, result.others) == (("1",), ("2", "3", "4"))
    assert result.evidence == {"to_call": 200, "apart": 1000}


def test_everybody_called_but_one_who_would_have_won() -> None:
    made = kings("1r300 2f", *[RAISED + "1b600 2c" + DOWN] * 3)
    result = story(made, "everybody called but one", 2)
    assert result is not None
    assert result.evidence["apart"] == -1000


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(but_one(799, folds=1, calls=3), id="999 away"),
        pytest.param(but_one(800, folds=1, calls=2), id="three tables"),
        pytest.param(but_one(800, folds=2, calls=3), id="two folded"),
    ],
)
def test_not_everybody_but_one(made: Deal) -> None:
    assert story(made, "everybody called but one", 2) is None


def test_completing_the_blind_is_not_facing_a_bet() -> None:
    made = jacks("1f", *["1c 2x / 2x 1b1000 2c" + DOWN] * 3)
    assert results(made, 1) == [-50, 1100, 1100, 1100]
    assert story(made, "everybody called but one", 1) is None


def test_everybody_but_one_belongs_to_the_fork_with_the_largest_gap() -> None:
    """Folded before the flop at -100, on the flop at -300; the others lose 1300 or everything."""
    on = RAISED + "1b1000 "
    made = jacks("1r300 2f", on + "2f", *[on + "2c" + DOWN] * 2, on + "2r4700 1c")
    assert results(made, 2) == [-100, -300, -1300, -1300, -5000]
    result = story(made, "everybody called but one", 2)
    assert result is not None
    # before the flop: -100 + (300 + 1300 + 1300 + 5000) / 4 = 1875; flop: -300 + 7600 / 3
    assert result.tables == ("2",)
    assert result.evidence["apart"] == pytest.approx(-300 + 7600 / 3)


# 8 cooler: seat 2 loses 300 and a bet at the showdown


def lost(*bets: int) -> Deal:
    return jacks(*[f"{RAISED}1b{bet} 2c{'' if bet == ALL_IN else DOWN}" for bet in bets])


ALL_IN = 4700
GOT_AWAY = RAISED + "1b4200 2f"


def with_fold(bets: list[int]) -> Deal:
    return jacks(*[f"{RAISED}1b{bet} 2c{DOWN}" for bet in bets], GOT_AWAY)


def test_cooler() -> None:
    made = with_fold([4200] * 4)
    assert results(made, 2) == [-4500] * 4 + [-300]
    result = story(made, "cooler", 2)
    assert result is not None
    assert (result.tables, result.others) == (("1", "2", "3", "4"), ("5",))
    assert result.evidence == {"tables": 4}


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(with_fold([4200, 4200, 4200, 4199]), id="4499 at one of four"),
        pytest.param(with_fold([4200] * 3), id="three of four"),
        pytest.param(lost(4200, 4200, 4300), id="three tables"),
        pytest.param(
            jacks(
                *[f"{RAISED}1b4200 2c{DOWN}"] * 3,
                RAISED + "1x / 2b4200 1r4700 2f",
                GOT_AWAY,
            ),
            id="at one of four without a showdown",
        ),
        pytest.param(lost(4200, 4200, 4200, 4200), id="no fork: all played alike"),
    ],
)
def test_no_cooler(made: Deal) -> None:
    assert story(made, "cooler", 2) is None


# 10 the one who escaped, 11 same disaster everywhere: seat 2 loses 300 and a bet


def test_the_one_who_escaped() -> None:
    made = lost(3700, 1700, 3700, 3700)
    assert results(made, 2) == [-4000, -2000, -4000, -4000]
    result = story(made, "the one who escaped", 2)
    assert result is not None
    assert (result.tables, result.others) == (("2",), ("1", "3", "4"))
    assert result.evidence == {"result": -2000}


def test_an_escape_belongs_to_the_fork_at_which_the_seat_got_away() -> None:
    """Raised once, three call all the way and one folds: on the flop, where they part."""
    made = jacks(*[f"{RAISED}1b3700 2c{DOWN}"] * 3, RAISED + "1b3700 2f")
    result = story(made, "the one who escaped", 2)
    assert result is not None
    assert result.fork is not None
    assert (result.fork.seat, result.fork.street) == (2, "flop")
    # where only seat 1 chose, seat 2 has no fork
    other = story(lost(3700, 1700, 3700, 3700), "the one who escaped", 2)
    assert other is not None
    assert other.fork is None


def test_the_one_who_escaped_and_won() -> None:
    made = jacks(*[f"{RAISED}1b3700 2c{DOWN}"] * 3, RAISED + "1x / 2b100 1f")
    assert results(made, 2)[-1] == 300
    assert story(made, "the one who escaped", 2) is not None


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(lost(3700, 1701, 3700, 3700), id="lost 2001"),
        pytest.param(lost(3700, 1700, 3700, 3699), id="one of the others lost 3999"),
        pytest.param(lost(3700, 1700, 1700, 3700), id="two escaped"),
        pytest.param(lost(3700, 1700, 3700), id="three tables"),
    ],
)
def test_no_escape(made: Deal) -> None:
    assert story(made, "the one who escaped", 2) is None


def test_same_disaster_everywhere() -> None:
    made = lost(2200, 2700, 4700, 2200)
    assert results(made, 2) == [-2500, -3000, -5000, -2500]
    result = story(made, "same disaster everywhere", 2)
    assert result is not None
    assert result.tables == ("1", "2", "3", "4")
    assert result.evidence == {"least": -2500}


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(lost(2199, 2700, 4700, 2200), id="2499 at one"),
        pytest.param(lost(2200, 2700, 4700), id="three tables"),
        pytest.param(lost(2200, 2200, 2200, 2200), id="no fork: all played alike"),
    ],
)
def test_no_disaster(made: Deal) -> None:
    assert story(made, "same disaster everywhere", 2) is None


# 12 opposite results: the jacks win 2500 where the kings fold, and lose 2500 at the showdown


def opposite(bet: int, lost_bet: int) -> Deal:
    return jacks(
        f"{RAISED}1b{bet} 2r4700 1f",
        f"{RAISED}1b{bet} 2c / 2x 1b{lost_bet} 2c / 2x 1x"
        if lost_bet
        else f"{RAISED}1b{bet} 2c{DOWN}",
    )


def test_opposite_results_with_one_hand() -> None:
    made = opposite(2200, 0)
    assert results(made, 2) == [2500, -2500]
    result = story(made, "opposite results with one hand", 2)
    assert result is not None
    assert (result.tables, result.others) == (("1",), ("2",))
    assert result.evidence == {"apart": 5000}
    assert story(made, "opposite results with one hand", 1) is None, "seat 1 chose nothing here"


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(opposite(2199, 1000), id="won 2499"),
        pytest.param(
            jacks(RAISED + "1b2200 2r4700 1f", RAISED + "1b2199 2c" + DOWN), id="lost 2499"
        ),
        pytest.param(
            jacks("1r300 2c / 2b2200 1c / 2b2500 1f", "1r300 2c / 2b2200 1r4700 2f"),
            id="the other seat chose",
        ),
    ],
)
def test_no_opposite_results(made: Deal) -> None:
    assert story(made, "opposite results with one hand", 2) is None


# 13 different roads: a bet of 450 on the flop, or a check and 550 on the turn


def roads(flop: int, turn: int) -> Deal:
    return jacks(
        f"{RAISED}1b{flop} 2c{DOWN}",
        f"{RAISED}1x / 2x 1b{turn} 2c / 2x 1x",
    )


def test_different_roads_to_one_result() -> None:
    made = roads(450, 550)
    assert results(made, 1) == [750, 850]
    result = story(made, "different roads to one result", 1)
    assert result is not None
    assert set(result.tables) == {"1", "2"}


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(roads(450, 551), id="101 apart"),
        pytest.param(roads(449, 549), id="a pot of 1498"),
        pytest.param(
            jacks(RAISED + "1b450 2c" + DOWN, RAISED + "1b500 2c" + DOWN), id="one kind, two sizes"
        ),
        pytest.param(
            jacks(RAISED + "1b2000 2f", RAISED + "1x / 2x 1b2000 2f"), id="uncalled bets are no pot"
        ),
    ],
)
def test_no_different_roads(made: Deal) -> None:
    assert story(made, "different roads to one result", 1) is None

"""The comparison on small deals whose numbers were worked out by hand (DESIGN, comparison 1-6)."""

import math
import statistics
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from producer.compare import compare
from producer.compare.forks import explained_share, share_of_cap
from producer.compare.model import Branch
from producer.events import HoldemGame, Player
from producer.games.cards import parse_cards
from producer.games.line import Deal, DealKey, Move, Play

GAME = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5000)
CARDS = {1: parse_cards("KcKs"), 2: parse_cards("JhJc")}
BOARD = parse_cards("Td5s9h5h4d")


def move(text: str) -> Move:
    """``"flop 2 bet 300"`` as a move."""
    street, seat, action, *to = text.split()
    return Move(street, int(seat), action, int(to[0]) if to else None)


def play(table: str, line: str, first: int, game: HoldemGame = GAME) -> Play:
    """A play whose line is separated by semicolons; seat 1 scores ``first``, seat 2 the rest."""
    moves = tuple(move(text.strip()) for text in line.split(";"))
    players = {seat: Player(name=f"{table}-{seat}") for seat in (1, 2)}
    stacks = dict.fromkeys(players, game.stack)
    return Play(table, 1, 1, game, stacks, players, moves, {1: first, 2: -first})


def deal(*plays: Play) -> Deal:
    tables = tuple(one.table for one in plays)
    return Deal(DealKey("s", "A", 1), 1, CARDS, BOARD, plays, tables)


OPENED = "preflop 1 raise 300; preflop 2 call 300; flop 2 bet 400; "


def four_tables() -> Deal:
    """Kings face a bet on the flop: two raise and win 50 BB, one calls for 30, one folds."""
    return deal(
        play("1", OPENED + "flop 1 raise 1600; flop 2 raise 4700; flop 1 call 4700", 5000),
        play("2", OPENED + "flop 1 raise 1600; flop 2 raise 4700; flop 1 call 4700", 5000),
        play("3", OPENED + "flop 1 call 400; turn 2 bet 1400; turn 1 call 1400", 3000),
        play("4", OPENED + "flop 1 fold", -300),
    )


def test_a_fork_is_where_identical_histories_branch() -> None:
    found = compare(four_tables())
    (fork,) = found.forks
    assert fork.history == tuple(move(text.strip()) for text in OPENED.strip("; ").split(";"))
    assert (fork.street, fork.seat, fork.cards) == ("flop", 1, CARDS[1])
    assert [(branch.move, branch.tables) for branch in fork.branches] == [
        (move("flop 1 raise 1600"), ("1", "2")),
        (move("flop 1 call 400"), ("3",)),
        (move("flop 1 fold"), ("4",)),
    ]
    assert fork.contrast == 1
    assert fork.difference == 5300


def test_results_of_a_seat_over_the_tables() -> None:
    found = compare(four_tables())
    assert found.swing == {1: 5300, 2: 5300}
    assert found.averages == {1: 3175, 2: -3175}
    assert found.against_average["4"] == {1: -3475, 2: 3475}
    assert [found.rank[table][1] for table in "1234"] == [1, 1, 3, 4]


def test_average_of_three_tables_stays_exact() -> None:
    found = compare(
        deal(
            play("1", "preflop 1 fold", -50),
            play("2", "preflop 1 fold", -50),
            play("3", "preflop 1 call 100; preflop 2 check", 100),
        )
    )
    assert found.averages[1] == 0
    assert found.averages[2] == 0
    three = compare(
        deal(
            play("1", "preflop 1 fold", -50),
            play("2", "preflop 1 fold", -50),
            play("3", "preflop 1 call 100; preflop 2 check", 200),
        )
    )
    assert three.averages[1] == Fraction(100, 3)
    assert three.against_average["3"][1] == Fraction(500, 3)


def test_explained_share_is_the_share_of_variance_between_kinds() -> None:
    # results 5000, 5000 | 3000 | -300: all of the variance lies between the three kinds
    assert compare(four_tables()).forks[0].explained == pytest.approx(1.0)


def branch(action: str, *results: int, to: int | None = None) -> Branch:
    tables = tuple(f"{action}{to}{place}" for place in range(len(results)))
    return Branch(Move("flop", 1, action, to), tables, dict(zip(tables, results, strict=True)))


def test_explained_share_of_choices_that_do_not_matter_is_0() -> None:
    assert explained_share([branch("fold", -10, -10), branch("call", -50, 30)]) == 0


def test_explained_share_is_none_if_every_kind_has_one_table() -> None:
    assert explained_share([branch("fold", -10), branch("call", 40)]) is None


def test_explained_share_is_0_if_results_do_not_vary() -> None:
    assert explained_share([branch("fold", 0), branch("call", 0)]) == 0


def test_explained_share_between_sizes_only_if_there_is_one_kind() -> None:
    sizes = [branch("bet", 10, 10, to=100), branch("bet", 40, 40, to=400)]
    assert explained_share(sizes) == pytest.approx(1.0)
    kinds = [*sizes, branch("check", 25)]
    assert explained_share(kinds) == pytest.approx(0.0)


@given(
    st.lists(st.integers(-5000, 5000), min_size=2, max_size=6),
    st.lists(st.integers(-5000, 5000), min_size=1, max_size=6),
)
def test_explained_share_agrees_with_variances_of_the_standard_library(
    calls: list[int], folds: list[int]
) -> None:
    everything = calls + folds
    total = statistics.pvariance(everything)
    got = explained_share([branch("call", *calls, to=100), branch("fold", *folds)])
    if total == 0:
        assert got == 0
        return
    within = (
        len(calls) * statistics.pvariance(calls) + len(folds) * statistics.pvariance(folds)
    ) / len(everything)
    assert got == pytest.approx(1 - within / total, abs=1e-9)


def test_ratio_to_the_cap_is_clipped_to_1() -> None:
    assert share_of_cap(9000, 5000) == 1
    assert share_of_cap(1250, 5000) == 0.25


def test_merit_is_the_weighted_mean_with_a_prior_for_missing_values() -> None:
    found = compare(
        deal(
            play("1", "preflop 1 fold", -50),
            play("2", "preflop 1 call 100; preflop 2 check", 100),
        )
    )
    # gap and swing: 150 of the 10,000 between losing the cap and winning it; one table each; no
    # story; standings, people and pictures are not known
    apart = math.sqrt(150 / 10_000)
    outside = (0.06 + 0.04 + 0.04) * 0.5
    assert found.merit == pytest.approx(0.28 * apart + 0.25 * apart + 0.10 * 1 + outside)
    assert found.components["people"].value is None
    assert found.components["people"].reason == "no player is featured"
    assert found.components["explained"].reason == ("every choice was made at one table only")


def test_identical_play_has_no_fork_and_merit_0() -> None:
    found = compare(deal(play("1", "preflop 1 fold", -50), play("2", "preflop 1 fold", -50)))
    assert found.forks == ()
    assert found.picks == ()
    assert found.merit == 0
    assert found.pairing == ()


def test_the_pair_comes_from_the_branches_with_the_highest_merit() -> None:
    # raises won 50, the call 30, the fold lost 3: fold and raise lie furthest apart
    found = compare(four_tables())
    assert found.pairing == ("1", "4")
    assert found.best is not None
    assert (found.best.gap, found.best.seat, found.best.street) == (5300, 1, "flop")


def test_plays_under_different_rules_are_compared_in_big_blinds() -> None:
    limit = HoldemGame(betting="fixed-limit", small_blind=5, big_blind=10)
    found = compare(
        deal(
            play("nl", "preflop 1 raise 200; preflop 2 fold", 100),
            play("fl", "preflop 1 raise 20; preflop 2 call 20; flop 2 fold", 20, limit),
        )
    )
    assert not found.same_rules
    assert found.unit == "bb"
    assert found.swing == {1: 1, 2: 1}
    assert found.averages[1] == Fraction(3, 2)
    # both raised to two big blinds, but under other rules: not the same spot
    assert (found.forks, found.picks, found.merit) == ((), (), 0)


def test_tables_under_other_rules_do_not_lower_merit() -> None:
    """Two limit tables beside four: the pick of the four stays as it is, name and merit."""
    limit = HoldemGame(betting="fixed-limit", small_blind=5, big_blind=10)
    alone = compare(four_tables())
    odd = [
        play("5", "preflop 1 fold", -5, limit),
        play("6", "preflop 1 call 10; preflop 2 check; flop 2 check; flop 1 check", 10, limit),
    ]
    found = compare(deal(*four_tables().plays, *odd))
    before, after = alone.best, found.best
    assert before is not None
    assert after is not None
    assert (after.id, after.pairing, after.gap) == (before.id, before.pairing, 53)
    assert after.merit == pytest.approx(before.merit)
    assert [story.name for story in after.stories] == [story.name for story in before.stories]
    assert {pick.tables for pick in found.picks} == {("1", "2", "3", "4"), ("6", "5")}

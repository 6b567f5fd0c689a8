"""Picks by hand: which pair of branches, which two tables, what they are called (DESIGN, 3-6)."""

import re
from dataclasses import replace

import pytest
from hand_made import NO_LIMIT, deal, line, results

from producer.compare import compare
from producer.compare.equity import Equity
from producer.compare.model import Branch, Pick
from producer.compare.pick_id import shortened
from producer.compare.poker import effective_stacks, favourite
from producer.compare.replayed_plays import all_in_seats
from producer.compare.tables_shown import two_tables, typical
from producer.events import HoldemGame, Player
from producer.games.line import Deal, Move, Play
from producer.games.replays import Replays

KINGS = {1: "KcKs", 2: "JhJc"}
BOARD = "Td5s9h5h4d"
DOWN = " / 2x 1x / 2x 1x / 2x 1x"


def best(made: Deal) -> Pick:
    found = compare(made).best
    assert found is not None
    return found


def test_of_raises_to_3_7_and_200_the_pair_is_not_3_beside_7() -> None:
    """Though the results of 3 and 7 lie furthest apart."""
    capped = HoldemGame(betting="no-limit", small_blind=50, big_blind=100, stack=40_000)
    lines = [
        "1r300 2c" + DOWN,
        "1r700 2c / 2b3000 1c / 2b9000 1f",
        "1r20000 2f",
    ]
    made = deal(KINGS, BOARD, lines, stack=40_000, game=capped)
    assert results(made, 1) == [300, -3700, 100]
    found = best(made)
    assert {branch.move.to for branch in found.branches} in ({300, 20_000}, {700, 20_000})


def test_the_best_pick_is_the_seat_and_pair_with_opposite_results() -> None:
    lines = ["1r300 2c / 2b400 1r4700 2c", "1r300 2c / 2b400 1f", "1r300 2c / 2b400 1f"]
    made = deal(KINGS, BOARD, lines)
    assert results(made, 1) == [5000, -300, -300]
    found = best(made)
    assert (found.seat, found.street, found.gap) == (1, "flop", 5300)
    assert found.pairing == ("2", "1")
    assert found.components["signs"].reason == "one table won, the other lost"


def test_the_id_depends_on_the_spot_and_its_two_moves_only() -> None:
    lines = ["1r300 2c / 2b400 1r4700 2c", "1r300 2c / 2b400 1f"]
    two, three = best(deal(KINGS, BOARD, lines)), best(deal(KINGS, BOARD, [*lines, lines[1]]))
    assert re.fullmatch("[a-z2-7]{6}", two.id)
    assert three.id == two.id
    other = deal(KINGS, BOARD, lines)
    assert best(replace(other, key=other.key._replace(number=2))).id != two.id
    changed = [text.replace("2b400", "2b500") for text in lines]
    assert best(deal(KINGS, BOARD, changed)).id != two.id


def test_stakes_doubled_leave_the_id_and_the_merit() -> None:
    lines = ["1r300 2c / 2b400 1r4700 2c", "1r300 2c / 2b400 1f"]
    double = NO_LIMIT.model_copy(update={"small_blind": 100, "big_blind": 200})
    dear = [re.sub(r"(?<=[br])\d+", lambda n: str(2 * int(n[0])), text) for text in lines]
    usual, dearer = deal(KINGS, BOARD, lines), deal(KINGS, BOARD, dear, 10_000, double)
    assert best(dearer).id == best(usual).id
    assert best(dearer).merit == pytest.approx(best(usual).merit)


def test_tables_at_other_stakes_share_a_fork_whose_pot_is_in_big_blinds() -> None:
    """Both called a raise to 3 big blinds; a bet of 4 makes 10. The cap is 50 big blinds."""
    lines = ["1r300 2c / 2b400 1r4700 2c", "1r600 2c / 2b800 1f"]
    double = NO_LIMIT.model_copy(update={"small_blind": 100, "big_blind": 200})
    dear = deal(KINGS, BOARD, ["1f", lines[1]], 10_000, double).plays[1]
    cheap = deal(KINGS, BOARD, lines[:1])
    for plays in ((*cheap.plays, dear), (dear, *cheap.plays)):
        found = best(replace(cheap, plays=plays))
        assert (found.kind, found.pot, found.to_call, found.gap) == ("fork", 10, 4, 53)
        assert found.components["stake"].value == pytest.approx(14 / 100)
        assert found.components["drama"].reason == "all in, showdown"


def test_beside_a_table_under_other_rules_the_pot_is_in_big_blinds() -> None:
    lines = ["1r300 2c / 2b400 1r4700 2c", "1r300 2c / 2b400 1f"]
    made = deal(KINGS, BOARD, lines)
    assert (best(made).pot, best(made).to_call) == (1000, 400), "alone in chips"
    pot_limit = NO_LIMIT.model_copy(update={"betting": "pot-limit"})
    third = deal(KINGS, BOARD, ["1f", "1f", "1r300 2f"], game=pot_limit).plays[2]
    found = best(replace(made, plays=(*made.plays, third)))
    assert (found.pot, found.to_call) == (10, 4)


def test_ids_with_the_same_start_are_longer() -> None:
    assert shortened(["abcdefgh", "abcdefgi", "zzzzzzzz"]) == ["abcdefgh", "abcdefgi", "zzzzzz"]


def test_different_stacks_make_spots_nearly_the_same_not_a_fork() -> None:
    lines = ["1r300 2c" + DOWN, "1r300 2f"]
    made = deal(KINGS, BOARD, lines)
    deep = replace(made.plays[1], stacks=dict.fromkeys(made.plays[1].stacks, 20_000))
    found = compare(replace(made, plays=(made.plays[0], deep)))
    assert (found.forks, found.picks) == ((), ())
    (spot,) = found.parallel
    assert (spot.seat, spot.stacks_differ, spot.distance) == (2, True, 0)
    assert [list(reached.moves) for reached in spot.spots] == [["1"], ["2"]]


def test_effective_stacks_are_cut_to_the_cap_or_to_the_largest_other_stack() -> None:
    made = deal({1: "KcKs", 2: "JhJc", 3: "7h2d"}, BOARD, ["1f 2f"])
    play = replace(made.plays[0], stacks={1: 9000, 2: 4000, 3: 6000})
    assert effective_stacks(play)[0] == ((1, "60"), (2, "40"), (3, "60"))
    # seat 1 has folded: 3 can lose what 2 has
    assert effective_stacks(play)[1] == ((2, "40"), (3, "40"))
    capped = replace(play, game=play.game.model_copy(update={"cap": 5000}))
    assert effective_stacks(capped)[0] == ((1, "50"), (2, "40"), (3, "50"))


def test_a_large_pot_that_all_played_alike_is_a_pick_of_the_losing_seat() -> None:
    made = deal(KINGS, BOARD, ["1r300 2r1000 1r5000 2c"] * 3)
    found = best(made)
    assert (found.kind, found.seat, found.tables) == ("same line", 2, ("1", "2", "3"))
    assert (found.branches, found.fork, found.gap) == ((), None, 0)
    assert found.history == made.plays[0].line
    assert compare(deal(KINGS, BOARD, ["1r300 2f"] * 3)).picks == ()


def branch(results: dict[str, int]) -> Branch:
    return Branch(Move("flop", 1, "call", 400), tuple(results), results)


@pytest.mark.parametrize(
    ("results", "near"),
    [
        ({"a": 0, "b": 100, "c": 5000}, ("a", "b")),
        ({"a": 0, "b": 300, "c": 600}, ("a", "b", "c")),
        ({"a": 0, "b": 301, "c": 602}, ("b",)),
        ({"a": -5000, "b": 5000}, ("a", "b")),
    ],
)
def test_typical_is_within_three_big_blinds_of_the_median(
    results: dict[str, int], near: tuple[str, ...]
) -> None:
    assert typical(branch(results), 100) == near


def seated(made: Deal, teams: str, name: str) -> dict[str, Play]:
    """The plays with a team in seat 1 and one in seat 2, a letter each."""
    play = made.plays[int(name) - 1]
    players = {seat: Player(name=f"{name}-{seat}", team=teams[seat - 1]) for seat in (1, 2)}
    return {name: replace(play, players=players)}


def test_two_tables_with_the_same_reply_then_pictures_players_and_teams() -> None:
    """Seat 2 chooses: tables 1 and 2 raise, table 3 and 4 call; 1 and 3 check afterwards."""
    lines = ["1c 2r300 1c" + DOWN, "1c 2r300 1f", "1c 2x" + DOWN, "1c 2x / 2b100 1f"]
    made = deal(KINGS, BOARD, lines)
    plays = seated(made, "AB", "1") | seated(made, "CA", "3") | seated(made, "CD", "4")
    assert two_tables(["1"], ["3", "4"], 1, plays) == ("1", "4"), "four teams"
    assert two_tables(["1"], ["3", "4"], 1, plays, featured=["3-1"]) == ("1", "3")
    chosen = two_tables(["1"], ["3", "4"], 1, plays, pictured=["4"], featured=["3-1"])
    assert chosen == ("1", "4")
    replied = plays | {"3": replace(plays["3"], line=line("1c 2x 1c"))}
    assert two_tables(["1"], ["3", "4"], 1, replied, pictured=["4"]) == ("1", "3")


def test_all_in_by_posting_a_blind_counts_as_all_in() -> None:
    made = deal(KINGS, BOARD, ["1r300 2c" + DOWN])
    short = replace(
        made.plays[0], stacks={1: 5000, 2: 100}, line=line("1c"), result={1: 100, 2: -100}
    )
    output = Replays(replace(made, plays=(short,)))["1"]
    assert all_in_seats(output) == {2}
    assert all_in_seats(Replays(made)["1"]) == frozenset()


def equity(parts: int) -> Equity:
    return Equity("all cards", 1, 0, 0, parts)


def test_a_tie_is_no_favourite() -> None:
    assert favourite({1: equity(1300), 2: equity(1220)}) == {1}
    assert favourite({1: equity(1260), 2: equity(1260)}) == set()
    assert favourite({1: equity(2520)}) == set(), "nobody else is left"

"""Tournaments and prizes at their edges (RULES H7)."""

from fractions import Fraction

import pytest

from producer.games.levels import Level, by_eliminations
from producer.games.prizes import BuyIn, Finish, finishes, parse_buy_in, season
from producer.games.tournament import (
    NotNow,
    Tournament,
    TournamentRules,
    finish_hand,
    open_tournament,
    rebuy,
    results,
    start_hand,
)


def opened(prizes: tuple[int, ...] = (50, 20, 10)) -> Tournament:
    rules = TournamentRules(BuyIn(1000, 200), 2000, by_eliminations(Level(25, 50)), prizes)
    return open_tournament(rules, ["Ana", "Bea", "Cai", "Dan"])


def played(tournament: Tournament, result: dict[str, int]) -> Tournament:
    return finish_hand(start_hand(tournament), result)


@pytest.mark.parametrize(
    ("first_hand", "places"),
    [
        ({"Ana": 500, "Bea": -500}, {"Dan": 1, "Ana": 2, "Cai": 3, "Bea": 4}),
        ({"Ana": -500, "Bea": 1000, "Cai": -500}, {"Dan": 1, "Bea": 2, "Ana": 3, "Cai": 3}),
    ],
)
def test_of_players_out_in_one_hand_the_larger_stack_places_higher(
    first_hand: dict[str, int], places: dict[str, int]
) -> None:
    before = played(opened(), first_hand)
    lost = {name: -before.chips[name] for name in ("Ana", "Bea", "Cai")}
    found = results(played(before, {**lost, "Dan": 6000}))
    assert {name: finish.place for name, finish in found.items()} == places


def test_prizes_that_rise_with_the_place_are_refused() -> None:
    with pytest.raises(ValueError, match="a worse place would win more"):
        opened((20, 50))


@pytest.mark.parametrize(("won", "sum_"), [({"Ana": 1}, 1), ({"Ana": 50, "Bea": -51}, -1)])
def test_results_that_are_one_chip_off_are_refused(won: dict[str, int], sum_: int) -> None:
    with pytest.raises(ValueError, match=rf"add up to {sum_}, not to 0"):
        played(opened(), won)


def test_whole_amounts_are_integers_and_parts_are_fractions() -> None:
    level = finishes([["Ana"], ["Bea", "Cai"], ["Dan", "Eva"]], (50, 20, 10, 5, 0))
    assert (level["Bea"], level["Dan"]) == (Finish(2, 15), Finish(4, Fraction(5, 2)))
    assert isinstance(level["Bea"].prize, int)
    halves = {"Ana": Finish(1, Fraction(5, 2))}
    (line,) = season([halves, halves])
    assert line.prize == 5
    assert isinstance(line.prize, int)


def test_a_buy_in_without_costs() -> None:
    assert parse_buy_in("10") == BuyIn(10, 0)


def test_the_rebuy_phase_is_over_at_its_last_second() -> None:
    rules = TournamentRules(
        BuyIn(1000, 200), 2000, by_eliminations(Level(25, 50)), (50, 20, 10), rebuys=60.0
    )
    started = start_hand(open_tournament(rules, ["Ana", "Bea", "Cai", "Dan"]))
    broke = finish_hand(started, {"Ana": -2000, "Bea": 2000}, seconds=59.9)
    assert rebuy(broke, "Ana", seconds=59.9).chips["Ana"] == 2000
    with pytest.raises(NotNow, match="the re-buy phase is over"):
        rebuy(broke, "Ana", seconds=60.0)


def test_every_player_may_win_a_prize() -> None:
    assert len(opened((40, 30, 20, 10)).chips) == 4
    with pytest.raises(ValueError, match="5 prizes for 4 players"):
        opened((40, 30, 20, 9, 1))


@pytest.mark.parametrize("stack", [0, -1])
def test_players_start_with_chips(stack: int) -> None:
    prizes, levels = BuyIn(1000, 200), by_eliminations(Level(25, 50))
    with pytest.raises(ValueError, match=f"cannot start with {stack} chips"):
        open_tournament(TournamentRules(prizes, stack, levels, (1,)), ["Ana", "Bea"])
    one_chip = open_tournament(TournamentRules(prizes, 1, levels, (1,)), ["Ana", "Bea"])
    assert one_chip.chips == {"Ana": 1, "Bea": 1}

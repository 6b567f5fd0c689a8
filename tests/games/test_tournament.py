"""Tournaments and cash tables of the tour (RULES H7, H8)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from producer.games import cash
from producer.games.levels import Level, by_eliminations, by_time
from producer.games.prizes import (
    LAST_MAN_STANDING,
    BuyIn,
    Finish,
    finishes,
    parse_buy_in,
    points_then_money,
    prize_table,
    season,
)
from producer.games.tournament import (
    NotNow,
    Tournament,
    TournamentRules,
    ended,
    finish_hand,
    open_tournament,
    prizes,
    rebuy,
    results,
    settle,
    start_hand,
)

EURO = 100
FIRST = Level(25, 50)  # 0.25 / 0.50 euros in cents

BARBARISMO = (
    "Canada", "Inglaterra", "Letonia", "Iran", "Lituania", "Francia", "Kosovo", "Israel",
)  # fmt: skip
NAVAL = ("Canada", "Lituania", "Iran", "Kosovo", "Letonia", "Tanzania")
"""The final tables of the two opens, as the tour published them."""


def rules(**changes: object) -> TournamentRules:
    usual: dict[str, object] = {
        "buy_in": BuyIn(10 * EURO, 2 * EURO),
        "stack": 2000,
        "rise": by_eliminations(FIRST),
        "prizes": (50, 20, 10),
    }
    return TournamentRules(**{**usual, **changes})


def knocked_out(tournament: Tournament, loser: str, winner: str, seconds: float = 0) -> Tournament:
    """One hand in which ``winner`` takes all that ``loser`` has."""
    playing = start_hand(tournament, seconds)
    lost = playing.chips[loser]
    return finish_hand(playing, {loser: -lost, winner: lost}, seconds)


def played_out(final: tuple[str, ...], own: TournamentRules) -> Tournament:
    """An open that ends as ``final``: the last is knocked out first, always by the winner."""
    tournament = open_tournament(own, sorted(final))
    for loser in reversed(final[1:]):
        tournament = knocked_out(tournament, loser, final[0])
    return tournament


def test_h7_blinds_double_each_time_two_more_are_out() -> None:
    """8 players 0.25/0.50, 6 left 0.50/1, 4 left 1/2."""
    rise = by_eliminations(FIRST)
    levels = {left: rise(8, left, 0) for left in range(8, 1, -1)}
    assert levels == {
        8: FIRST, 7: FIRST, 6: Level(50, 100), 5: Level(50, 100), 4: Level(100, 200),
        3: Level(100, 200), 2: Level(200, 400),
    }  # fmt: skip


def test_h7_blinds_by_time_with_an_ante() -> None:
    levels = (FIRST, Level(50, 100), Level(75, 150, 25))
    rise = by_time(levels, seconds=1200)
    assert [rise(8, 8, at) for at in (0, 1199.9, 1200, 2400, 9999)] == [
        levels[0], levels[0], levels[1], levels[2], levels[2],
    ]  # fmt: skip


def test_h7_h8_the_level_rises_only_from_the_next_hand() -> None:
    tournament = open_tournament(rules(), BARBARISMO)
    tournament = knocked_out(tournament, "Israel", "Canada")
    playing = start_hand(tournament)
    assert playing.level == FIRST
    after = finish_hand(playing, {"Kosovo": -2000, "Canada": 2000})
    assert (len(after.chips), after.level) == (6, FIRST)
    assert start_hand(after).level == Level(50, 100)


def test_h7_all_players_start_with_the_same_stack() -> None:
    assert set(open_tournament(rules(stack=1500), NAVAL).chips.values()) == {1500}


def test_h7_open_del_barbarismo() -> None:
    """4 January: 8 players, 10 euros, prizes 50, 20 and 10."""
    own = rules(buy_in=BuyIn(10 * EURO))
    tournament = played_out(BARBARISMO, own)
    assert ended(tournament)
    assert prizes(tournament) == (50 * EURO, 20 * EURO, 10 * EURO)
    assert tournament.level == Level(200, 400)
    got = results(tournament)
    assert [(player, got[player].place) for player in BARBARISMO] == [
        (player, place) for place, player in enumerate(BARBARISMO, start=1)
    ]
    assert [got[player].prize for player in BARBARISMO] == [5000, 2000, 1000, 0, 0, 0, 0, 0]


def test_h7_open_de_naval() -> None:
    """23 February: 6 players, 5 euros, prizes 20 and 10."""
    tournament = played_out(NAVAL, rules(buy_in=BuyIn(5 * EURO), prizes=(20, 10)))
    got = results(tournament)
    assert {player: (own.place, own.prize) for player, own in got.items()} == {
        "Canada": (1, 2000), "Lituania": (2, 1000), "Iran": (3, 0), "Kosovo": (4, 0),
        "Letonia": (5, 0), "Tanzania": (6, 0),
    }  # fmt: skip


def test_h7_the_season_by_prize_money_then_best_place() -> None:
    first = finishes([[player] for player in BARBARISMO], (50, 20, 10))
    second = finishes([[player] for player in NAVAL], (20, 10))
    table = season([first, second])
    assert [(line.rank, line.player, line.prize, line.best, line.opens) for line in table] == [
        (1, "Canada", 70, 1, 2),
        (2, "Inglaterra", 20, 2, 1),
        (3, "Lituania", 10, 2, 2),
        (4, "Letonia", 10, 3, 2),
        (5, "Iran", 0, 3, 2),
        (6, "Kosovo", 0, 4, 2),
        (7, "Francia", 0, 6, 1),
        (7, "Tanzania", 0, 6, 1),
        (9, "Israel", 0, 8, 1),
    ]


def test_h7_the_season_by_points_is_a_setting() -> None:
    """Barbarismo 8 to 1 points, Naval 6 to 1: Iran 5 + 4 is before Lituania's 4 + 5 by nothing."""
    first = finishes([[player] for player in BARBARISMO], (50, 20, 10))
    second = finishes([[player] for player in NAVAL], (20, 10))
    table = season([first, second], points_then_money)
    assert [(line.rank, line.player, line.points) for line in table[:4]] == [
        (1, "Canada", 14), (2, "Lituania", 9), (3, "Iran", 9), (4, "Letonia", 8),
    ]  # fmt: skip


def test_h7_buy_in_split_ten_and_two() -> None:
    assert parse_buy_in("10+2") == parse_buy_in("10 + 2") == BuyIn(pool=10, costs=2)
    assert parse_buy_in("10") == BuyIn(pool=10, costs=0)
    assert prizes(open_tournament(rules(), BARBARISMO)) == (5000, 2000, 1000)
    for text in ("", "ten", "10+", "-10", "10+2+1"):
        with pytest.raises(ValueError, match="not a buy-in"):
            parse_buy_in(text)


@pytest.mark.parametrize("shares", [(50, 20, 10), (40, 25, 15), (50, 30)])
def test_h7_the_sources_prize_tables_for_eight_players_of_ten(shares: tuple[int, ...]) -> None:
    assert prize_table(80, shares) == shares


def test_h7_winner_takes_all() -> None:
    got = results(played_out(BARBARISMO, rules(prizes=LAST_MAN_STANDING)))
    assert got["Canada"].prize == 8000
    assert sum(own.prize for own in got.values()) == 8000


def test_h7_the_remainder_goes_to_the_first_place() -> None:
    assert prize_table(100, (50, 20, 10)) == (63, 25, 12)
    for wrong in ((), (50, 0), (10, 20)):
        with pytest.raises(ValueError, match="place"):
            prize_table(80, wrong)


def test_h7_of_two_out_in_one_hand_the_larger_stack_places_higher() -> None:
    tournament = open_tournament(rules(), ["Ana", "Bea", "Cai", "Dan"])
    tournament = finish_hand(start_hand(tournament), {"Ana": -500, "Bea": 500})
    playing = start_hand(tournament)
    after = finish_hand(playing, {"Ana": -1500, "Bea": -2500, "Dan": 4000})
    assert after.out == (("Ana",), ("Bea",))
    got = results(after)
    assert (got["Bea"], got["Ana"]) == (Finish(3, 500), Finish(4, 0))
    assert "Cai" not in got


def test_h7_out_in_one_hand_with_equal_stacks_place_and_prize_are_shared() -> None:
    tournament = start_hand(open_tournament(rules(), ["Ana", "Bea", "Cai", "Dan"]))
    after = finish_hand(tournament, {"Ana": -2000, "Bea": -2000, "Dan": 4000})
    got = results(after)
    assert got["Ana"] == got["Bea"] == Finish(3, 250)
    odd = finishes([["w"], ["x", "y"]], (50, 20, 11))
    assert odd["x"].prize == Fraction(31, 2)


def test_h7_by_prize_ends_with_as_many_as_prizes_ranked_by_chips() -> None:
    tournament = open_tournament(rules(end="by prize"), BARBARISMO[:5])
    tournament = knocked_out(tournament, "Lituania", "Canada")
    assert not ended(tournament)
    tournament = finish_hand(
        start_hand(tournament), {"Iran": -2000, "Letonia": 2500, "Canada": -500}
    )
    assert ended(tournament)
    got = results(tournament)
    assert {player: own.place for player, own in got.items()} == {
        "Letonia": 1, "Canada": 2, "Inglaterra": 3, "Iran": 4, "Lituania": 5,
    }  # fmt: skip
    assert got["Letonia"].prize == 3125  # 50 of 80 shares of 50 euros
    with pytest.raises(NotNow, match="over"):
        start_hand(tournament)


def test_h7_by_prize_players_tied_on_chips_share() -> None:
    tournament = open_tournament(rules(end="by prize", prizes=(2, 1)), ["Ana", "Bea", "Cai"])
    playing = start_hand(tournament)
    after = finish_hand(playing, {"Cai": -2000, "Ana": 1000, "Bea": 1000})
    assert results(after)["Ana"] == results(after)["Bea"] == Finish(1, 1500)


def test_h7_rebuys_in_the_phase_make_the_pool_larger() -> None:
    tournament = open_tournament(rules(rebuys=3600.0), BARBARISMO)
    tournament = knocked_out(tournament, "Israel", "Canada", seconds=60)
    assert not tournament.out
    tournament = rebuy(tournament, "Israel", seconds=90)
    assert tournament.chips["Israel"] == 2000
    assert prizes(tournament) == (5625, 2250, 1125)  # 90 euros as 50 : 20 : 10


def test_h7_a_player_who_does_not_rebuy_is_out_when_the_next_hand_starts() -> None:
    tournament = open_tournament(rules(rebuys=3600.0), BARBARISMO)
    tournament = knocked_out(tournament, "Israel", "Canada", seconds=60)
    tournament = start_hand(tournament, seconds=120)
    assert tournament.out == (("Israel",),)
    with pytest.raises(NotNow, match="a hand is being played"):
        rebuy(tournament, "Israel", seconds=130)
    tournament = finish_hand(tournament, {}, seconds=150)
    with pytest.raises(NotNow, match="only a player who has just gone broke"):
        rebuy(tournament, "Israel", seconds=160)
    with pytest.raises(NotNow, match="only a player who has just gone broke"):
        rebuy(tournament, "Canada", seconds=160)


def test_h7_after_the_rebuy_phase_a_broke_player_is_out_at_once() -> None:
    tournament = open_tournament(rules(rebuys=3600.0), BARBARISMO)
    tournament = knocked_out(tournament, "Israel", "Canada", seconds=3600)
    assert tournament.out == (("Israel",),)
    with pytest.raises(NotNow, match="phase is over"):
        rebuy(tournament, "Israel", seconds=3601)


def test_h7_a_heads_up_in_the_rebuy_phase_ends_only_without_a_rebuy() -> None:
    tournament = open_tournament(rules(rebuys=60.0, prizes=(1,)), ["Ana", "Bea"])
    tournament = knocked_out(tournament, "Ana", "Bea", seconds=1)
    assert not ended(tournament)
    assert ended(settle(tournament))
    with pytest.raises(NotNow, match="over"):
        start_hand(tournament, seconds=2)


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ({"Canada": 10}, "add up to 10"),
        ({"Canada": 2001, "Iran": -2001}, "Iran had 2000 chips and cannot lose 2001"),
        ({"Canada": 5, "Peru": -5}, "Peru is not in the tournament"),
    ],
)
def test_impossible_results_are_refused(result: dict[str, int], reason: str) -> None:
    playing = start_hand(open_tournament(rules(), BARBARISMO))
    with pytest.raises(ValueError, match=reason):
        finish_hand(playing, result)


def test_a_hand_finishes_once_and_impossible_rules_are_refused() -> None:
    fresh = open_tournament(rules(), BARBARISMO)
    with pytest.raises(NotNow, match="no hand is being played"):
        finish_hand(fresh, {})
    with pytest.raises(NotNow, match="a hand is being played"):
        start_hand(start_hand(fresh))
    for players, own in (
        (["Ana"], rules()),
        (["Ana", "Ana"], rules()),
        (["Ana", "Bea"], rules()),
        (["Ana", "Bea", "Cai"], rules(stack=0)),
    ):
        with pytest.raises(ValueError, match=r"player|start"):
            open_tournament(own, players)
    with pytest.raises(ValueError, match="every 0"):
        by_eliminations(FIRST, 0)
    with pytest.raises(ValueError, match="one level"):
        by_time((), 60)
    with pytest.raises(ValueError, match="0 seconds"):
        by_time((FIRST,), 0)


@given(st.integers(3, 9), st.randoms(use_true_random=False))
def test_h7_chips_and_money_are_conserved_and_places_are_all_given(n: int, lots: object) -> None:
    players = [f"P{number}" for number in range(n)]
    tournament = open_tournament(rules(), players)
    while not ended(tournament):
        tournament = start_hand(tournament)
        loser, winner = lots.sample(sorted(tournament.chips), 2)
        lost = lots.choice([tournament.chips[loser], tournament.chips[loser] // 2])
        tournament = finish_hand(tournament, {loser: -lost, winner: lost})
        assert sum(tournament.chips.values()) == n * 2000
    got = results(tournament)
    assert sorted(own.place for own in got.values()) == list(range(1, n + 1))
    assert sum(own.prize for own in got.values()) == n * 1000


def test_h8_cash_buys_between_hands_only() -> None:
    table = cash.buy(cash.buy(cash.CashTable({}, FIRST), "Ana", 1000), "Bea", 500)
    playing = cash.start_hand(table)
    with pytest.raises(NotNow, match="Ana cannot buy chips: a hand is being played"):
        cash.buy(playing, "Ana", 1000)
    after = cash.finish_hand(playing, {"Ana": 500, "Bea": -500})
    with pytest.raises(NotNow, match="two players with chips"):
        cash.start_hand(after)
    assert cash.buy(after, "Bea", 300).chips == {"Ana": 1500, "Bea": 300}


def test_h8_cash_blinds_rise_only_from_the_next_hand() -> None:
    table = cash.CashTable({"Ana": 1000, "Bea": 1000}, FIRST)
    playing = cash.set_blinds(cash.start_hand(table), Level(50, 100))
    assert playing.level == FIRST
    assert cash.finish_hand(playing, {}).level == Level(50, 100)
    assert cash.set_blinds(table, Level(50, 100)).level == Level(50, 100)


def test_h8_impossible_cash_results_are_refused() -> None:
    table = cash.CashTable({"Ana": 1000, "Bea": 1000}, FIRST)
    with pytest.raises(NotNow, match="no hand"):
        cash.finish_hand(table, {})
    with pytest.raises(NotNow, match="already"):
        cash.start_hand(cash.start_hand(table))
    with pytest.raises(ValueError, match="Bea had 1000"):
        cash.finish_hand(cash.start_hand(table), {"Bea": -1001, "Ana": 1001})
    with pytest.raises(ValueError, match="Cai is not at the table"):
        cash.finish_hand(cash.start_hand(table), {"Bea": -10, "Cai": 10})
    with pytest.raises(ValueError, match="3 more chips were won than lost"):
        cash.finish_hand(cash.start_hand(table), {"Bea": -10, "Ana": 13})
    raked = cash.finish_hand(cash.start_hand(table), {"Bea": -10, "Ana": 7})
    assert raked.chips == {"Ana": 1007, "Bea": 990}
    with pytest.raises(ValueError, match="0 chips"):
        cash.buy(table, "Ana", 0)

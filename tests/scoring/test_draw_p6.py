"""The seat draw and the orders of deals (RULES P6, P8)."""

import json
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import GUIDE_ROWS

from producer.scoring.draw import CannotDraw, Draw, acts_after, draw, meetings
from producer.scoring.draw_check import check_draw
from producer.scoring.draw_file import UnreadableDraw, draw_answer, draw_of, read_draw

GUIDE = Draw(
    teams=tuple("DBFCAE"),
    direction="descending",
    seats={table: dict(enumerate(row, start=1)) for table, row in GUIDE_ROWS.items()},
)
FOURTEEN = [f"Team {n}" for n in range(1, 15)]

JACKS_AGAINST_KINGS = {"1": "CB", "2": "FD", "3": "BE", "4": "DA", "5": "EC", "6": "AF"}
"""The guide's text: whose jacks in seat 3 are against whose kings in seat 5, table by table."""


def test_p6_exactly_one_full_draw_satisfies_the_guides_statements() -> None:
    """Exhaustive: all 720 seatings of every table, all combinations of those that fit."""
    fitting = []
    for table, (jacks, kings) in JACKS_AGAINST_KINGS.items():
        own = []
        for row in permutations("ABCDEF"):
            after = {row[n]: row[(n + 1) % 6] for n in range(6)}  # action goes from 6 down to 1
            said = (row[2], row[4]) == (jacks, kings)
            if said and (after["B"], after["F"], after["C"]) == ("D", "B", "F"):
                own.append(row)
        assert own, table
        fitting.append(own)
    full = [
        rows for rows in product(*fitting)
        if all(len({row[seat] for row in rows}) == 6 for seat in range(6))
    ]  # fmt: skip
    assert [["".join(row) for row in rows] for rows in full] == [list(GUIDE_ROWS.values())]


def test_p6_the_guides_draw_is_a_draw() -> None:
    assert check_draw(GUIDE) == ()
    for row in GUIDE.seats.values():
        after = acts_after(row, "descending")
        assert (after["B"], after["F"], after["C"]) == ("D", "B", "F")


@given(
    st.integers(2, 10),
    st.integers(0, 10**9),
    st.sampled_from(["ascending", "descending"]),
)
def test_p6_as_many_seats_as_teams_is_a_cyclic_latin_square(n: int, seed: int, way: str) -> None:
    teams = [f"T{number}" for number in range(n)]
    got = draw(teams, seed, seats=n, direction=way, deals=4)
    assert sorted(got.teams) == sorted(teams)
    for row in got.seats.values():
        assert sorted(row) == list(range(1, n + 1))
        assert sorted(row.values()) == sorted(teams)
        # Independent of acts_after: one seat on in the direction of play sits the next team.
        step = 1 if way == "ascending" else -1
        for seat, team in row.items():
            follower = row[(seat - 1 + step) % n + 1]
            assert got.teams[(got.teams.index(team) + 1) % n] == follower
    for seat in range(1, n + 1):
        assert sorted(row[seat] for row in got.seats.values()) == sorted(teams)
    assert check_draw(got) == ()


@pytest.mark.parametrize(
    ("teams", "fewest", "most"), [(14, 2, 3), (12, 2, 3), (7, 5, 5), (31, 1, 1)]
)
def test_p6_more_teams_than_seats_meet_as_evenly_as_arithmetic_allows(
    teams: int, fewest: int, most: int
) -> None:
    """14 at six seats: 14 x 15 pairs over 91 meetings is 2.3, so 2 or 3."""
    names = [f"T{number}" for number in range(teams)]
    got = draw(names, seed=5, deals=2)
    assert len(got.seats) == teams
    for row in got.seats.values():
        assert sorted(row) == [1, 2, 3, 4, 5, 6]
        assert len(set(row.values())) == 6
    for seat in range(1, 7):
        assert sorted(row[seat] for row in got.seats.values()) == sorted(names)
    met = meetings(got.seats)
    assert len(met) == teams * (teams - 1) // 2
    assert (min(met.values()), max(met.values())) == (fewest, most)
    assert sum(met.values()) == teams * 15
    assert check_draw(got) == ()


def test_p6_fourteen_teams_act_after_as_many_different_teams_as_they_have_tables() -> None:
    got = draw(FOURTEEN, seed=3, deals=2)
    rows = [acts_after(row, got.direction) for row in got.seats.values()]
    for team in FOURTEEN:
        before = [row[team] for row in rows if team in row]
        assert len(before) == len(set(before)) == 6


def test_a_seed_draws_the_same_again_and_another_seed_another() -> None:
    assert draw("ABCDEF", 7) == draw("ABCDEF", 7)
    assert draw("ABCDEF", 7) != draw("ABCDEF", 8)


def test_p8_every_table_plays_all_deals_in_an_order_of_its_own() -> None:
    got = draw("ABCDEF", 1, deals=75)
    assert len(set(got.orders.values())) == 6
    for order in got.orders.values():
        assert sorted(order) == list(range(1, 76))


def test_p8_in_blocks_of_fifteen_a_block_is_finished_before_the_next_begins() -> None:
    got = draw("ABCDEF", 1, deals=40, blocks=15)
    for order in got.orders.values():
        assert set(order[:15]) == set(range(1, 16))
        assert set(order[15:30]) == set(range(16, 31))
        assert set(order[30:]) == set(range(31, 41))
    assert len(set(got.orders.values())) == 6
    assert check_draw(got) == ()


def test_p8_too_few_deals_for_different_orders_is_not_a_fault() -> None:
    got = draw("ABC", 1, deals=2)
    assert check_draw(got) == ()
    assert len(set(got.orders.values())) == 2


def seated(table: str, **teams: str) -> Draw:
    row = {**GUIDE.seats[table], **{int(seat[1:]): team for seat, team in teams.items()}}
    return replace(GUIDE, seats={**GUIDE.seats, table: row})


def test_check_names_two_players_of_a_team_at_a_table() -> None:
    reasons = check_draw(seated("3", s1="F"))
    assert "table 3 has 2 players of F, in seats 1, 2" in reasons
    assert "seat 1 has F at tables 3, 4, and never C" in reasons


def test_check_names_teams_that_sit_in_a_seat_twice() -> None:
    reasons = check_draw(seated("2", s1="C", s2="A"))
    assert "seat 1 has C at tables 2, 3, and never A" in reasons
    assert "seat 2 has A at tables 1, 2, and never C" in reasons


def test_check_names_unknown_teams_missing_tables_and_uneven_seats() -> None:
    assert "table 1, seat 1: Z is not one of the teams" in check_draw(seated("1", s1="Z"))
    five = replace(GUIDE, seats={t: row for t, row in GUIDE.seats.items() if t != "6"})
    assert check_draw(five)[0].startswith("6 teams at 5 tables")
    bare = {**GUIDE.seats, "4": {s: t for s, t in GUIDE.seats["4"].items() if s != 6}}
    assert check_draw(replace(GUIDE, seats=bare))[0] == (
        "table 4 has seats 1, 2, 3, 4, 5, table 1 1, 2, 3, 4, 5, 6"
    )
    assert check_draw(Draw((), "ascending", {})) == ("0 teams: a draw needs at least two",)


def test_check_names_a_latin_square_in_which_the_team_before_changes() -> None:
    """Seats 1 and 2 exchanged everywhere: still a Latin square, no longer cyclic."""
    changed = {table: {**row, 1: row[2], 2: row[1]} for table, row in GUIDE.seats.items()}
    assert check_draw(replace(GUIDE, seats=changed)) == (
        "D acts after A at table 1 but after E at table 2; "
        "it should always act after the same team",
    )


def test_check_names_a_latin_square_of_another_kind() -> None:
    klein = {"1": "ABCD", "2": "BADC", "3": "CDAB", "4": "DCBA"}
    square = Draw(
        tuple("ABCD"), "ascending", {t: dict(enumerate(row, 1)) for t, row in klein.items()}
    )
    (reason,) = check_draw(square)
    assert reason == (
        "A acts after D at table 1 but after B at table 2; it should always act after the same team"
    )


def test_check_names_meetings_that_could_be_more_even() -> None:
    """Seven teams at tables of three: distances 1, 2, 4 meet everybody once, 0, 1, 2 do not."""

    def moved_on(offsets: tuple[int, ...]) -> Draw:
        rows = {
            str(t): {s: "ABCDEFG"[(t + o) % 7] for s, o in enumerate(offsets, 1)} for t in range(7)
        }
        return Draw(tuple("ABCDEFG"), "ascending", rows)

    assert check_draw(moved_on((1, 2, 4))) == ()
    (reason,) = check_draw(moved_on((0, 1, 2)))
    assert reason.endswith("a draw with 1 to 1 meetings exists")
    assert "meet at 2 tables" in reason


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ((1, 2, 3, 4, 4), "table 1 plays deal 4 2 times"),
        ((1, 2, 3, 4), "table 1 never plays deal 5"),
        ((3, 1, 2, 5, 4), "table 1 plays deal 3 in position 1, outside its block of 2 deals"),
    ],
)
def test_check_names_what_is_wrong_with_an_order(order: tuple[int, ...], reason: str) -> None:
    good = draw("ABC", 2, deals=5, blocks=2)
    assert reason in check_draw(replace(good, orders={**good.orders, "1": order}))


def test_an_empty_order_lacks_the_first_deal_and_goes_beyond_none() -> None:
    good = draw("ABC", 2, deals=5)
    (lacking, *_) = check_draw(replace(good, orders={**good.orders, "1": ()}))
    assert lacking == "table 1 never plays deal 1"


def test_p8_two_deals_are_enough_for_two_tables_to_differ() -> None:
    good = draw("AB", 2, deals=2)
    same = replace(good, orders=dict.fromkeys(good.orders, (1, 2)), seed=None)
    assert check_draw(same) == ("tables 1 and 2 play the deals in the same order",)


def test_check_names_tables_with_the_same_order_and_without_an_order() -> None:
    good = draw("ABC", 2, deals=5)
    same = replace(good, orders={**good.orders, "2": good.orders["1"]})
    assert check_draw(same) == ("tables 1 and 2 play the deals in the same order",)
    rest = {table: order for table, order in good.orders.items() if table != "3"}
    assert check_draw(replace(good, orders={**rest, "9": good.orders["3"]})) == (
        "table 3 has no order of deals", "table 9 has an order of deals but no seats",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("teams", "options", "reason"),
    [
        (["A"], {}, "a draw needs at least two"),
        (["A", "B", "A"], {}, "team A is named twice"),
        (["A", " "], {}, "no name"),
        (list("ABCD"), {"seats": 6}, "give at most 4 seats"),
        ([f"T{n}" for n in range(12)], {"seats": 11}, "2 to 10"),
        (list("ABC"), {"deals": 0}, "1 to 10000"),
        (list("ABC"), {"blocks": 0}, "a block has at least one"),
    ],
)
def test_impossible_draws_are_refused_in_words(
    teams: list[str], options: dict[str, int], reason: str
) -> None:
    with pytest.raises(CannotDraw, match=reason):
        draw(teams, 1, **options)


def test_a_draw_of_one_table_is_read_and_one_of_none_is_not() -> None:
    one = {"1": {"seats": {"1": "A", "2": "B"}}}
    assert draw_of(json.dumps({"tables": one})).seats == {"1": {1: "A", 2: "B"}}
    with pytest.raises(UnreadableDraw, match=r"^tables: "):
        draw_of(json.dumps({"tables": {}}))


@given(st.integers(2, 9), st.integers(0, 999), st.integers(1, 20), st.none() | st.integers(1, 6))
def test_a_written_draw_reads_back_the_same(n: int, seed: int, deals: int, blocks: int) -> None:
    made = draw([f"T{k}" for k in range(n)], seed, deals=deals, blocks=blocks)
    assert draw_of(json.dumps(draw_answer(made))) == made


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{", "the text"),
        ('{"tables": {"1": {"seats": {"1": "A", "1": "B"}}}}', "the text: the key 1 is twice"),
        ('{"tables": {"1": {"seats": {"01": "A"}}}}', "tables.1.seats.01"),
        ('{"tables": {"1": {"seats": {"1": "A"}, "order": [true]}}}', "tables.1.order.0"),
        ("{}", "tables"),
        ('{"tables": {}}', "tables"),
        ('{"tables": {"1": {"seats": {"0": "A"}}}}', "tables.1.seats.0"),
        ('{"tables": {"1": {"seats": {"1": "A"}, "order": [1.5]}}}', "tables.1.order.0"),
        ('{"direction": "up", "tables": {"1": {"seats": {"1": "A"}}}}', "direction"),
    ],
)
def test_an_unreadable_draw_file_is_refused_with_the_place(text: str, place: str) -> None:
    with pytest.raises(UnreadableDraw) as error:
        draw_of(text)
    assert str(error.value).startswith(place)


@pytest.mark.parametrize("way", ["ascending", "descending"])
@pytest.mark.parametrize(("teams", "seats"), [(6, 6), (9, 6)])
def test_check_draws_again_from_seed_and_direction(teams: int, seats: int, way: str) -> None:
    names = [f"T{number}" for number in range(teams)]
    good = draw(names, 17, seats=seats, direction=way, deals=12, blocks=4)
    assert check_draw(good) == ()
    assert check_draw(replace(good, seed=None)) == ()
    renamed = {f"Table {table}": row for table, row in good.seats.items()}
    orders = {f"Table {table}": order for table, order in good.orders.items()}
    assert check_draw(replace(good, seats=renamed, orders=orders)) == ()
    assert check_draw(replace(good, orders={})) == ()
    first, second = good.orders["1"], good.orders["2"]
    swapped = replace(good, orders={**good.orders, "1": second, "2": first})
    assert check_draw(swapped) == (
        "seed 17 draws different orders of deals; omit the seed if the draw was not made with it",
    )
    (other,) = check_draw(replace(good, seed=18))
    assert other.startswith("seed 18 draws different ")


def test_check_compares_the_direction_with_the_seed() -> None:
    good = draw("ABCDEF", 17, direction="ascending", deals=3)
    turned = replace(good, direction="descending", teams=good.teams[::-1])
    assert check_draw(turned) == ()  # the same order of action, told from its other end
    (other,) = check_draw(replace(good, direction="descending"))
    assert other.startswith("seed 17 draws different seats, descending")


def test_check_compares_the_number_of_deals() -> None:
    good = draw("ABC", 1, deals=6)
    result = draw_answer(good)
    assert "table 1 never plays deal 7" in check_draw(draw_of(json.dumps({**result, "deals": 75})))
    fewer = check_draw(draw_of(json.dumps({**result, "deals": 5})))
    assert "table 1 plays deal 6, but the last is 5" in fewer


@pytest.mark.parametrize("place", ["order", "deals", "blocks"])
def test_numbers_of_a_draw_file_have_bounds(place: str) -> None:
    result = draw_answer(draw("ABC", 1, deals=6))
    if place == "order":
        result["tables"]["1"]["order"][0] = 99_999_999_999
    else:
        result[place] = 99_999_999_999
    with pytest.raises(UnreadableDraw, match="less than or equal to 10000"):
        draw_of(json.dumps(result))


@pytest.mark.parametrize("seed", [-1, 2**63, 10**4000])
def test_the_seed_of_a_draw_file_has_bounds(seed: int) -> None:
    result = {**draw_answer(draw("ABC", 1, deals=6)), "seed": seed}
    with pytest.raises(UnreadableDraw, match="seed: "):
        draw_of(json.dumps(result))
    result["seed"] = 2**63 - 1
    assert draw_of(json.dumps(result)).seed == 2**63 - 1


def test_a_file_that_is_far_too_long_is_no_draw(tmp_path: Path) -> None:
    path = tmp_path / "draw.json"
    with path.open("wb") as file:
        file.truncate(17 << 20)
    with pytest.raises(UnreadableDraw, match="the file is longer than 16 MiB, and so no draw"):
        read_draw(path)

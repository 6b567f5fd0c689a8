"""Places and points of a seat (RULES P5)."""

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from producer.scoring.places import places, ranked, whole
from producer.scoring.standings import rank_teams

chips = st.one_of(
    st.integers(-5000, 25000), st.fractions(-5000, 25000, max_denominator=6), st.just(0)
)
scores = st.dictionaries(st.text("ABCDEFGHIJKLMN", min_size=1, max_size=2), chips, min_size=1)


def test_p5_six_players_get_six_to_one_points() -> None:
    got = places({"a": 300, "b": -20, "c": 10, "d": -400, "e": 0, "f": 110})
    assert {side: place.points for side, place in got.items()} == {
        "a": 6, "f": 5, "c": 4, "e": 3, "b": 2, "d": 1,
    }  # fmt: skip
    assert got["d"].rank == 6


def test_p5_tied_players_share_the_points_of_their_places_equally() -> None:
    got = places({"a": 50, "b": 50, "c": 0, "d": -30, "e": -30, "f": -40})
    assert (got["a"].points, got["b"].points) == (Fraction(11, 2), Fraction(11, 2))
    assert (got["a"].rank, got["b"].rank, got["c"].rank) == (1, 1, 3)
    assert (got["d"].points, got["e"].points, got["f"].points) == (
        Fraction(5, 2),
        Fraction(5, 2),
        1,
    )


def test_p5_three_tied_in_the_middle_share_places_two_to_four() -> None:
    got = places({"a": 9, "b": 1, "c": 1, "d": 1, "e": 0, "f": -12})
    assert [got[side].points for side in "bcd"] == [4, 4, 4]
    assert all(isinstance(got[side].points, int) for side in "bcd")


@given(scores)
def test_p5_the_points_of_a_seat_add_up(values: dict[str, int]) -> None:
    n = len(values)
    assert sum(place.points for place in places(values).values()) == n * (n + 1) // 2


@given(scores)
def test_p5_more_chips_are_never_worth_fewer_points(values: dict[str, int]) -> None:
    got = places(values)
    for (one, chips), (other, fewer) in product(values.items(), repeat=2):
        assert (chips > fewer) == (got[one].points > got[other].points)
        assert (chips > fewer) == (got[one].rank < got[other].rank)


@given(scores, st.randoms(use_true_random=False))
def test_p5_the_order_of_the_sides_does_not_matter(values: dict[str, int], lots: object) -> None:
    mixed = list(values.items())
    lots.shuffle(mixed)
    assert places(dict(mixed)) == places(values)


def test_p5_p13_the_2011_final_is_decided_by_chips() -> None:
    """Nations Cup 2011: Germany 24 points; Brazil and France 22, 6,350 chips to 4,620."""
    lines = rank_teams(
        {"France": 22, "Germany": 24, "Brazil": 22},
        {"France": 4620, "Germany": -11000, "Brazil": 6350},
    )
    assert [(line.rank, line.team) for line in lines] == [
        (1, "Germany"), (2, "Brazil"), (3, "France"),
    ]  # fmt: skip


def test_p5_teams_tied_on_points_and_chips_share_the_rank() -> None:
    lines = rank_teams({"b": 20, "a": 20, "c": 19}, {"b": -5, "a": -5, "c": 10})
    assert [(line.rank, line.team) for line in lines] == [(1, "a"), (1, "b"), (3, "c")]


def test_ranks_of_no_rows() -> None:
    assert ranked([], key=lambda row: row) == []


def test_whole_leaves_fractions_unchanged() -> None:
    assert whole(Fraction(9579, 2)) == Fraction(9579, 2)
    assert isinstance(whole(Fraction(4, 2)), int)

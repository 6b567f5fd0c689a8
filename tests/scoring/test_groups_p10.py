"""Several sessions and groups, and the final (RULES P10)."""

import pytest
from made import deal_of, pairs_of

from producer.games.line import Deal
from producer.scoring import Standings, standings, tally_of
from producer.scoring.groups import NotDecided, by_group, finalists, over_sessions


def deal(
    teams: str, chips: tuple[int, ...], *, session: str = "s", group: str = "A", number: int = 1
) -> Deal:
    """One seat; the teams in the order of ``teams`` win ``chips``."""
    roster = pairs_of(teams, seats=1)
    won = dict(zip(teams, chips, strict=True))
    results = {table: {1: won[row[1].team]} for table, row in roster.items()}
    return deal_of(number, results, roster, session=session, group=group)


def group(name: str, teams: str, chips: tuple[int, ...]) -> Standings:
    return standings(tally_of([deal(teams, chips, group=name)]))


def test_p10_deals_are_scored_group_by_group() -> None:
    deals = [
        deal("DEF", (3, 2, 1), group="B"),
        deal("ABC", (3, 2, 1), number=2),
        deal("ABC", (1, 2, 3)),
        deal("ABC", (1, 2, 3), session="r"),
    ]
    found = by_group(deals)
    assert list(found) == [("r", "A"), ("s", "A"), ("s", "B")]
    assert [own.key.number for own in found["s", "A"]] == [1, 2]


def test_p10_the_group_winners_go_to_the_final() -> None:
    groups = [group("A", "ABC", (1, 9, 5)), group("B", "DEF", (7, 0, 3))]
    assert [(one.group, one.line.team) for one in finalists(groups)] == [("A", "B"), ("B", "D")]


def test_p10_three_of_each_of_two_groups_of_six_as_in_2011() -> None:
    groups = [
        group("A", "GSIUZD", (60, 50, 10, 5, 55, 0)),
        group("B", "FJABKH", (60, 0, 40, 50, 20, 10)),
    ]
    assert [one.line.team for one in finalists(groups, each=3)] == list("GFZBSA")


def test_p10_the_best_seconds_by_points_then_chips() -> None:
    groups = [
        group("A", "ABC", (9, 4, 1)),
        group("B", "DEF", (9, 5, 1)),
        group("C", "GHI", (9, 3, 1)),
    ]
    chosen = finalists(groups, others=1)
    assert [one.line.team for one in chosen] == ["A", "D", "G", "E"]


def test_p10_tied_teams_and_missing_deals_leave_the_final_open() -> None:
    with pytest.raises(NotDecided, match="A and B are tied on points and chips"):
        finalists([group("A", "ABC", (5, 5, 1))])
    assert len(finalists([group("A", "ABC", (5, 5, 1))], each=2)) == 2
    waiting = standings(tally_of([deal("ABC", (3, 2, 1))]), 2)
    with pytest.raises(NotDecided, match="group A: 1 deals are missing"):
        finalists([waiting])
    with pytest.raises(ValueError, match="has 3 teams, 4 are wanted"):
        finalists([group("A", "ABC", (3, 2, 1))], each=4)
    with pytest.raises(ValueError, match="3 more teams are wanted, the groups have 2"):
        finalists([group("A", "ABC", (3, 2, 1))], others=3)


def test_p10_the_whole_group_may_go_to_the_final_tied_or_not() -> None:
    tied = group("A", "ABC", (3, 3, 3))
    assert len(finalists([tied], each=3)) == 3
    assert [one.line.team for one in finalists([group("A", "ABC", (3, 2, 1))], others=2)] == [
        "A",
        "B",
        "C",
    ]


def test_several_sessions_add_points_and_chips() -> None:
    first = standings(tally_of([deal("ABC", (100, 2, 1))]))
    second = standings(tally_of([deal("ABC", (0, 5, 6), session="t")]))
    both = over_sessions([first, second])
    assert [(line.rank, line.team, line.points, line.chips) for line in both] == [
        (1, "A", 3 + 1, 100), (2, "B", 2 + 2, 7), (2, "C", 1 + 3, 7),
    ]  # fmt: skip


def test_a_phase_of_two_sessions_can_be_ranked_by_its_chips() -> None:
    both = [deal("ABC", (100, 2, 1)), deal("ABC", (0, 5, 6), session="t")]
    assert [(line.team, line.points) for line in standings(tally_of(both)).teams] == [
        ("A", 3), ("B", 1.5), ("C", 1.5),
    ]  # fmt: skip

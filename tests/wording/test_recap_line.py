"""What is said of the standings before a deal."""

from fractions import Fraction

import pytest

from producer.events import Team
from producer.scoring import Standings
from producer.scoring.standings import PlayerLine, TeamLine
from producer.scoring.tally import empty_tally
from producer.wording.recap_line import recap_line


def standings(
    teams: tuple[TeamLine, ...], players: tuple[PlayerLine, ...] = (), counted: int = 2
) -> Standings:
    tally = empty_tally("s", "A", {})
    return Standings("s", "A", "bb", teams, {}, players, {1: counted}, (), tally)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Before this deal: Spain 12.5, Greece 11, Ireland 9."),
        ("es", "Antes de esta mano: España 12,5, Grecia 11, Irlanda 9."),
        ("el", "Πριν από αυτή τη διανομή: Ισπανία 12,5, Ελλάδα 11, Ιρλανδία 9."),
    ],
)
def test_a_recap_names_the_best_three(language: str, said: str) -> None:
    points = {"ESP": Fraction(25, 2), "GRE": 11, "IRL": 9, "BRA": 3}
    ranked = [TeamLine(n, team, each, 0) for n, (team, each) in enumerate(points.items(), 1)]
    names = {"ESP": "Spain", "GRE": "Greece", "IRL": "Ireland", "BRA": "Brazil"}
    teams = {code: Team(name=name) for code, name in names.items()}
    assert recap_line(standings(tuple(ranked)), teams, language) == said


def test_a_team_that_is_not_listed_has_the_name_of_its_code() -> None:
    ranked = (TeamLine(1, "XYZ", 5, 0), TeamLine(2, "ESP", 4, 0))
    said = recap_line(standings(ranked), {"ESP": Team(name="Spain")})
    assert said == "Before this deal: XYZ 5, Spain 4."


def test_without_teams_players_are_named_with_their_chips() -> None:
    players = tuple(
        PlayerLine(rank, 1, str(rank), None, name, 9, chips, chips)
        for rank, (name, chips) in enumerate(
            {"Ada": 1250, "Bo": Fraction(1, 2), None: 0, "Cy": -3}.items(), 1
        )
    )
    assert recap_line(standings((), players), {}) == "Before this deal: Ada 1,250, Bo 0.5."


def test_nothing_is_said_where_nothing_counts() -> None:
    assert recap_line(standings((TeamLine(1, "A", 0, 0),), counted=0), {}) == ""
    assert recap_line(standings(()), {}) == ""

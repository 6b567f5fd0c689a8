"""Who is who on the graphics: teams by their full names, and in their colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from overlay.colour import team_colours
from overlay.theme import Theme
from producer.events import Player, Team
from producer.wording.team_labels import team_label, three_letters


@dataclass(frozen=True, slots=True)
class People:
    """Teams by key, a colour for each, and ``neutral`` for those without a team.

    ``language``: countries are named in it, as commentators name them.
    """

    teams: Mapping[str, Team]
    neutral: str
    colours: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"

    def colour(self, player: Player) -> str:
        return self.colours.get(player.team or "", self.neutral)

    def team(self, player: Player) -> str:
        """The team's full name, empty without a team."""
        return self.full(player.team) if player.team else ""

    def short(self, player: Player) -> str:
        """The team's three letters, for where its name leaves no room for the player's."""
        team = self.teams.get(player.team or "")
        return three_letters(team.name) if team else ""

    def full(self, key: str) -> str:
        """A team's full name, or ``key`` itself, a player's name, where it is no team.

        The spaces of a team's name do not break: a country takes no initials as a person does.
        """
        if key not in self.teams:
            return key
        return team_label(self.teams[key].name, self.language).replace(" ", "\N{NO-BREAK SPACE}")


def people(teams: Mapping[str, Team], theme: Theme, language: str = "en") -> People:
    given = {key: team.colour for key, team in teams.items()}
    return People(teams, theme.neutral, team_colours(given, theme.teams), language)

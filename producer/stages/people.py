"""Names and colours of teams and players on the graphics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from overlay.themes.colour import team_colours
from overlay.themes.flags import flag
from overlay.themes.pictures import Picture
from overlay.themes.theme import Theme
from producer.events import Player, Team
from producer.wording.names.team_labels import nation, team_label, three_letters


@dataclass(frozen=True, slots=True)
class People:
    """Teams and their colours by key; ``neutral`` is the colour of players without a team.

    ``language``: of country names. ``flags``: the theme's pictures of teams and nations.
    ``nations``: by the name of a player, the code of their own flag, ``none`` for no flag.
    """

    teams: Mapping[str, Team]
    neutral: str
    colours: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"
    flags: Mapping[str, Picture] = field(default_factory=dict)
    nations: Mapping[str, str] = field(default_factory=dict)

    def colour(self, player: Player) -> str:
        return self.colours.get(player.team or "", self.neutral)

    def team(self, player: Player) -> str:
        """The full name of the player's team, empty without one."""
        return self.full(player.team) if player.team else ""

    def short(self, player: Player) -> str:
        """The three letters of the player's team, used if its name leaves no room for the player's;
        empty if it has none."""
        return self.letters(player.team or "")

    def letters(self, key: str) -> str:
        """The three letters of a team, empty if it has none."""
        return three_letters(self.teams[key].name) if key in self.teams else ""

    def flag(self, player: Player) -> Picture | str:
        """The player's own flag, else the team's; empty without either."""
        own = self.nations.get(player.name)
        return self.flag_of(player.team or "") if own is None else self._of_nation(own)

    def flag_of(self, key: str) -> Picture | str:
        """The theme's picture of a team, else the code of its nation's flag; empty without
        either."""
        team = self.teams.get(key)
        code = (team.flag or nation(team.name)) if team else ""
        return self.flags.get(key) or self._of_nation(code)

    def _of_nation(self, code: str) -> Picture | str:
        return self.flags.get(code) or (code if flag(code) else "")

    def full(self, key: str) -> str:
        """A team's full name; ``key`` itself, then a player's name, if it is not a team.

        The spaces are no-break spaces, so that a country is not given initials as a person is.
        """
        if key not in self.teams:
            return key
        return team_label(self.teams[key].name, self.language).replace(" ", "\N{NO-BREAK SPACE}")


def people(teams: Mapping[str, Team], theme: Theme, language: str = "en") -> People:
    colours = team_colours({key: team.colour for key, team in teams.items()}, theme.teams)
    own = theme.pictures
    return People(teams, theme.neutral, colours, language, own.flags, own.nations)

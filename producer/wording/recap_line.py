"""What is said of the standings before a deal, where a segment begins with them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from babel.numbers import format_decimal

from producer.events import Team
from producer.scoring import Standings
from producer.wording.language import language as speak
from producer.wording.names.team_labels import team_label

_NAMED = 3
"""How many are named; the graphic has all."""


def recap_line(standings: Standings, teams: Mapping[str, Team], language: str = "en") -> str:
    """``Before this deal: Brazil 51, China 48.5, Finland 40.``: the best three, teams by points,
    players without teams by chips; ``""`` where nothing counts. Raises UnknownLanguage."""
    if not any(standings.counted.values()):
        return ""
    if standings.teams:
        best = [
            (
                team_label(teams[line.team].name if line.team in teams else line.team, language),
                line.points,
            )
            for line in standings.teams[:_NAMED]
        ]
    else:
        best = [
            (line.player or "", line.chips) for line in standings.players[:_NAMED] if line.player
        ]
    if not best:
        return ""
    said = ", ".join(f"{name} {_number(Fraction(value), language)}" for name, value in best)
    return speak(language).gettext("Before this deal: {standings}.").format(standings=said)


def _number(value: Fraction, language: str) -> str:
    return format_decimal(float(value), "#,##0.#", locale=language)

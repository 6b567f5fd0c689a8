"""The stage of two tables one above the other, 1080x1920, for phones: picture, cards, picture."""

from __future__ import annotations

from collections.abc import Mapping

from overlay import contexts
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison, Fork
from producer.events import Team
from producer.stages import words
from producer.stages.branches import decision_point, pair_at
from producer.stages.comparison_cut import OutcomeSeen, SideSeen, SplitSeen, split
from producer.stages.drawings import in_its_game
from producer.stages.moment import Moment
from producer.stages.n_up import board_places, price_parts, second_line
from producer.stages.people import People, people
from producer.stages.style import PLAIN, Style, signed_chips, with_unit

WIDTH, HEIGHT = 1080, 1920

UPRIGHT_PICTURES: dict[str, Box] = {
    "top": Box(0, 0, 1080, 608),
    "bottom": Box(0, 1316, 1080, 604),
}
"""The boxes of the two tables' pictures, which are shown whole, 16:9."""

_PLACES = ("top", "bottom")
_GRID = Box(0, 0, WIDTH, HEIGHT)
_GIVEN = Box(54, 842, 972, 236)
_PANELS = {"top": Box(54, 608, 972, 234), "bottom": Box(54, 1082, 972, 234)}
_BRACKET = Box(54, 608, 96, 708)
_DECISION = 108


def upright(
    comparison: Comparison,
    tables: tuple[str, ...],
    moment: Moment,
    fork: Fork | None = None,
    style: Style = PLAIN,
) -> Stage:
    """The upright stage of two tables; ``tables``: top, then bottom. Raises as ``two_up`` does."""
    point = decision_point(comparison, fork)
    pair = pair_at(comparison, point, tables, "an upright frame")
    own = in_its_game(style, comparison)
    return drawn(split(comparison, point, pair, moment), comparison.deal.teams, own)


def drawn(known: SplitSeen, teams: Mapping[str, Team], style: Style = PLAIN) -> Stage:
    """The stage of a cut with two sides."""
    who = people(teams, style.theme, style.say.code)
    holes = tuple((box.x, box.y, box.width, box.height) for box in UPRIGHT_PICTURES.values())
    alike = tuple(contexts.TextPart(text, False) for text in words.no_fork(known, style))
    paid = alike or (price_parts(known, style) if known.asks else ())
    given = contexts.Given(
        words.same_cards(style),
        words.held(known.cards),
        words.faces(known.board),
        paid,
        board_places(style),
    )
    top = _PANELS["top"].y + _PANELS["top"].height - _DECISION // 2 - _BRACKET.y
    bottom = _PANELS["bottom"].y + _PANELS["bottom"].height - _DECISION // 2 - _BRACKET.y
    edges = (_GIVEN.y - _BRACKET.y, _GIVEN.y + _GIVEN.height - _BRACKET.y)
    return Stage(
        WIDTH,
        HEIGHT,
        (
            Graphic("grid", "grid", contexts.Grid(holes, ()), _GRID),
            Graphic("given", "upright", given, _GIVEN),
            *(
                Graphic(
                    f"panel-{place}", "panel", _panel(side, known.blind, who, style), _PANELS[place]
                )
                for place, side in zip(_PLACES, known.sides, strict=True)
            ),
            *(
                [Graphic("bracket", "bracket", contexts.Bracket(top, edges, bottom), _BRACKET)]
                if known.parts
                else []
            ),
        ),
        style.theme,
    )


def _panel(side: SideSeen, blind: int, who: People, style: Style) -> contexts.Panel:
    shape, word, amount = words.decision(side.did, style, blind)
    outcome = side.outcome
    return contexts.Panel(
        team=who.team(side.player),
        player=side.player.name,
        colour=who.colour(side.player),
        second=second_line(side, blind, who, style),
        result=_result(outcome, blind, style) if outcome else None,
        shape=shape,
        word=word,
        amount=amount,
        short=who.short(side.player),
        tag=words.tag(side.did, style.say),
    )


def _result(outcome: OutcomeSeen, blind: int, style: Style) -> tuple[str, str, str]:
    place = outcome.place
    if place is None:
        return with_unit(signed_chips(outcome.chips, blind, style), blind, style), "", ""
    return (
        signed_chips(place.versus_average, blind, style),
        style.say.gettext("v average"),
        words.rank_of(place, style.say),
    )

"""The stage of two tables one above the other, 1080x1920, for phones: picture, cards, picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from overlay import contexts
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison, Fork
from producer.events import Team
from producer.stages import words
from producer.stages.branches import decision_point, pair_at
from producer.stages.comparison_cut import SideSeen, SplitSeen, split
from producer.stages.drawings import DRAWINGS, in_shared_frame
from producer.stages.moment import Moment
from producer.stages.people import People, people
from producer.stages.style import PLAIN, Style
from producer.stages.two_up import in_one_line, pot, question, result_texts

WIDTH, HEIGHT = 1080, 1920

UPRIGHT_PICTURES: dict[str, Box] = {
    "top": Box(0, 0, 1080, 608),
    "bottom": Box(0, 1316, 1080, 604),
}
"""The boxes of the two tables' pictures, which are shown whole, 16:9."""

_PLACES = ("top", "bottom")
_GRID = Box(0, 0, WIDTH, HEIGHT)
_GIVEN = Box(54, 842, 972, 236)
_BOARD = Box(390, 914, 580, 148)
_PANELS = {"top": Box(54, 596, 972, 246), "bottom": Box(54, 1082, 972, 246)}
_BRACKET = Box(54, 596, 96, 732)
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
    own = in_shared_frame(style, comparison)
    return drawn(split(comparison, point, pair, moment), comparison.deal.teams, own)


def drawn(known: SplitSeen, teams: Mapping[str, Team], style: Style = PLAIN) -> Stage:
    """The stage of a cut with two sides."""
    who = people(teams, style.theme, style.say.code)
    holes = tuple((box.x, box.y, box.width, box.height) for box in UPRIGHT_PICTURES.values())
    ahead = words.ahead(known, who, style)
    given = contexts.Given(
        words.same_cards(style),
        words.held(known.cards),
        in_one_line(question(known, style)),
        ahead if ahead and (ahead.amount or known.parts) else None,
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
                [Graphic("board", "board", contexts.Board(words.faces(known.board)), _BOARD)]
                if DRAWINGS[style.game].has_board
                else []
            ),
            *(
                Graphic(f"panel-{place}", "panel", _panel(side, known, who, style), _PANELS[place])
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


def _panel(side: SideSeen, known: SplitSeen, who: People, style: Style) -> contexts.Panel:
    blind = known.blind
    shape, word, amount = words.decision(side.did, style, blind)
    versus, held, opponent = words.opponent(side, who, style.say)
    panel = contexts.Panel(
        team=who.team(side.player),
        player=side.player.name,
        colour=who.colour(side.player),
        short=who.short(side.player),
        flag=who.flag(side.player),
        table=style.say.gettext("TABLE {name}").format(name=side.table),
        versus=versus,
        held=words.held(held),
        opponent=opponent,
        shape=shape,
        word=word,
        amount=amount,
        tag=words.tag(side.did, style.say),
        brief=f"{words.brief_word(side.did, style)} {amount}" if side.did and amount else "",
        asked="" if side.choice else words.asked(known, style),
    )
    if side.outcome:
        result, unit, place, ended = result_texts(side, blind, who, style)
        return replace(panel, result=result, unit=unit, place=place, ended=ended)
    if side.pot_now is not None:
        return replace(panel, pot=pot(side.pot_now, blind, style))
    return panel

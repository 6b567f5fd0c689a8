"""The stage of two tables one above the other, 1080x1920, for phones: picture, cards, picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from overlay import contexts
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison, Fork
from producer.events import Team
from producer.stages import words
from producer.stages.comparisons.branches import decision_point, pair_at
from producer.stages.comparisons.comparison_cut import SideSeen, SplitSeen, split
from producer.stages.comparisons.two_up import (
    headline,
    in_one_line,
    pot,
    price,
    question,
    result_texts,
)
from producer.stages.drawings import DRAWINGS, in_shared_frame
from producer.stages.moment import Moment
from producer.stages.people import People, people
from producer.stages.style import PLAIN, Style

WIDTH, HEIGHT = 1080, 1920

UPRIGHT_PICTURES: dict[str, Box] = {
    "top": Box(0, 0, 1080, 608),
    "bottom": Box(0, 1316, 1080, 604),
}
"""The boxes of the two tables' pictures, which are shown whole, 16:9."""

_PLACES = ("top", "bottom")
_GRID = Box(0, 0, WIDTH, HEIGHT)
_GIVEN = Box(54, 808, 972, 304)
_BOARD = Box(390, 880, 580, 148)
_PANELS = {"top": Box(54, 542, 972, 262), "bottom": Box(54, 1116, 972, 262)}
_BRACKET = Box(54, 542, 96, 836)
_DECISION, _DECISION_AT_END = 208, 132
"""The middle of a panel's decision, in pixels from its top."""


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
    label = words.same_cards(style)
    board_at = _BOARD.x - _GIVEN.x if DRAWINGS[style.game].has_board else 0
    given = contexts.Given(label, words.held(known.cards), board_at)
    key = "ahead" if headline(known, who, style) else "price"
    said = contexts.GivenCaption(*_said(known, who, style), label)
    top, bottom = (
        _PANELS[place].y - _BRACKET.y + (_DECISION_AT_END if side.outcome else _DECISION)
        for place, side in zip(_PLACES, known.sides, strict=True)
    )
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
            Graphic(key, "upright_caption", said, _GIVEN),
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


def _said(
    known: SplitSeen, who: People, style: Style
) -> tuple[tuple[str, ...], contexts.TextParts, contexts.TextParts]:
    """The headline, the line where there is none, and the caption. Of the question or who is ahead,
    the price, and how many tables were dealt the cards, the first two are said."""
    first = words.asked_of(known, who, style) or _ahead(known, who, style)
    notes = tuple(contexts.TextPart(each, False) for each in words.table_notes(known, style)[:1])
    if first:
        return first, (), in_one_line(price(known, style)) if known.asks else notes
    if line := in_one_line(question(known, style)):
        return (), line, notes
    return (), notes, ()


def _ahead(known: SplitSeen, who: People, style: Style) -> tuple[str, ...]:
    ahead = headline(known, who, style)
    if ahead is None:
        return ()
    forms = ((ahead.who, ahead.words), (ahead.short, ahead.words), (ahead.short, ahead.brief))
    return tuple(
        dict.fromkeys(
            " ".join(filter(None, (name, ahead.amount, words_))) for name, words_ in forms
        )
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
        brief=words.brief(side.did, amount, style),
        over=known.ended,
        why=words.why(side.did, style),
    )
    if side.outcome:
        result, unit, place, ended = result_texts(side, blind, who, style)
        best = side in known.best
        return replace(panel, result=result, unit=unit, place=place, ended=ended, best=best)
    if side.pot_now is not None:
        return replace(panel, pot=pot(side.pot_now, blind, style))
    return panel

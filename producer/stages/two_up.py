"""Split screen of two tables: where everything is on the frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from overlay import contexts
from overlay.contexts import Side as SideName
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison, Fork
from producer.events import Team
from producer.stages import words
from producer.stages.branches import decision_point, pair_at
from producer.stages.comparison_cut import OutcomeSeen, SideSeen, SplitSeen, split
from producer.stages.drawings import DRAWINGS, in_its_game
from producer.stages.moment import Moment
from producer.stages.people import People, people
from producer.stages.style import PLAIN, Style, chips, signed_chips, unit, with_unit

WIDTH, HEIGHT = 1920, 1080

PICTURES: dict[str, Box] = {
    "left": Box(0, 0, 952, 1080),
    "right": Box(968, 0, 952, 1080),
}
"""Boxes of the two pictures, under the graphics.

A picture fills its box: scaled until it covers it, then cropped evenly on both sides. A 16:9
picture that is fitted whole instead stays clear of the cards above and the bars below.
"""

Sides = tuple[tuple[SideName, SideSeen], ...]
_SIDES: tuple[SideName, SideName] = ("left", "right")

_CARDS = Box(424, 38, 1072, 188)
_BOARD = Box(892, 54, 580, 148)
_LABEL, _CARD, _MARGIN = 178, 118, 14
"""Widths on the plate of cards: its label, a card with the space after it, the right margin."""
_PRICE = Box(680, 226, 560, 72)
_FRAME = Box(952, 0, 16, HEIGHT)
_NAME = Box(64, 678, 896, 136)
_DECISION = Box(64, 814, 896, 108)
_RESULT = Box(64, 922, 792, 104)
_RESULT_LABEL = Box(856, 922, 208, 104)
_POT = Box(172, 938, 560, 72)
"""Boxes of one side are the left one's. Text stays in the middle 90 % of the screen each way."""


def two_up(
    comparison: Comparison,
    tables: tuple[str, ...],
    moment: Moment,
    fork: Fork | None = None,
    style: Style = PLAIN,
) -> Stage:
    """The stage of two tables that chose differently at ``fork``, by default the best pick's.

    ``tables``: left, then right; ``()`` for the suggested pair. Nothing depends on cards, actions
    or results after the moment. Raises NoKeyFork without a fork, or unless the tables are two in
    different branches of it.
    """
    point = decision_point(comparison, fork)
    pair = pair_at(comparison, point, tables, "a two-up")
    own = in_its_game(style, comparison)
    return drawn(split(comparison, point, pair, moment), comparison.deal.teams, own)


def drawn(visible: SplitSeen, teams: Mapping[str, Team], style: Style = PLAIN) -> Stage:
    """The stage of two sides; ``teams`` by key, for names and colours."""
    who, blind = people(teams, style.theme, style.say.code), visible.blind
    sides = tuple(zip(_SIDES, visible.sides, strict=True))
    return Stage(
        WIDTH,
        HEIGHT,
        (
            *(_name(name, side, who, style) for name, side in sides),
            *_given(visible, style),
            *(_decision(name, side, visible, style) for name, side in sides),
            *_pots(sides, blind, style),
            *_results(sides, blind, style),
        ),
        style.theme,
    )


def _given(visible: SplitSeen, style: Style) -> list[Graphic]:
    """What both share: frame, cards, board, and the price up to the decision."""
    fork = _DECISION.y if visible.parts else _CARDS.y
    frame = contexts.Frame(top=_CARDS.y, fork=fork)
    cards = contexts.CardsPlate(label=words.same_cards(style), cards=words.held(visible.cards))
    has_board = DRAWINGS[style.game].has_board
    plate = _CARDS if has_board else _plate_alone(len(cards.cards))
    given = [Graphic("frame", "frame", frame, _FRAME), Graphic("cards", "cards", cards, plate)]
    if has_board:
        board = contexts.Board(cards=words.faces(visible.board))
        given.append(Graphic("board", "board", board, _BOARD))
    if alike := words.no_fork(visible, style):
        return [*given, Graphic("price", "label", contexts.Label(" ".join(alike)), _PRICE)]
    shown = price(visible.sides, visible.blind, style) if visible.asks else None
    return [*given, Graphic("price", "price", shown, _PRICE)] if shown else given


def _plate_alone(cards: int) -> Box:
    """The plate of so many cards where there is no board beside them, in the middle."""
    width = _LABEL + cards * _CARD + _MARGIN
    return Box((WIDTH - width) // 2, _CARDS.y, width, _CARDS.height)


def price(sides: tuple[SideSeen, ...], blind: int, style: Style) -> contexts.PricePlate | None:
    """``None`` if the tables pay different prices."""
    if len({(side.to_call, side.pot) for side in sides}) != 1:
        return None
    side, alone = sides[0], pot(sides[0].pot, blind, style)
    to_call = chips(side.to_call, blind, style) if side.to_call else ""
    return replace(alone, to_call=to_call)


def _name(name: SideName, side: SideSeen, who: People, style: Style) -> Graphic:
    versus, opponent = words.versus(side, style.say)
    context = contexts.Name(
        side=name,
        team=who.team(side.player),
        player=side.player.name,
        versus=versus,
        opponent=who.full(opponent),
        colour=who.colour(side.player),
        short=who.short(side.player),
        flag=who.flag(side.player),
    )
    return Graphic(f"name-{name}", "name", context, _on(name, _NAME))


def _decision(name: SideName, side: SideSeen, visible: SplitSeen, style: Style) -> Graphic:
    shape, word, amount = words.decision(side.did, style, visible.blind)
    tag = words.tag(side.did, style.say)
    context = contexts.DecisionBar(name, shape, word, amount, tag, visible.parts)
    return Graphic(f"decision-{name}", "decision", context, _on(name, _DECISION))


def _pots(sides: Sides, blind: int, style: Style) -> list[Graphic]:
    """Each side's own pot between its decision and its end, where its result will be."""
    return [
        Graphic(f"pot-{name}", "price", pot(side.pot_now, blind, style), _on(name, _POT))
        for name, side in sides
        if side.pot_now is not None
    ]


def pot(amount: Fraction, blind: int, style: Style) -> contexts.PricePlate:
    """A pot alone."""
    say = style.say
    return contexts.PricePlate(
        "", chips(amount, blind, style), unit(blind, style), say.gettext("TO WIN"),
        say.gettext("POT"),
    )  # fmt: skip


def _results(sides: Sides, blind: int, style: Style) -> list[Graphic]:
    """The result row; no graphics before the end, so that the pictures show there."""
    graphics = [_result(name, side.outcome, blind, style) for name, side in sides if side.outcome]
    if len(graphics) == len(sides):
        label = contexts.ResultLabel(lines=words.against_average(style))
        graphics.append(Graphic("result-label", "result_label", label, _RESULT_LABEL))
    return graphics


def _result(name: SideName, outcome: OutcomeSeen, blind: int, style: Style) -> Graphic:
    place = outcome.place
    result = with_unit(signed_chips(outcome.chips, blind, style), blind, style)
    if place is None:
        context = contexts.Result(side=name, versus_average="", rank=result, chips="")
    else:
        versus = signed_chips(place.versus_average, blind, style)
        context = contexts.Result(name, versus, words.rank_of(place, style.say), result)
    return Graphic(f"result-{name}", "result", context, _on(name, _RESULT))


def _on(name: SideName, box: Box) -> Box:
    """The box of the left side, or its mirror image on the right."""
    if name == "left":
        return box
    return Box(WIDTH - box.x - box.width, box.y, box.width, box.height)

"""Split screen of two tables: where everything is on the frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from overlay import contexts
from overlay.contexts import Side as SideName
from overlay.stage import Box, Graphic, Stage
from overlay.texts.text import capitals
from producer.compare.model import Comparison, Fork
from producer.events import Team
from producer.stages import words
from producer.stages.comparisons.branches import DecisionPoint, decision_point, pair_at
from producer.stages.comparisons.comparison_cut import SideSeen, SplitSeen, split
from producer.stages.drawings import DRAWINGS, PlaySeen, in_its_game
from producer.stages.moment import Moment
from producer.stages.people import People, people
from producer.stages.style import PLAIN, Style, chips, signed_chips, unit, unit_name

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

CARDS = Box(404, 38, 1112, 196)
_BOARD = Box(922, 54, 580, 148)
_LEAD, _CARD, _MARGIN = 262, 118, 14
"""Widths on the plate of cards: what is before them, a card with the space after it, the right
margin."""
PRICE = Box(404, 246, 1112, 76)
HEADED = Box(404, 246, 1112, 164)
_AHEAD = Box(404, 246, 1112, 100)
_AHEAD_BESIDE = Box(404, 244, 1112, 76)
"""Above what the game shows beside the names."""
_FRAME = Box(864, 0, 192, HEIGHT)
_NAME = Box(72, 602, 864, 230)
_NAME_BESIDE = Box(72, 670, 864, 162)
"""Without an opponent, under what the game shows."""
_DECISION = Box(72, 832, 864, 112)
_RESULT = Box(72, 944, 864, 82)
_POT = Box(72, 952, 864, 74)
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
    if (draw := DRAWINGS[own.game].pair) is not None:
        return draw(comparison, point, pair, moment, own)
    stage = drawn(split(comparison, point, pair, moment), comparison.deal.teams, own)
    return replace(
        stage, graphics=(*stage.graphics, *_beside(comparison, point, pair, moment, own))
    )


def _beside(
    comparison: Comparison,
    point: DecisionPoint,
    pair: tuple[str, ...],
    moment: Moment,
    style: Style,
) -> list[Graphic]:
    """What the game shows of the two sides besides."""
    beside = DRAWINGS[style.game].beside
    if beside is None:
        return []
    left, right = (
        PlaySeen(
            comparison.replays[table],
            point.at[table],
            None if (known := moment.of(table)) is None else point.at[table] + known,
        )
        for table in pair
    )
    return beside((left, right), point.seat, style)


def drawn(visible: SplitSeen, teams: Mapping[str, Team], style: Style = PLAIN) -> Stage:
    """The stage of two sides; ``teams`` by key, for names and colours."""
    who, blind = people(teams, style.theme, style.say.code), visible.blind
    sides = tuple(zip(_SIDES, visible.sides, strict=True))
    top, fork = CARDS.y + CARDS.height, _DECISION.y + _DECISION.height // 2
    frame = contexts.Frame(top, fork if visible.parts else top)
    return Stage(
        WIDTH,
        HEIGHT,
        (
            *(_name(name, side, who, style) for name, side in sides),
            *(_decision(name, side, visible, style) for name, side in sides),
            Graphic("frame", "frame", frame, _FRAME),
            *_given(visible, who, style),
            *_pots(sides, blind, style),
            *_results(sides, visible, who, style),
        ),
        style.theme,
    )


def _given(visible: SplitSeen, who: People, style: Style) -> list[Graphic]:
    """What both share: cards, board; below them the price up to the decision, who is ahead at the
    end."""
    given = plate(visible, style)
    if ahead := headline(visible, who, style):
        beside = DRAWINGS[style.game].beside is not None
        given.append(Graphic("ahead", "ahead", ahead, _AHEAD_BESIDE if beside else _AHEAD))
    elif price_ := question(visible, style):
        strip = contexts.Strip(price_, words.asked_of(visible, who, style))
        given.append(Graphic("price", "strip", strip, HEADED if strip.headline else PRICE))
    return given


def plate(visible: SplitSeen, style: Style) -> list[Graphic]:
    """The hole cards and the board."""
    notes = words.table_notes(visible, style)
    has_board = DRAWINGS[style.game].has_board
    board_at = _BOARD.x - CARDS.x if has_board else 0
    cards = contexts.CardsPlate(words.same_cards(style), words.held(visible.cards), notes, board_at)
    box = CARDS if has_board else _plate_alone(len(cards.cards))
    given = [Graphic("cards", "cards", cards, box)]
    if has_board:
        board = contexts.Board(cards=words.faces(visible.board))
        given.append(Graphic("board", "board", board, _BOARD))
    return given


def headline(visible: SplitSeen, who: People, style: Style) -> contexts.Ahead | None:
    """Who is ahead once both have ended, whose end is still to come once one has."""
    ahead = words.ahead(visible, who, style) or words.to_come(visible, who, style)
    return ahead if ahead and (ahead.who or visible.parts) else None


def _plate_alone(cards: int) -> Box:
    """The plate of so many cards where there is no board beside them, in the middle."""
    width = _LEAD + cards * _CARD + _MARGIN
    return Box((WIDTH - width) // 2, CARDS.y, width, CARDS.height)


def question(visible: SplitSeen, style: Style) -> tuple[contexts.TextParts, ...]:
    """What all sides had to decide: the street, the pot, and what there was to call; or that they
    do not part here; or the rule that choices are judged by. Empty in a game without such a rule
    once a side is known beyond its decision."""
    if alike := words.no_fork(visible, style):
        return ((contexts.TextPart(" ".join(alike), False),),)
    if rule := DRAWINGS[style.game].rule:
        return ((contexts.TextPart(rule(style.say), False),),)
    if not visible.asks:
        return ()
    street = DRAWINGS[style.game].street
    named = capitals(street(visible.street, style.say)) if street and visible.street else ""
    first: tuple[contexts.TextParts, ...] = ((contexts.TextPart(named, False),),) if named else ()
    return (*first, *price(visible, style, in_full=True))


def in_one_line(groups: Sequence[contexts.TextParts]) -> contexts.TextParts:
    """The groups with dots between them."""
    dot = contexts.TextPart("·", False)
    return tuple(part for group in groups for part in (dot, *group))[1:]


def price(
    visible: SplitSeen, style: Style, *, in_full: bool = False
) -> tuple[contexts.TextParts, ...]:
    """The pot, the bet to call included, and what there was to call; empty unless all paid the
    same. ``in_full``: ``BIG BLINDS`` for ``BB``."""
    prices = {(side.to_call, side.pot) for side in visible.sides}
    if len(prices) != 1:
        return ()
    ((to_call, whole),) = prices
    if not whole:
        return ()
    if not to_call:
        return (pot(whole, visible.blind, style, in_full=in_full),)
    amount = contexts.TextPart(chips(to_call, visible.blind, style), True)
    said = contexts.TextPart(style.say.gettext("TO CALL"), False)
    return pot(whole, visible.blind, style, in_full=in_full), (amount, said)


def pot(amount: Fraction, blind: int, style: Style, *, in_full: bool = False) -> contexts.TextParts:
    """``POT 37 BB``, or ``POT 37 BIG BLINDS``."""
    parts = (style.say.gettext("POT"), False), (chips(amount, blind, style), True)
    sign = unit(blind, style)
    if sign and in_full:
        sign = unit_name(blind, style)
    return tuple(contexts.TextPart(*part) for part in (*parts, *([(sign, False)] if sign else [])))


def _name(name: SideName, side: SideSeen, who: People, style: Style) -> Graphic:
    beside = DRAWINGS[style.game].beside is not None
    versus, held, opponent = ("", (), "") if beside else words.opponent(side, who, style.say)
    context = contexts.Name(
        side=name,
        team=who.team(side.player),
        player=side.player.name,
        versus=versus,
        opponent=opponent,
        colour=who.colour(side.player),
        short=who.short(side.player),
        flag=who.flag(side.player),
        table=style.say.gettext("TABLE {name}").format(name=side.table),
        held=words.held(held),
    )
    return Graphic(f"name-{name}", "name", context, _on(name, _NAME_BESIDE if beside else _NAME))


def _decision(name: SideName, side: SideSeen, visible: SplitSeen, style: Style) -> Graphic:
    shape, word, amount = words.decision(side.did, style, visible.blind)
    brief = words.brief(side.did, amount, style)
    tag = words.tag(side.did, style.say)
    why = words.why(side.did, style)
    context = contexts.DecisionBar(name, shape, word, amount, tag, brief, visible.ended, why)
    return Graphic(f"decision-{name}", "decision", context, _on(name, _DECISION))


def _pots(sides: Sides, blind: int, style: Style) -> list[Graphic]:
    """Each side's own pot between its decision and its end, where its result will be."""
    return [
        Graphic(
            f"pot-{name}",
            "strip",
            contexts.Strip((pot(side.pot_now, blind, style, in_full=True),)),
            _on(name, _POT),
        )
        for name, side in sides
        if side.pot_now is not None
    ]


def _results(sides: Sides, visible: SplitSeen, who: People, style: Style) -> list[Graphic]:
    """The result rows; not drawn before an end, so that the picture shows there. Beside the first
    end the row of the other decision has a question mark."""
    if not any(side.outcome for _, side in sides):
        return []
    rows = []
    for name, side in sides:
        row = contexts.Result(name)
        if side.outcome:
            texts = result_texts(side, visible.blind, who, style)
            row = contexts.Result(name, *texts, side in visible.best)
        if side.outcome or (side.choice and side.pot_now is None):
            rows.append(Graphic(f"result-{name}", "result", row, _on(name, _RESULT)))
    return rows


def result_texts(
    side: SideSeen, blind: int, who: People, style: Style
) -> tuple[str, tuple[str, ...], str, tuple[str, ...]]:
    """Of a side that has ended: the result, its unit in one or two lines, the place, and how it
    ended."""
    assert side.outcome is not None
    place = side.outcome.place
    return (
        signed_chips(side.outcome.chips, blind, style),
        words.counted(side.outcome.chips, blind, style),
        words.place_of(place, style.say) if place else "",
        words.ended(side, who, style),
    )


def _on(name: SideName, box: Box) -> Box:
    """The box of the left side, or its mirror image on the right."""
    if name == "left":
        return box
    return Box(WIDTH - box.x - box.width, box.y, box.width, box.height)

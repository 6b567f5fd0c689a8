"""Two tables side by side: the frame, and where everything stands on it."""

from __future__ import annotations

from collections.abc import Mapping

from overlay import contexts
from overlay.colour import NEUTRAL, team_colours
from overlay.contexts import Side as SideName
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison, Fork
from producer.events import Team
from producer.stages import words
from producer.stages.moment import Moment, NoKeyFork, Outcome, Seen, Side, seen

WIDTH, HEIGHT = 1920, 1080

PICTURES: dict[str, Box] = {
    "left": Box(0, 0, 952, 1080),
    "right": Box(968, 0, 952, 1080),
}
"""Where the two tables' pictures are seen, under the graphics.

A picture fills its box: scaled until it covers it, then cropped evenly on both sides. A 16:9
picture that is fitted whole instead stays clear of the cards above and the bars below.
"""

_SIDES: tuple[SideName, SideName] = ("left", "right")

_CARDS = Box(424, 38, 1072, 188)
_BOARD = Box(892, 54, 580, 148)
_PRICE = Box(680, 226, 560, 72)
_FRAME = Box(952, 0, 16, HEIGHT)
_NAME = Box(64, 678, 896, 136)
_DECISION = Box(64, 814, 896, 108)
_RESULT = Box(64, 922, 792, 104)
_RESULT_LABEL = Box(856, 922, 208, 104)
"""Boxes of one side are the left one's. Text stays in the middle 90 % of the screen each way."""


def two_up(
    comparison: Comparison,
    tables: tuple[str, ...],
    moment: Moment,
    fork: Fork | None = None,
) -> Stage:
    """The stage of two tables that chose differently at ``fork``, by default the key fork.

    ``tables``: left, then right; ``()`` for the suggested pair. As of the fork nothing of it
    depends on later cards, actions or results. Raises NoKeyFork where there is no fork, or where
    the tables are not two in different branches of it.
    """
    fork = fork or comparison.key_fork
    if fork is None:
        raise NoKeyFork(
            f"deal {comparison.deal.key}: the same cards were nowhere played differently in the "
            "same spot",
            "pick another deal",
        )
    pair = _pair(comparison, fork, tables)
    return drawn(seen(comparison, fork, pair, moment), comparison.deal.teams)


def drawn(known: Seen, teams: Mapping[str, Team]) -> Stage:
    """The stage of what may be seen; ``teams`` by key, for their names and colours."""
    colours = team_colours({key: team.colour for key, team in teams.items()})
    sides = tuple(zip(_SIDES, (known.left, known.right), strict=True))
    return Stage(
        WIDTH,
        HEIGHT,
        (
            *(_name(name, side, teams, colours) for name, side in sides),
            *_given(known),
            *(_decision(name, side) for name, side in sides),
            *_results(sides),
        ),
    )


def with_stand_ins(stage: Stage, tables: tuple[str, ...]) -> Stage:
    """The stage over drawn pictures that name their tables: for pages and paper, not for air."""
    stand_ins = (
        Graphic(f"picture-{name}", "picture", contexts.Picture(label=f"table {table}"), box)
        for (name, box), table in zip(PICTURES.items(), tables, strict=True)
    )
    return Stage(stage.width, stage.height, (*stand_ins, *stage.graphics))


def _given(known: Seen) -> tuple[Graphic, ...]:
    """What is the same for both: the line, the cards, the board, the price until it is paid."""
    frame = contexts.Frame(top=_CARDS.y, fork=_DECISION.y)
    cards = contexts.Cards(label=("SAME", "CARDS"), cards=words.held(known.cards))
    board = contexts.Board(cards=words.faces(known.board))
    given = (
        Graphic("frame", "frame", frame, _FRAME),
        Graphic("cards", "cards", cards, _CARDS),
        Graphic("board", "board", board, _BOARD),
    )
    price = None if known.left.outcome else _price(known.left, known.right)
    return (*given, Graphic("price", "price", price, _PRICE)) if price else given


def _price(left: Side, right: Side) -> contexts.Price | None:
    """``None`` where tables of different rules pay different prices: one cannot stand for both."""
    if (left.to_call, left.pot) != (right.to_call, right.pot):
        return None
    to_call = words.amount(left.to_call) if left.to_call else ""
    return contexts.Price(to_call=to_call, pot=words.amount(left.pot), unit=words.UNIT)


def _name(
    name: SideName, side: Side, teams: Mapping[str, Team], colours: Mapping[str, str]
) -> Graphic:
    team = side.player.team or ""
    versus, opponent = words.versus(side)
    context = contexts.Name(
        side=name,
        team=_full(team, teams),
        player=side.player.name,
        versus=versus,
        opponent=_full(opponent, teams),
        colour=colours.get(team, NEUTRAL),
    )
    return Graphic(f"name-{name}", "name", context, _on(name, _NAME))


def _full(team: str, teams: Mapping[str, Team]) -> str:
    return teams[team].name if team in teams else team


def _decision(name: SideName, side: Side) -> Graphic:
    shape, word, amount = words.decision(side.choice)
    context = contexts.Decision(side=name, shape=shape, word=word, amount=amount)
    return Graphic(f"decision-{name}", "decision", context, _on(name, _DECISION))


def _results(sides: tuple[tuple[SideName, Side], ...]) -> list[Graphic]:
    """Nothing until the end: the row is not there, and the pictures are seen in its place."""
    graphics = [_result(name, side.outcome) for name, side in sides if side.outcome]
    if graphics:
        label = contexts.ResultLabel(lines=("AGAINST", "AVERAGE"))
        graphics.append(Graphic("result-label", "result_label", label, _RESULT_LABEL))
    return graphics


def _result(name: SideName, outcome: Outcome) -> Graphic:
    context = contexts.Result(
        side=name,
        versus_average=words.signed(outcome.versus_average),
        rank=f"{words.ordinal(outcome.rank)} of {outcome.field}",
        chips=f"{words.signed(outcome.chips)} {words.UNIT}",
    )
    return Graphic(f"result-{name}", "result", context, _on(name, _RESULT))


def _on(name: SideName, box: Box) -> Box:
    """The box of the left side, or its mirror image on the right."""
    if name == "left":
        return box
    return Box(WIDTH - box.x - box.width, box.y, box.width, box.height)


def _pair(comparison: Comparison, fork: Fork, tables: tuple[str, ...]) -> tuple[str, str]:
    """The two tables, where they are in different branches of the fork; else NoKeyFork."""
    pair = tables or comparison.pairing
    branch = {table: number for number, each in enumerate(fork.branches) for table in each.tables}
    choices = " against ".join(", ".join(each.tables) for each in fork.branches)
    deal, mend = comparison.deal.key, f"pick one of each: {choices}"
    if len(pair) != 2:
        raise NoKeyFork(f"deal {deal}: a two-up shows two tables, not {len(pair)}", mend)
    left, right = pair
    for table in pair:
        if table not in branch:
            raise NoKeyFork(f"deal {deal}: table {table} is not at the fork", mend)
    if branch[left] == branch[right]:
        raise NoKeyFork(f"deal {deal}: tables {left} and {right} chose the same", mend)
    return left, right

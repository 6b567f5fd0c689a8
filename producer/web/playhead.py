"""What a channel is asked to show, made into its stage: from released deals only."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from overlay.stage import Stage
from overlay.svg import unknown_letters
from producer.compare.model import Comparison, Fork
from producer.release import Gate
from producer.release.tallies import SCORINGS, NoSuchGroup, around, chosen, tallies
from producer.scoring import standings
from producer.stages import arranged, field, n_up, table_stage, two_up, upright
from producer.stages.branches import fork_of
from producer.stages.field import pictured
from producer.stages.show import (
    matrix_stage,
    seat_of,
    seat_shifts_stage,
    speaker,
    standings_stage,
)
from producer.stages.style import PLAIN, Style
from producer.stages.tournament import (
    chip_counts_stage,
    clock_stage,
    payouts_stage,
    table_counts_stage,
)
from producer.web.errors import Refusal
from producer.web.kinds import (
    ChipCounts,
    Clear,
    Clock,
    OfDeal,
    OneAgainstTheField,
    OneTable,
    Payouts,
    Playhead,
    Results,
    SeatRanking,
    Speaker,
    Split,
    Still,
    TeamStandings,
    Upright,
    playhead,
)
from producer.web.live import Drawing, Moving, Shown, draw
from producer.web.pairs import pair_of

__all__ = [
    "Found",
    "MovingStage",
    "Playhead",
    "drawing_of",
    "found",
    "on_stage",
    "playhead",
    "staged",
]

Found = tuple[Shown | None, Drawing | Moving]
MovingStage = Callable[[float], Stage]
"""A stage as of seconds since 1970, the same within each of them."""

LONGEST_LEVEL = 100 * 3600
"""Seconds of a level; the clock has room for no more."""

EMPTY = Stage(1920, 1080, ())


def found(gate: Gate, wanted: Playhead, exit_: str, usual: Style = PLAIN) -> Found:
    """What is to be shown, from released deals only. Raises as the gate and the stages do.

    ``usual``: how graphics speak where the request does not say.
    """
    shown, stage = on_stage(gate, wanted, exit_, usual)
    return shown, drawing_of(stage)


def on_stage(
    gate: Gate, wanted: Playhead, exit_: str, usual: Style = PLAIN
) -> tuple[Shown | None, Stage | MovingStage]:
    """As ``found``, before it is drawn."""
    if isinstance(wanted, Clear):
        return None, EMPTY
    style = wanted.style(usual)
    if isinstance(wanted, Clock):
        return Shown(None, (), "", "clock"), _clock(wanted, style)
    said = gate.marks(exit_)  # before the deal is read, so that nothing is missed between
    shown, stage = _found(gate, wanted, exit_, style, usual)
    if shown.deal is not None:
        shown = replace(shown, said=said.get(shown.deal, {}))
    return replace(shown, lacking=unknown_letters(stage)), stage


def drawing_of(stage: Stage | MovingStage) -> Drawing | Moving:
    if isinstance(stage, Stage):
        return draw(stage)
    return lambda now: draw(stage(now))


def _found(
    gate: Gate, wanted: Still, exit_: str, style: Style, usual: Style
) -> tuple[Shown, Stage]:
    """What does not move by itself."""
    nothing: tuple[str, ...] = ()
    match wanted:
        case Speaker():
            made = Shown(None, nothing, "", "speaker"), speaker(wanted.name, wanted.who, style)
        case Payouts():
            stage = payouts_stage(wanted.prizes, wanted.currency, wanted.names, style)
            made = Shown(None, nothing, "", "payouts"), stage
        case TeamStandings():
            stage = _standings(gate, wanted, exit_, style)
            made = Shown(None, nothing, "", "standings"), stage
        case ChipCounts():
            made = _chip_counts(gate, wanted, exit_, style)
        case SeatRanking():
            made = _seat_ranking(gate, wanted, exit_, style)
        case OneTable():
            made = _table(gate, wanted, exit_, style)
        case _:
            made = staged(gate.comparison(wanted.deal, exit_), wanted, usual)
    return made


def staged(comparison: Comparison, wanted: OfDeal, usual: Style = PLAIN) -> tuple[Shown, Stage]:
    """The stage of one deal compared."""
    key, style = comparison.deal.key, wanted.style(usual)
    if isinstance(wanted, Results):
        tables = tuple(play.table for play in comparison.deal.plays)
        return Shown(key, tables, "end", "matrix"), matrix_stage(comparison, style)
    fork = _fork(comparison, wanted.fork)
    if isinstance(wanted, OneAgainstTheField):
        stage = field(comparison, wanted.moment, wanted.table, fork, style)
        there = fork_of(comparison, fork)
        seen = (wanted.table or pictured(comparison, there),)
        return Shown(key, there.tables, wanted.moment, "field", seen), stage
    if isinstance(wanted, Split):
        tables = wanted.tables or arranged(comparison, wanted.count, fork)
        stage = n_up(comparison, tables, wanted.moment, fork, style)
        return Shown(key, tables, wanted.moment, "split", tables), stage
    pair = pair_of(comparison, wanted.tables)
    make = upright if isinstance(wanted, Upright) else two_up
    return Shown(key, pair, wanted.moment, wanted.kind, pair), make(
        comparison, pair, wanted.moment, fork, style
    )


def _fork(comparison: Comparison, place: int | None) -> Fork | None:
    if place is None:
        return None
    if place >= len(comparison.forks):
        count = len(comparison.forks)
        raise Refusal(409, f"The deal has {count} forks, and none at {place}.", "Count from 0.")
    return comparison.forks[place]


def _table(gate: Gate, wanted: OneTable, exit_: str, style: Style) -> tuple[Shown, Stage]:
    deal = gate.deal(wanted.deal, exit_)
    key = deal.key
    (session,) = chosen(gate.sessions(), f"{key.session}/{key.group}")
    stage = table_stage(
        deal,
        wanted.table,
        wanted.moves,
        wanted.reveal,
        wanted.masked,
        board=wanted.board,
        deals=session.deals or 0,
        style=style,
    )
    seen = (wanted.table,)
    return Shown(key, seen, f"move {wanted.moves}", "table", seen), stage


def _standings(gate: Gate, wanted: TeamStandings, exit_: str, style: Style) -> Stage:
    try:
        groups = chosen(gate.sessions(), wanted.group)
    except NoSuchGroup as error:
        raise Refusal(404, f"There is {error}.", "Name one of them as SESSION/GROUP.") from error
    if len(groups) > 1:
        names = ", ".join(f"{each.session}/{each.group}" for each in groups)
        raise Refusal(409, "Several groups have standings.", f"Say which in group: {names}.")
    ((session, tally),) = tallies(gate, groups, exit_)
    ranked = SCORINGS[wanted.scoring](tally, session.deals or 0)
    return standings_stage(ranked, session.teams, deals=session.deals or 0, style=style)


def _seat_ranking(gate: Gate, wanted: SeatRanking, exit_: str, style: Style) -> tuple[Shown, Stage]:
    comparison = gate.comparison(wanted.deal, exit_)
    key = comparison.deal.key
    before, after = around(gate, key, exit_)
    lit = wanted.tables or comparison.pairing
    stage = seat_shifts_stage(
        standings(before),
        standings(after),
        seat_of(comparison, wanted.seat),
        key.number,
        comparison.deal.teams,
        frozenset(lit),
        style,
    )
    return Shown(key, tuple(lit), "end", "seat-ranking"), stage


def _chip_counts(gate: Gate, wanted: ChipCounts, exit_: str, style: Style) -> tuple[Shown, Stage]:
    if wanted.deal is None or wanted.table is None:
        stage = chip_counts_stage(wanted.stacks or {}, wanted.big_blind, style=style)
        return Shown(None, (), "", "chip-counts"), stage
    deal = gate.deal(wanted.deal, exit_)
    stage = table_counts_stage(deal, wanted.table, style)
    return Shown(deal.key, (wanted.table,), "end", "chip-counts"), stage


def _clock(wanted: Clock, style: Style) -> MovingStage:
    if wanted.ends is not None and wanted.ends.timestamp() - time.time() > LONGEST_LEVEL:
        hours = LONGEST_LEVEL // 3600
        raise Refusal(
            422, f"ends: it must be at most {hours} hours from now, as no level is longer."
        )

    def moving(now: float) -> Stage:
        left = None if wanted.ends is None else max(0.0, wanted.ends.timestamp() - now)
        following = wanted.following.level if wanted.following else None
        return clock_stage(
            wanted.level,
            wanted.blinds.level,
            following,
            left,
            wanted.left,
            wanted.players,
            style,
        )

    return moving

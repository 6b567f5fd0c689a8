"""One deal, many tables: where they parted, what it meant, and how worth showing it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from producer.compare import forks as _forks
from producer.compare import merit as _merit
from producer.compare import results as _results
from producer.compare.model import Comparison
from producer.compare.pairing import suggest_pair
from producer.games import holdem
from producer.games.line import Chips, Deal, Line, Move, Play

__all__ = ["compare"]

CAP_WITHOUT_STACKS = 50
"""Big blinds that stand for the cap where neither a cap nor a stack is known (comparison 3)."""


def compare(deal: Deal) -> Comparison:
    """Compares all finished plays of a deal; a deal with fewer than two has merit 0."""
    same_rules = len({play.game for play in deal.plays}) <= 1
    results = _results.results_of(deal.plays, in_big_blinds=not same_rules)
    scale = math.lcm(*(play.game.big_blind for play in deal.plays))
    lines = {play.table: _scaled(play.line, scale // play.game.big_blind) for play in deal.plays}
    cap = _cap(deal.plays, in_big_blinds=not same_rules)
    found = _forks.forks(lines, results, deal.cards, holdem.contrast)
    key = _forks.key_fork(found, cap)
    swing = _results.swing(results)
    mean = _results.averages(results)
    parts = _merit.components(key, swing, cap)
    value = _merit.merit(parts, forked=key is not None)
    return Comparison(
        deal=deal,
        unit="chips" if same_rules else "bb",
        same_rules=same_rules,
        scale=1 if same_rules else scale,
        cap=cap,
        swing=swing,
        averages=mean,
        against_average=_results.against_average(results, mean),
        rank=_results.ranks(results),
        forks=found,
        key_fork=key,
        pairing=suggest_pair(key, lines, holdem.contrast) if key else (),
        merit=value,
        airable=value,
        components=parts,
        vetoes=(),
        holds=(),
    )


def _scaled(line: Line, factor: int) -> Line:
    """Amounts brought to one big blind, so that equal moves of all tables are equal values."""
    if factor == 1:
        return line
    return tuple(
        move if move.to is None else Move(move.street, move.seat, move.action, move.to * factor)
        for move in line
    )


def _cap(plays: Sequence[Play], *, in_big_blinds: bool) -> Chips:
    """The most a player can lose: the cap, else the smallest starting stack, else 50 BB."""
    return min(
        (
            _results.whole(Fraction(_play_cap(play), play.game.big_blind if in_big_blinds else 1))
            for play in plays
        ),
        default=1,
    )


def _play_cap(play: Play) -> int:
    if play.game.cap is not None:
        return play.game.cap
    stacks = [stack for stack in play.stacks.values() if stack is not None]
    return min(stacks, default=CAP_WITHOUT_STACKS * play.game.big_blind)

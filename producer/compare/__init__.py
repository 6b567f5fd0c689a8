"""One deal, many tables: where they parted, what it meant, and how worth showing it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from producer.compare import forks as _forks
from producer.compare import merit as _merit
from producer.compare import results as _results
from producer.compare.airable import airable, holds, vetoes
from producer.compare.facts import ALONE, Around, Facts, Parted
from producer.compare.model import Comparison, Fork
from producer.compare.pairing import mirrored, suggest
from producer.compare.parallel import THRESHOLD, parallel_spots
from producer.compare.poker import HOLDEM
from producer.games.line import Chips, Deal, Line, Move, Play
from producer.scoring.places import whole
from producer.scoring.tally import averages

__all__ = ["ALONE", "GAMES", "THRESHOLD", "WEIGHTS", "Around", "Facts", "compare", "rate"]

GAMES: Mapping[str, Facts] = {"holdem": HOLDEM}
WEIGHTS = _merit.WEIGHTS


def compare(
    deal: Deal,
    around: Around = ALONE,
    weights: Mapping[str, float] = WEIGHTS,
    games: Mapping[str, Facts] = GAMES,
    nearly: float = THRESHOLD,
) -> Comparison:
    """Compares all finished plays of a deal; a deal with fewer than two has merit 0.

    ``nearly``: parts of the pot by which sizes may differ where spots count as nearly the same.
    Raises KeyError for a game that is not among ``games``.
    """
    facts = games[deal.plays[0].game.name if deal.plays else next(iter(games))]
    units = {play.table: facts.unit(play) for play in deal.plays}
    same_rules = len({play.game for play in deal.plays}) <= 1
    results = _results.results_of(deal.plays, {} if same_rules else units)
    scale = math.lcm(*units.values())
    lines = {play.table: _scaled(play.line, scale // units[play.table]) for play in deal.plays}
    cap = _cap(deal.plays, facts, in_units=not same_rules)
    found = _forks.forks(lines, results, deal.cards, facts.contrast)
    key = _forks.key_fork(found, cap)
    pairing = _pair(deal, key, lines, facts, around) if key else ()
    told = facts.tell(Parted(deal, found, key, pairing, cap, same_rules))
    swing = _results.swing(results)
    mean = averages(_results.by_seat(results))
    alone = Comparison(
        deal=deal,
        unit="chips" if same_rules else facts.counted_in.sign,
        same_rules=same_rules,
        scale=1 if same_rules else scale,
        cap=cap,
        swing=swing,
        averages=mean,
        against_average=_results.against_average(results, mean),
        rank=_results.ranks(results),
        forks=found,
        parallel=parallel_spots(lines, told.sizes, deal.cards, nearly) if told.sizes else (),
        key_fork=key,
        pairing=pairing,
        merit=0.0,
        airable=0.0,
        components=_merit.components(key, swing, cap, told),
        vetoes=(),
        holds=holds(
            swing,
            told.stories,
            min(units.values(), default=1) if same_rules else 1,
            facts.counted_in,
        ),
        stories=told.stories,
        sizes=told.sizes,
        own_vetoes=told.vetoes,
    )
    return rate(alone, around, weights)


def rate(
    comparison: Comparison, around: Around, weights: Mapping[str, float] = WEIGHTS
) -> Comparison:
    """The same comparison with merit, airable and vetoes as its surroundings have them."""
    shown = tuple(play for play in comparison.deal.plays if play.table in comparison.pairing)
    parts = {**comparison.components, **_merit.from_around(shown, around)}
    merit = _merit.merit(parts, weights, forked=comparison.key_fork is not None)
    if _merit.is_trifling(comparison.stories, comparison.swing, comparison.cap):
        merit *= _merit.TRIFLING
    against = vetoes(comparison.own_vetoes, shown, around)
    return replace(
        comparison,
        components=parts,
        merit=merit,
        vetoes=against,
        airable=airable(merit, comparison.stories, shown, around, against),
    )


def _pair(
    deal: Deal, key: Fork, lines: Mapping[str, Line], facts: Facts, around: Around
) -> tuple[str, ...]:
    featured = [
        play.table
        for play in deal.plays
        if any(player.name in around.featured for player in play.players.values())
    ]
    return suggest(key, lines, facts.contrast, mirrored=mirrored(deal, key), featured=featured)


def _scaled(line: Line, factor: int) -> Line:
    """Amounts brought to one unit, so that equal moves of all tables are equal values."""
    if factor == 1:
        return line
    return tuple(
        move if move.to is None else Move(move.street, move.seat, move.action, move.to * factor)
        for move in line
    )


def _cap(plays: Sequence[Play], facts: Facts, *, in_units: bool) -> Chips:
    """The most a player can lose at any of the tables, in chips or in units of the stakes."""
    return min(
        (whole(Fraction(facts.cap(play), facts.unit(play) if in_units else 1)) for play in plays),
        default=1,
    )

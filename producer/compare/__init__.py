"""One deal, many tables: where they parted, what it meant, and how worth showing it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from producer.compare import forks as _forks
from producer.compare import results as _results
from producer.compare.airable import vetoes
from producer.compare.facts import ALONE, Around, Facts, Parted, Told
from producer.compare.model import Comparison, ParallelSpot, Story
from producer.compare.parallel import THRESHOLD, parallel_spots
from producer.compare.picks import WEIGHTS, Compared, picks_of, rated
from producer.compare.poker import HOLDEM
from producer.games.line import Deal, Line, Play
from producer.scoring.places import whole
from producer.scoring.tally import averages

__all__ = ["ALONE", "GAMES", "THRESHOLD", "WEIGHTS", "Around", "Facts", "compare", "rate"]

GAMES: Mapping[str, Facts] = {"holdem": HOLDEM}


def compare(
    deal: Deal,
    around: Around = ALONE,
    weights: Mapping[str, float] = WEIGHTS,
    games: Mapping[str, Facts] = GAMES,
    nearly: float = THRESHOLD,
) -> Comparison:
    """Compares all finished plays of a deal; a deal with fewer than two has no pick and merit 0.

    ``nearly``: parts of the pot by which sizes may differ where spots count as nearly the same.
    Raises KeyError for a game that is not among ``games``.
    """
    facts = games[deal.plays[0].game.name if deal.plays else next(iter(games))]
    found = compared_sets(deal, around, games)
    same_rules, scale = _counting(deal, facts)
    results = _results_of(deal, facts)
    mean = averages(_results.by_seat(results))
    alone = Comparison(
        deal=deal,
        unit="chips" if same_rules else facts.counted_in.sign,
        same_rules=same_rules,
        scale=scale,
        cap=min((each.cap for each in found), default=1),
        swing=_results.swing(results),
        averages=mean,
        against_average=_results.against_average(results, mean),
        rank=_results.ranks(results),
        forks=tuple(fork for each in found for fork in each.parted.forks),
        parallel=tuple(spot for each in found for spot in _parallel(each, nearly)),
        picks=tuple(pick for each in found for pick in picks_of(each, weights)),
        stories=tuple(story for each in found for story in each.told.stories),
        sizes={table: sizes for each in found for table, sizes in each.told.sizes.items()},
    )
    ranked = rate(alone, around, weights)
    return _with_favourite(ranked, found)


def compared_sets(
    deal: Deal, around: Around = ALONE, games: Mapping[str, Facts] = GAMES
) -> list[Compared]:
    """The tables of each set of rules compared among themselves, the most tables first."""
    if not deal.plays:
        return []
    facts = games[deal.plays[0].game.name]
    results = _results_of(deal, facts)
    same_rules, scale = _counting(deal, facts)
    return [
        _within(own, facts, results, scale, around, same_rules) for own in _by_rules(deal, facts)
    ]


def _counting(deal: Deal, facts: Facts) -> tuple[bool, int]:
    """Whether all tables can count in chips, for rules and stakes are the same; and what amounts
    in units of the stakes are multiplied by to be whole."""
    units = [facts.unit(play) for play in deal.plays]
    same = len({facts.rules(play) for play in deal.plays}) <= 1 and len(set(units)) <= 1
    return same, 1 if same else math.lcm(*units)


def _results_of(deal: Deal, facts: Facts) -> _results.Results:
    same, _ = _counting(deal, facts)
    units = {} if same else {play.table: facts.unit(play) for play in deal.plays}
    return _results.results_of(deal.plays, units)


def rate(
    comparison: Comparison, around: Around, weights: Mapping[str, float] = WEIGHTS
) -> Comparison:
    """The same comparison with its picks rated and put in order as its surroundings have them."""
    plays = {play.table: play for play in comparison.deal.plays}
    return replace(
        comparison,
        picks=rated(comparison.picks, plays, around, weights),
        against=vetoes((), (), around),
    )


def _by_rules(deal: Deal, facts: Facts) -> list[Deal]:
    """The deal once for each set of tables under the same rules, most tables first."""
    sets: dict[object, list[Play]] = {}
    for play in deal.plays:
        sets.setdefault(facts.rules(play), []).append(play)
    return [
        replace(deal, plays=tuple(plays))
        for plays in sorted(sets.values(), key=lambda plays: -len(plays))
    ]


def _within(
    deal: Deal,
    facts: Facts,
    results: _results.Results,
    scale: int,
    around: Around,
    same_rules: bool,
) -> Compared:
    """Tables under the same rules, compared among themselves. A game tells nothing of tables that
    count in different chips."""
    plays = {play.table: play for play in deal.plays}
    units = {table: facts.unit(play) for table, play in plays.items()}
    chips = facts.unit(deal.plays[0])
    lines = {
        table: play.line if same_rules else _scaled(play.line, Fraction(scale, units[table]))
        for table, play in plays.items()
    }
    found = _forks.forks(lines, results, deal.cards, facts.contrast, _information(deal, facts))
    parted = Parted(deal, found, min(facts.cap(play) for play in deal.plays))
    told = facts.tell(parted) if len(set(units.values())) == 1 else Told()
    if same_rules:
        return Compared(parted, told, facts, plays, results, parted.cap, chips, chips, around)
    told = replace(told, stories=tuple(_in_units(story, chips) for story in told.stories))
    cap = min(Fraction(facts.cap(play), units[table]) for table, play in plays.items())
    return Compared(parted, told, facts, plays, results, whole(cap), 1, scale, around)


def _information(deal: Deal, facts: Facts) -> _forks.Information:
    """Stacks, where they differ anywhere; the rules do not differ here."""
    stacks = [(play.game, play.stacks) for play in deal.plays]
    if all(each == stacks[0] for each in stacks):
        return _forks.nothing_else
    plays = {play.table: play for play in deal.plays}
    return lambda table, n: facts.stacks(plays[table], n)


def _parallel(compared: Compared, nearly: float) -> tuple[ParallelSpot, ...]:
    if not compared.told.sizes:
        return ()
    deal = compared.parted.deal
    lines = {table: play.line for table, play in compared.plays.items()}
    return parallel_spots(
        lines, compared.told.sizes, deal.cards, nearly, _information(deal, compared.facts)
    )


def _in_units(story: Story, chips: int) -> Story:
    """Evidence in units of the stakes; what counts tables stays."""
    return replace(
        story,
        evidence={
            name: value if name == "tables" else whole(Fraction(value) / chips)
            for name, value in story.evidence.items()
        },
    )


def _with_favourite(comparison: Comparison, found: Sequence[Compared]) -> Comparison:
    """The best pick's drama says whether the favourite changed; counting boards for every pick
    would take longer than all else."""
    best = comparison.best
    if best is None:
        return comparison
    told = next(each.told for each in found if best.pairing[0] in each.plays)
    drama = best.components["drama"]
    changed = told.favourite_changed(len(best.history), best.pairing)
    if drama.value is None or changed is None:
        return comparison
    words = "the favourite changed" if changed else "the favourite stayed"
    parts = {**best.components, "drama": replace(drama, reason=f"{drama.reason}, {words}")}
    first = replace(best, components=parts)
    return replace(comparison, picks=(first, *comparison.picks[1:]))


def _scaled(line: Line, factor: Fraction | int) -> Line:
    """Amounts brought to one unit, so that equal moves of all tables are equal values."""
    if factor == 1:
        return line
    return tuple(
        move if move.to is None else replace(move, to=int(move.to * factor)) for move in line
    )

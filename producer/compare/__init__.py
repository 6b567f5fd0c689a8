"""Compares the tables that played one deal: forks, picks, stories and merit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from producer.compare import forks as _forks
from producer.compare import results as _results
from producer.compare.airable import vetoes
from producer.compare.facts import NO_CONTEXT, DealContext, Facts, ForkedTables, GameFacts
from producer.compare.model import Comparison, ParallelSpot, Story
from producer.compare.parallel import THRESHOLD, parallel_spots
from producer.compare.picks import WEIGHTS, Compared, picks_of, rated
from producer.compare.poker import HOLDEM
from producer.games.line import Deal, Play
from producer.scoring.places import whole
from producer.scoring.tally import averages

__all__ = ["GAMES", "NO_CONTEXT", "THRESHOLD", "WEIGHTS", "DealContext", "Facts", "compare", "rate"]

GAMES: dict[str, Facts] = {"holdem": HOLDEM}
"""The games' facts, by name. The processes of ``compare_many`` get them pickled: functions of a
module, no lambdas."""


def compare(
    deal: Deal,
    around: DealContext = NO_CONTEXT,
    weights: Mapping[str, float] = WEIGHTS,
    games: Mapping[str, Facts] = GAMES,
    nearly: float = THRESHOLD,
) -> Comparison:
    """Compares all finished plays of a deal. With fewer than two it has no pick and merit 0.

    ``nearly``: how far bet sizes of parallel spots may differ, as a fraction of the pot.
    Raises KeyError for a game that is not among ``games``.
    """
    facts = games[deal.plays[0].game.name if deal.plays else next(iter(games))]
    replays = facts.replays(deal)
    compared = compared_sets(deal, replays, around, games)
    same_rules, scale = _counting(deal, facts)
    results = _results_of(deal, facts)
    mean = averages(_results.by_seat(results))
    alone = Comparison(
        deal=deal,
        unit="chips" if same_rules else facts.counted_in.sign,
        same_rules=same_rules,
        scale=scale,
        cap=min((each.cap for each in compared), default=1),
        swing=_results.swing(results),
        averages=mean,
        against_average=_results.against_average(results, mean),
        rank=_results.ranks(results),
        forks=tuple(fork for each in compared for fork in each.forked.forks),
        parallel=tuple(spot for each in compared for spot in _parallel(each, nearly)),
        picks=tuple(pick for each in compared for pick in picks_of(each, weights)),
        stories=tuple(story for each in compared for story in each.game_facts.stories),
        sizes={table: sizes for each in compared for table, sizes in each.game_facts.sizes.items()},
        replays=replays,
    )
    ranked = rate(alone, around, weights)
    return _with_favourite(ranked, compared)


def replays_of(deal: Deal, games: Mapping[str, Facts] = GAMES) -> Mapping[str, Any]:
    """``Comparison.replays`` of a deal."""
    return games[deal.plays[0].game.name].replays(deal) if deal.plays else {}


def compared_sets(
    deal: Deal,
    replays: Mapping[str, Any],
    around: DealContext = NO_CONTEXT,
    games: Mapping[str, Facts] = GAMES,
) -> list[Compared]:
    """Compares the tables of each set of rules separately; the largest set first."""
    if not deal.plays:
        return []
    facts = games[deal.plays[0].game.name]
    results = _results_of(deal, facts)
    same_rules, scale = _counting(deal, facts)
    return [
        _within(own, replays, facts, results, scale, around, same_rules)
        for own in _by_rules(deal, facts)
    ]


def _counting(deal: Deal, facts: Facts) -> tuple[bool, int]:
    """Whether all tables have the same rules and stakes, so that results stay in chips; and the
    factor that makes amounts in units of the stakes whole numbers."""
    units = [facts.unit(play) for play in deal.plays]
    same = len({facts.rules(play) for play in deal.plays}) <= 1 and len(set(units)) <= 1
    return same, 1 if same else math.lcm(*units)


def _results_of(deal: Deal, facts: Facts) -> _results.Results:
    same, _ = _counting(deal, facts)
    units = {} if same else {play.table: facts.unit(play) for play in deal.plays}
    return _results.results_of(deal.plays, units)


def rate(
    comparison: Comparison, around: DealContext, weights: Mapping[str, float] = WEIGHTS
) -> Comparison:
    """The comparison with its picks rated and sorted for their context."""
    plays = {play.table: play for play in comparison.deal.plays}
    return replace(
        comparison,
        picks=rated(comparison.picks, plays, around, weights),
        against=vetoes((), (), around),
    )


def _by_rules(deal: Deal, facts: Facts) -> list[Deal]:
    """The deal split by rules; the set with the most tables first."""
    sets: dict[object, list[Play]] = {}
    for play in deal.plays:
        sets.setdefault(facts.rules(play), []).append(play)
    return [
        replace(deal, plays=tuple(plays))
        for plays in sorted(sets.values(), key=lambda plays: -len(plays))
    ]


def _within(
    deal: Deal,
    replays: Mapping[str, Any],
    facts: Facts,
    results: _results.Results,
    scale: int,
    around: DealContext,
    same_rules: bool,
) -> Compared:
    """Compares tables under the same rules. With different stakes there are no game facts."""
    plays = {play.table: play for play in deal.plays}
    units = {table: facts.unit(play) for table, play in plays.items()}
    chips = facts.unit(deal.plays[0])
    lines = {
        table: play.line if same_rules else _forks.scaled(play.line, Fraction(scale, units[table]))
        for table, play in plays.items()
    }
    found = _forks.forks(lines, results, deal.cards, facts.contrast, _information(deal, facts))
    own = {table: replays[table] for table in plays if table in replays}
    forked = ForkedTables(deal, found, min(facts.cap(play) for play in deal.plays), own)
    game_facts = facts.describe(forked) if len(set(units.values())) == 1 else GameFacts()
    if same_rules:
        return Compared(forked, game_facts, facts, plays, results, forked.cap, chips, chips, around)
    game_facts = replace(
        game_facts, stories=tuple(_in_units(story, chips) for story in game_facts.stories)
    )
    cap = min(Fraction(facts.cap(play), units[table]) for table, play in plays.items())
    return Compared(forked, game_facts, facts, plays, results, whole(cap), 1, scale, around)


def _information(deal: Deal, facts: Facts) -> _forks.Information:
    """The effective stacks, if stacks differ between tables. Rules are the same here."""
    stacks = [(play.game, play.stacks) for play in deal.plays]
    if all(each == stacks[0] for each in stacks):
        return _forks.same_everywhere
    plays = {play.table: play for play in deal.plays}
    return lambda table, n: facts.stacks(plays[table], n)


def _parallel(compared: Compared, nearly: float) -> tuple[ParallelSpot, ...]:
    if not compared.game_facts.sizes:
        return ()
    deal = compared.forked.deal
    lines = {table: play.line for table, play in compared.plays.items()}
    return parallel_spots(
        lines, compared.game_facts.sizes, deal.cards, nearly, _information(deal, compared.facts)
    )


def _in_units(story: Story, chips: int) -> Story:
    """The story with its evidence in units of the stakes; counts of tables stay."""
    return replace(
        story,
        evidence={
            name: value if name == "tables" else whole(Fraction(value) / chips)
            for name, value in story.evidence.items()
        },
    )


def _with_favourite(comparison: Comparison, compared: Sequence[Compared]) -> Comparison:
    """Adds to the best pick's drama whether the favourite changed. Other picks go without:
    enumerating boards for all of them would dominate the run time."""
    best = comparison.best
    if best is None:
        return comparison
    game_facts = next(each.game_facts for each in compared if best.pairing[0] in each.plays)
    drama = best.components["drama"]
    before = best.at.get(best.pairing[0], len(best.history))
    changed = game_facts.favourite_changed(before, best.pairing)
    if drama.value is None or changed is None:
        return comparison
    words = "the favourite changed" if changed else "the favourite stayed"
    parts = {**best.components, "drama": replace(drama, reason=f"{drama.reason}, {words}")}
    first = replace(best, components=parts)
    return replace(comparison, picks=(first, *comparison.picks[1:]))

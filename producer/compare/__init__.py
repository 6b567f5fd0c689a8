"""Compares the tables that played one deal: forks, picks, stories and merit."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from producer.compare import forks as _forks
from producer.compare import results as _results
from producer.compare.airable import vetoes
from producer.compare.bridge import BRIDGE
from producer.compare.choices_in_view import ALL_CARDS, of_choices
from producer.compare.facts import NO_CONTEXT, DealContext, Facts, ForkedTables, GameFacts
from producer.compare.model import Comparison, ParallelSpot, Story
from producer.compare.open_face import OPEN_FACE
from producer.compare.parallel import THRESHOLD, parallel_spots
from producer.compare.picks import WEIGHTS, Compared, Stacks, picks_of, rated
from producer.compare.poker import HOLDEM
from producer.compare.results_alone import RESULTS_ALONE
from producer.games.line import Deal, Play
from producer.messages import in_a_row, message
from producer.scoring.places import whole
from producer.scoring.tally import averages

__all__ = [
    "GAMES",
    "NO_CONTEXT",
    "THRESHOLD",
    "WEIGHTS",
    "DealContext",
    "Facts",
    "compare",
    "rate",
    "with_all_cards",
    "with_favourite",
]

GAMES: dict[str, Facts] = {
    "holdem": HOLDEM,
    "bridge": BRIDGE,
    "open-face": OPEN_FACE,
    "results": RESULTS_ALONE,
}
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
    counted = _counted(deal, facts)
    compared = [
        _within(own, replays, facts, counted, around) for own in _by_rules(deal, counted.rules)
    ]
    results, mean = counted.results, averages(_results.by_seat(counted.results))
    alone = Comparison(
        deal=deal,
        unit="chips" if counted.same_rules else facts.counted_in.sign,
        same_rules=counted.same_rules,
        scale=counted.scale,
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
    return rate(alone, around, weights)


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
    counted = _counted(deal, facts)
    return [_within(own, replays, facts, counted, around) for own in _by_rules(deal, counted.rules)]


@dataclass(frozen=True, slots=True)
class _Counted:
    """How a deal's results are counted. By table: ``rules``, ``units`` (chips in a unit of the
    stakes) and ``results``, in chips if all have the same rules and stakes, else in these units.
    ``scale`` makes amounts in units whole numbers."""

    rules: Mapping[str, Hashable]
    units: Mapping[str, int]
    same_rules: bool
    scale: int
    results: _results.Results


def _counted(deal: Deal, facts: Facts) -> _Counted:
    rules = {play.table: facts.rules(play) for play in deal.plays}
    units = {play.table: facts.unit(play) for play in deal.plays}
    same = len(set(rules.values())) <= 1 and len(set(units.values())) <= 1
    scale = 1 if same else math.lcm(*units.values())
    results = _results.results_of(deal.plays, {} if same else units)
    return _Counted(rules, units, same, scale, results)


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


def _by_rules(deal: Deal, rules: Mapping[str, Hashable]) -> list[Deal]:
    """The deal split by rules; the set with the most tables first."""
    sets: dict[Hashable, list[Play]] = {}
    for play in deal.plays:
        sets.setdefault(rules[play.table], []).append(play)
    return [
        replace(deal, plays=tuple(plays))
        for plays in sorted(sets.values(), key=lambda plays: -len(plays))
    ]


def _within(
    deal: Deal,
    replays: Mapping[str, Any],
    facts: Facts,
    counted: _Counted,
    around: DealContext,
) -> Compared:
    """Compares tables under the same rules. Where their stakes differ, the game says what a spot is
    worth, and nothing else: its stories, sizes and final pots are in the chips of one table."""
    plays = {play.table: play for play in deal.plays}
    units = {table: counted.units[table] for table in plays}
    chips = facts.unit(deal.plays[0])
    lines = {
        table: play.line
        if counted.same_rules
        else _forks.scaled(play.line, Fraction(counted.scale, units[table]))
        for table, play in plays.items()
    }
    stacks = cache(lambda table: facts.stacks(plays[table]))
    information, results = _information(deal, stacks, facts.recorded_as), counted.results
    found = tuple(
        replace(fork, cards=facts.cards_at(fork.cards, fork.street))
        for fork in _forks.forks(lines, results, deal.cards, facts.contrast, information)
    )
    own = {table: replays[table] for table in plays if table in replays}
    forked = ForkedTables(deal, found, min(facts.cap(play) for play in deal.plays), own)
    game_facts = facts.describe(forked)
    if len(set(units.values())) > 1:
        game_facts = GameFacts(spot=game_facts.spot)
    made = Compared(
        forked,
        stacks,
        information,
        game_facts,
        facts,
        plays,
        results,
        forked.cap,
        chips,
        chips,
        around,
    )
    if counted.same_rules:
        return made
    game_facts = replace(
        game_facts, stories=tuple(_in_units(story, chips) for story in game_facts.stories)
    )
    cap = min(Fraction(facts.cap(play), units[table]) for table, play in plays.items())
    return replace(made, game_facts=game_facts, cap=whole(cap), unit=1, chips_a_unit=counted.scale)


def _information(
    deal: Deal, stacks: Stacks, recorded_as: Callable[[Play], Hashable]
) -> _forks.Information:
    """The effective stacks, if stacks differ between tables, and how the moves were recorded. Rules
    are the same here."""
    first, *others = deal.plays
    records = {play.table: recorded_as(play) for play in deal.plays}
    if all(play.stacks == first.stacks and play.game == first.game for play in others):
        if len(set(records.values())) == 1:
            return _forks.same_everywhere
        return lambda table, _: records[table]
    return lambda table, n: (records[table], stacks(table)[n])


def _parallel(compared: Compared, nearly: float) -> tuple[ParallelSpot, ...]:
    sizes = compared.game_facts.sizes
    if not sizes:
        return ()
    lines = {table: play.line for table, play in compared.plays.items()}
    cards = compared.forked.deal.cards
    return parallel_spots(lines, sizes, cards, nearly, compared.information)


def _in_units(story: Story, chips: int) -> Story:
    """The story with its evidence in units of the stakes; counts of tables stay."""
    return replace(
        story,
        evidence={
            name: value if name == "tables" else whole(Fraction(value) / chips)
            for name, value in story.evidence.items()
        },
    )


def with_favourite(comparison: Comparison, games: Mapping[str, Facts] = GAMES) -> Comparison:
    """Adds to the best pick's drama, in words, whether the favourite changed. Where one deal is
    shown: counting boards takes as long as half a comparison, and nothing is ranked by it."""
    best = comparison.best
    if best is None:
        return comparison
    deal, drama = comparison.deal, best.components["drama"]
    before = {table: best.at.get(table, len(best.history)) for table in best.pairing}
    facts = games[deal.plays[0].game.name]
    changed = facts.favourite_changed(deal, comparison.replays, before)
    if drama.value is None or changed is None:
        return comparison
    words = message("the favourite changed") if changed else message("the favourite stayed")
    reason = in_a_row((drama.reason, words))
    parts = {**best.components, "drama": replace(drama, reason=reason)}
    first = replace(best, components=parts)
    return replace(comparison, picks=(first, *comparison.picks[1:]))


def with_all_cards(comparison: Comparison, games: Mapping[str, Facts] = GAMES) -> Comparison:
    """Adds what every move cost with all cards in view, and for each pick what its two choices
    did. Only for a deal that is released, and where one deal is shown: counting takes longer than
    the comparison, and nothing is ranked by it."""
    if not comparison.deal.plays:
        return comparison
    facts = games[comparison.deal.plays[0].game.name]
    found = facts.all_in_view(comparison.deal, comparison.replays)
    if found is None:
        return comparison
    picks = tuple(
        replace(
            pick,
            components={
                **pick.components,
                ALL_CARDS: of_choices(comparison, pick, found, facts),
            },
        )
        for pick in comparison.picks
    )
    return replace(comparison, picks=picks, all_cards=found)

"""Picks: what a segment can be made of, scored and put in order (DESIGN, comparison 3 to 6)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, takewhile

from producer.compare import components as parts
from producer.compare.airable import airable, holds, vetoes
from producer.compare.facts import Around, Facts, Parted, Told
from producer.compare.forks import share_of_cap
from producer.compare.model import Branch, Component, Fork, Pick, Story
from producer.compare.pick_id import shortened, whole_id
from producer.compare.results import Results
from producer.compare.shown import two_tables, typical
from producer.games.line import Chips, Move, Play
from producer.scoring.places import whole

WEIGHTS: Mapping[str, float] = {
    "swing": 0.28,
    "gap": 0.25,
    "story": 0.23,
    "evenness": 0.10,
    "standings": 0.06,
    "people": 0.04,
    "pictures": 0.04,
}
"""Fitted to judged pairs of candidate segments, then rounded; the last three are not of the deal
and were set by hand. What has no weight had none in the fit."""

PRIOR = 0.5
"""Stands for a component that cannot be computed."""

SIZES_APART = 0.5
"""Of the widest ratio of two sizes of one kind, in logarithms, what two sizes shown side by side
must reach: of raises to 3, 7 and 200 the pair is not 3 beside 7."""

SAME_LINE_POT = 0.5
"""Part of twice the cap from which the pot of a hand that all played alike is large."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Tables under the same rules, as the picks are made of them.

    ``results``: in the unit of the comparison, as ``cap`` and ``unit`` (one big blind, or its
    like). ``chips_a_unit``: of the amounts in the forks' moves.
    """

    parted: Parted
    told: Told
    facts: Facts
    plays: Mapping[str, Play]
    results: Results
    cap: Chips
    unit: Chips
    chips_a_unit: int
    around: Around


def picks_of(compared: Compared, weights: Mapping[str, float] = WEIGHTS) -> tuple[Pick, ...]:
    """One pick a fork, of its best pair of branches; one more for each story that none of these
    tells; and where nobody parted and the pot was large, one of the line that all played.

    In the order of the forks, not yet rated.
    """

    def worth(pick: Pick) -> tuple[float, int, int]:
        tables = sum(len(branch.tables) for branch in pick.branches)
        return parts.merit(pick.components, weights, PRIOR), len(pick.stories), tables

    by_fork = [candidates(compared, fork) for fork in compared.parted.forks]
    found = {pick.id: pick for own in by_fork for pick in [max(own, key=worth)]}
    for story in compared.told.stories:
        if any(_is_among(story, pick.stories) for pick in found.values()):
            continue
        telling = [pick for own in by_fork for pick in own if _is_among(story, pick.stories)]
        free = [pick for pick in telling if pick.id not in found or not found[pick.id].stories]
        if free or not telling:
            pick = max(free, key=worth) if free else _unparted(compared, story)
            found[pick.id] = pick
    if not found and (whole := _same_line(compared)) is not None:
        found[whole.id] = whole
    ids = shortened(list(found))
    return tuple(replace(pick, id=name) for pick, name in zip(found.values(), ids, strict=True))


def _is_among(story: Story, stories: Sequence[Story]) -> bool:
    return any(each is story for each in stories)


def rated(
    found: Sequence[Pick],
    plays: Mapping[str, Play],
    around: Around,
    weights: Mapping[str, float] = WEIGHTS,
) -> tuple[Pick, ...]:
    """The picks with merit, airable and vetoes as their surroundings have them, best first."""
    return tuple(sorted((_rated(each, plays, around, weights) for each in found), key=order))


def order(pick: Pick) -> tuple[bool, bool, float, float, int, int]:
    """Best first: without vetoes, without holds, then airable, merit, more tables, earlier."""
    return (
        bool(pick.vetoes), bool(pick.holds), -pick.airable, -pick.merit,
        -len(pick.tables), len(pick.history),
    )  # fmt: skip


def _rated(
    pick: Pick, plays: Mapping[str, Play], around: Around, weights: Mapping[str, float]
) -> Pick:
    shown = [plays[table] for table in pick.pairing]
    known = {**pick.components, **parts.of_surroundings(shown, around)}
    merit = parts.merit(known, weights, PRIOR)
    against = vetoes(pick.own_vetoes, shown, around)
    return replace(
        pick,
        components=known,
        merit=merit,
        vetoes=against,
        airable=airable(merit, pick.stories, shown, around, against),
    )


def candidates(compared: Compared, fork: Fork) -> list[Pick]:
    """Every pair of the fork's branches as a pick, with whole ids, not yet rated; those with more
    tables first. A pair whose tables are not typical is no further apart than the typical ones."""
    found = []
    for pair in _pairs(fork.branches):
        usual, *others = (
            _pick(compared, fork, pair, pairing) for pairing in _pairings(compared, fork, pair)
        )
        found += [usual, *(each if each.typical else _moderated(each, usual) for each in others)]
    return found


def _moderated(pick: Pick, usual: Pick) -> Pick:
    gaps = [each.components["gap"] for each in (pick, usual)]
    gap = min(gaps, key=lambda gap: gap.value or 0.0)
    return replace(pick, components={**pick.components, "gap": gap})


def _pairs(branches: Sequence[Branch]) -> Iterator[tuple[Branch, Branch]]:
    """The pairs of branches worth a look: sizes of one kind stand far apart."""
    widest: dict[str, float] = {}
    for one, two in combinations(branches, 2):
        if one.move.action == two.move.action:
            kind = one.move.action
            widest[kind] = max(widest.get(kind, 0.0), _ratio(one.move, two.move))
    for one, two in combinations(branches, 2):
        same = one.move.action == two.move.action
        if not same or _ratio(one.move, two.move) >= SIZES_APART * widest[one.move.action]:
            yield one, two


def _ratio(one: Move, two: Move) -> float:
    return abs(math.log(max(1, one.to or 0)) - math.log(max(1, two.to or 0)))


def _pairings(
    compared: Compared, fork: Fork, pair: tuple[Branch, Branch]
) -> Iterator[tuple[str, str]]:
    """The typical tables of the two branches, and those that tell one of the fork's stories."""
    around, depth = compared.around, len(fork.history)
    near = [typical(branch, compared.unit) for branch in pair]
    choices = [(near[0], near[1])]
    for story in compared.told.stories:
        if story.seat == fork.seat and (story.fork is None or story.fork is fork):
            for ones, others in _sides(story):
                choices.append((
                    _nearest([t for t in pair[0].tables if t in ones], near[0]),
                    _nearest([t for t in pair[1].tables if t in others], near[1]),
                ))  # fmt: skip
    for first, second in dict.fromkeys(choices):
        if first and second:
            yield two_tables(
                first, second, depth, compared.plays, around.pictured or (), around.featured
            )


def _sides(story: Story) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """From which of a story's tables the two shown must be, either way round."""
    if _contrasts(story):
        return [(story.tables, story.others), (story.others, story.tables)]
    return [(story.tables, story.tables)]


def _contrasts(story: Story) -> bool:
    """Whether a story needs one of its tables beside one of the others."""
    return bool(story.others) and (story.fork is not None or len(story.tables) == 1)


def _nearest(tables: Sequence[str], near: Sequence[str]) -> tuple[str, ...]:
    """Of a story's tables the typical ones, where there are any."""
    return tuple(table for table in tables if table in near) or tuple(tables)


def _pick(
    compared: Compared, fork: Fork, pair: tuple[Branch, Branch], pairing: tuple[str, str]
) -> Pick:
    results = [branch.results[table] for branch, table in zip(pair, pairing, strict=True)]
    everywhere = [result for branch in fork.branches for result in branch.results.values()]
    stories = tuple(
        story for story in compared.told.stories if _tells(story, fork.seat, fork, pairing)
    )
    usual = all(
        table in typical(branch, compared.unit) for branch, table in zip(pair, pairing, strict=True)
    )
    depth, play = len(fork.history), compared.plays[pairing[0]]
    spot = compared.told.spot(fork.seat, depth, pairing)
    known = {
        **parts.of_results(results, everywhere, compared.cap),
        **parts.of_fork(fork, pair, compared.facts.contrast(pair[0].move, pair[1].move)),
        **parts.of_stories(stories, compared.facts.alike, usual),
        **parts.of_game(spot),
        **parts.of_surroundings([compared.plays[table] for table in pairing], compared.around),
    }
    gap = parts.apart(results)
    return Pick(
        id=whole_id(
            compared.parted.deal.key,
            fork.seat,
            fork.history,
            [branch.move for branch in pair],
            (compared.facts.rules(play), compared.facts.stacks(play, depth)),
            compared.chips_a_unit,
        ),
        kind="fork",
        street=fork.street,
        seat=fork.seat,
        cards=fork.cards,
        history=fork.history,
        fork=fork,
        branches=pair,
        tables=fork.tables,
        pairing=pairing,
        gap=gap,
        typical=usual,
        components=known,
        stories=stories,
        holds=holds(gap, stories, compared.unit, compared.facts.counted_in),
        pot=_in_unit(compared, spot.pot, play),
        to_call=_in_unit(compared, spot.to_call, play),
    )


def _in_unit(compared: Compared, chips: int | None, play: Play) -> Chips | None:
    """Of the comparison: chips, or big blinds where its tables count in different ones."""
    if chips is None or compared.unit != 1:
        return chips
    return whole(Fraction(chips, compared.facts.unit(play)))


def _tells(story: Story, seat: int, fork: Fork | None, pairing: Sequence[str]) -> bool:
    """Whether two tables side by side at a fork tell a story."""
    if story.seat != seat or (story.fork is not None and story.fork is not fork):
        return False
    if not _contrasts(story):
        return all(table in story.tables for table in pairing)
    own = [table for table in pairing if table in story.tables]
    return len(own) == 1 and all(table in (*own, *story.others) for table in pairing)


def _same_line(compared: Compared) -> Pick | None:
    """All tables played alike for a large pot: the seat with the largest loss."""
    plays = list(compared.plays.values())
    if len(plays) < 2 or not plays[0].line:
        return None
    if any(play.line != plays[0].line for play in plays):
        return None
    if len({compared.facts.stacks(play, 0) for play in plays}) != 1:
        return None
    pot = compared.told.pots.get(plays[0].table, 0)
    if share_of_cap(pot, 2 * compared.parted.cap) < SAME_LINE_POT:
        return None
    results = compared.results[plays[0].table]
    seat = min(results, key=lambda seat: (results[seat], seat))
    return _without_fork(compared, seat, (plays[0].table, plays[1].table), ())


def _unparted(compared: Compared, story: Story) -> Pick:
    """A story of a seat that nowhere chose differently in the same spot."""
    first, *rest = story.tables
    second = story.others[0] if _contrasts(story) else rest[0]
    pairing = (first, second)
    told = [each for each in compared.told.stories if _tells(each, story.seat, None, pairing)]
    return _without_fork(compared, story.seat, pairing, tuple(told))


def _without_fork(
    compared: Compared, seat: int, pairing: tuple[str, str], stories: tuple[Story, ...]
) -> Pick:
    """Two tables side by side from the start: ``history`` is what they have in common."""
    lines = [compared.plays[table].line for table in pairing]
    together = takewhile(lambda moves: moves[0] == moves[1], zip(*lines, strict=False))
    history = tuple(one for one, _ in together)
    depth = len(history)
    tables = tuple(
        table
        for table, play in compared.plays.items()
        if play.line[:depth] == history and seat in play.result
    )
    everywhere = [compared.results[table][seat] for table in tables]
    shown = [compared.results[table][seat] for table in pairing]
    gap = parts.apart(shown)
    known: dict[str, Component] = {
        **parts.of_results(shown, everywhere, compared.cap),
        **parts.of_line(tables),
        **parts.of_stories(stories, compared.facts.alike, typical=True),
        **parts.of_game(compared.told.spot(seat, depth, pairing)),
        **parts.of_surroundings([compared.plays[table] for table in pairing], compared.around),
    }
    play = compared.plays[pairing[0]]
    information = (compared.facts.rules(play), compared.facts.stacks(play, depth))
    chips = compared.facts.unit(play)
    return Pick(
        id=whole_id(compared.parted.deal.key, seat, history, (), information, chips),
        kind="same line",
        street=lines[0][min(depth, len(lines[0]) - 1)].street,
        seat=seat,
        cards=compared.parted.deal.cards.get(seat, ()),
        history=history,
        fork=None,
        branches=(),
        tables=tables,
        pairing=pairing,
        gap=gap,
        typical=True,
        components=known,
        stories=stories,
        holds=(),
    )

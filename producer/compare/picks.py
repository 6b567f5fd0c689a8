"""Picks: found, scored and sorted (DESIGN, comparison 3 to 6)."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, takewhile

from producer.compare import components as parts
from producer.compare.airable import airable, holds, vetoes
from producer.compare.facts import DealContext, Facts, ForkedTables, GameFacts, all_cards
from producer.compare.forks import Information, share_of_cap
from producer.compare.model import Branch, Component, Fork, Pick, Story
from producer.compare.pick_id import shortened, whole_id
from producer.compare.results import Results
from producer.compare.tables_shown import two_tables, typical
from producer.games.line import Chips, Line, Move, Play
from producer.messages import message
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
"""Fitted to judged pairs of candidate segments and rounded; the last three come from outside the
deal and were set by hand. Components that the fit gave no weight are left out."""

PRIOR = 0.5
"""Value of a component that cannot be computed."""

SIZES_APART = 0.5
"""Smallest ratio of two sizes shown side by side, as a share of the widest ratio at the fork, both
in logarithms: of raises to 3, 7 and 200 the pair is not 3 beside 7."""

SAME_LINE_POT = 0.5
"""Share of twice the cap from which the pot of a same line is large."""


Stacks = Callable[[str], Sequence[Hashable]]


@dataclass(frozen=True, slots=True)
class Compared:
    """Tables under the same rules with all that picks are made of.

    ``stacks``: by table, as ``Facts`` has them; ``information``: as ``forks`` has it. ``results``,
    ``cap`` and ``unit`` (one big blind) are in the unit of the comparison; ``chips_a_unit``: one
    big blind in the amounts of the forks' moves.
    """

    forked: ForkedTables
    stacks: Stacks
    information: Information
    game_facts: GameFacts
    facts: Facts
    plays: Mapping[str, Play]
    results: Results
    cap: Chips
    unit: Chips
    chips_a_unit: int
    around: DealContext


def picks_of(compared: Compared, weights: Mapping[str, float] = WEIGHTS) -> tuple[Pick, ...]:
    """One pick per fork, of its best pair of branches; one for each story that none of these shows;
    or, without any, one of the same line if its pot was large.

    In the order of the forks, not yet rated.
    """

    def worth(pick: Pick) -> tuple[float, int, int]:
        tables = sum(len(branch.tables) for branch in pick.branches)
        return parts.merit(pick.components, weights, PRIOR), len(pick.stories), tables

    by_fork = [candidates(compared, fork) for fork in compared.forked.forks]
    found = {pick.id: pick for own in by_fork for pick in [max(own, key=worth)]}
    for story in compared.game_facts.stories:
        if any(_is_among(story, pick.stories) for pick in found.values()):
            continue
        showing = [pick for own in by_fork for pick in own if _is_among(story, pick.stories)]
        free = [pick for pick in showing if pick.id not in found or not found[pick.id].stories]
        if free or not showing:
            pick = max(free, key=worth) if free else _story_without_fork(compared, story)
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
    around: DealContext,
    weights: Mapping[str, float] = WEIGHTS,
) -> tuple[Pick, ...]:
    """The picks with merit, airable and vetoes for their context, best first."""
    return tuple(sorted((_rated(each, plays, around, weights) for each in found), key=order))


def order(pick: Pick) -> tuple[object, ...]:
    """Sort key: not dismissed, no vetoes, the producer's rank and star, no holds, then airable,
    merit, more tables, earlier."""
    return (
        bool(pick.decision.dismissed), bool(pick.vetoes), *preference(pick), bool(pick.holds),
        -pick.airable, -pick.merit, -len(pick.tables), len(pick.history),
    )  # fmt: skip


def preference(pick: Pick) -> tuple[float, bool]:
    """Sort key of a producer's wishes: their own rank first, then the stars."""
    rank = pick.decision.rank
    return math.inf if rank is None else rank, not pick.decision.starred


def _rated(
    pick: Pick, plays: Mapping[str, Play], around: DealContext, weights: Mapping[str, float]
) -> Pick:
    shown = [plays[table] for table in pick.pairing]
    components = {**pick.components, **parts.of_surroundings(shown, around)}
    merit = parts.merit(components, weights, PRIOR)
    against = vetoes(pick.own_vetoes, shown, around)
    players = {play.players[pick.seat].name for play in shown if pick.seat in play.players}
    return replace(
        pick,
        components=components,
        merit=merit,
        vetoes=against,
        airable=airable(merit, pick.stories, players, around, against),
    )


def candidates(compared: Compared, fork: Fork) -> list[Pick]:
    """A pick for every pair of the fork's branches, largest first, with full ids, not yet rated.

    The gap of tables that are not typical counts no more than that of the typical ones.
    """
    found = []
    for pair in _pairs(fork.branches):
        usual, *others = (
            pick_of(compared, fork, pair, pairing) for pairing in _pairings(compared, fork, pair)
        )
        found += [usual, *(each if each.typical else _limited_gap(each, usual) for each in others)]
    return found


def _limited_gap(pick: Pick, usual: Pick) -> Pick:
    gaps = [each.components["gap"] for each in (pick, usual)]
    gap = min(gaps, key=lambda gap: gap.value or 0.0)
    return replace(pick, components={**pick.components, "gap": gap})


def _pairs(branches: Sequence[Branch]) -> Iterator[tuple[Branch, Branch]]:
    """The pairs of branches to score: sizes of one kind must differ clearly (``SIZES_APART``)."""
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
    return abs(math.log(one.to or 1) - math.log(two.to or 1))


def _pairings(
    compared: Compared, fork: Fork, pair: tuple[Branch, Branch]
) -> Iterator[tuple[str, str]]:
    """The typical tables of the two branches, and those that show one of the fork's stories."""
    around, depth = compared.around, len(fork.history)
    pictured = around.pictured or compared.forked.deal.recorded
    near = [typical(branch, compared.unit) for branch in pair]
    choices = [(near[0], near[1])]
    for story in compared.game_facts.stories:
        if story.seat == fork.seat and (story.fork is None or story.fork is fork):
            for ones, others in _sides(story):
                choices.append((
                    _nearest([t for t in pair[0].tables if t in ones], near[0]),
                    _nearest([t for t in pair[1].tables if t in others], near[1]),
                ))  # fmt: skip
    for first, second in dict.fromkeys(choices):
        if first and second:
            yield two_tables(
                first,
                second,
                depth,
                compared.plays,
                pictured,
                around.featured,
                compared.game_facts.one_match,
            )


def _sides(story: Story) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The two sets that a story's tables are taken from, either way round."""
    if _contrasts(story):
        return [(story.tables, story.others), (story.others, story.tables)]
    return [(story.tables, story.tables)]


def _contrasts(story: Story) -> bool:
    """Whether a story is shown by one of its tables beside one of the others."""
    return bool(story.others) and (story.fork is not None or len(story.tables) == 1)


def _nearest(tables: Sequence[str], near: Sequence[str]) -> tuple[str, ...]:
    """The typical ones among a story's tables, or all if none is."""
    return tuple(table for table in tables if table in near) or tuple(tables)


def pick_of(
    compared: Compared, fork: Fork, pair: tuple[Branch, Branch], pairing: tuple[str, str]
) -> Pick:
    """The pick of two branches of a fork, shown by a table of each; with its full id, not rated."""
    results = [branch.results[table] for branch, table in zip(pair, pairing, strict=True)]
    everywhere = [result for branch in fork.branches for result in branch.results.values()]
    stories = tuple(
        story
        for story in compared.game_facts.stories
        if _shows_story(story, fork.seat, fork, pairing)
    )
    usual = all(
        table in typical(branch, compared.unit) for branch, table in zip(pair, pairing, strict=True)
    )
    depth, play = len(fork.history), compared.plays[pairing[0]]
    spot = compared.game_facts.spot(fork.seat, depth, pairing)
    by_bots = compared.forked.deal.by_bots
    components = {
        **_of_results(compared, results, everywhere, pairing, fork.tables),
        **parts.of_fork(fork, pair, compared.facts, by_bots),
        **parts.of_stories(stories, compared.facts.alike, usual),
        **parts.of_game(spot),
        **parts.of_surroundings([compared.plays[table] for table in pairing], compared.around),
    }
    gap = parts.apart(results)
    return Pick(
        id=whole_id(
            compared.forked.deal.key,
            fork.seat,
            fork.history,
            [branch.move for branch in pair],
            (compared.facts.rules(play), compared.stacks(play.table)[depth]),
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
        components=components,
        stories=stories,
        holds=(
            *holds(gap, stories, compared.unit, compared.facts.counted_in),
            *(
                message("table {name} is a reference by bots", name=table)
                for table in pairing
                if table in by_bots
            ),
        ),
        pot=in_unit(compared, spot.pot, play),
        to_call=in_unit(compared, spot.to_call, play),
    )


def _of_results(
    compared: Compared,
    shown: Sequence[Chips],
    everywhere: Sequence[Chips],
    pairing: Sequence[str],
    tables: Sequence[str],
) -> dict[str, Component]:
    unit, one_match = compared.facts.counted_in, compared.game_facts.one_match
    counts = one_match(pairing), one_match(tables)
    return parts.of_results(shown, everywhere, compared.cap, compared.unit, unit, counts)


def in_unit(compared: Compared, chips: int | None, play: Play) -> Chips | None:
    """An amount in the comparison's unit: chips, or big blinds if stakes differ."""
    if chips is None or compared.unit != 1:
        return chips
    return whole(Fraction(chips, compared.facts.unit(play)))


def _shows_story(story: Story, seat: int, fork: Fork | None, pairing: Sequence[str]) -> bool:
    """Whether two tables side by side at a fork show a story."""
    if story.seat != seat or (story.fork is not None and story.fork is not fork):
        return False
    if not _contrasts(story):
        return all(table in story.tables for table in pairing)
    own = [table for table in pairing if table in story.tables]
    return len(own) == 1 and all(table in (*own, *story.others) for table in pairing)


def _same_line(compared: Compared) -> Pick | None:
    """The pick of a large pot that all tables played alike, for the seat that lost most."""
    plays = list(compared.plays.values())
    if len(plays) < 2 or not plays[0].line:
        return None
    if any(play.line != plays[0].line for play in plays):
        return None
    if len({compared.information(table, 0) for table in compared.plays}) != 1:
        return None
    pot = compared.game_facts.pots.get(plays[0].table, 0)
    if share_of_cap(pot, 2 * compared.forked.cap) < SAME_LINE_POT:
        return None
    results = compared.results[plays[0].table]
    seat = min(results, key=lambda seat: (results[seat], seat))
    return without_fork(compared, seat, (plays[0].table, plays[1].table), ())


def _story_without_fork(compared: Compared, story: Story) -> Pick:
    """The pick of a story whose seat has no fork."""
    first, *rest = story.tables
    second = story.others[0] if _contrasts(story) else rest[0]
    pairing = (first, second)
    shown = [
        each
        for each in compared.game_facts.stories
        if _shows_story(each, story.seat, None, pairing)
    ]
    return without_fork(compared, story.seat, pairing, tuple(shown))


def without_fork(
    compared: Compared,
    seat: int,
    pairing: tuple[str, str],
    stories: tuple[Story, ...],
    shared: int | None = None,
) -> Pick:
    """A pick of two tables without a fork; ``history``: the moves they share.

    It shows the seat's move ``shared`` of these (from 0). By default its last one with an amount,
    else its last one: of the shared moves if it has any there, else of each table's own. Where
    cards are dealt over the whole hand, it shows the first one in which the two differ.
    """
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
    if shared is None:
        played = {table: compared.plays[table].line for table in tables}
        at = _last_decisions(history, played, seat)
        if compared.facts.cards_at is not all_cards:  # the last card has only one place left
            at = _first_difference(pairing, played, seat) or at
    else:
        at = dict.fromkeys(tables, shared)
    there = at.get(pairing[0], depth)
    spot = compared.game_facts.spot(seat, there, pairing)
    components: dict[str, Component] = {
        **_of_results(compared, shown, everywhere, pairing, tables),
        **parts.of_line(tables),
        **parts.of_stories(stories, compared.facts.alike, typical=True),
        **parts.of_game(spot),
        **parts.of_surroundings([compared.plays[table] for table in pairing], compared.around),
    }
    play = compared.plays[pairing[0]]
    information = (compared.facts.rules(play), compared.stacks(play.table)[depth])
    chips = compared.facts.unit(play)
    street = lines[0][min(there, len(lines[0]) - 1)].street
    cards = compared.forked.deal.cards.get(seat, ())
    return Pick(
        id=whole_id(compared.forked.deal.key, seat, history, (), information, chips),
        kind="same line",
        street=street,
        seat=seat,
        cards=compared.facts.cards_at(cards, street),
        history=history,
        fork=None,
        branches=(),
        tables=tables,
        pairing=pairing,
        gap=gap,
        typical=True,
        components=components,
        stories=stories,
        holds=(),
        pot=in_unit(compared, spot.pot, play),
        to_call=in_unit(compared, spot.to_call, play),
        at=at,
    )


def _last_decisions(history: Line, lines: Mapping[str, Line], seat: int) -> dict[str, int]:
    """By table, the number of moves before the decision to show; without a table at which the seat
    never acted."""
    shared = _last_decision(history, seat)
    found = {
        table: _last_decision(line, seat) if shared is None else shared
        for table, line in lines.items()
    }
    return {table: n for table, n in found.items() if n is not None}


def _first_difference(
    pairing: tuple[str, str], lines: Mapping[str, Line], seat: int
) -> dict[str, int]:
    """By table, the number of moves before the seat's first one in which the two tables of the
    pairing differ; without a table at which it has none there. Empty if they do not differ."""
    own = {
        table: [n for n, move in enumerate(line) if move.seat == seat]
        for table, line in lines.items()
    }
    pairs = zip(*(own[table] for table in pairing), strict=False)
    one, two = (lines[table] for table in pairing)
    parted = next((k for k, (n, m) in enumerate(pairs) if one[n] != two[m]), None)
    if parted is None:
        return {}
    return {table: moves[parted] for table, moves in own.items() if len(moves) > parted}


def _last_decision(line: Line, seat: int) -> int | None:
    own = [n for n, move in enumerate(line) if move.seat == seat]
    return max(own, key=lambda n: (line[n].to is not None, n), default=None)

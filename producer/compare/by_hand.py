"""What producers do with picks by hand: picks of their own, and decisions about any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from producer.compare import GAMES, compared_sets, components, picks
from producer.compare.facts import Facts, GameFacts
from producer.compare.forks import scaled
from producer.compare.model import (
    UNDECIDED,
    Branch,
    Comparison,
    Fork,
    Pick,
    PickDecision,
    PickDecisions,
)
from producer.compare.pick_id import SHORTEST, whole_id
from producer.compare.picks import Compared
from producer.games.line import Deal, Line, Play


class NotPickable(ValueError):
    """No pick can be made of these tables and moves; the message says why and what to name."""


def with_decisions(
    comparison: Comparison, decisions: PickDecisions, games: Mapping[str, Facts] = GAMES
) -> Comparison:
    """The comparison with the picks that a producer made and what they decided about any pick,
    not yet rated. Decisions about picks that are no more are listed in ``gone``."""
    if not decisions.by_id and not decisions.made:
        return comparison
    made, reasons = [], {each.id: each.reason for each in decisions.made}
    for each in decisions.made:
        try:
            pick = by_hand(comparison, each.at, each.reason, games)
        except NotPickable:
            continue
        if pick.id == each.id:
            made.append(pick)
    all_picks = (*comparison.picks, *made)
    there = {pick.id for pick in all_picks}
    wanted = dict.fromkeys((*reasons, *decisions.by_id))
    gone = {
        id_: _in_words(decisions.by_id.get(id_, UNDECIDED), reasons.get(id_, ""))
        for id_ in wanted
        if id_ not in there
    }
    return replace(
        comparison,
        picks=tuple(
            replace(pick, decision=decisions.by_id.get(pick.id, UNDECIDED)) for pick in all_picks
        ),
        gone={id_: words for id_, words in gone.items() if words},
    )


def _in_words(decision: PickDecision, reason: str) -> str:
    """What is lost with a pick; ``""`` if nothing is, as with one that was dismissed."""
    if decision.dismissed:
        return ""
    return ", ".join([
        *([f"made by hand: {reason}"] if reason else []),
        *(["starred"] if decision.starred else []),
        *([f"own rank {decision.rank}"] if decision.rank is not None else []),
        *(f"{each.line} ({each.language}): {each.text}" for each in decision.lines),
    ])  # fmt: skip


def by_hand(
    comparison: Comparison, at: Mapping[str, int], reason: str, games: Mapping[str, Facts] = GAMES
) -> Pick:
    """A pick of two tables at a decision of one seat, not yet rated (``picks.rated``).

    ``at``: by table, the number of moves before the decision; the first table is shown on the
    left. Two tables that chose differently at one fork make a fork, two with equal lines a same
    line; amounts and results are those of a comparison. Raises NotPickable without a reason,
    unless two finished tables are named, or if they are not at a decision of one seat.
    """
    deal = comparison.deal
    plays = _plays(deal, at)
    seat = _seat(plays, at)
    if not reason.strip():
        raise NotPickable("a pick made by hand needs a reason: say why it is worth showing")
    facts = games[plays[0].game.name]
    sets = compared_sets(deal, comparison.replays, games=games)
    compared = next(each for each in sets if plays[0].table in each.plays)
    other = next(each for each in sets if plays[1].table in each.plays)
    pick = (
        _of_fork(compared, seat, at) or _of_same_line(compared, seat, at)
        if compared is other
        else None
    )
    made = pick or _of_two_spots(compared, other, seat, at)
    return replace(
        made,
        id=_id(deal, compared, other, seat, at)[:SHORTEST],
        holds=(),
        reason=reason.strip(),
        at=made.at or dict(at),
        own_vetoes=facts.vetoes(comparison.replays, at),
    )


def _of_fork(compared: Compared, seat: int, at: Mapping[str, int]) -> Pick | None:
    """The two tables at a fork where they chose differently."""
    for fork in compared.forked.forks:
        branches = [_branch_of(fork, table) for table in at]
        here = all(len(fork.history) == n for n in at.values())
        if fork.seat == seat and here and None not in branches and branches[0] != branches[1]:
            pair = tuple(branch for branch in branches if branch is not None)
            return picks.pick_of(compared, fork, (pair[0], pair[1]), _two(at))
    return None


def _branch_of(fork: Fork, table: str) -> Branch | None:
    return next((branch for branch in fork.branches if table in branch.tables), None)


def _of_same_line(compared: Compared, seat: int, at: Mapping[str, int]) -> Pick | None:
    one, other = (compared.plays[table] for table in at)
    if one.line != other.line or len(set(at.values())) > 1:
        return None
    return picks.without_fork(compared, seat, _two(at), (), next(iter(at.values())))


def _of_two_spots(compared: Compared, other: Compared, seat: int, at: Mapping[str, int]) -> Pick:
    """Two tables in different spots, or that chose alike in one."""
    sets = (compared, other)
    lines = [_line(each, table) for each, table in zip(sets, at, strict=True)]
    moves = [line[n] for line, n in zip(lines, at.values(), strict=True)]
    shown = [compared.results[table][seat] for table in at]
    (first, n), *_ = at.items()
    game_facts = compared.game_facts if compared is other else GameFacts()
    spot, in_match = game_facts.spot(seat, n, tuple(at)), game_facts.one_match(tuple(at))
    play = compared.plays[first]
    return Pick(
        id="",
        kind="made",
        street=moves[0].street,
        seat=seat,
        cards=compared.facts.cards_at(compared.forked.deal.cards.get(seat, ()), moves[0].street),
        history=lines[0][:n],
        fork=None,
        branches=tuple(
            Branch(move, (table,), {table: result})
            for move, table, result in zip(moves, at, shown, strict=True)
        ),
        tables=tuple(at),
        pairing=tuple(at),
        gap=components.apart(shown),
        typical=True,
        components={
            **components.of_results(
                shown,
                shown,
                min(each.cap for each in sets),
                compared.unit,
                compared.facts.counted_in,
                (in_match, in_match),
            ),
            **components.of_line(tuple(at)),
            **components.of_stories((), (), typical=True),
            **components.of_game(spot),
        },
        stories=(),
        holds=(),
        pot=picks.in_unit(compared, spot.pot, play),
        to_call=picks.in_unit(compared, spot.to_call, play),
    )


def _line(compared: Compared, table: str) -> Line:
    """A table's moves in the amounts of the comparison's forks."""
    play = compared.plays[table]
    return scaled(play.line, Fraction(compared.chips_a_unit, compared.facts.unit(play)))


def _id(deal: Deal, compared: Compared, other: Compared, seat: int, at: Mapping[str, int]) -> str:
    """Of the two tables and the moves of each up to the decision, so that it changes with them."""
    sides = list(zip((compared, other), at.items(), strict=True))
    lines = [_line(each, table)[: n + 1] for each, (table, n) in sides]
    public = tuple(
        (table, n, each.facts.rules(play), each.stacks(table)[n])
        for each, (table, n) in sides
        for play in [each.plays[table]]
    )
    return whole_id(deal.key, seat, lines[0], lines[1], public, compared.chips_a_unit)


def _two(at: Mapping[str, int]) -> tuple[str, str]:
    left, right = at
    return left, right


def _plays(deal: Deal, at: Mapping[str, int]) -> tuple[Play, ...]:
    plays = {play.table: play for play in deal.plays}
    absent = [table for table in at if table not in plays]
    if len(at) != 2 or absent:
        there = ", ".join(plays)
        raise NotPickable(f"name two tables that have finished deal {deal.key}: {there}")
    return tuple(plays[table] for table in at)


def _seat(plays: tuple[Play, ...], at: Mapping[str, int]) -> int:
    for play in plays:
        if not 0 <= at[play.table] < len(play.line):
            raise NotPickable(
                f"table {play.table} has no move {at[play.table] + 1}; name the decision by its "
                f"number in the line, 1 to {len(play.line)}"
            )
    seats = [play.line[at[play.table]].seat for play in plays]
    if seats[0] != seats[1]:
        raise NotPickable(
            f"seat {seats[0]} decides at table {plays[0].table} there, seat {seats[1]} at table "
            f"{plays[1].table}; name a decision of one seat"
        )
    return seats[0]

"""What is said at the beats of a segment of hold'em, besides the three lines of its pick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce

from producer.compare.model import Pick
from producer.games.line import Move
from producer.wording import situation
from producer.wording.all_tables import field_sentence
from producer.wording.narration import Narration, each, who
from producer.wording.numbers import listed
from producer.wording.phrases import Phrase, plain, pointer, say
from producer.wording.pick_lines import chooses
from producer.wording.tellers import ShownTables
from producer.wording.two_tables import ended, this_deal

_NAMED = 3
"""Most tables that are named one by one."""


def holdem_beats(narration: Narration, pick: Pick, shown: ShownTables) -> Mapping[str, Phrase]:
    """Up to the question nothing depends on what any table chose."""
    left = shown.left[0]
    said = {
        "cards": situation.same_cards(narration, [pick.seat]),
        "table": _against(narration, pick, shown, left),
        "line": _way_here(narration, pick, shown),
        "ending-left": _ending(narration, pick, shown, left),
        "ranking": _apart(narration, pick),
    }
    if pick.fork is None:
        said["field"] = field_sentence(narration, pick.seat)
    else:
        said["field"] = situation.choices(narration, pick.fork)
    return {**said, **_decisions(narration, pick, shown)}


def _against(narration: Narration, pick: Pick, shown: ShownTables, table: str) -> Phrase:
    """``Against them, jacks under the gun``."""
    language, live = narration.language, narration.replays[table].spots[shown.at[table]].live
    others = [seat for seat in live if seat != pick.seat]
    if len(others) != 1:
        n = narration.count(len(live), "players", pointer("plays", table, "line"))
        return say(language.gettext("{n} players are still in"), n=n)
    (other,) = others
    seat = narration.position(other)
    if not narration.cards_known(other):
        return say(language.gettext("Against them, {seat}"), seat=seat)
    message = language.gettext("Against them, {hand} {seat:at}")
    return say(message, hand=narration.hand(other), seat=seat)


def _way_here(narration: Narration, pick: Pick, shown: ShownTables) -> Phrase:
    """How many tables came to the decision by the same moves."""
    language = narration.language
    if not shown.one_spot:
        return plain(language.gettext("They come here by different moves"))
    if pick.fork is not None:
        return situation.reached(narration, pick.fork)
    if len(pick.tables) == 2:
        return plain(language.gettext("So far the same at both tables, move for move"))
    n = narration.count(len(pick.tables), "tables", "/tables")
    return say(language.gettext("So far the same at all {n} tables, move for move"), n=n)


def _decisions(narration: Narration, pick: Pick, shown: ShownTables) -> Mapping[str, Phrase]:
    """Each side's choice alone; of more tables than can be named, how many chose what. ``{}`` where
    all chose alike: that is the pick's line."""
    if not shown.right:
        return {}
    tables = [*shown.left, *shown.right]
    moves = {table: narration.replays[table].line[shown.at[table]] for table in tables}
    sized = len({move.action for move in moves.values()}) == 1
    names = dict(zip(tables, each(narration, tables, pick.seat), strict=True))
    left = _choice(narration, names, moves, shown.left, sized=sized)
    if pick.fork is not None and len(shown.right) > _NAMED:
        return {"decision-left": left, "decision-right": situation.choices(narration, pick.fork)}
    branches: dict[Move, list[str]] = {}
    for table in shown.right:
        branches.setdefault(moves[table], []).append(table)
    chosen = [_choice(narration, names, moves, own, sized=sized) for own in branches.values()]
    return {"decision-left": left, "decision-right": _in_a_row(narration, chosen)}


def _in_a_row(narration: Narration, clauses: Sequence[Phrase]) -> Phrase:
    message = narration.language.gettext("{first}, {second}")
    return reduce(lambda first, second: say(message, first=first, second=second), clauses)


def _choice(
    narration: Narration,
    names: Mapping[str, Phrase],
    moves: Mapping[str, Move],
    tables: Sequence[str],
    *,
    sized: bool,
) -> Phrase:
    """``China raises``, ``Finland and Ecuador call``."""
    move, unit = moves[tables[0]], narration.play(tables[0]).game.unit
    who_ = names[tables[0]]
    if len(tables) > 1:
        who_ = listed(narration.language, [names[table] for table in tables])
    return chooses(narration, who_, move.action, Fraction(move.to or 0, unit), sized=sized)


def _ending(narration: Narration, pick: Pick, shown: ShownTables, table: str) -> Phrase:
    """``Finland won 25 big blinds at showdown``."""
    actor = who(narration, table, pick.seat)
    how = ended(narration, pick.seat, shown.at[table], table, actor.number)
    return say(narration.language.gettext("{who} {ended}"), who=actor, ended=how)


def _apart(narration: Narration, pick: Pick) -> Phrase:
    """``On this deal, one of 75, they finished 26 big blinds apart``."""
    language, deal = narration.language, this_deal(narration)
    results = [narration.result(table, pick.seat) for table in pick.pairing]
    gap = max(results) - min(results)
    if not gap:
        return say(language.gettext("{deal}, they finished level"), deal=deal)
    sources = [pointer("plays", table, "result", pick.seat) for table in pick.pairing]
    amount = narration.amount(gap, *sources)
    return say(language.gettext("{deal}, they finished {gap} apart"), deal=deal, gap=amount)

"""What producers decided about picks, from the acts in the log. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from producer.acts import (
    Act,
    PickDismissedAct,
    PickLineEditedAct,
    PickMadeAct,
    PickRankedAct,
    PickStarredAct,
)
from producer.compare.model import (
    NO_DECISIONS,
    UNDECIDED,
    EditedLine,
    MadePick,
    PickDecision,
    PickDecisions,
)
from producer.games.line import DealKey

PickAct = PickStarredAct | PickDismissedAct | PickRankedAct | PickMadeAct | PickLineEditedAct


def pick_decisions(
    acts: Iterable[Act], before: Mapping[DealKey, PickDecisions] | None = None
) -> Mapping[DealKey, PickDecisions]:
    """``before``, and after it what was done in ``acts``; a later act replaces an earlier one."""
    decisions = dict(before or {})
    for act in acts:
        if isinstance(act, PickAct):
            key = DealKey(act.data.session, act.data.group, act.data.deal)
            decisions[key] = _after(decisions.get(key, NO_DECISIONS), act)
    return decisions


def _after(so_far: PickDecisions, act: PickAct) -> PickDecisions:
    id_ = act.data.pick
    if isinstance(act, PickMadeAct):
        at = {table: number - 1 for table, number in act.data.moves.items()}
        made = MadePick(id_, at, act.data.reason)
        return replace(so_far, made=(*(each for each in so_far.made if each.id != id_), made))
    decision = _decided(so_far.by_id.get(id_, UNDECIDED), act)
    return replace(so_far, by_id={**so_far.by_id, id_: decision})


def _decided(
    decision: PickDecision,
    act: PickStarredAct | PickDismissedAct | PickRankedAct | PickLineEditedAct,
) -> PickDecision:
    if isinstance(act, PickStarredAct):
        return replace(decision, starred=act.data.starred)
    if isinstance(act, PickDismissedAct):
        return replace(decision, dismissed=act.data.reason if act.data.dismissed else "")
    if isinstance(act, PickRankedAct):
        return replace(decision, rank=act.data.rank)
    data = act.data
    others = [
        each for each in decision.lines if (each.line, each.language) != (data.line, data.language)
    ]
    edited = EditedLine(data.line, data.language, data.text, data.facts)
    return replace(decision, lines=(*others, edited) if data.text else tuple(others))

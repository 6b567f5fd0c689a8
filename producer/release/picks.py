"""What a producer does with picks: star, dismiss, rank, make one, edit its lines.

Everything names a pick of a released deal by its id; a sealed deal's answers as one that is gone.
"""

from __future__ import annotations

from collections.abc import Mapping

from producer.acts import (
    PickDismissed,
    PickDismissedAct,
    PickLineEdited,
    PickLineEditedAct,
    PickMade,
    PickMadeAct,
    PickRanked,
    PickRankedAct,
    PickStarred,
    PickStarredAct,
)
from producer.compare.by_hand import NotPickable, by_hand
from producer.compare.model import Comparison, EditedLine, Pick
from producer.compare.ranking import NoSuchPick, focused
from producer.compare.whole_hand import WHOLE_HAND
from producer.games.line import DealKey
from producer.release.gate import Gate

LONGEST_LINE = 200


class PickGone(LookupError):
    """No released deal has this pick; the message says what to do."""

    def __init__(self, id_: str, deal: Comparison | None = None) -> None:
        said = (
            f"this pick is gone: no released deal has a pick {id_}. A corrected hand or a sealed "
            "deal takes its picks with it; the deal's page and `duplicast compare DEAL` list the "
            "picks there are"
        )
        super().__init__(said if deal is None else str(NoSuchPick(deal, id_)))


class SeveralPicks(LookupError):
    """Several deals have a pick with this id; the message names them."""

    def __init__(self, id_: str, deals: list[DealKey]) -> None:
        super().__init__(
            f"several deals have a pick {id_}: {', '.join(map(str, deals))}. Name the deal too"
        )


def find_pick(gate: Gate, id_: str, exit_: str, deal: str | None = None) -> tuple[Comparison, Pick]:
    """The pick, among those of ``deal`` or of all released deals, and its comparison.

    Raises PickGone, SeveralPicks and, with ``deal``, as ``gate.comparison`` does.
    """
    among = gate.comparisons(exit_) if deal is None else [gate.comparison(deal, exit_)]
    matching = [(each, pick) for each in among for pick in each.picks if pick.id == id_.lower()]
    if not matching:
        one = [each for each in among if deal is not None or id_.lower() in each.gone]
        raise PickGone(id_, one[0] if one else None)
    if len(matching) > 1:
        raise SeveralPicks(id_, [each.deal.key for each, _ in matching])
    return matching[0]


def comparison_of(gate: Gate, deal: str | None, pick: str | None, exit_: str) -> Comparison:
    """The comparison of ``deal``, or of the deal that has ``pick``, with that pick first.

    Raises as ``find_pick`` and ``gate.comparison`` do, and ValueError if neither is named.
    """
    if pick is not None:
        found, one = find_pick(gate, pick, exit_, deal)
        return focused(found, one.id)
    if deal is None:
        raise ValueError("name a deal or a pick")
    return gate.comparison(deal, exit_)


def comparison_to_cut(gate: Gate, deal: str, pick: str | None, exit_: str) -> Comparison:
    """``comparison_of`` for a segment: also of the whole hand of a table alone."""
    if pick != WHOLE_HAND:
        return comparison_of(gate, deal, pick, exit_)
    found = gate.comparison(deal, exit_)
    try:
        return focused(found, pick)
    except NoSuchPick as error:
        raise PickGone(pick, found) from error


def find_pick_to_cut(
    gate: Gate, id_: str, exit_: str, deal: str | None = None
) -> tuple[Comparison, Pick]:
    """``find_pick`` for a segment: also the whole hand of a table alone, of which ``deal`` must be
    named."""
    if id_ != WHOLE_HAND or deal is None:
        return find_pick(gate, id_, exit_, deal)
    found = comparison_to_cut(gate, deal, id_, exit_)
    return found, found.picks[0]


def star(gate: Gate, deal: DealKey, pick: str, by: str, *, starred: bool = True) -> None:
    """Stars a pick, or takes the star back."""
    data = PickStarred(**_named(deal, pick), starred=starred)
    gate.act(PickStarredAct(at=gate.clock(), by=by, data=data))


def dismiss(gate: Gate, deal: DealKey, pick: str, reason: str, by: str) -> None:
    """Dismisses a pick, or takes that back with an empty ``reason``."""
    data = PickDismissed(**_named(deal, pick), dismissed=bool(reason), reason=reason)
    gate.act(PickDismissedAct(at=gate.clock(), by=by, data=data))


def rank(gate: Gate, deal: DealKey, pick: str, number: int | None, by: str) -> None:
    """Gives a pick the producer's own rank from 1, or takes it back with ``None``."""
    data = PickRanked(**_named(deal, pick), rank=number)
    gate.act(PickRankedAct(at=gate.clock(), by=by, data=data))


def make(
    gate: Gate, reference: str, at: Mapping[str, int], reason: str, by: str, exit_: str
) -> Pick:
    """Makes a pick of two tables of a released deal. ``at``: as ``compare.by_hand``'s.

    Raises as ``gate.comparison`` does, and NotPickable, also where the deal has this pick.
    """
    comparison = gate.comparison(reference, exit_)
    pick = by_hand(comparison, at, reason)
    for each in comparison.picks:
        same = each.id == pick.id or (each.branches and each.branches == pick.branches)
        if same and each.pairing == pick.pairing and each.history == pick.history:
            raise NotPickable(f"the deal has this pick already: {each.id}; star it or rank it")
    moves = {table: n + 1 for table, n in at.items()}
    data = PickMade(**_named(comparison.deal.key, pick.id), moves=moves, reason=pick.reason)
    gate.act(PickMadeAct(at=gate.clock(), by=by, data=data))
    return pick


def edit_line(gate: Gate, deal: DealKey, pick: str, edited: EditedLine, by: str) -> None:
    """Puts a line in the producer's words, or takes that back with an empty text."""
    data = PickLineEdited(
        **_named(deal, pick),
        line=edited.line,
        language=edited.language,
        text=edited.text,
        facts=edited.facts,
    )
    gate.act(PickLineEditedAct(at=gate.clock(), by=by, data=data))


def _named(deal: DealKey, pick: str) -> dict[str, object]:
    return {"session": deal.session, "group": deal.group, "deal": deal.number, "pick": pick}

"""Bridge with all cards in view: what the two choices gave up, and what best play comes to."""

from __future__ import annotations

from collections.abc import Iterator

from producer.compare.choices_in_view import costs_of
from producer.compare.model import AllCards, MoveCost, Pick
from producer.games.bridge.contracts import contract_of
from producer.games.bridge.seats import EAST, NORTH
from producer.games.line import Chips
from producer.wording.games.bridge_names import contract_name, move_name, pair_name, seat_name
from producer.wording.narration import Narration
from producer.wording.phrases import Fact, Phrase, plain, pointer, say


def in_view(narration: Narration) -> Iterator[Phrase]:
    """Nothing where nothing could be counted."""
    found, pick = narration.comparison.all_cards, narration.comparison.best
    if found is None or found.missing:
        return
    if pick is not None and len(costs_of(pick, found)) == 2:
        yield _choices(narration, pick, found)
    yield _best(narration, found)


def _choices(narration: Narration, pick: Pick, found: AllCards) -> Phrase:
    """``one heart gave up 80 points in the open room, pass nothing in the closed room``."""
    message = narration.language.gettext(
        "{seen}, {first} {lost} {one:at}, {second} {other} {two:at}"
    )
    costs = costs_of(pick, found)
    one, two = costs
    return say(
        message,
        seen=_seen(narration),
        first=_move(narration, pick, one),
        lost=_lost(narration, pick, one, costs[one]),
        one=narration.named_table(one),
        second=_move(narration, pick, two),
        other=_lost(narration, pick, two, costs[two]),
        two=narration.named_table(two),
    )


def _seen(narration: Narration) -> Phrase:
    return plain(narration.language.gettext("with all cards visible to us"))


def _place(pick: Pick, table: str) -> int:
    return pick.at.get(table, len(pick.history))


def _move(narration: Narration, pick: Pick, table: str) -> Phrase:
    place = _place(pick, table)
    move = narration.play(table).line[place]
    unit = "card" if move.action == "play" else "call"
    fact = Fact(str(move.detail or move.action), unit, (pointer("plays", table, "line", place),))
    return Phrase({"": move_name(narration.language, move)}, {"": fact})


def _lost(narration: Narration, pick: Pick, table: str, cost: MoveCost) -> Phrase:
    language = narration.language
    source = pointer("all_cards", "costs", table, _place(pick, table), "lost")
    fact = {"": Fact(cost.lost, "points", (source,))}
    if cost.lost <= 0:
        return Phrase({"": language.gettext("gave up nothing")}, fact)
    number = round(cost.lost)
    text = language.ngettext("gave up {n} point", "gave up {n} points", number)
    return Phrase({"": text.format(n=number)}, fact)


def _best(narration: Narration, found: AllCards) -> Phrase:
    """``best play by both sides comes to four hearts by South, 620 points to North-South``."""
    language = narration.language
    way = next(iter(found.ways), None)
    contract = contract_of(str(way.detail), way.seat) if way else None
    if way is None or contract is None:
        message = language.gettext("{seen}, best play by both sides passes the deal out")
        return say(message, seen=_seen(narration))
    source = pointer("all_cards", "ways", 0)
    return say(
        language.gettext(
            "{seen}, best play by both sides comes to {contract} by {seat}: {points} to {pair}"
        ),
        seen=_seen(narration),
        contract=Phrase(
            {"": contract_name(language, contract)},
            {"": Fact(str(contract), "contract", (f"{source}/detail",))},
        ),
        seat=Phrase(
            {"": seat_name(language, way.seat)}, {"": Fact(way.seat, "seat", (f"{source}/seat",))}
        ),
        points=_points(narration, found.best[NORTH]),
        pair=plain(pair_name(language, NORTH if found.best[NORTH] > 0 else EAST)),
    )


def _points(narration: Narration, points: Chips) -> Phrase:
    number = abs(round(points))
    text = narration.language.ngettext("{n} point", "{n} points", number).format(n=number)
    source = pointer("all_cards", "best", NORTH)
    return Phrase({"": text}, {"": Fact(number, "points", (source,))})

"""Sample stage of a seat plate in each of its states, with the small graphics beside it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from overlay import contexts
from overlay.stage import Box, Graphic, Stage
from producer.events import Player
from producer.games.cards import parse_cards
from producer.stages.comparisons.comparison_cut import ChoiceSeen
from producer.stages.people import people
from producer.stages.samples.deals import Data, split_deal
from producer.stages.style import Style
from producer.stages.tables.table import plate
from producer.stages.tables.table_cut import SeatSeen
from producer.stages.words import branch_word

_BLIND = 100
_EDGES: tuple[tuple[contexts.Side, int], ...] = (("left", 64), ("right", 1196))


def plates(data: Data, style: Style) -> Stage:
    """All states, on the left and on the right edge of the screen."""
    deal = split_deal(data)
    who = people(deal.teams, style.theme, style.say.code)
    players = list(deal.plays[0].players.values())
    graphics = []
    for number, (name, seat) in enumerate(_states(players)):
        for side, x in _EDGES:
            box = Box(x, 8 + number * 118, 660, 112)
            context = plate(seat, side, _BLIND, who, style)
            graphics.append(Graphic(f"{name}-{side}", "plate", context, box))
    height = 8 + 118 * (len(graphics) // 2)
    acts = [
        Graphic("act-left", "act", _act("left", style), Box(724, 8, 456, 112)),
        Graphic("act-right", "act", _act("right", style), Box(740, 126, 456, 112)),
    ]
    return Stage(1920, height, (*graphics, *acts), style.theme)


def _act(side: contexts.Side, style: Style) -> contexts.Act:
    return contexts.Act(side, "triangle", branch_word("raise", style.say), "24.5")


def _states(players: list[Player]) -> Iterator[tuple[str, SeatSeen]]:
    hands = [parse_cards(text) for text in ("KcKs", "JhTd", "QdQh", "Td9c", "AsAh", "7s3d")]

    def seat(n: int, choice: ChoiceSeen | None = None, **changes: Any) -> SeatSeen:
        shown = changes.pop("shown", True)
        usual: dict[str, Any] = {
            "folded": False, "left": Fraction(97, 2), "bound": "", "to_act": False,
            "equity": None, "won": None, "button": n == 2,
        }  # fmt: skip
        return SeatSeen(
            seat=n,
            player=players[n % len(players)],
            cards=hands[n % len(hands)] if shown else (),
            choice=choice,
            **(usual | changes),
        )

    def did(action: str, to: int = 0, mark: str = "") -> ChoiceSeen:
        return ChoiceSeen(action, Fraction(to), Fraction(to), mark)

    yield "waiting", seat(0)
    yield "to-act", seat(1, to_act=True, equity=Fraction(1, 3))
    yield "checked", seat(2, did("check"))
    yield "bet", seat(3, did("bet", 6), equity=Fraction(9, 10))
    yield "called", seat(4, did("call", 6))
    yield "raised", seat(5, did("raise", 24))
    yield "all-in", seat(0, did("raise", 41, "all-in"), left=Fraction(0), bound="all-in",
                         equity=Fraction(17, 18))  # fmt: skip
    yield "cap", seat(1, did("call", 29, "cap"), left=Fraction(50), bound="cap")
    yield "folded", seat(2, did("fold"), folded=True)
    yield "folded-unseen", seat(3, did("fold"), folded=True, shown=False)
    yield "winner", seat(4, left=Fraction(151), won=Fraction(51))
    yield "loser", seat(5, left=Fraction(50), won=Fraction(-50))
    yield "unknown", seat(0, shown=False)
    yield "unlimited", seat(1, did("raise", 12), left=None, shown=False)

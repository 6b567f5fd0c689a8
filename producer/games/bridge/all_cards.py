"""What every call and card of a deal cost with all four hands in view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from producer.games.bridge.auction import PHASE
from producer.games.bridge.auction_value import worth_along
from producer.games.bridge.contracts import Contract
from producer.games.bridge.double_dummy import Hands, Par, par_of, tricks_along, tricks_of
from producer.games.bridge.played import ReplayedBridge
from producer.games.bridge.rules import points_of
from producer.games.bridge.seats import NORTH, SEATS, SIDES, is_vulnerable, vulnerability
from producer.games.bridge.tricks import TRICKS
from producer.games.cards import format_card
from producer.games.line import Deal, Move


@dataclass(frozen=True, slots=True)
class Foreseen:
    """If everybody calls and plays best from here on: ``points`` of North and South, and, once the
    contract stands, ``tricks`` of declarer, whose side are the seats ``declaring``."""

    points: int
    tricks: int | None = None
    declaring: tuple[int, ...] = ()


def hands_of(deal: Deal) -> Hands | None:
    """The four hands; ``None`` unless all are known."""
    hands = tuple(tuple(sorted(map(format_card, deal.cards.get(seat, ())))) for seat in SEATS)
    return hands if all(len(hand) == TRICKS for hand in hands) else None


def par(deal: Deal, hands: Hands) -> Par:
    """What best calls and best play bring. Raises NotInstalled."""
    vulnerable = vulnerability(deal.plays[0].game, deal.key.number)
    return par_of(hands, deal.button, vulnerable)


def foreseen(deal: Deal, hands: Hands, replayed: ReplayedBridge) -> tuple[Foreseen, ...]:
    """Before the first move of a play and after each. Raises NotInstalled."""
    line, contract = replayed.line, replayed.contract
    calls = [move for move in line if move.phase == PHASE]
    if any(move.action == "contract" for move in calls):
        auction = [Foreseen(par(deal, hands).points)]
    else:
        along = worth_along(deal.button, calls, tricks_of(hands), _vulnerable(deal))
        auction = [Foreseen(points) for points in along]
    if contract is None:
        return tuple(auction)
    play = [
        Foreseen(
            _north(deal, replayed, contract, tricks), tricks, (contract.declarer, contract.dummy)
        )
        for tricks in _declarers(hands, contract, line[len(calls) :])
    ]
    return (*auction[: len(calls)], *play)


def _declarers(hands: Hands, contract: Contract, moves: Sequence[Move]) -> tuple[int, ...]:
    """Declarer's tricks before the first of the moves and after each; after a claim those agreed
    on."""
    cards = tuple(str(move.detail) for move in moves if move.action == "play")
    along = tricks_along(hands, contract.declarer, contract.strain, cards)
    return (*along, *(move.to for move in moves if move.to is not None))


def _north(deal: Deal, replayed: ReplayedBridge, contract: Contract, tricks: int) -> int:
    points = points_of(replayed.play.game, deal.key.number, contract, tricks)
    return points if SIDES[contract.declarer] == SIDES[NORTH] else -points


def _vulnerable(deal: Deal) -> dict[int, bool]:
    game = deal.plays[0].game
    return {seat: is_vulnerable(game, deal.key.number, seat) for seat in SEATS}

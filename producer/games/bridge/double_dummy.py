"""Tricks with all four hands in view: what a declarer takes if nobody makes a mistake.

Counted by endplay, which is installed with the extra ``bridge``; without it there is NotInstalled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING

from producer.games.bridge.contracts import STRAINS, Contract
from producer.games.bridge.seats import SEATS, after
from producer.games.bridge.tricks import RANKS, TRICKS
from producer.messages import message

if TYPE_CHECKING:
    from endplay.dds.ddtable import DDTable
    from endplay.types import Contract as EndplayContract
    from endplay.types import Deal

Hands = tuple[tuple[str, ...], ...]
"""The cards of North, East, South and West, thirteen each, sorted."""

Tricks = Mapping[tuple[int, str], int]
"""By declarer and strain."""

ALL = 52

_one_at_a_time = Lock()
"""The solver keeps one memory for all threads."""


NOT_INSTALLED = message(
    'double dummy needs the extra bridge: pip install "duplicast[bridge]", or in a checkout: '
    "make dev"
)


class NotInstalled(LookupError):
    """The extra ``bridge`` is not installed."""

    def __init__(self) -> None:
        super().__init__(NOT_INSTALLED)


def is_installed() -> bool:
    return find_spec("endplay") is not None


def tricks_of(hands: Hands) -> Tricks:
    """The tricks of every declarer in every strain. Raises NotInstalled."""
    table = _table(hands)
    from endplay.types import Denom, Player  # noqa: PLC0415 - an extra, and slow to import

    return {
        (seat, strain): table[Denom.find(strain), Player(seat - 1)]
        for seat in SEATS
        for strain in STRAINS
    }


@lru_cache(maxsize=4096)
def _table(hands: Hands) -> DDTable:
    deal = _deal(hands)
    from endplay.dds import calc_dd_table  # noqa: PLC0415 - an extra, and slow to import

    with _one_at_a_time:
        return calc_dd_table(deal)


@lru_cache(maxsize=16384)
def tricks_along(hands: Hands, declarer: int, strain: str, cards: Sequence[str]) -> tuple[int, ...]:
    """Declarer's tricks in the end, before the first card and after each, if nobody makes a mistake
    from there on. ``cards``: a tuple, in the order played. Raises NotInstalled."""
    deal = _deal(hands)
    from endplay.dds import analyse_play  # noqa: PLC0415 - an extra, and slow to import
    from endplay.types import Card, Denom, Player  # noqa: PLC0415

    deal.trump, deal.first = Denom.find(strain), Player(after(declarer) - 1)
    with _one_at_a_time:
        solved = analyse_play(deal, [Card(card[1].upper() + card[0]) for card in cards])
    found = [solved[n] for n in range(len(solved))]
    # The last trick plays itself, so that the solver leaves it out.
    return (*found, *found[-1:] * (len(cards) + 1 - len(found)))


@dataclass(frozen=True, slots=True)
class Par:
    """``points``: of North and South; ``contracts`` that score them, each with its declarer's
    tricks; none for a deal that is passed out."""

    points: int
    contracts: tuple[tuple[Contract, int], ...]


def par_of(hands: Hands, dealer: int, vulnerable: str) -> Par:
    """What best calls and best play bring. ``vulnerable``: none, NS, EW or both. Raises
    NotInstalled."""
    table = _table(hands)
    from endplay.dds import par  # noqa: PLC0415 - an extra, and slow to import
    from endplay.types import Player, Vul  # noqa: PLC0415

    found = par(table, Vul.find(vulnerable), Player(dealer - 1))
    contracts = tuple(_contract(each) for each in found if each.level)
    return Par(found.score, contracts)


def _contract(found: EndplayContract) -> tuple[Contract, int]:
    doubled = {"": 0, "x": 1, "xx": 2}[found.penalty.abbr]
    own = Contract(found.level, _STRAIN[found.denom.name], doubled, int(found.declarer) + 1)
    return own, own.needs + found.result


_STRAIN = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S", "nt": "NT"}


def _deal(hands: Hands) -> Deal:
    """Raises NotInstalled, and ValueError unless each hand has its thirteen cards."""
    if [len(hand) for hand in hands] != [TRICKS] * len(SEATS) or len(set().union(*hands)) != ALL:
        raise ValueError("double dummy needs four hands of thirteen cards")
    if not is_installed():
        raise NotInstalled
    from endplay.types import Deal  # noqa: PLC0415 - an extra, and slow to import

    return Deal("N:" + " ".join(map(_spelt, hands)))


def _spelt(hand: Sequence[str]) -> str:
    """``AKQ2.QT9.54.AK43``: spades, hearts, diamonds, clubs."""
    return ".".join(
        "".join(sorted((card[0] for card in hand if card[1] == suit), key=RANKS.index)[::-1])
        for suit in "shdc"
    )

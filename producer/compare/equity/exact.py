"""Exact equities at the spots of a deal, counted over all boards (DESIGN, comparison 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np

from producer.compare.equity.boards import Counts, kinds_of_boards, places
from producer.compare.equity.model import (
    ALL_CARDS,
    PARTS,
    THESE_HANDS,
    Equities,
    Equity,
    NotKnown,
    SpotKey,
)
from producer.compare.equity.places import Places
from producer.games.cards import Cards, format_card
from producer.games.holdem import BOARD_CARDS, board_at


def deal_equities(
    cards: Mapping[int, Cards], board: Cards, spots: Iterable[SpotKey]
) -> dict[SpotKey, Equities]:
    """Equities with all cards known: the cards of every seat of ``cards`` are out of the deck.

    Boards are enumerated once per street, for all sets of live seats together. ``NotKnown`` if a
    seat's two cards or the board of the spot's street are unknown; the only seat left always wins.
    Raises ValueError if a card is dealt twice.
    """
    _refuse_doubles(cards, board)
    return _counted(cards, board, spots, ALL_CARDS)


def hand_equities(
    cards: Mapping[int, Cards], board: Cards, spots: Iterable[SpotKey]
) -> dict[SpotKey, Equities]:
    """Equities of the live hands alone: a folded card is as likely to come as any other.

    As ``deal_equities`` in all else.
    """
    _refuse_doubles(cards, board)
    equities: dict[SpotKey, Equities] = {}
    for spot in set(spots):
        hands = {seat: cards.get(seat, ()) for seat in spot.live}
        equities |= _counted(hands, board, [spot], THESE_HANDS)
    return equities


def _counted(
    cards: Mapping[int, Cards], board: Cards, spots: Iterable[SpotKey], label: str
) -> dict[SpotKey, Equities]:
    equities: dict[SpotKey, Equities] = {}
    to_count: dict[str, list[SpotKey]] = {}
    for spot in set(spots):
        reason = unknown_at(cards, board, spot)
        if len(spot.live) == 1:
            equities[spot] = {seat: Equity(label, 1, 1, 0, PARTS) for seat in spot.live}
        elif reason:
            equities[spot] = NotKnown(reason)
        else:
            to_count.setdefault(spot.street, []).append(spot)
    for street, of_street in to_count.items():
        seats = frozenset[int]().union(*(spot.live for spot in of_street))
        hands = {seat: cards[seat] for seat in seats}
        kinds = kinds_of_boards(board_at(board, street), cards.values(), hands.values())
        placed = {seat: places(kinds, hand) for seat, hand in hands.items()}
        for spot in of_street:
            live = {seat: placed[seat] for seat in sorted(spot.live)}
            equities[spot] = _equities(live, kinds.counts, label)
    return equities


def _equities(placed: Mapping[int, Places], counts: Counts, label: str) -> dict[int, Equity]:
    """Equity by live seat. ``placed``: places by seat; ``counts``: boards of each kind."""
    best = np.minimum.reduce(list(placed.values()))
    winners = np.zeros(len(counts), dtype=np.uint16)
    for bit, own in enumerate(placed.values()):
        winners += (own == best) * np.uint16(1 << bit)
    boards = np.bincount(winners, weights=counts, minlength=1 << len(placed))
    member, part = _sets(len(placed))
    won = boards[1 << np.arange(len(placed))]
    tied = boards @ member - won
    parts = (boards * part) @ member
    cases = int(boards.sum())
    return {
        seat: Equity(label, cases, int(won[place]), int(tied[place]), int(parts[place]))
        for place, seat in enumerate(placed)
    }


@lru_cache(maxsize=11)
def _sets(players: int) -> tuple[Counts, Counts]:
    """By set of winners, as bits: who is in it, and each one's parts of the board."""
    member = (np.arange(1 << players)[:, None] >> np.arange(players) & 1).astype(np.float64)
    return member, PARTS // np.maximum(1, member.sum(axis=1))


def unknown_at(cards: Mapping[int, Cards], board: Cards, spot: SpotKey) -> str:
    """Which cards are unknown at the spot, in words; empty if none."""
    hidden = [seat for seat in sorted(cards.keys() | spot.live) if len(cards.get(seat, ())) != 2]
    if hidden:
        seats = f"seat {hidden[0]}" if len(hidden) == 1 else f"seats {_listed(hidden)}"
        return f"the cards of {seats} are not known"
    if len(board) < BOARD_CARDS[spot.street]:
        return f"the board of the {spot.street} is not known"
    return ""


def _listed(seats: list[int]) -> str:
    return f"{', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def _refuse_doubles(cards: Mapping[int, Cards], board: Cards) -> None:
    seen: set[int] = set()
    for card in (*board, *(card for hand in cards.values() for card in hand)):
        if card in seen:
            raise ValueError(f"card {format_card(card)} is dealt twice")
        seen.add(card)

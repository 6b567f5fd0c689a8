"""The player's view against several opponents: a sample, always the same for the same cards."""

from __future__ import annotations

import math

import numpy as np

from producer.compare.equity.model import PARTS, PLAYERS_VIEW, Equity, NotKnown
from producer.compare.equity.places import Numbers, places_of
from producer.games.cards import DECK, Cards

SAMPLES = 20_000
"""Cases of one sample: a standard error of a third of a per cent at most."""

TRIES = 200
"""Most rounds of ``SAMPLES`` draws before giving up."""


def sampled_view(
    hole: Cards, board: Cards, theirs: tuple[Cards, ...], opponents: int, against: str
) -> Equity | NotKnown:
    """Equity against opponents who each hold one of ``theirs``.

    The random seed comes from the cards. ``NotKnown`` if the range hardly ever has room for so many
    opponents.
    """
    random = np.random.RandomState([opponents, len(theirs), *sorted(hole), *sorted(board)])
    hands = _dealt(random, hole + board, np.array(theirs, dtype=np.int64), opponents)
    if len(hands) < SAMPLES:
        return NotKnown(f"{opponents} opponents hardly ever all hold a hand of the {against}")
    boards = _boards(random, hole, board, hands)
    own = places_of(boards, np.array(hole))
    other = places_of(boards[:, None], hands)
    sharing = 1 + (other == own[:, None]).sum(axis=1)
    parts = np.where(own <= other.min(axis=1), PARTS // sharing, 0)
    won = int(np.count_nonzero(parts == PARTS))
    return Equity(
        PLAYERS_VIEW,
        cases=SAMPLES,
        won=won,
        tied=int(np.count_nonzero(parts)) - won,
        parts=int(parts.sum()),
        against=against,
        error=float(parts.std()) / PARTS / math.sqrt(SAMPLES),
    )


def _dealt(random: np.random.RandomState, seen: Cards, theirs: Numbers, opponents: int) -> Numbers:
    """The opponents' hands, samples x opponents x 2; fewer than ``SAMPLES`` after giving up.

    Deals with a repeated card are dropped, so that the others stay equally likely.
    """
    bits = (1 << theirs).sum(axis=1)
    start = sum(1 << card for card in seen)
    usable: list[Numbers] = []
    for _ in range(TRIES):
        chosen = random.randint(len(theirs), size=(SAMPLES, opponents))
        used, free = np.full(SAMPLES, start), np.ones(SAMPLES, dtype=bool)
        for hand in bits[chosen].T:
            free &= used & hand == 0
            used |= hand
        usable.append(chosen[free])
        if sum(map(len, usable)) >= SAMPLES:
            break
    return theirs[np.concatenate(usable)[:SAMPLES]]


def _boards(random: np.random.RandomState, hole: Cards, board: Cards, hands: Numbers) -> Numbers:
    """The board completed for each sample, every card left as likely as any other."""
    samples = len(hands)
    boards = np.tile(np.array(board, dtype=np.int64), (samples, 1))
    used = (1 << hands).sum(axis=(1, 2)) + sum(1 << card for card in hole + board)
    for _ in range(5 - len(board)):
        card = random.randint(len(DECK), size=samples)
        clash = np.flatnonzero(used >> card & 1)
        while len(clash):
            card[clash] = random.randint(len(DECK), size=len(clash))
            clash = clash[used[clash] >> card[clash] & 1 > 0]
        used |= 1 << card
        boards = np.hstack([boards, card[:, None]])
    return boards

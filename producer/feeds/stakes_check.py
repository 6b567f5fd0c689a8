"""Recognises a log read with stakes that are not its own, before anything is taken of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path

from producer.events import HandRecorded, HandRecordedEvent, HoldemGame
from producer.feeds.raw_lines import UnusableLine
from producer.feeds.received import Stakes, UnknownFormat
from producer.games.cards import parse_cards
from producer.games.game import Conditions
from producer.games.line import Chips, IllegalLine, Move
from producer.games.registry import rules_of

SAMPLE = 200
"""Hands that are tried, from the beginning of the log."""


@dataclass(frozen=True, slots=True)
class PrintedHand:
    """A hand as the log has it: its ``betting`` in letters, and its ``results`` in the order of its
    players. ``read``: the hand as played with a game's blinds; raises UnusableLine."""

    betting: str
    results: tuple[Chips, ...]
    read: Callable[[HoldemGame], HandRecordedEvent]


def must_fit(path: Path, game: HoldemGame, hands: Iterator[PrintedHand]) -> None:
    """Raises UnknownFormat if hands break the rules of ``game``, and far fewer do at the stakes
    that the results of the log show. The others would be legal by chance, and wrong."""
    first = list(islice(hands, SAMPLE))
    broken = sum(not _fits(game, hand) for hand in first)
    if not broken:
        return
    likely = likely_stakes((*first, *hands))
    if likely is None:
        return
    given, shown = _words(stakes_of(game), game), _words(likely, game)
    other = with_stakes(game, likely)
    if given == shown or 2 * sum(not _fits(other, hand) for hand in first) >= broken:
        return
    raise UnknownFormat(
        str(path),
        f"{broken} of its first {len(first)} hands break the rules at the stakes {given}, so "
        "nothing of it was taken",
        f"Its results look like --stakes {shown}",
    )


def likely_stakes(hands: Iterable[PrintedHand]) -> Stakes | None:
    """The stakes that the results of a log show; ``None`` if they do not.

    Who folds the small blind loses it; who limps to the end, or folds the big blind heads-up, loses
    the big blind; nobody loses more than a stack.
    """
    small, big, most = Counter[Chips](), Counter[Chips](), Fraction(0)
    for hand in hands:
        lost = -min(hand.results)
        most = max(most, Fraction(lost))
        if not hand.betting.strip("0f"):
            small[lost] += 1
        elif "r" not in hand.betting or _folded_the_big_blind(hand):
            big[lost] += 1
    del small[0], big[0]
    if not small:
        return None
    ((little, _),) = small.most_common(1)
    ((large, _),) = big.most_common(1) or [(2 * little, 0)]
    if not all(each == int(each) for each in (little, large, most)) or little > large:
        return None
    return Stakes(int(little), int(large), int(most))


def _words(stakes: Stakes, game: HoldemGame) -> str:
    """As ``--stakes`` has them."""
    blinds = f"{stakes.small_blind}/{stakes.big_blind}"
    return blinds if game.betting == "fixed-limit" else f"{blinds}/{stakes.stack}"


def with_stakes(game: HoldemGame, stakes: Stakes) -> HoldemGame:
    """``game`` at other stakes; fixed bets are those of the big blind."""
    chips = {"small_blind": stakes.small_blind, "big_blind": stakes.big_blind}
    if game.betting == "fixed-limit":
        bets = {"small_bet": stakes.big_blind, "big_bet": 2 * stakes.big_blind}
        return game.model_copy(update=chips | bets)
    return game.model_copy(update={**chips, "stack": stakes.stack})


def stakes_of(game: HoldemGame) -> Stakes:
    return Stakes(game.small_blind, game.big_blind, game.stack or 0)


def _folded_the_big_blind(hand: PrintedHand) -> bool:
    letters = hand.betting.lstrip("0").rstrip("f")
    return len(hand.results) == 2 and re.fullmatch(r"r\d*", letters) is not None


def _fits(game: HoldemGame, hand: PrintedHand) -> bool:
    try:
        data = hand.read(game).data
    except UnusableLine:
        return False
    return _is_legal(game, data)


def _is_legal(game: HoldemGame, hand: HandRecorded) -> bool:
    conditions = Conditions(
        game, hand.deal, hand.button, "ascending", dict.fromkeys(hand.result, game.stack)
    )
    line = tuple(Move(move.street, move.seat, move.action, move.to) for move in hand.line)
    try:
        cards = {seat: parse_cards(hole) for seat, hole in hand.cards.items()}
        settled = rules_of(game).settle(conditions, cards, parse_cards(hand.board), line)
    except (IllegalLine, ValueError):
        return False
    return settled.result is None or dict(settled.result) == dict(hand.result)

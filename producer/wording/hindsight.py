"""What somebody who sees every card would make of the fork shown: folded away, and marked so."""

from __future__ import annotations

from fractions import Fraction

from producer.compare.equity import (
    ALL_CARDS,
    Equity,
    NotKnown,
    SpotKey,
    deal_equities,
    hand_equities,
    seats_of,
)
from producer.compare.model import Fork
from producer.games.holdem import Spot
from producer.games.spots import required_equity
from producer.wording import numbers
from producer.wording.phrases import Phrase, plain, say
from producer.wording.telling import Telling


def what_all_knowing(telling: Telling, fork: Fork) -> Phrase | None:
    """The actor's exact equity and, where there is a price, what the price alone says to it.

    ``None`` where the hands still in play are not known. Says of the pot, never of a player.
    """
    table = fork.tables[0]
    spot = telling.accounts[table].replay.spots[len(fork.history)]
    equity = _equity(telling, fork, spot)
    if equity is None:
        return None
    language = telling.language
    source = (f"{telling.fork_pointer(fork)}/history", "/cards", "/board")
    share = equity.exact_share
    parts = {
        "seen": _seen(telling, equity),
        "hand": telling.hand(fork.seat),
        "share": numbers.share(language, share, *source),
    }
    needed = _needed(telling, fork)
    if needed is None:
        return say(language.gettext("{seen}, {hand} had {share} of the pot here"), **parts)
    parts["needed"] = numbers.share(language, needed, source[0])
    if share > needed:
        message = language.gettext(
            "{seen}, {hand} had {share} of the pot and a call needed {needed}: by that price "
            "alone, an all-knowing player stays in"
        )
    elif share < needed:
        message = language.gettext(
            "{seen}, {hand} had {share} of the pot and a call needed {needed}: by that price "
            "alone, an all-knowing player folds"
        )
    else:
        message = language.gettext(
            "{seen}, {hand} had {share} of the pot and a call needed just as much"
        )
    return say(message, **parts)


def _equity(telling: Telling, fork: Fork, spot: Spot) -> Equity | None:
    deal = telling.comparison.deal
    key = SpotKey(fork.street, frozenset(spot.live))
    seats = seats_of(deal, telling.play(fork.tables[0]))
    cards = {seat: deal.cards.get(seat, ()) for seat in seats}
    for counted in (deal_equities, hand_equities):
        found = counted(cards, deal.board, [key])[key]
        if not isinstance(found, NotKnown):
            return found[fork.seat]
    return None


def _seen(telling: Telling, equity: Equity) -> Phrase:
    if equity.known == ALL_CARDS:
        return plain(telling.language.gettext("with all cards visible to us"))
    return plain(telling.language.gettext("with the hands in play visible to us"))


def _needed(telling: Telling, fork: Fork) -> Fraction | None:
    """The equity that a call needs, where it is the same at all tables of the fork."""
    depth = len(fork.history)
    needed = {required_equity(telling.accounts[t].replay.spots[depth]) for t in fork.tables}
    return needed.pop() if len(needed) == 1 else None

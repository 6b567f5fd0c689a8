"""The fork with all cards visible: equity against price. Collapsed on pages and marked."""

from __future__ import annotations

from dataclasses import replace
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
from producer.wording.language import Language
from producer.wording.narration import Narration
from producer.wording.phrases import Phrase, facts_of, plain, say


def all_cards_sentence(narration: Narration, fork: Fork) -> Phrase | None:
    """The actor's exact equity and, if there is a price, whether the equity covers it.

    ``None`` if a live hand is unknown. Speaks of the pot, never of a player.
    """
    table = fork.tables[0]
    spot = narration.replays[table].spots[len(fork.history)]
    equity = _equity(narration, fork, spot)
    if equity is None:
        return None
    language = narration.language
    source = (f"{narration.fork_pointer(fork)}/history", "/cards", "/board")
    share = equity.exact_share
    hand = narration.hand(fork.seat)
    parts = {
        "seen": _seen(narration, equity),
        "hand": hand,
        "share": numbers.share(language, share, *source),
    }
    needed = _needed(narration, fork)
    if share in (0, 1):
        decided = _decided(language, share, hand.number, priced=needed is not None)
        return replace(say(decided, **parts), facts=facts_of(parts))
    if needed is None:
        message = language.ngettext(
            "{seen}, {hand} had {share:a} chance",
            "{seen}, {hand} had {share:a} chance",
            hand.number,
        )
        return say(message, **parts)
    parts["needed"] = numbers.share(language, needed, source[0])
    if share > needed:
        message = language.ngettext(
            "{seen}, {hand} had {share:a} chance and needed {needed} to call: by that price alone, "
            "anyone seeing every card stays in",
            "{seen}, {hand} had {share:a} chance and needed {needed} to call: by that price alone, "
            "anyone seeing every card stays in",
            hand.number,
        )
    elif share < needed:
        message = language.ngettext(
            "{seen}, {hand} had {share:a} chance and needed {needed} to call: by that price alone, "
            "anyone seeing every card folds",
            "{seen}, {hand} had {share:a} chance and needed {needed} to call: by that price alone, "
            "anyone seeing every card folds",
            hand.number,
        )
    else:
        message = language.ngettext(
            "{seen}, {hand} had {share:a} chance and needed just that to call",
            "{seen}, {hand} had {share:a} chance and needed just that to call",
            hand.number,
        )
    return say(message, **parts)


def _decided(language: Language, share: Fraction, number: int, *, priced: bool) -> str:
    """The hand loses, or wins alone, whatever cards come."""
    if share == 0 and priced:
        return language.ngettext(
            "{seen}, {hand} was already beaten: anyone seeing every card folds",
            "{seen}, {hand} were already beaten: anyone seeing every card folds",
            number,
        )
    if share == 0:
        return language.ngettext(
            "{seen}, {hand} was already beaten", "{seen}, {hand} were already beaten", number
        )
    if priced:
        return language.ngettext(
            "{seen}, {hand} could no longer lose: anyone seeing every card stays in",
            "{seen}, {hand} could no longer lose: anyone seeing every card stays in",
            number,
        )
    return language.ngettext(
        "{seen}, {hand} could no longer lose", "{seen}, {hand} could no longer lose", number
    )


def _equity(narration: Narration, fork: Fork, spot: Spot) -> Equity | None:
    deal = narration.comparison.deal
    key = SpotKey(fork.street, frozenset(spot.live))
    seats = seats_of(deal, narration.play(fork.tables[0]))
    cards = {seat: deal.cards.get(seat, ()) for seat in seats}
    for counted in (deal_equities, hand_equities):
        found = counted(cards, deal.board, [key])[key]
        if not isinstance(found, NotKnown):
            return found[fork.seat]
    return None


def _seen(narration: Narration, equity: Equity) -> Phrase:
    if equity.known == ALL_CARDS:
        return plain(narration.language.gettext("with all cards visible to us"))
    return plain(narration.language.gettext("with the hands in play visible to us"))


def _needed(narration: Narration, fork: Fork) -> Fraction | None:
    """The equity that a call needs, if it is the same at all tables of the fork."""
    depth = len(fork.history)
    needed = {required_equity(narration.replays[t].spots[depth]) for t in fork.tables}
    return needed.pop() if len(needed) == 1 else None

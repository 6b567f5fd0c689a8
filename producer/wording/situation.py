"""The common situation: cards, spot and price; and what the tables chose."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from producer.compare.model import Branch, Fork
from producer.games.cards import format_card
from producer.games.holdem import BOARD_CARDS, Spot
from producer.games.spots import price
from producer.wording.games.hands import card_name
from producer.wording.language import Language
from producer.wording.narration import Narration
from producer.wording.numbers import listed
from producer.wording.phrases import Fact, Phrase, plain, say

SHOWN_SIZES = 3
"""Most sizes of one action listed singly; of more, only the smallest and largest are named."""


def same_cards(narration: Narration, seats: Sequence[int]) -> Phrase:
    """At how many tables the same cards were played; ``seats``: whose to name, the actor first."""
    language, deal = narration.language, narration.comparison.deal
    tables = _at_tables(narration, len(deal.plays), max(len(deal.tables), len(deal.plays)))
    parts = {"tables": tables}
    known = [seat for seat in seats if narration.cards_known(seat)]
    for name, seat in zip(("", "other_"), known, strict=False):
        parts[f"{name}hand"] = narration.hand(seat)
        parts[f"{name}seat"] = narration.position(seat)
    if len(known) > 1:
        message = language.gettext(
            "The same cards {tables}: {hand} {seat:at} against {other_hand} {other_seat:at}"
        )
    elif known:
        message = language.gettext("The same cards {tables}: {hand} {seat:at}")
    else:
        message = language.gettext("The same cards {tables}; the cards themselves are not known")
    return say(message, **parts)


def different_rules(narration: Narration) -> Phrase:
    return plain(
        narration.language.gettext(
            "The tables played under different rules; all amounts are in big blinds"
        )
    )


def same_spot(narration: Narration, fork: Fork) -> Phrase:
    """How many tables faced the same decision, and its price."""
    return _with_price(narration, fork, reached(narration, fork))


def reached(narration: Narration, fork: Fork) -> Phrase:
    """How many tables faced the same decision."""
    language = narration.language
    of = len(narration.comparison.deal.plays)
    parts = {
        "street": street(narration, fork.street),
        "tables": _tables(narration, len(fork.tables), of, narration.fork_pointer(fork)),
    }
    if fork.history:
        return say(language.gettext("{street}, {tables} faced the same spot, move for move"),
                   **parts)  # fmt: skip
    return say(language.gettext("{street}, {tables} faced the same spot"), **parts)


def _with_price(narration: Narration, fork: Fork, spot: Phrase) -> Phrase:
    """The spot and its price, if that is the same at all tables of the fork."""
    language = narration.language
    spots = [narration.replays[table].spots[len(fork.history)] for table in fork.tables]
    blinds = [narration.play(table).game.unit for table in fork.tables]
    prices = {_price(spot, blind) for spot, blind in zip(spots, blinds, strict=True)}
    if len(prices) > 1:
        return spot
    (only,) = prices
    if only is None:
        return say(language.gettext("{spot}, with nothing to call"), spot=spot)
    source = f"{narration.fork_pointer(fork)}/history"
    to_call, to_win = (narration.amount(part, source) for part in only)
    message = language.gettext("{spot}: {to_call} to call, with {to_win:n} to win")
    return say(message, spot=spot, to_call=to_call, to_win=to_win)


def _price(spot: Spot, big_blind: int) -> tuple[Fraction, Fraction] | None:
    offer = price(spot)
    if offer is None:
        return None
    return Fraction(offer.to_call, big_blind), Fraction(offer.to_win, big_blind)


def choices(narration: Narration, fork: Fork) -> Phrase:
    """How many tables chose which action, most first."""
    kinds: dict[str, list[Branch]] = {}
    for branch in fork.branches:
        kinds.setdefault(branch.move.action, []).append(branch)
    if len(kinds) == 1 and len(fork.branches) <= SHOWN_SIZES:
        groups = [[branch] for branch in fork.branches]
    else:
        groups = sorted(kinds.values(), key=lambda group: -sum(len(b.tables) for b in group))
    items = listed(narration.language, [_chose(narration, fork, group) for group in groups])
    return say(narration.language.gettext("With the same information, {choices}"), choices=items)


def _chose(narration: Narration, fork: Fork, group: Sequence[Branch]) -> Phrase:
    """``3 called``: all branches of one action."""
    n = sum(len(branch.tables) for branch in group)
    at = narration.fork_pointer(fork)
    branches = [fork.branches.index(branch) for branch in group]
    sources = [f"{at}/branches/{i}/tables" for i in branches]
    parts = {"n": narration.count(n, "tables", *sources, of=len(fork.tables))}
    action = group[0].move.action
    if action in ("bet", "raise"):
        sizes = {
            narration.size(fork.branches[i].move): f"{at}/branches/{i}/action" for i in branches
        }
        low, high = min(sizes), max(sizes)
        parts["size"] = narration.amount(high, sizes[high])
        if low != high:
            parts["low"] = narration.amount(low, sizes[low])
            return say(_chose_between(narration.language, action), **parts)
    return say(_did(narration.language, action, n), **parts)


def _chose_between(language: Language, action: str) -> str:
    if action == "bet":
        return language.gettext("{n} bet between {low:n} and {size}")
    return language.gettext("{n} raised to between {low:n} and {size}")


def _did(language: Language, action: str, n: int) -> str:
    match action:
        case "fold":
            return language.ngettext("one folded", "{n} folded", n)
        case "check":
            return language.ngettext("one checked", "{n} checked", n)
        case "call":
            return language.ngettext("one called", "{n} called", n)
        case "bet":
            return language.ngettext("one bet {size}", "{n} bet {size}", n)
        case _:
            return language.ngettext("one raised to {size}", "{n} raised to {size}", n)


def street(narration: Narration, name: str) -> Phrase:
    """``on the turn, the five of hearts``: with the new card on turn and river."""
    language, board = narration.language, narration.comparison.deal.board
    when = on_street(language, name)
    opened = BOARD_CARDS[name]
    if opened < 4 or len(board) < opened:
        return when
    newest = board[opened - 1]
    fact = Fact(format_card(newest), "card", ("/board",))
    card = Phrase({"": card_name(newest, language.code)}, {"": fact})
    return say(language.gettext("{street}, {card}"), street=when, card=card)


def on_street(language: Language, name: str) -> Phrase:
    match name:
        case "preflop":
            return plain(language.gettext("before the flop"))
        case "flop":
            return plain(language.gettext("on the flop"))
        case "turn":
            return plain(language.gettext("on the turn"))
        case _:
            return plain(language.gettext("on the river"))


def _tables(narration: Narration, n: int, of: int, fork: str) -> Phrase:
    """``all six tables``, ``four of the six tables``, as the subject."""
    language = narration.language
    counted = narration.count(n, "tables", f"{fork}/branches", of=of)
    parts = {"n": counted, "of": _finished(narration)}
    if n < of:
        return say(language.gettext("{n} of the {of} tables"), **parts)
    message = language.gettext("both tables") if n == 2 else language.gettext("all {n} tables")
    return say(message, n=parts["n"])


def _at_tables(narration: Narration, n: int, of: int) -> Phrase:
    """``at all six tables``, ``at four of the six tables``: the finished ones of the group."""
    language = narration.language
    parts = {"n": _finished(narration, of=of)}
    if n < of:
        parts["of"] = narration.count(of, "tables", "/group")
        return say(language.gettext("at {n} of the {of} tables"), **parts)
    if n == 2:
        return say(language.gettext("at both tables"), **parts)
    return say(language.gettext("at all {n} tables"), **parts)


def _finished(narration: Narration, of: int = 0) -> Phrase:
    return narration.count(len(narration.comparison.deal.plays), "tables", "/tables", of=of)

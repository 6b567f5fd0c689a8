"""What is the same for all: the cards, the common line, the price; and what the tables chose."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from producer.compare.model import Branch, Fork
from producer.games.cards import format_card
from producer.games.holdem import BOARD_CARDS, Spot
from producer.games.spots import price
from producer.wording.hands import card_name
from producer.wording.language import Language
from producer.wording.numbers import listed
from producer.wording.phrases import Fact, Phrase, plain, pointer, say
from producer.wording.telling import Telling

SHOWN_SIZES = 3
"""So many sizes of one kind are told one by one; of more only the smallest and the largest."""


def same_cards(telling: Telling, seats: Sequence[int]) -> Phrase:
    """Everybody's cards are the same; ``seats``: whose are worth naming, the actor's first."""
    language, deal = telling.language, telling.comparison.deal
    tables = _at_tables(telling, len(deal.plays), max(len(deal.tables), len(deal.plays)))
    parts = {"tables": tables}
    known = [seat for seat in seats if telling.cards_known(seat)]
    for name, seat in zip(("", "other_"), known, strict=False):
        parts[f"{name}hand"] = telling.hand(seat)
        parts[f"{name}seat"] = telling.seat(seat, pointer("cards", seat))
    if len(known) > 1:
        message = language.gettext(
            "The same cards {tables}: {hand} in seat {seat} against {other_hand} "
            "in seat {other_seat}"
        )
    elif known:
        message = language.gettext("The same cards {tables}: {hand} in seat {seat}")
    else:
        message = language.gettext("The same cards {tables}; which ones is not known")
    return say(message, **parts)


def different_rules(telling: Telling) -> Phrase:
    return plain(
        telling.language.gettext("The tables played under different rules; amounts are big blinds")
    )


def same_spot(telling: Telling, fork: Fork) -> Phrase:
    """How many tables stood before the same decision, and what it was about."""
    language = telling.language
    of = len(telling.comparison.deal.plays)
    parts = {
        "street": street(telling, fork.street),
        "tables": _tables(telling, len(fork.tables), of, telling.fork_pointer(fork)),
    }
    if fork.history:
        spot = say(language.gettext("{street}, {tables} faced the same spot, move for move"),
                   **parts)  # fmt: skip
    else:
        spot = say(language.gettext("{street}, {tables} faced the same spot"), **parts)
    offer = _offer(telling, fork)
    return spot if offer is None else say("{spot}: {offer}", spot=spot, offer=offer)


def _offer(telling: Telling, fork: Fork) -> Phrase | None:
    """The price, where it is the same at all tables of the fork."""
    spots = [telling.accounts[table].replay.spots[len(fork.history)] for table in fork.tables]
    blinds = [telling.play(table).game.big_blind for table in fork.tables]
    prices = {_price(spot, blind) for spot, blind in zip(spots, blinds, strict=True)}
    if len(prices) > 1:
        return None
    (only,) = prices
    if only is None:
        return plain(telling.language.gettext("nothing to call, so a check was free"))
    source = f"{telling.fork_pointer(fork)}/history"
    to_call, to_win = (telling.amount(part, source) for part in only)
    message = telling.language.gettext("{to_call} to call, {to_win:n} to win")
    return say(message, to_call=to_call, to_win=to_win)


def _price(spot: Spot, big_blind: int) -> tuple[Fraction, Fraction] | None:
    offer = price(spot)
    if offer is None:
        return None
    return Fraction(offer.to_call, big_blind), Fraction(offer.to_win, big_blind)


def choices(telling: Telling, fork: Fork) -> Phrase:
    """How many tables chose what, most first."""
    kinds: dict[str, list[Branch]] = {}
    for branch in fork.branches:
        kinds.setdefault(branch.move.action, []).append(branch)
    if len(kinds) == 1 and len(fork.branches) <= SHOWN_SIZES:
        groups = [[branch] for branch in fork.branches]
    else:
        groups = sorted(kinds.values(), key=lambda group: -sum(len(b.tables) for b in group))
    items = listed(telling.language, [_chose(telling, fork, group) for group in groups])
    return say(telling.language.gettext("With the same information, {choices}"), choices=items)


def _chose(telling: Telling, fork: Fork, group: Sequence[Branch]) -> Phrase:
    """``3 called``: the branches of one kind of action."""
    n = sum(len(branch.tables) for branch in group)
    at = telling.fork_pointer(fork)
    branches = [fork.branches.index(branch) for branch in group]
    parts = {"n": telling.count(n, "tables", *(f"{at}/branches/{i}/tables" for i in branches))}
    action = group[0].move.action
    if action in ("bet", "raise"):
        sizes = {telling.size(fork.branches[i].move): f"{at}/branches/{i}/action" for i in branches}
        low, high = min(sizes), max(sizes)
        parts["size"] = telling.amount(high, sizes[high])
        if low != high:
            parts["low"] = telling.amount(low, sizes[low])
            return say(_chose_between(telling.language, action), **parts)
    return say(_did(telling.language, action, n), **parts)


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


def street(telling: Telling, name: str) -> Phrase:
    """``on the turn, the five of hearts``: with the card that came, where it is one."""
    language, board = telling.language, telling.comparison.deal.board
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


def _tables(telling: Telling, n: int, of: int, fork: str) -> Phrase:
    """``all 6 tables``, ``4 of the 6 tables``, as those who act."""
    language = telling.language
    parts = {"n": telling.count(n, "tables", f"{fork}/branches"), "of": _finished(telling)}
    if n < of:
        return say(language.gettext("{n} of the {of} tables"), **parts)
    message = language.gettext("both tables") if n == 2 else language.gettext("all {n} tables")
    return say(message, n=parts["n"])


def _at_tables(telling: Telling, n: int, of: int) -> Phrase:
    """``at all 6 tables``, ``at 4 of the 6 tables``: the finished ones of the whole group."""
    language = telling.language
    parts = {"n": _finished(telling)}
    if n < of:
        parts["of"] = Phrase({"": str(of)}, {"": Fact(of, "tables", ("/group",))})
        return say(language.gettext("at {n} of the {of} tables"), **parts)
    if n == 2:
        return say(language.gettext("at both tables"), **parts)
    return say(language.gettext("at all {n} tables"), **parts)


def _finished(telling: Telling) -> Phrase:
    return telling.count(len(telling.comparison.deal.plays), "tables", "/tables")

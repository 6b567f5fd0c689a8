"""Names of calls, contracts and seats of bridge in three languages."""

from __future__ import annotations

from producer.games.bridge.contracts import Contract, bid_of, contract_of
from producer.games.bridge.seats import EAST, NORTH, SOUTH, WEST
from producer.games.cards import parse_cards
from producer.games.line import Move
from producer.wording.games.hands import card_name
from producer.wording.language import Language


def seat_name(language: Language, seat: int) -> str:
    return {
        NORTH: language.gettext("North"),
        EAST: language.gettext("East"),
        SOUTH: language.gettext("South"),
        WEST: language.gettext("West"),
    }[seat]


def seat_letter(language: Language, seat: int) -> str:
    return seat_name(language, seat)[0]


def side_letters(language: Language, seat: int) -> str:
    """The pair that sits at ``seat``: ``NS``."""
    first, second = (NORTH, SOUTH) if seat in (NORTH, SOUTH) else (EAST, WEST)
    return f"{seat_letter(language, first)}{seat_letter(language, second)}"


def pair_name(language: Language, seat: int) -> str:
    """The pair that sits at ``seat``: ``North-South``."""
    if seat in (NORTH, SOUTH):
        return language.gettext("North-South")
    return language.gettext("East-West")


def bid_name(language: Language, level: int, strain: str) -> str:
    """``four spades``, ``one club``, ``three no-trumps``."""
    number = _number(language, level)
    match strain:
        case "C":
            text = language.ngettext("{level} club", "{level} clubs", level)
        case "D":
            text = language.ngettext("{level} diamond", "{level} diamonds", level)
        case "H":
            text = language.ngettext("{level} heart", "{level} hearts", level)
        case "S":
            text = language.ngettext("{level} spade", "{level} spades", level)
        case _:
            text = language.ngettext("{level} no-trump", "{level} no-trumps", level)
    return text.format(level=number)


def _number(language: Language, level: int) -> str:
    words = (
        language.pgettext("bid", "one"),
        language.pgettext("bid", "two"),
        language.pgettext("bid", "three"),
        language.pgettext("bid", "four"),
        language.pgettext("bid", "five"),
        language.pgettext("bid", "six"),
        language.pgettext("bid", "seven"),
    )
    return words[level - 1]


def contract_name(language: Language, contract: Contract) -> str:
    """``four spades doubled``."""
    bid = bid_name(language, contract.level, contract.strain)
    if contract.doubled == 1:
        return language.gettext("{bid} doubled").format(bid=bid)
    if contract.doubled:
        return language.gettext("{bid} redoubled").format(bid=bid)
    return bid


def move_name(language: Language, move: Move) -> str:
    """A call or a card: ``pass``, ``four spades``, ``the queen of hearts``; of a contract whose
    auction is not known ``four spades by North``."""
    detail = str(move.detail)
    bid = bid_of(detail)
    if move.action == "contract" and (contract := contract_of(detail, move.seat)) is not None:
        return language.gettext("{contract} by {seat}").format(
            contract=contract_name(language, contract), seat=seat_name(language, move.seat)
        )
    if move.action == "bid" and bid is not None:
        return bid_name(language, *bid)
    if move.action == "play":
        card = card_name(parse_cards(detail)[0], language.code)
        return card.replace("deuce", "two")  # as it is called in bridge
    return {
        "pass": language.pgettext("call", "pass"),
        "double": language.pgettext("call", "double"),
        "redouble": language.pgettext("call", "redouble"),
        "claim": language.gettext("a claim"),
    }[move.action]

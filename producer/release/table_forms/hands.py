"""Forms about one hand: enter it, correct it, rule on it, void it, review it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from producer.events import HoldemGame, LineMove
from producer.feeds.written_line import UnreadableLine, read_line, written
from producer.games.cards import parse_cards
from producer.games.game import Conditions
from producer.games.line import IllegalLine, Line
from producer.games.registry import rules_of
from producer.record import HandSent
from producer.release.table_forms.entered import (
    EXIT,
    Entered,
    Fields,
    Filled,
    FormFault,
    TableOfDeal,
    hand_of,
    number_in,
    place_of,
    reason_in,
    sentence,
)
from producer.release.table_forms.sending import event_of, filled_by
from producer.texts import number_of

STREETS = ("preflop", "flop", "turn", "river")


_CARDS = re.compile(r"([2-9TJQKA][cdhs])*")


_FIELDS = {"deal": "deal", "hand": "hand", "action": "action", "button": "button"} | {
    **{"stacks": "stacks", "cards": "shown", "board": "board", "result": "result"},
    "line": "preflop",
}
"""Fields of a hand's event, with the fields of the form that they come from."""


def enter_hand(form: Entered) -> Filled:
    """A whole hand, of a table whose device is gone or whose account cannot be used."""
    place = place_of(form)
    sent = {each.hand: each for each in form.gate.hands_of(EXIT, place.key, place.table)}
    hand = number_in(form.fields, "hand", "the hand's number", empty=True)
    if hand is None:
        hand = max(sent, default=0) or form.gate.last_hand(EXIT, place.key[:2], place.table) + 1
    before = sent.get(hand, HandSent(hand))
    info = place.session.tables[place.table]
    button = number_in(form.fields, "button", "the seat of the button", empty=True) or before.button
    if button is None:
        raise FormFault("button", "The start of this hand has not come: write the button's seat")
    usual = dict.fromkeys(info.players, rules_of(info.game).stack(info.game))
    given: dict[int, int | None] = {**_pairs(form.fields, "stacks", "2 9800", int)}
    stacks = given or before.stacks or usual
    ruled = form.gate.ruled(EXIT, place.key, place.table, hand)
    under = Conditions(info.game, place.deal, button, place.session.direction, stacks, ruled)
    line = _line(form.fields, under)
    board = _board(form.fields) or before.board
    missing = rules_of(info.game).open_cards(line[-1].phase) if line else 0
    if len(board) < 2 * missing:
        raise FormFault(
            "board", f"The {line[-1].phase} was played: write the {number_of(missing, 'card')} open"
        )
    shown = _pairs(form.fields, "shown", "2 KsKh", _hole)
    result = _result(form.fields, under, shown, board, line)
    data: dict[str, Any] = {
        "button": button,
        "cards": shown,
        "line": [LineMove(street=m.street, seat=m.seat, action=m.action, to=m.to) for m in line],
        "result": result,
    }
    data |= {"stacks": given} if given else {}
    data |= {"board": board} if board else {}
    line_text = " / ".join(f"{street}: {moves}" for street, moves in written(line).items())
    outcome = ", ".join(f"seat {seat} {chips:+d}" for seat, chips in sorted(result.items()))
    of_deal = f"Hand {hand} of {place.name}, deal {place.deal}"
    return _of_hand(
        form, place, "hand.corrected", hand, data,
        will=f"{of_deal}: {line_text}. Result: {outcome}. The hand then counts as entered here.",
        done=f"{of_deal} counts as entered. Result: {outcome}.",
    )  # fmt: skip


def correct_hand(form: Entered) -> Filled:
    """Single fields of a hand that its table has sent."""
    place = place_of(form)
    hand = hand_of(form, place)
    button = number_in(form.fields, "button", "the seat of the button", empty=True)
    stacks = _pairs(form.fields, "stacks", "2 9800", int)
    shown = _pairs(form.fields, "shown", "2 KsKh", _hole)
    board, result = _board(form.fields), _pairs(form.fields, "result", "1 -300, 2 300", int)
    changes: dict[str, Any] = {
        name: value
        for name, value in (
            *(("button", button), ("stacks", stacks), ("cards", shown)),
            *(("board", board), ("result", result)),
        )
        if value
    }
    if not changes:
        raise FormFault("", "Nothing is corrected: write the right value beside what was wrong")
    what = ", ".join({"cards": "shown cards"}.get(name, name) for name in changes)
    of_deal = f"hand {hand} of {place.name}, deal {place.deal}"
    return _of_hand(
        form, place, "hand.corrected", hand, changes,
        will=f"Replaces {what} of {of_deal}; the hand is checked again.",
        done=f"Corrected: {what} of {of_deal}.",
    )  # fmt: skip


def rule(form: Entered) -> Filled:
    place = place_of(form)
    hand, action = hand_of(form, place), number_in(form.fields, "action", "the action's number")
    of = f"action {action} of hand {hand} of {place.name}, deal {place.deal},"
    return _of_hand(
        form, place, "hand.ruled", hand, {"action": action},
        will=f"A{of[1:]} stands though its amount breaks the rules. The chips follow the line, and "
        "the comparison says so.",
        done=f"A{of[1:]} stands.",
    )  # fmt: skip


def void(form: Entered) -> Filled:
    place, hand, of_deal = _named(form)
    replay = form.fields.get("replay") == "yes"
    after = (
        f"The table plays deal {place.deal} again; until then the deal is SEALED."
        if replay
        else f"Deal {place.deal} stays void at this table: it is in no standings."
    )
    return _of_hand(
        form, place, "hand.voided", hand, {"replay": replay},
        will=f"{of_deal}, will be void. {after}",
        done=f"{of_deal}, is void.",
    )  # fmt: skip


def review(form: Entered) -> Filled:
    place, hand, of_deal = _named(form)
    return _of_hand(
        form, place, "hand.under_review", hand, {},
        will=f"{of_deal}, will be under review: the deal is in no standings until it is cleared.",
        done=f"{of_deal}, is under review.",
    )  # fmt: skip


def clear(form: Entered) -> Filled:
    place, hand, of_deal = _named(form)
    return _of_hand(
        form, place, "hand.cleared", hand, {},
        will=f"{of_deal}, will no longer be under review, and counts again.",
        done=f"{of_deal}, is no longer under review.",
    )  # fmt: skip


def _named(form: Entered) -> tuple[TableOfDeal, int, str]:
    """The hand that a form is about: its table and deal, its number, and both in words."""
    place = place_of(form)
    hand = hand_of(form, place)
    return place, hand, f"Hand {hand} of {place.name}, deal {place.deal}"


def _of_hand(
    form: Entered,
    place: TableOfDeal,
    kind: str,
    hand: int,
    data: Mapping[str, Any],
    *,
    will: str,
    done: str,
) -> Filled:
    fields = {"deal": place.deal, "hand": hand, "reason": reason_in(form.fields), **data}
    event = event_of(form, place.session, place.table, kind, fields)
    return filled_by(form.gate, event, _FIELDS, will, done)


def _hole(text: str) -> str:
    return _card_text(text, "two cards, such as KsKh", {2})


def _card_text(text: str, what: str, numbers: set[int]) -> str:
    cards = "".join(
        word[0].upper() + word[1:].lower() for word in re.findall(r"\S\S", "".join(text.split()))
    )
    if not _CARDS.fullmatch(cards) or len(cards) // 2 not in numbers or len(text) < 2:
        raise ValueError(f"write {what}")
    return cards


def _board(fields: Fields) -> str:
    text = fields.get("board", "").strip()
    if not text:
        return ""
    try:
        return _card_text(text, "three, four or five cards, such as Td 5s 9h 5h 4d", {3, 4, 5})
    except ValueError as error:
        raise FormFault("board", sentence(f"{error}")) from error


def _pairs(fields: Fields, name: str, example: str, value: Callable[[str], Any]) -> dict[int, Any]:
    """``1 AsAh, 2 KsKh``: a seat and what it has."""
    pairs: dict[int, Any] = {}
    for part in re.split(r"[,;\n]", fields.get(name, "")):
        words = part.split(maxsplit=1)
        if not words:
            continue
        try:
            seat = int(words[0].rstrip(":"))
            pairs[seat] = value(words[1].replace("\N{MINUS SIGN}", "-"))
        except (ValueError, IndexError) as error:
            words_ = f"'{part.strip()}' cannot be read: write seat and value, such as {example}"
            raise FormFault(name, words_) from error
    return pairs


def _line(fields: Fields, under: Conditions) -> Line:
    if not isinstance(under.settings, HoldemGame):
        why = f"A line of {under.settings.name} cannot be written here: send it as an event"
        raise FormFault("preflop", why)
    try:
        return read_line(
            under.settings,
            under.button,
            under.direction,
            under.stacks,
            {street: fields.get(street, "") for street in STREETS},
            under.ruled,
        )
    except UnreadableLine as error:
        raise FormFault(error.street, sentence(f"{error}")) from error
    except IllegalLine as error:
        raise FormFault("stacks", sentence(error.reason)) from error


def _result(
    fields: Fields, under: Conditions, shown: Mapping[int, str], board: str, line: Line
) -> dict[int, int]:
    """The result that follows from line and cards, or as written where cards are unknown."""
    rules = rules_of(under.settings)
    cards = {seat: parse_cards(hole) for seat, hole in shown.items()}
    try:
        settled = rules.settle(under, cards, parse_cards(board), line)
    except IllegalLine as error:
        raise FormFault("preflop", sentence(error.reason)) from error
    if settled.result is not None:
        if any(not isinstance(chips, int) for chips in settled.result.values()):
            raise FormFault("result", "The pot is split into parts of a chip: enter this hand by "
                            "`duplicast ingest`")  # fmt: skip
        return {seat: int(chips) for seat, chips in settled.result.items()}
    result = _pairs(fields, "result", "1 -300, 2 300", int)
    if result:
        return result
    seats = sorted(set(settled.at_stake) - settled.lost)
    words = (
        f"Seats {', '.join(map(str, seats))} go to the showdown: write their cards here and the "
        "whole board, or the result below"
    )
    raise FormFault("shown", words)

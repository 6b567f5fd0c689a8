"""What people enter about tables in the desk's forms: plain form.fields, made into events and acts.

Each form is first looked at: what will happen, in words, or what is wrong with which field. Nothing
is written until it is sent. A hand is judged by what the form and its own table say, never by
another table's cards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from producer.events import LONGEST_NAME, Event, HoldemGame, LineMove, event_json, parse_event
from producer.feeds import Received
from producer.feeds.written_line import UnreadableLine, read_line, written
from producer.games.cards import parse_cards
from producer.games.game import Conditions
from producer.games.line import DealKey, IllegalLine, Line
from producer.games.registry import rules_of
from producer.record import HandSent, Receipt, Session
from producer.record.intake.decisions import NoGap
from producer.record.tables.schema import OURS
from producer.release import by_hand
from producer.release.by_hand import CannotDecide
from producer.release.exits import NotAvailable
from producer.release.gate import Gate

EXIT = "route:/api/corrections"
STREETS = ("preflop", "flop", "turn", "river")
_CARDS = re.compile(r"([2-9TJQKA][cdhs])*")

Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Entered:
    """What a user, ``by``, has written into the fields of a form."""

    gate: Gate
    fields: Fields
    by: str


class FormFault(ValueError):
    """A form cannot be sent: ``field`` is wrong, ``""`` for the form as a whole; ``str`` says why
    and what to write."""

    def __init__(self, field: str, words: str) -> None:
        self.field = field
        super().__init__(words)


@dataclass(frozen=True, slots=True)
class Filled:
    """A form that can be sent. ``will``: what happens then; ``done``: what has happened."""

    will: str
    done: str
    send: Callable[[], object]


Form = Callable[[Entered], Filled]
"""Reads the fields of one form. Raises FormFault."""


@dataclass(frozen=True, slots=True)
class TableOfDeal:
    """The table that a form is about, and its deal."""

    session: Session
    table: str
    deal: int

    @property
    def key(self) -> DealKey:
        return DealKey(self.session.session, self.session.group, self.deal)

    @property
    def name(self) -> str:
        return f"table {self.session.table_names.get(self.table, self.table)}"


def enter_hand(form: Entered) -> Filled:
    """A whole hand, of a table whose device is gone or whose account cannot be used."""
    place = _place(form)
    sent = {each.hand: each for each in form.gate.hands_of(EXIT, place.key, place.table)}
    hand = _number(form.fields, "hand", "the hand's number", empty=True)
    if hand is None:
        hand = max(sent, default=0) or form.gate.last_hand(EXIT, place.key[:2], place.table) + 1
    before = sent.get(hand, HandSent(hand))
    info = place.session.tables[place.table]
    button = _number(form.fields, "button", "the seat of the button", empty=True) or before.button
    if button is None:
        raise FormFault("button", "The start of this hand has not come: write the button's seat")
    usual = dict.fromkeys(info.players, rules_of(info.game).stack(info.game))
    given: dict[int, int | None] = {**_pairs(form.fields, "stacks", "2 9800", int)}
    stacks = given or before.stacks or usual
    ruled = form.gate.ruled(EXIT, place.key, place.table, hand)
    under = Conditions(info.game, button, place.session.direction, stacks, ruled)
    line = _line(form.fields, under)
    board = _board(form.fields) or before.board
    missing = rules_of(info.game).open_cards(line[-1].phase) if line else 0
    if len(board) < 2 * missing:
        raise FormFault("board", f"The {line[-1].phase} was played: write the {missing} cards open")
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
    place = _place(form)
    hand = _hand(form, place)
    button = _number(form.fields, "button", "the seat of the button", empty=True)
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
    place = _place(form)
    hand, action = _hand(form, place), _number(form.fields, "action", "the action's number")
    of = f"action {action} of hand {hand} of {place.name}, deal {place.deal},"
    return _of_hand(
        form, place, "hand.ruled", hand, {"action": action},
        will=f"A{of[1:]} stands though its amount breaks the rules. The chips follow the line, and "
        "the comparison says so.",
        done=f"A{of[1:]} stands.",
    )  # fmt: skip


def void(form: Entered) -> Filled:
    place = _place(form)
    hand, replay = _hand(form, place), form.fields.get("replay") == "yes"
    of_deal = f"Hand {hand} of {place.name}, deal {place.deal}"
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
    place = _place(form)
    hand = _hand(form, place)
    of_deal = f"Hand {hand} of {place.name}, deal {place.deal}"
    return _of_hand(
        form, place, "hand.under_review", hand, {},
        will=f"{of_deal}, will be under review: the deal is in no standings until it is cleared.",
        done=f"{of_deal}, is under review.",
    )  # fmt: skip


def clear(form: Entered) -> Filled:
    place = _place(form)
    hand = _hand(form, place)
    of_deal = f"Hand {hand} of {place.name}, deal {place.deal}"
    return _of_hand(
        form, place, "hand.cleared", hand, {},
        will=f"{of_deal}, will no longer be under review, and counts again.",
        done=f"{of_deal}, is no longer under review.",
    )  # fmt: skip


def correct_player(form: Entered) -> Filled:
    session, table = _table(form)
    seat = _number(form.fields, "seat", "the seat") or 0
    player = session.tables[table].players.get(seat)
    if player is None:
        seats = ", ".join(map(str, session.tables[table].players))
        raise FormFault("seat", f"This table has no seat {seat}; it has {seats}")
    codes = session.team_codes
    team = form.fields.get("team", "").strip() or player.team
    if team is not None and team not in codes:
        raise FormFault("team", f"There is no team {team}; there is {', '.join(codes) or 'none'}")
    name = _name(form.fields, "name", "the player's right name")
    data = {"players": {table: {seat: {"name": name, "team": codes[team] if team else None}}}}
    where = f"table {session.table_names.get(table, table)}, seat {seat}"
    return _names(
        form, session, data, {"seat": "seat", "team": "team"},
        will=f"{player.name} at {where}, is shown as {name}{f' ({team})' if team else ''} from now "
        "on, in all hands.",
        done=f"Shown as {name} from now on.",
    )  # fmt: skip


def correct_team(form: Entered) -> Filled:
    session = _group(form)
    codes, code = (
        session.team_codes,
        _name(form.fields, "team", "the team's code as it is shown now"),
    )
    if code not in codes:
        raise FormFault("team", f"There is no team {code}; there is {', '.join(codes) or 'none'}")
    new: dict[str, str] = {"name": _name(form.fields, "name", "the team's right name")}
    new |= {
        each: form.fields[each].strip()
        for each in ("code", "colour")
        if form.fields.get(each, "").strip()
    }
    if not re.fullmatch(r"(#[0-9A-Fa-f]{6})?", new.get("colour", "")):
        raise FormFault("colour", "Write the colour as #D3222E")
    shown = new["name"] + (f" ({new['code']})" if "code" in new else "")
    return _names(
        form, session, {"teams": {codes[code]: new}}, {"teams": "code"},
        will=f"Team {code}, {session.teams[code].name}, is shown as {shown} from now on.",
        done=f"Shown as {shown} from now on.",
    )  # fmt: skip


def correct_table(form: Entered) -> Filled:
    session, table = _table(form)
    name = _name(form.fields, "name", "the name to show")
    return _names(
        form, session, {"tables": {table: name}}, {"tables": "name"},
        will=f"Table {session.table_names.get(table, table)} is shown as table {name} from now on; "
        f"its device goes on sending as {table}.",
        done=f"Shown as table {name} from now on.",
    )  # fmt: skip


def table_out(form: Entered) -> Filled:
    session, table = _table(form)
    group, reason, back = (
        (session.session, session.group),
        _reason(form.fields),
        form.fields.get("back"),
    )
    name = f"Table {session.table_names.get(table, table)}"
    will = (
        f"{name} plays again: its group's deals wait for it."
        if back == "yes"
        else f"{name} plays no further deal: no deal waits for it any more. What it has played "
        "still counts."
    )
    return Filled(
        will,
        f"{name} is {'back' if back == 'yes' else 'out'}.",
        lambda: by_hand.table_out(form.gate, group, table, reason, form.by, out=back != "yes"),
    )


def release(form: Entered) -> Filled:
    key, reason = _deal(form), _reason(form.fields)
    try:
        by_hand.may_release(form.gate, [key])
    except CannotDecide as error:
        raise FormFault("deal", f"{error}") from error
    verdict = form.gate.view(EXIT).verdicts[key]
    waits = [f"table {table}" for table in verdict.tables] + list(verdict.waits)
    so_far = f" It still waits for {', '.join(waits)}." if waits else ""
    return Filled(
        f"Deal {key} will be shown to everybody, players included.{so_far}",
        f"Released: {key}.",
        lambda: by_hand.release(form.gate, [key], reason, form.by),
    )


def seal(form: Entered) -> Filled:
    key, reason = _deal(form), _reason(form.fields)
    return Filled(
        f"Deal {key} will be SEALED until it is released by hand. What is on air stays on air: "
        "take something else.",
        f"SEALED: {key}.",
        lambda: by_hand.seal(form.gate, [key], reason, form.by),
    )


def declare_lost(form: Entered) -> Filled:
    session, table = _table(form)
    place, reason = (session.session, session.group, table), _reason(form.fields)
    gaps = [gap for gap in form.gate.gaps() if gap.place == place]
    name = f"Table {session.table_names.get(table, table)}"
    if not gaps:
        raise FormFault("table", f"{name} waits for no event: nothing is missing")
    lost = "; ".join(f"{gap.behind.partition('behind ')[2]} of {gap.source}" for gap in gaps)
    waiting = sum(gap.waiting for gap in gaps)

    def send() -> None:
        try:
            form.gate.declare_lost(EXIT, place, reason, form.by)
        except NoGap as error:
            raise FormFault("table", f"{name} waits for no event any more") from error

    return Filled(
        f"{name} no longer waits for {lost}; {waiting} later "
        f"{'event counts' if waiting == 1 else 'events count'}. A hand that lost one of them "
        "cannot be used: it goes to quarantine, and waits for you.",
        f"Declared lost: {lost}.",
        send,
    )


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
    fields = {"deal": place.deal, "hand": hand, "reason": _reason(form.fields), **data}
    event = _event(form, place.session, place.table, kind, fields)
    return _filled(form.gate, event, _FIELDS, will, done)


def _names(
    form: Entered,
    session: Session,
    data: Mapping[str, Any],
    of: Mapping[str, str],
    *,
    will: str,
    done: str,
) -> Filled:
    fields = {"reason": _reason(form.fields), **data}
    event = _event(form, session, None, "roster.corrected", fields)
    return _filled(form.gate, event, of, will, done)


def _event(
    form: Entered, session: Session, table: str | None, kind: str, data: Mapping[str, Any]
) -> Event:
    envelope = {
        "id": f"desk/{uuid4().hex}",
        "session": session.session,
        "group": session.group,
        "table": table,
        "source": form.by,
        "at": datetime.now(UTC).isoformat(),
        "type": kind,
        "data": data,
    }
    return parse_event(json.dumps(envelope, default=lambda value: value.model_dump()))


def _filled(gate: Gate, event: Event, of: Mapping[str, str], will: str, done: str) -> Filled:
    """The form of an event that the record would accept. Raises FormFault."""
    _refused(gate.would_accept(EXIT, _received(event)), of)
    return Filled(will, done, lambda: _send(gate, event, of))


def _send(gate: Gate, event: Event, of: Mapping[str, str]) -> None:
    _refused(gate.ingest([_received(event)])[0], of)


def _received(event: Event) -> Received:
    return Received(event_json(event).encode(), event, OURS)


_FIELDS = {"deal": "deal", "hand": "hand", "action": "action", "button": "button"} | {
    **{"stacks": "stacks", "cards": "shown", "board": "board", "result": "result"},
    "line": "preflop",
}
"""Fields of a hand's event, with the fields of the form that they come from."""


def _refused(receipt: Receipt, of: Mapping[str, str]) -> None:
    """Raises FormFault if the event is refused."""
    if receipt.outcome == "refused" and receipt.problem is not None:
        parts = receipt.problem.at.split(".")
        field = next((of[part] for part in parts if part in of), "")
        raise FormFault(field, f"{_sentence(receipt.reason)}. {receipt.hint('page')}")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _table(form: Entered) -> tuple[Session, str]:
    """The table that a form names as ``["SESSION", "GROUP", "TABLE"]``."""
    named = _list(form.fields.get("table", ""))
    for session in form.gate.sessions():
        for table in session.tables:
            if named == [session.session, session.group, table]:
                return session, table
    raise FormFault("table", "Choose the table")


def _group(form: Entered) -> Session:
    named = _list(form.fields.get("group", ""))
    for session in form.gate.sessions():
        if [session.session, session.group] == named:
            return session
    raise FormFault("group", "Choose the group")


def _list(text: str) -> list[str]:
    try:
        value = json.loads(text)
    except ValueError:
        return []
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _place(form: Entered) -> TableOfDeal:
    session, table = _table(form)
    return TableOfDeal(session, table, _number(form.fields, "deal", "the deal's number") or 0)


def _deal(form: Entered) -> DealKey:
    session = _group(form)
    number = _number(form.fields, "deal", "the deal's number") or 0
    key = DealKey(session.session, session.group, number)
    if key not in form.gate.view(EXIT).verdicts:
        raise FormFault("deal", f"Nobody has shown a card of deal {number} yet")
    return key


def _hand(form: Entered, place: TableOfDeal) -> int:
    """The hand that the form names, or the only one that the table has sent of the deal."""
    hand = _number(form.fields, "hand", "the hand's number", empty=True)
    if hand is not None:
        return hand
    sent = [each.hand for each in form.gate.hands_of(EXIT, place.key, place.table)]
    if len(sent) == 1:
        return sent[0]
    if sent:
        numbers = ", ".join(map(str, sent))
        words = f"T{place.name[1:]} has sent hands {numbers} of deal {place.deal}: write which"
        raise FormFault("hand", words)
    raise FormFault("deal", f"T{place.name[1:]} has sent no hand of deal {place.deal}")


def _number(fields: Fields, name: str, what: str, *, empty: bool = False) -> int | None:
    text = fields.get(name, "").strip()
    if not text and empty:
        return None
    if not re.fullmatch(r"[1-9]\d{0,8}", text):
        raise FormFault(name, f"Write {what} as a number, such as 4")
    return int(text)


def _name(fields: Fields, name: str, what: str) -> str:
    text = " ".join(fields.get(name, "").split())
    if not text or len(text) > LONGEST_NAME:
        raise FormFault(name, f"Write {what}, at most {LONGEST_NAME} letters")
    return text


def _reason(fields: Fields) -> str:
    text = fields.get("reason", "").strip()
    if not text or len(text) > 1000:
        raise FormFault("reason", "Write why: it is logged and shown in the audit")
    return text


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
        raise FormFault("board", _sentence(f"{error}")) from error


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
        raise FormFault(error.street, _sentence(f"{error}")) from error
    except IllegalLine as error:
        raise FormFault("stacks", _sentence(error.reason)) from error


def _result(
    fields: Fields, under: Conditions, shown: Mapping[int, str], board: str, line: Line
) -> dict[int, int]:
    """The result that follows from line and cards, or as written where cards are unknown."""
    rules = rules_of(under.settings)
    cards = {seat: parse_cards(hole) for seat, hole in shown.items()}
    try:
        settled = rules.settle(under, cards, parse_cards(board), line)
    except IllegalLine as error:
        raise FormFault("preflop", _sentence(error.reason)) from error
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


FORMS: Mapping[str, Form] = {
    "enter": enter_hand,
    "correct": correct_hand,
    "ruling": rule,
    "void": void,
    "review": review,
    "clear": clear,
    "player": correct_player,
    "team": correct_team,
    "table": correct_table,
    "lost": declare_lost,
    "out": table_out,
    "release": release,
    "seal": seal,
}

PRODUCER_FORMS = frozenset({"lost", "out", "release", "seal"})
"""Forms that only a producer may send; the others scorers too."""


def filled(form: str, entered: Entered) -> Filled:
    """The form as it would be sent. Raises FormFault."""
    try:
        return FORMS[form](entered)
    except NotAvailable as error:
        raise FormFault("deal", "There is no such deal") from error

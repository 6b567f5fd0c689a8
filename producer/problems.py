"""Reasons why incoming data cannot be used: codes with fields, and their wording.

Codes are passed and stored; the wording is made where a person reads it. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from producer.messages import Message, in_a_row, message

Value = str | int
Edge = Literal["terminal", "page"]
"""Where the wording is read. At a terminal and in the answers to a feed it names commands, on the
quarantine page buttons."""


@dataclass(frozen=True, slots=True)
class Problem:
    """``code``: a key of ``PROBLEMS``. ``fields``: the values in its wording. ``at``: the field of
    the event that is wrong, such as ``data.cards.2``. ``of_live_hand``: found at the end of a hand
    sent action by action, when a single action can no longer be replaced."""

    code: str
    fields: Mapping[str, Value] = field(default_factory=dict)
    at: str = ""
    of_live_hand: bool = False

    @property
    def reason(self) -> str:
        return Message(PROBLEMS[self.code].reason, fields=self.fields)

    def hint(self, edge: Edge = "terminal") -> str:
        """What to do about it, worded for ``edge``."""
        words = PROBLEMS[self.code]
        template = words.on_page if edge == "page" and words.on_page else words.hint
        text = Message(template, fields=self.fields)
        if not self.of_live_hand:
            return text
        return in_a_row((text, _ENTER_WHOLE if edge == "page" else _SEND_WHOLE), ". ")

    @property
    def action(self) -> int | None:
        """The number of the action at fault, from 1; None if no single action is."""
        number = self.fields.get("action")
        return number if isinstance(number, int) else None


def problem(code: str, at: str = "", **fields: Value) -> Problem:
    """
    >>> problem("card-dealt-twice", card="As").reason
    'card As is dealt twice'
    """
    return Problem(code, fields, at)


def in_live_hand(found: Problem) -> Problem:
    return replace(found, of_live_hand=True)


@dataclass(frozen=True, slots=True)
class Words:
    """Templates of reason and hint. ``on_page``: the hint on a page, where buttons replace
    commands."""

    reason: str
    hint: str
    on_page: str = ""


_ENTER_WHOLE = message(
    "The events already sent stay in the log: enter the whole hand on the page Corrections"
)
_SEND_WHOLE = (
    "The events already sent stay in the log: send the whole hand as hand.corrected, with line "
    "and result (docs/feed.md)"
)
_AGAIN = "Send the event again, as one line of JSON in UTF-8"
_SAME_ID = "and send the event again under the same id"
_AS_JSON = "Write it as one event in JSON"
_ENVELOPE = "Send an object with the envelope of an event"
_COPY = "Copy the line again from the original log"
_RESULT = "Correct the result or the line, whichever is wrong, and send the hand again"
_OPENING = "Correct the opening, or give it its own session name"
_STAKES = (
    f"{_OPENING}. If the stakes were wrong the first time (--stakes), ingest all files into a new "
    "database: `duplicast ingest FILE... --db NEW`"
)
_ENTRY = "N is the entry's number in `duplicast quarantine list`"

PROBLEMS: Mapping[str, Words] = {
    # The form of an event
    "not-json": Words("not JSON: {detail}", _AGAIN, _AS_JSON),
    "key-twice": Words(
        "the key {key} is twice in one object, so its value is not certain",
        f"Give every key once {_SAME_ID}",
    ),
    "cut-off": Words("the file ends in the middle of this {what}", _AGAIN),
    "file-cut-off": Words(
        "the file ends in the middle of this {what}",
        "Copy or export the whole file again, and ingest it again",
    ),
    "not-utf8": Words("not UTF-8 at byte {byte} of the line", _AGAIN),
    "utf16": Words("the line is in UTF-16, not in UTF-8", _AGAIN),
    "line-too-long": Words(
        "the line is longer than {most} bytes; only its beginning is stored", _AGAIN
    ),
    "no-feed": Words(
        "no line of the file is an event in JSON",
        "Name a file of events, one JSON object per line in UTF-8; nothing of this file is used",
    ),
    "no-type": Words("not an event: it has no type", _ENVELOPE),
    "no-object": Words("not an event: it is not a JSON object", _ENVELOPE),
    "field": Words("{reason}", "{hint}"),
    "unreadable-line": Words("{detail}", _COPY),
    "hand-too-long": Words(
        "the hand is longer than {most} bytes; only its beginning is stored",
        "Shorten the hand in its file, and ingest the file again",
    ),
    "unusable-json": Words(
        "not JSON: {detail}; nothing after it was read",
        "Correct the file, or export it again, and ingest it again",
    ),
    "not-in-map": Words("{reason}", "{hint}"),
    "unusable-hand": Words("{reason}", "{hint}"),
    # Invalid on its own
    "too-many-cards": Words(
        "seat {seat} has {cards} cards; a hold'em hand has two",
        "Correct the cards and send the event again",
    ),
    "board-length": Words(
        "cards on the board: {cards}",
        "A board has 0, 3, 4 or 5 cards; correct it and send the event again",
    ),
    "card-dealt-twice": Words(
        "card {card} is dealt twice",
        "Correct the cards of the deal, from the deck's record if there is one",
    ),
    "card-would-be-twice": Words(
        "card {card} would be dealt twice", "Correct both cards in one event"
    ),
    "no-result": Words("the result names no seat", "Give the chips won or lost by every seat"),
    "result-sum": Words(
        "the results add up to {total}, not to 0",
        "Correct the result: what one seat wins, the others lose",
    ),
    "gap-backwards": Words(
        "the gap begins at {first}, after its end {last}",
        "Correct the numbers and send the event again",
    ),
    # Recordings
    "two-starts": Words(
        "the recording has both start and timecode", "Leave one of them out and send it again"
    ),
    "timecode-without-day": Words(
        "timecode {timecode} says no day",
        "Add midnight, the time of timecode 00:00:00:00 with its zone, and send it again",
    ),
    "file-twice": Words("the file {file} is named twice", "Name each file once and send it again"),
    "point-of-another-file": Words(
        "a point is in {file}, which is not among the files",
        "Correct the point's file and send it again",
    ),
    # Tournaments
    "tournament-of-tables": Words(
        "the tournament was opened with {tables} tables in one group, whose tables play the same "
        "cards",
        "Open the tournament without tables, and each table as a session of its own",
    ),
    "no-tournament": Words(
        "session {session}, group {group} was not opened as a tournament",
        "Send session.opened with its terms as `tournament` first, then release this",
    ),
    "tournament-cannot-be": Words(
        "{detail}",
        "Correct the event, or send the one that is missing before it, and send it again",
    ),
    # Whose event it is
    "no-table": Words("the event names no table", "Name the table and send the event again"),
    "table-not-in-roster": Words(
        "table {table} is not in the roster of session {session}, group {group}",
        "Send session.opened with this table first, then this event again",
    ),
    "deal-beyond": Words(
        "deal {deal} does not exist: the last one of session {session}, group {group} is {deals}",
        "Correct the deal number and send the event again; if more deals are played, send "
        "session.opened with the new number as `deals`, then release this",
    ),
    "not-permitted": Words("{reason}", "{hint}"),
    "opening-contradicts": Words("{detail}", _OPENING),
    "other-stakes": Words("table {table} was opened with another game", _STAKES),
    "no-such-table": Words(
        "table {table} is not in the roster", "Name the table as the opening has it"
    ),
    "no-such-seat": Words(
        "table {table} has no seat {seat} in the roster", "Correct the table or the seat"
    ),
    "no-such-team": Words(
        "team {team} is not in the session", "Name the team by the code of the opening"
    ),
    "name-used-twice": Words(
        "two {kind}s would be called {name}", "Give each its own name; correct both in one event"
    ),
    "unknown-team": Words(
        "table {table}, seat {seat}: team {team} is not in the session",
        "Name every team in the opening's `teams`",
    ),
    # Ids and numbers
    "id-used": Words(
        "another event with this id is in the log",
        f"Look at it with `duplicast quarantine show N` ({_ENTRY}). `duplicast quarantine resend N "
        "--own-id` accepts it as a separate event. Otherwise the first one counts: `duplicast "
        "quarantine discard N --reason WHY`. The feed should give every event its own id",
        "If it is a separate event, give it its own id under Correct and send again. Otherwise the "
        "first one counts: discard this one",
    ),
    "id-used-in-turn": Words(
        "another event with this id is in the log",
        f"Look at it with `duplicast quarantine show N` ({_ENTRY}). If `duplicast gaps` says "
        "that the table waits for event {seq}, `duplicast quarantine resend N --own-id` accepts "
        "this one as that event, and `duplicast gaps --lost {place}` goes on without it. Otherwise "
        "the first one counts: `duplicast quarantine discard N --reason WHY`. The feed should give "
        "every event its own id",
        "If the page Tables says that the table waits for event {seq}, give this one its own id "
        "under Correct and send again, or declare event {seq} lost there. Otherwise the first one "
        "counts: discard this one",
    ),
    "hand-twice-in-file": Words(
        "hand {hand} is twice in the file, with different content",
        "The first one counts. If the second is right, delete the first from the file and ingest "
        "it into a new database; otherwise "
        f"`duplicast quarantine discard N --reason WHY` ({_ENTRY})",
        "The first one counts. If the second is right, delete the first from the file and ingest "
        "it into a new database; otherwise discard this one",
    ),
    "number-used": Words(
        "event {seq} of table {table} has already come from {source}, with different content",
        "If two devices send as this table, give one its own table; a device that restarts its "
        "count needs a new source",
        "Correct seq: another event of this source has that number",
    ),
    "hand-number-of-other-deal": Words(
        "hand {hand} of table {table} was already deal {deal}",
        "Correct the hand number or the deal number; if two devices send as this table, give one "
        "its own table",
    ),
    "sent-differently": Words(
        "{what} of hand {hand} is already in the log, with different content",
        "Send every event only once; to change one, send a correction",
    ),
    # Decks
    "office-other-deck": Words(
        "the office has shown another deck of deal {deal}: {what}",
        "Correct the cards or the deal number and send it again; if the deck sent first is wrong, "
        "send deal.corrected",
    ),
    "same-cards": Words(
        "{who} has shown the same cards as deal {other}: deal {deal} would be the same hand under "
        "two numbers",
        "Correct the deal number and send it again. If it is right, void what was played as deal "
        "{other}, or correct that deal's cards (deal.corrected), and release this one",
    ),
    "no-deck-shown": Words(
        "{who} has shown no deck of deal {deal}",
        "Name a table that has shown one of the decks",
    ),
    "two-decks-shown": Words(
        "table {table} has shown two decks of deal {deal}", "Void one of its hands first"
    ),
    # Hands
    "played-already": Words(
        "table {table} has already played deal {deal} differently, as hand {hand}",
        "If this hand is right, void the other; if another table played it, name that table",
    ),
    "too-many-hands": Words(
        "table {table} has begun {most} hands of deal {deal}: a table plays it once, and again "
        "after a void",
        "Correct the deal number and send it again",
    ),
    "other-cards-shown": Words(
        "hand {hand} of table {table} has shown other cards: {what}",
        "If these are the right cards, send them as hand.corrected (docs/feed.md)",
        "If these are the right cards, enter them on the page Corrections, under Correct a hand",
    ),
    "finished-already": Words(
        "table {table} has already finished deal {deal}, as hand {hand}",
        "If the deal was played again, void the first hand; otherwise correct the hand number",
    ),
    "hand-voided": Words(
        "hand {hand} of table {table} (deal {deal}) was voided",
        "Give a replay its own hand number; to restore a hand voided by mistake, send it whole as "
        "hand.corrected (line and result)",
    ),
    "voided-already": Words(
        "hand {hand} of table {table} (deal {deal}) was already voided",
        "Discard this; `replay` can be changed until the table has played the deal again",
    ),
    "not-under-review": Words(
        "hand {hand} of table {table} (deal {deal}) is not under review",
        "Correct the deal and hand numbers; to take back a void, send the whole hand as "
        "hand.corrected",
    ),
    "nothing-to-rule": Words(
        "action {action} of hand {hand} of table {table} is within the rules",
        "Correct the number of the action: `duplicast quarantine list` names the one at fault",
        "Correct the number of the action: the entry in quarantine names the one at fault",
    ),
    "no-amount-to-rule": Words(
        "action {action} of hand {hand} of table {table} breaks a rule that is not about amounts",
        "A ruling lets the amount of a bet or a raise stand; correct the hand instead, with line "
        "and result (hand.corrected)",
        "A ruling lets the amount of a bet or a raise stand; enter the whole hand instead",
    ),
    "no-such-hand": Words(
        "table {table} has sent no hand {hand} of deal {deal}{played}",
        "Correct the deal and hand numbers; a hand that could not be used at all is corrected with "
        "its button and its whole line and result",
        "Correct the deal and hand numbers; a hand that could not be used at all is entered on the "
        "page Corrections",
    ),
    "start-missing": Words(
        "the start of hand {hand} of table {table} is missing",
        "Give the button's seat as `button` in the correction and send it again",
    ),
    "hand-incomplete": Words(
        "hand {hand} of table {table} cannot be used: {missing}",
        "Have the device send what is missing with its own number. If it cannot, send the whole "
        "hand as hand.corrected, with button, line and result (docs/feed.md), or void it",
        "Have the device send what is missing with its own number. If it cannot, enter the whole "
        "hand or void it on the page Corrections",
    ),
    "hand-missing": Words(
        "hand {hand} of table {table} never arrived: {missing}",
        "Have the device send what is missing with its own numbers. If it cannot, send the whole "
        "hand as hand.corrected, with deal, button, line and result (docs/feed.md); if there was "
        "no such hand, discard this",
        "Have the device send what is missing with its own numbers. If it cannot, enter the whole "
        "hand on the page Corrections; if there was no such hand, discard this",
    ),
    "cards-without-seat": Words(
        "cards are shown for seat {seat}, which is not in the hand",
        "Correct the seats of the cards or of the stacks and send the hand again",
    ),
    "illegal-action": Words(
        "action {action}: {detail}",
        "Expected {expected}; correct the action and send the hand again",
    ),
    "result-not-of-line": Words(
        "seat {seat}: the result says {stated}, the line gives {due}", _RESULT
    ),
    "result-beyond-stake": Words("seat {seat}: the result says {stated}, it put in {put}", _RESULT),
    "result-of-stranger": Words(
        "the result names seat {seat}, which is not in the hand",
        "Correct the seats of the result and send the hand again",
    ),
    "board-too-short": Words(
        "the {street} was played, but the board has {cards} cards",
        "Add the missing board cards and send the hand again",
    ),
    # Times
    "no-such-event": Words(
        "there is no event {event} in the log of {where}",
        "Correct the id or the table (`duplicast log --json` shows all events); send a nudge after "
        "its event",
    ),
    "event-of-several-tables": Words(
        "several tables have an event {event}", "Name the event's table and send it again"
    ),
    # Accepted, and waiting
    "waits-for-opening": Words("session {session}, group {group} is not open yet", ""),
    "waits-for-earlier": Words("event {seq} of table {table} arrived before earlier events", ""),
    # Duplicast's own errors
    "of-earlier-version": Words("{reason}", "{hint}"),
    "internal-error": Words(
        "Duplicast failed on this event ({cause}); it is in quarantine",
        "The event itself seems to be fine. Report what the service's log says; after an update, "
        f"`duplicast quarantine release N` accepts it ({_ENTRY})",
        "The event itself seems to be fine. Report what the service's log says; after an update, "
        "release it here",
    ),
}

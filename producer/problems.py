"""Why something that came in cannot be used: codes with fields, and the words for people.

Everything below the edge passes and stores codes; words are made where somebody reads them. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

Value = str | int
Edge = Literal["terminal", "page"]
"""Where the words are read: at a terminal and in a feed's answers they name commands, on the
quarantine page buttons."""


@dataclass(frozen=True, slots=True)
class Problem:
    """``code``: a key of ``PROBLEMS``; ``fields``: what its words name. ``at``: the field of the
    event that is wrong, such as ``data.cards.2``. ``of_live_hand``: found when a hand told action
    by action ended, so that one action cannot be replaced any more."""

    code: str
    fields: Mapping[str, Value] = field(default_factory=dict)
    at: str = ""
    of_live_hand: bool = False

    @property
    def reason(self) -> str:
        return PROBLEMS[self.code].reason.format(**self.fields)

    def hint(self, edge: Edge = "terminal") -> str:
        """What to do about it, as ``edge`` needs it."""
        words = PROBLEMS[self.code]
        text = (words.on_page if edge == "page" and words.on_page else words.hint).format(
            **self.fields
        )
        return f"{text}{_SEND_WHOLE}" if self.of_live_hand else text

    @property
    def action(self) -> int | None:
        """The number of the action at fault, from 1, where the problem is one action."""
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
    """Templates of reason and hint; ``on_page``: the hint where buttons take the place of
    commands."""

    reason: str
    hint: str
    on_page: str = ""


_SEND_WHOLE = (
    ". What was sent of the hand stays in the log: send it whole, as hand.corrected with line and "
    "result (docs/feed.md)"
)
_AGAIN = "Have the feed send the event again, as one line of JSON in UTF-8"
_AS_JSON = "Write it as one event in JSON"
_ENVELOPE = "Send an object with the envelope of an event"
_COPY = "Copy the line again from the original log"
_RESULT = "Correct the result or the line, whichever is wrong, and send the hand again"
_OPENING = (
    "Correct the opening, or give it a session of its own. Were the stakes wrong the first time "
    "(--stakes), take all files into a new database: `duplicast ingest FILE... --db NEW`"
)
_ENTRY = "N is the entry's number in `duplicast quarantine list`"

PROBLEMS: Mapping[str, Words] = {
    # The form of an event
    "not-json": Words("not JSON: {detail}", _AGAIN, _AS_JSON),
    "cut-off": Words("the file ends in the middle of this {what}", _AGAIN),
    "not-utf8": Words("not UTF-8 at byte {byte} of the line", _AGAIN),
    "utf16": Words("the line is in UTF-16, not in UTF-8", _AGAIN),
    "line-too-long": Words(
        "the line is longer than {most} bytes; only its beginning is kept", _AGAIN
    ),
    "no-feed": Words(
        "not one line of the file begins an event in JSON",
        "Name a file of events, one JSON object a line in UTF-8; nothing of this one is used",
    ),
    "no-type": Words("no event: it has no type", _ENVELOPE),
    "no-object": Words("no event: it is no JSON object", _ENVELOPE),
    "field": Words("{reason}", "{hint}"),
    "unreadable-line": Words("{detail}", _COPY),
    # What one event shows to be wrong by itself
    "too-many-cards": Words(
        "seat {seat} holds {cards} cards, a hold'em hand has two",
        "Correct the cards and send the event again",
    ),
    "board-length": Words(
        "a board of {cards} cards",
        "A board has 0, 3, 4 or 5 cards; correct it and send the event again",
    ),
    "card-dealt-twice": Words(
        "card {card} is dealt twice",
        "Correct the cards of the deal, from the deck's record if there is one",
    ),
    "card-would-be-twice": Words(
        "card {card} would be dealt twice", "Correct both places in one event"
    ),
    "no-result": Words("the result names no seat", "Give the chips won or lost by every seat"),
    "result-sum": Words(
        "the results add up to {total}, not to 0",
        "Correct the result: what one seat wins, others lose",
    ),
    "gap-backwards": Words(
        "the gap begins at {first}, after its end {last}",
        "Correct the numbers and send the event again",
    ),
    # Whose event it is
    "no-table": Words("the event names no table", "Name the table and send the event again"),
    "table-not-in-roster": Words(
        "table {table} is not in the roster of session {session}, group {group}",
        "Send session.opened with this table first, then this event again",
    ),
    "deal-beyond": Words(
        "deal {deal}: session {session}, group {group} plays {deals} deals",
        "Correct the number of the deal and send the event again; where more are played, send "
        "session.opened with as many `deals`, then release this",
    ),
    "not-permitted": Words("{reason}", "{hint}"),
    "opening-contradicts": Words("{detail}", _OPENING),
    "unknown-team": Words(
        "table {table}, seat {seat}: team {team} is not in the session",
        "Name every team in the opening's `teams`",
    ),
    # Ids and numbers
    "id-used": Words(
        "another event with this id is in the log",
        f"Look at it with `duplicast quarantine show N` ({_ENTRY}). `duplicast quarantine resend N "
        "--own-id` takes it in as an event of its own. Else the first one counts: `duplicast "
        "quarantine discard N --reason WHY`. The feed should give every event an id of its own",
        "If it is an event of its own, give it an id of its own under Correct and send again. Else "
        "the first one counts: discard this one",
    ),
    "id-used-in-turn": Words(
        "another event with this id is in the log",
        f"Look at it with `duplicast quarantine show N` ({_ENTRY}). Where `duplicast gaps` says "
        "that the table waits for event {seq}, `duplicast quarantine resend N --own-id` takes this "
        "one for it, and `duplicast gaps --lost {place}` goes on without it. Else the first one "
        "counts: `duplicast quarantine discard N --reason WHY`. The feed should give every event "
        "an id of its own",
        "Where the page Tables says that the table waits for event {seq}, give this one an id of "
        "its own under Correct and send again, or declare event {seq} lost there. Else the first "
        "one counts: discard this one",
    ),
    "hand-twice-in-file": Words(
        "hand {hand} is twice in the file, with different content",
        "The first one counts. Was it the second, take the file without the first into a new "
        f"database; else `duplicast quarantine discard N --reason WHY` ({_ENTRY})",
        "The first one counts. Was it the second, take the file without the first into a new "
        "database; else discard this one",
    ),
    "number-used": Words(
        "event {seq} of table {table} has come from {source} already, with different content",
        "If two devices send as this table, give one its own table; a device that counts anew "
        "needs another source",
        "Correct seq: another event of this source has that number",
    ),
    "hand-number-of-other-deal": Words(
        "hand {hand} of table {table} was deal {deal} already",
        "Correct the number of the hand or of the deal; if two devices send as this table, give "
        "one its own table",
    ),
    "told-differently": Words(
        "{what} of hand {hand} is in the log already, with different content",
        "Send every event once; a correction is an event of its own",
    ),
    # Decks
    "office-other-deck": Words(
        "the office has shown another deck of deal {deal}: {what}",
        "Correct the cards or the deal's number and send it again; where the deck that was sent "
        "first is wrong, send deal.corrected",
    ),
    "same-cards": Words(
        "{who} has shown the same cards as deal {other}: deal {deal} would be the same hand under "
        "two numbers",
        "Correct the number of the deal and send it again. Where it is right, void what was played "
        "as deal {other}, or correct that deal's cards (deal.corrected), and release this one",
    ),
    "no-deck-shown": Words(
        "{who} has shown no deck of deal {deal}",
        "Name a table that stands behind one of the decks shown",
    ),
    "two-decks-shown": Words(
        "table {table} has shown two decks of deal {deal}", "Void one of its hands first"
    ),
    # Hands
    "played-already": Words(
        "table {table} has played deal {deal} already, as hand {hand}, and not like this",
        "If this is the right account, void the other; if it is another table's, name that",
    ),
    "too-many-hands": Words(
        "table {table} has begun {most} hands of deal {deal}: a table plays it once, and again "
        "after a void",
        "Correct the number of the deal and send it again",
    ),
    "other-cards-shown": Words(
        "hand {hand} of table {table} has shown other cards: {what}",
        "If these are the right cards, void the hand and send it again",
    ),
    "finished-already": Words(
        "table {table} has finished deal {deal} already, as hand {hand}",
        "If the deal was played again, void the first hand; else correct the hand's number",
    ),
    "hand-voided": Words(
        "hand {hand} of table {table} (deal {deal}) was voided",
        "A replay has a number of its own; a hand voided by mistake is sent again, whole, with "
        "hand.corrected (line and result)",
    ),
    "voided-already": Words(
        "hand {hand} of table {table} (deal {deal}) was voided already",
        "Discard this; whether the table plays the deal again can be changed (`replay`) until it "
        "has",
    ),
    "not-under-review": Words(
        "hand {hand} of table {table} (deal {deal}) is not under review",
        "Correct the numbers of deal and hand; a void is not taken back by it, but by sending the "
        "hand again, whole, with hand.corrected",
    ),
    "no-such-hand": Words(
        "table {table} has sent no hand {hand} of deal {deal}{played}",
        "Correct the numbers of deal and hand; a hand of which nothing usable came is corrected "
        "with its whole line and result",
    ),
    "start-missing": Words(
        "the start of hand {hand} of table {table} is missing",
        "Name the seat of the button as `button` in the correction and send it again",
    ),
    "cards-without-seat": Words(
        "cards are shown for seat {seat}, which is not in the hand",
        "Correct the seats of the cards or of the stacks and send the hand again",
    ),
    "illegal-action": Words(
        "action {action}: {detail}",
        "Expected {expected}; correct the action and send the hand again",
    ),
    "result-not-of-line": Words("seat {seat} is told to end {told}, the line gives {due}", _RESULT),
    "result-beyond-stake": Words("seat {seat} is told to end {told}, it put in {put}", _RESULT),
    "result-of-stranger": Words(
        "the result names seat {seat}, which is not in the hand",
        "Correct the seats of the result and send the hand again",
    ),
    "board-too-short": Words(
        "the {street} was played, but the board has {cards} cards",
        "Give the board as far as it was dealt and send the hand again",
    ),
    # Times
    "no-such-event": Words(
        "there is no event {event} in the log of {where}",
        "Correct the id or the table (`duplicast log --json` shows all events); a nudge is sent "
        "after its event",
    ),
    "event-of-several-tables": Words(
        "several tables have an event {event}", "Name the table that it is of, and send it again"
    ),
    # Waiting: accepted, with a reason
    "waits-for-opening": Words("session {session}, group {group} is not open yet", ""),
    "waits-for-earlier": Words("event {seq} of table {table} came before those in front of it", ""),
    # Ours
    "of-earlier-version": Words("{reason}", "{hint}"),
    "internal-error": Words(
        "Duplicast failed at this event ({cause}); it is kept",
        "Nothing is wrong with it as far as is known. Report what the service's log says; with a "
        f"corrected program, `duplicast quarantine release N` takes it in ({_ENTRY})",
        "Nothing is wrong with it as far as is known. Report what the service's log says; with a "
        "corrected program, release it here",
    ),
}

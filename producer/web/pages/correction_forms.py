"""The desk's forms about tables: their fields, and what they say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["text", "number", "table", "group", "check", "line"]


@dataclass(frozen=True, slots=True)
class Field:
    """``name``: as in the request. ``label``, ``help``, ``example``: words of the page. ``kind``:
    ``line`` for the moves of a street, ``check`` for a box that says ``yes``."""

    name: str
    label: str
    kind: Kind = "text"
    example: str = ""
    help: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class FormPage:
    """``name``: of the form in ``producer.release.table_forms``. ``about``: when it is used.
    ``send``: the words of its button."""

    name: str
    group: str
    title: str
    about: str
    send: str
    fields: tuple[Field, ...]


TABLE = Field("table", "Table", "table")
GROUP = Field("group", "Group", "group")
DEAL = Field("deal", "Deal", "number", "31")
HAND = Field(
    "hand", "Hand", "number", "12", "The device's number; empty if it sent one of this deal", True
)
REASON = Field("reason", "Reason", example="Logged, and shown in the audit")
BUTTON = Field("button", "Button", "number", "1", "Its seat; empty if the start has come", True)
STACKS = Field(
    "stacks",
    "Stacks",
    example="1 10000, 2 9800",
    help="Empty: as sent, or the game's",
    optional=True,
)
SHOWN = Field(
    "shown",
    "Cards shown",
    example="1 AsAh, 2 KsKh",
    help="By seat; at a showdown, of all who showed",
    optional=True,
)
BOARD = Field("board", "Board", example="Td 5s 9h 5h 4d", optional=True)
RESULT = Field(
    "result",
    "Result",
    example="1 -300, 2 300",
    help="Empty: follows from the line and the cards",
    optional=True,
)
NAME = Field("name", "Right name")
A_HAND, NAMES, A_TABLE, A_DEAL = "A hand", "Names", "A table", "A deal"


def _streets() -> tuple[Field, ...]:
    return tuple(
        Field(
            street,
            street.capitalize(),
            "line",
            "raise 300, call, fold" if street == "preflop" else "check, bet 400, fold",
            "In order of action; a number is the seat's total on the street"
            if street == "preflop"
            else "",
            street != "preflop",
        )
        for street in ("preflop", "flop", "turn", "river")
    )


FORM_PAGES = (
    FormPage(
        "enter",
        A_HAND,
        "Enter a whole hand",
        "For a table whose device is gone, or a hand that cannot be used as it was sent. The "
        "result is worked out and shown before anything is sent.",
        "Enter the hand",
        (
            *(TABLE, DEAL, replace(HAND, help="Empty: the one sent of this deal, or the next")),
            *(BUTTON, STACKS, *_streets(), BOARD, SHOWN, RESULT, REASON),
        ),
    ),
    FormPage(
        "correct",
        A_HAND,
        "Correct a hand",
        "Write only what was wrong; the rest stays as sent. To correct the moves, enter the whole "
        "hand.",
        "Correct the hand",
        (
            *(TABLE, DEAL, HAND, replace(BUTTON, help="Its seat, if it was wrong")),
            *(replace(STACKS, help="All of them, if one was wrong"), SHOWN, BOARD),
            *(replace(RESULT, help="All seats, if one was wrong"), REASON),
        ),
    ),
    FormPage(
        "ruling",
        A_HAND,
        "Let an action stand",
        "The floor ruled that a bet or a raise stands though its amount breaks the rules.",
        "Let it stand",
        (
            TABLE,
            DEAL,
            HAND,
            Field("action", "Action", "number", "2", "Its number in the hand"),
            REASON,
        ),
    ),
    FormPage(
        "void",
        A_HAND,
        "Void a hand",
        "The hand does not count.",
        "Void the hand",
        (TABLE, DEAL, HAND, Field("replay", "The table plays the deal again", "check"), REASON),
    ),
    FormPage(
        "review",
        A_HAND,
        "Put a hand under review",
        "The deal does not count until it is cleared.",
        "Put it under review",
        (TABLE, DEAL, HAND, REASON),
    ),
    FormPage(
        "clear",
        A_HAND,
        "Clear a hand",
        "Ends the review: the hand counts again.",
        "Clear the hand",
        (TABLE, DEAL, HAND, REASON),
    ),
    FormPage(
        "player",
        NAMES,
        "A player's name",
        "Shown from now on everywhere, in hands played before too. No device is answered "
        "differently.",
        "Correct the name",
        (
            *(TABLE, Field("seat", "Seat", "number", "2"), NAME),
            *(Field("team", "Team", example="CHN", help="Empty: as before", optional=True), REASON),
        ),
    ),
    FormPage(
        "team",
        NAMES,
        "A team's name",
        "Shown from now on everywhere, in hands played before too.",
        "Correct the team",
        (
            *(
                GROUP,
                Field("team", "Team", example="CHN", help="Its code as it is shown now"),
                NAME,
            ),
            Field("code", "Right code", example="CHN", help="Empty: as before", optional=True),
            Field("colour", "Colour", example="#D3222E", help="Empty: as before", optional=True),
            REASON,
        ),
    ),
    FormPage(
        "table",
        NAMES,
        "A table's name",
        "What graphics and pages call the table; its device goes on sending as before.",
        "Correct the name",
        (TABLE, replace(NAME, label="Name to show", example="Feature"), REASON),
    ),
    FormPage(
        "lost",
        A_TABLE,
        "Declare events lost",
        "Later events no longer wait for those that are missing.",
        "Declare them lost",
        (TABLE, REASON),
    ),
    FormPage(
        "out",
        A_TABLE,
        "Table out, or back",
        "A table that plays no further deal holds no deal back.",
        "Send",
        (TABLE, Field("back", "It is back: it plays again", "check"), REASON),
    ),
    FormPage(
        "release",
        A_DEAL,
        "Release a deal",
        "Before every table has finished it. What was shown has been seen: a seal comes too late.",
        "Release the deal",
        (GROUP, DEAL, REASON),
    ),
    FormPage(
        "seal",
        A_DEAL,
        "Seal a deal",
        "Until it is released by hand.",
        "Seal the deal",
        (GROUP, DEAL, REASON),
    ),
)

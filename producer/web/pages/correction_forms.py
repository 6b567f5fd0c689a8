"""The desk's forms about tables: their fields, and what they say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from producer.web.languages import marked

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


TABLE = Field("table", marked("Table"), "table")
GROUP = Field("group", marked("Group"), "group")
DEAL = Field("deal", marked("Deal"), "number", "31")
HAND = Field(
    "hand",
    marked("Hand"),
    "number",
    "12",
    marked("The device's number; empty if it sent one of this deal"),
    True,
)
REASON = Field("reason", marked("Reason"), example=marked("Logged, and shown in the audit"))
BUTTON = Field(
    "button", marked("Button"), "number", "1", marked("Its seat; empty if the start has come"), True
)
STACKS = Field(
    "stacks",
    marked("Stacks"),
    example="1 10000, 2 9800",
    help=marked("Empty: as sent, or the game's"),
    optional=True,
)
SHOWN = Field(
    "shown",
    marked("Cards shown"),
    example="1 AsAh, 2 KsKh",
    help=marked("By seat; at a showdown, of all who showed"),
    optional=True,
)
BOARD = Field("board", marked("Board"), example="Td 5s 9h 5h 4d", optional=True)
RESULT = Field(
    "result",
    marked("Result"),
    example="1 -300, 2 300",
    help=marked("Empty: follows from the line and the cards"),
    optional=True,
)
NAME = Field("name", marked("Right name"))
A_HAND, NAMES, A_TOURNAMENT, A_TABLE, A_DEAL = (
    marked("A hand"),
    marked("Names"),
    marked("A tournament"),
    marked("A table"),
    marked("A deal"),
)


_OF_HOLDEM = frozenset(("enter", "ruling", "chips"))
"""Forms with the streets, amounts and chips of hold'em."""


def in_game(form: FormPage, game: str) -> FormPage | None:
    """The form as ``game`` has it; ``None`` if its hands cannot be written in it."""
    if game == "holdem":
        return form
    if form.name in _OF_HOLDEM:
        return None
    fields = tuple(field for field in form.fields if field not in (SHOWN, BOARD))
    if game == "bridge":
        fields = tuple(
            replace(field, label=marked("Dealer")) if field.name == "button" else field
            for field in fields
            if field.name != "stacks"
        )
    if form.name == "correct":
        about = marked(
            "Write only what was wrong; the rest stays as sent. Moves and cards are corrected by "
            "sending the hand again."
        )
        return replace(form, about=about, fields=fields)
    return replace(form, fields=fields)


def _streets() -> tuple[Field, ...]:
    return tuple(
        Field(
            street,
            street,
            "line",
            marked("raise 300, call, fold")
            if street == "preflop"
            else marked("check, bet 400, fold"),
            marked("In order of action; a number is the seat's total on the street")
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
        marked("Enter a whole hand"),
        marked(
            "For a table whose device is gone, or a hand that cannot be used "
            "as it was sent. The result is worked out and shown before anything is sent."
        ),
        marked("Enter the hand"),
        (
            *(
                TABLE,
                DEAL,
                replace(HAND, help=marked("Empty: the one sent of this deal, or the next")),
            ),
            *(BUTTON, STACKS, *_streets(), BOARD, SHOWN, RESULT, REASON),
        ),
    ),
    FormPage(
        "correct",
        A_HAND,
        marked("Correct a hand"),
        marked(
            "Write only what was wrong; the rest stays as sent. To correct the "
            "moves, enter the whole hand."
        ),
        marked("Correct the hand"),
        (
            *(TABLE, DEAL, HAND, replace(BUTTON, help=marked("Its seat, if it was wrong"))),
            *(replace(STACKS, help=marked("All of them, if one was wrong")), SHOWN, BOARD),
            *(replace(RESULT, help=marked("All seats, if one was wrong")), REASON),
        ),
    ),
    FormPage(
        "ruling",
        A_HAND,
        marked("Let an action stand"),
        marked("The floor ruled that a bet or a raise stands though its amount breaks the rules."),
        marked("Let it stand"),
        (
            TABLE,
            DEAL,
            HAND,
            Field("action", marked("Action"), "number", "2", marked("Its number in the hand")),
            REASON,
        ),
    ),
    FormPage(
        "void",
        A_HAND,
        marked("Void a hand"),
        marked("The hand does not count."),
        marked("Void the hand"),
        (
            TABLE,
            DEAL,
            HAND,
            Field("replay", marked("The table plays the deal again"), "check"),
            REASON,
        ),
    ),
    FormPage(
        "review",
        A_HAND,
        marked("Put a hand under review"),
        marked("The deal does not count until it is cleared."),
        marked("Put it under review"),
        (TABLE, DEAL, HAND, REASON),
    ),
    FormPage(
        "clear",
        A_HAND,
        marked("Clear a hand"),
        marked("Ends the review: the hand counts again."),
        marked("Clear the hand"),
        (TABLE, DEAL, HAND, REASON),
    ),
    FormPage(
        "player",
        NAMES,
        marked("A player's name"),
        marked(
            "Shown from now on everywhere, in hands played before too. No "
            "device is answered differently."
        ),
        marked("Correct the name"),
        (
            *(TABLE, Field("seat", marked("Seat"), "number", "2"), NAME),
            *(
                Field(
                    "team",
                    marked("Team"),
                    example="CHN",
                    help=marked("Empty: as before"),
                    optional=True,
                ),
                REASON,
            ),
        ),
    ),
    FormPage(
        "team",
        NAMES,
        marked("A team's name"),
        marked("Shown from now on everywhere, in hands played before too."),
        marked("Correct the team"),
        (
            *(
                GROUP,
                Field(
                    "team",
                    marked("Team"),
                    example="CHN",
                    help=marked("Its code as it is shown now"),
                ),
                NAME,
            ),
            Field(
                "code",
                marked("Right code"),
                example="CHN",
                help=marked("Empty: as before"),
                optional=True,
            ),
            Field(
                "colour",
                marked("Colour"),
                example="#D3222E",
                help=marked("Empty: as before"),
                optional=True,
            ),
            REASON,
        ),
    ),
    FormPage(
        "table",
        NAMES,
        marked("A table's name"),
        marked("What graphics and pages call the table; its device goes on sending as before."),
        marked("Correct the name"),
        (TABLE, replace(NAME, label=marked("Name to show"), example=marked("Feature")), REASON),
    ),
    FormPage(
        "chips",
        A_TOURNAMENT,
        marked("A player's chips"),
        marked("Where a count was wrong. The other players' chips stay as they are."),
        marked("Correct the chips"),
        (
            replace(GROUP, label=marked("Tournament")),
            Field("player", marked("Player"), example="Ana Ruiz"),
            Field("chips", marked("Chips"), "number", "14500"),
            REASON,
        ),
    ),
    FormPage(
        "lost",
        A_TABLE,
        marked("Declare events lost"),
        marked("Later events no longer wait for those that are missing."),
        marked("Declare them lost"),
        (TABLE, REASON),
    ),
    FormPage(
        "out",
        A_TABLE,
        marked("Table out, or back"),
        marked("A table that plays no further deal holds no deal back."),
        marked("Send"),
        (TABLE, Field("back", marked("It is back: it plays again"), "check"), REASON),
    ),
    FormPage(
        "release",
        A_DEAL,
        marked("Release a deal"),
        marked(
            "Before every table has finished it. What was shown has been seen: "
            "a seal comes too late."
        ),
        marked("Release the deal"),
        (GROUP, DEAL, REASON),
    ),
    FormPage(
        "seal",
        A_DEAL,
        marked("Seal a deal"),
        marked("Until it is released by hand."),
        marked("Seal the deal"),
        (GROUP, DEAL, REASON),
    ),
)

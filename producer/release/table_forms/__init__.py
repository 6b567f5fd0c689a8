"""What people enter about tables in the desk's forms: plain fields, made into events and acts.

Each form is first looked at: what will happen, in words, or what is wrong with which field. Nothing
is written until it is sent. A hand is judged by what the form and its own table say, never by
another table's cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from producer.record import Session
from producer.release.exits import NotAvailable
from producer.release.group_tallies import game_of
from producer.release.table_forms.decisions import declare_lost, release, seal, table_out
from producer.release.table_forms.entered import Entered, Filled, Form, FormFault
from producer.release.table_forms.hands import (
    clear,
    correct_hand,
    enter_hand,
    review,
    rule,
    void,
)
from producer.release.table_forms.names import correct_player, correct_table, correct_team
from producer.release.table_forms.tournaments import correct_chips

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
    "chips": correct_chips,
}


PRODUCER_FORMS = frozenset({"lost", "out", "release", "seal"})
"""Forms that only a producer may send; the others scorers too."""


def not_entered(sessions: Iterable[Session]) -> frozenset[tuple[str, str]]:
    """The groups whose hands cannot be written into a form: all but hold'em's are sent again."""
    return frozenset((each.session, each.group) for each in sessions if game_of(each) != "holdem")


def filled(form: str, entered: Entered) -> Filled:
    """The form as it would be sent. Raises FormFault."""
    try:
        return FORMS[form](entered)
    except NotAvailable as error:
        raise FormFault("deal", "There is no such deal") from error

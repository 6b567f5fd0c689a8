"""The form about a tournament: a player's chips, where a count was wrong."""

from __future__ import annotations

import re

from producer.bounds import MOST_MONEY
from producer.games.tournament_course import TournamentCourse
from producer.record import Session
from producer.release.table_forms.entered import (
    EXIT,
    Entered,
    Filled,
    FormFault,
    group_of,
    name_in,
    reason_in,
)
from producer.release.table_forms.sending import event_of, filled_by
from producer.texts import number_of

_GROUPED = re.compile(r"[0-9]+|[0-9]{1,3}([\s,.][0-9]{3})+")
"""A number, with the separators between thousands of any language."""


def correct_chips(form: Entered) -> Filled:
    session, course = _tournament_of(form)
    player = name_in(form.fields, "player", "the player's name as it is shown")
    before = course.tournament.chips.get(player)
    if before is None:
        out = f"{player} is out" if player in course.results else f"There is no player {player}"
        raise FormFault("player", f"{out}: name a player who is still in")
    chips = _chips_in(form)
    data = {"chips": {player: chips}, "reason": reason_in(form.fields)}
    event = event_of(form, session, None, "tournament.chips", data)
    return filled_by(
        form.gate,
        event,
        {"chips": "chips"},
        will=f"{player} has {number_of(chips, 'chip')} from now on, not {before:,}.",
        done=f"{player} has {number_of(chips, 'chip')}.",
    )


def _tournament_of(form: Entered) -> tuple[Session, TournamentCourse]:
    session = group_of(form)
    course = form.gate.tournament(session.session, EXIT)
    if course is None:
        raise FormFault("group", "This group is no tournament: choose one")
    return session, course


def _chips_in(form: Entered) -> int:
    given = form.fields.get("chips", "").strip()
    text = re.sub(r"[\s,.]", "", given)
    if not _GROUPED.fullmatch(given) or len(text) > 15 or int(text) > MOST_MONEY:
        raise FormFault("chips", f"Write the chips as a number up to {MOST_MONEY:,}, such as 14500")
    return int(text)

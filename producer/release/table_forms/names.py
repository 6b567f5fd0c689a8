"""Forms about names: of a player, a team, a table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from producer.record import Session
from producer.release.table_forms.entered import (
    Entered,
    Filled,
    FormFault,
    group_of,
    name_in,
    number_in,
    reason_in,
    table_of,
)
from producer.release.table_forms.sending import event_of, filled_by


def correct_player(form: Entered) -> Filled:
    session, table = table_of(form)
    seat = number_in(form.fields, "seat", "the seat") or 0
    player = session.tables[table].players.get(seat)
    if player is None:
        seats = ", ".join(map(str, session.tables[table].players))
        raise FormFault("seat", f"This table has no seat {seat}; it has {seats}")
    codes = session.team_codes
    team = form.fields.get("team", "").strip() or player.team
    if team is not None and team not in codes:
        raise FormFault("team", f"There is no team {team}; there is {', '.join(codes) or 'none'}")
    name = name_in(form.fields, "name", "the player's right name")
    data = {"players": {table: {seat: {"name": name, "team": codes[team] if team else None}}}}
    where = f"table {session.table_names.get(table, table)}, seat {seat}"
    return _names(
        form, session, data, {"seat": "seat", "team": "team"},
        will=f"{player.name} at {where}, is shown as {name}{f' ({team})' if team else ''} from now "
        "on, in all hands.",
        done=f"Shown as {name} from now on.",
    )  # fmt: skip


def correct_team(form: Entered) -> Filled:
    session = group_of(form)
    codes = session.team_codes
    code = name_in(form.fields, "team", "the team's code as it is shown now")
    if code not in codes:
        raise FormFault("team", f"There is no team {code}; there is {', '.join(codes) or 'none'}")
    new: dict[str, str] = {"name": name_in(form.fields, "name", "the team's right name")}
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
    session, table = table_of(form)
    name = name_in(form.fields, "name", "the name to show")
    return _names(
        form, session, {"tables": {table: name}}, {"tables": "name"},
        will=f"Table {session.table_names.get(table, table)} is shown as table {name} from now on; "
        f"its device goes on sending as {table}.",
        done=f"Shown as table {name} from now on.",
    )  # fmt: skip


def _names(
    form: Entered,
    session: Session,
    data: Mapping[str, Any],
    of: Mapping[str, str],
    *,
    will: str,
    done: str,
) -> Filled:
    fields = {"reason": reason_in(form.fields), **data}
    event = event_of(form, session, None, "roster.corrected", fields)
    return filled_by(form.gate, event, of, will, done)

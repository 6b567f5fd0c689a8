"""Everybody on the rosters, with what the house says of them, and changes to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from producer.acts import PersonChanged, PersonChangedAct
from producer.release.gate import Gate


@dataclass(frozen=True, slots=True)
class RosterPerson:
    """Somebody on a roster, or whom only the house names. ``team``: its full name, ``""`` without
    one. ``sessions``: those they play in. ``said``: how the feed says that the name is said.
    ``own``: what the house says of them."""

    name: str
    team: str
    sessions: tuple[str, ...]
    said: str
    own: PersonChanged


def roster_people(gate: Gate) -> list[RosterPerson]:
    """Everybody in the order of rosters, the session opened last first, then those whom only the
    house names, by name."""
    own = gate.people()
    found: dict[str, RosterPerson] = {}
    for session in reversed(gate.sessions()):
        for info in session.tables.values():
            for player in info.players.values():
                team = session.teams.get(player.team or "")
                before = found.get(player.name)
                sessions = before.sessions if before else ()
                found[player.name] = RosterPerson(
                    player.name,
                    before.team if before and before.team else (team.name if team else ""),
                    tuple(dict.fromkeys((*sessions, session.session))),
                    (before.said if before else "") or session.pronunciations.get(player.name, ""),
                    own.get(player.name) or PersonChanged(name=player.name),
                )
    others = sorted(own.keys() - found.keys())
    return [*found.values(), *(RosterPerson(name, "", (), "", own[name]) for name in others)]


def pronunciations(gate: Gate, of_feed: Mapping[str, str]) -> dict[str, str]:
    """By name, how it is said: as the house says, else as the feed does."""
    own = {name: each.pronunciation for name, each in gate.people().items() if each.pronunciation}
    return {**of_feed, **own}


def change_person(gate: Gate, name: str, changes: Mapping[str, object], by: str) -> PersonChanged:
    """Changes these fields of a person; the others stay. Raises pydantic's ValidationError."""
    before = gate.people().get(name) or PersonChanged(name=name)
    data = PersonChanged.model_validate({**before.model_dump(), **changes})
    if data != before:
        gate.act(PersonChangedAct(at=gate.clock(), by=by, data=data))
    return data

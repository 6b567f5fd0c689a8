"""The sound of the table in focus is open, the others' are shut. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from producer.obs.scenes.diff import Command
from producer.obs.scenes.pictures import sound_source
from producer.settings import Picture


def sources(prefix: str, pictures: Mapping[str, Picture]) -> dict[str, frozenset[str]]:
    """By source that carries sound, the tables heard in it."""
    found: dict[str, frozenset[str]] = {}
    for table in pictures:
        source = sound_source(prefix, pictures, table)
        found[source] = found.get(source, frozenset()) | {table}
    return found


def mutes(
    carrying: Mapping[str, frozenset[str]], muted: Mapping[str, bool], focus: str
) -> list[Command]:
    """What to send so that only the table ``focus`` is heard, none where it is empty.

    ``muted``: of the sources that have sound at all. Faders stay where the producer put them.
    """
    return [
        Command(
            "SetInputMute",
            {"inputName": source, "inputMuted": focus not in tables},
            f"the sound of {source} is {'shut' if focus not in tables else 'opened'}",
        )
        for source, tables in carrying.items()
        if source in muted and muted[source] is (focus in tables)
    ]

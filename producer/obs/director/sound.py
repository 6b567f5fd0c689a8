"""Unmutes the table in focus and mutes the others. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from producer.obs.scenes.diff import Command
from producer.obs.scenes.table_pictures import sound_source
from producer.settings import PictureSource


def sources(prefix: str, pictures: Mapping[str, PictureSource]) -> dict[str, frozenset[str]]:
    """The tables heard in each source that carries sound."""
    found: dict[str, frozenset[str]] = {}
    for table in pictures:
        source = sound_source(prefix, pictures, table)
        found[source] = found.get(source, frozenset()) | {table}
    return found


def mutes(
    carriers: Mapping[str, frozenset[str]], muted: Mapping[str, bool], focus: str
) -> list[Command]:
    """The requests after which only the table ``focus`` is heard, or none if it is empty.

    ``muted``: for the sources that have sound. Faders are left alone.
    """
    return [
        Command(
            "SetInputMute",
            {"inputName": source, "inputMuted": focus not in tables},
            f"{source} is {'muted' if focus not in tables else 'unmuted'}",
        )
        for source, tables in carriers.items()
        if source in muted and muted[source] is (focus in tables)
    ]

"""The style of the settings with the house's photos and flags of people."""

from __future__ import annotations

from dataclasses import replace

from producer.release import Gate
from producer.release.roster.photos import FOLDER, photo
from producer.stages.style import Style


def with_people(style: Style, gate: Gate) -> Style:
    """The house's photo of a person comes before the theme's. One that cannot be read is left out
    and logged."""
    own, folder = gate.people().values(), gate.folder / FOLDER
    photos = {
        each.name: read
        for each in own
        if each.photo and (read := photo(folder, each.photo)) is not None
    }
    nations = {each.name: each.flag for each in own if each.flag is not None}
    if not photos and not nations:
        return style
    pictures = style.theme.pictures
    changed = replace(pictures, photos={**pictures.photos, **photos}, nations=nations)
    return replace(style, theme=replace(style.theme, pictures=changed))

"""A scene collection for import into OBS: our scenes with nothing loaded. Pure.

OBS 28 to 31 read it. Its paths are absolute paths of this machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from producer.obs.scenes.banks import safe_name
from producer.obs.scenes.diff import transform
from producer.obs.scenes.table_pictures import CAMERAS, COLOUR, MEDIA, NDI, PLAYLIST, colour
from producer.obs.scenes.wanted import BROWSER, IMAGE, WantedItem, WantedScene, WantedScenes
from producer.stages.entry import Size

Json = dict[str, Any]

VERSION: Final = 0x1C000000
"""Of OBS 28; newer versions convert what has changed since."""

BOUNDS = {"OBS_BOUNDS_STRETCH": 1, "OBS_BOUNDS_SCALE_INNER": 2}
UNVERSIONED = {COLOUR: "color_source"}
KINDS: Mapping[str, frozenset[str]] = {
    system: frozenset({IMAGE, COLOUR, MEDIA, PLAYLIST, NDI, BROWSER, camera})
    for system, camera in zip(("linux", "windows", "macos"), CAMERAS, strict=False)
}
"""The source kinds of an official build; NDI and VLC need their plug-ins."""

GREY = 0x30343A


def collection(
    name: str, wanted: WantedScenes, canvas: Size, on_air: str, hotkey: str = ""
) -> Json:
    """A scene collection as a JSON object. ``on_air``: the scene OBS starts with. ``hotkey``: the
    function key that cuts to the safe scene, without Duplicast.

    The producer's own sources, which only OBS has, become grey colour sources of the same names.
    """
    sources = {item.source: item for scene in wanted.scenes for item in scene.items}
    return {
        "name": name,
        "current_scene": on_air,
        "current_program_scene": on_air,
        "scene_order": [{"name": scene.name} for scene in wanted.scenes],
        "sources": [
            *(_source(item, canvas) for item in sources.values()),
            *(_scene(scene, canvas, _hotkey(scene, wanted, hotkey)) for scene in wanted.scenes),
        ],
        "groups": [],
        "transitions": [],
        "quick_transitions": [],
        "saved_projectors": [],
        "current_transition": "Cut",
        "transition_duration": 300,
        "preview_locked": False,
        "scaling_enabled": False,
    }


def placeholders(wanted: WantedScenes) -> list[str]:
    """The names of the producer's own sources, which the collection has as grey colour sources."""
    return sorted(
        {item.source for scene in wanted.scenes for item in scene.items if item.kind is None}
    )


def _source(item: WantedItem, canvas: Size) -> Json:
    own = colour(GREY, canvas)
    kind, settings = (item.kind, item.settings) if item.kind else (own.kind, own.settings)
    return {
        "prev_ver": VERSION,
        "name": item.source,
        "id": UNVERSIONED.get(kind, kind),
        "versioned_id": kind,
        "settings": dict(settings),
        "enabled": True,
        "muted": False,
        "volume": 1.0,
        "mixers": 0 if kind in (COLOUR, IMAGE) else 255,
    }


def _hotkey(scene: WantedScene, wanted: WantedScenes, key: str) -> Json:
    if not key or scene.name != safe_name(wanted.prefix):
        return {}
    return {"OBSBasic.SelectScene": [{"key": f"OBS_KEY_{key}"}]}


def _scene(scene: WantedScene, canvas: Size, hotkeys: Json) -> Json:
    return {
        "hotkeys": hotkeys,
        "prev_ver": VERSION,
        "name": scene.name,
        "id": "scene",
        "versioned_id": "scene",
        "enabled": True,
        "settings": {
            "custom_size": False,
            "id_counter": len(scene.items),
            "items": list(_items(scene, canvas)),
        },
    }


def _items(scene: WantedScene, canvas: Size) -> Iterator[Json]:
    for number, item in enumerate(scene.items, 1):
        placed = transform(item, _size(item, canvas))
        yield {
            "name": item.source,
            "id": number,
            "visible": item.shown,
            "locked": False,
            "rot": placed["rotation"],
            "align": placed["alignment"],
            "pos": {"x": placed["positionX"], "y": placed["positionY"]},
            "scale": {"x": 1.0, "y": 1.0},
            "bounds_type": BOUNDS[str(placed["boundsType"])],
            "bounds_align": placed["boundsAlignment"],
            "bounds": {"x": placed["boundsWidth"], "y": placed["boundsHeight"]},
            "crop_left": placed["cropLeft"],
            "crop_top": placed["cropTop"],
            "crop_right": placed["cropRight"],
            "crop_bottom": placed["cropBottom"],
        }


def _size(item: WantedItem, canvas: Size) -> Size:
    """The size of a source as far as its settings give it, else (0, 0)."""
    if item.kind is None:
        return canvas
    width, height = item.settings.get("width"), item.settings.get("height")
    return (width, height) if isinstance(width, int) and isinstance(height, int) else (0, 0)

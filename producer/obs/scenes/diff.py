"""The commands that make OBS as wanted; none if it already is. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import add
from typing import Any

from overlay.stage import Box
from producer.messages import message
from producer.obs.link.refusals import NotInObs
from producer.obs.scenes.actual import Actual, Item
from producer.obs.scenes.wanted import UNCUT, WantedItem, WantedScene, WantedScenes, is_ours

TOLERANCE = 0.25
"""Pixels. OBS stores positions as 32-bit floats, newer versions as fractions of the canvas."""

TOP_LEFT, CENTRE = 5, 0
CROPS = ("cropLeft", "cropTop", "cropRight", "cropBottom")


@dataclass(frozen=True, slots=True)
class Command:
    """One request of obs-websocket 5 and the reason for it, in words."""

    request: str
    data: Mapping[str, Any]
    why: str


def creations(wanted: WantedScenes, actual: Actual) -> list[Command]:
    """Commands that create the missing scenes, sources and items, hidden, in this order.

    OBS assigns the ids of new items, so read OBS again before ``changes``. Raises NotInObs if OBS
    lacks a source of the producer's, or has something else under one of our names.
    """
    commands: list[Command] = []
    sources = dict(actual.sources)  # including what the commands so far create
    for scene in wanted.scenes:
        present = {item.source for item in actual.scenes.get(scene.name, ())}
        commands += _create_scene(scene, sources.get(scene.name))
        sources[scene.name] = "scene"
        for wish in scene.items:
            _require_kind(wish, sources.get(wish.source))
            if wish.source not in present:
                commands.append(_create_item(scene.name, wish, sources.get(wish.source)))
                sources.setdefault(wish.source, wish.kind or "")
    return commands


def changes(wanted: WantedScenes, actual: Actual) -> list[Command]:
    """Commands that change whatever exists and is not as wanted.

    All of them can run on OBS's graphics thread and take effect in one frame. OBS reports a new
    size of a source only in the next frame, so its crop needs another round.
    """
    each = {wish.source: wish for scene in wanted.scenes for wish in scene.items}
    commands = [command for wish in each.values() for command in _settings(wish, actual)]
    for scene in wanted.scenes:
        items = actual.scenes.get(scene.name, ())
        ours = _items_by_source(scene, items)
        for wish in scene.items:
            if wish.source in ours:
                commands += _place(scene.name, wish, ours[wish.source])
        commands += _order(scene, items, ours)
        commands += _hide(wanted, scene, items)
    return commands


def diff(wanted: WantedScenes, actual: Actual) -> list[Command]:
    """What can be sent now: creations if anything is missing, else changes."""
    return creations(wanted, actual) or changes(wanted, actual)


def transform(wish: WantedItem, size: tuple[int, int]) -> dict[str, float | str]:
    """The keys of a transform that we set, for a source of ``size`` (width, height) in pixels.

    OBS before 31 cannot crop to bounds, so ``cover`` is a crop computed from the source's size. A
    source without a size, such as a camera that is off, is shown whole; so is one that the crop
    would leave nothing of.
    """
    left, top, right, bottom = crop = wish.crop
    rest = size[0] - left - right, size[1] - top - bottom
    croppable = rest[0] > 0 and rest[1] > 0
    if croppable and wish.fit == "cover":
        crop = tuple(map(add, crop, _crop(rest, wish.box)))
    fits_whole = wish.fit == "contain" or (wish.fit == "cover" and not croppable)
    return {
        "positionX": float(wish.box.x),
        "positionY": float(wish.box.y),
        "alignment": TOP_LEFT,
        "rotation": 0.0,
        "boundsType": "OBS_BOUNDS_SCALE_INNER" if fits_whole else "OBS_BOUNDS_STRETCH",
        "boundsAlignment": CENTRE,
        "boundsWidth": float(max(1, wish.box.width)),
        "boundsHeight": float(max(1, wish.box.height)),
        **dict(zip(CROPS, crop if croppable else UNCUT, strict=True)),
    }


def _crop(size: tuple[int, int], box: Box) -> tuple[int, int, int, int]:
    """Pixels to crop at left, top, right, bottom, so that the source gets the box's shape."""
    width, height = size
    wide = max(0, width - round(height * box.width / box.height))
    high = max(0, height - round(width * box.height / box.width))
    return wide // 2, high // 2, wide - wide // 2, high - high // 2


def _create_scene(scene: WantedScene, kind: str | None) -> Iterator[Command]:
    if kind is None:
        yield Command("CreateScene", {"sceneName": scene.name}, f"OBS has no scene {scene.name}")
    elif kind != "scene":
        raise NotInObs(
            message(
                "a source of kind {kind} in OBS has the name of our scene, {name}",
                kind=kind,
                name=repr(scene.name),
            ),
            message("Rename it in OBS, or choose another prefix in the setting obs.prefix"),
        )


def _require_kind(wish: WantedItem, kind: str | None) -> None:
    if wish.kind is not None and kind not in (None, wish.kind):
        raise NotInObs(
            message(
                "the source {source} in OBS is of kind {kind}, ours would be {ours}",
                source=repr(wish.source),
                kind=kind,
                ours=wish.kind,
            ),
            message("Rename it in OBS, or choose another prefix in the setting obs.prefix"),
        )


def _create_item(scene: str, wish: WantedItem, kind: str | None) -> Command:
    hidden: dict[str, Any] = {"sceneName": scene, "sceneItemEnabled": False}
    if kind is None and wish.kind is None:
        raise NotInObs(
            message("OBS has no source {source}", source=repr(wish.source)),
            message("Add it in OBS, or correct the name in the setting obs.pictures"),
        )
    if kind is None:
        source = {"inputName": wish.source, "inputKind": wish.kind, "inputSettings": wish.settings}
        return Command("CreateInput", hidden | source, f"OBS has no source {wish.source}")
    item = hidden | {"sourceName": wish.source}
    return Command("CreateSceneItem", item, f"{wish.source} is not in the scene {scene}")


def _settings(wish: WantedItem, actual: Actual) -> Iterator[Command]:
    has = actual.settings.get(wish.source)
    if wish.kind is None or has is None:
        return
    changed = {key: value for key, value in wish.settings.items() if has.get(key) != value}
    if changed:
        yield Command(
            "SetInputSettings",
            {"inputName": wish.source, "inputSettings": changed, "overlay": True},
            f"{wish.source} has a different {' and '.join(changed)}",
        )


def _place(scene: str, wish: WantedItem, item: Item) -> Iterator[Command]:
    address = {"sceneName": scene, "sceneItemId": item.id}
    if not wish.shown:
        if item.enabled:
            yield _hidden(address, wish.source)
        return
    changed = {
        key: value
        for key, value in transform(wish, _size(item)).items()
        if not _same(item.transform.get(key), value)
    }
    if changed:
        yield Command(
            "SetSceneItemTransform",
            address | {"sceneItemTransform": changed},
            f"{wish.source} is out of place ({', '.join(changed)})",
        )
    if not item.enabled:
        yield Command(
            "SetSceneItemEnabled", address | {"sceneItemEnabled": True}, f"{wish.source} is hidden"
        )


def _size(item: Item) -> tuple[int, int]:
    width, height = item.transform.get("sourceWidth", 0), item.transform.get("sourceHeight", 0)
    return int(width), int(height)


def _same(has: float | str | None, wish: float | str) -> bool:
    if isinstance(wish, str) or isinstance(has, str) or has is None:
        return has == wish
    return abs(has - wish) <= TOLERANCE


def _items_by_source(scene: WantedScene, items: tuple[Item, ...]) -> dict[str, Item]:
    """The item we manage of each source: the oldest, if the producer added another one."""
    wishes = {wish.source for wish in scene.items}
    newest_first = sorted(items, key=lambda item: item.id, reverse=True)
    return {item.source: item for item in newest_first if item.source in wishes}


def _order(
    scene: WantedScene, items: tuple[Item, ...], ours: Mapping[str, Item]
) -> Iterator[Command]:
    """Moves as few of our items as possible, and none of the producer's."""
    ordered = [ours[wish.source] for wish in scene.items if wish.source in ours]
    now = list(items)
    placed = _longest_rising([ordered.index(item) for item in now if item in ordered])
    above: Item | None = None
    for rank in reversed(range(len(ordered))):
        item = ordered[rank]
        if rank not in placed:
            now.remove(item)
            # Just below the next one above it; the topmost just above the highest of the rest.
            highest = max((now.index(ordered[other]) for other in placed), default=-1)
            index = now.index(above) if above is not None else highest + 1
            now.insert(index, item)
            yield Command(
                "SetSceneItemIndex",
                {"sceneName": scene.name, "sceneItemId": item.id, "sceneItemIndex": index},
                f"{item.source} is in the wrong layer",
            )
        above = item


def _longest_rising(ranks: list[int]) -> frozenset[int]:
    """The longest increasing subsequence of distinct numbers, as a set."""
    none: list[int] = []
    best: list[list[int]] = []
    for position, rank in enumerate(ranks):
        before = [best[earlier] for earlier in range(position) if ranks[earlier] < rank]
        best.append([*max([none, *before], key=len), rank])
    longest = max([none, *best], key=len)
    return frozenset(longest)


def _hide(wanted: WantedScenes, scene: WantedScene, items: tuple[Item, ...]) -> Iterator[Command]:
    """Hides, never removes: with its last item OBS would destroy a source of the producer's."""
    wishes = {wish.source for wish in scene.items}
    for item in items:
        ours_to_hide = is_ours(item.source, wanted.prefix) or item.source in wanted.hideable
        if item.enabled and ours_to_hide and item.source not in wishes:
            yield _hidden({"sceneName": scene.name, "sceneItemId": item.id}, item.source)


def _hidden(address: Mapping[str, Any], source: str) -> Command:
    return Command(
        "SetSceneItemEnabled",
        {**address, "sceneItemEnabled": False},
        f"{source} does not belong in {address['sceneName']}",
    )

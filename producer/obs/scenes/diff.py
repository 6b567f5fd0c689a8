"""What to send so that OBS becomes as wanted; nothing where it already is. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import add
from typing import Any

from overlay.stage import Box
from producer.obs.link.refusals import NotInObs
from producer.obs.scenes.actual import Actual, Item
from producer.obs.scenes.wanted import UNCUT, WantedItem, WantedScene, WantedScenes, is_ours

TOLERANCE = 0.25
"""Pixels. OBS keeps places as 32-bit floats, newer ones as shares of the canvas."""

TOP_LEFT, CENTRE = 5, 0
CROPS = ("cropLeft", "cropTop", "cropRight", "cropBottom")


@dataclass(frozen=True, slots=True)
class Command:
    """One request of obs-websocket 5 and, in words, why it is sent."""

    request: str
    data: Mapping[str, Any]
    why: str


def making(wanted: WantedScenes, actual: Actual) -> list[Command]:
    """The scenes, sources and items that are missing, to be made in this order, hidden.

    The ids of new items are known only when they are made: read OBS again before ``changes``.
    Raises NotInObs where OBS lacks a source of the producer's, or has something else under a
    name of ours.
    """
    commands: list[Command] = []
    sources = dict(actual.sources)  # with what the commands so far make
    for scene in wanted.scenes:
        there = {item.source for item in actual.scenes.get(scene.name, ())}
        commands += _make_scene(scene, sources.get(scene.name))
        sources[scene.name] = "scene"
        for wish in scene.items:
            _must_be_of_its_kind(wish, sources.get(wish.source))
            if wish.source not in there:
                commands.append(_make_item(scene.name, wish, sources.get(wish.source)))
                sources.setdefault(wish.source, wish.kind or "")
    return commands


def changes(wanted: WantedScenes, actual: Actual) -> list[Command]:
    """What of the things that are there is not as wanted.

    Each of these can run in OBS's graphics thread, so all of them take effect in one frame. A
    change of a source's size shows only in the next frame, and with it a new crop.
    """
    each = {wish.source: wish for scene in wanted.scenes for wish in scene.items}
    commands = [command for wish in each.values() for command in _settings(wish, actual)]
    for scene in wanted.scenes:
        items = actual.scenes.get(scene.name, ())
        ours = _stand_ins(scene, items)
        for wish in scene.items:
            if wish.source in ours:
                commands += _place(scene.name, wish, ours[wish.source])
        commands += _order(scene, items, ours)
        commands += _hide(wanted, scene, items)
    return commands


def diff(wanted: WantedScenes, actual: Actual) -> list[Command]:
    """What can be sent now: the making where something is missing, else the changes."""
    return making(wanted, actual) or changes(wanted, actual)


def transform(wish: WantedItem, size: tuple[int, int]) -> dict[str, float | str]:
    """The keys of a transform that we set, for a source of ``size`` pixels.

    OBS before 31 cannot cut a picture at its bounds, so ``cover`` is a crop counted from the
    source's size. A source that has no size yet, such as a camera that is off, is fitted whole;
    so is one of which nothing would be left.
    """
    left, top, right, bottom = crop = wish.crop
    rest = size[0] - left - right, size[1] - top - bottom
    known = rest[0] > 0 and rest[1] > 0
    if known and wish.fit == "cover":
        crop = tuple(map(add, crop, _crop(rest, wish.box)))
    fits_whole = wish.fit == "contain" or (wish.fit == "cover" and not known)
    return {
        "positionX": float(wish.box.x),
        "positionY": float(wish.box.y),
        "alignment": TOP_LEFT,
        "rotation": 0.0,
        "boundsType": "OBS_BOUNDS_SCALE_INNER" if fits_whole else "OBS_BOUNDS_STRETCH",
        "boundsAlignment": CENTRE,
        "boundsWidth": float(max(1, wish.box.width)),
        "boundsHeight": float(max(1, wish.box.height)),
        **dict(zip(CROPS, crop if known else UNCUT, strict=True)),
    }


def _crop(size: tuple[int, int], box: Box) -> tuple[int, int, int, int]:
    """Pixels of the source to cut at left, top, right, bottom: it then has the box's shape."""
    width, height = size
    wide = max(0, width - round(height * box.width / box.height))
    high = max(0, height - round(width * box.height / box.width))
    return wide // 2, high // 2, wide - wide // 2, high - high // 2


def _make_scene(scene: WantedScene, kind: str | None) -> Iterator[Command]:
    if kind is None:
        yield Command("CreateScene", {"sceneName": scene.name}, f"OBS has no scene {scene.name}")
    elif kind != "scene":
        raise NotInObs(
            f"a source of kind {kind} in OBS has the name of our scene, {scene.name!r}",
            "Rename it in OBS, or choose another prefix in the setting obs.prefix",
        )


def _must_be_of_its_kind(wish: WantedItem, kind: str | None) -> None:
    if wish.kind is not None and kind not in (None, wish.kind):
        raise NotInObs(
            f"the source {wish.source!r} in OBS is of kind {kind}, ours would be {wish.kind}",
            "Rename it in OBS, or choose another prefix in the setting obs.prefix",
        )


def _make_item(scene: str, wish: WantedItem, kind: str | None) -> Command:
    hidden: dict[str, Any] = {"sceneName": scene, "sceneItemEnabled": False}
    if kind is None and wish.kind is None:
        raise NotInObs(
            f"OBS has no source {wish.source!r}",
            "Make it in OBS, or mend the name in the setting obs.pictures",
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
            f"{wish.source} has another {' and '.join(changed)}",
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
            f"{wish.source} is not in its place ({', '.join(changed)})",
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


def _stand_ins(scene: WantedScene, items: tuple[Item, ...]) -> dict[str, Item]:
    """By source, the item that is meant: the oldest, where the producer put another beside it."""
    wishes = {wish.source for wish in scene.items}
    newest_first = sorted(items, key=lambda item: item.id, reverse=True)
    return {item.source: item for item in newest_first if item.source in wishes}


def _order(
    scene: WantedScene, items: tuple[Item, ...], ours: Mapping[str, Item]
) -> Iterator[Command]:
    """Moves as few of ours as can be, and nothing of what the producer put between."""
    wished = [ours[wish.source] for wish in scene.items if wish.source in ours]
    now = list(items)
    right = _longest_rising([wished.index(item) for item in now if item in wished])
    above: Item | None = None
    for rank in reversed(range(len(wished))):
        item = wished[rank]
        if rank not in right:
            now.remove(item)
            # Just under what comes next above it; the topmost just over the highest of the rest.
            highest = max((now.index(wished[other]) for other in right), default=-1)
            index = now.index(above) if above is not None else highest + 1
            now.insert(index, item)
            yield Command(
                "SetSceneItemIndex",
                {"sceneName": scene.name, "sceneItemId": item.id, "sceneItemIndex": index},
                f"{item.source} is not in its layer",
            )
        above = item


def _longest_rising(ranks: list[int]) -> frozenset[int]:
    """The longest of the rising subsequences of different numbers, as a set."""
    none: list[int] = []
    best: list[list[int]] = []
    for position, rank in enumerate(ranks):
        before = [best[earlier] for earlier in range(position) if ranks[earlier] < rank]
        best.append([*max([none, *before], key=len), rank])
    longest = max([none, *best], key=len)
    return frozenset(longest)


def _hide(wanted: WantedScenes, scene: WantedScene, items: tuple[Item, ...]) -> Iterator[Command]:
    """Hidden, not removed: with its last item OBS would destroy a source of the producer's."""
    wishes = {wish.source for wish in scene.items}
    for item in items:
        stands_in = is_ours(item.source, wanted.prefix) or item.source in wanted.hideable
        if item.enabled and stands_in and item.source not in wishes:
            yield _hidden({"sceneName": scene.name, "sceneItemId": item.id}, item.source)


def _hidden(address: Mapping[str, Any], source: str) -> Command:
    return Command(
        "SetSceneItemEnabled",
        {**address, "sceneItemEnabled": False},
        f"{source} is not part of the picture in {address['sceneName']}",
    )

"""What OBS has, as values made from its answers to two rounds of requests. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from producer.obs.scenes.wanted import WantedScenes
from producer.stages.entry import Size

Answer = Mapping[str, Any]
Request = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Overview:
    """OBS as a whole. ``sources``: the kind of every source by name, "scene" for scenes.

    ``transition_done``: no transition runs. ``seconds``: the length of the selected transition, 0
    if it reports none (a cut, a stinger). ``extra``: further requests of the same exchange, and
    their answers.
    """

    canvas: Size
    program: str
    studio: bool
    kinds: frozenset[str]
    sources: Mapping[str, str]
    transition_done: bool = True
    seconds: float = 0.0
    extra: tuple[Sequence[Request], Sequence[Answer]] = ((), ())


@dataclass(frozen=True, slots=True)
class Item:
    """One source in one of our scenes, as OBS reports it."""

    id: int
    source: str
    enabled: bool
    transform: Mapping[str, float | str]


@dataclass(frozen=True, slots=True)
class Actual:
    """``sources``: kinds by name. ``scenes``: the items of our scenes, from bottom to top.
    ``settings``: of our sources."""

    sources: Mapping[str, str]
    scenes: Mapping[str, tuple[Item, ...]]
    settings: Mapping[str, Mapping[str, Any]]


OVERVIEW: tuple[Request, ...] = (
    ("GetVideoSettings", {}),
    ("GetSceneList", {}),
    ("GetStudioModeEnabled", {}),
    ("GetInputKindList", {}),
    ("GetInputList", {}),
    ("GetCurrentSceneTransitionCursor", {}),
    ("GetCurrentSceneTransition", {}),
)


def overview(answers: Sequence[Answer]) -> Overview:
    """From the answers to OVERVIEW, in their order."""
    video, scenes, studio, kinds, inputs, cursor, transition = answers
    return Overview(
        canvas=(int(video["baseWidth"]), int(video["baseHeight"])),
        program=scenes["currentProgramSceneName"] or "",
        studio=bool(studio["studioModeEnabled"]),
        kinds=frozenset(kinds["inputKinds"]),
        sources={scene["sceneName"]: "scene" for scene in scenes["scenes"]}
        | {source["inputName"]: source["inputKind"] for source in inputs["inputs"]},
        transition_done=cursor["transitionCursor"] >= 1,
        seconds=float(transition["transitionDuration"] or 0) / 1000,
    )


def requests_about(wanted: WantedScenes, sources: Mapping[str, str]) -> tuple[Request, ...]:
    """The second round: the wanted scenes that exist, and the settings of our sources in them."""
    scenes = [scene.name for scene in wanted.scenes if sources.get(scene.name) == "scene"]
    ours = {
        item.source: None
        for scene in wanted.scenes
        for item in scene.items
        if item.kind is not None and sources.get(item.source, "scene") != "scene"
    }
    return (
        *(("GetSceneItemList", {"sceneName": name}) for name in scenes),
        *(("GetInputSettings", {"inputName": name}) for name in ours),
    )


def actual(
    sources: Mapping[str, str], requests: Sequence[Request], answers: Sequence[Answer]
) -> Actual:
    """From the answers to ``requests``, in their order."""
    scenes, settings = {}, {}
    for (request, data), answer in zip(requests, answers, strict=True):
        if request == "GetSceneItemList":
            scenes[data["sceneName"]] = _items(answer)
        else:
            settings[data["inputName"]] = answer["inputSettings"]
    return Actual(sources, scenes, settings)


def _items(answer: Answer) -> tuple[Item, ...]:
    lowest_first = sorted(answer["sceneItems"], key=lambda item: int(item["sceneItemIndex"]))
    return tuple(
        Item(
            id=item["sceneItemId"],
            source=item["sourceName"],
            enabled=item["sceneItemEnabled"],
            transform=item["sceneItemTransform"],
        )
        for item in lowest_first
    )

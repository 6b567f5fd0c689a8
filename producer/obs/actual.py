"""What OBS has, as a value: read from its answers, of which it asks two rounds of questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from producer.obs.wanted import Size, is_ours

Answer = Mapping[str, Any]
Question = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What OBS is like as a whole; ``sources`` by name their kind, scenes included as 'scene'."""

    canvas: Size
    program: str
    studio: bool
    kinds: frozenset[str]
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Item:
    """One source in one of our scenes, as OBS tells it."""

    id: int
    source: str
    enabled: bool
    transform: Mapping[str, float | str]


@dataclass(frozen=True, slots=True)
class Actual:
    """``scenes``: of ours, items from the lowest to the topmost. ``settings``: of our sources."""

    sources: Mapping[str, str]
    scenes: Mapping[str, tuple[Item, ...]]
    settings: Mapping[str, Mapping[str, Any]]


SURROUNDINGS: tuple[Question, ...] = (
    ("GetVideoSettings", {}),
    ("GetSceneList", {}),
    ("GetStudioModeEnabled", {}),
    ("GetInputKindList", {}),
    ("GetInputList", {}),
)


def surroundings(answers: Sequence[Answer]) -> Surroundings:
    """From the answers to SURROUNDINGS, in their order."""
    video, scenes, studio, kinds, inputs = answers
    return Surroundings(
        canvas=(int(video["baseWidth"]), int(video["baseHeight"])),
        program=scenes["currentProgramSceneName"] or "",
        studio=bool(studio["studioModeEnabled"]),
        kinds=frozenset(kinds["inputKinds"]),
        sources={scene["sceneName"]: "scene" for scene in scenes["scenes"]}
        | {source["inputName"]: source["inputKind"] for source in inputs["inputs"]},
    )


def questions_about_ours(prefix: str, sources: Mapping[str, str]) -> tuple[Question, ...]:
    """The second round: the items of our scenes and the settings of our sources."""
    return tuple(
        ("GetSceneItemList", {"sceneName": name})
        if kind == "scene"
        else ("GetInputSettings", {"inputName": name})
        for name, kind in sources.items()
        if is_ours(name, prefix)
    )


def actual(
    sources: Mapping[str, str], questions: Sequence[Question], answers: Sequence[Answer]
) -> Actual:
    """From the answers to ``questions_about_ours``, in their order."""
    scenes, settings = {}, {}
    for (request, data), answer in zip(questions, answers, strict=True):
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

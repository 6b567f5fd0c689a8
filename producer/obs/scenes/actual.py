"""What OBS has, as a value: read from its answers, of which it asks two rounds of questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from producer.obs.scenes.wanted import WantedScenes
from producer.stages.entry import Size

Answer = Mapping[str, Any]
Question = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What OBS is like as a whole; ``sources`` by name their kind, scenes included as 'scene'.

    ``still``: no transition runs. ``seconds``: the length of the chosen transition, 0 where it has
    none of its own to tell (a cut, a stinger). ``beside``: what else was asked in the same
    exchange, and the answers.
    """

    canvas: Size
    program: str
    studio: bool
    kinds: frozenset[str]
    sources: Mapping[str, str]
    still: bool = True
    seconds: float = 0.0
    beside: tuple[Sequence[Question], Sequence[Answer]] = ((), ())


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
    ("GetCurrentSceneTransitionCursor", {}),
    ("GetCurrentSceneTransition", {}),
)


def surroundings(answers: Sequence[Answer]) -> Surroundings:
    """From the answers to SURROUNDINGS, in their order."""
    video, scenes, studio, kinds, inputs, cursor, transition = answers
    return Surroundings(
        canvas=(int(video["baseWidth"]), int(video["baseHeight"])),
        program=scenes["currentProgramSceneName"] or "",
        studio=bool(studio["studioModeEnabled"]),
        kinds=frozenset(kinds["inputKinds"]),
        sources={scene["sceneName"]: "scene" for scene in scenes["scenes"]}
        | {source["inputName"]: source["inputKind"] for source in inputs["inputs"]},
        still=cursor["transitionCursor"] >= 1,
        seconds=float(transition["transitionDuration"] or 0) / 1000,
    )


def questions_about(wanted: WantedScenes, sources: Mapping[str, str]) -> tuple[Question, ...]:
    """The second round: of what is wanted, the scenes that are there and our sources."""
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
    sources: Mapping[str, str], questions: Sequence[Question], answers: Sequence[Answer]
) -> Actual:
    """From the answers to ``questions``, in their order."""
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

"""The commands that remove everything of ours from OBS and nothing else. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from producer.messages import message
from producer.obs.link.refusals import NotInObs
from producer.obs.scenes.actual import Overview
from producer.obs.scenes.diff import Command
from producer.obs.scenes.wanted import is_ours


def keep_scene(prefix: str) -> str:
    """The scene for the producer's sources that were only in our scenes. It is not one of ours."""
    return f"Kept from {prefix}"


def removals(prefix: str, now: Overview, scenes: Mapping[str, tuple[str, ...]]) -> list[Command]:
    """Commands that remove everything of ours. ``scenes``: the sources in every scene and group.

    OBS destroys a source with its last item, so the producer's sources that are only in our scenes
    are first added to another scene, hidden. Raises NotInObs if a scene of ours is on program.
    """
    ours = [name for name in now.sources if is_ours(name, prefix)]
    if now.program in ours:
        raise NotInObs(
            message("our scene {program} is on program", program=now.program),
            message("Switch OBS to one of your scenes, then try again"),
        )
    elsewhere = {source for scene, all_ in scenes.items() if scene not in ours for source in all_}
    only_in_ours = {
        source: None
        for scene in scenes
        if scene in ours
        for source in scenes[scene]
        if source not in elsewhere and not is_ours(source, prefix)
    }
    return [
        *_keep(keep_scene(prefix), list(only_in_ours), now),
        *(
            Command("RemoveInput", {"inputName": name}, f"the source {name} is ours")
            for name in ours
            if now.sources[name] != "scene"
        ),
        *(
            Command("RemoveScene", {"sceneName": name}, f"the scene {name} is ours")
            for name in ours
            if now.sources[name] == "scene"
        ),
    ]


def _keep(scene: str, sources: list[str], now: Overview) -> list[Command]:
    if not sources:
        return []
    create = Command(
        "CreateScene", {"sceneName": scene}, "your sources in our scenes are kept here"
    )
    return [
        *([] if scene in now.sources else [create]),
        *(
            Command(
                "CreateSceneItem",
                {"sceneName": scene, "sourceName": source, "sceneItemEnabled": False},
                f"{source} is yours and only in our scenes; {scene} keeps it",
            )
            for source in sources
        ),
    ]

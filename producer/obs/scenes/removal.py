"""What to send so that nothing of ours is left in OBS, and nothing else is lost. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from producer.obs.link.refusals import NotInObs
from producer.obs.scenes.actual import Surroundings
from producer.obs.scenes.diff import Command
from producer.obs.scenes.wanted import is_ours


def keeper(prefix: str) -> str:
    """The scene for what stood in ours alone; it is not ours."""
    return f"Kept from {prefix}"


def removing(
    prefix: str, now: Surroundings, scenes: Mapping[str, tuple[str, ...]]
) -> list[Command]:
    """``scenes``: of every scene and group in OBS, the sources in it.

    OBS destroys a source with its last item, so what the producer put into our scenes only goes
    into a scene of its own, hidden. Raises NotInObs where ours is on program.
    """
    ours = [name for name in now.sources if is_ours(name, prefix)]
    if now.program in ours:
        raise NotInObs(
            f"our scene {now.program} is on program", "Switch OBS to a scene of yours, then again"
        )
    elsewhere = {source for scene, found in scenes.items() if scene not in ours for source in found}
    alone = {
        source: None
        for scene in scenes
        if scene in ours
        for source in scenes[scene]
        if source not in elsewhere and not is_ours(source, prefix)
    }
    return [
        *_kept(keeper(prefix), list(alone), now),
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


def _kept(scene: str, sources: list[str], now: Surroundings) -> list[Command]:
    if not sources:
        return []
    making = Command("CreateScene", {"sceneName": scene}, "what is yours in our scenes is kept")
    return [
        *([] if scene in now.sources else [making]),
        *(
            Command(
                "CreateSceneItem",
                {"sceneName": scene, "sourceName": source, "sceneItemEnabled": False},
                f"{source} is yours and stands in our scenes only; it is kept in {scene}",
            )
            for source in sources
        ),
    ]

"""Takes a scene to program and waits for OBS's own word that it is there."""

from __future__ import annotations

import time
from collections.abc import Callable

from producer.obs.link import Link, ObsEvent
from producer.obs.reconcile import look
from producer.obs.refusals import NotConfirmed

Hear = Callable[[float], ObsEvent | None]
"""The next event, or None where none came until the moment (time.monotonic) it is given."""

GRACE = 10.0
"""Seconds beyond the transition's own length in which OBS must tell that it has ended."""

STUDIO_MEND = "In OBS switch studio mode on and off again, then take again"


def show(link: Link, scene: str, hear: Hear) -> None:
    """``scene`` is on program when this returns.

    OBS names the new scene at once but tells of it when the transition ends; a switch while
    another transition runs can freeze the program. So: wait for the end before, and after. In
    studio mode the program is a copy of the scene, so that a change of it shows only when the
    scene is switched to again. Raises NotConfirmed.
    """
    _until_still(link, hear)
    now = look(link)
    if now.program == scene and not now.studio:
        return
    until = time.monotonic() + _transition_seconds(link) + GRACE
    link.request("SetCurrentProgramScene", {"sceneName": scene})
    arrived = ended = False
    while not (arrived and ended):
        event = hear(until)
        if event is None:
            raise NotConfirmed(
                f"OBS did not tell in time that {scene} is on program "
                f"(it says that {look(link).program} is)",
                STUDIO_MEND,
            )
        if event.name == "CurrentProgramSceneChanged":
            arrived = event.data["sceneName"] == scene
        ended = ended or event.name == "SceneTransitionEnded"


def _until_still(link: Link, hear: Hear) -> None:
    while hear(0):
        pass  # what was heard before the question below is older than its answer
    if link.request("GetCurrentSceneTransitionCursor")["transitionCursor"] >= 1:
        return
    until = time.monotonic() + _transition_seconds(link) + GRACE
    while event := hear(until):
        if event.name == "SceneTransitionEnded":
            return
    raise NotConfirmed("a transition in OBS does not come to its end", STUDIO_MEND)


def _transition_seconds(link: Link) -> float:
    """0 where the transition has no length of its own to tell (a cut, a stinger)."""
    return float(link.request("GetCurrentSceneTransition")["transitionDuration"] or 0) / 1000

"""A program that stands still though OBS answers, and how it is got loose.

A switch into a running transition, under another transition than that one, can leave OBS's program
on the old scene for ever while it names the new one. Measured with OBS 29 after 59 bursts of such
switches: the program stood still 7 times, each time with the old scene still active, as it was 5
times more with the right picture (``truth.stuck``); switching studio mode on and off mended all 12.
``force`` brought the right picture after 78 of 78 bursts.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from producer.obs.link.connection import Link, ObsEvent
from producer.obs.link.refusals import NotConfirmed

Hear = Callable[[float], ObsEvent | None]

PATIENCE = 10.0
"""Seconds for OBS to switch studio mode."""

CUT = "cut_transition"


def loosen(link: Link, hear: Hear) -> None:
    """Switches studio mode to the other state and back. Raises NotConfirmed and as the link."""
    on = bool(link.request("GetStudioModeEnabled")["studioModeEnabled"])
    for wish in (not on, on):
        link.request("SetStudioModeEnabled", {"studioModeEnabled": wish})
        _switched(hear, wish)


def force(link: Link, scene: str, hear: Hear) -> None:
    """``scene`` is on program at once, whatever runs or stands still; the transition chosen in OBS
    is chosen again afterwards. Raises NotConfirmed and as the link."""
    listed = link.request("GetSceneTransitionList")
    cuts = (each for each in listed["transitions"] if each["transitionKind"] == CUT)
    cut, chosen = next(cuts, None), listed["currentSceneTransitionName"]
    if cut is not None:
        link.request("SetCurrentSceneTransition", {"transitionName": cut["transitionName"]})
    try:
        link.request("SetCurrentProgramScene", {"sceneName": scene})
        loosen(link, hear)
    finally:
        if chosen and link.alive:
            link.request("SetCurrentSceneTransition", {"transitionName": chosen})
    now = link.request("GetCurrentProgramScene")["currentProgramSceneName"]
    if now != scene:
        raise NotConfirmed(
            f"OBS was switched to {scene} and says that {now} is on program",
            "Look whether somebody or another program switches OBS too, then take again",
        )


def _switched(hear: Hear, wish: bool) -> None:
    until = time.monotonic() + PATIENCE
    while event := hear(until):
        if event.name == "StudioModeStateChanged" and event.data["studioModeEnabled"] is wish:
            return
    raise NotConfirmed(
        f"OBS did not switch studio mode {'on' if wish else 'off'}",
        "Look whether OBS shows a question; start it again if it hangs",
    )

"""Recovers a frozen program: one that shows the old scene while OBS names the new one.

A switch during a transition, with another transition than that one, can freeze program on the old
scene. Measured with OBS 29 after 59 bursts of such switches: 7 froze, each with the old scene
active; 5 more had the old scene active and the right picture. Toggling studio mode recovered all
12.
``force_program`` brought the right picture after 78 of 78 bursts.
"""

from __future__ import annotations

import time

from producer.messages import message
from producer.obs.link.connection import Link
from producer.obs.link.refusals import NotConfirmed
from producer.obs.monitor.studio_preview import NextEvent, preview, set_preview

STUDIO_MODE_TIMEOUT = 10.0
"""Seconds for OBS to toggle studio mode."""

CUT = "cut_transition"


def recover(link: Link, next_event: NextEvent) -> None:
    """Toggles studio mode and back. Raises NotConfirmed and what the link raises."""
    _toggle_studio_mode(link, next_event, _own_preview(link))


def _own_preview(link: Link) -> str | None:
    """The scene on preview, ``None`` without studio mode."""
    on = link.request("GetStudioModeEnabled")["studioModeEnabled"]
    return preview(link) if on else None


def _toggle_studio_mode(link: Link, next_event: NextEvent, own: str | None) -> None:
    """``own``: the preview to put back, ``None`` where studio mode is off."""
    on = own is not None
    for enabled in (not on, on):
        link.request("SetStudioModeEnabled", {"studioModeEnabled": enabled})
        _wait_for_studio_mode(next_event, enabled)
    if own is not None:
        set_preview(link, next_event, own)


def force_program(link: Link, scene: str, next_event: NextEvent) -> None:
    """Cuts to ``scene`` at once, even during a transition or while program is frozen.

    Selects OBS's own transition again afterwards. Raises NotConfirmed and what the link raises.
    """
    own = _own_preview(link)
    listed = link.request("GetSceneTransitionList")
    cuts = (each for each in listed["transitions"] if each["transitionKind"] == CUT)
    cut, selected = next(cuts, None), listed["currentSceneTransitionName"]
    if cut is not None:
        link.request("SetCurrentSceneTransition", {"transitionName": cut["transitionName"]})
    try:
        link.request("SetCurrentProgramScene", {"sceneName": scene})
        _toggle_studio_mode(link, next_event, own)
    finally:
        if selected and link.alive:
            link.request("SetCurrentSceneTransition", {"transitionName": selected})
    program = link.request("GetCurrentProgramScene")["currentProgramSceneName"]
    if program != scene:
        raise NotConfirmed(
            message(
                "OBS was switched to {scene} and reports {program} on program",
                scene=scene,
                program=program,
            ),
            message("See whether somebody or another program switches OBS too, then take again"),
        )


def _wait_for_studio_mode(next_event: NextEvent, enabled: bool) -> None:
    until = time.monotonic() + STUDIO_MODE_TIMEOUT
    while event := next_event(until):
        if event.name == "StudioModeStateChanged" and event.data["studioModeEnabled"] is enabled:
            return
    raise NotConfirmed(
        message("OBS did not turn studio mode on")
        if enabled
        else message("OBS did not turn studio mode off"),
        message("See whether OBS shows a dialog; restart it if it hangs"),
    )

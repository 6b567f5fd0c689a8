"""The preview of studio mode is the producer's own: whatever we do to program, it stays.

OBS swaps preview and program at the end of a transition, and puts program on preview when studio
mode is turned on.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from producer.obs.link.connection import Link, ObsEvent
from producer.obs.link.refusals import RequestFailed

log = logging.getLogger(__name__)

NextEvent = Callable[[float], ObsEvent | None]
"""The next event, ``None`` if none comes until the given moment (time.monotonic)."""

SWAP_PATIENCE = 0.4
"""Seconds after the end of a transition in which OBS swaps preview and program, if it does."""

CHANGE_PATIENCE = 1.0
"""Seconds for OBS to report that its preview has changed; it may ignore a request for it."""

ATTEMPTS = 5


@contextmanager
def preview_kept(
    link: Link, next_event: NextEvent, old_program: str, studio: bool
) -> Iterator[None]:
    """Around a change of program. ``old_program``: the scene that OBS would swap to preview."""
    if not studio:
        yield
        return
    own = preview(link)
    yield
    _put_back(link, next_event, own, old_program)


def preview(link: Link) -> str:
    """The scene on preview; studio mode must be on."""
    return str(link.request("GetCurrentPreviewScene")["currentPreviewSceneName"])


def set_preview(link: Link, next_event: NextEvent, scene: str) -> None:
    """Puts ``scene`` on preview. If it has gone meanwhile, preview stays as it is."""
    try:
        for _ in range(ATTEMPTS):
            if preview(link) == scene:
                return
            link.request("SetCurrentPreviewScene", {"sceneName": scene})
            _wait_for_change(next_event, CHANGE_PATIENCE)
        log.warning("OBS does not put %r back on its preview", scene)
    except RequestFailed as failure:
        log.warning("the preview in OBS was not put back: %s", failure)


def _put_back(link: Link, next_event: NextEvent, own: str, old_program: str) -> None:
    """Undoes a swap. A preview that somebody has changed meanwhile is theirs and stays."""
    until = time.monotonic() + SWAP_PATIENCE
    while (now := preview(link)) == own and _wait_for_change(next_event, until - time.monotonic()):
        pass
    if now != own and now == old_program:
        set_preview(link, next_event, own)


def _wait_for_change(next_event: NextEvent, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while event := next_event(until):
        if event.name == "CurrentPreviewSceneChanged":
            return True
    return False

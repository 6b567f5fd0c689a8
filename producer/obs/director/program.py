"""Takes a scene to program and waits for OBS's own word that it is there."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from producer.obs.director.frozen import loosen
from producer.obs.director.transition import ChosenTransition
from producer.obs.link.connection import Link, ObsEvent
from producer.obs.link.refusals import NotConfirmed
from producer.obs.scenes.actual import Question, Surroundings
from producer.obs.scenes.diff import Command
from producer.obs.scenes.reconcile import GaveWay, look

Hear = Callable[[float], ObsEvent | None]
"""The next event, or None where none came until the moment (time.monotonic) it is given."""

GRACE = 10.0
"""Seconds beyond the transition's own length in which OBS must tell that it has ended."""

SHORT_GRACE = 1.5
"""The same before a take, where what hangs is got loose; of a stinger OBS tells no length."""

PATIENCE = 1.0
"""Seconds for OBS to tell that its own preview has changed."""

CHOSEN_IN = 5.0
"""Seconds for OBS to tell that its choice of transition has changed; a busy one takes them."""

URGENT_LOOK = 0.25
"""After how many seconds of waiting it is seen whether something is urgent."""

STUDIO_MEND = "In OBS switch studio mode on and off again, then take again"


def unless(urgent: Callable[[], bool], hear: Hear) -> Hear:
    """As ``hear``, but raises GaveWay where something urgent comes while it waits."""

    def heard(until: float) -> ObsEvent | None:
        while True:
            event = hear(min(until, time.monotonic() + URGENT_LOOK))
            if event is not None or time.monotonic() >= until:
                return event
            if urgent():
                raise GaveWay

    return heard


def settled(link: Link, hear: Hear, beside: Sequence[Question] = ()) -> Surroundings:
    """OBS as a whole, once no transition runs; ``beside``: as of ``look``, where none ran at once.
    Raises NotConfirmed.

    A switch while a transition runs can freeze the program, and what fades out is still seen. One
    that never ends, as after switches by others into a running one, is got loose.
    """
    while hear(0):
        pass  # what was heard before the question below is older than its answer
    now = look(link, beside)
    if now.still:
        return now
    until = time.monotonic() + now.seconds + (SHORT_GRACE if now.seconds else GRACE)
    while event := hear(until):
        if event.name == "SceneTransitionEnded" and (now := look(link)).still:
            return now
    now = look(link)
    if not now.still:
        loosen(link, hear)
        now = look(link)
    if not now.still:
        raise NotConfirmed("a transition in OBS does not come to its end", STUDIO_MEND)
    return now


def show(
    link: Link,
    scene: str,
    hear: Hear,
    now: Surroundings,
    transition: ChosenTransition | None = None,
    with_it: Sequence[Command] = (),
) -> None:
    """``scene`` is on program when this returns; ``now``: what OBS is like, in which it is still.

    ``with_it`` is sent in the same message. OBS names the new scene at once but tells of it when
    the transition ends. In studio mode the program is a copy of the scene, so that a change of it
    shows only when the scene is switched to again. Raises NotConfirmed.
    """
    beside = [(command.request, command.data) for command in with_it]
    if now.program == scene and not now.studio:
        link.batch(beside)
        return
    before = transition.requests if transition else ()
    seconds = transition.seconds if transition else now.seconds
    switch: Question = ("SetCurrentProgramScene", {"sceneName": scene})
    try:
        link.batch([*before, switch, *beside])
        _arrive(link, scene, hear, time.monotonic() + seconds + GRACE)
    finally:
        if transition and link.alive:
            _choose_again(link, hear, transition)


def _choose_again(link: Link, hear: Hear, transition: ChosenTransition) -> None:
    """OBS answers before it has done so; a take that came meanwhile would have the wrong one."""
    link.batch(transition.back)
    until = time.monotonic() + CHOSEN_IN
    while event := hear(until):
        if event.name == "CurrentSceneTransitionChanged":
            return


def _arrive(link: Link, scene: str, hear: Hear, until: float) -> None:
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


def show_in_preview(link: Link, scene: str, hear: Hear) -> None:
    """In studio mode OBS's own preview shows ``scene`` as well, for whoever looks at OBS.

    Nothing depends on it: where OBS ignores it, as it may right after a change of program, it
    keeps what it shows.
    """
    if link.request("GetCurrentPreviewScene")["currentPreviewSceneName"] == scene:
        return
    link.request("SetCurrentPreviewScene", {"sceneName": scene})
    until = time.monotonic() + PATIENCE
    while event := hear(until):
        if event.name == "CurrentPreviewSceneChanged":
            return

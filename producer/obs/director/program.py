"""Switches the program scene and waits until OBS reports it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from producer.messages import message
from producer.obs.director.transition import ChosenTransition
from producer.obs.link.connection import Link, ObsEvent
from producer.obs.link.refusals import NotConfirmed
from producer.obs.monitor.frozen import recover
from producer.obs.monitor.studio_preview import NextEvent, preview_kept
from producer.obs.scenes.actual import Overview, Request
from producer.obs.scenes.diff import Command
from producer.obs.scenes.reconcile import GaveWay, read_overview

__all__ = ["NextEvent", "interruptible", "switch_program", "wait_for_transition"]

GRACE = 10.0
"""Seconds beyond a transition's own length in which OBS must report its end."""

SHORT_GRACE = 1.5
"""The same before a take, which can recover a frozen program; a stinger reports no length."""

SELECTION_TIMEOUT = 5.0
"""Seconds for OBS to report that its selected transition has changed; a busy one needs them."""

URGENT_CHECK = 0.25
"""Seconds of waiting between two checks for something urgent."""

TOGGLE_STUDIO_MODE = message("In OBS turn studio mode on and off again, then take again")


def interruptible(urgent: Callable[[], bool], next_event: NextEvent) -> NextEvent:
    """``next_event``, but it raises GaveWay if something urgent comes while it waits."""

    def interrupted(until: float) -> ObsEvent | None:
        while True:
            event = next_event(min(until, time.monotonic() + URGENT_CHECK))
            if event is not None or time.monotonic() >= until:
                return event
            if urgent():
                raise GaveWay

    return interrupted


def wait_for_transition(
    link: Link, next_event: NextEvent, extra: Sequence[Request] = ()
) -> Overview:
    """OBS as a whole once no transition runs. Raises NotConfirmed.

    ``extra``: as in ``read_overview``; only answered if no transition ran from the start. Switching
    during a transition can freeze program, and the outgoing picture is visible until it ends. A
    transition that never ends, as after others switched during one, is recovered.
    """
    while next_event(0):
        pass  # events before the request below are older than its answer
    now = read_overview(link, extra)
    if now.transition_done:
        return now
    until = time.monotonic() + now.seconds + (SHORT_GRACE if now.seconds else GRACE)
    while event := next_event(until):
        if event.name == "SceneTransitionEnded" and (now := read_overview(link)).transition_done:
            return now
    now = read_overview(link)
    if not now.transition_done:
        recover(link, next_event)
        now = read_overview(link)
    if not now.transition_done:
        raise NotConfirmed(message("a transition in OBS does not end"), TOGGLE_STUDIO_MODE)
    return now


def switch_program(
    link: Link,
    scene: str,
    next_event: NextEvent,
    now: Overview,
    transition: ChosenTransition | None = None,
    with_switch: Sequence[Command] = (),
) -> None:
    """Switches program to ``scene`` and returns once OBS reports it. Raises NotConfirmed.

    ``now``: OBS, with no transition running. ``with_switch`` is sent in the same message. OBS names
    the new scene at once but sends the event when the transition ends. In studio mode program is a
    copy of the scene, so that a change of the scene appears only when it is switched to again; the
    producer's own preview stays.
    """
    requests = [(command.request, command.data) for command in with_switch]
    if now.program == scene and not now.studio:
        link.batch(requests)
        return
    before = transition.requests if transition else ()
    seconds = transition.seconds if transition else now.seconds
    switch: Request = ("SetCurrentProgramScene", {"sceneName": scene})
    with preview_kept(link, next_event, now.program, now.studio):
        try:
            link.batch([*before, switch, *requests])
            _wait_for_program(link, scene, next_event, time.monotonic() + seconds + GRACE)
        finally:
            if transition and link.alive:
                _reselect(link, next_event, transition)


def _reselect(link: Link, next_event: NextEvent, transition: ChosenTransition) -> None:
    """Selects OBS's own transition again and waits for the event, which comes after the answer."""
    link.batch(transition.back)
    until = time.monotonic() + SELECTION_TIMEOUT
    while event := next_event(until):
        if event.name == "CurrentSceneTransitionChanged":
            return


def _wait_for_program(link: Link, scene: str, next_event: NextEvent, until: float) -> None:
    arrived = ended = False
    while not (arrived and ended):
        event = next_event(until)
        if event is None:
            raise NotConfirmed(
                message(
                    "OBS did not report {scene} on program in time (it reports {program})",
                    scene=scene,
                    program=read_overview(link).program,
                ),
                TOGGLE_STUDIO_MODE,
            )
        if event.name == "CurrentProgramSceneChanged":
            arrived = event.data["sceneName"] == scene
        ended = ended or event.name == "SceneTransitionEnded"

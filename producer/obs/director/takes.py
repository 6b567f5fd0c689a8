"""The steps of a take: load the bank that is off air, see that everything is there, cut to it.

All of it runs on the director's thread.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path

from producer.messages import message
from producer.obs.director import sound
from producer.obs.director.program import (
    URGENT_CHECK,
    NextEvent,
    interruptible,
    switch_program,
    wait_for_transition,
)
from producer.obs.director.transition import ChosenTransition, choose_transition
from producer.obs.link.connection import Link
from producer.obs.link.refusals import GraphicsNotDrawn, PictureNotLoaded
from producer.obs.monitor.frozen import force_program, recover
from producer.obs.monitor.observation import observe
from producer.obs.scenes.actual import Overview, Request, requests_about
from producer.obs.scenes.banks import (
    Bank,
    GraphicsSource,
    Loaded,
    Shot,
    bank_of,
    off_air,
    other,
    safe_name,
    scene_name,
)
from producer.obs.scenes.diff import Command
from producer.obs.scenes.graphics_files import (
    empty_picture,
    lower_third_file,
    picture_file,
    sweep,
)
from producer.obs.scenes.layouts import LAYOUTS
from producer.obs.scenes.loaded import LoadedBanks, graphics_kind, with_available_safe
from producer.obs.scenes.reconcile import GaveWay, ensure, read_overview
from producer.obs.scenes.wanted import (
    BROWSER,
    IMAGE,
    Rig,
    WantedScene,
    clip_graphics_name,
    graphics_name,
    idle_scene,
    lower_third_name,
    safe_scene,
    shot_scene,
    wanted,
)
from producer.settings import ObsSettings

log = logging.getLogger(__name__)

PAGE_PATIENCE = 10.0
"""Seconds for a page in OBS to draw; a browser that has just been started takes a few."""

TRANSITIONS: tuple[Request, ...] = (
    ("GetSceneTransitionList", {}),
    ("GetCurrentSceneTransition", {}),
)

Drawn = Callable[[float], bool]
"""Waits up to so many seconds; whether a page in OBS has drawn what was requested."""


@dataclass(frozen=True, slots=True)
class Graphics:
    """The graphics over the pictures; both are called on the director's thread.

    ``png``: the stage as PNG bytes, only called if OBS gets the graphics as an image. ``show``:
    puts them on the channel of a bank that is off air.
    """

    png: Callable[[], bytes]
    show: Callable[[Bank], Drawn]


@dataclass(frozen=True, slots=True)
class Ready:
    """``shot`` is loaded in ``scene`` of ``bank``, off air."""

    bank: Bank
    scene: str
    shot: Shot


@dataclass(frozen=True, slots=True)
class TakeResult:
    """OBS has reported ``scene`` on program, ``seconds`` after the request.

    ``bank``, ``shot``: ``None`` for the safe scene. ``note``: for the producer. ``sources``: those
    shown in the scene.
    """

    id: str
    scene: str
    bank: Bank | None
    shot: Shot | None
    seconds: float
    note: str = ""
    sources: frozenset[str] = frozenset()


def load(
    link: Link, next_event: NextEvent, banks: LoadedBanks, shot: Shot, graphics: Graphics
) -> tuple[Bank, Overview]:
    """Loads ``shot`` into the bank that is off air and sees that pictures and graphics are there.

    Returns the bank, and OBS as it is then. Gives way to the safe scene. If it raises an
    ObsRefusal, the bank counts as empty.
    """
    next_event = interruptible(banks.urgent, next_event)
    now = wait_for_transition(link, next_event, _requests_for_preview(banks, shot))
    bank = off_air(now.program, banks.settings.prefix, banks.last)
    before = banks.contents.get(bank)
    sources = banks.graphics(now.kinds)
    if graphics_kind(banks.settings, now.kinds) == IMAGE:
        current = before.graphics.file if before else None
        picture = picture_file(banks.folder, graphics.png(), current)
        sources[bank] = GraphicsSource(IMAGE, picture)
    content, rig = Loaded(shot, sources[bank]), banks.rig(now)
    scenes = shot_scene(rig, bank, shot, sources), *_emptied(rig, bank, shot, before, now, sources)
    banks.contents.pop(bank, None)
    drawn = graphics.show(bank)
    same = before == content
    rendered = same and not banks.removed
    sent = ensure(link, wanted(rig, scenes), now=now, rendered=rendered, urgent=banks.urgent)
    if sources[bank].kind == BROWSER:
        _wait_for_page(banks, bank, drawn)
    now = wait_for_transition(link, next_event) if sent else now
    banks.contents[bank] = content
    banks.requests[bank] = requests_about(wanted(rig, scenes[:1]), now.sources)
    banks.removed = banks.removed and same
    sweep(banks.folder, {each.graphics.file for each in banks.contents.values()})
    return bank, now


def _requests_for_preview(banks: LoadedBanks, shot: Shot) -> tuple[Request, ...]:
    """The requests that read the scene of ``shot`` if it is on preview already.

    They go into an exchange that is needed anyway, to keep the take short.
    """
    bank = other(banks.last)
    preview = banks.contents.get(bank)
    return banks.requests.get(bank, ()) if preview and preview.shot == shot else ()


def _wait_for_page(banks: LoadedBanks, bank: Bank, drawn: Drawn) -> None:
    until = time.monotonic() + PAGE_PATIENCE
    while not drawn(URGENT_CHECK):
        if banks.urgent():
            raise GaveWay
        if time.monotonic() > until:
            raise GraphicsNotDrawn(
                message(
                    "the graphics page in OBS did not draw within {seconds} s",
                    seconds=f"{PAGE_PATIENCE:g}",
                ),
                message(
                    "See in OBS whether the source {prefix} graphics {bank} (page) "
                    "shows anything; its Refresh button reloads it",
                    prefix=banks.settings.prefix,
                    bank=bank,
                ),
            )


def cut(
    link: Link,
    next_event: NextEvent,
    banks: LoadedBanks,
    bank: Bank,
    now: Overview,
    transition: str = "",
) -> str:
    """Takes what is loaded in ``bank`` to program; returns the name of its scene.

    ``now``: OBS with no transition running. ``transition``: replaces the setting for this take.
    """
    shot = banks.contents[bank].shot
    scene = scene_name(banks.settings.prefix, bank, shot.layout)
    chosen = transition_of(link, banks.settings, transition or banks.settings.transition)
    mutes = _mutes(link, banks.settings, shot.sound)
    switch_program(link, scene, next_event, now, chosen, mutes)
    banks.last = bank
    return scene


def safe(link: Link, next_event: NextEvent, banks: LoadedBanks) -> tuple[str, str]:
    """Cuts to the safe scene even during a transition or while program is frozen.

    Returns its name and a note for the producer.
    """
    now = read_overview(link)
    rig = with_available_safe(banks.rig(now), now)
    note = ""
    try:
        ensure(link, wanted(rig, (safe_scene(rig),)), now=now)
    except PictureNotLoaded as lacking:
        note = f"safe is a plain colour: {lacking.reason}"
    scene, mutes = safe_name(rig.prefix), _mutes(link, banks.settings, "", rig.settings.safe)
    if now.transition_done:
        chosen = transition_of(link, banks.settings, "cut")
        switch_program(link, scene, next_event, now, chosen, mutes)
        if observe(link).active_elsewhere:
            recover(link, next_event)
    else:
        force_program(link, scene, next_event)
        link.batch([(command.request, command.data) for command in mutes])
    if banks.settings.safe and not rig.settings.safe:
        instead = "a slide" if rig.slide else "a plain colour"
        return scene, f"OBS has no source {banks.settings.safe!r}, so safe is {instead}"
    return scene, note


def clear_graphics(
    link: Link, banks: LoadedBanks, which: Collection[Bank], png: Callable[[], bytes], words: str
) -> None:
    """Empties the graphics over the pictures of these banks, also on air. ``png``: an empty stage.
    ``words``: what the banks hold then."""

    def cleared(shot: Shot) -> Shot:
        return replace(shot, words=words, request="", warning="", deal="", moment="")

    replace_graphics(link, banks, which, png, cleared)


def replace_graphics(
    link: Link,
    banks: LoadedBanks,
    which: Collection[Bank],
    png: Callable[[], bytes],
    changed: Callable[[Shot], Shot],
) -> None:
    """Replaces the graphics over the pictures of these banks, also on air. ``png``: of the new
    ones. ``changed``: what a bank holds then.

    A page gets its graphics by its channel; only a picture is replaced, at once and alone: whatever
    else somebody has changed in the scene stays.
    """
    for bank in which:
        content = banks.contents.get(bank)
        if content is None:
            continue
        source = content.graphics
        if source.kind == IMAGE:
            source = GraphicsSource(IMAGE, picture_file(banks.folder, png(), None))
            settings = {"file": str(source.file)}
            name = graphics_name(banks.settings.prefix, bank, IMAGE)
            (done,) = link.each(
                [("SetInputSettings", {"inputName": name, "inputSettings": settings})]
            )
            if done is None:
                log.warning("OBS has no source %r for graphics", name)
        banks.contents[bank] = Loaded(changed(content.shot), source)


def show_lower_third(link: Link, banks: LoadedBanks, png: Callable[[], bytes] | None) -> None:
    """Replaces the picture of the lower third; scenes that are loaded later have it too."""
    kinds = read_overview(link).kinds
    if graphics_kind(banks.settings, kinds) != IMAGE:
        return
    banks.lower_picture = lower_third_file(banks.folder, png()) if png else None
    source = banks.lower_third(kinds)
    if source is not None:
        name = lower_third_name(banks.settings.prefix, IMAGE)
        settings = {"file": str(source.file)}
        # No scene of ours is loaded yet where there is no such source.
        link.each([("SetInputSettings", {"inputName": name, "inputSettings": settings})])


def show_over_clip(link: Link, banks: LoadedBanks, picture: Path | None) -> None:
    """Replaces the picture over a segment's clip, or shows nothing for ``None``; a clip that is
    cued later has it too."""
    banks.clip_picture = picture
    name = clip_graphics_name(banks.settings.prefix, IMAGE)
    # An OBS with a page, or in which no clip was cued yet, has no such source.
    if name in read_overview(link).sources:
        settings = {"file": str(picture or empty_picture(banks.folder))}
        link.each([("SetInputSettings", {"inputName": name, "inputSettings": settings})])


def unload(link: Link, banks: LoadedBanks, bank: Bank) -> None:
    """Empties the scene of a bank that is off air."""
    content = banks.contents.pop(bank, None)
    now = read_overview(link)
    if content is None or bank_of(now.program, banks.settings.prefix) == bank:
        return
    rig, sources = banks.rig(now), banks.graphics(now.kinds)
    ensure(link, wanted(rig, (idle_scene(rig, bank, content.shot.layout, sources),)), now=now)


def restore_program(link: Link, next_event: NextEvent, banks: LoadedBanks, scene: str) -> None:
    """Cuts to ``scene`` after a restart of OBS, if it is the safe scene or loaded in a bank."""
    prefix = banks.settings.prefix
    now = wait_for_transition(link, next_event)
    bank = bank_of(scene, prefix)
    content = banks.contents.get(bank) if bank else None
    ours = content and bank and scene == scene_name(prefix, bank, content.shot.layout)
    if (ours or scene == safe_name(prefix)) and scene in now.sources:
        cut_transition = transition_of(link, banks.settings, "cut")
        switch_program(link, scene, next_event, now, cut_transition)


def _emptied(
    rig: Rig,
    bank: Bank,
    shot: Shot,
    before: Loaded | None,
    now: Overview,
    graphics: dict[Bank, GraphicsSource],
) -> list[WantedScene]:
    """The bank's other scenes that may have content, emptied.

    They share the bank's graphics, which must not appear over other pictures.
    """
    layouts = (before.shot.layout,) if before else tuple(LAYOUTS)
    return [
        idle_scene(rig, bank, layout, graphics)
        for layout in layouts
        if layout != shot.layout and scene_name(rig.prefix, bank, layout) in now.sources
    ]


def transition_of(link: Link, settings: ObsSettings, wish: str) -> ChosenTransition | None:
    """How to select the transition ``wish`` for one take, ``None`` if nothing has to change."""
    if not wish:
        return None
    listed, current = link.batch(TRANSITIONS)
    return choose_transition(wish, settings.milliseconds, listed, current)


def _mutes(link: Link, settings: ObsSettings, focus: str, safe: str = "") -> list[Command]:
    """``safe``: the camera of the safe scene, which is heard whatever table it shows."""
    if settings.sound == "leave":
        return []
    sources = sound.sources(settings.prefix, settings.pictures)
    if safe:
        sources[safe] = frozenset({focus})
    answers = link.each([("GetInputMute", {"inputName": source}) for source in sources])
    muted = {
        source: bool(answer["inputMuted"])
        for source, answer in zip(sources, answers, strict=True)
        if answer is not None
    }
    return sound.mutes(sources, muted, focus)

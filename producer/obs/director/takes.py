"""The steps of a take: load the bank that is off air, see that all is there, cut to it.

On the director's thread, with what it holds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from producer.obs.director.frozen import force, loosen
from producer.obs.director.program import URGENT_LOOK, Hear, settled, show, unless
from producer.obs.director.states import Drawn, Graphics
from producer.obs.director.transition import ChosenTransition, choice
from producer.obs.link.connection import Link
from producer.obs.link.refusals import GraphicsNotDrawn, NotInObs
from producer.obs.monitor.look import see
from producer.obs.scenes import sound
from producer.obs.scenes.actual import Question, Surroundings, questions_about
from producer.obs.scenes.banks import (
    BANKS,
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
from producer.obs.scenes.files import page_file, picture_file, sweep
from producer.obs.scenes.layouts import LAYOUTS
from producer.obs.scenes.reconcile import GaveWay, ensure, look
from producer.obs.scenes.wanted import (
    BROWSER,
    IMAGE,
    Rig,
    WantedScene,
    WantedScenes,
    idle_scene,
    idle_scenes,
    safe_scene,
    shot_scene,
    wanted,
)
from producer.settings import ObsSettings

PAGE_PATIENCE = 10.0
"""Seconds for a page in OBS to draw; a browser that has just been started takes a few."""

TRANSITIONS: tuple[Question, ...] = (
    ("GetSceneTransitionList", {}),
    ("GetCurrentSceneTransition", {}),
)

Page = Callable[[Bank], str]
"""The address of the graphics page of a bank."""


@dataclass(slots=True)
class Held:
    """What we have put into OBS. ``asked``: what was asked about each bank when it was loaded.
    ``last``: the bank taken last. ``removed``: something was removed
    from OBS since our scenes were drawn. ``overtaking``: how many wait for the safe scene."""

    settings: ObsSettings
    folder: Path
    page: Page
    loaded: dict[Bank, Loaded] = field(default_factory=dict)
    asked: dict[Bank, tuple[Question, ...]] = field(default_factory=dict)
    last: Bank = "B"
    removed: bool = True
    overtaking: int = 0

    def urgent(self) -> bool:
        """Whether somebody waits for the safe scene."""
        return self.overtaking > 0

    def rig(self, now: Surroundings) -> Rig:
        return Rig(self.settings, now.canvas, now.kinds)

    def graphics(self, kinds: frozenset[str]) -> dict[Bank, GraphicsSource]:
        """How each bank gets its graphics; a bank that gets images has none until it is loaded."""
        if way(self.settings, kinds) == BROWSER:
            files = {bank: page_file(self.folder, self.page(bank)) for bank in BANKS}
            return {bank: GraphicsSource(BROWSER, file) for bank, file in files.items()}
        return {bank: each.graphics for bank, each in self.loaded.items()}

    def wanted(self, now: Surroundings) -> WantedScenes:
        """All that is loaded, and the safe scene where it was made."""
        rig, graphics = self.rig(now), self.graphics(now.kinds)
        scenes: list[WantedScene] = [
            shot_scene(rig, bank, each.shot, graphics) for bank, each in self.loaded.items()
        ]
        if safe_name(rig.prefix) in now.sources:
            scenes.append(safe_scene(_with_safe(rig, now)))
        return wanted(rig, tuple(scenes))

    def seen_in(self, scene: str, now: Surroundings) -> frozenset[str]:
        """The sources that are to be seen in a scene of ours that is loaded."""
        items = [each.items for each in self.wanted(now).scenes if each.name == scene]
        return frozenset(item.source for each in items for item in each if item.shown)

    def everything(self, now: Surroundings) -> WantedScenes:
        """What is loaded, and every other scene there can be that OBS has not got yet.

        One that is there may be on air: it is put right when it is loaded.
        """
        rig, graphics = _with_safe(self.rig(now), now), self.graphics(now.kinds)
        missing = [scene for scene in idle_scenes(rig, graphics) if scene.name not in now.sources]
        there = self.wanted(now)
        return replace(there, scenes=(*there.scenes, *missing))


def way(settings: ObsSettings, kinds: frozenset[str]) -> str:
    """The kind of source of the graphics. Raises NotInObs."""
    if settings.graphics == "browser" and BROWSER not in kinds:
        raise NotInObs(
            "this OBS has no browser source",
            "Set obs.graphics to auto or image, or install OBS from obsproject.com",
        )
    return IMAGE if settings.graphics == "image" or BROWSER not in kinds else BROWSER


def load(
    link: Link, hear: Hear, held: Held, shot: Shot, graphics: Graphics
) -> tuple[Bank, Surroundings]:
    """Brings ``shot`` into the bank that is off air and sees that pictures and graphics are there.

    The bank, and OBS as it is then. Gives way to the safe scene. Where it raises an ObsRefusal the
    bank holds nothing.
    """
    hear = unless(held.urgent, hear)
    now = settled(link, hear, _asked_again(held, shot))
    bank = off_air(now.program, held.settings.prefix, held.last)
    before = held.loaded.get(bank)
    sources = held.graphics(now.kinds)
    if way(held.settings, now.kinds) == IMAGE:
        current = before.graphics.file if before else None
        picture = picture_file(held.folder, graphics.png(), current)
        sources[bank] = GraphicsSource(IMAGE, picture)
    now_loaded, rig = Loaded(shot, sources[bank]), held.rig(now)
    scenes = shot_scene(rig, bank, shot, sources), *_emptied(rig, bank, shot, before, now, sources)
    held.loaded.pop(bank, None)
    drawn = graphics.show(bank)
    same = before == now_loaded
    drawn_all = same and not held.removed
    sent = ensure(link, wanted(rig, scenes), now=now, drawn=drawn_all, urgent=held.urgent)
    if sources[bank].kind == BROWSER:
        _wait_for_page(held, bank, drawn)
    now = settled(link, hear) if sent else now
    held.loaded[bank] = now_loaded
    held.asked[bank] = questions_about(wanted(rig, scenes[:1]), now.sources)
    held.removed = held.removed and same
    sweep(held.folder, {each.graphics.file for each in held.loaded.values()})
    return bank, now


def _asked_again(held: Held, shot: Shot) -> tuple[Question, ...]:
    """What will be asked where ``shot`` is on preview already: in the exchange that is there
    anyway, since all of it lies between the producer's key and the cut."""
    bank = other(held.last)
    there = held.loaded.get(bank)
    return held.asked.get(bank, ()) if there and there.shot == shot else ()


def _wait_for_page(held: Held, bank: Bank, drawn: Drawn) -> None:
    until = time.monotonic() + PAGE_PATIENCE
    while not drawn(URGENT_LOOK):
        if held.urgent():
            raise GaveWay
        if time.monotonic() > until:
            raise GraphicsNotDrawn(
                f"the graphics page in OBS did not draw within {PAGE_PATIENCE:g} s",
                f"See in OBS whether the source {held.settings.prefix} graphics {bank} (page) "
                "shows anything; its Refresh button loads it again",
            )


def cut(
    link: Link, hear: Hear, held: Held, bank: Bank, now: Surroundings, transition: str = ""
) -> str:
    """Takes what ``bank`` holds to program; the name of its scene. ``now``: OBS, still.

    ``transition``: as in the settings, for this take only.
    """
    shot = held.loaded[bank].shot
    scene = scene_name(held.settings.prefix, bank, shot.layout)
    chosen = transition_of(link, held.settings, transition or held.settings.transition)
    show(link, scene, hear, now, chosen, _sounds(link, held.settings, shot.sound))
    held.last = bank
    return scene


def safe(link: Link, hear: Hear, held: Held) -> tuple[str, str]:
    """Cuts to the safe scene, whatever runs or stands still; its name, and what a person should
    know. A transition is not waited for: it may last, or never end."""
    now = look(link)
    rig = _with_safe(held.rig(now), now)
    ensure(link, wanted(rig, (safe_scene(rig),)), now=now)
    lacks = held.settings.safe and not rig.settings.safe
    scene, sounds = safe_name(rig.prefix), _sounds(link, held.settings, "")
    if now.still:
        show(link, scene, hear, now, transition_of(link, held.settings, "cut"), sounds)
        if see(link).beside:
            loosen(link, hear)
    else:
        force(link, scene, hear)
        link.batch([(command.request, command.data) for command in sounds])
    note = f"OBS has no source {held.settings.safe!r}, so it is a plain colour" if lacks else ""
    return scene, note


def on_again(link: Link, hear: Hear, held: Held, scene: str) -> None:
    """``scene`` of ours is on program again, if it is not and what it should hold is in it."""
    now = settled(link, hear)
    bank = bank_of(scene, held.settings.prefix)
    there = held.loaded.get(bank) if bank else None
    ours = there and bank and scene == scene_name(held.settings.prefix, bank, there.shot.layout)
    if (ours or scene == safe_name(held.settings.prefix)) and scene in now.sources:
        show(link, scene, hear, now, transition_of(link, held.settings, "cut"))


def _emptied(
    rig: Rig,
    bank: Bank,
    shot: Shot,
    before: Loaded | None,
    now: Surroundings,
    graphics: dict[Bank, GraphicsSource],
) -> list[WantedScene]:
    """The bank's other scenes that may have something in them, as they are when empty: they share
    the bank's graphics, and must not show them over other pictures."""
    layouts = (before.shot.layout,) if before else tuple(LAYOUTS)
    return [
        idle_scene(rig, bank, layout, graphics)
        for layout in layouts
        if layout != shot.layout and scene_name(rig.prefix, bank, layout) in now.sources
    ]


def _with_safe(rig: Rig, now: Surroundings) -> Rig:
    """The safe scene must not fail, so it does without a source that OBS has not got."""
    if rig.settings.safe in now.sources:
        return rig
    return replace(rig, settings=rig.settings.model_copy(update={"safe": ""}))


def transition_of(link: Link, settings: ObsSettings, wish: str) -> ChosenTransition | None:
    """What chooses the transition ``wish``, and OBS's own again; ``None`` where it is chosen."""
    if not wish:
        return None
    listed, current = link.batch(TRANSITIONS)
    return choice(wish, settings.milliseconds, listed, current)


def _sounds(link: Link, settings: ObsSettings, focus: str) -> list[Command]:
    if settings.sound == "leave":
        return []
    carrying = sound.sources(settings.prefix, settings.pictures)
    answers = link.each([("GetInputMute", {"inputName": source}) for source in carrying])
    muted = {
        source: bool(answer["inputMuted"])
        for source, answer in zip(carrying, answers, strict=True)
        if answer is not None
    }
    return sound.mutes(carrying, muted, focus)

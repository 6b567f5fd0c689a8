"""What we have loaded into the two banks of scenes, and the wanted scenes that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from pathlib import Path

from producer.messages import message
from producer.obs.link.refusals import NotInObs
from producer.obs.scenes.actual import Overview, Request
from producer.obs.scenes.banks import BANKS, Bank, GraphicsSource, Loaded, safe_name
from producer.obs.scenes.graphics_files import empty_picture, page_file
from producer.obs.scenes.safe_files import CHORD, SLIDE, existing
from producer.obs.scenes.wanted import (
    BROWSER,
    IMAGE,
    Rig,
    WantedScene,
    WantedScenes,
    idle_scenes,
    safe_scene,
    shot_scene,
    wanted,
)
from producer.settings import ObsSettings

PageAddress = Callable[[Bank], str]
"""The address of a bank's graphics page."""


@dataclass(slots=True)
class LoadedBanks:
    """What is loaded into each bank. Only the director changes it, on its own thread.

    ``requests``: the requests that read each bank's scene, for the next take. ``last``: the bank
    taken last. ``removed``: something was removed from OBS since our scenes were rendered.
    ``lower_page``: the address of the lower third's page, empty for none; ``lower_picture``: its
    picture for an OBS that gets images. ``clip_page``, ``clip_picture``: the same for the graphics
    over a segment's clip. ``overtaking``: how many callers wait for the safe scene or
    for the director to stop.
    """

    settings: ObsSettings
    folder: Path
    page: PageAddress
    contents: dict[Bank, Loaded] = field(default_factory=dict)
    requests: dict[Bank, tuple[Request, ...]] = field(default_factory=dict)
    last: Bank = "B"
    removed: bool = True
    overtaking: int = 0
    lower_page: str = ""
    lower_picture: Path | None = None
    clip_page: str = ""
    clip_picture: Path | None = None
    slide: Path | None = field(init=False)
    chord: Path | None = field(init=False)

    def __post_init__(self) -> None:
        # Looked for once: safe must not wait for a disk.
        self.slide, self.chord = existing(self.folder, SLIDE), existing(self.folder, CHORD)

    def urgent(self) -> bool:
        """Whether somebody waits for the safe scene."""
        return self.overtaking > 0

    def rig(self, now: Overview) -> Rig:
        lower = self.lower_third(now.kinds)
        return Rig(self.settings, now.canvas, now.kinds, self.slide, self.chord, lower)

    def lower_third(self, kinds: frozenset[str]) -> GraphicsSource | None:
        """Raises NotInObs or NotWritten."""
        if not self.lower_page:
            return None
        if graphics_kind(self.settings, kinds) == BROWSER:
            return GraphicsSource(BROWSER, page_file(self.folder, self.lower_page))
        return GraphicsSource(IMAGE, self.lower_picture or empty_picture(self.folder))

    def over_clip(self, kinds: frozenset[str]) -> GraphicsSource | None:
        """Raises NotInObs or NotWritten."""
        if not self.clip_page:
            return None
        if graphics_kind(self.settings, kinds) == BROWSER:
            return GraphicsSource(BROWSER, page_file(self.folder, self.clip_page))
        return GraphicsSource(IMAGE, self.clip_picture or empty_picture(self.folder))

    def graphics(self, kinds: frozenset[str]) -> dict[Bank, GraphicsSource]:
        """The graphics source of each bank; one that gets images has none until it is loaded.

        Writes the pages for browser sources. Raises NotInObs or NotWritten.
        """
        if graphics_kind(self.settings, kinds) == BROWSER:
            files = {bank: page_file(self.folder, self.page(bank)) for bank in BANKS}
            return {bank: GraphicsSource(BROWSER, file) for bank, file in files.items()}
        return {bank: each.graphics for bank, each in self.contents.items()}

    def wanted(self, now: Overview) -> WantedScenes:
        """The scenes of all that is loaded, and the safe scene if OBS has it."""
        rig, graphics = self.rig(now), self.graphics(now.kinds)
        scenes: list[WantedScene] = [
            shot_scene(rig, bank, each.shot, graphics) for bank, each in self.contents.items()
        ]
        if safe_name(rig.prefix) in now.sources:
            scenes.append(safe_scene(with_available_safe(rig, now)))
        return wanted(rig, tuple(scenes))

    def visible_sources(self, scene: str, now: Overview) -> frozenset[str]:
        """The sources that are shown in a loaded scene."""
        items = [each.items for each in self.wanted(now).scenes if each.name == scene]
        return frozenset(item.source for each in items for item in each if item.shown)

    def everything(self, now: Overview, begun: Collection[str] = ()) -> WantedScenes:
        """What is loaded, every scene of ours that OBS lacks, and those ``begun`` by a set-up that
        gave way.

        Other existing scenes are left alone, because one of them may be on air.
        """
        rig, graphics = with_available_safe(self.rig(now), now), self.graphics(now.kinds)
        loaded = self.wanted(now)
        complete = (now.sources.keys() - set(begun)) | {now.program}
        complete |= {scene.name for scene in loaded.scenes}
        missing = [scene for scene in idle_scenes(rig, graphics) if scene.name not in complete]
        return replace(loaded, scenes=(*loaded.scenes, *missing))


def graphics_kind(settings: ObsSettings, kinds: frozenset[str]) -> str:
    """The kind of source for the graphics. Raises NotInObs."""
    if settings.graphics == "browser" and BROWSER not in kinds:
        raise NotInObs(
            message("this OBS has no browser source"),
            message("Set obs.graphics to auto or image, or install OBS from obsproject.com"),
        )
    return IMAGE if settings.graphics == "image" or BROWSER not in kinds else BROWSER


def with_available_safe(rig: Rig, now: Overview) -> Rig:
    """Drops the source of the safe scene if OBS lacks it, because the safe scene must not fail."""
    if rig.settings.safe in now.sources:
        return rig
    return replace(rig, settings=rig.settings.model_copy(update={"safe": ""}))

"""Another user of OBS: makes changes in it and looks at its pictures."""

import base64
import queue
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from obs_process import ObsProcess
from patience import PATIENCE, eventually

from producer.obs import Director, Graphics, Shot, TakeResult
from producer.obs.link.connection import Link, ObsEvent, Timeouts
from producer.obs.link.refusals import RequestFailed

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

RED, GREEN, BLUE, YELLOW = (200, 30, 30), (30, 160, 60), (40, 60, 200), (230, 200, 20)
SLOW_MACHINE = Timeouts(PATIENCE, PATIENCE, PATIENCE)
NEUTRAL = "Somebody's scene"


@dataclass(frozen=True, slots=True)
class Hand:
    """A second connection to OBS, of somebody who is not Duplicast."""

    link: Link
    obs: ObsProcess

    def __call__(self, request: str, **data: Any) -> Mapping[str, Any]:
        return self.link.request(request, data)

    def exists(self, source: str) -> bool:
        try:
            self("GetSourceActive", sourceName=source)
        except RequestFailed:
            return False
        return True

    def remove_scene(self, name: str) -> None:
        """Waits until OBS no longer lists the scene, some frames after OBS has answered."""
        self("RemoveScene", sceneName=name)
        eventually(
            lambda: name not in [each["sceneName"] for each in self("GetSceneList")["scenes"]],
            f"OBS has removed {name}",
        )

    def colour_source(self, scene: str, name: str, colour: Colour, size: tuple[int, int]) -> int:
        red, green, blue = colour
        settings = {"color": 0xFF000000 | blue << 16 | green << 8 | red}
        settings |= {"width": size[0], "height": size[1]}
        made = self(
            "CreateInput",
            sceneName=scene,
            inputName=name,
            inputKind="color_source_v3",
            inputSettings=settings,
        )
        return int(made["sceneItemId"])

    def event(self, *names: str) -> ObsEvent:
        """Waits for the next event of one of the names."""
        until = time.monotonic() + PATIENCE
        while True:
            event = self._next(until)
            if event.name in names:
                return event

    def events(self, *names: str) -> list[str]:
        """The names of the events since the last one that was read.

        Waits for those named, because another connection may get its event before this one.
        """
        self("BroadcastCustomEvent", eventData={"end": True})
        until, missing = time.monotonic() + PATIENCE, {*names, "CustomEvent"}
        received: list[str] = []
        while missing:
            received.append(self._next(until).name)
            missing.discard(received[-1])
        return [name for name in received if name != "CustomEvent"]

    def _next(self, until: float) -> ObsEvent:
        event = self.link.inbox.get(timeout=max(0.01, until - time.monotonic()))
        assert isinstance(event, ObsEvent), "the connection is lost"
        return event

    def forget(self) -> None:
        """Drops the events that came until now."""
        while True:
            try:
                self.link.inbox.get_nowait()
            except queue.Empty:
                return

    def transition(self, name: str, milliseconds: int = 300) -> None:
        self("SetCurrentSceneTransition", transitionName=name)
        self("SetCurrentSceneTransitionDuration", transitionDuration=milliseconds)

    def scene(self, name: str) -> Picture:
        """One scene at a tenth of its size: fast, but not the true output."""
        answer = self("GetSourceScreenshot", sourceName=name, imageFormat="png", imageWidth=128)
        png = base64.b64decode(answer["imageData"].partition(",")[2])
        return cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR_RGB)

    def output(self) -> Picture:
        """The true output, as OBS itself saves it."""
        self.forget()
        self("TriggerHotkeyByName", hotkeyName="OBSBasic.Screenshot")
        path = Path(self.event("ScreenshotSaved").data["savedScreenshotPath"])
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR_RGB)
        path.unlink()
        return picture


def neutral(hand: Hand) -> None:
    """Cuts to a foreign scene, with studio mode off."""
    hand("SetStudioModeEnabled", studioModeEnabled=False)
    scenes = [scene["sceneName"] for scene in hand("GetSceneList")["scenes"]]
    if NEUTRAL not in scenes:
        hand("CreateScene", sceneName=NEUTRAL)
        hand.colour_source(NEUTRAL, "Somebody's colour", (90, 90, 90), (1280, 720))
    hand.transition("Cut")
    if hand("GetCurrentProgramScene")["currentProgramSceneName"] != NEUTRAL:
        hand.forget()
        hand("SetCurrentProgramScene", sceneName=NEUTRAL)
        # A service that still runs may recover program; then no transition ends.
        hand.event("SceneTransitionEnded", "StudioModeStateChanged")


def colour_at(picture: Picture, x: int, y: int) -> Colour:
    red, green, blue = (int(value) for value in picture[y, x])
    return red, green, blue


def near(found: Colour, wished: Colour, by: int = 3) -> bool:
    return all(abs(a - b) <= by for a, b in zip(found, wished, strict=True))


def bar_png(colour: Colour) -> bytes:
    """A transparent stage of 1920x1080 with an opaque bar over both pictures, y 900 to 1000."""
    stage = np.zeros((1080, 1920, 4), np.uint8)
    stage[900:1000, 100:1820] = (*reversed(colour), 255)
    done, png = cv2.imencode(".png", stage)
    assert done
    return png.tobytes()


def graphics(png: bytes) -> Graphics:
    """Graphics as an image; a page would be drawn at once."""
    return Graphics(png=lambda: png, show=lambda _: lambda _: True)


def take(director: Director, png: bytes, tables: tuple[str, ...]) -> TakeResult:
    """Takes a two-up with these graphics."""
    return director.take(Shot("two-up", tables), graphics(png))

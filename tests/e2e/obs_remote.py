"""Hands and eyes at OBS: what somebody else does in it, and what its pictures show."""

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
    """A second connection, of somebody who is not Duplicast."""

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
        """Ends when OBS no longer lists it: its window lets go of a scene some frames after OBS has
        answered, and until then nobody can see that it was removed."""
        self("RemoveScene", sceneName=name)
        eventually(
            lambda: name not in [each["sceneName"] for each in self("GetSceneList")["scenes"]],
            f"OBS lets go of {name}",
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
            heard = self._next(until)
            if heard.name in names:
                return heard

    def told(self, *names: str) -> list[str]:
        """Names of the events since the last that was looked at. Waits for those named: who asked
        for a change may have heard of it before OBS has told us."""
        self("BroadcastCustomEvent", eventData={"told": True})
        until, lacking = time.monotonic() + PATIENCE, {*names, "CustomEvent"}
        found: list[str] = []
        while lacking:
            found.append(self._next(until).name)
            lacking.discard(found[-1])
        return [name for name in found if name != "CustomEvent"]

    def _next(self, until: float) -> ObsEvent:
        heard = self.link.inbox.get(timeout=max(0.01, until - time.monotonic()))
        assert isinstance(heard, ObsEvent), "the connection is lost"
        return heard

    def forget(self) -> None:
        """Events that came until now."""
        while True:
            try:
                self.link.inbox.get_nowait()
            except queue.Empty:
                return

    def transition(self, name: str, milliseconds: int = 300) -> None:
        self("SetCurrentSceneTransition", transitionName=name)
        self("SetCurrentSceneTransitionDuration", transitionDuration=milliseconds)

    def scene(self, name: str) -> Picture:
        """One scene at a tenth of its size, drawn for us: not what goes out, but quick."""
        answer = self("GetSourceScreenshot", sourceName=name, imageFormat="png", imageWidth=128)
        png = base64.b64decode(answer["imageData"].partition(",")[2])
        return cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR_RGB)

    def output(self) -> Picture:
        """The true output, as OBS itself writes it down."""
        self.forget()
        self("TriggerHotkeyByName", hotkeyName="OBSBasic.Screenshot")
        path = Path(self.event("ScreenshotSaved").data["savedScreenshotPath"])
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR_RGB)
        path.unlink()
        return picture


def neutral(hand: Hand) -> None:
    """Cuts to a scene of somebody else's, studio mode off."""
    hand("SetStudioModeEnabled", studioModeEnabled=False)
    scenes = [scene["sceneName"] for scene in hand("GetSceneList")["scenes"]]
    if NEUTRAL not in scenes:
        hand("CreateScene", sceneName=NEUTRAL)
        hand.colour_source(NEUTRAL, "Somebody's colour", (90, 90, 90), (1280, 720))
    hand.transition("Cut")
    if hand("GetCurrentProgramScene")["currentProgramSceneName"] != NEUTRAL:
        hand.forget()
        hand("SetCurrentProgramScene", sceneName=NEUTRAL)
        # A service that still runs may get the program loose: then no transition comes to its end.
        hand.event("SceneTransitionEnded", "StudioModeStateChanged")


def colour_at(picture: Picture, x: int, y: int) -> Colour:
    red, green, blue = (int(value) for value in picture[y, x])
    return red, green, blue


def near(found: Colour, wished: Colour, by: int = 3) -> bool:
    return all(abs(a - b) <= by for a, b in zip(found, wished, strict=True))


def bar_png(colour: Colour) -> bytes:
    """A stage of 1920x1080, clear but for an opaque bar over both pictures, y 900 to 1000."""
    stage = np.zeros((1080, 1920, 4), np.uint8)
    stage[900:1000, 100:1820] = (*reversed(colour), 255)
    done, png = cv2.imencode(".png", stage)
    assert done
    return png.tobytes()


def graphics(png: bytes) -> Graphics:
    """As an image; on a page it would be drawn at once."""
    return Graphics(png=lambda: png, show=lambda _: lambda _: True)


def take(director: Director, png: bytes, tables: tuple[str, ...]) -> TakeResult:
    """A two-up under a picture."""
    return director.take(Shot("two-up", tables), graphics(png))

"""The director against raw requests to a real OBS at 720p, in one run."""

from __future__ import annotations

import queue
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

from overlay.raster import stage_png
from overlay.stage import Stage
from producer.obs import BANKS, Bank, Director, Graphics, Online, Shot
from producer.obs.link.connection import Address, Link, Timeouts
from producer.settings import ObsSettings

TESTS = Path(__file__).parents[1] / "tests"
PATIENCE = Timeouts(connect=20, answer=20, ready=60)
SHOT = Shot("four-up", ("1", "2", "3", "4"))
TIMES, REST = 60, 0.1
LIMITS = {"set-up": 3000.0, "take over raw": 10.0, "nothing to do": 50.0, "again": 3000.0}


def main() -> None:
    """Needs OBS and Xvfb, as ``make test`` does; a machine busy with other things tells nothing."""
    if shutil.which("obs") is None or shutil.which("Xvfb") is None:
        say("left out: there is no OBS or no Xvfb (make system)")
        return
    sys.path[:0] = [str(TESTS), str(TESTS / "e2e")]
    obs_process = import_module("obs_process")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with obs_process.running_obs(home / "home") as obs:
            settings = ObsSettings(port=obs.port, password=obs_process.PASSWORD)
            page: Callable[[Bank], str] = str
            with Director(settings, home / "files", page, PATIENCE) as director:
                measured(director, settings, obs)


def measured(director: Director, settings: ObsSettings, obs: Any) -> None:
    say(f"set-up of all scenes          {limited('set-up', timed(director.setup))}")
    idle = [timed(lambda: director.run(director.on_idle)) for _ in range(TIMES)]
    say(f"reconciled, nothing to do     {limited('nothing to do', median(idle))}")
    for _ in BANKS:
        director.take(SHOT, graphics())
    address = Address(settings.host, settings.port, settings.password)
    raw, takes = [], []
    with Link(address, queue.Queue(), PATIENCE).connect() as link:
        for _ in range(TIMES):
            raw.append(raw_switch(link))
            time.sleep(REST)
            director.preview(SHOT, graphics())
            time.sleep(REST)
            takes.append(1000 * director.take(SHOT, graphics()).seconds)
            time.sleep(REST)
    say(f"SetCurrentProgramScene, raw   {median(raw):8.1f} ms")
    say(f"take of what is on preview    {median(takes):8.1f} ms")
    say(f"  over the raw request        {limited('take over raw', median(takes) - median(raw))}")
    obs.kill()
    obs.start()
    say(f"right picture after a restart {limited('again', timed(lambda: back(director)))}")


def raw_switch(link: Link) -> float:
    """Milliseconds from the request until OBS has reported the scene and the transition's end."""
    now = link.request("GetCurrentProgramScene")["currentProgramSceneName"]
    there = now.replace(" A ", " * ").replace(" B ", " A ").replace(" * ", " B ")
    while not link.inbox.empty():
        link.inbox.get()
    begun, awaited = time.perf_counter(), {"CurrentProgramSceneChanged", "SceneTransitionEnded"}
    link.request("SetCurrentProgramScene", {"sceneName": there})
    while awaited:
        awaited.discard(link.inbox.get(timeout=60).name)
    return 1000 * (time.perf_counter() - begun)


def back(director: Director) -> None:
    """Until OBS has our scene on program again."""
    while True:
        state = director.state()
        if isinstance(state, Online) and state.bank is not None:
            return
        time.sleep(0.005)


def graphics() -> Graphics:
    return Graphics(picture, lambda _: lambda _: True)


@cache
def picture() -> bytes:
    return stage_png(Stage(1920, 1080, ()))


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begun)


def limited(what: str, milliseconds: float) -> str:
    return f"{milliseconds:8.1f} ms   (at most {LIMITS[what]:.0f})"


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()

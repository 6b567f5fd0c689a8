"""Sets up all our scenes in OBS, and tears them down; each can also return only its plan."""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from producer.messages import message
from producer.obs.link.connection import DEFAULT_TIMEOUTS, Address, Link, Timeouts
from producer.obs.link.refusals import NotSettled
from producer.obs.scenes.actual import Request
from producer.obs.scenes.diff import Command
from producer.obs.scenes.loaded import LoadedBanks, PageAddress
from producer.obs.scenes.reconcile import ONE_FRAME, difference, ensure, read_overview
from producer.obs.scenes.removal import removals
from producer.obs.scenes.wanted import is_ours
from producer.settings import ObsSettings

Result = TypeVar("Result")
MAX_FRAMES = 20
"""Frames that OBS may take to forget what was removed."""


def on_obs(
    settings: ObsSettings, work: Callable[[Link], Result], timeouts: Timeouts = DEFAULT_TIMEOUTS
) -> Result:
    """Runs ``work`` on a new connection and returns its result. Raises an ObsRefusal."""
    address = Address(settings.host, settings.port, settings.password)
    with Link(address, queue.Queue(), timeouts).connect() as link:
        return work(link)


def set_up(
    link: Link, settings: ObsSettings, folder: Path, page: PageAddress, *, dry: bool = False
) -> tuple[Command, ...]:
    """Creates the missing scenes; existing ones stay as they are, because they may be on air.

    Returns what was sent, or with ``dry`` what would be.
    """
    now = read_overview(link)
    wanted = LoadedBanks(settings, folder, page).everything(now)
    if dry:
        return tuple(difference(link, wanted, now))
    return ensure(link, wanted)


def tear_down(link: Link, settings: ObsSettings, *, dry: bool = False) -> tuple[Command, ...]:
    """Removes everything whose name has our prefix. Returns what was sent, or with ``dry`` what
    would be.

    Raises NotInObs if a scene of ours is on program, NotSettled if something remains.
    """
    now = read_overview(link)
    plan = removals(settings.prefix, now, _contents(link, now.sources))
    if dry or not plan:
        return tuple(plan)
    link.each(
        [(command.request, command.data) for command in plan]
    )  # removing one may remove others
    for _ in range(MAX_FRAMES):
        left = [name for name in read_overview(link).sources if is_ours(name, settings.prefix)]
        if not left:
            return tuple(plan)
        link.batch([ONE_FRAME], in_one_frame=True)
    raise NotSettled(
        message("OBS still has {left}", left=", ".join(left)),
        message("Remove it in OBS, or restart OBS"),
    )


def _contents(link: Link, sources: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The sources in every scene and group, by its name."""
    groups = link.request("GetGroupList")["groups"]
    requests: list[tuple[str, Request]] = [
        (name, ("GetSceneItemList", {"sceneName": name}))
        for name, kind in sources.items()
        if kind == "scene"
    ]
    requests += [(name, ("GetGroupSceneItemList", {"sceneName": name})) for name in groups]
    answers = link.batch([request for _, request in requests])
    return {
        name: tuple(item["sourceName"] for item in answer["sceneItems"])
        for (name, _), answer in zip(requests, answers, strict=True)
    }

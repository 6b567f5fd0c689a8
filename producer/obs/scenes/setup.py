"""All of ours into OBS, and all of it out again, each with a plan in words beforehand."""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from producer.obs.director.takes import Held, Page
from producer.obs.link.connection import PATIENT, Address, Link, Patience
from producer.obs.link.refusals import NotSettled
from producer.obs.scenes.actual import Question
from producer.obs.scenes.diff import Command
from producer.obs.scenes.reconcile import ONE_FRAME, difference, ensure, look
from producer.obs.scenes.removal import removing
from producer.obs.scenes.wanted import is_ours
from producer.settings import ObsSettings

Found = TypeVar("Found")
LOOKS = 20
"""Frames that OBS may take to let go of what was removed."""


def on_obs(
    settings: ObsSettings, work: Callable[[Link], Found], patience: Patience = PATIENT
) -> Found:
    """What ``work`` returns on a connection of its own. Raises an ObsRefusal."""
    address = Address(settings.host, settings.port, settings.password)
    with Link(address, queue.Queue(), patience).connect() as link:
        return work(link)


def set_up(
    link: Link, settings: ObsSettings, folder: Path, page: Page, *, dry: bool = False
) -> tuple[Command, ...]:
    """Makes the scenes that are missing; those of ours that are there stay as they are, for they
    may be on air. What was sent, or with ``dry`` what would be."""
    now = look(link)
    wanted = Held(settings, folder, page).everything(now)
    if dry:
        return tuple(difference(link, wanted, now))
    return ensure(link, wanted)


def tear_down(link: Link, settings: ObsSettings, *, dry: bool = False) -> tuple[Command, ...]:
    """Removes all that begins with our prefix. What was sent, or with ``dry`` what would be.

    Raises NotInObs where a scene of ours is on program, NotSettled where something stays.
    """
    now = look(link)
    plan = removing(settings.prefix, now, _contents(link, now.sources))
    if dry or not plan:
        return tuple(plan)
    link.each([(command.request, command.data) for command in plan])  # some go with others
    for _ in range(LOOKS):
        left = [name for name in look(link).sources if is_ours(name, settings.prefix)]
        if not left:
            return tuple(plan)
        link.batch([ONE_FRAME], in_one_frame=True)
    raise NotSettled(f"OBS still has {', '.join(left)}", "Remove it in OBS, or start OBS again")


def _contents(link: Link, sources: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The sources in every scene and group."""
    groups = link.request("GetGroupList")["groups"]
    asked: list[tuple[str, Question]] = [
        (name, ("GetSceneItemList", {"sceneName": name}))
        for name, kind in sources.items()
        if kind == "scene"
    ]
    asked += [(name, ("GetGroupSceneItemList", {"sceneName": name})) for name in groups]
    answers = link.batch([question for _, question in asked])
    return {
        name: tuple(item["sourceName"] for item in answer["sceneItems"])
        for (name, _), answer in zip(asked, answers, strict=True)
    }

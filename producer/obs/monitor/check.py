"""``duplicast obs check``: whether OBS is reachable and usable, with hints how to fix it."""

from __future__ import annotations

import queue
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from producer.messages import message
from producer.obs.link.connection import DEFAULT_TIMEOUTS, Address, Link, Timeouts
from producer.obs.link.refusals import NotInObs, ObsRefusal
from producer.obs.scenes.actual import Overview
from producer.obs.scenes.reconcile import read_overview
from producer.obs.scenes.table_pictures import COLOUR, made
from producer.obs.scenes.wanted import BROWSER, IMAGE
from producer.settings import ObsSettings, PictureSource
from producer.stages.entry import WIDE

Mark = Literal["good", "note", "bad"]


@dataclass(frozen=True, slots=True)
class Finding:
    """``note``: usable, but worth knowing. ``hint``: how to fix it, empty if nothing is wrong."""

    mark: Mark
    what: str
    words: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    findings: tuple[Finding, ...]

    @property
    def usable(self) -> bool:
        return all(finding.mark != "bad" for finding in self.findings)


@dataclass(frozen=True, slots=True)
class ObsChecked:
    """One OBS before a show. ``sources``: the names of all its scenes and sources. ``missing``:
    what set-up would make or change, in words."""

    findings: tuple[Finding, ...]
    sources: frozenset[str]
    missing: tuple[str, ...]


def check(settings: ObsSettings, timeouts: Timeouts = DEFAULT_TIMEOUTS) -> Report:
    """Checks the OBS of the settings; changes nothing in it."""
    address = Address(settings.host, settings.port, settings.password)
    place = f"{settings.host}:{settings.port}"
    try:
        with Link(address, queue.Queue(), timeouts).connect() as link:
            return Report(
                (
                    Finding("good", "reachable", message("OBS answers at {place}", place=place)),
                    *findings(settings, link.version, read_overview(link)),
                )
            )
    except ObsRefusal as refusal:
        return Report((Finding("bad", "reachable", refusal.reason, refusal.hint),))


def findings(
    settings: ObsSettings, version: Mapping[str, Any], obs: Overview
) -> tuple[Finding, ...]:
    """The findings on versions, sources, canvas, studio mode and pictures."""
    return (
        Finding(
            "good",
            "version",
            message(
                "OBS {version}, obs-websocket {link}",
                version=version["obsVersion"],
                link=version["obsWebSocketVersion"],
            ),
        ),
        _graphics(settings, obs.kinds),
        _canvas(obs),
        _studio(obs),
        *_kinds(obs.kinds),
        *(_picture(table, picture, obs) for table, picture in settings.pictures.items()),
        *_named("backdrop", settings.backdrop, obs),
        *_named("safe", settings.safe, obs),
    )


def _graphics(settings: ObsSettings, kinds: frozenset[str]) -> Finding:
    what = "graphics"
    if settings.graphics == "image":
        return Finding("good", what, message("graphics come as an image source, as set"))
    if BROWSER in kinds:
        return Finding("good", what, message("OBS has the browser source; graphics come as a page"))
    if settings.graphics == "browser":
        return Finding(
            "bad",
            what,
            message("OBS has no browser source, and the setting obs.graphics needs it"),
            message("Set obs.graphics to auto or image, or install OBS from obsproject.com"),
        )
    return Finding(
        "note",
        what,
        message("OBS has no browser source; graphics come as an image source, without animation"),
        message("For animated graphics install OBS from obsproject.com"),
    )


def _canvas(obs: Overview) -> Finding:
    width, height = obs.canvas
    words = message("the canvas is {width}x{height}", width=width, height=height)
    if width * WIDE[1] != height * WIDE[0]:
        return Finding(
            "note",
            "canvas",
            message("{words}; graphics are drawn for 16:9 and leave black bars", words=words),
            message("In OBS set Settings > Video > Base (Canvas) Resolution to 1920x1080"),
        )
    return Finding("good", "canvas", words)


def _studio(obs: Overview) -> Finding:
    if obs.studio:
        return Finding(
            "note",
            "studio",
            message(
                "studio mode is on: a change to the scene on program appears only with a transition"
            ),
        )
    return Finding("good", "studio", message("studio mode is off"))


def _kinds(kinds: frozenset[str]) -> list[Finding]:
    return [
        Finding(
            "bad",
            "sources",
            message("OBS lacks the source kind {kind}", kind=kind),
            message("Install OBS 28 or newer"),
        )
        for kind in (IMAGE, COLOUR)
        if kind not in kinds
    ]


def _picture(table: str, picture: PictureSource, obs: Overview) -> Finding:
    what, source = "picture", picture.source
    if not source:
        try:
            own = made(table, picture, obs.kinds, obs.canvas)
        except NotInObs as lacking:
            return Finding("bad", what, lacking.reason, lacking.hint)
        return Finding(
            "good",
            what,
            message(
                "table {table} gets a source of kind {kind}", table=table, kind=own and own.kind
            ),
        )
    if source in obs.sources:
        return Finding(
            "good",
            what,
            message(
                "table {table} is shown by the source {source}", table=table, source=repr(source)
            ),
        )
    return Finding(
        "bad",
        what,
        message("OBS has no source {source} for table {table}", source=repr(source), table=table),
        message("Add it in OBS, or correct the name in the setting obs.pictures"),
    )


def _named(setting: str, source: str, obs: Overview) -> list[Finding]:
    if not source or source in obs.sources:
        return []
    words = message(
        "OBS has no source {source}, which the setting obs.{setting} names",
        source=repr(source),
        setting=setting,
    )
    return [Finding("bad", setting, words, message("Add it in OBS, or correct the setting"))]

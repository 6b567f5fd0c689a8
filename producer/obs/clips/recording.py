"""Records clips on air with OBS's own recording, with chapter marks if OBS can set them."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from producer.obs.clips.status import ClipEvent
from producer.obs.director.outputs import Output, Outputs
from producer.obs.link.connection import Link
from producer.obs.link.refusals import ObsRefusal, RequestFailed
from producer.settings import MAIN

log = logging.getLogger(__name__)

CHAPTER = "CreateRecordChapter"

NO_CHAPTERS = (
    "OBS {version} cannot set chapter marks: OBS 30.2 or newer can, recording as Hybrid MP4"
)


@dataclass(frozen=True, slots=True)
class Recording:
    """``active``: a recording that we started is running. ``file``: the last recording's, on
    OBS's machine. ``notes``: for the producer."""

    active: bool = False
    file: str = ""
    notes: tuple[str, ...] = ()


def begin(link: Link) -> bool:
    """Starts recording; ``False`` if OBS records already, for somebody else."""
    if link.request("GetRecordStatus")["outputActive"]:
        return False
    link.request("StartRecord")
    return True


def chapter(link: Link, name: str) -> str:
    """Sets a chapter mark here. Returns why it could not, or an empty text."""
    if CHAPTER not in link.version["availableRequests"]:
        return NO_CHAPTERS.format(version=link.version["obsVersion"])
    try:
        link.request(CHAPTER, {"chapterName": name})
    except RequestFailed as failure:
        return f"OBS set no chapter mark: {failure.comment or failure.code}"
    return ""


def end(link: Link) -> str:
    """Stops recording; returns the file on OBS's machine."""
    return str(link.request("StopRecord")["outputPath"])


class Recorder:
    """Records every clip on every OBS, from just before it goes on air until it is off air."""

    def __init__(self, outputs: Outputs) -> None:
        self._outputs = outputs
        self._ours: frozenset[str] = frozenset()
        self._now = Recording()

    def now(self) -> Recording:
        return self._now

    def before(self) -> None:
        """Starts recording. An OBS that cannot record gets a note; the clip goes on air anyway."""

        def start(output: Output) -> bool:
            return output.on(lambda link, _, __: begin(link))

        started = self._outputs.each(start)
        self._ours |= {name for name, ours in started.done.items() if ours}
        notes = [f"not recorded on {name}: {why.reason}" for name, why in started.refused.items()]
        self._now = Recording(bool(self._ours), self._now.file, tuple(notes))

    def on_event(self, event: ClipEvent) -> None:
        """Sets a chapter mark, and ends the recording when the clip goes off air."""
        if not self._ours:
            return
        name = f"{event.clip.name}: {event.what}"

        def mark(output: Output) -> str:
            return output.on(lambda link, _, __: chapter(link, name))

        marked = self._outputs.each(mark).done
        notes = tuple(sorted({note for note in marked.values() if note}))
        self._now = replace(self._now, notes=notes)
        if event.what == "off air":
            self._end()

    def _end(self) -> None:
        def stop(output: Output) -> str:
            return output.on(lambda link, _, __: end(link)) if output.name in self._ours else ""

        try:
            stopped = self._outputs.each(stop)
        except ObsRefusal as refusal:
            log.warning("the recording was not stopped: %s", refusal)
            return
        self._ours = frozenset()
        files = stopped.done
        file = files.get(MAIN) or next((each for each in files.values() if each), "")
        self._now = replace(self._now, active=False, file=file)

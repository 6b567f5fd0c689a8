"""OBS's own recording around a segment, with chapter marks where OBS can set them."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from producer.obs.clips.status import Run
from producer.obs.director.several import Output, Several
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
    """``active``: a recording we started runs. ``file``: the last one's, on OBS's machine.
    ``notes``: what a person should know, by the name of the output."""

    active: bool = False
    file: str = ""
    notes: tuple[str, ...] = ()


def begin(link: Link) -> bool:
    """Starts to record; ``False`` where OBS records already, which is then somebody else's."""
    if link.request("GetRecordStatus")["outputActive"]:
        return False
    link.request("StartRecord")
    return True


def chapter(link: Link, name: str) -> str:
    """Marks this point of the recording; why it could not, else nothing."""
    if CHAPTER not in link.version["availableRequests"]:
        return NO_CHAPTERS.format(version=link.version["obsVersion"])
    try:
        link.request(CHAPTER, {"chapterName": name})
    except RequestFailed as failure:
        return f"OBS set no chapter mark: {failure.comment or failure.code}"
    return ""


def end(link: Link) -> str:
    """Stops recording; the file, on OBS's machine."""
    return str(link.request("StopRecord")["outputPath"])


class Recorder:
    """Records every segment from just before it is on air until it is off again, on every OBS."""

    def __init__(self, outputs: Several) -> None:
        self._outputs = outputs
        self._ours: frozenset[str] = frozenset()
        self._now = Recording()

    def now(self) -> Recording:
        return self._now

    def before(self) -> None:
        """A segment goes on air. What cannot be recorded is told and keeps nothing from air."""

        def start(output: Output) -> bool:
            return output.on(lambda link, _, __: begin(link))

        started = self._outputs.each(start)
        self._ours |= {name for name, ours in started.done.items() if ours}
        notes = [f"not recorded on {name}: {why.reason}" for name, why in started.refused.items()]
        self._now = Recording(bool(self._ours), self._now.file, tuple(notes))

    def heard(self, run: Run) -> None:
        """Marks what became of the segment, and ends the recording when it is off air."""
        if not self._ours:
            return
        name = f"{run.film.name}: {run.what}"

        def mark(output: Output) -> str:
            return output.on(lambda link, _, __: chapter(link, name))

        marked = self._outputs.each(mark).done
        notes = tuple(sorted({note for note in marked.values() if note}))
        self._now = replace(self._now, notes=notes)
        if run.what == "off air":
            self._end()

    def _end(self) -> None:
        def stop(output: Output) -> str:
            return output.on(lambda link, _, __: end(link)) if output.name in self._ours else ""

        try:
            stopped = self._outputs.each(stop)
        except ObsRefusal as refusal:
            log.warning("the recording was not ended: %s", refusal)
            return
        self._ours = frozenset()
        files = stopped.done
        file = files.get(MAIN) or next((each for each in files.values() if each), "")
        self._now = replace(self._now, active=False, file=file)

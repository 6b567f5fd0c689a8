"""Long work in processes of its own: started, followed, cancelled, queued again after a restart.

One process runs at a time, with low priority. It prints its progress on standard output, a line of
JSON each, ``{"done": 30, "of": 1500}``; what it says last on standard error is the reason if it
fails. Unfinished files belong into the folder that ``SCRATCH`` in its command stands for, which is
removed however the process ends.
"""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from producer.files import write_whole
from producer.json_text import read_json, read_model
from producer.texts import visible

log = logging.getLogger(__name__)

State = Literal["queued", "running", "done", "failed", "cancelled"]
OVER: frozenset[State] = frozenset({"done", "failed", "cancelled"})

SCRATCH = "{scratch}"
"""In a command: the job's own folder for unfinished files."""

MOST_MEMORY = 1_500
"""Megabytes that a process may take; measured where the system has /proc."""

MOST_QUEUED, MOST_OVER, MOST_STARTS = 50, 50, 3
"""Jobs that wait; jobs that are listed when they are over; times that a job is begun."""

LOOK_EVERY, GRACE = 0.25, 5.0
"""Seconds between two looks at a process; seconds that it gets to stop by itself."""

LONGEST_REASON = 500
_MEGABYTE = 1024 * 1024


class NoSuchJob(LookupError):
    """There is no job with this id."""


class CannotStart(ValueError):
    """The job cannot be queued; the message says why."""


ASKED_BY = "DUPLICAST_ASKED_BY"
"""The variable of a job's process that names who asked for it."""


class Job(BaseModel):
    """One job. ``command``: the arguments of its command line. ``about``: its line in lists of
    jobs. ``of``: 0 until the process has reported. ``starts``: how often it was begun. Times are
    seconds since 1970, 0 for not yet. ``reason``: why it failed. ``by``: who asked for it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(pattern="^[0-9a-f]{8}$")]
    command: tuple[str, ...]
    about: dict[str, Any]
    state: State = "queued"
    done: int = 0
    of: int = 0
    starts: int = 0
    queued: float = 0.0
    begun: float = 0.0
    ended: float = 0.0
    reason: str = ""
    by: str = ""

    def left(self, now: float) -> float | None:
        """The seconds it still takes at its pace until ``now``; ``None`` without one.

        >>> half = Job(id="00000000", command=(), about={}, state="running", done=50, of=100)
        >>> half.left(8.0)
        8.0
        """
        if self.state != "running" or not self.done or not self.of:
            return None
        return (now - self.begun) * (self.of - self.done) / self.done


class Jobs:
    """The jobs of one folder: a file each, so that they outlive the service.

    ``memory``: the megabytes that a process may take.
    """

    def __init__(self, folder: Path, memory: int = MOST_MEMORY) -> None:
        self._folder = folder
        self._memory = memory
        self._changed = threading.Condition()
        self._jobs: dict[str, Job] = {}
        self._process: subprocess.Popen[str] | None = None
        self._cancelled: set[str] = set()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="jobs", daemon=True)

    def start(self) -> None:
        """Begins to work. A job that was running when the service ended is queued again."""
        with self._changed:
            for job in _stored(self._folder):
                self._jobs[job.id] = job
                shutil.rmtree(self._scratch(job), ignore_errors=True)
                if job.state == "running":
                    self._lost(job)
        self._thread.start()

    def stop(self) -> None:
        """Ends the running process; its job is queued again by the next ``start``."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    def all(self) -> tuple[Job, ...]:
        """All jobs, those queued first at the front."""
        with self._changed:
            return tuple(sorted(self._jobs.values(), key=lambda job: job.queued))

    def add(self, command: Sequence[str], about: Mapping[str, Any], by: str = "") -> Job:
        """Queues a job that ``by`` asked for. Raises CannotStart while too many wait, and OSError
        where its file cannot be written."""
        with self._changed:
            waiting = sum(job.state == "queued" for job in self._jobs.values())
            if waiting >= MOST_QUEUED:
                raise CannotStart(f"{waiting} jobs are waiting already; cancel some, or wait")
            job = Job(
                id=secrets.token_hex(4),
                command=tuple(command),
                about=dict(about),
                queued=time.time(),
                by=by,
            )
            self._write(job)
            self._jobs[job.id] = job
            self._forget_old()
            self._changed.notify_all()
            return job

    def cancel(self, id_: str) -> Job:
        """Cancels a job that is queued or running; one that is over stays as it is. Returns once
        its process has ended. Raises NoSuchJob."""
        with self._changed:
            job = self._jobs.get(id_)
            if job is None:
                raise NoSuchJob(id_)
            if job.state == "queued":
                return self._note(job, _over("cancelled"))
            if job.state == "running":
                self._cancelled.add(id_)
                self._changed.wait_for(lambda: self._jobs[id_].state != "running")
            return self._jobs[id_]

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._stopping or self._next() is not None)
                job = self._next()
                if self._stopping or job is None:
                    return
                begun = {"state": "running", "begun": time.time(), "starts": job.starts + 1}
                job = self._note(job, begun)
            ended = self._work(job)
            with self._changed:
                self._cancelled.discard(job.id)
                self._note(self._jobs[job.id], ended)
                self._changed.notify_all()

    def _next(self) -> Job | None:
        waiting = [job for job in self._jobs.values() if job.state == "queued"]
        return min(waiting, key=lambda job: job.queued, default=None)

    def _work(self, job: Job) -> dict[str, Any]:
        """Runs the job's process to its end; returns what changes in the job."""
        scratch = self._scratch(job)
        said: deque[str] = deque(maxlen=1)
        try:
            scratch.mkdir(parents=True)
            with subprocess.Popen(
                [word.replace(SCRATCH, str(scratch)) for word in job.command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
                env=os.environ | ({ASKED_BY: job.by} if job.by else {}),
            ) as process:
                _low_priority(process)
                readers = (
                    threading.Thread(target=self._follow, args=(job.id, process.stdout)),
                    threading.Thread(target=_last_line, args=(process.stderr, said)),
                )
                for reader in readers:
                    reader.start()
                stopped = self._watch(job, process)
                for reader in readers:
                    reader.join()
        except OSError as error:
            return _over("failed", f"{error.filename or job.command[0]}: {error.strerror}")
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        if stopped is not None:
            return stopped
        if process.returncode == 0:
            return _over("done")
        return _over("failed", said[0] if said else f"ended with status {process.returncode}")

    def _watch(self, job: Job, process: subprocess.Popen[str]) -> dict[str, Any] | None:
        """Waits for the end of the process. Returns what changes in the job if the process was
        stopped, ``None`` if it ended by itself."""
        while True:
            try:
                process.wait(LOOK_EVERY)
            except subprocess.TimeoutExpired:
                stopped = self._reason_to_stop(job, process.pid)
                if stopped is not None:
                    _end(process)
                    return stopped
            else:
                return None

    def _reason_to_stop(self, job: Job, pid: int) -> dict[str, Any] | None:
        with self._changed:
            if job.id in self._cancelled:
                return _over("cancelled")
            if self._stopping:
                return {"state": "queued"}
        if _megabytes(pid) > self._memory:
            return _over("failed", f"it took more than {self._memory} MB of memory")
        return None

    def _follow(self, id_: str, lines: Any) -> None:
        for line in lines:
            done, of = _progress(line)
            if of:
                with self._changed:
                    reached = {"done": done, "of": of}
                    self._jobs[id_] = self._jobs[id_].model_copy(update=reached)

    def _lost(self, job: Job) -> None:
        if job.starts >= MOST_STARTS:
            reason = f"it was begun {job.starts} times, and the service ended each time"
            self._note(job, _over("failed", reason))
        else:
            self._note(job, {"state": "queued", "done": 0, "of": 0})

    def _note(self, job: Job, changes: Mapping[str, Any]) -> Job:
        """Changes the job, also where its file cannot be written: then the log says so."""
        changed = self._jobs[job.id] = job.model_copy(update=changes)
        try:
            self._write(changed)
        except OSError as error:
            log.error("the state of a job was not stored: %s: %s", error.filename, error.strerror)
        return changed

    def _write(self, job: Job) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._file(job), job.model_dump_json(indent=2).encode() + b"\n")

    def _forget_old(self) -> None:
        over = sorted(
            (job for job in self._jobs.values() if job.state in OVER), key=lambda job: job.ended
        )
        for job in over[:-MOST_OVER]:
            self._file(job).unlink(missing_ok=True)
            del self._jobs[job.id]

    def _file(self, job: Job) -> Path:
        return self._folder / f"{job.id}.json"

    def _scratch(self, job: Job) -> Path:
        return self._folder / f"{job.id}.unfinished"


def _stored(folder: Path) -> list[Job]:
    """The jobs stored in ``folder``; a file that cannot be read is named in the log."""
    found = []
    for file in sorted(folder.glob("*.json")) if folder.is_dir() else []:
        try:
            found.append(read_model(Job, file.read_bytes()))
        except (OSError, ValidationError) as error:
            log.warning("the job %s cannot be read: %s", file, error)
    return found


def _over(state: State, reason: str = "") -> dict[str, Any]:
    return {"state": state, "ended": time.time(), "reason": visible(reason)[:LONGEST_REASON]}


def _progress(line: str) -> tuple[int, int]:
    """How much is done, and of how much; zeros for a line that is none of progress.

    >>> _progress('{"done": 3, "of": 7}'), _progress("reading"), _progress("[]")
    ((3, 7), (0, 0), (0, 0))
    """
    try:
        said = read_json(line)
    except (ValueError, RecursionError):
        return 0, 0
    numbers = (said.get("done"), said.get("of")) if isinstance(said, dict) else (None, None)
    done, of = (number if isinstance(number, int) else 0 for number in numbers)
    return done, of


def _last_line(lines: Any, said: deque[str]) -> None:
    said.extend(filter(None, map(str.strip, lines)))


def _low_priority(process: subprocess.Popen[str]) -> None:
    if sys.platform != "win32" and process.poll() is None:
        os.setpriority(os.PRIO_PROCESS, process.pid, 10)


def _end(process: subprocess.Popen[str]) -> None:
    """Ends the process and all that it started: as Ctrl-C does, and after a while at once."""
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
        with suppress(ProcessLookupError):  # all of them have ended
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _megabytes(pid: int) -> float:
    """The memory of a process; 0 where there is no /proc, or no such process any more."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except (OSError, IndexError):
        return 0.0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / _MEGABYTE

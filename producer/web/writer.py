"""The record's writer, a process beside the service (``producer.record.apart``)."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from producer.release import Receipt, StoreError, apart
from producer.web.inlet import Item, Unsure

AHEAD = 2
"""Commits that it is asked for at once: it has the next at hand when one is on the disk."""

PATIENCE = 5.0
"""Seconds that it gets to end once nothing more is asked of it: it may be at the disk."""


@dataclass(slots=True)
class _Running:
    """The process, those who wait for its answers in their order, and who hears these."""

    process: Process
    answers: deque[asyncio.Future[bytes]] = field(default_factory=deque)
    hearing: asyncio.Task[None] | None = None


@dataclass(slots=True)
class Writer:
    """In one event loop only. One that has ended is started again when something is to be taken."""

    record: Path
    _running: _Running | None = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def start(self) -> None:
        """Raises StoreError where the machine has no room for it."""
        code = ["-P", "-c", apart.CODE, str(self.record)]
        paths = os.pathsep.join(filter(None, sys.path))
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, *code, stdin=PIPE, stdout=PIPE,
                env={**os.environ, "PYTHONPATH": paths}, **_by_itself(),
            )  # fmt: skip
        except OSError as error:
            raise StoreError(
                str(self.record),
                f"what writes the record cannot be started ({error.strerror or error})",
                "Look for free memory and processes on this machine, and send the same once more",
            ) from error
        self._running = _Running(process)
        self._running.hearing = asyncio.create_task(self._hear(self._running))

    async def take(self, items: list[Item]) -> list[Receipt]:
        """What became of each of ``items``, on disk; in the order of the calls.

        Raises StoreError, and then nothing of ``items`` was taken; Unsure, and nobody knows.
        """
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        async with self._turn:
            if self._running is None:
                await self.start()
            assert self._running is not None, "it was started"
            self._ask(self._running, apart.packed(items), answer)
        return apart.unpacked(await answer)

    async def stop(self) -> None:
        """Lets it finish what it has been asked for."""
        running = self._running
        if running is None or running.hearing is None:
            return
        assert running.process.stdin is not None, "it is a pipe"
        running.process.stdin.close()
        try:
            await asyncio.wait_for(running.hearing, PATIENCE)
        except TimeoutError:
            running.process.kill()
        await running.process.wait()

    def _ask(self, running: _Running, request: bytes, answer: asyncio.Future[bytes]) -> None:
        assert running.process.stdin is not None, "it is a pipe"
        running.answers.append(answer)
        try:
            running.process.stdin.write(request)
        except (OSError, RuntimeError) as error:  # uvloop's word for a line that is closed
            self._ended(running, error)

    async def _hear(self, running: _Running) -> None:
        stdout, head = running.process.stdout, apart.LENGTH
        assert stdout is not None, "it is a pipe"
        try:
            while True:
                (length,) = head.unpack(await stdout.readexactly(head.size))
                body = await stdout.readexactly(length)
                answer = running.answers.popleft()
                if not answer.done():
                    answer.set_result(body)
        except (OSError, EOFError) as error:
            self._ended(running, error)

    def _ended(self, running: _Running, cause: Exception) -> None:
        """Nobody knows what became of what it was asked for."""
        if self._running is running:
            self._running = None
        while running.answers:
            answer = running.answers.popleft()
            if not answer.done():
                told = Unsure(
                    str(self.record),
                    "what writes the record has ended, and is started again",
                    "Send the same once more: what was taken already is known",
                )
                told.__cause__ = cause
                answer.set_exception(told)


def _by_itself() -> dict[str, Any]:
    """Ctrl-C in the terminal is the service's, which then lets its writer finish."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}

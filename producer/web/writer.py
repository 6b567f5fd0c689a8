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

from producer.release import StoreError, Taken, apart
from producer.web.inlet import Item

AHEAD = 2
"""Commits that it is asked for at once: it has the next at hand when one is on the disk."""

PATIENCE = 5.0
"""Seconds that it gets to end once nothing more is asked of it: it may be at the disk."""


@dataclass(slots=True)
class Writer:
    """In one event loop only. One that has ended is started again when something is to be taken."""

    record: Path
    _process: Process | None = None
    _listening: asyncio.Task[None] | None = None
    _answers: deque[asyncio.Future[bytes]] = field(default_factory=deque)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def start(self) -> None:
        code = ["-P", "-c", apart.CODE, str(self.record)]
        paths = os.pathsep.join(filter(None, sys.path))
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *code, stdin=PIPE, stdout=PIPE, env={**os.environ, "PYTHONPATH": paths},
            **_by_itself(),
        )  # fmt: skip
        self._listening = asyncio.create_task(self._listen(self._process))

    async def take(self, items: list[Item]) -> list[Taken]:
        """What became of each of ``items``, on disk; in the order of the calls.

        Raises StoreError, and then nothing of ``items`` was taken, or nobody knows: what is sent
        again is known again.
        """
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        async with self._turn:
            if self._process is None:
                await self.start()
            assert self._process is not None, "it was started"
            assert self._process.stdin is not None, "it is a pipe"
            self._answers.append(answer)
            self._process.stdin.write(apart.packed(items))
        return apart.unpacked(await answer)

    async def stop(self) -> None:
        """Lets it finish what it has been asked for."""
        process, listening = self._process, self._listening
        if process is None or listening is None:
            return
        assert process.stdin is not None, "it is a pipe"
        process.stdin.close()
        try:
            await asyncio.wait_for(listening, PATIENCE)
        except TimeoutError:
            process.kill()
        await process.wait()

    async def _listen(self, process: Process) -> None:
        assert process.stdout is not None, "it is a pipe"
        head = apart.LENGTH
        try:
            while True:
                (length,) = head.unpack(await process.stdout.readexactly(head.size))
                body = await process.stdout.readexactly(length)
                answer = self._answers.popleft()
                if not answer.done():
                    answer.set_result(body)
        except (OSError, EOFError) as error:
            self._process = None
            self._fail(error)

    def _fail(self, cause: Exception) -> None:
        """Nobody knows what became of what it was asked for."""
        while self._answers:
            answer = self._answers.popleft()
            if not answer.done():
                told = StoreError(
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

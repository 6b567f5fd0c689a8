"""A step that the service repeats for as long as it runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from producer.release import StoreError
from producer.web.ops.errors import error_location

log = logging.getLogger("duplicast.web")


@dataclass(slots=True)
class Repeated:
    """``step`` again after ``pause()`` seconds, or after ``soon``, but not before ``rest`` seconds
    have passed. A step that fails is logged as ``failing``; the next may succeed. Use it in one
    event loop only."""

    step: Callable[[], Awaitable[None]]
    failing: str
    pause: Callable[[], float]
    rest: float = 0.0
    _asked: asyncio.Event = field(default_factory=asyncio.Event)
    _running: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    def soon(self) -> None:
        self._asked.set()

    async def _run(self) -> None:
        while True:
            try:
                await self.step()
            except StoreError as error:
                log.warning("%s: %s", self.failing, error.reason)
            except Exception as error:  # noqa: BLE001 - logged; the next step may succeed
                log.error("%s: %s", self.failing, error_location(error))
            await asyncio.sleep(self.rest)
            try:
                await asyncio.wait_for(self._asked.wait(), self.pause())
            except TimeoutError:
                continue
            self._asked.clear()

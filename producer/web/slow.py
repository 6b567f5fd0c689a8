"""Messages that do not come: whoever waits for one is told in time."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from starlette.types import Message, Receive

LOOK = 0.5
"""Seconds between looks at all that wait, and how late one of them may be told."""

OVER = float("-inf")


@dataclass(slots=True)
class Waiting:
    """In one event loop only. A timer of its own for each would cost a small request as much as
    all else that is done for it. ``until``: by task, the loop's time; OVER where it was told."""

    until: dict[asyncio.Task[object], float] = field(default_factory=dict)
    _looking: bool = False

    async def message(self, receive: Receive, until: float) -> Message:
        """The next message. Raises TimeoutError where none comes until the loop's time ``until``,
        or LOOK after it."""
        task = asyncio.current_task()
        assert task is not None, "a request is a task"
        self.until[task] = until
        if not self._looking:
            self._looking = True
            asyncio.get_running_loop().call_later(LOOK, self._look)
        try:
            return await receive()
        except asyncio.CancelledError as error:
            if self.until[task] == OVER and not task.uncancel():
                raise TimeoutError from error
            raise
        finally:
            del self.until[task]

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        late = [task for task, until in self.until.items() if OVER < until <= now]
        for task in late:
            self.until[task] = OVER
            task.cancel()
        self._looking = bool(self.until)
        if self._looking:
            loop.call_later(LOOK, self._look)

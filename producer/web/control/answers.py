"""Answers to controls by the ids of their requests: one that is repeated is not done again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

from starlette.responses import Response

from producer.web.ops.errors import Refusal

MOST = 500
"""Answers that are remembered."""

Key = tuple[str, str]
"""Who sent the request, and its id."""


@dataclass(slots=True)
class ControlAnswers:
    """Use it in the event loop only."""

    _by_key: OrderedDict[Key, tuple[str, asyncio.Task[Response]]] = field(
        default_factory=OrderedDict
    )

    async def once(
        self, key: Key, action: str, work: Callable[[], Awaitable[Response]]
    ) -> Response:
        """The answer to the request, also while it is still being done. What failed may be tried
        again with its id. Raises Refusal where another action had the id."""
        earlier = self._by_key.get(key)
        if earlier is None:
            earlier = action, asyncio.ensure_future(_awaited(work))
            self._by_key[key] = earlier
            earlier[1].add_done_callback(partial(self._forget_failed, key))
            while len(self._by_key) > MOST:
                self._by_key.popitem(last=False)
        if earlier[0] != action:
            raise Refusal(
                409, f"Not done: {earlier[0]} had the same id.", "Give every press its own id."
            )
        return await asyncio.shield(earlier[1])

    def _forget_failed(self, key: Key, done: asyncio.Task[Response]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._by_key.pop(key, None)


async def _awaited(work: Callable[[], Awaitable[Response]]) -> Response:
    return await work()

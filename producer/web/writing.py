"""Threads for what an answer needs in the record first: they may wait for the disk half a minute
each, and hold up nothing but each other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

Told = ParamSpec("Told")
Outcome = TypeVar("Outcome")

_WRITERS = ThreadPoolExecutor(4, "writers")


async def written(
    work: Callable[Told, Outcome], *args: Told.args, **kwargs: Told.kwargs
) -> Outcome:
    """What ``work``, which writes to the record, returns or raises."""
    call = partial(work, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_WRITERS, call)

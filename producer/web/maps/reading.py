"""Reads the files of a map for its page, in a process of its own: takes and feeds do not wait."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import ParamSpec, TypeVar

LARGEST = 64_000_000
"""Bytes of files that the page reads; the command line reads more."""

NICE = 10
"""Priority of the reading process (nice(2))."""

Parameters = ParamSpec("Parameters")
Outcome = TypeVar("Outcome")


async def read_apart(
    work: Callable[Parameters, Outcome], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> Outcome:
    """What ``work`` returns in a process of low priority."""

    def wait() -> Outcome:
        spawn = get_context("spawn")  # not forked: the service has threads
        low = None if sys.platform == "win32" else partial(os.nice, NICE)
        with ProcessPoolExecutor(1, spawn, low) as pool:
            return pool.submit(work, *args, **kwargs).result()

    return await asyncio.to_thread(wait)


def too_large(paths: Sequence[Path]) -> bool:
    return sum(path.stat().st_size for path in paths) > LARGEST

"""Threads that write to the record, so that a slow disk blocks nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Argument = TypeVar("Argument")
Outcome = TypeVar("Outcome")

_WRITERS = ThreadPoolExecutor(4, "writers")


async def written(
    work: Callable[Parameters, Outcome], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> Outcome:
    """Runs ``work``, which writes to the record, on a writer thread."""
    call = partial(work, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_WRITERS, call)


def on_one_thread(
    name: str, work: Callable[[Argument], Outcome]
) -> Callable[[Argument], Awaitable[Outcome]]:
    """An awaitable version of ``work`` that makes its calls one after another on a new thread. A
    hanging call does not keep the program from exiting."""
    calls: SimpleQueue[tuple[Argument, Future[Outcome]]] = SimpleQueue()

    def run() -> None:
        while True:
            argument, answer = calls.get()
            try:
                outcome = work(argument)
            except Exception as error:  # noqa: BLE001 - raised where the answer is awaited
                answer.set_exception(error)
            else:
                answer.set_result(outcome)

    async def call(argument: Argument) -> Outcome:
        answer: Future[Outcome] = Future()
        answer.set_running_or_notify_cancel()  # done even if the caller stops waiting
        calls.put((argument, answer))
        return await asyncio.wrap_future(answer)

    Thread(target=run, name=name, daemon=True).start()
    return call

"""Items made in a thread, a few before they are asked for."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Generic, TypeVar

Item = TypeVar("Item")


class _End:
    """Comes after the last item."""


class ReadAhead(Generic[Item]):
    """Runs an iterator in a thread, at most ``depth`` items before they are asked for."""

    def __init__(self, items: Generator[Item], depth: int) -> None:
        self._queue: Queue[Item | _End | Exception] = Queue(depth)
        self._stop = Event()
        self._thread = Thread(target=self._run, args=(items,), daemon=True)
        self._thread.start()

    def _run(self, items: Generator[Item]) -> None:
        try:
            for item in items:
                if not self._put(item):
                    return
            self._put(_End())
        except Exception as error:  # noqa: BLE001 - raised again where the items are asked for
            self._put(error)
        finally:
            items.close()

    def _put(self, item: Item | _End | Exception) -> bool:
        """Whether there was still somebody who wanted it."""
        while not self._stop.is_set():
            try:
                self._queue.put(item, timeout=0.1)
            except Full:
                continue
            return True
        return False

    def __iter__(self) -> Iterator[Item]:
        while True:
            item = self._queue.get()
            if isinstance(item, Exception):
                raise item
            if isinstance(item, _End):
                return
            yield item

    def stop(self) -> None:
        """Ends the thread and waits for it."""
        self._stop.set()
        while self._thread.is_alive():
            try:
                self._queue.get_nowait()
            except Empty:
                self._thread.join(0.05)


@contextmanager
def ahead(items: Generator[Item], depth: int = 3) -> Iterator[Iterator[Item]]:
    """The items, made in a thread that ends with the block."""
    running = ReadAhead(items, depth)
    try:
        yield iter(running)
    finally:
        running.stop()

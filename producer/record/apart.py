"""The record's writer as a process of its own, which the service asks over a pipe: what the rules
and the disk of a busy feed take is not taken from what draws and answers (Python runs one thread
at a time).

A message is four bytes of length and a pickle; both ends are this program. A request holds items,
of an event as it was sent the bytes alone; an answer what became of them, or why nothing was taken.
"""

from __future__ import annotations

import gc
import os
import pickle
import struct
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import BinaryIO

from producer.events import parse_event
from producer.feeds import Heard, Refused
from producer.record.chain import Receipt
from producer.record.schema import StoreError
from producer.record.store import Store, open_store

Request = list[Heard | Refused] | Exception
LENGTH = struct.Struct(">I")
CODE = "from producer.record.apart import write; write()"
"""What the process runs, with the record's path as its argument."""

SELDOM = (5_000, 20, 20)
"""How many new objects, and collections of the young and the middle-aged, before Python looks for
rings of garbage: by its own measure the feed makes it look thousands of times a second."""


class WriterError(RuntimeError):
    """The writer has met what it does not know; the message is what it told of it."""


def packed(items: Sequence[Heard | Refused]) -> bytes:
    """A request, its length in front."""
    return _message([_packed(item) for item in items])


def unpacked(answer: bytes) -> list[Receipt]:
    """What became of the items, from an answer without its length. Raises StoreError, WriterError,
    and then nothing was taken."""
    told = pickle.loads(answer)
    if isinstance(told, list):
        return told
    kind, *words = told
    raise StoreError(*words) if kind == "store" else WriterError(*words)


def write() -> None:
    """Takes in what is asked for on the standard input until that ends, and answers on the standard
    output."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    sys.stdout = sys.stderr  # what is printed must not stand among the answers
    try:
        with open_store(Path(sys.argv[1])) as store:
            gc.freeze()
            gc.set_threshold(*SELDOM)
            requests: Queue[Request | None] = Queue(1)
            Thread(target=_read, args=(incoming, requests), daemon=True).start()
            while (request := requests.get()) is not None:
                outgoing.write(_message(_answer(store, request)))
                outgoing.flush()
    except StoreError as error:
        sys.exit(str(error))
    except BrokenPipeError:
        return  # who asked has gone; what it asked for is on disk


def _packed(item: Heard | Refused) -> object:
    return (item.raw, item.place) if isinstance(item, Heard) and item.native else item


def _item(told: object) -> Heard | Refused:
    if isinstance(told, Heard | Refused):
        return told
    assert isinstance(told, tuple), "nothing else is packed"
    raw, place = told
    return Heard(raw, parse_event(raw), place, True)


def _read(incoming: BinaryIO, requests: Queue[Request | None]) -> None:
    """Reads a request while the one before it is on its way to the disk."""
    while (request := _next(incoming)) is not None:
        try:
            requests.put([_item(told) for told in pickle.loads(request)])
        except Exception as error:  # noqa: BLE001 - told as the answer, in its turn
            requests.put(error)
    requests.put(None)


def _answer(store: Store, request: Request) -> object:
    try:
        if isinstance(request, Exception):
            raise request
        return store.hear(request)
    except StoreError as error:
        return "store", error.place, error.reason, error.mend
    except Exception:  # noqa: BLE001 - handed to those who wait for the answer
        return "other", traceback.format_exc()


def _next(incoming: BinaryIO) -> bytes | None:
    """The next request; ``None`` where there will be no whole one."""
    head = incoming.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    request = incoming.read(length)
    return request if len(request) == length else None


def _message(told: object) -> bytes:
    body = pickle.dumps(told, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body

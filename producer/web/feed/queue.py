"""Batches events of many senders into commits: events that arrive during a commit share the next,
so that a sender waits for at most two commits and the disk is not written once per sender."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from producer.feeds import Received, Refused
from producer.feeds.native import read_line
from producer.feeds.raw_lines import LONGEST_LINE, RawLine
from producer.release import Receipt, StoreError

log = logging.getLogger("duplicast.feed")
Item = Received | Refused
BATCH = 2000
"""Events in one commit."""

FULL = 50_000
"""Events that may wait for a commit; a sender that would exceed it must retry. While at most one
batch waits, a single message may be larger."""

HANGS_AFTER = 10.0
"""Seconds a commit may take before the disk counts as hanging."""

STOP_TIMEOUT = 2.0
"""Seconds for commits in progress when the service stops."""

RESEND = "Send the same again: events that were accepted are recognized"


class Busy(Exception):
    """The queue is full."""


class Unsure(StoreError):
    """Some of the events may be on disk."""


class Hangs(StoreError):
    """A commit takes too long; it may still succeed."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A sender's events, and the future for their receipts."""

    items: list[Item]
    answer: asyncio.Future[list[Receipt]]


@dataclass(slots=True)
class Inlet:
    """Use it in one event loop only. ``take``: commits items and returns the receipt of each.

    ``on_commit``: called with the items after their commit. ``outcomes``: events by outcome since
    the start. ``commits``: transactions since the start.
    """

    take: Callable[[list[Item]], Awaitable[list[Receipt]]]
    on_commit: Callable[[list[Item]], None] | None = None
    outcomes: Counter[str] = field(default_factory=Counter)
    commits: int = 0
    _trouble: StoreError | None = None
    _began: float | None = None
    _offers: list[Offer] = field(default_factory=list)
    _waiting: int = 0
    _writing: asyncio.Task[None] | None = None
    _split: set[asyncio.Task[list[Receipt]]] = field(default_factory=set)

    def trouble(self) -> StoreError | None:
        """Why events are not being written: the last commit failed, or the current one hangs."""
        began = self._began
        seconds = 0.0 if began is None else time.monotonic() - began
        if seconds < HANGS_AFTER:
            return self._trouble
        return Hangs(
            "the record",
            f"events sent {seconds:.0f} s ago are not written yet",
            "Check the disk; devices will retry",
        )

    def offer(self, items: list[Item]) -> asyncio.Future[list[Receipt]]:
        """Queues one sender's items; returns their receipts, in order, once they are on disk.

        The future raises what ``take`` raises; then no item was accepted, except after Unsure. More
        items than a batch holds are split, so that other senders get their turn in between. Raises
        Busy if the queue is full; then no item was accepted.
        """
        if self._waiting > BATCH and self._waiting + len(items) > FULL:
            raise Busy
        self._waiting += len(items)
        first = self._add(items[:BATCH])
        if len(items) <= BATCH:
            return first
        writing = asyncio.create_task(self._add_split(first, items))
        self._split.add(writing)
        writing.add_done_callback(self._split.discard)
        return asyncio.shield(writing)  # written even if the sender stops waiting

    async def stop(self) -> None:
        """Waits up to ``STOP_TIMEOUT`` for queued events to reach the disk."""
        if self._writing is not None:
            await asyncio.wait([self._writing], timeout=STOP_TIMEOUT)

    def _add(self, items: list[Item]) -> asyncio.Future[list[Receipt]]:
        answer: asyncio.Future[list[Receipt]] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(_retrieve)
        self._offers.append(Offer(items, answer))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        return answer

    async def _add_split(
        self, first: asyncio.Future[list[Receipt]], items: list[Item]
    ) -> list[Receipt]:
        """``first``: the answer for the first part, which is already queued."""
        receipts: list[Receipt] = []
        failed: StoreError | None = None
        for start in range(0, len(items), BATCH):
            answer = self._add(items[start : start + BATCH]) if start else first
            try:
                receipts += await answer
            except StoreError as error:
                failed = failed or error
        if failed is None:
            return receipts
        raise Unsure(failed.place, failed.reason, RESEND) if receipts else failed

    async def _write(self) -> None:
        while self._offers:
            batch = self._next_batch()
            items = [item for offer in batch for item in offer.items]
            self._waiting -= len(items)
            self._began = time.monotonic()
            try:
                receipts = await self.take(items)
            except Exception as error:  # noqa: BLE001 - raised where the answers are awaited
                self._trouble = error if isinstance(error, StoreError) else _internal_error()
                for offer in batch:
                    if not offer.answer.done():
                        offer.answer.set_exception(error)
                continue
            finally:
                self._began = None
            self.commits, self._trouble = self.commits + 1, None
            self._count(receipts)
            _answer(batch, receipts)
            if self.on_commit is not None:
                self.on_commit(items)

    def _count(self, receipts: list[Receipt]) -> None:
        outcomes = Counter(each.outcome for each in receipts)
        self.outcomes.update(outcomes)
        if outcomes["refused"]:
            log.warning(
                "%d feed events refused; `duplicast quarantine list` shows them",
                outcomes["refused"],
                extra={"fields": dict(outcomes)},
            )

    def _next_batch(self) -> list[Offer]:
        count, size = 0, 0
        for offer in self._offers:
            if count and size + len(offer.items) > BATCH:
                break
            count, size = count + 1, size + len(offer.items)
        batch, self._offers = self._offers[:count], self._offers[count:]
        return batch


def _internal_error() -> StoreError:
    """Without the exception's own text, which may name cards."""
    return StoreError(
        "the record",
        "there was an internal error in Duplicast",
        "The service's log says where; report it. The events were not accepted: send them again",
    )


def _answer(batch: list[Offer], receipts: list[Receipt]) -> None:
    start = 0
    for offer in batch:
        end = start + len(offer.items)
        if not offer.answer.done():  # else the sender no longer waits
            offer.answer.set_result(receipts[start:end])
        start = end


def _retrieve(answer: asyncio.Future[list[Receipt]]) -> None:
    """Marks the exception as retrieved: the sender may have disconnected."""
    if not answer.cancelled():
        answer.exception()


def read_items(pieces: list[bytes], where: str) -> list[Item]:
    """Reads the events of one message, without blank pieces. ``where``: the message, in words."""
    return [
        read_line(_line(n, piece), f"{where}, event {n}", "")
        for n, piece in enumerate(pieces, start=1)
        if piece.strip()
    ]


def _line(n: int, piece: bytes) -> RawLine:
    whole = len(piece) <= LONGEST_LINE
    return RawLine(n, piece[:LONGEST_LINE], ended=True, whole=whole)

"""The way into the record for many senders at once: what comes while one commit is on its way to
the disk shares the next, so that a durable answer costs a sender one wait, not one disk write."""

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
"""Events that may wait for their commit; a sender that would exceed it is asked to come again.
Where no more wait than one commit takes, what one sends at once may be more."""

LONG = 10.0
"""Seconds that a commit may be under way before the disk counts as hanging."""


GOODBYE = 2.0
"""Seconds that commits under way get when the service stops."""

IN_PART = "Send the same once more: a part of it is taken, and known then"


class Busy(Exception):
    """More is being sent than the disk takes."""


class Unsure(StoreError):
    """A part of it may be on disk."""


class Hangs(StoreError):
    """A commit began long ago, and may still end."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Events of one sender, and where the outcomes go once they are on disk."""

    items: list[Item]
    answer: asyncio.Future[list[Receipt]]


@dataclass(slots=True)
class Inlet:
    """``take``: commits items and returns what became of each. In one event loop only.

    ``heard``: is called with what was committed. ``outcomes``: how many events ended how, since
    the start; ``commits``: in how many transactions.
    """

    take: Callable[[list[Item]], Awaitable[list[Receipt]]]
    heard: Callable[[list[Item]], None] | None = None
    outcomes: Counter[str] = field(default_factory=Counter)
    commits: int = 0
    _trouble: StoreError | None = None
    _began: float | None = None
    _offers: list[Offer] = field(default_factory=list)
    _waiting: int = 0
    _writing: asyncio.Task[None] | None = None
    _in_parts: set[asyncio.Task[list[Receipt]]] = field(default_factory=set)

    def trouble(self) -> StoreError | None:
        """Why what is sent is not written: the last commit failed, or one hangs."""
        began = self._began
        seconds = 0.0 if began is None else time.monotonic() - began
        if seconds < LONG:
            return self._trouble
        return Hangs(
            "the record",
            f"what was sent {seconds:.0f} s ago is still not written",
            "Check the disk; devices will retry",
        )

    def offer(self, items: list[Item]) -> asyncio.Future[list[Receipt]]:
        """The outcomes of one sender's items, in their order, once they are on disk. The future
        raises what ``take`` raised: then nothing of them was taken, except for Unsure.

        What is more than a commit holds is written in parts, between which others have their turn.
        Raises Busy, and then nothing of ``items`` was taken.
        """
        if self._waiting > BATCH and self._waiting + len(items) > FULL:
            raise Busy
        self._waiting += len(items)
        first = self._add(items[:BATCH])
        if len(items) <= BATCH:
            return first
        writing = asyncio.create_task(self._add_in_parts(first, items))
        self._in_parts.add(writing)
        writing.add_done_callback(self._in_parts.discard)
        return asyncio.shield(writing)  # it is written whoever stops waiting for it

    async def stop(self) -> None:
        """Lets what was sent come to the disk, for a while."""
        if self._writing is not None:
            await asyncio.wait([self._writing], timeout=GOODBYE)

    def _add(self, items: list[Item]) -> asyncio.Future[list[Receipt]]:
        answer: asyncio.Future[list[Receipt]] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(_retrieve)
        self._offers.append(Offer(items, answer))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        return answer

    async def _add_in_parts(
        self, first: asyncio.Future[list[Receipt]], items: list[Item]
    ) -> list[Receipt]:
        """``first``: the answer to the first part, which has been added already."""
        taken: list[Receipt] = []
        failed: StoreError | None = None
        for start in range(0, len(items), BATCH):
            answer = self._add(items[start : start + BATCH]) if start else first
            try:
                taken += await answer
            except StoreError as error:
                failed = failed or error
        if failed is None:
            return taken
        raise Unsure(failed.place, failed.reason, IN_PART) if taken else failed

    async def _write(self) -> None:
        while self._offers:
            batch = self._next_batch()
            items = [item for offer in batch for item in offer.items]
            self._waiting -= len(items)
            self._began = time.monotonic()
            try:
                taken = await self.take(items)
            except Exception as error:  # noqa: BLE001 - raised to those who wait for the answer
                self._trouble = error if isinstance(error, StoreError) else _fault_of_ours()
                for offer in batch:
                    if not offer.answer.done():
                        offer.answer.set_exception(error)
                continue
            finally:
                self._began = None
            self.commits, self._trouble = self.commits + 1, None
            self._count(taken)
            _answer(batch, taken)
            if self.heard is not None:
                self.heard(items)

    def _count(self, taken: list[Receipt]) -> None:
        outcomes = Counter(each.outcome for each in taken)
        self.outcomes.update(outcomes)
        if outcomes["refused"]:
            log.warning(
                "%d events of the feed refused; `duplicast quarantine list` shows them",
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


def _fault_of_ours() -> StoreError:
    """Its own words are for the log: they may name cards."""
    return StoreError(
        "the record",
        "Duplicast met a fault of its own",
        "Its log says where; tell those who make it. What was sent was not taken, and is to be "
        "sent again",
    )


def _answer(batch: list[Offer], taken: list[Receipt]) -> None:
    start = 0
    for offer in batch:
        end = start + len(offer.items)
        if not offer.answer.done():  # else the sender no longer waits
            offer.answer.set_result(taken[start:end])
        start = end


def _retrieve(answer: asyncio.Future[list[Receipt]]) -> None:
    """The sender may be gone: its exception needs no warning from asyncio."""
    if not answer.cancelled():
        answer.exception()


def read_items(pieces: list[bytes], where: str) -> list[Item]:
    """Events of one message; ``where`` names it for people. Blank pieces are left out."""
    return [
        read_line(_line(n, piece), f"{where}, event {n}", "")
        for n, piece in enumerate(pieces, start=1)
        if piece.strip()
    ]


def _line(n: int, piece: bytes) -> RawLine:
    whole = len(piece) <= LONGEST_LINE
    return RawLine(n, piece[:LONGEST_LINE], ended=True, whole=whole)

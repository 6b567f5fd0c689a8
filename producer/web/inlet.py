"""The way into the record for many senders at once: what comes while one commit is on its way to
the disk shares the next, so that a durable answer costs a sender one wait, not one disk write."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

from producer.feeds import Heard, Refused
from producer.feeds.lines import LONGEST_LINE, Line
from producer.feeds.native import read_line
from producer.release import Receipt, StoreError

log = logging.getLogger("duplicast.feed")
Item = Heard | Refused
BATCH = 2000
"""Events in one commit."""

FULL = 50_000
"""Events that may wait for their commit; a sender that would exceed it is asked to come again.
Where no more wait than one commit takes, what one sends at once may be more."""

LONG = 10.0
"""Seconds that a commit may be under way before the disk counts as hanging."""


IN_PART = "Send the same once more: a part of it is taken, and known then"


class Busy(Exception):
    """More is being sent than the disk takes."""


class Unsure(StoreError):
    """Nobody knows whether it was taken, or how much of it."""


class Hangs(StoreError):
    """It was asked for long ago, and may still come."""


Answer = Callable[[list[Receipt] | Exception], None]
"""Is told, in the event loop, the outcomes of one sender's items in their order once they are on
disk, or what ``take`` raised, and then nothing of the commit was taken. Raises nothing."""


@dataclass(slots=True)
class Offer:
    """Events of one sender, and where its answer goes. ``behind``: what it sent with them, whose
    turn comes behind what others have sent meanwhile."""

    items: list[Item]
    answer: Answer
    behind: Offer | None = None


@dataclass(slots=True)
class Whole:
    """The answer to an offer of several commits, given when all of them are told."""

    answer: Answer
    parts: int
    _told: dict[int, list[Receipt] | Exception] = field(default_factory=dict)

    def part(self, number: int, told: list[Receipt] | Exception) -> None:
        self._told[number] = told
        if len(self._told) == self.parts:
            self.answer(self._all())

    def _all(self) -> list[Receipt] | Exception:
        told: list[Receipt] = []
        failed: list[StoreError] = []
        for number in range(self.parts):
            match self._told[number]:
                case list() as taken:
                    told += taken
                case StoreError() as error if not isinstance(error, Unsure):
                    failed.append(error)
                case error:
                    return error
        if failed and told:
            return Unsure(failed[0].place, failed[0].reason, IN_PART)
        return failed[0] if failed else told


@dataclass(slots=True)
class Inlet:
    """``take``: commits items and says what became of each. In one event loop only.

    ``ahead``: how many commits it is asked for at once, in their order; more than one where the
    next is to be at hand when one is done. ``heard``: is told what was committed. ``outcomes``: how
    many events ended how, since the start; ``commits``: in so many transactions.
    """

    take: Callable[[list[Item]], Awaitable[list[Receipt]]]
    heard: Callable[[list[Item]], None] | None = None
    ahead: int = 1
    outcomes: Counter[str] = field(default_factory=Counter)
    commits: int = 0
    _trouble: StoreError | None = None
    _begun: deque[float] = field(default_factory=deque)
    _offers: list[Offer] = field(default_factory=list)
    _waiting: int = 0
    _working: set[asyncio.Task[None]] = field(default_factory=set)

    def trouble(self) -> StoreError | None:
        """Why what is sent is not written: the last commit was none, or one hangs."""
        since = time.monotonic() - self._begun[0] if self._begun else 0
        if since < LONG:
            return self._trouble
        return Hangs(
            "the record",
            f"what was sent {since:.0f} s ago is still not written",
            "Look whether its disk hangs, or what writes it was stopped; devices wait meanwhile",
        )

    async def ready(self, start: Callable[[], Awaitable[None]]) -> None:
        """Starts what ``take`` needs; where that fails it is tried again when something is sent."""
        try:
            await start()
        except StoreError as error:
            log.error("%s", error)
            self._trouble = error

    def offer(self, items: list[Item]) -> asyncio.Future[list[Receipt]]:
        """What ``submit`` tells. Raises Busy."""
        answer: asyncio.Future[list[Receipt]] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(_seen)
        self.submit(items, partial(_settle, answer))
        return answer

    def submit(self, items: list[Item], answer: Answer) -> None:
        """Raises Busy, and then nothing of ``items`` was taken."""
        if self._waiting > BATCH and self._waiting + len(items) > FULL:
            raise Busy
        large = len(items) > BATCH
        self._offers.append(_in_parts(items, answer) if large else Offer(items, answer))
        self._waiting += len(items)
        if len(self._working) < self.ahead:
            working = asyncio.create_task(self._work())
            self._working.add(working)
            working.add_done_callback(self._working.discard)

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._offers:
            batch = self._next_batch()
            items = [item for offer in batch for item in offer.items]
            self._waiting -= len(items)
            self._begun.append(time.monotonic())
            try:
                told = await self.take(items)
            except Exception as error:  # noqa: BLE001 - handed to those who wait for the answer
                self._trouble = error if isinstance(error, StoreError) else _fault_of_ours()
                for offer in batch:
                    loop.call_soon(offer.answer, error)
                continue
            finally:
                self._begun.popleft()
            self.commits, self._trouble = self.commits + 1, None
            outcomes = Counter(each.outcome for each in told)
            self.outcomes.update(outcomes)
            if outcomes["refused"]:
                log.warning(
                    "%d events of the feed refused; `duplicast quarantine list` shows them",
                    outcomes["refused"],
                    extra={"told": dict(outcomes)},
                )
            _answer(batch, told)
            if self.heard is not None:
                self.heard(items)

    def _next_batch(self) -> list[Offer]:
        count, size = 0, 0
        for offer in self._offers:
            if count and size + len(offer.items) > BATCH:
                break
            count, size = count + 1, size + len(offer.items)
        batch, self._offers = self._offers[:count], self._offers[count:]
        self._offers += [offer.behind for offer in batch if offer.behind is not None]
        return batch


def _in_parts(items: list[Item], answer: Answer) -> Offer:
    """The first of the offers of a commit each that ``items`` are cut into."""
    starts = range(0, len(items), BATCH)
    whole, offer = Whole(answer, len(starts)), None
    for number, start in reversed([*enumerate(starts)]):
        offer = Offer(items[start : start + BATCH], partial(whole.part, number), offer)
    assert offer is not None, "there are items"
    return offer


def _fault_of_ours() -> StoreError:
    """Its own words are for the log: they may name cards."""
    return StoreError(
        "the record",
        "Duplicast met a fault of its own",
        "Its log says where; tell those who make it. What was sent was not taken, and is to be "
        "sent again",
    )


def _answer(batch: list[Offer], told: list[Receipt]) -> None:
    """Each in a turn of its own, so that what goes wrong with one is not another's trouble."""
    loop, place = asyncio.get_running_loop(), 0
    for offer in batch:
        end = place + len(offer.items)
        loop.call_soon(offer.answer, told[place:end])
        place = end


def _seen(answer: asyncio.Future[list[Receipt]]) -> None:
    """Who asked may have gone: what was refused is told to the other senders of the commit too."""
    if not answer.cancelled():
        answer.exception()


def _settle(answer: asyncio.Future[list[Receipt]], told: list[Receipt] | Exception) -> None:
    if answer.done():
        return  # who asked waits no more
    if isinstance(told, Exception):
        answer.set_exception(told)
    else:
        answer.set_result(told)


def read_items(pieces: list[bytes], where: str) -> list[Item]:
    """Events of one message; ``where`` names it for people. Blank pieces are left out."""
    return [
        read_line(_line(n, piece), f"{where}, event {n}", "")
        for n, piece in enumerate(pieces, start=1)
        if piece.strip()
    ]


def _line(n: int, piece: bytes) -> Line:
    whole = len(piece) <= LONGEST_LINE
    return Line(n, piece[:LONGEST_LINE], ended=True, whole=whole)

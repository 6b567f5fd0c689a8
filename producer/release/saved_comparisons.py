"""Comparisons saved in the record, so that a restarted desk need not compute them again."""

from __future__ import annotations

import logging
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from producer.compare import replays_of
from producer.compare.compare_many import Start, comparing
from producer.compare.model import Comparison
from producer.events import GAMES
from producer.games.line import Deal, DealKey
from producer.record import ReadOnlyError, Store, StoredComparison, StoreError

log = logging.getLogger(__name__)

_PRODUCER = Path(__file__).parents[1]
_ROOMS = ("compare", "games", "scoring")

PORTION = 100
"""Comparisons saved in one transaction: devices wait for their acknowledgements meanwhile."""


@cache
def _deals(_games: tuple[str, ...]) -> TypeAdapter[Deal]:
    """Deals as JSON, with the games registered now."""
    return TypeAdapter(Deal)


@cache
def _comparisons(_games: tuple[str, ...]) -> TypeAdapter[Comparison]:
    return TypeAdapter(Comparison)


def compare_all(store: Store, deals: Sequence[Deal], nearly: float) -> dict[DealKey, Comparison]:
    """Every deal's comparison: read where a saved one is current, else computed and saved."""
    (compared,) = compare_portions(store, [deals], nearly)
    return compared


def compare_portions(
    store: Store, portions: Iterable[Sequence[Deal]], nearly: float
) -> Iterator[dict[DealKey, Comparison]]:
    """As ``compare_all``, portion by portion: at most three are in memory, since one is compared
    while the next is read and the one before is saved."""
    waiting: deque[Callable[[], dict[DealKey, Comparison]]] = deque()
    with comparing(nearly) as start:
        for deals in portions:
            waiting.append(_started(store, deals, nearly, start))
            if len(waiting) > 2:
                yield waiting.popleft()()
        while waiting:
            yield waiting.popleft()()


def _started(
    store: Store, deals: Sequence[Deal], nearly: float, start: Start
) -> Callable[[], dict[DealKey, Comparison]]:
    marks = {deal.key: _mark(deal, nearly) for deal in deals}
    saved = store.comparisons(marks)
    current = {
        deal.key: comparison
        for deal in deals
        if (comparison := _read(deal, marks[deal.key], saved.get(deal.key))) is not None
    }
    wait = start([deal for deal in deals if deal.key not in current])

    def finish() -> dict[DealKey, Comparison]:
        new = wait()
        _save(store, new, marks)
        return current | {comparison.deal.key: comparison for comparison in new}

    return finish


def _save(store: Store, new: Sequence[Comparison], marks: dict[DealKey, bytes]) -> None:
    try:
        for first in range(0, len(new), PORTION):
            store.save_comparisons(_written(new[first : first + PORTION], marks))
    except ReadOnlyError:
        log.debug("comparisons are not saved: the record is read-only")
    except StoreError as error:
        log.warning("comparisons are not saved: %s", error.reason)


def _read(deal: Deal, mark: bytes, saved: StoredComparison | None) -> Comparison | None:
    if saved is None or saved.mark != mark:
        return None
    try:
        comparison = _comparisons(tuple(GAMES)).validate_json(zlib.decompress(saved.body))
    except (zlib.error, ValidationError):
        log.warning("a saved comparison is damaged and is computed again")
        return None
    return replace(comparison, deal=deal, replays=replays_of(deal))


def _written(
    new: Iterable[Comparison], marks: dict[DealKey, bytes]
) -> dict[DealKey, StoredComparison]:
    """Compressed and without the plays, which the record has already, and their replays."""
    return {
        each.deal.key: StoredComparison(
            marks[each.deal.key],
            zlib.compress(
                _comparisons(tuple(GAMES)).dump_json(
                    replace(each, deal=replace(each.deal, plays=()), replays={})
                ),
                1,
            ),
        )
        for each in new
    }


def _mark(deal: Deal, nearly: float) -> bytes:
    """A hash of the deal, the setting ``nearly`` and the code that compares."""
    hashed = b"%s %r " % (_code_version(), nearly) + _deals(tuple(GAMES)).dump_json(deal)
    return blake2b(hashed, digest_size=16).digest()


@cache
def _code_version() -> bytes:
    return code_version(_PRODUCER)


def code_version(producer: Path) -> bytes:
    """A hash of all source files in ``producer`` that a comparison depends on: it changes with any
    of them, so that comparisons saved by an older version are made again."""
    rooms = (source for room in _ROOMS for source in (producer / room).rglob("*.py"))
    modules = producer.glob("*.py")
    digest = blake2b(digest_size=16)
    for source in sorted((*rooms, *modules)):
        name = source.relative_to(producer).as_posix().encode()
        digest.update(b"%s\0%s\0" % (name, source.read_bytes()))
    return digest.digest()

"""Comparisons kept in the record, so that a desk that starts again need not make them anew."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from producer.compare.compare_many import compare_many
from producer.compare.model import Comparison
from producer.games.line import Deal, DealKey
from producer.record import Kept, ReadOnlyError, Store, StoreError

log = logging.getLogger(__name__)

_DEAL = TypeAdapter(Deal)
_COMPARISON = TypeAdapter(Comparison)
_PRODUCER = Path(__file__).parents[1]
_ROOMS = ("compare", "games", "scoring")


def compare_all(store: Store, deals: Sequence[Deal], nearly: float) -> dict[DealKey, Comparison]:
    """Each deal compared, read where it was kept as it is now, and kept where it is new."""
    marks = {deal.key: _mark(deal, nearly) for deal in deals}
    kept = store.comparisons(marks)
    found = {
        deal.key: comparison
        for deal in deals
        if (comparison := _read(deal, marks[deal.key], kept.get(deal.key))) is not None
    }
    new = compare_many([deal for deal in deals if deal.key not in found], nearly)
    try:
        store.keep_comparisons(_written(new, marks))
    except ReadOnlyError:
        log.debug("comparisons are not kept: the record can only be read")
    except StoreError as error:
        log.warning("comparisons are not kept: %s", error.reason)
    return found | {comparison.deal.key: comparison for comparison in new}


def _read(deal: Deal, mark: bytes, kept: Kept | None) -> Comparison | None:
    if kept is None or kept.mark != mark:
        return None
    try:
        return replace(_COMPARISON.validate_json(zlib.decompress(kept.body)), deal=deal)
    except (zlib.error, ValidationError):
        log.warning("a kept comparison is damaged and is made anew")
        return None


def _written(new: Iterable[Comparison], marks: dict[DealKey, bytes]) -> dict[DealKey, Kept]:
    """The plays are in the record already."""
    return {
        each.deal.key: Kept(
            marks[each.deal.key],
            zlib.compress(
                _COMPARISON.dump_json(replace(each, deal=replace(each.deal, plays=()))), 1
            ),
        )
        for each in new
    }


def _mark(deal: Deal, nearly: float) -> bytes:
    """Equal for what compares alike: the deal, the setting, and the code that compared it."""
    made_from = b"%s %r " % (_code_version(), nearly) + _DEAL.dump_json(deal)
    return blake2b(made_from, digest_size=16).digest()


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

"""Many deals compared at once, on all processors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context

from producer.compare import THRESHOLD, compare
from producer.compare.model import Comparison
from producer.games.line import Deal

WORTH_IT = 300
"""Deals from which starting other processes (about half a second each) is worth it."""

PORTION = 25

NICE = 19
"""How far the processes that compare stand back for others (nice(2)): a feed that is being
acknowledged, and OBS, must not wait for them."""


def compare_many(deals: Sequence[Deal], nearly: float = THRESHOLD) -> list[Comparison]:
    """``compare`` of each deal, in their order."""
    processors = os.cpu_count() or 1
    if len(deals) < WORTH_IT or processors < 2:
        return [compare(deal, nearly=nearly) for deal in deals]
    one = partial(_without_plays, nearly=nearly)
    # spawned, not forked: the desk calls this with threads running
    spawn = get_context("spawn")
    with ProcessPoolExecutor(processors, mp_context=spawn, initializer=_stand_back) as pool:
        found = pool.map(one, deals, chunksize=PORTION)
        return [replace(each, deal=deal) for each, deal in zip(found, deals, strict=True)]


def _stand_back() -> None:
    if sys.platform != "win32":
        os.nice(NICE)


def _without_plays(deal: Deal, nearly: float) -> Comparison:
    """The plays need not come back: who asked has them."""
    return replace(compare(deal, nearly=nearly), deal=replace(deal, plays=()))

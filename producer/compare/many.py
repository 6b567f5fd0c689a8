"""Many deals compared at once, on all processors."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from producer.compare import THRESHOLD, compare
from producer.compare.model import Comparison
from producer.games.line import Deal

WORTH_IT = 300
"""Deals from which starting other processes (about half a second each) is worth it."""

PORTION = 25


def compare_many(deals: Sequence[Deal], nearly: float = THRESHOLD) -> list[Comparison]:
    """``compare`` of each deal, in their order."""
    one = partial(compare, nearly=nearly)
    processors = os.cpu_count() or 1
    if len(deals) < WORTH_IT or processors < 2:
        return [one(deal) for deal in deals]
    # spawned, not forked: the desk calls this with threads running
    with ProcessPoolExecutor(processors, mp_context=get_context("spawn")) as pool:
        return list(pool.map(one, deals, chunksize=PORTION))

"""Many deals compared at once, on all processors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing import get_context

from producer.compare import GAMES, THRESHOLD, compare, replays_of
from producer.compare.facts import Facts
from producer.compare.model import Comparison
from producer.games import registry
from producer.games.game import Game
from producer.games.line import Deal

WORTH_IT = 300
"""Deals from which the start of the processes (about half a second each) pays off."""

PORTION = 25

NICE = 19
"""Priority of the comparing processes (nice(2)): feeds and OBS must not wait for them."""


Start = Callable[[Sequence[Deal]], Callable[[], list[Comparison]]]
"""Starts to compare deals; what it returns waits for them, in the order of the deals."""


def compare_many(
    deals: Sequence[Deal], nearly: float = THRESHOLD, worth_it: int = WORTH_IT
) -> list[Comparison]:
    """Compares each deal, from ``worth_it`` deals on in a process a processor; the results in the
    order of ``deals``."""
    with comparing(nearly, worth_it) as start:
        return start(deals)()


@contextmanager
def comparing(nearly: float = THRESHOLD, worth_it: int = WORTH_IT) -> Iterator[Start]:
    """For many portions of deals: the same processes compare one while the next is read. The games
    registered here are registered in these processes."""
    processors = os.cpu_count() or 1
    one = partial(_without_plays, nearly=nearly)
    with ExitStack() as stack:
        pools: list[ProcessPoolExecutor] = []

        def start(deals: Sequence[Deal]) -> Callable[[], list[Comparison]]:
            if len(deals) < worth_it or processors < 2:
                return lambda: [compare(deal, nearly=nearly) for deal in deals]
            if not pools:
                # spawned, not forked: the desk calls this with threads running
                spawn = get_context("spawn")
                games = (registry.GAMES, GAMES)
                pool = ProcessPoolExecutor(processors, spawn, _start, games)
                pools.append(stack.enter_context(pool))
            found = pools[0].map(one, deals, chunksize=PORTION)
            return lambda: [
                replace(each, deal=deal, replays=replays_of(deal))
                for each, deal in zip(found, deals, strict=True)
            ]

        yield start


def _start(games: Mapping[str, Game], facts: Mapping[str, Facts]) -> None:
    registry.GAMES.update(games)
    GAMES.update(facts)
    if sys.platform != "win32":
        os.nice(NICE)


def _without_plays(deal: Deal, nearly: float) -> Comparison:
    """Leaves the plays and their replays out of the answer: the calling process has the plays."""
    return replace(compare(deal, nearly=nearly), deal=replace(deal, plays=()), replays={})

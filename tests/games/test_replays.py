"""Replays are made when they are asked for, and only those of recent deals stay in memory."""

from __future__ import annotations

import gc

from producer.games.holdem.played import ReplayedPlay
from producer.games.replays import RECENT, Replays
from producer.stages.samples.deals import split_deal


def test_replays_of_recent_deals_only_stay_in_memory() -> None:
    deal = split_deal("plain")
    table = deal.plays[0].table
    before = _in_memory()
    deals = [Replays(deal) for _ in range(RECENT + 50)]
    first = [replays[table].spots for replays in deals]
    assert _in_memory() - before <= RECENT
    assert deals[0][table].spots == first[-1], "a replay that was dropped is made again"
    assert deals[0][table] is deals[0][table], "while it stays in memory it is made once"


def _in_memory() -> int:
    gc.collect()
    return sum(isinstance(each, ReplayedPlay) for each in gc.get_objects())

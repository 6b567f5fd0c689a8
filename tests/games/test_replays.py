"""Replays are made when they are asked for, and only those of recent deals stay in memory."""

from __future__ import annotations

import gc

from hand_made import deal as made

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


def test_hands_shown_with_the_whole_board_are_ranked() -> None:
    """Kings beat jacks; with a fold nothing is shown."""
    lines = ["1r300 2c / 2x 1x / 2x 1x / 2x 1x", "1r300 2f"]
    replays = Replays(made({1: "KcKs", 2: "JhJc"}, "Td5s9h5h4d", lines))
    assert replays["1"].showdown
    assert sorted(replays["1"].places, key=replays["1"].places.__getitem__) == [1, 2]
    assert not replays["2"].showdown


def _in_memory() -> int:
    gc.collect()
    return sum(isinstance(each, ReplayedPlay) for each in gc.get_objects())

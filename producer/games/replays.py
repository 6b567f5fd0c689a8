"""The plays of a deal, replayed by the rules of their game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Lock

from producer.games.game import Replayed
from producer.games.line import Deal
from producer.games.registry import rules_of

RECENT = 200
"""Deals whose replays stay in memory, about 140 KB for six tables."""


class Replays(Mapping[str, Replayed]):
    """Every play of a deal by table, replayed when it is first asked for.

    The replays of the ``RECENT`` deals asked for last stay in memory; others are made again.
    """

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._plays = {play.table: play for play in deal.plays}
        self._replayed: dict[str, Replayed] = {}

    def __getitem__(self, table: str) -> Replayed:
        replayed = self._replayed.get(table)
        if replayed is None:
            play = self._plays[table]
            replayed = self._replayed[table] = rules_of(play.game).replay(self._deal, play)
            self._stay_in_memory()
        return replayed

    def _stay_in_memory(self) -> None:
        """Drops the replays of the deal that was asked for longest ago, if there are too many."""
        with _one_at_a_time:
            _in_memory.pop(id(self), None)
            _in_memory[id(self)] = self
            if len(_in_memory) > RECENT:
                _in_memory.pop(next(iter(_in_memory)))._replayed.clear()

    def __iter__(self) -> Iterator[str]:
        return iter(self._plays)

    def __len__(self) -> int:
        return len(self._plays)


_in_memory: dict[int, Replays] = {}
"""Those with replays, by ``id``, in the order in which they were asked for."""
_one_at_a_time = Lock()

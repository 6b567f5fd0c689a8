"""The plays of a deal, replayed by the rules of their game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from producer.games.game import Replayed
from producer.games.line import Deal
from producer.games.registry import rules_of


class Replays(Mapping[str, Replayed]):
    """Every play of a deal by table, each replayed once, when it is first asked for."""

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._plays = {play.table: play for play in deal.plays}
        self._replayed: dict[str, Replayed] = {}

    def __getitem__(self, table: str) -> Replayed:
        if table not in self._replayed:
            play = self._plays[table]
            self._replayed[table] = rules_of(play.game).replay(self._deal, play)
        return self._replayed[table]

    def __iter__(self) -> Iterator[str]:
        return iter(self._plays)

    def __len__(self) -> int:
        return len(self._plays)

"""The end of every real hand that went to a showdown: equity and printed result agree."""

from pathlib import Path

import pytest
from effort import counts

from producer.compare.equity import NotKnown, equities_of
from producer.feeds import read
from producer.record import open_store

LOGS = Path(__file__).parents[2].parent / "shared/data/poker/lbr"


@pytest.mark.skipif(not LOGS.is_dir(), reason=f"needs the real match logs in {LOGS.name}")
def test_the_seat_with_all_equity_at_the_end_won_the_pot(tmp_path: Path) -> None:
    with open_store(tmp_path / "log.db") as store:
        for path in sorted(LOGS.glob("*.out"))[: counts(2, 99)]:
            store.append(read(path))
        showdowns = 0
        for deal in store.deals():
            found = equities_of(deal)
            for play in deal.plays:
                end = found[play.table][-1]
                assert not isinstance(end, NotKnown)
                if len(end) > 1:
                    showdowns += 1
                    for seat, equity in end.items():
                        won, score = equity.exact_share * 2 - 1, play.result[seat]
                        # two players: what one wins the other loses, and level is a split
                        assert (score > 0) - (score < 0) == won
    assert showdowns > counts(200, 5000)

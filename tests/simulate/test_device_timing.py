"""When devices tell what happened: late fingers, and batches under one time."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import accumulate, groupby, pairwise

from hypothesis import given
from hypothesis import strategies as st

from producer.events import HandAction, HandFinished
from producer.simulate.device import Entry
from producer.simulate.device_timing import at_once, in_batches
from producer.simulate.simulated_clock import BEGINNING

STEPS = st.lists(st.tuples(st.floats(2, 60), st.booleans()), min_size=1, max_size=40)
"""Seconds to the next deed, and whether it ends a hand; nothing at a table is faster than 2 s."""


def _happened(steps: Sequence[tuple[float, bool]]) -> list[tuple[datetime, Entry]]:
    now, found = BEGINNING, []
    for n, (seconds, ends) in enumerate(steps, 1):
        now += timedelta(seconds=seconds)
        output: Entry = (
            HandFinished(deal=1, hand=1, result={})
            if ends or n == len(steps)
            else HandAction(deal=1, hand=1, n=n, seat=1, action="check")
        )
        found.append((now, output))
    return found


def _seconds(later: datetime, earlier: datetime) -> float:
    return (later - earlier).total_seconds()


@given(STEPS, st.integers())
def test_entries_are_one_to_five_seconds_late_and_in_order(
    steps: list[tuple[float, bool]], seed: int
) -> None:
    happened = _happened(steps)
    sent = list(at_once(happened, random.Random(seed)))
    assert [one.entry for one in sent] == [entry for _, entry in happened]
    for one, (done, _) in zip(sent, happened, strict=True):
        assert 0.999 <= _seconds(one.at, done) <= 5.001
        assert one.arrives == one.at
    assert all(a.at < b.at for a, b in pairwise(sent))


@given(STEPS, st.integers())
def test_a_batch_has_one_time_and_arrives_together(
    steps: list[tuple[float, bool]], seed: int
) -> None:
    happened = _happened(steps)
    sent = list(in_batches(happened, random.Random(seed)))
    assert [one.entry for one in sent] == [entry for _, entry in happened]
    batches = [list(same) for _, same in groupby(sent, key=lambda one: one.at)]
    ends = [happened[output - 1][0] for output in accumulate(map(len, batches))]
    for batch, last_done in zip(batches, ends, strict=True):
        assert 1 <= len(batch) <= 4
        assert len({one.arrives for one in batch}) == 1
        assert _seconds(batch[0].arrives, batch[0].at) >= 3
        assert 0.999 <= _seconds(batch[0].at, last_done) <= 5.001, "the finger of its last entry"
        assert not any(isinstance(one.entry, HandFinished) for one in batch[:-1])
    assert all(a.arrives <= b.arrives for a, b in pairwise(sent))

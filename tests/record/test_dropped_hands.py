"""Hands that were not used lately are dropped from memory and read again when they are needed."""

import gc
from itertools import zip_longest
from pathlib import Path

import pytest
from real_files import real_files
from record_events import contents, received

from producer.feeds import read
from producer.games.line import DealKey
from producer.record import open_store, store
from producer.record.plan.live_hands import HandKey
from producer.simulate import session_events


def test_hands_that_were_dropped_in_between_are_as_if_they_had_stayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables in turn, event by event, the first a deal ahead: what one of them sends
    drops the hand of the other."""
    events = list(session_events(6, 3, tables=2))
    office = [each for each in events if each.table is None]
    one, two = ([each for each in events if each.table == name] for name in ("1", "2"))
    ahead = [each for each in one if each.data.deal == one[0].data.deal]
    pairs = zip_longest(one[len(ahead) :], two)
    in_turn = ahead + [each for pair in pairs for each in pair if each is not None]
    with open_store(tmp_path / "kept.db") as kept, open_store(tmp_path / "dropped.db") as dropped:
        kept.ingest(received(*office, *in_turn))
        monkeypatch.setattr(store, "MOST_HANDS_KEPT", 1)
        dropped.ingest(received(*office))
        for each in in_turn:
            (receipt,) = dropped.ingest(received(each))
            assert receipt.outcome == "accepted", receipt
        assert contents(dropped) == contents(kept)


def test_an_archive_of_any_length_takes_the_same_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is remembered of hands, by deal and by hand, after 200 and after 1,000 of them."""
    (log,) = real_files("poker/acpc", "2p.limit.h1000.r0.log")
    monkeypatch.setattr(store, "MOST_HANDS_KEPT", 50)
    monkeypatch.setattr(store, "BATCH", 100)
    remembered = list[int]()

    def count(_: int) -> None:
        gc.collect()
        names = [each for each in gc.get_objects() if isinstance(each, DealKey | HandKey)]
        remembered.append(len(names))

    with open_store(tmp_path / "long.db") as long:
        long.append(read(log), count)
    assert len(remembered) == 11
    assert max(remembered[2:]) <= remembered[1] + 100

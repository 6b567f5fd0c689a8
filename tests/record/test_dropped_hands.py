"""Hands that were not used lately are dropped from memory and read again when they are needed."""

from itertools import zip_longest
from pathlib import Path

import pytest
from record_events import contents, received

from producer.record import open_store, store
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

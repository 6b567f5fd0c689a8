"""Two processes that take in the same file at once; readers meanwhile see whole batches."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from record_events import contents, database, live, opened, progress, received, recorded

from producer.feeds import read
from producer.record import IngestCounts, StoreError, open_store
from producer.record.tables import connection

INGEST = """
import sys
from pathlib import Path
from producer.feeds import read
from producer.record import open_store
print("ready", flush=True)
sys.stdin.readline()
with open_store(Path(sys.argv[1])) as store:
    tally = store.append(read(Path(sys.argv[2])))
print(tally.new, tally.known, tally.quarantined)
"""
HANDS = 3000


def log_of_folds(path: Path) -> Path:
    """HANDS hands of one table in which the button folds at once."""
    with path.open("w") as file:
        file.write("Using seed 7.\n")
        for hand in range(1, HANDS + 1):
            names = "BR,Player" if hand % 2 else "Player,BR"
            file.write(f"{hand}:{names}:0f:AsAd,7c2h|:50,-50(50.000000)\n")
        file.write(f"{HANDS + 1}:BR")
    return path


def test_two_processes_at_once_make_no_duplicates(tmp_path: Path) -> None:
    source, path = log_of_folds(tmp_path / "folds_r7.out"), database(tmp_path)
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", INGEST, str(path), str(source)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    result = [process.communicate(timeout=120) for process in processes]
    assert [error for _, error in result] == ["", "", ""]
    tallies = [IngestCounts(*map(int, output.split())) for output, _ in result]
    assert sum(tally.new for tally in tallies) == HANDS + 1
    assert [tally.new + tally.known for tally in tallies] == [HANDS + 1] * 3
    with open_store(path) as store:
        assert len(store.quarantine()) == 1
        assert [len(deal.plays) for deal in store.deals()] == [1] * HANDS
        with open_store(tmp_path / "alone.db") as alone:
            alone.append(read(source))
            assert contents(store) == contents(alone)


def test_readers_see_whole_batches_while_another_thread_writes(tmp_path: Path) -> None:
    seen: list[int] = []
    with open_store(database(tmp_path)) as store:
        items = received(opened(), *(recorded("1", deal) for deal in range(1, 3000)))
        writer = threading.Thread(target=store.append, args=(iter(items),))
        writer.start()
        while writer.is_alive():
            seen.append(sum(len(finished) for _, finished, *_ in progress(store)))
            seen.append(sum(len(deal.plays) for deal in store.deals()))
        writer.join()
        seen.append(sum(len(finished) for _, finished, *_ in progress(store)))
    assert set(seen) <= {0, 999, 1999, 2999}
    assert seen == sorted(seen)
    assert seen[-1] == 2999


def test_a_hand_may_come_in_by_two_processes_in_turns(tmp_path: Path) -> None:
    """What one has in memory of the hand is read again after the other has written."""
    path, (start, *actions, end) = database(tmp_path), live()
    with open_store(path) as one, open_store(path) as other:
        one.append(received(opened(kind="live"), start, actions[0]))
        other.append(received(*actions[1:]))
        one.append(received(end))
        assert [len(play.line) for deal in one.deals() for play in deal.plays] == [3]


def test_who_waits_too_long_for_another_process_is_told_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "WAIT_MS", 20)
    path = database(tmp_path)
    with open_store(path) as store, closing(sqlite3.connect(path)) as writing:
        writing.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as refused:
            store.append(received(opened(kind="live")))
        assert refused.value.hint.startswith("Another process has been writing to it")
        writing.rollback()
        assert store.append(received(opened(kind="live"))).new == 1

"""The record under what a venue does to it: killed at any moment, a full disk, clocks that jump."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from effort import counts
from record_events import contents, database, log_version, received, temporary
from test_rebuild import derived

from producer.events import Event, event_json
from producer.feeds import Received
from producer.record import Store, StoreError, open_store
from producer.simulate import session_events

WRITER = """
import sys
from pathlib import Path
from producer.feeds.raw_lines import RawLine
from producer.feeds.native import read_line
from producer.record import open_store
path, source, size = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
lines = source.read_bytes().splitlines()
print("ready", flush=True)
with open_store(path) as store:
    for start in range(0, len(lines), size):
        part = lines[start : start + size]
        told = store.ingest([read_line(RawLine(1, x, True, True), "s", "") for x in part])
        print(*(each.id for each in told if each.outcome != "refused"), flush=True)
"""
EVENTS = list(session_events(3, 21, tables=3))


def test_killed_at_any_moment_everything_acknowledged_is_there_once(tmp_path: Path) -> None:
    source, path = tmp_path / "session.ndjson", database(tmp_path)
    source.write_text("\n".join(event_json(event) for event in EVENTS))
    lot = random.Random(5)
    acknowledged: set[str] = set()
    for _ in range(counts(5, 200)):
        acknowledged |= killed_writer(path, source, lot)
        if lot.random() < 0.05:
            check(path, acknowledged)
    check(path, acknowledged)
    with open_store(path) as store, open_store(tmp_path / "whole.db") as whole:
        store.append(received(*EVENTS))
        whole.append(received(*EVENTS))
        assert contents(store) == contents(whole)


def killed_writer(path: Path, source: Path, lot: random.Random) -> set[str]:
    """What a writer acknowledged before it was killed; later ones begin anew, which changes
    nothing, and go on."""
    size = lot.choice((1, 3, 20))
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), str(source), str(size)],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        lines = [process.stdout.readline() for _ in range(lot.randrange(0, 12))]
        time.sleep(lot.uniform(0, 0.03))
        process.kill()
        lines += process.stdout.readlines()
    assert process.returncode in (-signal.SIGKILL, 0)
    whole = [line for line in lines if line.endswith("\n")]
    return {name for line in whole for name in line.split()}


def check(path: Path, acknowledged: set[str]) -> None:
    with open_store(path) as store:
        there = [entry.id for entry in store.entries()]
        assert len(there) == len(set(there))
        assert acknowledged <= set(there)
        before = derived(path)
        store.rebuild()
        assert derived(path) == before


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 3 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("needs root, to mount a small tmpfs")
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"a tmpfs cannot be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_reported_and_loses_nothing(small_disk: Path, tmp_path: Path) -> None:
    filler = small_disk / "filler"
    with open_store(database(small_disk)) as store:
        taken = fill_up(store, filler)
        with pytest.raises(StoreError) as full:
            store.ingest(received(*EVENTS))
        assert "Check the folder, its permissions and free space" in full.value.hint
        assert "full" in full.value.reason
        assert taken <= {entry.id for entry in store.entries()}
        filler.unlink()
        store.append(received(*EVENTS))
        with open_store(tmp_path / "whole.db") as whole:
            whole.append(received(*EVENTS))
            assert contents(store) == contents(whole)
        before = derived(database(small_disk))
        store.rebuild()
        assert derived(database(small_disk)) == before


def fill_up(store: Store, filler: Path) -> set[str]:
    """Events one by one until the disk takes no more; those acknowledged."""
    _use(filler)
    taken: set[str] = set()
    for item in received(*EVENTS):
        try:
            (result,) = store.ingest([item])
        except StoreError:
            return taken
        assert result.id is not None
        taken.add(result.id)
        _use(filler)
    return taken


def _use(filler: Path) -> None:
    """Takes all the space there is, but for a little that the record has to itself already."""
    with filler.open("ab", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            return


def test_clocks_that_jump_change_no_play() -> None:
    lot = random.Random(9)
    jumped = [_at(event, lot) for event in EVENTS]
    with temporary() as (plain, _), temporary() as (other, _):
        plain.append(received(*EVENTS))
        other.append(received(*jumped))
        assert contents(plain) == contents(other)
        assert other.quarantine() == []


def _at(event: Event, lot: random.Random) -> Event:
    result = json.loads(event_json(event))
    result["at"] = (
        f"20{lot.randrange(10, 99)}-0{lot.randrange(1, 9)}-11T{lot.randrange(10, 23)}:00:00Z"
    )
    return type(event).model_validate(result)


def test_a_device_that_repeats_its_whole_history_changes_nothing(tmp_path: Path) -> None:
    with open_store(database(tmp_path)) as store:
        store.append(received(*EVENTS))
        before, version = contents(store), log_version(store)
        own = [event for event in EVENTS if event.table == "2"]
        for _ in range(3):
            result = store.ingest(received(*own))
            assert {each.outcome for each in result} == {"known"}
        assert (contents(store), log_version(store)) == (before, version)
        raw = [Received(event_json(e).replace(":", ": ", 1).encode(), e, "x") for e in own]
        assert {each.outcome for each in store.ingest([*raw])} == {"known"}

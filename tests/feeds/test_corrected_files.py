"""A file with one fault, corrected and read again: the corrected hand is added, nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from real_files import real_files
from test_pbn import TWO_ROOMS
from test_phh import HEADS_UP

from producer.feeds import read
from producer.record import IngestCounts, Store, open_store


def taken_twice(tmp_path: Path, name: str, bad: bytes, good: bytes) -> tuple[Store, IngestCounts]:
    """The record after the faulty file and the corrected one, and what the second gave; the plays
    are compared with those of the correct file alone."""
    path = tmp_path / name
    store, alone = open_store(tmp_path / "twice.db"), open_store(tmp_path / "alone.db")
    path.write_bytes(bad)
    store.append(read(path))
    path.write_bytes(good)
    counts = store.append(read(path))
    alone.append(read(path))
    assert list(store.deals()) == list(alone.deals())
    return store, counts


@pytest.mark.parametrize(
    ("folder", "name", "pattern", "instead"),
    [
        ("bridge/bridge-bots", "**/usbf_sf_14502.lin", rb"mb\|([^|]+)\|", b"8X"),
        ("bridge/bridge-bots", "**/usbf_sf_14502.lin", rb"md\|([^|]+)\|", b"1S862"),
        ("bridge/endplay/tests/pbn", "example2.pbn", rb'\[Deal "([^"]+)"', b"N:K10.J3.AQ.98 - - -"),
        ("bridge/endplay/tests/pbn", "example2.pbn", rb'\[Contract "([^"]+)"', b"8NT"),
    ],
)
@pytest.mark.parametrize("which", [0.3, 0.5, 0.9])
def test_a_corrected_board_is_added_and_the_others_are_known(
    tmp_path: Path, folder: str, name: str, pattern: bytes, instead: bytes, which: float
) -> None:
    (path,) = real_files(folder, name)
    good = path.read_bytes()
    found = list(re.finditer(pattern, good))
    fault = found[int(which * len(found))]
    bad = good[: fault.start(1)] + instead + good[fault.end(1) :]
    store, counts = taken_twice(tmp_path, path.name, bad, good)
    assert (counts.new, counts.quarantined) == (1, 0)
    (entry,) = store.quarantine()
    assert entry.decision is not None
    assert entry.decision.what == "resent"


@pytest.mark.parametrize(
    ("folder", "name", "pattern", "instead"),
    [
        ("bridge/endplay/tests/lin", "example1.lin", rb"mb\|([^|]+)\|", b"8X"),
        ("bridge/endplay/tests/pbn", "example2.pbn", rb'\[Contract "([^"]+)"', b"8NT"),
    ],
)
def test_a_corrected_file_that_names_no_event_is_the_same_session(
    tmp_path: Path, folder: str, name: str, pattern: bytes, instead: bytes
) -> None:
    (path,) = real_files(folder, name)
    good = re.sub(rb'\[(Event|Date) "[^"]*"\]\n', b"", path.read_bytes().replace(b"\r", b""))
    *_, fault = re.finditer(pattern, good[: len(good) // 2])
    bad = good[: fault.start(1)] + instead + good[fault.end(1) :]
    store, counts = taken_twice(tmp_path, path.name, bad, good)
    assert (len({session.session for session in store.sessions()}), counts.new) == (1, 1)


def test_a_second_room_is_never_played_from_the_deal_before_a_faulty_one(tmp_path: Path) -> None:
    """The second room leaves out its deal; the room before it cannot be read."""
    good = TWO_ROOMS.encode()
    bad = re.sub(rb'\[Deal "[^"]+"', b'[Deal "N:K10.J3.AQ.98 - - -"', good, count=1)
    store, counts = taken_twice(tmp_path, "rooms.pbn", bad, good)
    reasons = [entry.reason for entry in store.quarantine()]
    assert any("its deal is that of the game before" in each for each in reasons)
    assert counts.quarantined == 0
    assert store.quarantine(only_open=True) == []


ACPC = (
    b"# name/game/hands/seed al.bo holdem.nolimit.2p.reverse_blinds.game 1000 0\n"
    b"STATE:0:r300c/cr700f:AsKs|QdQh/2c7d9h:-300|300:al|bo\n"
    b"STATE:1:r19686r20000c///:5d5c|9hQd/8dAs8s/4h/6d:20000|-20000:bo|al\n"
)


@pytest.mark.parametrize(
    ("name", "good", "right", "wrong"),
    [
        ("match.log", ACPC, b"9hQd", b"5d9h"),  # a card twice
        ("match.log", ACPC, b"-300|300", b"-30|300"),
        ("rooms.pbn", TWO_ROOMS.encode(), b'[Contract "6S"]', b'[Contract "5S"]'),
        ("hand.phh", HEADS_UP.encode(), b"'p2 cbr", b"'p1 cbr"),
        ("hand.phh", HEADS_UP.encode(), b"'p1 cbr 6000'", b"'p1 cbr'"),
        ("hand.phh", HEADS_UP.encode(), b"[500, 1000]", b"[500, 1000"),
        ("hand.phh", HEADS_UP.encode(), b"'NT'", b"'XX'"),
    ],
)
def test_the_entry_of_a_corrected_hand_is_settled(
    tmp_path: Path, name: str, good: bytes, right: bytes, wrong: bytes
) -> None:
    assert right in good
    store, counts = taken_twice(tmp_path, name, good.replace(right, wrong, 1), good)
    assert counts.quarantined == 0
    (entry,) = store.quarantine()
    assert entry.decision is not None
    assert (entry.decision.what, entry.decision.by) == ("resent", "duplicast")
    assert entry.decision.reason == f"the hand was read again from {name}, and accepted"


def test_another_hand_of_the_file_settles_nothing(tmp_path: Path) -> None:
    path = tmp_path / "match.log"
    with open_store(tmp_path / "duplicast.db") as store:
        path.write_bytes(ACPC.replace(b"9hQd", b"5d9h", 1))
        store.append(read(path))
        more = b"STATE:2:r300f:AcKc|QsQh:-100|100:al|bo\n"
        path.write_bytes(path.read_bytes() + more)
        assert store.append(read(path)).new > 0
        assert len(store.quarantine(only_open=True)) == 1


def test_a_hand_that_moved_in_its_file_and_is_still_wrong_stays_open(tmp_path: Path) -> None:
    """A new hand of as many lines was put before it, and is now on its lines."""
    bad, more = HEADS_UP.replace("'NT'", "'XX'"), HEADS_UP.replace("= 12", "= 13")
    path = tmp_path / "two.phhs"
    with open_store(tmp_path / "duplicast.db") as store:
        path.write_text(f"[1]\n{bad}")
        store.append(read(path))
        path.write_text(f"[1]\n{more}[2]\n{bad}")
        assert store.append(read(path)).new == 2
        assert len(store.quarantine(only_open=True)) == 1

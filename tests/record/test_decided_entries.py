"""Decisions about entries of the quarantine, from the command line: once each, and named."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from getpass import getuser
from pathlib import Path

import pytest
from decided import decided_about
from record_events import contents, deck, live, opened, received, recorded
from typer.testing import CliRunner

from producer.cli import command_line
from producer.events import event_json
from producer.feeds import Received, Refused, read
from producer.feeds.native import read_line
from producer.feeds.raw_lines import RawLine
from producer.record import Store, open_store
from producer.record.intake import decisions
from producer.record.intake.decision_events import AlreadyDecided

LAST = ("5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "5d", "6d")
"""Last cards of ten boards on which the aces win."""

ME = re.escape(f"command line ({getuser()})")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    with open_store(tmp_path / "duplicast.db") as store:
        store.append(received(opened(kind="live"), deck(), *live("1")))
    return tmp_path


def run(*words: str, status: int = 0, result: str = "") -> tuple[str, str]:
    done = CliRunner().invoke(command_line(), list(words), input=result)
    assert done.exit_code == status, done.output
    return done.stdout, done.stderr


def test_what_mends_nothing_settles_nothing_and_what_is_settled_stays_so(folder: Path) -> None:
    with open_store(folder / "duplicast.db") as store:
        store.append(received(recorded("9", id="a"), recorded("8", id="b"), recorded("7", id="c")))
        before = contents(store)
    known, fixed = (event_json(each) for each in (opened(kind="live"), recorded("2", id="m")))
    said = run("quarantine", "resend", "1", result=known, status=1)[1]
    assert "that event is in the log already; nothing was decided about entry 1 (discard it" in said
    with open_store(folder / "duplicast.db") as store:
        assert contents(store) == before
    run("quarantine", "resend", "2", result=fixed)
    run("quarantine", "discard", "3", "--reason", "no table 7")
    with open_store(folder / "duplicast.db") as store:
        before = contents(store)
    for entry, was, reason in (("2", "resent", "corrected"), ("3", "discarded", "no table 7")):
        for words in (
            ("resend", entry),
            ("resend", entry, "--own-id"),
            ("release", entry, "--reason", "x"),
            ("discard", entry, "--reason", "x"),
        ):
            said = run("quarantine", *words, result=fixed, status=1)[1]
            assert re.search(
                rf"entry {entry} was {was} by {ME} at 20[-0-9T:.+Z]+: {reason}\n", said
            ), said
    with open_store(folder / "duplicast.db") as store:
        assert contents(store) == before
        assert [*decided_about(store)] == [2, 3]
    assert [each["entry"] for each in json.loads(run("quarantine", "list", "--json")[0])] == [1]


def test_the_audit_says_who_decided_what_about_which_entry(folder: Path) -> None:
    with open_store(folder / "duplicast.db") as store:
        store.append(received(recorded("9", id="a"), recorded("8", id="b")))
        store.append(received(opened("9", kind="live")))
    run("quarantine", "release", "1", "--reason", "table 9 is in")
    run("quarantine", "resend", "2", result=event_json(recorded("2", id="b")))
    with open_store(folder / "duplicast.db") as store:
        store.append(received(recorded("8", id="c")))
    run("quarantine", "discard", "3", "--reason", "no table 8")
    result = json.loads(run("audit", "--json")[0])
    assert {act["by"] for act in result} == {f"command line ({getuser()})"}
    assert [act["more"] for act in result] == [
        "entry 1 released: table 9 is in",
        "entry 2 resent: corrected",
        "entry 3 discarded: no table 8",
    ]


def test_the_audit_names_no_deal_where_an_entry_tells_none(folder: Path) -> None:
    result = [b"rubbish", b'{"session": "S"}', b'{"session": "S", "group": "A"}']
    with open_store(folder / "duplicast.db") as store:
        store.append([read_line(RawLine(1, raw, True, True), "POST", "POST") for raw in result])
    for entry in ("1", "2", "3"):
        run("quarantine", "discard", entry, "--reason", "of no use")
    assert [act["deal"] for act in json.loads(run("audit", "--json")[0])] == ["", "S", "S/A"]


@pytest.mark.parametrize("stores", [1, 2], ids=["one service", "service and command"])
def test_of_two_simultaneous_decisions_the_second_is_refused_with_the_name_of_the_first(
    folder: Path, stores: int
) -> None:
    """Twenty entries of every kind, each decided by two processes at once."""
    twenty = range(1, 21)
    opened_ = [open_store(folder / "duplicast.db") for _ in range(stores)]
    opened_[0].append(received(*(recorded("9", deal, id=f"s{deal}") for deal in twenty)))
    outcomes: dict[int, list[str]] = {entry: [] for entry in twenty}

    def decide(store: Store, name: str, barrier: threading.Barrier) -> None:
        for entry in twenty:
            barrier.wait()
            try:
                kind(store, entry, name)
                outcomes[entry].append(name)
            except AlreadyDecided as error:
                outcomes[entry].append(str(error))

    def kind(store: Store, entry: int, name: str) -> None:
        if entry % 2:
            decisions.discard(store, entry, "no such table", name)
        else:
            board = f"Qs9h3d4c{LAST[entry // 2 - 1]}"
            fixed = event_json(recorded("2", entry, id=f"m{entry}", board=board)).encode()
            decisions.resend(store, entry, fixed, "it was table 2", name)

    both = threading.Barrier(2)
    threads = [
        threading.Thread(target=decide, args=(opened_[n % stores], name, both))
        for n, name in enumerate(("Ada", "Bo"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for entry, result in outcomes.items():
        (first,) = [each for each in result if each in ("Ada", "Bo")]
        (second,) = [each for each in result if each not in ("Ada", "Bo")]
        what = "discarded" if entry % 2 else "resent"
        assert second.startswith(f"entry {entry} was {what} by {first} at 20")
    done = decided_about(opened_[0])
    assert {entry: each.by for entry, each in done.items()} == {
        entry: next(each for each in result if each in ("Ada", "Bo"))
        for entry, result in outcomes.items()
    }
    assert sum(each.type == "quarantine.decided" for each in opened_[0].entries()) == 20
    for store in opened_:
        store.close()


def test_time_decides_nothing_that_somebody_has_decided_meanwhile(folder: Path) -> None:
    """A line whose file ended in its midst is discarded while the whole of it comes in."""
    line = event_json(recorded("1", 3)) + "\n"
    feed = folder / "feed.ndjson"
    feed.write_text(line[:-20], encoding="utf-8")
    with open_store(folder / "duplicast.db") as store:
        store.append(read(feed))
        feed.write_text(line, encoding="utf-8")

        def discarding() -> Iterator[Received | Refused]:
            yield from read(feed)
            decisions.discard(store, 1, "rubbish", "Ada")

        store.append(discarding())
        assert sum(each.type == "quarantine.decided" for each in store.entries()) == 1
        assert decided_about(store)[1].by == "Ada"


def test_a_correction_settles_the_tries_that_were_refused_before_it(folder: Path) -> None:
    run("quarantine", "list")
    with open_store(folder / "duplicast.db") as store:
        store.append(received(recorded("9", id="a"), recorded("8", id="b")))
    for result, entry in ((recorded("7", id="a"), "1"), (recorded("6", id="a"), "3")):
        said = run("quarantine", "resend", entry, result=event_json(result), status=3)[1]
        assert said.startswith("refused again: table ")
    places = [each["place"] for each in json.loads(run("quarantine", "list", "--json")[0])]
    assert places[2:] == ["correction of entry 1", "correction of entry 3"]
    run("quarantine", "resend", "3", result=event_json(recorded("2", id="a")))
    assert [each["entry"] for each in json.loads(run("quarantine", "list", "--json")[0])] == [2]

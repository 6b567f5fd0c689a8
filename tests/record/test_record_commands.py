"""follow, log, rebuild, backup and quarantine, as somebody at the command line has them."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from record_events import contents, deck, event, live, opened, received, recorded
from typer.testing import CliRunner

from producer.cli import command_line
from producer.events import event_json
from producer.record import LogFilter, open_store
from producer.simulate import session_events

RUN = (sys.executable, "-c", "from producer.cli import main; main()")
EVIL = "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
"""What orders about a terminal, or turns the direction of what stands beside it."""

LINES = [event_json(each).encode() + b"\n" for each in session_events(2, 4, tables=3)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    with open_store(tmp_path / "duplicast.db") as store:
        store.append(received(opened(kind="live"), deck(), *live("1")))
    return tmp_path


def run(*words: str, status: int = 0, answer: str | bytes = "") -> tuple[str, str]:
    done = CliRunner().invoke(command_line(), list(words), input=answer)
    assert done.exit_code == status, done.output
    return done.stdout, done.stderr


def test_the_log_is_readable_and_filtered(folder: Path) -> None:
    nudge = event("table.nudged", {"milliseconds": -1500, "reason": "late"}, id="n", source="desk")
    at = "2026-03-14T10:00:05+00:00"
    start = event("hand.started", {"deal": 2, "hand": 2, "button": 3}, id="s", seq=6, at=at)
    with open_store(folder / "duplicast.db") as store:
        store.append(received(nudge, start))
    out, _ = run("log", "--type", "hand.started", "--deal", "2")
    (line,) = out.splitlines()
    assert "2026-03-14T10:00:03.500+00:00 ±0.5s  S/A/1 #6  hand.started" in line
    assert '"button": 3' in line
    out, _ = run("log", "--json", "--table", "1", "--last", "2")
    answer = [json.loads(each) for each in out.splitlines()]
    assert [each["event"]["type"] for each in answer] == ["table.nudged", "hand.started"]
    assert (answer[1]["time"], answer[1]["confidence"]) == ("2026-03-14T10:00:03.500+00:00", 0.5)
    assert len(run("log")[0].splitlines()) == 2 + len(live("1")) + 2
    out, err = run("log", "--session", "none")
    assert out == ""
    assert "nothing in the log matches; sessions and groups in it: S/A" in err


def test_names_cannot_play_with_the_terminal(folder: Path) -> None:
    name = "\x1b[2J\x9b31m\u202e"
    with open_store(folder / "duplicast.db") as store:
        store.append(received(opened(name, kind="live"), recorded(name)))
    run("release", "1", "--reason", "to see it")
    for words in (
        ("log",),
        ("log", "--json"),
        ("standings",),
        ("standings", "--json"),
        ("deals", "--all"),
        ("deals", "--all", "--json"),
        ("compare", "1"),
        ("compare", "1", "--json"),
        ("results", "--csv", "-"),
        ("standings", "--csv", "-"),
        ("forecast",),
        ("log", "--session", "none"),
    ):
        answer = "".join(run(*words))
        assert not re.search(EVIL, answer), words
    assert "[2J" in run("log")[0]


def test_rebuild_and_backup_give_the_same(folder: Path) -> None:
    with open_store(folder / "duplicast.db") as store:
        before = contents(store)
        _, err = run("rebuild")
        assert "derived 1 play again from 7 events" in err
        assert contents(store) == before
        store.append(received(recorded("2")))
        run("backup", "copy.db")
        with open_store(folder / "copy.db") as copy:
            assert contents(copy) == contents(store)
        assert [each.name for each in folder.iterdir() if "copy" in each.name] == ["copy.db"]
    run("backup", "duplicast.db", status=1)
    _, err = run("backup", str(folder / "nowhere" / "copy.db"), status=1)


def test_an_entry_of_the_quarantine_is_shown_resent_and_discarded(folder: Path) -> None:
    wrong = recorded("2", board="Qs9h3d4c8c", result={"1": 7, "2": -7, "3": 0}, id="w")
    with open_store(folder / "duplicast.db") as store:
        store.append(received(wrong, recorded("9", id="stranger"), file="floor.ndjson"))
    (first, second) = json.loads(run("quarantine", "list", "--json")[0])
    assert (first["entry"], first["place"]) == (1, "floor.ndjson:1")
    assert "the line gives" in first["reason"]
    out, err = run("quarantine", "show", "1")
    assert out == event_json(wrong) + "\n"
    assert "the line gives" in err
    assert "the line gives" in run("quarantine", "release", "1", "--reason", "x", status=3)[1]
    run("quarantine", "resend", "1", answer=event_json(recorded("2", id="w")), status=0)
    run("quarantine", "discard", "2", "--reason", "there is no table 9")
    assert json.loads(run("quarantine", "list", "--json")[0]) == []
    answer = json.loads(run("quarantine", "list", "--all", "--json")[0])
    assert [each["decision"]["what"] for each in answer] == ["resent", "discarded"]
    assert second["entry"] == 2
    _, err = run("quarantine", "show", "99", status=1)
    assert "no entry 99" in err
    with open_store(folder / "duplicast.db") as store:
        assert len(store.quarantine()) == 2
        assert [len(deal.plays) for deal in store.deals()] == [2]
        decided = [
            json.loads(e.event)["data"] for e in store.entries(LogFilter(type="quarantine.decided"))
        ]
        assert [each["entry"] for each in decided] == [1, 2]


def test_what_was_refused_for_want_of_something_can_be_released(folder: Path) -> None:
    with open_store(folder / "duplicast.db") as store:
        store.append(received(recorded("9", id="early")))
        store.append(received(opened("9", kind="live")))
    _, err = run("quarantine", "release", "1", "--reason", "table 9 is in the roster now")
    assert "accepted" in err
    with open_store(folder / "duplicast.db") as store:
        assert [len(deal.plays) for deal in store.deals()] == [2]


def test_follow_takes_lines_as_they_come_and_stops_on_a_signal(tmp_path: Path) -> None:
    feed, late = tmp_path / "feed", tmp_path / "feed" / "2.ndjson"
    feed.mkdir()
    first = feed / "1.ndjson"
    first.write_bytes(b"".join(LINES[:5]) + LINES[5][:40])
    with subprocess.Popen(
        [*RUN, "follow", str(feed), "--every", "0.05"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        text=True,
    ) as process:
        _until(tmp_path, 5)
        with first.open("ab") as file:
            file.write(LINES[5][40:] + b"rubbish\n")
        late.write_bytes(b"".join(LINES[6:20]))
        _until(tmp_path, 20)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert f"{first}:7: not JSON" in err
    assert "Traceback" not in err
    with open_store(tmp_path / "duplicast.db") as store:
        assert len(store.quarantine()) == 1


def _until(folder: Path, events: int) -> None:
    """Waits until so many events are in the log."""
    for _ in range(1200):
        if (folder / "duplicast.db").exists():
            with open_store(folder / "duplicast.db") as store:
                if len(list(store.entries())) == events:
                    return
        time.sleep(0.05)
    raise AssertionError(f"{events} events never came")


def test_follow_once_reads_other_formats_too(folder: Path) -> None:
    log = Path(__file__).parents[1] / "fixtures" / "lbr"
    run("follow", "--once", *map(str, sorted(log.iterdir())))
    with open_store(folder / "duplicast.db") as store:
        assert len(list(store.deals())) == 7


def test_follow_once_says_by_its_status_what_came_of_it(folder: Path) -> None:
    good, bad, odd = (folder / "in" / name for name in ("good.ndjson", "bad.ndjson", "odd.txt"))
    good.parent.mkdir()
    good.write_bytes(b"".join(LINES))
    run("follow", "--once", str(good))
    run("follow", "--once", "in")
    odd.write_text("words\n")
    _, err = run("follow", "--once", str(odd), status=1)
    assert "unknown format" in err
    assert "--format" not in err
    run("follow", "--once", "in", status=3)
    odd.unlink()
    bad.write_bytes(LINES[0] + b"rubbish\n")
    assert "1 in quarantine" in run("follow", "--once", "in", status=3)[1]
    assert "no such file" in run("follow", "--once", "nowhere", status=2)[1]
    assert "the record itself" in run("follow", "--once", "duplicast.db", status=2)[1]


def test_follow_passes_databases_by(folder: Path) -> None:
    """The record in the very folder that is followed, with what SQLite lays beside it."""
    (folder / "feed.ndjson").write_bytes(b"".join(LINES))
    with open_store(folder / "duplicast.db") as store, open_store(folder / "other.db"):
        _, err = run("follow", "--once", ".")
        assert len(list(folder.glob("*-wal"))) == 2
        assert len(store.sessions()) == 2
    assert err == f"{len(LINES)} new events, 0 already known, 0 in quarantine, 0 files not read\n"


@pytest.mark.parametrize("name", ["own_ds_r7.out", "feed.ndjson"])
@pytest.mark.parametrize("how", ["ingest", "follow"])
def test_an_entry_is_settled_when_the_whole_line_comes(folder: Path, name: str, how: str) -> None:
    log = Path(__file__).parents[1] / "fixtures" / "lbr" / name
    whole = log.read_bytes() if log.exists() else b"".join(LINES)
    lines = whole.splitlines(keepends=True)
    cut = folder / name
    cut.write_bytes(b"".join(lines[:8]) + lines[8][:30])
    assert "ends in the middle" in run("ingest", name, status=3)[1]
    run("quarantine", "list", "--json")
    cut.write_bytes(b"".join(lines[:8]) + lines[8][:40])
    run("ingest", name, status=3)
    cut.write_bytes(whole)
    _, err = run(*((how, name) if how == "ingest" else (how, name, "--once")))
    if how == "ingest":
        native = name.endswith(".ndjson")
        came = f"the complete line came later: {name}:9"
        why = came if native else f"the hand was read again from {name}, and accepted"
        assert f"quarantine entry 2 is settled: {why}" in err
    assert json.loads(run("quarantine", "list", "--json")[0]) == []
    kept = json.loads(run("quarantine", "list", "--all", "--json")[0])
    assert [entry["decision"]["what"] for entry in kept] == ["resent", "resent"]
    assert [len(entry["raw"]) for entry in kept] == [30, 40]
    answer, _ = run("log", "--json", "--type", "quarantine.decided")
    assert [json.loads(line)["event"]["data"]["entry"] for line in answer.splitlines()] == [1, 2]
    run("ingest", name)
    with open_store(folder / "duplicast.db") as store:
        before = contents(store)
        store.rebuild()
        assert contents(store) == before


def test_another_line_at_the_place_of_a_cut_one_settles_nothing(folder: Path) -> None:
    lines = LINES[:4]
    (folder / "feed.ndjson").write_bytes(b"".join(lines[:3]) + lines[3][:30])
    run("ingest", "feed.ndjson", status=3)
    (folder / "feed.ndjson").write_bytes(b"".join(lines[:3]) + lines[3].replace(b'"id"', b' "id"'))
    run("ingest", "feed.ndjson")
    assert len(json.loads(run("quarantine", "list", "--json")[0])) == 1


@pytest.mark.parametrize("seed", range(3))
def test_random_bytes_make_no_entry_a_line(folder: Path, seed: int) -> None:
    noise = random.Random(seed).randbytes(1 << 18)
    (folder / "noise.bin").write_bytes(b"{" + noise + b"\n{" + noise)
    _, err = run("ingest", "noise.bin", status=1)
    assert "noise.bin: unknown format" in err
    run("follow", "--once", "noise.bin", status=1)
    run("ingest", "noise.bin", "--format", "native", status=1)
    (entry,) = json.loads(run("quarantine", "list", "--json")[0])
    assert entry["reason"] == "no line of the file is an event in JSON"


def test_gaps_are_listed_and_declared_lost(folder: Path) -> None:
    far = event("hand.started", {"deal": 2, "hand": 2, "button": 3}, id="far", seq=9)
    with open_store(folder / "duplicast.db") as store:
        store.append(received(far))
    out, _ = run("gaps")
    assert out == "S/A: table 1: waiting for 6-8 from test; 1 later event waits\n"
    assert json.loads(run("gaps", "--json")[0])[0]["missing"] == [[6, 8]]
    assert "waits for nothing" in run("gaps", "--lost", "S/A/2", status=1)[1]
    assert run("gaps", "--lost", "S/A/1", "--reason", "battery died")[0] == ""
    out, _ = run("log", "--type", "gap.lost")
    assert '"first": 6, "last": 8, "reason": "battery died"' in out


@pytest.fixture
def stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """A live session with one byte flipped in the id of table 2's fifth event, so that it is the
    third's: the events as they should have come."""
    monkeypatch.chdir(tmp_path)
    lines = LINES.copy()
    place = {(e["table"], e["seq"]): n for n, e in enumerate(map(json.loads, lines)) if "seq" in e}
    third, fifth = (json.loads(lines[place["2", seq]])["id"] for seq in (3, 5))
    lines[place["2", 5]] = lines[place["2", 5]].replace(fifth.encode(), third.encode())
    (tmp_path / "feed.ndjson").write_bytes(b"".join(lines))
    run("ingest", "feed.ndjson", status=3)
    return [json.loads(line) for line in LINES]


def behind() -> list[str]:
    return json.loads(run("standings", "--json")[0])["pending"]


def test_an_event_under_a_taken_id_is_mended_as_its_words_say(stuck: list[dict[str, Any]]) -> None:
    (entry,) = json.loads(run("quarantine", "list", "--json")[0])
    for answer in ("quarantine show N", "quarantine resend N --own-id", "gaps --lost"):
        assert f"`duplicast {answer}" in entry["hint"]
    assert behind() == ["1 entry in quarantine", "table 2 waits behind event 5"]
    assert "provisional: table 2 waits behind event 5" in run("standings")[0]
    waits = json.loads(run("forecast", "--json")[0])
    assert {reason for one in waits for reason in one["reasons"]} == {
        "table 2 waits behind event 5"
    }
    shown = json.loads(run("quarantine", "show", "1")[0])
    fifth = next(e for e in stuck if (e.get("table"), e.get("seq")) == ("2", 5))
    assert shown["data"] == fifth["data"]
    assert "refused again" in run("quarantine", "release", "1", "--reason", "try", status=3)[1]
    run("quarantine", "resend", "1", "--own-id")
    assert run("gaps")[0] == ""
    assert json.loads(run("forecast", "--json")[0]) == []
    assert behind() == []
    assert not json.loads(run("standings", "--json")[0])["provisional"]


@pytest.mark.usefixtures("stuck")
def test_a_table_goes_on_without_an_event_declared_lost() -> None:
    run("gaps", "--lost", f"{json.loads(LINES[0])['session']}/A/2")
    assert run("gaps")[0] == ""
    assert [answer for answer in behind() if "waits" in answer] == []
    wrong = json.loads(run("quarantine", "list", "--json")[0])
    for each in wrong:
        run("quarantine", "discard", str(each["entry"]), "--reason", "the hand is told again")
    assert behind() == []


def test_an_id_is_given_to_events_alone(folder: Path) -> None:
    (folder / "bad.ndjson").write_bytes(b'{"v":1,\n')
    run("ingest", "bad.ndjson", "--format", "native", status=1)
    assert "not an event in JSON" in run("quarantine", "resend", "1", "--own-id", status=1)[1]
    assert (
        "do not give a FILE"
        in run("quarantine", "resend", "1", "bad.ndjson", "--own-id", status=2)[1]
    )
    assert behind() == ["1 entry in quarantine"]


def test_a_hand_number_twice_in_a_log_is_reported_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    hands = [b"1:BR,Player:0f:AsAd,7c2h|:50,-50(0.000000)\n"]
    hands += [b"1:BR,Player:0f:AsAd,7c3h|:50,-50(0.000000)\n"]
    (tmp_path / "t_ds_r7.out").write_bytes(b"Using seed 7.\n" + b"".join(hands))
    _, said = run("ingest", "t_ds_r7.out", status=3)
    assert (
        "t_ds_r7.out:3: hand 1 is twice in the file, with different content. The first one" in said
    )
    assert "id of its own" not in said
    assert behind() == ["1 entry in quarantine"]


def test_stakes_that_cannot_be_are_wrong_usage_and_wrong_ones_have_a_way_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    log = str(Path(__file__).parents[1] / "fixtures" / "lbr" / "own_ds_r7.out")
    for answer in ("100/50", "0/50", "50", "50/100/" + "9" * 17, "50/100/" + "9" * 40):
        assert f"--stakes {answer}" in run("ingest", log, "--stakes", answer, status=2)[1]
    said = run("ingest", log, "--stakes", "10/20", status=1)[1]
    assert "nothing of it was taken. Its results look like --stakes 50/100/20000" in said
    run("ingest", log, "--stakes", "50/100/20001")
    _, said = run("ingest", log, status=3)
    assert "was opened with another game" in said
    assert "`duplicast ingest FILE... --db NEW`" in said
    assert "in quarantine" in behind()[0]
    run("ingest", log, "--db", "new.db")


@pytest.mark.parametrize("reason", ["", " ", "x" * 1001])
def test_a_reason_that_the_log_cannot_keep_is_wrong_usage(folder: Path, reason: str) -> None:
    with open_store(folder / "duplicast.db") as store:
        store.append(received(recorded("9", id="stranger")))
        store.append(received(event("hand.started", {"deal": 2, "hand": 2, "button": 3}, seq=9)))
    for words in (
        ("quarantine", "discard", "1"),
        ("quarantine", "release", "1"),
        ("gaps", "--lost", "S/A/1"),
        ("release", "1"),
    ):
        assert "say why" in run(*words, "--reason", reason, status=2)[1]

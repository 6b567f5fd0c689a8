"""``duplicast explain``: what a file is and has; read and refused together are what is in it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from mapped_hands import file_of, phh
from real_files import real_files
from service import GUIDE
from typer.testing import CliRunner

from producer.cli import command_line
from producer.events import event_json
from producer.simulate import session_events

LBR = Path(__file__).parent / "fixtures" / "lbr" / "own_ds_r7.out"


def run(*words: str, status: int = 0) -> str:
    done = CliRunner().invoke(command_line("explain"), ["explain", *words])
    assert done.exit_code == status, done.output
    return done.output


def test_a_file_is_explained_in_words_and_nothing_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bad = b"7:BR,Player:0xx:AsAd,7c2h|:-50,50(0.0)\n"
    Path("t_ds_r7.out").write_bytes(LBR.read_bytes().rstrip() + b"\n" + bad)
    lines = run("t_ds_r7.out", status=3).splitlines()
    assert lines[0] == "t_ds_r7.out: an LBR match log"
    assert lines[1] == "session lbr-seed7, group A (archive)"
    assert lines[2].startswith(
        "  table t_ds_r7: 6 hands, no-limit hold'em 50/100, stacks of 20,000"
    )
    assert lines[3] == "6 hands and 7 events can be used, 1 line cannot"
    where = "t_ds_r7.out:15: not betting: 'xx' on the preflop"
    assert lines[4] == f"  {where}. Copy the line again from the original log"
    assert [path.name for path in tmp_path.iterdir()] == ["t_ds_r7.out"]
    found = json.loads(run("t_ds_r7.out", "--json", status=3))
    assert (found["hands"], found["tables"][0]["players"]["1"]) == (6, "BR")
    assert found["problems"][0]["place"] == "t_ds_r7.out:15"


def test_events_are_explained_by_their_tables() -> None:
    found = json.loads(run(str(GUIDE), "--json"))
    assert {each["table"]: each["hands"] for each in found["tables"]} == dict.fromkeys("123456", 1)
    assert found["events"] == len(GUIDE.read_text().splitlines())


def test_what_waits_for_a_missing_event_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three of table 3's events come after the missing one."""
    monkeypatch.chdir(tmp_path)
    events = [json.loads(event_json(each)) for each in session_events(2, 4, tables=3)]
    own = [each["seq"] for each in events if each.get("table") == "3"]
    missing, later = own[-4], len(own[-3:])
    kept = [each for each in events if (each.get("table"), each.get("seq")) != ("3", missing)]
    Path("gap.ndjson").write_text("".join(json.dumps(each) + "\n" for each in kept))
    of = f"{events[0]['session']}/{events[0]['group']}"
    words = f"; {of}: table 3 waits behind event {missing}, {later} later events wait"
    said = [line for line in run("gap.ndjson").splitlines() if "can be used" in line]
    assert said[0].endswith(f"0 lines cannot{words}")
    done = CliRunner().invoke(command_line("ingest"), ["ingest", "gap.ndjson"])
    assert done.output.endswith(f"0 in quarantine, 0 files not read{words}\n")
    Path("whole.ndjson").write_text("".join(json.dumps(each) + "\n" for each in events))
    done = CliRunner().invoke(command_line("ingest"), ["ingest", "whole.ndjson"])
    assert done.output.endswith("0 files not read\n")


def test_what_is_not_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text('entry,at,order\n"-- ending hand #2 --",2024-03-01T18:03:00.000Z,1\n')
    assert "this is a PokerNow log; not read yet" in run(str(path), status=1)


def test_an_option_that_does_not_apply_is_refused(tmp_path: Path) -> None:
    hands = file_of(tmp_path / "a.phhs", phh(11, 11, "fold"), phh(12, 12, "fold"))
    sheet = tmp_path / "a.csv"
    sheet.write_text("Deal,Seat,Result\n1,1,5\n1,2,-5\n")
    for words, file in ((("--stakes", "50/100"), hands), (("--stakes", "50/100"), sheet),
                        (("--hands-from", "0"), LBR)):  # fmt: skip
        said = run(*words, str(file), status=1)
        assert f"{words[0]} does not apply to" in said
    assert "2 hands" in run("--hands-from", "0", str(hands))


def test_folders_are_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("day one").mkdir()
    for words in (("explain",), ("ingest",), ("map", "suggest")):
        done = CliRunner().invoke(command_line(words[0]), [*words, "day one"])
        assert (done.exit_code, "`duplicast follow 'day one' --once`" in done.output) == (2, True)


def test_problems_of_one_kind_are_one_line_and_boards_without_a_result_are_counted(
    tmp_path: Path,
) -> None:
    """In most games of the archive that are wrong the contract lacks the double. A blank line ends
    a game."""
    (archive,) = real_files("bridge/endplay/tests/pbn", "example3.pbn")
    text = archive.read_text("latin-1")
    text = text[: text.index("\n\n", 700_000)]
    path = tmp_path / "archive.pbn"
    path.write_text(text)
    lines = run(str(path), status=3).splitlines()
    place = next(place for place, line in enumerate(lines) if " can be used, " in line)
    usable, left_out = (re.findall(r"\d+", line.replace(",", "")) for line in lines[place:][:2])
    assert int(usable[0]) + int(usable[2]) + int(left_out[0]) == len(re.split(r"\n\n+", text))
    assert lines[place + 1] == f"left out: {left_out[0]} boards without a result"
    assert "the contract is 1NT by North, the auction gives 1NTX by West" in lines[place + 2]
    assert lines[place + 2].endswith(" more like it)")
    assert len(lines) - place < 10


def test_columns_that_are_not_read_are_named(tmp_path: Path) -> None:
    path = tmp_path / "cup.csv"
    path.write_text("Deal,Seat,Place,Result,Notes\n1,1,2,5,\n1,2,1,-5,late\n")
    assert "left out: the columns Place, Notes" in run(str(path)).splitlines()
    assert json.loads(run(str(path), "--json"))["left_out"] == "the columns Place, Notes"


@pytest.mark.parametrize(
    ("folder", "pattern", "hand"),
    [
        ("poker/lbr", "lbr_fcpa_ds_r1.out", r"^\d+:[^:]+,[^:]+:"),
        ("poker/acpc", "3p.nolimit.h1000.r0.log", r"^STATE:"),
        ("poker/acpc", "2p.limit.h1000.r0.log", r"^STATE:"),
    ],
)
def test_read_and_refused_are_all_that_is_in_a_real_file(
    folder: str, pattern: str, hand: str
) -> None:
    (path,) = real_files(folder, pattern)
    inside = len(re.findall(hand, path.read_text(), re.MULTILINE))
    found = json.loads(run(str(path), "--json"))
    assert inside >= 500
    assert found["hands"] + len(found["problems"]) == inside

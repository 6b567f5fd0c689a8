"""Every reader of damaged files: events or located problems, never an exception of Python's."""

from __future__ import annotations

import json
import os
import random
import sys
from pathlib import Path

import pytest
from effort import counts
from test_acpc import TRANSCRIPT, TWO
from test_lin import TABLE
from test_ohh import ADDED, TOTALS
from test_pbn import TWO_ROOMS
from test_phh import HEADS_UP, SIX
from test_pokergfx import export, hand
from typer.testing import CliRunner

from producer.cli import command_line
from producer.events import event_json
from producer.feeds import Asked, Received, Refused, UnknownFormat, read
from producer.record import open_store

FILES = counts(500, 100_000)
MARKS = b"0123456789-.,:;/|'\"[]{}()#\\ \n\t\x00\xff\xc3rfcbdhpTA"
NOISE = [
    b"",
    b"null",
    b"true",
    b"1e999",
    b"1e" + b"9" * 20,
    b"33",
    b"-7",
    b"-1",
    b"9" * 400,
    b'"' * 3,
    b"inf",
    b"[[[[",
    b"{}",
]
ACPC = (
    b"# name/game/hands/seed own 2p/holdem.nolimit.2p.reverse_blinds.game 3 7\n#--t_response 1\n"
    b"STATE:0:r300c/cr700f:AsKs|QdQh/2c7d9h:-300|300:al|bo\n"
    b"STATE:1:r19686r20000c///:5d5c|9hQd/8dAs8s/4h/6d:20000|-20000:bo|al # 1341695920.914516\n"
    b"SCORE:-20300|20300:al|bo\n"
)
OWN_LBR = Path(__file__).parent.parent / "fixtures" / "lbr" / "own_ds_r7.out"


def whole(name: str, folder: Path) -> bytes:
    if name == "pokergfx":
        return export(folder / "whole.json", hand(), hand(2)).read_bytes()
    if name == "native":
        hands = read(OWN_LBR, "lbr")
        return "\n".join(event_json(item.event) for item in hands).encode()  # type: ignore[union-attr]
    return {
        "phh": f"[1]\n{HEADS_UP}\n[2]\n{SIX}".encode(),
        "ohh": f"{json.dumps(TOTALS)}\n{json.dumps(ADDED)}\n".encode(),
        "acpc": ACPC,
        "acpc-transcript": (TWO + TRANSCRIPT).encode(),
        "lbr": OWN_LBR.read_bytes(),
        "pbn": TWO_ROOMS.encode(),
        "lin": (f"{TABLE}\n" * 3).encode(),
    }[name]


def damaged(data: bytes, dice: random.Random) -> bytes:
    """One to four pieces are changed, removed, doubled, or put elsewhere."""
    for _ in range(dice.randint(1, 4)):
        a = dice.randrange(len(data) + 1)
        b = min(len(data), a + dice.choice((0, 1, 1, 2, 5, 40, 400)))
        way = dice.randrange(5)
        if way == 0:
            data = data[:a] + bytes(dice.choices(MARKS, k=dice.randint(1, 3))) + data[b:]
        elif way == 1:
            data = data[:a] + data[b:]
        elif way == 2:
            data = data[:b] + data[a:b] + data[b:]
        elif way == 3:
            data = data[:a] + dice.choice(NOISE) + data[b:]
        else:
            place = dice.randrange(len(data) + 1)
            data = data[:place] + data[a:b] + data[place:]
    return data


FORMATS = ["phh", "pokergfx", "ohh", "acpc", "acpc-transcript", "lbr", "pbn", "lin", "native"]


@pytest.mark.parametrize("name", FORMATS)
def test_damaged_files_give_hands_or_problems_with_their_places(name: str, tmp_path: Path) -> None:
    first = whole(name, tmp_path)
    path = tmp_path / "own_r7.txt"
    dice = random.Random(name)
    received = refused = 0
    fixes: list[str] = []
    for number in range(FILES):
        path.write_bytes(damaged(first, dice))
        try:
            items = list(read(path, name, Asked(growing=number % 2 == 0)))  # type: ignore[arg-type]
        except UnknownFormat as error:
            fixes.append(error.hint)
            continue
        for item in items:
            assert item.place.startswith(f"{path}:")
            if isinstance(item, Refused):
                refused += 1
                assert item.problem.reason
                assert item.problem.hint()
            elif isinstance(item, Received) and item.event.type == "hand.recorded":
                received += 1
                assert sum(item.event.data.result.values()) == 0
    assert received > FILES // 4
    assert refused > FILES // 10
    assert all(fixes)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names there are Unicode")
@pytest.mark.parametrize("name", [*FORMATS, "results"])
@pytest.mark.parametrize("by", ["ingest", "follow"])
def test_a_file_whose_name_is_not_utf8_is_read_and_named_with_escapes(
    name: str, by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Path(os.fsdecode(b"fol\xffder"))
    folder.mkdir()
    sheet = b"deal,table,seat,result\n1,A,1,50\n1,A,2,-50\n"
    content = (sheet if name == "results" else whole(name, tmp_path)) + b"\n"
    bad, good = folder / os.fsdecode(b"own\xe9_r7.txt"), Path("own_r7.txt")
    bad.write_bytes(content)
    good.write_bytes(content)
    with open_store(Path("good.db")) as store:
        wanted = store.append(read(good))
    words = ["ingest", bad] if by == "ingest" else ["follow", "--once", folder]
    done = CliRunner().invoke(command_line(by), [*map(str, words), "--db", "bad.db"])
    assert "Traceback" not in done.output
    assert f"{wanted.new} new event" in done.output
    with open_store(Path("bad.db")) as store:
        assert len(store.quarantine()) == wanted.quarantined
        places = {entry.place.rpartition(":")[0] for entry in store.entries()}
    assert places <= {r"fol\xffder/own\xe9_r7.txt", r"fol\xffder/own\xe9_r7.txt:own\xe9_r7"}
    explained = CliRunner().invoke(command_line("explain"), ["explain", str(bad)])
    assert explained.output.startswith(r"fol\xffder/own\xe9_r7.txt: ")


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("phh", "antes = [0, 0]", "antes = [0, {}]"),
        ("ohh", '"ante_amount": 0', '"ante_amount": {}'),
        ("pokergfx", '"NumBoards": 1', '"NumBoards": {}'),
    ],
)
def test_an_exponent_beyond_all_numbers_is_a_problem_of_its_hand(
    name: str, before: str, after: str, tmp_path: Path
) -> None:
    text = whole(name, tmp_path).decode()
    assert before in text
    path = tmp_path / "file"
    path.write_text(text.replace(before, after.format(f"1e{'9' * 20}"), 1))
    first = next(read(path, name))  # type: ignore[arg-type]
    assert isinstance(first, Refused)
    assert "1e99999999999999999999 has too large an exponent" in first.problem.reason

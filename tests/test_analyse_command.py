"""``duplicast analyse``: a match of bridge with all cards in view."""

import json
import sys
from pathlib import Path

import pytest
from real_files import real_files
from service import fill, guide
from typer.testing import CliRunner

from producer.cli import command_line
from producer.events import HandRecordedEvent, event_json
from producer.feeds import Received, read

MATCH = ("bridge/bridge-bots/bridgebots/tests/resources", "usbf_sf_14502.lin")


def run(*words: str, status: int = 0, columns: int = 200) -> str:
    ended = CliRunner().invoke(command_line(words[0]), list(words), env={"COLUMNS": str(columns)})
    assert ended.exit_code == status, ended.output
    return ended.stdout if status == 0 else ended.output


@pytest.fixture
def two_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards 49 and 52 of the match of test_lin.py."""
    monkeypatch.chdir(tmp_path)
    (path,) = real_files(*MATCH)
    events = [item.event for item in read(path) if isinstance(item, Received)]
    wanted = [
        each
        for each in events
        if not isinstance(each, HandRecordedEvent) or each.data.deal in (49, 52)
    ]
    Path("match.jsonl").write_text("".join(f"{event_json(each)}\n" for each in wanted))
    run("ingest", "match.jsonl")


@pytest.mark.usefixtures("two_boards")
def test_every_board_and_player_has_what_was_given_up() -> None:
    """From par, less what North and South gave up, plus what East and West did, to the result: no
    claim of these boards gave anything away. The lead of the ten of clubs let four hearts make: 620
    instead of -100. Dummy chooses no card: what it gives up is declarer's."""
    pytest.importorskip("endplay", reason="endplay has no wheels for this Python")
    found = json.loads(run("analyse", "--json"))
    assert [board["deal"] for board in found["boards"]] == [49, 52]
    for board in found["boards"]:
        for play in board["plays"]:
            given_up = {int(seat): own for seat, own in play["lost"].items()}
            sides = {0: 0, 1: 0}
            for seat, own in given_up.items():
                sides[seat % 2] += own["calls"] + own["cards"]
            assert board["par"] - sides[1] + sides[0] == play["points"]
            dummy = (play["declarer"] + 1) % 4 + 1
            assert given_up[dummy]["cards"] == given_up[dummy]["tricks"] == 0
    board = found["boards"][1]
    assert (board["imps"], board["ahead"]) == (12, "Fleisher")
    (led,) = (each for each in board["plays"] if each["table"] == "Open")
    assert led["lost"]["1"] == {"calls": 0, "cards": 720, "tricks": 1}
    totals = {(each["table"], each["seat"]): each for each in found["players"]}
    rodwell = totals["Open", 1]
    assert (rodwell["name"], rodwell["boards"], rodwell["tricks"]) == ("Rodwell", 2, 1)
    shown = run("analyse")
    assert "West 4H: 800 points" in shown
    assert "12 IMPs Fleisher" in shown
    narrow = run("analyse", columns=80)
    assert "…" not in narrow  # no column is cut
    assert all(each in narrow for each in ("4H W -1", "-620", "Fleisher", "Closed", "800"))


@pytest.mark.usefixtures("two_boards")
def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "endplay", None)
    said = run("analyse", status=1)
    assert said == (
        'double dummy needs the extra bridge: pip install "duplicast[bridge]", '
        "or in a checkout: make dev\n"
    )


def test_poker_is_not_analysed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("endplay", reason="endplay has no wheels for this Python")
    monkeypatch.chdir(tmp_path)
    fill(Path("duplicast.db"), guide())
    assert run("analyse", status=2) == "guide/A: only bridge is analysed card by card\n"

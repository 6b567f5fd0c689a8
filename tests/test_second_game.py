"""A second game runs from the feed to the picture by registering its package alone."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest
from high_card import registered
from typer.testing import CliRunner, Result

from producer import feeds
from producer.cli import command_line
from producer.compare import compare
from producer.compare.compare_many import compare_many
from producer.events import HoldemGame, SessionOpenedEvent, parse_event
from producer.feeds import Received, Refused
from producer.release.gate import open_gate
from producer.stages.comparisons.two_up import two_up
from producer.stages.moment import BEFORE, END

NAMES = {"1": "Ada", "2": "Bo", "3": "Cy"}
CARDS = {"1": "9h", "2": "Jc", "3": "4d"}
"""The dealer is seat 3, so seat 1 acts first."""


def event(kind: str, data: dict[str, Any], table: str | None) -> str:
    sender = {"session": "fair", "group": "A", "source": "pit", "type": kind}
    named = {"table": table} if table else {}
    return json.dumps({"id": json.dumps([kind, data])[-200:], **sender, **named, "data": data})


def move(seat: int, action: str, to: int | None = None, detail: str | None = None) -> dict:
    said = {"street": "play", "seat": seat, "action": action, "to": to, "detail": detail}
    return {name: value for name, value in said.items() if value is not None}


LINES = {
    # the jack of table 1 wins two stakes of 50; at table 2 the nine became a king
    "1": [move(1, "raise", 50), move(2, "stay"), move(3, "stay")],
    "2": [move(1, "swap", detail="Kd"), move(2, "stay"), move(3, "stay")],
    "3": [move(1, "swap", detail="Kd"), move(2, "raise", 20), move(3, "stay")],
}
RESULTS = {
    "1": {"1": -50, "2": 100, "3": -50},
    "2": {"1": 20, "2": -10, "3": -10},
    "3": {"1": 40, "2": -20, "3": -20},
}


def feed(
    doubled: tuple[int, ...] = (),
    lines: dict[str, list[dict]] = LINES,
    results: dict[str, dict[str, int]] = RESULTS,
) -> str:
    tables = {
        table: {
            "game": {"name": "high card", "stake": 10, "doubled": list(doubled)},
            "players": {seat: {"name": f"{name}{table}"} for seat, name in NAMES.items()},
        }
        for table in LINES
    }
    opening = event("session.opened", {"kind": "archive", "tables": tables}, None)
    hands = [
        event(
            "hand.recorded",
            {"deal": 1, "hand": 1, "button": 3, "cards": CARDS, "line": line,
             "result": results[table]},
            table,
        )
        for table, line in lines.items()
    ]  # fmt: skip
    return "\n".join([opening, *hands, ""])


def run(*words: str, status: int = 0) -> Result:
    ended = CliRunner().invoke(command_line(words[0]), list(words), env={"COLUMNS": "160"})
    assert ended.exit_code == status, ended.output
    return ended


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    with registered():
        (tmp_path / "feed.ndjson").write_text(feed(), encoding="utf-8")
        run("ingest", "feed.ndjson")
        yield tmp_path


@pytest.mark.usefixtures("here")
def test_its_deal_is_ranked_by_its_best_pick() -> None:
    (deal,) = json.loads(run("deals", "--json").stdout)
    # the first seat raised at one table and swapped at two; they ended at -50, 20 and 40
    pick = deal["pick"]
    assert (pick["seat"], pick["cards"], pick["kind"]) == (1, "9h", "fork")
    assert [branch["action"]["action"] for branch in pick["branches"]] == ["swap", "raise"]
    assert deal["swing"] == {"1": 90, "2": 120, "3": 40}
    assert deal["headline"] == "With the nine of hearts: Ada2 wins 2 stakes, Ada1 loses 5 stakes"


@pytest.mark.usefixtures("here")
def test_its_moves_have_details_in_the_comparison() -> None:
    answer = json.loads(run("compare", "1", "--json").stdout)
    assert answer["plays"]["2"]["line"][0] == {
        "street": "play",
        "seat": 1,
        "action": "swap",
        "detail": "Kd",
    }
    first, second = answer["picks"][0]["branches"]
    assert (first["action"], first["tables"]) == ({"action": "swap", "detail": "Kd"}, ["2", "3"])
    assert (second["action"], second["tables"]) == ({"action": "raise", "to": 50}, ["1"])
    # after the swap, one table raised and one stayed: 20 stakes of ten against 10
    assert [fork["seat"] for fork in answer["forks"]] == [1, 2]
    assert answer["picks"][0]["split"] == "Ada2 swaps, Ada1 raises"


def test_its_decision_and_end_are_drawn_side_by_side(here: Path) -> None:
    """The words of the two sides in the stage; the picture is a frame with its plates."""
    run("still", "1", "-o", "decision.png")
    run("still", "1", "--moment", "end", "-o", "end.png")
    run("still", "1", "--graphic", "split", "-o", "three.png")
    decision, end = (
        cv2.imread(str(here / name), cv2.IMREAD_UNCHANGED) for name in ("decision.png", "end.png")
    )
    assert decision.shape == end.shape == (1080, 1920, 4)
    assert end[980, 400, 3] == 255 > decision[980, 400, 3], "the result row comes at the end only"
    gate = open_gate(here / "duplicast.db")
    drawn = {
        each.key: each.context
        for each in two_up(gate.comparison("1", "command:still"), (), END).graphics
    }
    gate.close()
    left, right = drawn["decision-left"], drawn["decision-right"]
    assert (left.shape, left.word, left.amount) == ("cross", "SWAP FOR", "Kd")
    # raised to 50, five stakes of ten
    assert (right.shape, right.word, right.amount) == ("triangle", "RAISE TO", "5")
    assert (drawn["result-left"].result, drawn["result-left"].unit) == ("+2", ("STAKES",))
    # raised to 50 and lost: 50 and 20 are seven stakes apart
    assert (drawn["ahead"].who, drawn["ahead"].amount, drawn["ahead"].words) == (
        "Ada2:", "7", "STAKES AHEAD",
    )  # fmt: skip
    assert drawn["cards"].notes == ("AT 3 TABLES",), "it has no positions"
    assert drawn["result-left"].ended == (), "nor folds and showdowns"
    assert "board" not in drawn


def test_many_of_its_deals_are_compared_in_processes(here: Path) -> None:
    """A process is a new one, in which nobody but ``compare_many`` could register the game."""
    gate = open_gate(here / "duplicast.db")
    deal = gate.deal("1", "command:deals")
    gate.close()
    deals = [replace(deal, key=deal.key._replace(number=n)) for n in (1, 2, 3)]
    found = compare_many(deals, worth_it=2)
    assert found == [compare(each) for each in deals]
    assert [each.swing for each in found] == [{1: 90, 2: 120, 3: 40}] * 3


def test_what_a_game_sets_deal_by_deal_reaches_every_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deal 1 begins at twice the stake, as a side is vulnerable in one deal and not in another."""
    monkeypatch.chdir(tmp_path)
    lines = LINES | {"3": [move(1, "swap", detail="Kd"), move(2, "raise", 40), move(3, "stay")]}
    results = RESULTS | {
        "2": {"1": 40, "2": -20, "3": -20},
        "3": {"1": 80, "2": -40, "3": -40},
    }
    with registered():
        for doubled, status in (((2,), 3), ((1,), 0)):
            Path("feed.ndjson").write_text(feed(doubled, lines, results), encoding="utf-8")
            run("ingest", "feed.ndjson", "--db", f"{status}.db", status=status)
        answer = json.loads(run("compare", "1", "--json", "--db", "0.db").stdout)
        (pick, *_) = answer["picks"]
        assert (answer["swing"]["1"], pick["street"]) == (130, "play")
        run("still", "1", "-o", "decision.png", "--db", "0.db")
        gate = open_gate(Path("0.db"))
        drawn = two_up(gate.comparison("1", "command:still"), (), BEFORE)
        gate.close()
    # three seats at twice ten: a pot of six stakes before the first decision
    (strip,) = (each.context for each in drawn.graphics if each.key == "price")
    words = [part.text for group in strip.groups for part in group]
    assert words[:2] == ["POT", "6"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"line": [move(1, "raise", 60), move(2, "stay"), move(3, "stay")]}, "raise to 60"),
        ({"line": [move(2, "stay"), move(1, "stay"), move(3, "stay")]}, "out of turn"),
        ({"line": [move(1, "stay"), move(2, "stay")]}, "has not acted"),
        ({"result": {"1": 10, "2": 0, "3": -10}}, "seat 1: the result says +10, the line gives"),
        ({"cards": CARDS | {"1": "9h9c"}}, "a hand is one card"),
        ({"line": [move(1, "fold"), move(2, "stay"), move(3, "stay")]}, "high card has no 'fold'"),
    ],
)
def test_its_rules_refuse_what_cannot_be(here: Path, change: dict[str, Any], reason: str) -> None:
    hand = {"deal": 2, "hand": 2, "button": 3, "cards": CARDS, "line": LINES["2"],
            "result": RESULTS["2"]}  # fmt: skip
    (here / "more.ndjson").write_text(event("hand.recorded", hand | change, "1") + "\n")
    run("ingest", "more.ndjson", status=1)
    (entry,) = json.loads(run("quarantine", "list", "--json").stdout)
    assert reason in entry["reason"]


def test_a_group_plays_one_game(here: Path) -> None:
    poker = {"betting": "no-limit", "small_blind": 5, "big_blind": 10}
    opening = event("session.opened", {"kind": "archive", "tables": {
        "4": {"game": poker, "players": {"1": {"name": "Di"}}},
    }}, None)  # fmt: skip
    (here / "more.ndjson").write_text(opening + "\n")
    run("ingest", "more.ndjson", status=1)
    (entry,) = json.loads(run("quarantine", "list", "--json").stdout)
    assert "table 1 plays high card, table 4 plays holdem" in entry["reason"]


def test_a_session_without_a_name_of_its_game_is_holdem_as_before() -> None:
    poker = {"betting": "no-limit", "small_blind": 5, "big_blind": 10}
    opening = event("session.opened", {"kind": "archive", "tables": {
        "1": {"game": poker, "players": {"1": {"name": "Di"}}},
    }}, None)  # fmt: skip
    with registered():
        read = parse_event(opening)
    assert isinstance(read, SessionOpenedEvent)
    assert read.data.tables["1"].game == HoldemGame(**poker)


def test_an_unregistered_game_is_refused_with_the_games_there_are(tmp_path: Path) -> None:
    path = tmp_path / "feed.ndjson"
    path.write_text(feed(), encoding="utf-8")
    with registered():
        assert all(isinstance(item, Received) for item in feeds.read(path))
        path.write_text(feed().replace('"high card"', '"low card"'), encoding="utf-8")
        first, *_ = feeds.read(path)
    assert isinstance(first, Refused)
    assert first.reason == "data.tables.1.game: there is no game 'low card'"
    assert first.problem.hint() == "The games are holdem, bridge, open-face, results, high card"

"""``duplicast standings``, ``results`` and ``draw`` as the scorer runs them."""

import csv
import io
import json
import os
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from producer.cli import command_line

DEALS = 5
ROOM = 200
"""Columns of the terminal, so that nothing is folded."""


def run(*arguments: object, status: int = 0):
    runner = CliRunner(env={"COLUMNS": str(ROOM)})
    result = runner.invoke(command_line(), [str(one) for one in arguments])
    assert result.exit_code == status, result.output
    return result


@pytest.fixture(scope="module")
def feed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A simulated session's feed beside its database, ``s.ndjson`` and ``s.db``."""
    folder = tmp_path_factory.mktemp("scorer")
    file = folder / "s.ndjson"
    run("simulate", "--deals", DEALS, "--seed", 11, "-o", file)
    run("ingest", file, "--db", folder / "s.db")
    return file


@pytest.fixture
def db(feed: Path) -> Path:
    return feed.with_name("s.db")


def answer(feed: Path) -> tuple[dict[int, dict[str, Fraction]], dict[tuple[str, int], str]]:
    """Chip scores by seat and table, and the teams, straight from the feed's own lines."""
    chips: dict[int, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    teams = {}
    for line in feed.read_text().splitlines():
        event = json.loads(line)
        if event["type"] == "session.opened":
            for table, info in event["data"]["tables"].items():
                for seat, player in info["players"].items():
                    teams[table, int(seat)] = player["team"]
        elif event["type"] == "hand.finished":
            for seat, amount in event["data"]["result"].items():
                chips[int(seat)][event["table"]] += Fraction(amount)
    return chips, teams


def test_p5_standings_json_agrees_with_a_count_over_the_feed(feed: Path, db: Path) -> None:
    got = json.loads(run("standings", "--json", "--db", db).stdout)
    chips, teams = answer(feed)
    points: dict[str, Fraction] = defaultdict(Fraction)
    for seat, scores in chips.items():
        lines = {line["table"]: line for line in got["seats"][str(seat)]}
        for table, score in scores.items():
            beaten = sum(score > other for other in scores.values())
            level = sum(score == other for other in scores.values()) - 1
            points[teams[table, seat]] += 1 + beaten + Fraction(level, 2)
            assert lines[table]["chips"] == score
            assert lines[table]["points"] == 1 + beaten + Fraction(level, 2)
            assert lines[table]["team"] == teams[table, seat]
    assert {line["team"]: line["points"] for line in got["teams"]} == points
    order = [(line["points"], line["chips"]) for line in got["teams"]]
    assert order == sorted(order, reverse=True)
    assert (got["provisional"], got["missing"]) == (False, [])


def test_a_scoring_of_another_game_is_refused(db: Path) -> None:
    """IMPs are bridge's (RULES B3)."""
    said = run("standings", "--scoring", "imps", "--db", db, status=2).output
    assert "plays holdem, which is counted by: seats, hands, peers" in " ".join(said.split())


def test_printed_standings_name_teams_and_the_deals_counted(db: Path) -> None:
    said = run("standings", "--db", db).stdout
    assert f"final standings, scoring by seats, over the {DEALS} deals" in said
    assert "Greece" in said
    assert "Ελένη Παπαδάκη" in said


def test_standings_while_deals_are_missing_say_so(feed: Path, tmp_path: Path) -> None:
    """The feed cut off before its last finished hand: one table has not finished one deal."""
    lines = feed.read_text().splitlines(keepends=True)
    last = max(n for n, line in enumerate(lines) if '"hand.finished"' in line)
    cut = tmp_path / "cut.ndjson"
    cut.write_text("".join(lines[:last]))
    run("ingest", cut, "--db", tmp_path / "cut.db")
    got = json.loads(run("standings", "--json", "--db", tmp_path / "cut.db").stdout)
    deal = json.loads(lines[last])["data"]["deal"]
    assert got["provisional"]
    assert got["missing"] == [{"deal": deal, "last": deal, "tables": [], "why": "not released"}]
    said = run("standings", "--db", tmp_path / "cut.db").stdout
    assert f"provisional standings, scoring by seats, over the {DEALS - 1} deals" in said
    assert f"missing: not released: {deal}" in said


@pytest.mark.parametrize("scoring", ["seats", "hands", "peers"])
def test_standings_csv_is_written_whole(db: Path, tmp_path: Path, scoring: str) -> None:
    out = tmp_path / "made" / "standings.csv"
    out.parent.mkdir()
    run("standings", "--scoring", scoring, "--csv", out, "--db", db)
    lines = list(csv.DictReader(io.StringIO(out.read_text())))
    assert len(lines) == 6 + 36 + 36
    assert {line["scoring"] for line in lines} == {scoring}
    assert os.listdir(out.parent) == ["standings.csv"]  # noqa: PTH208 - hidden ones as well


def test_results_csv_and_json_hold_every_hand(feed: Path, db: Path) -> None:
    lines = list(csv.DictReader(io.StringIO(run("results", "--csv", "-", "--db", db).stdout)))
    rows = json.loads(run("results", "--json", "--db", db).stdout)
    assert len(lines) == len(rows) == DEALS * 36
    chips, _ = answer(feed)
    total: dict[int, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for row in rows:
        total[row["seat"]][row["table"]] += Fraction(row["chips"])
    assert total == chips
    assert [line["counts"] for line in lines] == ["true"] * len(lines)
    assert "Poland" in run("results", "--db", db).stdout


def test_with_several_groups_the_command_asks_which(feed: Path, tmp_path: Path) -> None:
    other, db = tmp_path / "o.ndjson", tmp_path / "two.db"
    run("simulate", "--deals", 1, "--seed", 12, "--tables", 2, "-o", other)
    run("ingest", feed, other, "--db", db)
    said = run("standings", "--json", "--db", db, status=2).stderr
    assert f"choose one: sim-11-{DEALS}x6/A, sim-12-1x2/A" in said
    got = json.loads(run("standings", "sim-12-1x2/A", "--json", "--db", db).stdout)
    assert (got["session"], len(got["teams"])) == ("sim-12-1x2", 2)
    assert json.loads(run("standings", "sim-12-1x2", "--json", "--db", db).stdout) == got
    assert "there is: sim-11" in run("standings", "nowhere", "--db", db, status=1).stderr
    both = run("standings", "--db", db).stdout
    assert "sim-11" in both
    assert "sim-12" in both


def test_wrong_usage_is_said_in_words(db: Path, tmp_path: Path) -> None:
    assert "give --csv a file" in run(
        "results", "--json", "--csv", "-", "--db", db, status=2
    ).stderr.replace("\n", " ")
    assert "no such database" in run("standings", "--db", tmp_path / "no.db", status=1).stderr


def test_p6_a_written_draw_is_verified(tmp_path: Path) -> None:
    file = tmp_path / "draw.json"
    teams = ["Argentina", "Brazil", "China", "Denmark", "Ecuador", "Finland"]
    run("draw", *teams, "--seed", 4, "--direction", "descending", "--blocks", 15, "-o", file)
    assert "a valid draw" in run("draw", "--check", file).stderr
    assert json.loads(run("draw", "--check", file, "--json").stdout) == {
        "draw": True, "reasons": [],
    }  # fmt: skip
    said = json.loads(file.read_text())
    assert (said["direction"], said["deals"], said["blocks"], said["seed"]) == (
        "descending", 75, 15, 4,
    )  # fmt: skip
    again = run("draw", *teams, "--seed", 4, "--direction", "descending", "--blocks", 15, "--json")
    assert json.loads(again.stdout) == said

    said["tables"]["2"]["seats"]["1"] = said["tables"]["2"]["seats"]["2"]
    file.write_text(json.dumps(said))
    wrong = run("draw", "--check", file, status=1).stderr
    assert "table 2 has 2 players of" in wrong
    listed = json.loads(run("draw", "--check", file, "--json", status=1).stdout)
    assert not listed["draw"]
    assert len(listed["reasons"]) == 2


def test_p6_a_printed_draw() -> None:
    said = run("draw", "A", "B", "C", "--seed", 1, "--deals", 4).stdout
    assert "order of action at every table: " in said
    assert "table 3 plays " in said
    fourteen = run("draw", *(f"T{n}" for n in range(14)), "--seed", 1).stdout
    assert "any two teams meet at 2 to 3 tables" in fourteen
    one, other = (run("draw", "A", "B", "C", "D", "E", "--json").stdout for _ in range(2))
    assert json.loads(one)["seed"] != json.loads(other)["seed"]


def test_p6_impossible_or_unreadable_draws_are_explained(tmp_path: Path) -> None:
    assert "at least two" in run("draw", status=2).stderr
    assert "team A is named twice" in run("draw", "A", "A", "B", status=2).stderr
    assert "at most 3 seats" in run("draw", "A", "B", "C", "--seats", 6, status=2).stderr
    file = tmp_path / "no.json"
    file.write_text('{"tables": 3}')
    assert "no.json: tables: " in run("draw", "--check", file, status=1).stderr
    assert "do not name teams" in run("draw", "A", "B", "--check", file, status=2).stderr

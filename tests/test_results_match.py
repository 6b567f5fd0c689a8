"""A match of which only the results were kept: standings and gaps, and no decision to show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from service import serving
from typer.testing import CliRunner, Result

from overlay.svg import stage_svg
from producer.cli import command_line
from producer.release.gate import open_gate
from producer.stages.comparisons.matrix import matrix_stage
from producer.wording import moment_line, talking_points

SHEET = """Nations Cup;;;;;
Deal;Table;Seat;Player;Team;Result
1;1;1;Ann;Chile;-1250,5
1;1;2;Bo;Peru;1250,5
1;2;1;Cy;Peru;300
1;2;2;Di;Chile;-300
2;1;1;Ann;Chile;20
2;1;2;Bo;Peru;-20
2;2;1;Cy;Peru;20
2;2;2;Di;Chile;-20
"""
EXIT = "command:still"
UNRECORDED = {
    "en": "No line was recorded of this deal, only the results.",
    "es": "No se registraron las acciones de esta mano, solo los resultados.",
    "el": "Οι κινήσεις αυτής της διανομής δεν καταγράφηκαν, μόνο τα αποτελέσματα.",
}


def run(*words: str, status: int = 0) -> Result:
    ended = CliRunner().invoke(command_line(words[0]), list(words), env={"COLUMNS": "160"})
    assert ended.exit_code == status, ended.output
    return ended


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("results")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("sheet.csv").write_text(SHEET, encoding="utf-8")
        assert "4 hands" in run("explain", "sheet.csv").stdout
        run("ingest", "sheet.csv")
        yield folder / "duplicast.db"


def test_standings_come_from_the_results(record: Path) -> None:
    """Peru's Cy has more chips than Ann in seat 1, Peru's Bo more than Di in seat 2: two points
    for the first of a seat, one for the second (RULES P5)."""
    answer = json.loads(run("standings", "--db", str(record), "--json").stdout)
    assert [(line["team"], line["points"], line["chips"]) for line in answer["teams"]] == [
        ("Peru", 4, "3101/2"), ("Chile", 2, "-3101/2"),
    ]  # fmt: skip


def test_the_comparison_has_gaps_and_ranks_and_no_fork(record: Path) -> None:
    answer = json.loads(run("compare", "1", "--json", "--db", str(record)).stdout)
    assert (answer["forks"], answer["picks"], answer["plays"]["1"]["line"]) == ([], [], [])
    assert answer["swing"] == {"1": "3101/2", "2": "3101/2"}
    assert answer["plays"]["1"]["rank"] == {"1": 2, "2": 1}


@pytest.mark.parametrize("code", ["en", "es", "el"])
def test_it_is_said_that_no_line_was_recorded(record: Path, code: str) -> None:
    gate = open_gate(record)
    first, second = (gate.comparison(deal, EXIT) for deal in ("1", "2"))
    gate.close()
    (unrecorded, furthest) = talking_points(first, code)
    assert unrecorded.text == UNRECORDED[code] == f"{moment_line(first, code)}."
    number = {"en": "-1,250.5", "es": "-1.250,5", "el": "-1.250,5"}[code]
    assert number in furthest.text
    assert [fact.value for fact in furthest.facts.values()].count(1) >= 1
    assert len(talking_points(second, code)) == 2


def test_the_matrix_shows_the_results_and_a_split_is_refused_with_the_reason(record: Path) -> None:
    gate = open_gate(record)
    drawn = stage_svg(matrix_stage(gate.comparison("1", EXIT)))
    gate.close()
    assert all(text in drawn for text in ("RESULTS, CHIPS", "+300", "SEAT 2"))
    out = record.with_name("split.png")
    for graphic in ("two-up", "split", "field"):
        words = ["still", "1", "--graphic", graphic, "-o", str(out), "--db", str(record)]
        assert "no line was recorded, only the results" in run(*words, status=1).output
    assert not out.exists()


def test_a_live_event_of_a_hand_is_refused(record: Path) -> None:
    event = {
        "id": "x", "session": "results-nations-cup", "group": "A", "table": "1", "source": "pit",
        "type": "hand.action",
        "data": {"deal": 3, "hand": 3, "n": 1, "seat": 1, "action": "fold"},
    }  # fmt: skip
    path = record.with_name("more.ndjson")
    path.write_text(json.dumps(event) + "\n")
    run("ingest", str(path), "--db", str(record), status=1)
    (entry,) = json.loads(run("quarantine", "list", "--json", "--db", str(record)).stdout)
    assert "results has no 'fold', it has none" in entry["reason"]


def test_the_pages_of_the_desk_open(record: Path, tmp_path: Path) -> None:
    gate = open_gate(record)
    deal = next(str(key) for key in gate.released(EXIT) if key.number == 1)
    pages = (f"/deals/{deal}", f"/panel/{deal}", f"/panel-print/{deal}", "/", "/prepare")
    with serving(gate, tmp_path) as address:
        answers = {at: httpx.get(address + at, trust_env=False, timeout=60) for at in pages}
    gate.close()
    assert {at: answer.status_code for at, answer in answers.items()} == dict.fromkeys(pages, 200)
    assert "No line was recorded of this deal" in answers["/"].text
    assert "only the results were recorded" in answers[f"/panel/{deal}"].text

"""The commands of the gate (forecast, release, seal, house, audit, token), as typed."""

import csv
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import cv2
import numpy as np
import pytest
from service import NEVER, TABLES, fill, guide
from typer.testing import CliRunner, Result

from producer.cli import command_line
from producer.events import parse_event
from producer.feeds import Received

FIVE = TABLES[:5]


def run(*words: str, status: int = 0) -> Result:
    ended = CliRunner().invoke(command_line(words[0]), list(words), env={"COLUMNS": "160"})
    assert ended.exit_code == status, ended.output
    return ended


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The guide's deal, live; the sixth table has yet to play it."""
    monkeypatch.chdir(tmp_path)
    fill(tmp_path / "duplicast.db", guide("day", "live", FIVE))
    return tmp_path


def audit() -> list[dict[str, str]]:
    return json.loads(run("audit", "--json").stdout)


def test_a_sealed_deal_waits_for_its_table_in_the_forecast(here: Path) -> None:
    result = json.loads(run("forecast", "--json").stdout)
    assert [(one["session"], one["deal"], one["sealed"]) for one in result] == [("day", 1, True)]
    assert [wait["table"] for wait in result[0]["waits"]] == ["6"]
    said = run("forecast").stdout
    assert "SEALED day/A/1" in said
    assert said.count("table 6") == 1
    fill(here / "duplicast.db", guide("day", "live"))
    assert json.loads(run("forecast", "--json").stdout) == []


def test_half_a_session_is_forecast_from_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three tables have ended some of 12 deals, in March; table 3 has stopped an hour before."""
    monkeypatch.chdir(tmp_path)
    run("simulate", "--deals", "12", "--seed", "3", "--tables", "3", "-o", "all.ndjson")
    lines = (tmp_path / "all.ndjson").read_text(encoding="utf-8").splitlines(keepends=True)
    half = lines[: 2 * len(lines) // 3]
    silent = [
        line for n, line in enumerate(half) if n < len(half) // 3 or '"table":"3"' not in line
    ]
    (tmp_path / "half.ndjson").write_text("".join(half), encoding="utf-8")
    (tmp_path / "silent.ndjson").write_text("".join(silent), encoding="utf-8")
    run("ingest", "half.ndjson", "--db", "half.db")
    before = datetime.now(UTC)
    result = json.loads(run("forecast", "--json", "--db", "half.db").stdout)
    assert result
    for one in result:
        assert one["reasons"] == []
        assert datetime.fromisoformat(one["about"]) > before + timedelta(minutes=1)
    run("ingest", "silent.ndjson", "--db", "silent.db")
    result = json.loads(run("forecast", "--json", "--db", "silent.db").stdout)
    waits = [one for one in result if "3" in [wait["table"] for wait in one["waits"]]]
    assert waits
    for one in waits:
        assert (one["about"], one["by"]) == (None, None)
        assert "table 3 has ended no hand for" in one["reasons"][0]


@pytest.mark.usefixtures("here")
def test_a_draw_that_does_not_match_the_session_is_refused() -> None:
    teams = ["A", "B", "C", "D", "E", "F"]
    run("draw", *teams, "--deals", "24", "-o", "draw.json")
    said = run("forecast", "--draw", "draw.json", status=2).stderr
    assert "draw.json: it has orders of 24 deals, and day/A plays 1. Name the file" in said
    run("draw", *teams[:3], "--deals", "1", "-o", "three.json")
    said = run("forecast", "--draw", "three.json", status=2).stderr
    assert "it has orders of deals for tables 1, 2, 3, and day/A is played at tables 1, 2" in said
    run("draw", *teams, "--deals", "1", "-o", "one.json")
    assert "table 6 (1 hand)" in run("forecast", "--draw", "one.json").stdout
    assert "no estimate" in run("forecast").stdout


@pytest.mark.usefixtures("here")
def test_by_names_how_many_deals_have_no_estimate() -> None:
    words = "1 deal has no estimate; run without --by to list them.\n"
    assert run("forecast", "--by", "13:00").stdout == words
    result = run("forecast", "--by", "13:00", "--json")
    assert (json.loads(result.stdout), result.stderr) == ([], words)
    fill(Path("other.db"), guide("day", "live"))
    assert run("forecast", "--by", "13:00", "--db", "other.db").stdout == (
        "No further deal will be released by 13:00.\n"
    )


def test_a_release_by_hand_needs_a_reason_and_is_in_the_audit(here: Path) -> None:
    run("compare", "1", status=1)
    run("release", "1", status=2)
    run("release", "1", "--reason", " ", status=2)
    run("release", "1", "--reason", "=table 6 has gone home")
    run("compare", "1")
    run("seal", "1", "--reason", "it is back")
    assert run("compare", "1", status=1).output == run("compare", "1", status=1).output
    assert [(one["what"], one["deal"], one["more"], one["sealed"]) for one in audit()] == [
        ("released by hand", "day/A/1", "=table 6 has gone home", True),
        ("sealed by hand", "day/A/1", "it is back", True),
    ]
    run("audit", "--csv", "audit.csv")
    rows = list(csv.DictReader((here / "audit.csv").read_text(encoding="utf-8").splitlines()))
    assert rows[0]["more"] == "'=table 6 has gone home"
    assert audit()[-1]["what"] == "wrote a file"


def test_the_same_cards_under_another_name_forbid_a_release_by_hand(here: Path) -> None:
    fill(here / "duplicast.db", guide("evening", "live", FIVE))
    refused = run("release", "day/A/1", "--reason", "early", status=1)
    assert "the same cards as evening/A/1" in refused.output
    run("compare", "day/A/1", status=1)
    run("release", "day/A/1", "evening/A/1", "--reason", "nobody plays them any more")
    run("compare", "day/A/1")


@pytest.mark.usefixtures("here")
def test_a_table_that_is_out_and_a_session_that_has_ended() -> None:
    run("house", "out", "day/A", "6", "--reason", "disqualified")
    run("compare", "1")
    run("house", "out", "day/A", "6", "--back", "--reason", "appeal")
    run("compare", "1", status=1)
    run("house", "end", "day/A", "--reason", "power cut")
    run("compare", "1")
    run("house", "end", "day/A", "--undo", "--reason", "power is back")
    run("compare", "1", status=1)
    assert "there is: day/A" in run("house", "end", "x/A", "--reason", "?", status=1).output


def test_an_unopened_group_holds_up_its_session_until_it_is_declared_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device with the wrong group name: its events wait for an opening that never comes."""
    monkeypatch.chdir(tmp_path)
    fill(Path("duplicast.db"), guide("night", "live"))
    run("compare", "night/A/1")
    (wrong,) = guide("night", "live")[-1:]
    result = json.loads(wrong.raw) | {"group": "a", "id": "wrong/1"}
    raw = json.dumps(result).encode()
    fill(Path("duplicast.db"), [Received(raw, parse_event(raw), "a device")])
    run("compare", "night/A/1", status=1)
    run("house", "end", "night/a", "--reason", "a device had the name wrong")
    run("compare", "night/A/1")
    run("house", "end", "night/a", "--undo", "--reason", "it is a group after all")
    run("compare", "night/A/1", status=1)


def test_a_delay_holds_back_played_out_deals(here: Path) -> None:
    fill(here / "duplicast.db", guide("day", "live"))
    run("compare", "1")
    run("house", "delay", "day/A", "30", "--reason", "broadcast delay")
    run("compare", "1", status=1)
    result = json.loads(run("forecast", "--json").stdout)
    assert result[0]["reasons"] == ["the delay"]
    assert result[0]["by"] is not None


def test_the_delay_in_the_settings_holds_back_too(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(here / "duplicast.db", guide("day", "live"))
    monkeypatch.setenv("DUPLICAST_DELAY", "30")
    run("compare", "1", status=1)


def test_a_still_of_a_sealed_deal_is_watermarked_all_over(here: Path) -> None:
    run("still", "1", "-o", "sealed.png", status=1)
    assert not (here / "sealed.png").exists()
    assert "SEALED" in run("still", "1", "--sealed", "-o", "sealed.png").output
    fill(here / "duplicast.db", guide("day", "live"))
    run("still", "1", "--sealed", "-o", "free.png")
    red = {name: _red_quarters(here / name) for name in ("sealed.png", "free.png")}
    assert min(red["sealed.png"]) > 0.005
    assert min(red["free.png"]) == 0.0  # red suits are red, the rest is not
    assert [one["sealed"] for one in audit() if one["what"] == "wrote a file"] == [True, False]


def _red_quarters(path: Path) -> list[float]:
    """The share of the watermark's red in every 16th of a picture."""
    blue, green, red, alpha = cv2.split(cv2.imread(str(path), cv2.IMREAD_UNCHANGED).astype(int))
    marked = (red > 150) & (green < 80) & (blue < 90) & (alpha > 100)
    rows = np.array_split(marked, 4, axis=0)
    return [part.mean() for row in rows for part in np.array_split(row, 4, axis=1)]


def test_ingest_live_seals_a_session_until_all_tables_have_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = []
    for n, table in enumerate("123"):
        lines = [h.raw for h in guide("day", tables=(table,))]
        opening = json.loads(lines[0])
        opening["id"] += table
        opening["data"]["tables"] = {table: opening["data"]["tables"][table]}
        path = tmp_path / f"{n}.ndjson"
        path.write_bytes(b"\n".join([json.dumps(opening).encode(), *lines[1:]]) + b"\n")
        files.append(path.name)
    for file in files[:2]:
        run("ingest", file, "--live", "3")
        run("compare", "1", status=1)
    run("ingest", files[2], "--live", "3")
    run("compare", "1")
    run("ingest", files[2], "--live", "3")


@pytest.mark.usefixtures("here")
def test_ingest_live_reads_match_logs() -> None:
    fixtures = Path(__file__).parents[1] / "fixtures" / "lbr"
    run("ingest", str(fixtures / "own_ds_r7.out"), "--live", "2")
    assert json.loads(run("gaps", "--json").stdout) == []
    run("compare", "1", status=1)
    run("ingest", str(fixtures / "own_Hyp14_s7_1234.mp2.m.out"), "--live", "2")
    run("compare", "1")


@pytest.mark.usefixtures("here")
def test_an_isolated_booth_has_a_token_that_says_so() -> None:
    result = run("token", "add", "commentator", "--isolated", "--note", "booth 2")
    assert "This token may see SEALED deals" in result.output
    run("token", "add", "scorer", "--isolated", status=2)
    listed = json.loads(run("token", "list", "--json").stdout)
    assert [(one["role"], one["isolated"]) for one in listed] == [("commentator", True)]
    assert "commentator, isolated" in run("token", "list").stdout
    assert audit()[0]["more"].endswith("role commentator; note booth 2; isolated yes")


def test_a_token_is_shown_once_and_can_be_revoked(here: Path) -> None:
    token = run("token", "add", "feed", "--table", "6", "--note", NEVER).stdout.split()[-1]
    name, secret = token.split(".")
    assert secret not in run("token", "list", "--json").stdout
    for file in here.glob("duplicast.db*"):
        assert secret.encode() not in file.read_bytes()
    listed = json.loads(run("token", "list", "--json").stdout)
    assert [(one["token"], one["tables"], one["note"]) for one in listed] == [(name, ["6"], NEVER)]
    run("token", "revoke", token)
    run("token", "revoke", token, status=1)
    assert [one["what"] for one in audit()] == ["made a token", "revoked a token"]


def test_a_narrow_terminal_cuts_no_number(here: Path) -> None:
    """Half an amount would be wrong: at 60 columns it is complete, on two lines if needed."""
    fill(here / "duplicast.db", guide("a-session-with-a-long-name", "archive"))
    run("house", "out", "day/A", "6", "--reason", "disqualified")
    result = CliRunner().invoke(command_line("results"), ["results"], env={"COLUMNS": "60"})
    audited = CliRunner().invoke(command_line("audit"), ["audit"], env={"COLUMNS": "60"})
    assert result.exit_code == audited.exit_code == 0
    assert "…" not in result.output
    assert "…" not in audited.output


@pytest.mark.usefixtures("here")
def test_there_are_no_standings_before_the_first_release() -> None:
    result = run("standings").output
    assert "no deal counts yet" in result
    assert "21" not in result


def test_a_misspelt_setting_is_named_with_the_likely_one(here: Path) -> None:
    (here / "duplicast.toml").write_text('[graphics]\nthme = "dark"\n')
    result = run("deals", status=2).output
    assert "setting graphics.thme: there is no such setting. Did you mean graphics.theme?" in result


def test_the_printed_audit_lists_later_changes(here: Path) -> None:
    """At 80 columns, in the same words as the page."""
    fill(here / "duplicast.db", guide("day", "live", TABLES))
    run("still", "1", "-o", "a.png")
    run("seal", "day/A/1", "--reason", "a protest")
    (since,) = [one["since"] for one in audit() if one["what"] == "wrote a file"]
    assert since == "sealed by hand (a protest); it is no longer released"
    result = CliRunner().invoke(command_line("audit"), ["audit"], env={"COLUMNS": "80"}).output
    assert max(map(len, result.splitlines())) <= 80
    more = result.splitlines()[0].index("more")
    assert f"Since then: {since}" in " ".join(line[more:].strip() for line in result.splitlines())

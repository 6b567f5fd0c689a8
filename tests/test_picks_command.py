"""``duplicast picks``, as typed: what it prints, and what `deals` and `compare` show afterwards."""

import json
from pathlib import Path
from typing import Any

import pytest
from service import TABLES, fill, guide
from typer.testing import CliRunner, Result

from producer.cli import command_line
from producer.events import HandFinishedEvent, event_json
from producer.simulate import session_events


def run(*words: str, status: int = 0) -> Result:
    ended = CliRunner().invoke(command_line(words[0]), list(words), env={"COLUMNS": "160"})
    assert ended.exit_code == status, ended.output
    return ended


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The guide's deal, and the same with other cards at five of six tables, so sealed."""
    monkeypatch.chdir(tmp_path)
    fill(tmp_path / "duplicast.db", guide(), guide("day", "live", TABLES[:5]))
    return tmp_path


def listed() -> list[dict[str, Any]]:
    answer = json.loads(run("compare", "guide/A/1", "--json").stdout)
    return list(answer["picks"])


def test_a_starred_pick_comes_first_and_a_rank_before_it() -> None:
    first, second, third = (pick["id"] for pick in listed()[:3])
    assert "is starred" in run("picks", "star", third).output
    assert [pick["id"] for pick in listed()[:2]] == [third, first]
    run("picks", "rank", second, "1")
    assert [(pick["id"], pick["own_rank"], pick["starred"]) for pick in listed()[:3]] == [
        (second, 1, False), (third, None, True), (first, None, False),
    ]  # fmt: skip
    assert "your rank 1" in run("deals").stdout
    run("picks", "rank", second)
    run("picks", "star", third, "--off")
    assert listed()[0]["id"] == first


def test_a_deal_with_all_picks_dismissed_is_listed_with_all_only() -> None:
    for pick in listed():
        run("picks", "dismiss", pick["id"], "--reason", "shown yesterday")
    answer = run("deals")
    assert "guide/A/1 is dismissed: shown yesterday; --all lists it" in answer.output
    assert "dismissed: shown yesterday" in run("deals", "--all").stdout
    run("picks", "dismiss", listed()[0]["id"], "--back")
    assert not listed()[0]["dismissed"]


def test_a_dismissal_needs_a_reason() -> None:
    assert "--reason: say why" in run("picks", "dismiss", listed()[0]["id"], status=2).output


def test_a_pick_made_by_hand_is_printed_and_listed() -> None:
    answer = run("picks", "make", "guide/A/1", "6:2", "5:2", "--reason", "both are at the desk")
    (made,) = (pick for pick in listed() if pick["id"] == answer.stdout.strip())
    assert (made["pairing"], made["reason"]) == (["6", "5"], "both are at the desk")
    words = run("picks", "make", "guide/A/1", "6:99", "5:2", "--reason", "x", status=1).output
    assert "table 6 has no move 99; name the decision by its number in the line, 1 to " in words
    assert (
        "name a side as TABLE:MOVE"
        in run("picks", "make", "guide/A/1", "6", "5:2", "--reason", "x", status=2).output
    )


def test_an_edited_headline_is_the_deal_s() -> None:
    pick = listed()[0]["id"]
    run("picks", "edit-line", pick, "headline", "Kings against jacks", "--language", "en")
    assert "Kings against jacks" in run("deals").stdout
    run("picks", "edit-line", pick, "headline", "")
    assert "Kings against jacks" not in run("deals").stdout


@pytest.mark.parametrize("words", [["star"], ["dismiss", "--reason", "x"], ["rank"]])
def test_a_pick_that_is_gone_says_what_to_do(words: list[str]) -> None:
    what, *more = words
    said = run("picks", what, "zzzzzz", *more, status=1).output
    assert said.startswith("this pick is gone: no released deal has a pick zzzzzz")
    said = run("picks", what, "zzzzzz", "--deal", "guide/A/1", *more, status=1).output
    assert listed()[0]["id"] in said


def test_a_sealed_deal_has_no_picks_to_decide_about() -> None:
    unknown = run("picks", "star", "zzzzzz", "--deal", "day/A/9", status=1).output
    sealed = run("picks", "star", "zzzzzz", "--deal", "day/A/1", status=1).output
    assert sealed.replace("day/A/1", "day/A/9") == unknown


def test_of_a_table_alone_the_winner_is_compared(tmp_path: Path) -> None:
    """Its headline says who won: the row below is that player's."""
    file, db = tmp_path / "cash.ndjson", str(tmp_path / "cash.db")
    played = list(session_events(3, 5, tables=1))
    file.write_text("\n".join(event_json(each) for each in played), "utf-8")
    finished = [each.data for each in played if isinstance(each, HandFinishedEvent)]
    run("ingest", str(file), "--db", db)
    for hand in finished:
        seat, most = max(hand.result.items(), key=lambda item: item[1])
        said = run("compare", str(hand.deal), "--db", db).output
        assert f"table, seat {seat} " in said
        assert f"{most:+,}" in said
        assert not [word for word in ("rank", "average", "merit", " of 1") if word in said]

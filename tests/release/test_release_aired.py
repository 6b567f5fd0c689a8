"""What aired: the as-run list, what it costs the next segments, and the edition point."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from service import open_gate_on
from typer.testing import CliRunner, Result

from producer.cli import command_line
from producer.games.line import DealKey
from producer.record import open_store
from producer.release import Gate, by_hand
from producer.release.programme.as_run import (
    NeverAired,
    as_run,
    note_planned_aired,
    take_back_aired,
)
from producer.release.programme.edition import choose_edition, edition
from producer.release.programme.rundown import NoSuchSegment, PlannedSegment, place, rundown
from producer.segments.graphic_contexts import before_and_after, group_standings
from producer.stages.moment import NotDrawable

EXIT, ME = "command:rundown", "Ana"
BEGAN = datetime(2026, 5, 1, 21, 3, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def run(*words: str, status: int = 0) -> Result:
    ended = CliRunner().invoke(command_line(words[0]), list(words), env={"COLUMNS": "220"})
    assert ended.exit_code == status, ended.output
    return ended


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Six simulated deals at two tables, all released."""
    folder = tmp_path_factory.mktemp("aired")
    run("simulate", "--deals", "6", "--tables", "2", "--seed", "15", "-o", str(folder / "s.ndjson"))
    run("ingest", str(folder / "s.ndjson"), "--db", str(folder / "show.db"))
    return (folder / "show.db").read_bytes()


@pytest.fixture
def db(tmp_path: Path, record: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "duplicast.db"
    path.write_bytes(record)
    return path


@pytest.fixture
def gate(db: Path) -> Iterator[Gate]:
    with open_gate_on(db) as opened:
        yield opened


def planned(gate: Gate) -> list[PlannedSegment]:
    """A segment of every deal that has a pick, in the order of the ranking."""
    for n, found in enumerate((each for each in gate.comparisons(EXIT) if each.picks), 1):
        segment = PlannedSegment(str(n), found.deal.key, found.picks[0].id, seconds=40)
        place(gate, segment, ME, EXIT)
    return list(rundown(gate, EXIT))


def results(*numbers: int) -> Counter[str]:
    """By team, its chips in these deals, as `duplicast results` has them."""
    rows = csv.DictReader(io.StringIO(run("results", "--csv", "-").stdout))
    chips: Counter[str] = Counter()
    for row in rows:
        if int(row["deal"]) in numbers:
            chips[row["team"]] += int(row["chips"].lstrip("'"))
    return chips


def test_an_aired_segment_is_in_the_as_run_list_until_it_is_taken_back(db: Path) -> None:
    with open_gate_on(db) as gate:
        first, second, *_ = planned(gate)
        note_planned_aired(gate, second.id, BEGAN, ME, EXIT)
        note_planned_aired(gate, first.id, BEGAN + MINUTE, ME, EXIT)
        assert [each.state for each in rundown(gate, EXIT)][:3] == ["aired", "aired", "planned"]
    with open_store(db) as store:
        store.rebuild()
    with open_gate_on(db) as gate:
        listed = as_run(gate, EXIT)
        assert [(each.segment, each.on_air, each.planned) for each in listed] == [
            (second.id, BEGAN, 40),
            (first.id, BEGAN + MINUTE, 40),
        ]
        assert len(listed[0].tables) == 2
        take_back_aired(gate, first.id, ME, EXIT)
        assert [each.segment for each in as_run(gate, EXIT)] == [second.id]
        assert rundown(gate, EXIT)[0].state == "ready"
        with pytest.raises(NeverAired):
            take_back_aired(gate, first.id, ME, EXIT)
        with pytest.raises(NoSuchSegment):
            note_planned_aired(gate, "none", BEGAN, ME, EXIT)
        by_hand.seal(gate, [str(second.deal)], "not again", ME)
        assert as_run(gate, EXIT) == ()


def test_story_and_player_of_the_last_three_segments_cost_fifteen_points(gate: Gate) -> None:
    segments = planned(gate)[:4]
    before = {each.deal.key: each for each in gate.comparisons(EXIT)}
    for n, each in enumerate(segments):
        assert before[each.deal].best.airable == before[each.deal].best.merit
        note_planned_aired(gate, each.id, BEGAN + n * MINUTE, ME, EXIT)
        best = gate.comparison(str(each.deal), EXIT).picks
        (pick,) = (one for one in best if one.id == each.pick)
        assert pick.airable == pytest.approx(max(0, pick.merit - 0.15))
    # Of two tables every pick shows both, so it has the players of any other of the same seat.
    lately = {before[each.deal].best.seat for each in segments[1:]}
    stories = {story.name for each in segments[1:] for story in before[each.deal].best.stories}
    for found in gate.comparisons(EXIT):
        for pick in found.picks:
            used = pick.seat in lately or stories & {story.name for story in pick.stories}
            assert (pick.airable < pick.merit) == bool(used and not pick.vetoes)


def test_standings_of_the_programme_are_the_sums_of_the_aired_deals(gate: Gate) -> None:
    first, second, third, *_ = planned(gate)
    group = first.deal[:2]
    assert edition(gate, EXIT) is None
    choose_edition(gate, "aired", ME)
    with pytest.raises(NotDrawable, match="has aired yet"):
        group_standings(gate, group, EXIT)
    for n, each in enumerate((first, second)):
        note_planned_aired(gate, each.id, BEGAN + n * MINUTE, ME, EXIT)
    shown = group_standings(gate, group, EXIT)
    assert (set(shown.standings.counted.values()), shown.deals) == ({2}, 0)
    numbers = [first.deal.number, second.deal.number]
    assert {line.team: line.chips for line in shown.standings.teams} == results(*numbers)
    found = gate.comparison(str(third.deal), EXIT)
    around = before_and_after(gate, found, EXIT)
    assert (set(around.before.counted.values()), set(around.after.counted.values())) == ({2}, {3})
    after = {line.team: line.chips for line in around.after.teams}
    assert after == results(*numbers, third.deal.number)
    choose_edition(gate, "released", ME)
    assert set(group_standings(gate, group, EXIT).standings.counted.values()) == {6}


def test_a_planned_segment_counts_what_stands_before_it(gate: Gate) -> None:
    first, second, third, *_ = planned(gate)
    choose_edition(gate, "aired", ME)
    deals: list[DealKey] = [first.deal, second.deal]
    assert edition(gate, EXIT, third.id) == frozenset(deals)
    for n, each in enumerate((first, second, third)):
        note_planned_aired(gate, each.id, BEGAN + n * MINUTE, ME, EXIT)
    assert edition(gate, EXIT, third.id) == frozenset(deals)
    assert edition(gate, EXIT, second.id) == frozenset([first.deal])
    assert edition(gate, EXIT) == frozenset([*deals, third.deal])


def test_the_commands_note_take_back_and_list(gate: Gate) -> None:
    first, *_ = planned(gate)
    assert "nothing has aired" in run("rundown", "as-run").output
    run("rundown", "aired", "1", "--at", "2026-05-01T21:03:10+02:00")
    (row,) = csv.DictReader(io.StringIO(run("rundown", "as-run", "--csv", "-").stdout))
    assert row["aired_at"] == "2026-05-01T21:03:10+02:00"
    assert (row["seconds"], row["planned"], row["deal"]) == ("40", "40", str(first.deal))
    assert row["pick"] == first.pick
    assert (
        "leave --at out" in run("rundown", "aired", "1", "--back", "--at", "21:00", status=2).output
    )
    run("rundown", "aired", "1", "--back")
    assert "has not aired" in run("rundown", "aired", "1", "--back", status=1).output
    assert "no segment 99" in run("rundown", "aired", "99", status=1).output
    assert "--at noon: not a time" in run("rundown", "aired", "1", "--at", "noon", status=2).output
    assert "aired so far" in run("rundown", "edition", "aired").output
    assert "aired so far" in run("rundown", "edition").output

"""Void deals and deals under review do not count and are vetoed; a replay counts again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from service import TABLES, fill, guide
from typer.testing import CliRunner

from producer.cli import command_line
from producer.events import event_json, parse_event
from producer.feeds import Received
from producer.record import open_store
from producer.release import open_gate, without
from producer.release.later_changes import changes_since
from producer.scoring import standings, tally_of
from producer.simulate import session_events

EXIT, SEALED_EXIT = "command:deals", "command:release"


def said(kind: str, n: int, **data: Any) -> Received:
    result = {
        "id": f"desk/{n}",
        "session": "guide",
        "group": "A",
        "table": "3",
        "source": "desk",
        "type": kind,
        "data": {"deal": 1, "hand": 1, "reason": "exposed card"} | data,
    }
    raw = json.dumps(result).encode()
    return Received(raw, parse_event(raw), f"desk:{n}")


def test_a_deal_under_review_is_vetoed_and_left_out_until_cleared(tmp_path: Path) -> None:
    db = tmp_path / "g.db"
    fill(db, guide("guide", "live", TABLES))
    gate = open_gate(db)
    (free,) = gate.comparisons(EXIT)
    assert (free.vetoes, free.airable > 0) == ((), True)
    with open_store(db) as store:
        store.append([said("hand.under_review", 1)])
    (held,) = gate.comparisons(EXIT)
    assert (held.vetoes, held.airable) == (("the deal is under review",), 0.0)
    assert held.merit == free.merit
    tally = without(tally_of(gate.deals(EXIT)), gate.flags())
    assert {row.chips for row in standings(tally).teams} == {0}
    assert [missing.why for missing in standings(tally).missing] == ["under review"]
    with open_store(db) as store:
        store.append([said("hand.cleared", 2)])
    assert gate.comparisons(EXIT)[0].vetoes == ()
    assert {row.chips for row in standings(tally_of(gate.deals(EXIT))).teams} != {0}
    gate.close()


def test_vetoed_deals_rank_last(tmp_path: Path) -> None:
    """docs/feed.md: a vetoed deal is last in the ranking, however high its merit."""
    db = tmp_path / "g.db"
    lines = [event_json(each).encode() for each in session_events(8, 3, tables=3)]
    with open_store(db) as store:
        store.append([Received(raw, parse_event(raw), f"s:{n}") for n, raw in enumerate(lines)])
    gate = open_gate(db)
    free = gate.comparisons(EXIT)
    assert (free[0].merit > 0, free[-1].merit) == (True, 0), "one of no merit, and without a veto"
    best = free[0].deal
    result = json.loads(said("hand.under_review", 1, deal=best.key.number).raw)
    result |= {"session": best.key.session, "table": best.plays[0].table}
    result["data"]["hand"] = best.plays[0].hand
    raw = json.dumps(result).encode()
    with open_store(db) as store:
        assert store.ingest([Received(raw, parse_event(raw), "desk:1")])[0].outcome == "accepted"
    after = gate.comparisons(EXIT)
    assert [bool(each.vetoes) for each in after] == 7 * [False] + [True]
    assert after[-1].deal.key == best.key
    assert after[-1].merit > after[-2].merit == 0
    gate.close()


def test_a_void_hand_that_is_to_be_played_again_after_all_seals_the_deal(tmp_path: Path) -> None:
    db = tmp_path / "g.db"
    fill(db, guide("guide", "live", TABLES))
    gate = open_gate(db)
    with open_store(db) as store:
        store.append([said("hand.voided", 1, replay=False)])
        (void,) = gate.comparisons(EXIT)
        assert void.vetoes == ("the deal is void",)
        (taken,) = store.ingest([said("hand.voided", 2)])
        assert taken.outcome == "accepted"
    assert gate.comparisons(EXIT) == []
    sealed, verdict = gate.sealed_comparison("1", SEALED_EXIT)
    assert (sealed.vetoes, verdict.tables) == ((), ("3",))
    gate.close()


def test_a_void_hand_seals_a_live_deal_until_it_is_played_again(tmp_path: Path) -> None:
    db = tmp_path / "g.db"
    fill(db, guide("guide", "live", TABLES))
    gate = open_gate(db)
    with open_store(db) as store:
        store.append([said("hand.voided", 1)])
    assert gate.comparisons(EXIT) == []
    assert gate.flags() == {}
    sealed, _ = gate.sealed_comparison("1", SEALED_EXIT)
    assert sealed.vetoes == (), "it is played again, and not void"
    again = next(h for h in guide("guide", "live") if b'"table": "3"' in h.raw)
    result = json.loads(again.raw)
    result |= {"id": "again", "seq": 2}
    result["data"] |= {"hand": 2}
    raw = json.dumps(result).encode()
    with open_store(db) as store:
        (taken,) = store.ingest([Received(raw, parse_event(raw), "again:1")])
        assert (taken.outcome, taken.reason) == ("accepted", "")
    (found,) = gate.comparisons(EXIT)
    assert [play.attempt for play in found.deal.plays] == [1, 1, 2, 1, 1, 1]
    assert found.vetoes == ()
    gate.close()


def test_a_void_hand_without_replay_is_released_but_vetoed(tmp_path: Path) -> None:
    db = tmp_path / "g.db"
    fill(db, guide("guide", "live", TABLES))
    gate = open_gate(db)
    with open_store(db) as store:
        store.append([said("hand.voided", 1, replay=False)])
    (found,) = gate.comparisons(EXIT)
    assert found.vetoes == ("the deal is void",)
    assert len(found.deal.plays) == 5
    gate.close()


def test_each_later_change_has_its_own_reason(tmp_path: Path) -> None:
    db = tmp_path / "g.db"
    fill(db, guide("guide", "live", TABLES))
    gate = open_gate(db)
    (key,) = gate.released(EXIT)

    def result(kind: str, n: int, reason: str) -> Any:
        with open_store(db) as store:
            assert store.ingest([said(kind, n, reason=reason)])[0].outcome == "accepted"
        return gate.marks(EXIT)[key]

    shown = result("hand.under_review", 1, "FIRST")
    result("hand.cleared", 2, "SECOND")
    third = result("hand.voided", 3, "THIRD")
    void = "table 3: hand 1 was voided (THIRD)"
    assert changes_since({}, third) == (void,)
    assert changes_since(shown, third) == (void, "table 3: the review is over (SECOND)")
    fourth = result("hand.under_review", 4, "FOURTH")
    assert changes_since({}, fourth) == (void, "table 3: it is under review (FOURTH)")
    gate.close()


@pytest.mark.parametrize(
    "words",
    [
        ("compare", "1", "--json"),
        ("still", "1", "-o", "a.png", "--scale", "0.25"),
        ("export-ograf", "1", "-o", "a", "--only", "field"),
    ],
)
def test_naming_a_deal_that_does_not_count_prints_the_reason(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    db = tmp_path / "duplicast.db"
    fill(db, guide("guide", "live", TABLES))

    def result(*events: Received) -> list[str]:
        with open_store(db) as store:
            assert {taken.outcome for taken in store.ingest(list(events))} <= {"accepted"}
        done = CliRunner().invoke(command_line(words[0]), list(words))
        assert done.exit_code == 0, done.output
        if "--json" in words:
            assert "talking_points" in json.loads(done.stdout)
        return [line for line in done.stderr.splitlines() if line.startswith("Deal")]

    assert result() == []
    assert result(said("hand.under_review", 1, reason="[b]?[/b]")) == [
        "Deal 1: hand 1 of table 3 is under review ([b]?[/b])"
    ]
    assert result(said("hand.cleared", 2)) == []
    void = said("hand.voided", 3, reason="two aces", replay=False)
    assert result(void) == ["Deal 1: hand 1 of table 3 is void (two aces)"]

"""What the gate says of live tables, tournaments, changes and picks, and which exits there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from record_events import event, live, opened, received
from service import TABLES, fill, guide, open_gate_on

from producer.compare.whole_hand import WHOLE_HAND
from producer.games.line import DealKey
from producer.record import Store, open_store
from producer.release import Gate, NotAvailable
from producer.release.deal_changes import changes_of
from producer.release.exits import EXITS, SEALED_EXITS, add_exit
from producer.release.picks import PickGone, comparison_to_cut, find_pick

EXIT, AUDIT = "command:deals", "command:audit"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "record.db") as found:
        yield found


def test_a_table_is_sealed_while_it_plays_a_deal_that_is(store: Store) -> None:
    gate = Gate(store)
    store.append(received(opened(kind="live")))

    def sealed() -> list[tuple[int | None, bool]]:
        return [(table.deal, sealed) for table, sealed in gate.tables(AUDIT)]

    assert sealed() == [(None, False), (None, False)]
    first = live("1")
    store.append(received(*first[:1]))
    assert sealed() == [(1, True), (None, False)]
    store.append(received(*first[1:]))
    assert sealed() == [(1, True), (None, False)]
    store.append(received(*live("2")))
    assert sealed() == [(1, False), (1, False)], "both have finished it"
    again = [each.model_copy(update={"seq": (each.seq or 0) + len(first)}) for each in live("1", 2)]
    store.append(received(*again[:1]))
    assert sealed() == [(2, True), (1, False)]


def tournament(store: Store, session: str, season: str, *out: str) -> None:
    """Of four players, who goes out, the first first."""
    terms = {"stack": 2000, "buy_in": 10, "prizes": [25, 15], "season": season,
             "levels": [{"small_blind": 25, "big_blind": 50}]}  # fmt: skip

    def floor(kind: str, id_: str, **data: Any) -> Any:
        return event(f"tournament.{kind}", data, id=id_, table=None, session=session)

    opening = {"kind": "live", "tables": {}, "tournament": terms}
    store.append(
        received(
            event("session.opened", opening, id="o", table=None, session=session),
            floor("entered", "e", players=dict.fromkeys(("Ann", "Bo", "Cy", "Di"))),
            floor("level", "l", level=1),
            *(floor("eliminated", name, players=[name]) for name in out),
        )
    )
    assert store.quarantine() == []


def test_h7_a_season_is_over_its_tournaments_that_are_over(store: Store) -> None:
    gate = Gate(store)
    assert gate.tournament("One", EXIT) is None
    tournament(store, "One", "Tour", "Di", "Cy", "Bo")
    tournament(store, "Two", "Tour", "Ann", "Cy", "Di")
    tournament(store, "Three", "Tour", "Bo")
    tournament(store, "Four", "Other", "Di", "Cy", "Ann")
    store.append(received(opened(kind="live")))
    assert [(line.player, line.prize, line.opens) for line in gate.season("Tour", EXIT)] == [
        ("Bo", 40, 2), ("Ann", 25, 2), ("Di", 15, 2), ("Cy", 0, 2),
    ]  # fmt: skip
    assert gate.season("Nobody", EXIT) == ()
    three = gate.tournament("Three", EXIT)
    assert three is not None
    assert set(three.tournament.chips) == {"Ann", "Cy", "Di"}
    assert gate.tournament("S", EXIT) is None, "a session that is no tournament"


def test_what_was_changed_about_a_deal_is_said_with_who_and_why(tmp_path: Path) -> None:
    fill(tmp_path / "g.db", guide("guide", "live", TABLES))
    key = DealKey("guide", "A", 1)
    with open_store(tmp_path / "g.db") as store:
        at = {"session": "guide", "group": "A", "source": "Eve"}
        why = {"deal": 1, "hand": 1, "reason": "a misread card"}
        store.append(received(event("hand.under_review", why, id="r", table="4", **at)))
        store.append(received(event("hand.cleared", why, id="c", table="4", **at)))
        fixed = {"deal": 1, "reason": "misread", "cards": {"1": ""}}
        store.append(received(event("deal.corrected", fixed, id="d", table=None, **at)))
    with open_gate_on(tmp_path / "g.db") as gate:
        first, second = changes_of(gate, key, EXIT)
        assert "Eve put a hand under review of table 4 (a misread card)" in first.words
        assert second.words.endswith("(misread)")
        assert "table" not in second.words
        assert first.position < second.position
        with pytest.raises(NotAvailable):
            changes_of(gate, key._replace(number=2), EXIT)


def test_the_hand_of_a_table_alone_can_be_cut_and_of_several_only_their_picks(
    tmp_path: Path,
) -> None:
    fill(tmp_path / "g.db", guide("guide"), guide("alone", tables=("1",)))
    with open_gate_on(tmp_path / "g.db") as gate:
        pick = gate.comparison("guide/A/1", EXIT).picks[0]
        assert find_pick(gate, pick.id.upper(), EXIT, "guide/A/1")[1].id == pick.id
        assert comparison_to_cut(gate, "guide/A/1", pick.id, EXIT).picks[0].id == pick.id
        with pytest.raises(PickGone):
            comparison_to_cut(gate, "guide/A/1", WHOLE_HAND, EXIT)
        with pytest.raises(PickGone, match="no released deal has a pick aaaaaa"):
            find_pick(gate, "aaaaaa", EXIT)


def test_an_exit_is_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for exits in (EXITS, SEALED_EXITS):
        for name in ("a test", "a sealed test"):
            monkeypatch.setitem(exits, name, "")
            monkeypatch.delitem(exits, name)
    add_exit("a test", "words", sealed=False)
    add_exit("a sealed test", "other words", sealed=True)
    assert EXITS["a test"] == "words"
    assert SEALED_EXITS["a sealed test"] == "other words"
    assert "a test" not in SEALED_EXITS
    assert "a sealed test" not in EXITS
    for sealed in (False, True):
        for name in ("a test", "a sealed test"):
            with pytest.raises(ValueError, match=f"'{name}' is listed already"):
                add_exit(name, "again", sealed=sealed)
    del EXITS["a test"], SEALED_EXITS["a sealed test"]

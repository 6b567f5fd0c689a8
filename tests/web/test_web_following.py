"""A table's graphics page follows its device."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from patience import eventually
from service import SIGNED, open_gate_on, serving
from websockets.sync.client import ClientConnection, connect

from producer.release import Gate
from producer.web.channels.live_tables import EXIT as TABLES

PLAYERS = {"1": {"name": "Ada"}, "2": {"name": "Bo"}}
GAME = {"betting": "no-limit", "small_blind": 5, "big_blind": 10, "stack": 1000}
SHOWN_IN = 20


@pytest.fixture
def own(tmp_path: Path) -> Iterator[str]:
    with open_gate_on(tmp_path / "web.db") as gate, serving(gate, tmp_path) as address:
        yield address


def tell(address: str, type_: str, table: str | None = "1", **data: Any) -> None:
    output: dict[str, Any] = {"session": "S", "group": "A", "source": "test", "type": type_}
    output |= {"id": json.dumps([table, type_, data])[:200], "data": data}
    output |= {"table": table} if table else {}
    answer = httpx.post(f"{address}/feed/events", json=output, trust_env=False, timeout=60).json()
    assert answer["accepted"] == 1, answer


def opened(address: str, *tables: str) -> None:
    rosters = {name: {"game": GAME, "players": PLAYERS} for name in tables}
    tell(address, "session.opened", None, kind="live", tables=rosters)


def page(address: str) -> ClientConnection:
    at = f"{address.replace('http', 'ws')}/live/table-1"
    return connect(at, origin=address, proxy=None)  # type: ignore[arg-type]


def show(address: str, **body: object) -> None:
    answer = httpx.post(f"{address}/api/channels/table-1", json=body, trust_env=False, timeout=60)
    assert answer.status_code == 200, answer.text


def changed(page: ClientConnection) -> dict[str, str]:
    output = json.loads(page.recv(SHOWN_IN))
    return {each["key"]: each["svg"] for each in output.get("graphics", output.get("changed"))}


def shown_on(address: str) -> Any:
    output = httpx.get(f"{address}/api/air", trust_env=False, timeout=60).json()
    return output["channels"]["table-1"]["shown"]


def test_the_page_changes_with_every_action(own: str) -> None:
    opened(own, "1")
    with page(own) as watching:
        assert changed(watching) == {}
        tell(own, "hand.started", deal=1, hand=1, button=1)
        drawn = changed(watching)
        assert {"pot", "board", "plate-1", "plate-2"} <= drawn.keys()
        assert "Ada" in drawn["plate-1"]
        assert ">1.5<" in drawn["pot"]
        tell(own, "hand.action", deal=1, hand=1, n=1, seat=1, action="raise", to=30)
        drawn = changed(watching)
        assert ">4<" in drawn["pot"]
        assert "board" not in drawn
        shown = shown_on(own)
    assert (shown["kind"], shown["deal"], shown["tables"]) == ("live", "S/A/1", ["1"])
    entries = httpx.get(f"{own}/api/audit", trust_env=False, headers=SIGNED, timeout=60).json()
    taken = [(each["what"], each["deal"], each["by"]) for each in entries if each["what"] == "took"]
    assert taken == [("took", "S/A/1", "the feed")]


def test_a_page_first_gets_the_current_state_of_the_table(own: str) -> None:
    opened(own, "1")
    tell(own, "hand.started", deal=1, hand=1, button=1)
    with page(own) as watching:
        assert ">1.5<" in changed(watching)["pot"]
    tell(own, "hand.action", deal=1, hand=1, n=1, seat=1, action="raise", to=30)
    with page(own) as watching:
        assert ">4<" in changed(watching)["pot"]
        tell(own, "hand.under_review", deal=1, hand=1, reason="a misread card")
        assert changed(watching) == {}


def test_a_duplicate_board_card_is_not_drawn_and_later_actions_are(own: str) -> None:
    """The device scans the flop's nine again as the turn."""
    opened(own, "1")
    tell(own, "hand.started", deal=1, hand=1, button=1)
    tell(own, "hand.action", deal=1, hand=1, n=1, seat=1, action="call", to=10)
    tell(own, "hand.action", deal=1, hand=1, n=2, seat=2, action="check")
    tell(own, "hand.board", deal=1, hand=1, cards="Qs9h3d")
    tell(own, "hand.action", deal=1, hand=1, n=3, seat=2, action="check")
    tell(own, "hand.action", deal=1, hand=1, n=4, seat=1, action="check")
    with page(own) as watching:
        flop = changed(watching)["board"]
        tell(own, "hand.board", deal=1, hand=1, cards="9h")
        tell(own, "hand.action", deal=1, hand=1, n=5, seat=2, action="bet", to=20)
        drawn = changed(watching)
    assert ">4<" in drawn["pot"]
    assert drawn.get("board", flop) == flop


def test_an_internal_error_clears_the_table_and_blocks_no_page(
    own: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[str] = []

    def broken(_: Gate, table: str, *__: object) -> None:
        asked.append(table)
        raise ValueError("card 9h twice")

    opened(own, "1")
    tell(own, "hand.started", deal=1, hand=1, button=1)
    with page(own) as watching:
        assert "pot" in changed(watching)
        with monkeypatch.context() as patch:
            patch.setattr(Gate, "on_table", broken)
            patch.setattr(Gate, "moved", broken)
            tell(own, "hand.action", deal=1, hand=1, n=1, seat=1, action="raise", to=30)
            assert changed(watching) == {}
            with page(own) as another:
                assert changed(another) == {}
            assert "1" in asked
            looks = asked.count(TABLES)
            eventually(lambda: asked.count(TABLES) > looks + 1, "it looks again and again")
        tell(own, "hand.action", deal=1, hand=1, n=2, seat=2, action="fold")
        assert "pot" in changed(watching)
    assert "table 1 cannot be followed: ValueError" in caplog.text
    assert "9h" not in caplog.text.replace('"card 9h twice"', "")


def test_p11_a_new_page_does_not_show_a_deal_that_others_now_play(own: str) -> None:
    """Nobody watches when the second table joins, whose players are to meet the same cards."""
    opened(own, "1")
    tell(own, "deal.cards", None, deal=1, button=1, cards={"1": "AsAh", "2": "KsKh"}, board="")
    tell(own, "hand.started", deal=1, hand=1, button=1)
    tell(own, "hand.action", deal=1, hand=1, n=1, seat=1, action="fold")
    tell(own, "hand.finished", deal=1, hand=1, result={"1": -5, "2": 5})
    with page(own) as watching:
        assert "Ada" in changed(watching)["plate-1"]
    eventually(lambda: shown_on(own) is None, "nothing on a channel that nobody watches")
    opened(own, "1", "2")
    with page(own) as watching:
        assert changed(watching) == {}


def test_what_is_put_there_by_hand_stays_until_it_is_cleared(own: str) -> None:
    opened(own, "1")
    with page(own) as watching:
        assert changed(watching) == {}
        show(own, kind="speaker", name="Ana")
        assert list(changed(watching)) == ["lower-third"]
        tell(own, "hand.started", deal=1, hand=1, button=1)
        show(own, kind="speaker", name="Bea")
        assert list(changed(watching)) == ["lower-third"]
        show(own, kind="clear")
        assert changed(watching) == {}
        assert "pot" in changed(watching)


def test_a_table_of_several_shows_nothing_of_a_deal_in_play(own: str) -> None:
    opened(own, "1", "2")
    with page(own) as watching:
        assert changed(watching) == {}
        tell(own, "hand.started", deal=1, hand=1, button=1)
        tell(own, "hand.action", deal=1, hand=1, n=1, seat=1, action="raise", to=30)
        show(own, kind="speaker", name="Ana")
        assert list(changed(watching)) == ["lower-third"]


def test_what_was_shown_before_a_correction_is_listed(own: str) -> None:
    opened(own, "1")
    tell(own, "hand.started", deal=1, hand=1, button=1)
    tell(own, "hand.action", deal=1, hand=1, n=1, seat=1, action="fold")
    tell(own, "hand.finished", deal=1, hand=1, result={"1": -5, "2": 5})
    tell(own, "deal.cards", None, deal=1, button=1, cards={"1": "AsAh", "2": "KsKh"}, board="")
    show(own, kind="table", deal="S/A/1", table="1", moves=1)
    tell(own, "hand.under_review", deal=1, hand=1, reason="a misread card")
    entries = httpx.get(f"{own}/api/audit", trust_env=False, headers=SIGNED, timeout=60).json()
    since = {each["what"]: each["since"] for each in entries}
    assert since["took"] == "put a hand under review of table 1 (a misread card)"
    assert since["put a hand under review"] == ""
    page = httpx.get(f"{own}/audit", trust_env=False, headers=SIGNED, timeout=60).text
    assert "Since then: put a hand under review of table 1 (a misread card)" in page

"""The page of copies: what to call back comes first, and a sealed deal is only a place."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from service import TABLES, fill, guide, open_gate_on, serving

from producer.acts import SegmentDelivered, SegmentDeliveredAct
from producer.release import Gate, by_hand
from producer.segments.facts import facts_now


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    db = tmp_path / "copies.db"
    fill(db, guide(), guide("second"))
    with open_gate_on(db) as opened:
        yield opened


def deliver(gate: Gate, session: str, name: str, to: str, **changed: str) -> None:
    pick, tables = gate.comparison(f"{session}/A/1", "command:copies").picks[0].id, TABLES[:2]
    facts = facts_now(gate, f"{session}/A/1", pick, tables, "command:copies", "")
    data = SegmentDelivered(
        session=session, group="A", deal=1, pick=pick, tables=tables, name=name, to=to,
        facts={**facts, **changed},
    )  # fmt: skip
    gate.act(SegmentDeliveredAct(at=gate.clock(), by="Ana", data=data))


def test_copies_to_call_back_come_first_and_a_sealed_deal_is_only_a_place(
    gate: Gate, tmp_path: Path
) -> None:
    deliver(gate, "guide", "kings", "Channel 4")
    deliver(gate, "second", "queens", "Channel 5", **{"the cards": "were others"})
    with serving(gate, tmp_path) as at:
        shown = httpx.get(f"{at}/copies", trust_env=False, timeout=60).text
        by_hand.seal(gate, ["guide/A/1"], "a test", "Ana")
        sealed = httpx.get(f"{at}/copies", trust_env=False, timeout=60).text
    assert 0 < shown.index("Channel 5") < shown.index("Channel 4")
    assert shown.count("Call it back:") == 1
    assert "the cards" in shown
    assert "kings" in shown
    assert sealed.count("Call it back:") == 2
    assert "Channel 4" in sealed
    assert "kings" not in sealed

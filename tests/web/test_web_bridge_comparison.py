"""The page of a board of bridge: seats, calls and cards as bridge players write them."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import httpx
from bridge_boards import board
from service import SIGNED, open_gate_on, serving

from producer.compare import compare
from producer.feeds import read
from producer.record import open_store
from producer.resources import resource
from producer.stages.comparisons.branches import best_point
from producer.web.pages.comparison import ComparisonPage, ComparisonRow, comparison_view
from producer.web.pages.desk_rows import row
from producer.web.pages.offered import graphics_of_deal
from producer.web.pages.pick_rows import decisions
from producer.web.pages.tables import row_of
from producer.web.prepare.line import slider_stops


def page(*lines: str) -> ComparisonPage:
    return comparison_view(compare(board(*lines)))


def said(row: ComparisonRow) -> list[str]:
    return [
        f"{''.join(step.seats)} {step.words}" for street in row.streets for step in street.steps
    ]


def test_seats_have_the_names_of_the_compass_and_results_are_points() -> None:
    """420 and 170: North and South's, the others' the same below zero."""
    found = page("1S p 4S p p p, 10", "1S p 2S p p p, 10")
    assert found.unit == "points"
    assert found.seat == "South"
    assert found.score_seats == ("North", "East", "South", "West")
    assert {seat.name for seat in found.seats} == {"North", "East", "South", "West"}
    points = {table: [score.chips for score in scores] for table, scores in found.scores}
    assert points["1"] == ["+420", "\N{MINUS SIGN}420"] * 2


def test_calls_and_cards_are_written_with_suit_signs() -> None:
    found = page("1NT 2H 3NT p p p, Th, 9", "1NT p 3NT p p p, Kh, 8")
    rows = {group.words: said(row) for group in found.branches for row in group.rows}
    assert rows.keys() == {"2♥", "pass"}
    assert rows["2♥"][:6] == ["E 2♥", "S 3NT", "W pass", "N pass", "E pass", "E ♥10"]
    assert rows["pass"][:2] == ["E pass", "S 3NT"]
    assert "E ♥K" in rows["pass"]


def test_a_table_that_bid_otherwise_parts_there() -> None:
    """Two tables share a spot that the third left with its first bid, also a bid."""
    found = page("1S p 4S p p p, 10", "1S p 2S p p p, 10", "1H p 4H p p p, 2")
    assert found.elsewhere is not None
    (row,) = found.elsewhere.rows
    steps = [step for street in row.streets for step in street.steps]
    assert [(step.seats, step.words) for step in steps if step.role == "parted"] == [(("N",), "1♥")]


def test_two_tables_are_compared_in_imps() -> None:
    """420 against 170 is a swing of 250, 6 IMPs (RULES B3); it is no single seat's."""
    found = page("1S p 4S p p p, 10", "1S p 2S p p p, 10")
    assert found.against == "IMPs"
    against = {table: [score.against for score in scores] for table, scores in found.scores}
    assert against["1"] == ["+6", "\N{MINUS SIGN}6"] * 2
    listed = row(1, compare(board("1S p 4S p p p, 10", "1S p 2S p p p, 10")))
    assert (listed.swing, listed.unit, listed.swing_seat) == ("6", "IMPs", None)
    close = row(1, compare(board("1S p 4S p p p, 10", "1S p 4S p p p, 11")))
    assert (close.swing, close.unit) == ("1", "IMP")


def test_one_result_alone_has_nothing_to_be_compared_with() -> None:
    """A sealed board that one of two tables has finished."""
    two = board("1S p 4S p p p, 10", "1S p 2S p p p, 10")
    assert comparison_view(compare(two)).compared
    assert not comparison_view(compare(replace(two, plays=two.plays[:1]))).compared


def test_a_deals_page_offers_the_graphics_of_its_game() -> None:
    """Bridge has frames of its own and no chips; two auctions and tricks are bridge's alone."""
    offered = {
        game: {each.name for each in graphics_of_deal() if each.drawn_for(game)}
        for game in ("bridge", "holdem", "open-face")
    }
    assert offered["bridge"] == {"two-up", "auctions", "tricks", "standings"}
    assert offered["holdem"] - offered["open-face"] == {"chip-counts"}
    assert offered["open-face"].isdisjoint({"auctions", "tricks"})
    assert {"split-3", "field", "matrix", "seat-ranking"} < offered["open-face"]


def test_moves_to_choose_from_name_the_seat_and_the_call() -> None:
    comparison = compare(board("1NT p 3NT p p p, Kh, 8", "1NT p 3NT p p p, Th, 9"))
    moves = dict(decisions(comparison))["1"]
    assert [each.words for each in moves][:3] == ["North 1NT", "East pass", "South 3NT"]
    point = best_point(comparison)
    assert point is not None
    before, decided, *_ = slider_stops(comparison, point, ("1", "2"))
    assert before.made == ("East to choose",) * 2
    assert decided.made == ("lead: East ♥K", "lead: East ♥10")


def live_match(folder: Path) -> Path:
    """The demo's match as a live session, in which East of table 13 bids one club over one heart on
    board 19."""
    lines = (resource("demo") / "bridge.ndjson").read_text().splitlines()
    events = [json.loads(line) for line in lines]
    for event in events:
        event["session"] = "live"
        if event["type"] == "session.opened":
            event["data"] |= {"kind": "live", "deals": 20}
        elif event["table"] == "13" and event["data"]["deal"] == 19:
            event["data"]["line"][3] |= {"action": "bid", "detail": "1C"}
    path = folder / "live.ndjson"
    path.write_text("".join(f"{json.dumps(event)}\n" for event in events))
    return path


def test_a_table_in_play_is_described_as_bridge_players_do(tmp_path: Path) -> None:
    """Board 14 in the file: North doubles four spades; later West's queen of hearts ends the first
    trick, which North has won with the ace."""
    live = [json.loads(line) for line in live_match(tmp_path).read_text().splitlines()]
    opening = next(event for event in live if event["type"] == "session.opened")
    hand = next(e["data"] for e in live if e.get("table") == "13" and e["data"]["deal"] == 14)
    table = {"v": 1, "session": "live", "group": "A", "table": "13", "source": "table 13"}
    dealt = {name: hand[name] for name in ("deal", "button")}
    cards = {**table, "id": "c", "seq": 1, "type": "deal.cards"}
    start = {**table, "id": "s", "seq": 2, "type": "hand.started"}
    moves = [
        {**table, "id": f"m{n}", "seq": n + 2, "type": "hand.action",
         "data": {"deal": 14, "hand": 1, "n": n, **{k: v for k, v in m.items() if k != "street"}}}
        for n, m in enumerate(hand["line"], 1)
    ]  # fmt: skip
    head = [opening, {**cards, "data": {**dealt, "cards": hand["cards"]}},
            {**start, "data": {**dealt, "hand": 1}}]  # fmt: skip
    said = []
    for known in (12, 19):
        path = tmp_path / f"{known}.ndjson"
        path.write_text("".join(f"{json.dumps(event)}\n" for event in [*head, *moves[:known]]))
        with open_store(tmp_path / f"{known}.db") as store:
            assert store.append(read(path)).quarantined == 0
        with open_gate_on(tmp_path / f"{known}.db") as gate:
            states = [state for state, _ in gate.tables("route:/tables")]
        row = next(row_of(state, True, (), datetime.now(UTC)) for state in states if state.last)
        said.append((row.to_act, row.last, row.pot))
    assert said == [
        ("East, Croatia", "North, Sweden: double", ""),
        ("North, Sweden", "West, Croatia: ♥Q", ""),
    ]


def test_the_forms_of_a_bridge_match_ask_for_nothing_of_poker(tmp_path: Path) -> None:
    with open_store(tmp_path / "record.db") as store:
        assert store.append(read(live_match(tmp_path))).quarantined == 1
    with (
        open_gate_on(tmp_path / "record.db") as gate,
        serving(gate, tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60, headers=SIGNED) as ask,
    ):
        forms, ruling, entry, tables = (
            ask.get(page).text
            for page in ("/corrections", "/corrections?form=ruling", "/quarantine", "/tables")
        )
    assert "Dealer" in forms
    for page in (forms, ruling):
        assert not re.search("(?i)flop|stacks|>button|enter a whole hand|action stand", page)
    assert "East bids 1C" in entry
    assert not re.search("Enter the whole hand|action stand", entry)
    assert "1 in quarantine" in tables
    assert "form=enter" not in tables

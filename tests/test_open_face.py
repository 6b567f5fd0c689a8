"""A session of open-face Chinese, from the feed to the comparison and the picture."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from open_face_deals import event, opening
from open_face_fair import CARDS, SEAT_2, TABLES, deal_of, feed, hand, line, played
from service import serving
from typer.testing import CliRunner, Result

from overlay.contexts import DecisionBar, DrawnTable, FieldRows, Panel, RowsPlate
from overlay.contexts import Result as ResultRow
from overlay.stage import Box, Stage
from overlay.svg import graphic_svg
from producer.cli import command_line
from producer.compare import compare
from producer.compare.model import Comparison
from producer.games.line import Move
from producer.release.gate import open_gate
from producer.stages.comparisons.field import field
from producer.stages.comparisons.two_up import two_up
from producer.stages.comparisons.upright import upright
from producer.stages.drawings import in_its_game, won_in
from producer.stages.moment import BEFORE, DECISION, END, Moment, NotDrawable
from producer.stages.open_face.table_from_above import table_from_above
from producer.stages.open_face.table_in_full import open_face_table
from producer.stages.style import PLAIN, Style
from producer.wording.language import language as speak


def run(*words: str, status: int = 0) -> Result:
    ended = CliRunner().invoke(command_line(words[0]), list(words), env={"COLUMNS": "160"})
    assert ended.exit_code == status, ended.output
    return ended


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "feed.ndjson").write_text(feed(), encoding="utf-8")
    run("ingest", "feed.ndjson")
    return tmp_path


Drawn = TypeVar("Drawn")


def compared(here: Path) -> Comparison:
    gate = open_gate(here / "duplicast.db")
    comparison = gate.comparison("1", "command:still")
    gate.close()
    return comparison


def contexts_of(stage: Stage, kind: type[Drawn]) -> list[Drawn]:
    return [each.context for each in stage.graphics if isinstance(each.context, kind)]


@pytest.mark.usefixtures("here")
def test_its_picks_are_placements() -> None:
    answer = json.loads(run("compare", "1", "--json").stdout)
    assert answer["swing"] == {"1": 14, "2": 14}
    forks = [(fork["seat"], fork["street"], len(fork["history"])) for fork in answer["forks"]]
    assert forks == [(1, "five", 0), (1, "sixth", 2), (1, "ninth", 8)]
    picks = {pick["street"]: pick for pick in answer["picks"] if pick["kind"] == "fork"}
    assert picks["five"]["cards"] == "AhAd9c9dQs", "the cards to place, not those to come"
    assert picks["sixth"]["cards"] == "9h"
    first, second = picks["sixth"]["branches"]
    assert {first["action"]["detail"], second["action"]["detail"]} == {"middle 9h", "front 9h"}


@pytest.mark.usefixtures("here")
def test_its_sentences_name_rows_points_and_fouls() -> None:
    (deal,) = json.loads(run("deals", "--json").stdout)
    assert deal["headline"] in {
        f"Same cards: Ada {one} wins {won} points, Ada {other} fouls and loses 6 points"
        for one, won in (("1", 8), ("2", 6))
        for other in ("3", "4")
    }
    spoken = json.loads(run("compare", "1", "--json", "--language", "es").stdout)
    sixth = next(pick for pick in spoken["picks"] if pick["street"] == "sixth")
    assert sixth["tease"] == "Cuatro mesas, el nueve de corazones: ¿atrás, en el medio o delante?"
    assert sixth["split"] in (
        "Ada 1 la coloca en el medio, Ada 2 la coloca delante",
        "Ada 2 la coloca delante, Ada 1 la coloca en el medio",
    )
    greek = json.loads(run("compare", "1", "--json", "--language", "el").stdout)
    assert any("κάνει φάουλ και χάνει 6 βαθμούς" in pick["headline"] for pick in greek["picks"])


@pytest.mark.usefixtures("here")
def test_a_foul_that_was_a_risk_is_apart_from_a_slip() -> None:
    answer = json.loads(run("compare", "1", "--json").stdout)
    found = {(story["name"], *story["tables"]) for story in answer["stories"]}
    assert found == {("foul slipped", "3"), ("foul risked", "4")}
    said = run("compare", "1").stdout
    assert "A slip: Ada 3 at table 3" in " ".join(said.split())
    assert "Over a sample of the cards to come" in said


@pytest.mark.usefixtures("here")
def test_its_standings_are_points() -> None:
    said = " ".join(run("standings").stdout.split())
    assert "Ada 1 │ - │ 1 │ +8 │ 4" in said


def test_rows_are_drawn_as_of_their_moment(here: Path) -> None:
    """Table 1 put the third nine into the middle, table 2 in front."""
    comparison = compared(here)
    fork = next(fork for fork in comparison.forks if fork.street == "sixth")

    def rows(moment: Moment) -> list[list[str]]:
        stage = two_up(comparison, ("1", "2"), moment, fork)
        drawn = [each.context for each in stage.graphics if each.template == "rows"]
        return [
            [
                "".join(face.rank + face.suit for face in row.cards) + row.royalty
                for row in each.rows
            ]
            + [each.foul] * bool(each.foul)
            for each in drawn
            if isinstance(each, RowsPlate)
        ]

    before = ["Qs", "9d9c", "AhAd"]
    assert rows(BEFORE) == [before, before]
    assert rows(DECISION) == [["Qs", "9h9d9c", "AhAd"], ["Qs9h", "9d9c", "AhAd"]]
    assert rows(Moment(1, (("2", 0),))) == [["Qs", "9h9d9c", "AhAd"], before]
    # seat 2 places its seven before the ace of clubs comes
    assert rows(Moment(2)) == rows(DECISION)
    assert rows(END) == [
        ["QsJs8h", "9h9d9c4c3c+2", "AhAdAc5s2d"], ["QsJs9h", "9d9c8h4c3c", "AhAdAc5s2d"],
    ]  # fmt: skip
    first = next(fork for fork in comparison.forks if fork.street == "five")
    foul = two_up(comparison, ("3", "1"), END, first)
    plates = [each.context for each in foul.graphics if isinstance(each.context, RowsPlate)]
    assert [each.upper for each in plates] == [1, None], "the middle is on top of the two"
    marked = [[row.cards[n].rank for row in each.rows for n in row.marked] for each in plates]
    assert marked == [["A", "A", "9", "9"], ["9", "9", "A", "A"]], "the queen is in front at both"


def test_gold_round_a_card_comes_and_goes_with_it(here: Path) -> None:
    """Else it stands for a moment round no card, or round another one."""
    comparison = compared(here)
    first = next(fork for fork in comparison.forks if fork.street == "five")
    stage = two_up(comparison, ("1", "3"), DECISION, first)
    rows = [each for each in stage.graphics if each.template == "rows"]
    assert len(rows) == 2
    for graphic in rows:
        whole = [
            {each.get("stroke") for each in group.iter()}
            for group in ET.fromstring(graphic_svg(graphic))
            if "data-whole" in group.attrib and group.tag.endswith("}g")
        ]
        assert len(whole) == 5, "five cards are placed"
        assert sum(stage.theme.gold in strokes for strokes in whole) == 4
        assert graphic_svg(graphic).count(f'stroke="{stage.theme.gold}"') == 4


@pytest.mark.parametrize("draw", [two_up, upright])
@pytest.mark.parametrize(
    ("language", "foul", "legal"),
    [
        ("en", ("FOUL", "MIDDLE BEATS BACK"), "AA BACK, 99 MIDDLE"),
        ("es", ("FOUL", "MEDIO SUPERA ATRÁS"), "AA ATRÁS, 99 MEDIO"),
        ("el", ("ΦΑΟΥΛ", "ΜΕΣΗ ΝΙΚΑ ΠΙΣΩ"), "AA ΠΙΣΩ, 99 ΜΕΣΗ"),
    ],
)
def test_a_foul_and_its_reason_stand_where_the_decision_did_once_the_hand_is_over(
    here: Path, draw: Callable[..., Stage], language: str, foul: tuple[str, str], legal: str
) -> None:
    """RULES O1: three aces in the middle beat three nines in the back at table 3."""
    comparison = compared(here)
    fork = next(fork for fork in comparison.forks if fork.street == "five")

    def bars(moment: Moment) -> list[tuple[str, ...]]:
        stage = draw(comparison, ("1", "3"), moment, fork, Style(speak(language)))
        drawn = [*contexts_of(stage, DecisionBar), *contexts_of(stage, Panel)]
        return [(each.shape, each.word, *each.why[:1]) for each in drawn]

    assert bars(END) == [("ring", legal), ("cross", *foul)]
    assert not any(word in repr(bars(moment)) for word in foul for moment in (DECISION, Moment(15)))
    one_ended = bars(Moment(1, (("3", None),)))
    assert one_ended == [("ring", legal), ("cross", *foul)]


@pytest.mark.parametrize(("action", "reason"), [("time-out", "OUT OF TIME"), ("leave", "LEAVES")])
def test_a_hand_lost_otherwise_says_how(action: str, reason: str) -> None:
    """RULES O4."""
    lost = played("3")
    end = (*lost.line[:2], Move("sixth", 1, action), *(m for m in lost.line[3:] if m.seat == 2))
    late = replace(lost, line=end)
    comparison = compare(deal_of(played("1"), late))
    stage = two_up(comparison, ("1", "3"), END, comparison.forks[0])
    bar = contexts_of(stage, DecisionBar)[1]
    assert (bar.word, bar.why) == ("FOUL", (reason,))


def test_a_front_that_beats_the_middle_is_the_reason() -> None:
    """Three nines in front, behind them a queen; three aces in the back are the strongest."""
    placed = (
        "back AhAd, middle Qs, front 9d9c;front 9h;back Ac;middle 5s;middle 4c;middle 2d;"
        "middle Js;back 8h;back 3c"
    )
    own = iter(placed.split(";"))
    line = tuple(
        move._replace(detail=next(own)) if move.seat == 1 else move for move in played("3").line
    )
    comparison = compare(deal_of(played("1"), replace(played("3"), line=line)))
    stage = two_up(comparison, ("1", "3"), END, comparison.forks[0])
    assert contexts_of(stage, DecisionBar)[1].why[0] == "FRONT BEATS MIDDLE"
    assert contexts_of(stage, RowsPlate)[1].upper == 0


def test_a_table_in_full_has_every_pair_s_points_at_its_end(here: Path) -> None:
    run("still", "1", "--graphic", "table", "--tables", "1", "--moment", "end", "-o", "table.png")
    assert (here / "table.png").stat().st_size > 10_000
    gate = open_gate(here / "duplicast.db")
    deal = gate.deal("1", "command:still")
    gate.close()
    drawn = {
        each.key: repr(each.context) for each in open_face_table(deal, "1", 18, PLAIN).graphics
    }
    assert "'+8'" in drawn["name-1"]
    assert "'+8'" in drawn["paid-1"]
    assert "'\u22128'" in drawn["paid-2"]
    early = [each.key for each in open_face_table(deal, "1", 17, PLAIN).graphics]
    assert early == ["name-1", "rows-1", "name-2", "rows-2"]
    with pytest.raises(NotDrawable, match="made 18 moves, not 19"):
        open_face_table(deal, "1", 19, PLAIN)


def test_nothing_is_on_a_picture_before_its_moment(here: Path) -> None:
    """No card that comes later is in the bytes; each rank that is looked for comes later only."""
    comparison = compared(here)
    fork = next(fork for fork in comparison.forks if fork.street == "sixth")
    for moment in (BEFORE, DECISION, Moment(2)):
        drawn = repr(two_up(comparison, ("1", "2"), moment, fork).graphics)
        faces = set(re.findall(r"Face\(rank='(\w+)', suit='(\w)'\)", drawn))
        assert faces == {("A", "h"), ("A", "d"), ("9", "d"), ("9", "c"), ("Q", "s"), ("9", "h")}
    assert "result='+8'" in repr(two_up(comparison, ("1", "2"), END, fork).graphics)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"result": {"1": 6, "2": -6}}, "seat 1: the result says +6, the line gives +8"),
    ({"line": line("1")[:-1]}, "the hand is not over"),
    ({"cards": CARDS | {"1": "AhAd"}}, "2 cards; a seat is dealt 13"),
    ({"cards": CARDS | {"1": CARDS["1"][:10] + "Ac9h" + CARDS["1"][14:]}}, "seat 1 places 9h"),
    ({"line": [line("1")[0] | {"action": "fold"}]}, "open-face has no 'fold'"),
    ({"line": [line("1")[0] | {"detail": None, "to": 5}]}, "placements go into `detail`"),
    ({"board": "2s3s4s"}, "has no board"),
]


def test_what_cannot_be_is_kept_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tables = [str(n) for n in range(len(WRONG))]
    sent = [hand("1", at=table, **change) for table, (change, _) in zip(tables, WRONG, strict=True)]
    Path("feed.ndjson").write_text("\n".join([opening(tables, 2), *sent, ""]), encoding="utf-8")
    run("ingest", "feed.ndjson", status=3)
    entries = json.loads(run("quarantine", "list", "--json").stdout)
    for entry, (_, reason) in zip(entries, WRONG, strict=True):
        assert reason in entry["reason"]


def test_the_same_hand_in_another_spelling_is_the_same(here: Path) -> None:
    again = [
        move | {"detail": ", ".join(reversed(move["detail"].split(", ")))} for move in line("1")
    ]
    (here / "more.ndjson").write_text(hand("1", line=again) + "\n", encoding="utf-8")
    run("ingest", "more.ndjson")
    assert json.loads(run("quarantine", "list", "--json").stdout) == []


def test_a_table_that_sends_placement_by_placement(here: Path) -> None:
    """The office sends the cards, the table its hand move by move; then it is compared."""
    opened = opening(["5"], 2)
    start = event("hand.started", {"deal": 1, "hand": 1, "button": 2}, "5")
    cards = event("deal.cards", {"deal": 1, "button": 2, "cards": CARDS}, None)
    moves = [
        event("hand.action", {"deal": 1, "hand": 1, "n": n} | move, "5")
        for n, move in enumerate(line("2", phases=False), 1)
    ]
    end = event("hand.finished", {"deal": 1, "hand": 1, "result": {"1": 6, "2": -6}}, "5")
    (here / "live.ndjson").write_text("\n".join([opened, cards, start, *moves, end, ""]), "utf-8")
    run("ingest", "live.ndjson")
    answer = json.loads(run("compare", "1", "--json").stdout)
    assert answer["plays"]["5"]["line"] == answer["plays"]["2"]["line"]
    assert SEAT_2.split(";")[0] in json.dumps(answer["plays"]["5"]["line"])
    assert set(answer["plays"]) == {*TABLES, "5"}


def test_at_the_end_no_plate_lies_over_another_and_nobody_is_still_to_act(here: Path) -> None:
    comparison = compared(here)
    stage = two_up(comparison, comparison.pairing, END)
    boxes = {each.key: each.box for each in stage.graphics}
    ahead = boxes["ahead"]
    assert ahead.y + ahead.height <= min(boxes["rows-left"].y, boxes["rows-right"].y)
    assert not any("to act" in repr(each.context) for each in stage.graphics)


def test_the_field_tells_placements_apart_that_fill_rows_alike(here: Path) -> None:
    """Tables 1 and 2 set aces behind nines, tables 3 and 4 nines behind aces: two, two and one."""
    comparison = compared(here)
    first = next(fork for fork in comparison.forks if fork.street == "five")
    (rows,) = contexts_of(field(comparison, DECISION, "1", first), FieldRows)
    assert [(group.forms[0], len(group.rows)) for group in rows.groups] == [
        ("AA BACK, 99 MIDDLE", 2), ("99 BACK, AA MIDDLE", 2),
    ]  # fmt: skip
    assert [part.text for part in rows.caption] == ["STRONGEST ROW AT THE BACK, WEAKEST IN FRONT"]
    assert rows.head == "", "nobody puts anything in"


def test_a_drawn_table_has_its_players_where_nothing_lies_over_them(here: Path) -> None:
    comparison = compared(here)
    half, third = Box(0, 0, 952, 1080), Box(0, 0, 640, 1080)
    (beside,) = contexts_of(table_from_above(comparison, "1", 3, half, PLAIN), DrawnTable)
    assert beside.seats == ()
    (alone,) = contexts_of(table_from_above(comparison, "1", 3, third, PLAIN), DrawnTable)
    assert [(seat.look, seat.button) for seat in alone.seats] == [
        ("plain", False), ("to act", True),
    ]  # fmt: skip


def test_its_graphics_count_points_however_chips_are_written(here: Path) -> None:
    comparison = compared(here)
    first = next(fork for fork in comparison.forks if fork.street == "five")
    stage = two_up(comparison, ("1", "3"), END, first, replace(PLAIN, chips="number"))
    assert {each.unit for each in contexts_of(stage, ResultRow)} == {("POINTS",)}
    assert won_in(in_its_game(PLAIN, comparison)) == ("POINTS WON", "RANKED BY POINTS WON")
    assert won_in(PLAIN) == ("CHIPS", "RANKED BY CHIPS WON")


def test_the_pages_of_the_desk_open_for_a_deal(here: Path, tmp_path: Path) -> None:
    gate = open_gate(here / "duplicast.db")
    key = gate.comparison("1", "command:still").deal.key
    named = "/".join(map(str, (key.session, key.group, key.number)))
    pages = (f"/deals/{named}", f"/panel/{named}", f"/panel-print/{named}", "/", "/prepare")
    with serving(gate, tmp_path) as address:
        answers = {at: httpx.get(address + at, trust_env=False, timeout=60) for at in pages}
    gate.close()
    assert {at: answer.status_code for at, answer in answers.items()} == dict.fromkeys(pages, 200)
    assert "fouls and loses 6 points" in answers[f"/deals/{named}"].text
    for at, answer in answers.items():
        said = " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())
        assert not re.search(r"\bpot 0|big blind|\bBB\b", said), f"{at} speaks of hold'em"

"""Standings and results as JSON and CSV."""

import csv
import io
import json
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import deal_of, pairs_of

from producer.events import Player
from producer.scoring import standings, standings_by_peers, tally_of
from producer.scoring.exports import (
    RESULTS_COLUMNS,
    STANDINGS_COLUMNS,
    csv_text,
    decimal,
    result_rows,
    results_answer,
    standings_answer,
    standings_rows,
)

ROSTER = pairs_of("ABC", seats=2)


def tally():
    third = Fraction(100, 3)
    return tally_of(
        [
            deal_of(1, {"1": {1: third, 2: -third}, "2": {}, "3": {}}, ROSTER),
            deal_of(2, {"1": {1: 5, 2: -5}}, ROSTER),
        ]
    )


def test_the_published_json_has_exactly_its_keys() -> None:
    got = json.loads(json.dumps(standings_answer(standings(tally(), 3))))
    assert list(got) == [
        "session", "group", "provisional", "teams", "seats", "missing", "pending", "by_bots",
    ]  # fmt: skip
    assert (got["session"], got["group"], got["provisional"]) == ("s", "A", True)
    # Seat 1: B 100/3, C and A level. Seat 2: A and B level at 0, C -100/3.
    assert got["teams"] == [
        {"rank": 1, "team": "B", "points": 5.5, "net": None, "chips": "100/3"},
        {"rank": 2, "team": "A", "points": 4, "net": None, "chips": 0},
        {"rank": 3, "team": "C", "points": 2.5, "net": None, "chips": "-100/3"},
    ]
    assert list(got["seats"]) == ["1", "2"]
    assert got["seats"]["1"][0] == {
        "rank": 1, "table": "1", "team": "B", "player": "B1", "chips": "100/3", "points": 3,
    }  # fmt: skip
    assert got["missing"] == [
        {"deal": 2, "last": 2, "tables": ["2", "3"], "why": "not finished"},
        {"deal": 3, "last": 3, "tables": [], "why": "not released"},
    ]


def test_standings_csv_has_its_columns_and_all_three_sections() -> None:
    text = csv_text(STANDINGS_COLUMNS, standings_rows(standings(tally()), "seats"))
    header = (
        "session,group,scoring,provisional,deals,unit,section,rank,seat,table,team,player,points,"
        "chips,against_average,percentile,net"
    )
    assert text.splitlines()[0] == header
    lines = list(csv.DictReader(io.StringIO(text)))
    assert [line["section"] for line in lines] == ["team"] * 3 + ["seat"] * 6 + ["player"] * 6
    assert lines[0] == {
        "session": "s", "group": "A", "scoring": "seats", "provisional": "true", "deals": "1",
        "unit": "chips", "section": "team", "rank": "1", "seat": "", "table": "", "team": "B",
        "player": "", "points": "5.5", "chips": "33.333333", "against_average": "",
        "percentile": "", "net": "",
    }  # fmt: skip
    peers = list(standings_rows(standings_by_peers(tally()), "peers"))
    assert peers[-6]["percentile"] == 100


def test_results_csv_and_json_have_the_same_columns() -> None:
    header = (
        "session,group,deal,seat,table,team,player,hand,attempt,unit,chips,average,"
        "against_average,rank,counts"
    )
    text = csv_text(RESULTS_COLUMNS, result_rows(tally()))
    assert text.splitlines()[0] == header
    assert text.splitlines()[1] == "s,A,1,1,1,B,B1,1,1,chips,33.333333,11.111111,22.222222,1,true"
    answer = results_answer(tally())
    assert len(answer) == 6 + 2
    assert ",".join(answer[0]) == header
    assert answer[0]["against_average"] == "200/9"
    assert [row["counts"] for row in answer if row["deal"] == 2] == [False, False]


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r", "\n", "＝"])
def test_a_name_that_looks_like_a_formula_is_escaped(begin: str) -> None:
    name = f'{begin}cmd|" /C calc"!A0'
    roster = {"1": {1: Player(name=name, team="+T")}, "2": {1: Player(name="b", team="U")}}
    deal = deal_of(1, {"1": {1: -7}, "2": {}}, roster)
    (row, _) = csv.DictReader(
        io.StringIO(csv_text(RESULTS_COLUMNS, result_rows(tally_of([deal]))), newline="")
    )
    assert row["player"] == "'" + name.replace(begin, repr(begin)[1:-1])
    assert row["team"] == "'+T"
    assert row["chips"] == "-7"


@given(st.fractions(-(10**9), 10**9, max_denominator=10**4))
def test_amounts_are_decimals_exact_to_half_a_millionth(amount: Fraction) -> None:
    text = decimal(amount)
    assert "e" not in text.lower()
    assert abs(Fraction(Decimal(text)) - amount) <= Fraction(1, 2_000_000)


def test_whole_amounts_have_no_decimals() -> None:
    assert [decimal(Fraction(9, 2)), decimal(Fraction(-1, 10**9)), decimal(-30)] == [
        "4.5", "0", "-30",
    ]  # fmt: skip


def test_terminal_sequences_are_escaped_in_csv() -> None:
    name = "A\x1b[2J\x9b\u202eB"
    roster = {"1": {1: Player(name=name)}, "2": {1: Player(name="Ελένη Παπαδάκη")}}
    deal = deal_of(1, {"1": {1: -7}, "2": {1: 7}}, roster)
    text = csv_text(RESULTS_COLUMNS, result_rows(tally_of([deal])))
    assert "A\\x1b[2J\\x9b\\u202eB" in text
    assert "Ελένη Παπαδάκη" in text
    assert text.replace("\n", "").isprintable()

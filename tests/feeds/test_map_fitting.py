"""What a map would make of files, before any is ingested; maps written and read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from mapped_hands import DECKS, MAP, file_of, phh

from producer.feeds.mapping.fitting import MapFit, by_cards_last, fitted, near_names
from producer.feeds.mapping.map_file import SessionMap, map_text, parse_map
from producer.feeds.mapping.mapped import KnownDeck

NAMES = "'A. Keller', 'Zoe'"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Table 1 has numbered its hands as the deals are; table 2 has played deals 13, 11, 12, 14."""
    first = (phh(11, 11, "fold"), phh(12, 12, "fold"), phh(13, 13, "flop check"))
    second = [(13, "flop bet"), (11, "flop bet"), (12, "fold"), (14, "fold")]
    return [
        file_of(tmp_path / "one" / "a.phhs", *first),
        file_of(
            tmp_path / "two" / "b.phhs",
            *(phh(hand, deal, how, NAMES) for hand, (deal, how) in enumerate(second, 1)),
        ),
    ]


def fit_of(files: list[Path], how: str) -> MapFit:
    return fitted(files, parse_map(MAP.format(how), "map"), {})


def test_a_right_order_sheet_fits_and_its_cards_are_the_same(files: list[Path]) -> None:
    fit = fit_of(files, "order = [13, 11, 12]")
    one, two = fit.tables["1"], fit.tables["2"]
    assert (one.deals, one.same, one.other, one.unfit) == ([11, 12, 13], 0, [], [])
    assert (two.deals, two.same, two.other) == ([13, 11, 12], 3, [])
    assert [(each.number, each.reason) for each in two.unfit] == [
        (4, "the order sheet has 3 hands")
    ]
    assert (list(one.paths), list(two.paths)) == ([files[0]], [files[1]])


def test_a_wrong_order_sheet_is_seen_by_the_cards(files: list[Path]) -> None:
    """Deals 11 and 13 have the same hole cards; their flops differ where both tables saw one."""
    two = fit_of(files, "order = [11, 13, 12]").tables["2"]
    assert (two.deals, two.same, two.other) == ([11, 13, 12], 2, [13])


def test_hands_that_are_one_deal_twice_are_named(files: list[Path]) -> None:
    fit = fit_of(files, "[tables.2.deals]\n1 = 13\n2 = 11\n3 = 11\n4 = 0")
    two = fit.tables["2"]
    assert (two.deals, two.twice, two.other) == ([13, 11, 11], [11], [11])
    assert [each.reason for each in two.unfit] == ["the map leaves it out"]


def test_by_cards_the_deals_are_those_of_the_files_before(files: list[Path]) -> None:
    session = parse_map(MAP.format('hands = "cards"'), "map")
    assert by_cards_last(files[::-1], session) == files
    assert fitted(files, session, {}).tables["2"].deals == [13, 11, 12]
    assert fitted(files[::-1], session, {}).tables["2"].deals == []
    hole = DECKS[14]
    record = {40: KnownDeck({1: hole[0], 2: hole[1]}, "", 2)}
    assert fitted(files, session, record).tables["2"].deals == [13, 11, 12, 40]


def test_who_is_not_on_the_roster_is_named_with_the_near_ones(files: list[Path]) -> None:
    fit = fit_of(files, "")
    assert fit.strangers == {"Bob": ["1"], "A. Keller": ["2"], "Zoe": ["2"]}
    assert near_names(fit.strangers, ["Ann Keller"]) == {"A. Keller": ["Ann Keller"]}
    assert near_names(["A. Keller", "Ann Keller"], []) == {
        "A. Keller": ["Ann Keller"],
        "Ann Keller": ["A. Keller"],
    }


def test_what_no_map_can_use_is_named_with_its_reason(files: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "three"
    other = file_of(
        folder / "c.phhs", phh(7, 11, "fold"), phh(8, 12, "fold").replace("p2 f", "p1 f")
    )
    (folder / "d.txt").write_text("hello\n")
    (folder / "e.jsonl").write_text(
        '{"id": "a", "session": "s", "group": "A", "source": "x", "type": "deal.cards",'
        ' "data": {"deal": 1, "button": 1, "cards": {}}}\n'
    )
    fit = fit_of([*files, other, folder / "d.txt", folder / "e.jsonl"], "")
    assert [each.number for each in fit.outside] == [7, None]
    assert fit.outside[0].reason == "the map has no table for c of c.phhs"
    assert fit.outside[1].reason.startswith("action 3: seat 1 acts out of turn")
    unknown, native = fit.unread
    assert "unknown format" in unknown
    assert "Ingest it without --map" in native


@pytest.mark.parametrize(
    "text",
    [
        MAP.format("order = [13, 11]\n[tables.2.deals]\n7 = 40\n8 = 0"),
        'session = "s"\ngroup = "B"\n[tables."x.y \\"z\\""]\nhands = "cards"\n'
        '[teams."Ελλάς"]\nname = "Greece"\ncolour = "#00ff00"\nflag = "GR"\n'
        '[players."Ann\\u007f"]\nteam = "Ελλάς"\nalso = ["a, b", "tab\\there"]\n',
        'session = "s"\n[tables.1]\nfirst = 0\nfiles = ["a*.json", "b/c.json"]\ntable = "T"\n',
    ],
)
def test_a_map_that_is_written_is_the_same_when_it_is_read(text: str) -> None:
    session = parse_map(text, "map")
    assert isinstance(session, SessionMap)
    assert parse_map(map_text(session), "again") == session

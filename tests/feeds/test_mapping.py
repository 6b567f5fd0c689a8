"""Maps: tables of several files joined into one session, and hands that fit no deal kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mapped_hands import MAP, file_of, phh
from real_files import real_files
from typer.testing import CliRunner

from producer.cli import command_line
from producer.feeds import Received, Refused, read
from producer.feeds.mapping.map_file import UnusableMap, parse_map
from producer.feeds.mapping.mapped import KnownDeck, deal_decks, mapped, table_of
from producer.feeds.mapping.suggested import found_tables, suggested_map
from producer.games.line import DealKey
from producer.record import open_store
from producer.scoring.comparisons import imps


def run(*words: str, status: int = 0) -> str:
    done = CliRunner().invoke(command_line(words[0]), list(words))
    assert done.exit_code == status, done.output
    return done.output


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Table 1 has numbered its hands as the deals are; table 2 played them in another order."""
    monkeypatch.chdir(tmp_path)
    file_of(
        tmp_path / "one" / "a.phhs", phh(11, 11, "fold"), phh(12, 12, "fold"),
        phh(13, 13, "flop check"),
    )  # fmt: skip
    names = "'A. Keller', 'Zoe'"
    file_of(
        tmp_path / "two" / "b.phhs", phh(1, 13, "flop bet", names), phh(2, 11, "flop bet", names),
        phh(3, 12, "fold", names), phh(4, 14, "fold", names),
    )  # fmt: skip
    return tmp_path


def recorded(folder: Path, how: str, status: int = 3) -> dict[int, list[str]]:
    (folder / "map.toml").write_text(MAP.format(how))
    said = run("ingest", "one/a.phhs", "two/b.phhs", "--map", "map.toml", status=status)
    assert "A. Keller may be Ann Keller" in said
    with open_store(folder / "duplicast.db") as store:
        return {deal.key.number: sorted(p.table for p in deal.plays) for deal in store.deals()}


def test_an_order_sheet_says_which_hand_is_which_deal(folder: Path) -> None:
    found = recorded(folder, "order = [13, 11, 12]")
    assert found == {11: ["1", "2"], 12: ["1", "2"], 13: ["1", "2"]}
    with open_store(folder / "duplicast.db") as store:
        (entry,) = store.quarantine()
        assert entry.reason == "hand 4 of table 2 fits no deal: the order sheet has 3 hands"
        assert (entry.identity.session, entry.identity.table) == ("final", "2")
        deal = store.deal(DealKey("final", "A", 13))
        assert deal is not None
        plays = {play.table: play for play in deal.plays}
        assert plays["1"].players[1].team == "CHN"
        assert plays["2"].players[1].name == "A. Keller"
        # the flop: 100 of the limp, and it took the pot; 100 of the limp lost
        assert (plays["1"].result, plays["2"].result) == ({1: -100, 2: 100}, {1: 100, 2: -100})


def test_by_cards_the_board_tells_deals_with_the_same_hole_cards_apart(folder: Path) -> None:
    found = recorded(folder, 'hands = "cards"')
    assert found == {11: ["1", "2"], 12: ["1", "2"], 13: ["1", "2"]}
    with open_store(folder / "duplicast.db") as store:
        (entry,) = store.quarantine()
    assert "its cards are those of none of 3 deals with known cards" in entry.reason
    assert entry.hint() == "Name its deal under [tables.NAME.deals], and ingest the file again"


def test_single_hands_are_named_and_left_out(folder: Path) -> None:
    how = "[tables.2.deals]\n1 = 13\n2 = 11\n3 = 0\n4 = 14"
    assert recorded(folder, how) == {11: ["1", "2"], 12: ["1"], 13: ["1", "2"], 14: ["2"]}
    with open_store(folder / "duplicast.db") as store:
        assert "the map leaves it out" in store.quarantine()[0].reason


def test_what_the_map_names_no_table_for_is_kept(folder: Path) -> None:
    session = parse_map('session = "s"\n[tables.1]\nfiles = ["one/*"]', "map")
    path = folder / "two" / "b.phhs"
    items = list(mapped(path, read(path), session, deal_decks({}), set()))
    assert {item.reason for item in items if isinstance(item, Refused)} == {
        "the map has no table for b of b.phhs"
    }
    assert len(items) == 4


def test_two_deals_that_fit_are_not_chosen_among(folder: Path) -> None:
    session = parse_map('session = "s"\n[tables.b]\nhands = "cards"', "map")
    decks = {n: KnownDeck({1: "AcAs", 2: "2c7h"}, "", 2) for n in (5, 6)}
    path = file_of(folder / "two" / "b.phhs", phh(1, 11, "fold"))
    items = list(mapped(path, read(path), session, deal_decks(decks), set()))
    assert isinstance(items[1], Refused)
    assert items[1].reason == "hand 1 of table b fits no deal: its cards are those of deals 5, 6"


def test_the_same_file_and_map_again_change_nothing(folder: Path) -> None:
    recorded(folder, "order = [13, 11, 12]")
    said = run("ingest", "two/b.phhs", "--map", "map.toml", status=3)
    assert "0 new events, 4 already known" in said


def test_a_suggested_map_finds_the_order_and_names_that_may_be_one(folder: Path) -> None:
    said = run("map", "suggest", "one/a.phhs", "two/b.phhs", "--session", "final")
    assert "# 3 of 4 hands: the cards of one deal of the first table" in said
    assert "# perhaps one player: A. Keller and Ann Keller. If so:" in said
    (folder / "map.toml").write_text(said)
    run("ingest", "one/a.phhs", "two/b.phhs", "--map", "map.toml", status=3)
    with open_store(folder / "duplicast.db") as store:
        plays = {deal.key: len(deal.plays) for deal in store.deals()}
    assert plays == {DealKey("final", "A", n): 2 for n in (11, 12, 13)}


def test_a_hand_that_cannot_be_used_is_named_beside_the_suggested_map(folder: Path) -> None:
    """A hand with a card that is none: the map has the other table's, and the status says so."""
    bad = folder / "two" / "b.phhs"
    bad.write_text(bad.read_text().replace("d dh p1 ", "d dh p1 Kx", 1))
    said = run("map", "suggest", "one/a.phhs", "two/b.phhs", status=3)
    assert "two/b.phhs:" in said
    assert "'Kx' is no card" in said
    assert 'files = ["one/a.phhs"]' in said


def test_a_whole_order_is_suggested_as_a_sheet(folder: Path) -> None:
    path = file_of(folder / "two" / "b.phhs", phh(1, 13, "flop bet"), phh(2, 11, "flop bet"))
    files = [folder / "one" / "a.phhs", path]
    text = suggested_map(found_tables(files)[0])
    assert parse_map(text, "map").tables["b"].order == (13, 11)
    once = [file_of(folder / "one" / "a.phhs", phh(1, 14, "fold")), path]
    text = suggested_map(found_tables(once)[0])
    assert "no hand has the cards of one of the first table" in text


def test_a_suggested_map_names_its_files_also_with_odd_names(tmp_path: Path) -> None:
    names = ["a[1].phhs", "b*.phhs", "bc.phhs"]
    paths = [file_of(tmp_path / "x [2]" / name, phh(1, 11, "fold")) for name in names]
    tables, unread = found_tables(paths)
    session = parse_map(suggested_map(tables), "map")
    assert unread == []
    assert [table_of(session, path, path.stem) for path in paths] == ["a[1]", "b*", "bc"]


def test_no_map_is_suggested_of_events_that_name_their_deals(folder: Path) -> None:
    run("ingest", "one/a.phhs")
    with open_store(folder / "duplicast.db") as store:
        events = [entry.event for entry in store.entries()]
    (folder / "feed.ndjson").write_text("\n".join(events))
    said = run("map", "suggest", "feed.ndjson", status=1)
    assert "its events name their tables and deals. Ingest it without --map" in said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("session = ", "map: not TOML: Invalid value"),
        ('session = "s"', "map: tables: Field required"),
        ('session = "s"\ntable = 1\n[tables.1]', "map: table: there is no such field here"),
        ('session = "s"\n[tables.1]\norder = [3, 3]', "map: tables.1: order names every deal once"),
        ('session = "s"\n[tables.1]\n[players.A]\nteam = "X"', "there is no team X"),
        ('session = "s"\n[tables.1]\ndeals = {x = 3}', "map: tables.1.deals.x"),
    ],
)
def test_a_map_with_a_fault_says_where(text: str, reason: str) -> None:
    with pytest.raises(UnusableMap) as refused:
        parse_map(text, "map")
    assert reason in str(refused.value)


def test_events_that_name_their_deals_need_no_map(folder: Path) -> None:
    event = {"id": "a", "session": "s", "group": "A", "source": "x", "type": "deal.cards",
             "data": {"deal": 1, "button": 1, "cards": {}}}  # fmt: skip
    (folder / "feed.ndjson").write_text(json.dumps(event) + "\n")
    (folder / "map.toml").write_text(MAP.format(""))
    said = run("ingest", "feed.ndjson", "--map", "map.toml", status=1)
    assert "its events name their tables and deals. Ingest it without --map" in said


def test_hidden_cards_are_completed_from_the_offices_deck(folder: Path) -> None:
    hidden = phh(2, 11, "flop bet").replace("AsAc", "????")
    file_of(folder / "two" / "b.phhs", hidden)
    (folder / "map.toml").write_text(MAP.format("order = [13, 11]"))
    run("ingest", "two/b.phhs", "--map", "map.toml")
    event = {"id": "deck", "session": "final", "group": "A", "source": "office",
             "type": "deal.cards", "data": {"deal": 11, "button": 2,
             "cards": {"1": "AsAc", "2": "7h2c"}, "board": "Td5s9h5h4d"}}  # fmt: skip
    (folder / "decks.ndjson").write_text(json.dumps(event) + "\n")
    run("ingest", "decks.ndjson")
    with open_store(folder / "duplicast.db") as store:
        deal = store.deal(DealKey("final", "A", 11))
    assert deal is not None
    assert sorted(deal.cards) == [1, 2]
    assert len(deal.board) == 5


def test_openings_are_those_of_the_map(folder: Path) -> None:
    path = folder / "one" / "a.phhs"
    session = parse_map(MAP.format(""), "map")
    first = next(mapped(path, read(path), session, deal_decks({}), set()))
    assert isinstance(first, Received)
    assert (first.event.session, first.event.table) == ("final", "1")
    assert first.event.type == "session.opened"
    assert first.event.data.title == "The final"


def test_boards_of_a_match_keep_their_numbers_teams_and_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A published result: 41 to 30 IMPs over 15 boards, numbered 46 to 60. The file opens both
    rooms at once."""
    (path,) = real_files("bridge/bridge-bots", "**/usbf_sf_14502.lin")
    monkeypatch.chdir(tmp_path)
    proposed = suggested_map(found_tables([path])[0], "final")
    assert proposed.count("# 15 hands, numbered 46 to 60") == 2
    (tmp_path / "map.toml").write_text(proposed)
    run("ingest", str(path), "--map", "map.toml")
    with open_store(tmp_path / "duplicast.db") as store:
        (session,) = store.sessions()
        deals = list(store.deals())
    assert (session.session, list(session.tables)) == ("final", ["Closed", "Open"])
    assert set(session.teams) == {"Fleisher", "Nickell"}
    assert [deal.key.number for deal in deals] == list(range(46, 61))
    swings = []
    for deal in deals:
        by_table = {play.table: play.result[1] for play in deal.plays}
        swings.append(imps(by_table["Open"] - by_table["Closed"]))
    assert (sum(s for s in swings if s > 0), -sum(s for s in swings if s < 0)) == (30, 41)

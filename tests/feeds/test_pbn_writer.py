"""PBN as written: read again by our reader and by endplay's, and checked against the grammar."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from real_files import real_files

from producer.events import Event, HandRecordedEvent, SessionOpenedEvent
from producer.feeds import Received, read
from producer.feeds.bridge.board_files import decoded
from producer.feeds.bridge.pbn import errors_of
from producer.feeds.exports.pbn import open_room_first, pbn_file, pbn_game
from producer.games.line import Deal
from producer.record import open_store

VERIFIER = "bridge/bridge-pbn/spec/resource/reference_impl_tests"
MATCH = ("bridge/bridge-bots/bridgebots/tests/resources", "usbf_sf_14502.lin")

MANDATORY = [
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
]
"""In every game of an export, in this order."""

SUIT = r"[AKQJT98765432]{0,13}"
HAND = rf"(?:{SUIT}\.{SUIT}\.{SUIT}\.{SUIT}|-)"
GRAMMAR = {
    "Board": r"[1-9]\d*",
    "Dealer": "[NESW]",
    "Vulnerable": "None|NS|EW|All",
    "Deal": rf"[NESW]:{HAND} {HAND} {HAND} {HAND}",
    "Declarer": "[NESW]?",
    "Contract": r"Pass|[1-7](?:[SHDC]|NT)X{0,2}",
    "Result": r"(?:\d|1[0-3])?",
    "Score": r"(?:NS|EW) -?\d+",
    "Room": "Open|Closed",
    "Auction": "[NESW]",
    "Play": "[NESW]",
}
ROWS = {
    "Auction": r"(?:Pass|XX?|[1-7](?:[SHDC]|NT))(?: (?:Pass|XX?|[1-7](?:[SHDC]|NT))){0,3}",
    "Play": r"(?:[SHDC][AKQJT98765432]|-)(?: (?:[SHDC][AKQJT98765432]|-)){3}|\*",
}

BOARDS = """[Event "{event}"]
[Board "1"]
[West "{name}"]
[North "Nora"]
[East "Ed"]
[South "Sue"]
[HomeTeam "{team}"]
[VisitTeam "Blues"]
[Dealer "N"]
[Vulnerable "All"]
[Room "Open"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[Declarer "N"]
[Contract "7S"]
[Result "13"]
[Auction "N"]
7S Pass Pass Pass
[Play "E"]
HA D2 C2 S2
- - - SA
*

[Board "1"]
[West "{name}"]
[North "Nora"]
[East "Ed"]
[South "Sue"]
[HomeTeam "{team}"]
[VisitTeam "Blues"]
[Dealer "N"]
[Vulnerable "All"]
[Room "Closed"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[Declarer ""]
[Contract "Pass"]
[Result ""]
[Auction "N"]
AP

[Board "2"]
[West "{name}"]
[North "Nora"]
[East "Ed"]
[South "Sue"]
[HomeTeam "{team}"]
[VisitTeam "Blues"]
[Room "Open"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. - -"]
[Declarer "E"]
[Contract "4HXX"]
[Result "9"]
"""


def of_record(path: Path, folder: Path) -> list[Deal]:
    with open_store(folder / "duplicast.db") as store:
        store.ingest([item for item in read(path) if isinstance(item, Received)])
        return list(store.deals())


def written(deals: Sequence[Deal], title: str = "") -> bytes:
    return pbn_file(
        pbn_game(deal, play, title or deal.key.session)
        for deal in deals
        for play in open_room_first(deal.plays)
    )


def again(deals: Sequence[Deal], folder: Path, title: str = "") -> list[Event]:
    path = folder / "written.pbn"
    path.write_bytes(written(deals, title))
    items = list(read(path))
    assert all(isinstance(item, Received) for item in items)
    return [item.event for item in items if isinstance(item, Received)]


def boards(events: Sequence[Event]) -> dict[tuple[str, int], tuple[object, ...]]:
    """By table and deal; hands in one order of cards, who claimed left out."""
    return {
        (each.table, each.data.deal): (
            {seat: sorted(re.findall("..", hand)) for seat, hand in each.data.cards.items()},
            [
                (move.seat if move.action != "claim" else 0, move.action, move.to, move.detail)
                for move in each.data.line
            ],
            each.data.button,
            each.data.result,
            each.data.players,
        )
        for each in events
        if isinstance(each, HandRecordedEvent)
    }


def recorded(path: Path) -> list[Event]:
    return [item.event for item in read(path) if isinstance(item, Received)]


def games_of(text: str) -> list[list[str]]:
    head, *rest = [line.split("\n") for line in text.rstrip("\n").split("\n\n")]
    return [[line for line in head if not line.startswith("%")], *rest]


def check(text: str) -> None:
    """The tags in order, every value and row as the grammar allows, no line over 255 letters."""
    assert text.startswith("% PBN 2.1\n% EXPORT\n")
    for game in games_of(text):
        names, section = [], ""
        for line in game:
            assert len(line) <= 255
            tag = re.fullmatch(r'\[(\w+) "((?:[^"\\]|\\["\\])*)"\]', line)
            if tag is None:
                assert re.fullmatch(ROWS[section], line), line
                continue
            section = tag[1]
            names.append(section)
            if section in GRAMMAR:
                assert re.fullmatch(GRAMMAR[section], tag[2]), line
        assert names[:15] == MANDATORY
        assert names[15:-2] == sorted(names[15:-2])
        assert len(set(names)) == len(names)


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Deal]]:
    (path,) = real_files(*MATCH)
    return path, of_record(path, tmp_path_factory.mktemp("match"))


def test_a_match_is_read_again_as_it_was(match: tuple[Path, list[Deal]], tmp_path: Path) -> None:
    path, deals = match
    before = recorded(path)
    after = again(deals, tmp_path)
    assert len(boards(after)) == 30
    assert boards(after) == boards(before)
    openings = [each for each in (*before, *after) if isinstance(each, SessionOpenedEvent)]
    first, second = (each.data for each in openings)
    assert first.teams == second.teams
    assert list(first.tables) == list(second.tables)


def test_what_is_written_keeps_to_the_grammar(match: tuple[Path, list[Deal]]) -> None:
    text = written(match[1]).decode("latin-1")
    assert len(games_of(text)) == 30
    check(text)
    assert not errors_of(text)


def test_endplay_reads_what_is_written(match: tuple[Path, list[Deal]]) -> None:
    pytest.importorskip("endplay", reason="endplay has no wheels for this Python")
    from endplay.parsers import pbn  # noqa: PLC0415 - an extra
    from endplay.types import ContractBid, PenaltyBid  # noqa: PLC0415

    read_by_endplay = pbn.loads(written(match[1]).decode("latin-1"))
    by_table = [({play.table: play for play in deal.plays}, deal) for deal in match[1]]
    plays = [(deal, own[room]) for own, deal in by_table for room in ("Open", "Closed")]
    assert len(read_by_endplay) == len(plays) == 30
    for board, (deal, play) in zip(read_by_endplay, plays, strict=True):
        assert board.board_num == deal.key.number
        calls = [move for move in play.line if move.phase == "auction"]
        for bid, move in zip(board.auction, calls, strict=True):
            if isinstance(bid, ContractBid):
                strain = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S", "nt": "NT"}
                assert move.detail == f"{bid.level}{strain[bid.denom.name]}"
            else:
                assert isinstance(bid, PenaltyBid)
                words = {"passed": "pass", "doubled": "double", "redoubled": "redouble"}
                assert words[bid.penalty.name] == move.action
        cards = [str(move.detail) for move in play.line if move.action == "play"]
        spelt = [f"{card.rank.abbr}{card.suit.name[0]}" for card in board.play]
        assert spelt[: len(cards)] == cards
        north = board.contract.score(board.vul) * (1 if board.contract.declarer % 2 == 0 else -1)
        assert north == play.result[1]


@pytest.mark.parametrize(
    ("event", "name", "team"),
    [
        ("Spring Teams", "Wes", "Reds"),
        ("Liga de Otoño; {final}", "Noëlle Ñ", "Los % Rojos"),
        ("Αγώνας", "Γιάννης", "Κόκκινοι"),
        ("Cup #2", r"Wes \\the fox\\ \"W\"", "#1 Reds"),
    ],
)
def test_names_are_written_so_that_they_are_read_again(
    tmp_path: Path, event: str, name: str, team: str
) -> None:
    """Also boards passed out, claimed, with the contract alone, and with two hands known."""
    path = tmp_path / "given.pbn"
    given = team.replace("#", " #")
    path.write_bytes(BOARDS.format(event=event, name=name, team=given).encode())
    deals = of_record(path, tmp_path)
    events = again(deals, tmp_path, "Title")
    assert boards(events) == boards(recorded(path))
    opening = next(each for each in events if isinstance(each, SessionOpenedEvent))
    assert {each.name for each in opening.data.teams.values()} == {team, "Blues"}
    raw = (tmp_path / "written.pbn").read_bytes()
    check(decoded(raw).replace("% Content-type: text/x-pbn; charset=UTF-8\n", ""))
    assert (b"charset=UTF-8" in raw) == (name == "Γιάννης")

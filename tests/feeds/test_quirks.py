"""What files do in the field, a small file for each that no other test has; the right results are
worked out by hand."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from test_acpc import FOUR, HEADS_UP, TWO
from test_lin import TABLE
from test_ohh import BLINDS, hand, with_fields
from test_pbn import TWO_ROOMS
from test_phh import HEADS_UP as PHH_HAND
from test_pokergfx import ENDS, export
from test_pokergfx import hand as gfx_hand
from typer.testing import CliRunner

from producer.cli import command_line
from producer.cli.intake.follow import Watch
from producer.events import HandRecorded, HandRecordedEvent, SessionOpenedEvent
from producer.feeds import Asked, Received, Refused, Stakes, UnknownFormat, read
from producer.record import open_store

SHEET = """Nations Cup;;;;
Deal;Table;Seat;Player;Result
1;1;1;Ángel;-1.250,5
1;1;2;Bo;1.250,5
"""


def file_of(tmp_path: Path, content: str | bytes, name: str = "own") -> Path:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def hands(path: Path) -> list[HandRecorded]:
    items = [item for item in read(path) if isinstance(item, Received)]
    return [item.event.data for item in items if isinstance(item.event, HandRecordedEvent)]


def reasons(path: Path) -> list[str]:
    return [item.reason for item in read(path) if isinstance(item, Refused)]


def test_acpc_names_hold_what_they_like(tmp_path: Path) -> None:
    text = (TWO + HEADS_UP).replace("al", "a, (b) [1]/x").replace("bo", "b o.2 #")
    first = next(read(file_of(tmp_path, text)))
    assert isinstance(first, Received)
    assert isinstance(first.event, SessionOpenedEvent)
    (table,) = first.event.data.tables.values()
    assert [player.name for player in table.players.values()] == ["a, (b) [1]/x", "b o.2 #"]


def test_acpc_seats_that_do_not_rotate_keep_the_button(tmp_path: Path) -> None:
    """A dealer run with fixed seats writes the same names in the same order in every hand."""
    again = "STATE:{}:f:AsKs|QdQh:50|-50:al|bo\n"
    text = TWO + "".join(again.format(n) for n in range(3)) + "SCORE:150|-150:al|bo\n"
    found = hands(file_of(tmp_path, text))
    assert [(each.button, each.result) for each in found] == [(2, {1: 50, 2: -50})] * 3


def test_acpc_a_last_call_that_was_not_written_is_missed(tmp_path: Path) -> None:
    """Some writers drop the call that ends a street until the next action comes."""
    text = TWO + "STATE:0:r300c/cr700:AsKs|QdQh/2c7d9h:-700|700:al|bo\n"
    assert reasons(file_of(tmp_path, text)) == []
    with open_store(tmp_path / "own.db") as store:
        store.append(read(file_of(tmp_path, text)))
        (entry,) = store.quarantine()
    assert "the hand is not over" in entry.reason


def test_acpc_four_players_share_a_pot_in_parts_that_do_not_divide(tmp_path: Path) -> None:
    """200 of each: 800 divided by three is 266 and two thirds."""
    line = (
        "STATE:0:r200ccc/cccc/cccc/cccc:3c4d|3h4s|3d4h|2c2d/AsKdQs/Jc/9h:"
        "66.666667|66.666667|66.666667|-200:w|x|y|z\n"
    )
    path, stakes = file_of(tmp_path, FOUR + line), Asked(Stakes(50, 100))
    (found,) = (
        item.event.data
        for item in read(path, asked=stakes)
        if isinstance(item, Received) and isinstance(item.event, HandRecordedEvent)
    )
    assert [str(found.result[seat]) for seat in (1, 2, 3, 4)] == ["200/3", "200/3", "200/3", "-200"]


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        ("NS", "no-limit short-deck hold'em"), ("PO", "pot-limit Omaha"),
        ("FO/8", "fixed-limit Omaha eight or better"), ("F7S", "fixed-limit seven-card stud"),
        ("F7S/8", "fixed-limit seven-card stud eight or better"), ("FR", "fixed-limit razz"),
        ("N2L1D", "no-limit deuce-to-seven single draw"),
        ("F2L3D", "fixed-limit deuce-to-seven triple draw"), ("FB", "fixed-limit badugi"),
    ],
)  # fmt: skip
def test_phh_of_another_game_is_refused_by_its_name(
    tmp_path: Path, variant: str, words: str
) -> None:
    path = file_of(tmp_path, PHH_HAND.replace("'NT'", f"'{variant}'"), "own.phh")
    assert reasons(path) == [f"the hand is {words}"]


def test_ohh_may_leave_the_cards_before_the_flop_empty_in_words(tmp_path: Path) -> None:
    """As in the specification's own examples: ``"cards": ""``."""
    walk = hand([([], [*BLINDS, ("Fold", 15, 0), ("Fold", 11, 0), ("Fold", 12, 0)])], {13: 1}, 1)
    walk["ohh"]["rounds"][0]["cards"] = ""
    (found,) = hands(file_of(tmp_path, json.dumps(walk)))
    assert found.result == {1: 0, 2: -50, 3: 50, 5: 0}


def test_ohh_heads_up_the_button_is_the_small_blind(tmp_path: Path) -> None:
    """A sample of the format has it the other way round; nobody can say who was to act."""
    players = [{"id": s + 10, "name": f"P{s}", "seat": s, "starting_stack": 100} for s in (2, 3)]
    rounds = [([], [*BLINDS, ("Fold", 12, 0)])]
    right = hand(rounds, {13: 1}, 1, players=players, dealer_seat=2)
    (found,) = hands(file_of(tmp_path, json.dumps(right)))
    assert (found.button, found.result) == (2, {2: -50, 3: 50})
    wrong = hand(rounds, {13: 1}, 1, players=players, dealer_seat=3)
    (reason,) = reasons(file_of(tmp_path, json.dumps(wrong)))
    assert reason.startswith("seat 2: 'Post SB', but after the button, seat 3")


def test_ohh_a_straddle_is_a_third_blind_and_tables_may_have_sizes_in_words(tmp_path: Path) -> None:
    posted = [*BLINDS, ("Straddle", 15, 2)]
    said = hand(
        [([], [*posted, ("Fold", 11, 0), ("Fold", 12, 0), ("Fold", 13, 0)])], {15: 1.5}, 1.5,
        table_size="6",
    )  # fmt: skip
    (found,) = hands(file_of(tmp_path, json.dumps(said)))
    assert found.result == {1: 0, 2: -50, 3: -100, 5: 150}


def test_ohh_where_seats_descend_the_blinds_show_it(tmp_path: Path) -> None:
    """After the button of seat 1 come 5, 3 and 2."""
    posted = [("Post SB", 15, 0.5), ("Post BB", 13, 1)]
    said = with_fields(hand([([], [*posted, *(("Fold", who, 0) for who in (12, 11, 15))])],
                            {13: 1}, 1))  # fmt: skip
    (found,) = hands(file_of(tmp_path, json.dumps(said)))
    assert [move.seat for move in found.line] == [2, 1, 5]
    assert found.result == {1: 0, 2: 0, 3: 50, 5: -50}


def test_pokergfx_cards_may_be_two_texts(tmp_path: Path) -> None:
    """As other documents have it; the exports seen have one text for both."""
    said = gfx_hand()
    said["Players"][1]["HoleCards"] = ["10h", "10c"]
    (found,) = hands(export(tmp_path / "a.json", said))
    assert found.cards[3] == "ThTc"


def test_pokergfx_a_number_that_is_there_twice_counts_once(tmp_path: Path) -> None:
    other = gfx_hand(1, [("FOLD", 9, 0), ("FOLD", 2, 0), ("FOLD", 3, 0)],
                     ends={**ENDS, 2: 10_000, 3: 7_950, 5: 6_050})  # fmt: skip
    with open_store(tmp_path / "own.db") as store:
        store.append(read(export(tmp_path / "a.json", gfx_hand(), gfx_hand(), other)))
        (deal,) = store.deals()
        assert [play.result[3] for play in deal.plays] == [800]
        assert len(store.quarantine()) == 1


def test_pbn_values_may_be_those_of_the_game_before(tmp_path: Path) -> None:
    text = TWO_ROOMS.replace('[HomeTeam "Reds"]', '[HomeTeam "##Reds"]').replace(
        '[West "Wim"]', '[Event "#"]\n[HomeTeam "#"]\n[VisitTeam "#"]\n[West "Wim"]'
    )
    plain = [each.result for each in hands(file_of(tmp_path, TWO_ROOMS, "a.pbn"))]
    assert [each.result for each in hands(file_of(tmp_path, text, "b.pbn"))] == plain
    (opening, *_) = read(file_of(tmp_path, text, "b.pbn"))
    assert isinstance(opening, Received)
    assert isinstance(opening.event, SessionOpenedEvent)
    assert {team.name for team in opening.event.data.teams.values()} == {"Reds", "Blues"}


@pytest.mark.parametrize(
    ("contract", "auction", "result", "points"),
    [
        ("7Sx", "7S X AP", "12", -100),  # one down doubled, not vulnerable
        ("7SXX", "7S X XX AP", "12", -200),
        ("7SR", "7S X XX AP", "13", 2240),  # 840 + 300 + 1000 + 100, not vulnerable
    ],
)
def test_pbn_contracts_are_written_in_many_ways(
    tmp_path: Path, contract: str, auction: str, result: str, points: int
) -> None:
    game = TWO_ROOMS.partition("\n\n")[0]
    text = (
        game.replace('[Contract "7S"]', f'[Contract "{contract}"]')
        .replace("7S Pass Pass Pass", auction)
        .replace('[Result "13"]', f'[Result "{result}"]')
        .partition("[Play")[0]
    )
    (found,) = hands(file_of(tmp_path, text, "own.pbn"))
    assert found.result[1] == points


def test_pbn_a_board_that_was_passed_out_is_0(tmp_path: Path) -> None:
    text = (
        TWO_ROOMS.partition("\n\n")[0]
        .replace('[Contract "7S"]', '[Contract "Pass"]')
        .replace('[Declarer "N"]', '[Declarer ""]')
        .replace("7S Pass Pass Pass", "AP")
        .replace('[Result "13"]', '[Result ""]')
        .partition("[Play")[0]
    )
    (found,) = hands(file_of(tmp_path, text, "own.pbn"))
    assert set(found.result.values()) == {0}


def test_lin_values_may_be_encoded_for_an_address_and_nobody_vulnerable_a_nought(
    tmp_path: Path,
) -> None:
    plain = TABLE.replace("nt|hello: 7@S it is|", "").replace("nt|wow|", "")
    parts = plain.replace("\n", "").split("|")
    encoded = "|".join(quote(part, safe=",") for part in parts)
    first, second = (
        hands(file_of(tmp_path, text, f"{n}.lin"))[0] for n, text in enumerate((plain, encoded))
    )
    assert first.line == second.line
    # seven spades redoubled, not vulnerable: 840 + 300 + 1000 + 100
    (found,) = hands(file_of(tmp_path, plain.replace("sv|b|", "sv|0|"), "c.lin"))
    assert found.result[3] == 2240


@pytest.mark.parametrize("mark", [codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_a_sheet_may_be_excels_unicode_text(tmp_path: Path, mark: bytes) -> None:
    order = "le" if mark == codecs.BOM_UTF16_LE else "be"
    text = SHEET.replace(";", "\t").replace("\n", "\r\n")
    (found,) = hands(file_of(tmp_path, mark + text.encode(f"utf-16-{order}"), "own.txt"))
    assert [str(found.result[seat]) for seat in (1, 2)] == ["-2501/2", "2501/2"]
    assert found.players[1].name == "Ángel"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504),
            "this is a workbook of Excel's old format (XLS); not read yet",
        ),
        (
            b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
            "this is a sheet in OpenDocument format (ODS); not read yet",
        ),
    ],
)
def test_other_workbooks_are_refused_by_name(tmp_path: Path, content: bytes, words: str) -> None:
    path = file_of(tmp_path, content)
    with pytest.raises(UnknownFormat) as caught:
        read(path)
    assert str(caught.value) == f"{path}: {words}. Save the sheet as XLSX, or as CSV"


def looks(watch: Watch, path: Path) -> Iterator[bool]:
    for _ in range(3):
        yield watch.look(path)


def test_a_sheet_that_is_saved_again_is_followed(tmp_path: Path) -> None:
    path = file_of(tmp_path, SHEET, "own.csv")
    with open_store(tmp_path / "own.db") as store:
        watch = Watch(store, lambda _: None, quiet=1)
        assert any(looks(watch, path))
        path.write_text(SHEET + "2;1;1;Ángel;20\n2;1;2;Bo;-20\n", encoding="utf-8")
        assert any(looks(watch, path))
        assert [deal.key.number for deal in store.deals()] == [1, 2]
        assert store.quarantine() == []


def test_two_sheets_become_the_tables_of_a_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file_of(tmp_path, SHEET, "t1.csv")
    file_of(tmp_path, SHEET.replace("1;1;1;Ángel;-", "1;1;1;Cy;").replace(
        "1;1;2;Bo;1", "1;1;2;Di;-1"), "t2.csv")  # fmt: skip
    file_of(
        tmp_path,
        'session = "final"\n[tables.1]\nfiles = ["t1.csv"]\n[tables.2]\nfiles = ["t2.csv"]\n',
        "final.toml",
    )
    words = ["ingest", "t1.csv", "t2.csv", "--map", "final.toml"]
    done = CliRunner().invoke(command_line("ingest"), words)
    assert done.exit_code == 0, done.output
    with open_store(tmp_path / "duplicast.db") as store:
        (deal,) = store.deals()
    assert {play.table: str(play.result[1]) for play in deal.plays} == {
        "1": "-2501/2", "2": "2501/2",
    }  # fmt: skip


def first_game(*changes: tuple[str, str]) -> str:
    """Seven spades by North, not vulnerable, made: 210 + 300 + 1000."""
    game = TWO_ROOMS.partition("\n\n")[0]
    for old, new in changes:
        assert old in game
        game = game.replace(old, new)
    return game + "\n"


def test_pbn_an_irregular_declarer_has_contract_and_result_alone(tmp_path: Path) -> None:
    """South was let declare with a hand of clubs; 7S four down, undoubled, is 4 x 50."""
    text = first_game(('[Declarer "N"]', '[Declarer "^S"]'), ('[Result "13"]', '[Result "^9"]'),
                      ('[Play "E"]', '[Play "W"]'))  # fmt: skip
    (found,) = hands(file_of(tmp_path, text))
    assert [(move.seat, move.action) for move in found.line[:1]] == [(3, "contract")]
    assert (found.result[1], found.result[2]) == (-200, 200)


def test_pbn_tricks_by_a_ruling_count_with_the_cards_as_played(tmp_path: Path) -> None:
    (found,) = hands(file_of(tmp_path, first_game(('[Result "13"]', '[Result "^12"]'))))
    assert [move.action for move in found.line].count("play") == 4
    assert found.result[1] == -50


@pytest.mark.parametrize("result", ["", "?"])
def test_pbn_a_board_without_a_result_is_no_hand(tmp_path: Path, result: str) -> None:
    """The other room of the match was played: six spades with an overtrick."""
    text = TWO_ROOMS.replace('[Result "13"]', f'[Result "{result}"]', 1)
    path = file_of(tmp_path, text)
    assert [each.result[1] for each in hands(path)] == [180 + 300 + 500 + 30]
    assert reasons(path) == []


def test_pbn_cards_that_were_not_played_are_dashes_in_their_seats_column(tmp_path: Path) -> None:
    """East leads; South and West follow; North claims before playing to the trick."""
    text = first_game(("HA D2 C2 S2", "HA D2 C2 -\n- - - -"))
    (found,) = hands(file_of(tmp_path, text))
    played = [(move.seat, move.detail) for move in found.line if move.action == "play"]
    assert played == [(2, "Ah"), (3, "2d"), (4, "2c")]
    assert (found.line[-1].action, found.line[-1].to) == ("claim", 13)
    assert found.result[1] == 1510


COLUMNS = (
    r"Rank\2R;PairId_NS\4L;PairId_EW\4L;Contract\5L;Declarer\1R;Result\2R;Score_NS\6R;"
    r"IMP_NS\6R;Multiplicity\2R"
)
SCORES = f"""[ScoreTable "{COLUMNS}"]
 1 "1"  "9"  6S    N 13   1010   2.50  1
 2 "2"  "8"  -     - -       -      -  2
"""
TOTALS = r"""[TotalScoreTable "Rank\2R;PairId\4L;TotalScoreMP\6R;TotalPercentage\6R"]
 1 "1"   120.5  62.76
"""


def test_pbn_tables_of_scores_are_of_others_and_change_nothing(tmp_path: Path) -> None:
    """Whole rows of what other pairs did; ``-`` is an adjusted score."""
    plain = hands(file_of(tmp_path, first_game(), "a.pbn"))
    text = first_game() + SCORES + TOTALS
    assert hands(file_of(tmp_path, text, "b.pbn")) == plain
    assert reasons(file_of(tmp_path, text, "b.pbn")) == []
    wrong = text.replace(r"Rank\2R;PairId_NS", r"Rank\2Q;PairId_NS")
    (refused,) = [item for item in read(file_of(tmp_path, wrong, "c.pbn")) if
                  isinstance(item, Refused)]  # fmt: skip
    assert "is no value of ScoreTable" in refused.reason
    line = wrong.splitlines().index(SCORES.splitlines()[0].replace(r"Rank\2R", r"Rank\2Q")) + 1
    assert refused.place == f"{tmp_path / 'c.pbn'}:{line}"


@pytest.mark.parametrize(
    ("tag", "taken"),
    [
        ('[Score "1510"]', True),  # a bare number is declarer's
        ('[Score "NS 1510"]', True),
        ('[Score "EW -1510"]', True),
        ('[Score "NS 1510 EW -1510"]', True),
        ('[ScoreMP "NS 3 EW 2"]', True),
        ('[ScoreIMP "NS 3 EW -3"]', True),
        ('[ScorePercentage "NS 62.5 EW 37.5"]', True),
        ('[Score "-1510"]', False),
        ('[Score "EW 1510"]', False),
        ('[Score "NS 1460 EW -1460"]', False),
    ],
)
def test_pbn_scores_name_one_side_or_both(tmp_path: Path, tag: str, taken: bool) -> None:
    path = file_of(tmp_path, first_game(('[Result "13"]', f'[Result "13"]\n{tag}')))
    assert [each.result[1] for each in hands(path)] == ([1510] if taken else [])
    assert len(reasons(path)) == (not taken)


@pytest.mark.parametrize(
    ("room", "bid", "points", "north", "team"),
    [("o", "7S", 1510, "N", "Reds"), ("c", "6S", 1010, "N2", "Blues")],
)
def test_lin_of_a_match_may_have_one_room_alone(
    tmp_path: Path, room: str, bid: str, points: int, north: str, team: str
) -> None:
    """The results list both rooms; of the play without an end they are the only ones. Spades by
    South, not vulnerable: 210 + 300 + 1000, or 180 + 300 + 500 + 30."""
    text = (
        "vg|Cup,Round 1,I,1,2,Reds,0,Blues,0|\nrs|7SS=,6SS+1,PASS,|\n"
        "pn|S,W,N,E,S2,W2,N2,E2|pg||\n"
        f"qx|{room}1|md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432|sv|o|"
        f"mb|{bid}|mb|p|mb|p|mb|p|pg||\n"
        f"qx|{room}2|md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432|sv|o|"
        "mb|p|mb|p|mb|p|mb|p|pg||\n"  # of the last board a play without an end may be cut off
    )
    path = file_of(tmp_path, text, "one.lin")
    assert reasons(path) == []
    opening, hand, _ = (item.event for item in read(path) if isinstance(item, Received))
    assert isinstance(opening, SessionOpenedEvent)
    assert isinstance(hand, HandRecordedEvent)
    assert (hand.table, hand.data.deal) == ("Open" if room == "o" else "Closed", 1)
    assert (hand.data.result[3], hand.data.result[2]) == (points, -points)
    seated = opening.data.tables[hand.table].players[1]
    assert (seated.name, seated.team) == (north, team)


@pytest.mark.parametrize("board", ["o0", "o2000000"])
def test_lin_numbers_that_no_board_has_are_counted_instead(tmp_path: Path, board: str) -> None:
    text = (
        "vg|Cup,Round 1,I,1,2,Reds,0,Blues,0|\nrs|7SS=,6SS+1,PASS,|\n"
        "pn|S,W,N,E,S2,W2,N2,E2|pg||\n"
        f"qx|{board}|md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432|sv|o|"
        "mb|7S|mb|p|mb|p|mb|p|mc|13|pg||\n"
    )
    items = list(read(file_of(tmp_path, text, "odd.lin")))
    assert [item.event.type for item in items if isinstance(item, Received)] == [
        "session.opened",
        "hand.recorded",
    ]
    assert [hand.deal for hand in hands(tmp_path / "odd.lin")] == [1]


def test_pbn_a_team_s_long_name_is_cut_as_a_player_s_is(tmp_path: Path) -> None:
    text = TWO_ROOMS.replace("Reds", 300 * "R")
    openings = [
        item.event
        for item in read(file_of(tmp_path, text, "long.pbn"))
        if isinstance(item, Received) and isinstance(item.event, SessionOpenedEvent)
    ]
    assert 200 * "R" in {team for event in openings for team in event.data.teams}


def auction(seat: str, text: str, *more: str) -> str:
    """Board 1 dealt by North, who holds all spades and makes seven of them."""
    head = TWO_ROOMS[: TWO_ROOMS.index("[Auction")]
    return "\n".join([f'{head}[Auction "{seat}"]', text, *more, ""])


@pytest.mark.parametrize(
    ("seat", "text"),
    [("W", "- 7S Pass Pass\nPass"), ("E", "- - - 7S\nAP"), ("S", "- - 7S Pass\nPass Pass")],
)
def test_pbn_dashes_stand_for_the_seats_before_the_dealer(
    tmp_path: Path, seat: str, text: str
) -> None:
    """Grand slam, not vulnerable: 210 + 300 + 1000."""
    path = file_of(tmp_path, auction(seat, text), "own.pbn")
    assert reasons(path) == []
    (found,) = hands(path)
    assert [(move.seat, move.action) for move in found.line[:4]] == [
        (1, "bid"), (2, "pass"), (3, "pass"), (4, "pass"),
    ]  # fmt: skip
    assert found.result[1] == 1510


@pytest.mark.parametrize(
    ("seat", "text", "reason"),
    [
        ("W", "7S Pass Pass Pass", "7S is the first call, but not the dealer's"),
        ("N", "- 7S Pass Pass Pass", "the dealer's call is missing"),
        ("W", "+ 7S Pass Pass Pass", "'7S' follows +, where the auction stands"),
    ],
)
def test_pbn_an_auction_that_does_not_begin_with_the_dealer_is_refused(
    tmp_path: Path, seat: str, text: str, reason: str
) -> None:
    assert reasons(file_of(tmp_path, auction(seat, text), "own.pbn")) == [reason]


def test_pbn_an_auction_that_stands_has_its_contract_and_result_alone(tmp_path: Path) -> None:
    (found,) = hands(file_of(tmp_path, auction("W", "- +"), "own.pbn"))
    assert [(move.action, move.detail) for move in found.line[:1]] == [("contract", "7S")]
    assert found.result[1] == 1510


def test_pbn_notes_of_calls_and_cards_are_no_calls_and_cards(tmp_path: Path) -> None:
    """Numbers of notes begin anew in the play."""
    text = auction(
        *("N", "7S =1= Pass$2 Pass =2=\nPass", '[Note "1:all of them"]', '[Note "2:none"]'),
        *('[Play "E"]', "HA=1= D2 =2= C2 S2", "*", '[Note "1:lead"]', '[Note "2:dummy"]'),
    )
    path = file_of(tmp_path, text, "own.pbn")
    assert reasons(path) == []
    (found,) = hands(path)
    said = [move.detail for move in found.line if move.action in ("bid", "play")]
    assert said == ["7S", "Ah", "2d", "2c", "2s"]


@pytest.mark.parametrize(
    "scoring", ["IMP;Cross", "IMP;Butler-2", "MP;Cross-1", "BAM", "Matchpoints"]
)
def test_pbn_what_a_board_is_scored_against_changes_no_result(tmp_path: Path, scoring: str) -> None:
    text = auction("N", "7S AP").replace("[Declarer", f'[Scoring "{scoring}"]\n[Declarer')
    path = file_of(tmp_path, text, "own.pbn")
    assert reasons(path) == []
    assert [hand.result[1] for hand in hands(path)] == [1510]


DEALT = "md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432|sv|o|"


def test_lin_a_board_listed_as_passed_out_is_0_without_its_calls(tmp_path: Path) -> None:
    """RULES B2: all pass scores 0 and counts."""
    text = (
        "vg|Cup,Round 1,I,1,2,Reds,0,Blues,0|rs|PASS,7SS=,,|pn|S,W,N,E,S2,W2,N2,E2|\n"
        f"qx|o1|{DEALT}\nqx|c1|{DEALT}mb|7S|mb|p|mb|p|mb|p|mc|13|\n"
    )
    path = file_of(tmp_path, text, "one.lin")
    assert reasons(path) == []
    assert [(hand.deal, hand.result[3]) for hand in hands(path)] == [(1, 0), (1, 1510)]


def test_lin_a_board_that_is_listed_as_passed_out_and_was_bid_is_refused(tmp_path: Path) -> None:
    text = (
        "vg|Cup,Round 1,I,1,2,Reds,0,Blues,0|rs|PASS,,,|pn|S,W,N,E,S2,W2,N2,E2|\n"
        f"qx|o1|{DEALT}mb|7S|mb|p|mb|p|mb|p|mc|13|\n"
    )
    path = file_of(tmp_path, text, "one.lin")
    assert len(reasons(path)) == 1
    assert hands(path) == []


@pytest.mark.parametrize("form", ["pn|{names}|qx|o{n}|", "qx|o{n}|pn|{names}|"])
def test_lin_a_board_may_have_four_names_of_its_own(tmp_path: Path, form: str) -> None:
    """As add-ons of the browser write them, before the board's number or after it."""
    boards = [
        form.format(n=n, names=names) + f"{DEALT}mb|7S|mb|p|mb|p|mb|p|mc|13|\n"
        for n, names in ((39, "Sue,Wes,Nora,Ed"), (40, "Sam,Wim,Nils,Els"))
    ]
    found = hands(file_of(tmp_path, "".join(boards), "own.lin"))
    names = [[hand.players[seat].name for seat in (1, 2, 3, 4)] for hand in found]
    assert [hand.deal for hand in found] == [39, 40]
    assert names == [["Nora", "Ed", "Sue", "Wes"], ["Nils", "Els", "Sam", "Wim"]]

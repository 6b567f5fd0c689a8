"""What files do in the field, a small file for each that no other test has; the right results are
worked out by hand."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_acpc import FOUR, HEADS_UP, THIRDS, THREE, TWO
from test_ohh import BLINDS, hand, with_fields
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


def opening_of(path: Path, asked: Asked = Asked()) -> SessionOpenedEvent:  # noqa: B008
    first = next(read(path, asked=asked))
    assert isinstance(first, Received)
    assert isinstance(first.event, SessionOpenedEvent)
    return first.event


def test_acpc_scores_may_be_parts_of_chips_and_remarks_begin_with_a_semicolon(
    tmp_path: Path,
) -> None:
    """Two pots split in three, 33 1/3 each: 66 2/3 in all, printed to six decimals."""
    again, of_two = THIRDS.replace("STATE:0", "STATE:1"), FOUR.replace(" 3 7", " 2 7")
    score = "SCORE:66.666667|66.666667|66.666667|-200:w|x|y|z\n"
    path = file_of(tmp_path, f"{of_two}{THIRDS}; the lights went out\n{again}{score}")
    assert [item for item in read(path, asked=Asked(Stakes())) if isinstance(item, Refused)] == []
    path = file_of(tmp_path, of_two + THIRDS + again + score.replace("66.666667", "66.666"))
    (refused,) = [i for i in read(path, asked=Asked(Stakes())) if isinstance(i, Refused)]
    assert refused.reason == "w ends at 66.666, but the hands add up to 200/3"


def test_acpc_hands_of_another_table_in_between_are_no_hands_of_this_one(tmp_path: Path) -> None:
    """A server's log has two tables of one person, each with its own numbers, by time."""
    line = "STATE:{}:f:AsKs|QdQh:50|-50:{} # 1480000000.5\n"
    names = ("al.1|bot", "al.2|bot")
    text = TWO + "".join(line.format(n, each) for n in (0, 1) for each in names)
    path = file_of(tmp_path, text)
    assert [each.deal for each in hands(path)] == [1, 2]
    assert reasons(path) == 2 * ["al.2, bot are not the players al.1, bot"]


def test_acpc_a_transcript_hides_the_holes_of_the_others_between_bars(tmp_path: Path) -> None:
    """Three players; the third folds and sees no showdown."""
    sent = "TO {0} at 1.{0} MATCHSTATE:{1}:0:{2}:{3}\n".format
    line = "fcr600c/r1400c/cr3000c/cc"
    board = "/2h5c9c/Jd/Th"
    text = THREE + "".join(
        [
            *(sent(n, n - 1, "", dealt)
              for n, dealt in enumerate(("3c4d||", "|AhAd|", "||KsQs"), 1)),
            sent(1, 0, line, "3c4d|AhAd|" + board),
            sent(2, 1, line, "3c4d|AhAd|" + board),
            sent(3, 2, line, "||KsQs" + board),
            "SCORE:-3000|3000|0:x|y|z\n",
        ]
    )  # fmt: skip
    path = file_of(tmp_path, text, "own.actions.log")
    assert reasons(path) == []
    (found,) = hands(path)
    assert found.cards == {1: "3c4d", 2: "AhAd", 3: "KsQs"}
    assert found.result == {1: -3000, 2: 3000, 3: 0}


def test_phh_heads_up_the_antes_too_are_in_the_order_of_positions(tmp_path: Path) -> None:
    """The first player is the big blind, and the big blind's ante is the second number: it is
    dead, so the pot is 1000 each and the ante of 1000, which the other wins."""
    text = PHH_HAND.replace("antes = [0, 0]", "antes = [0, 1000]")
    head, _, tail = text.partition("actions = [")
    actions = (
        "['d dh p1 AsAc', 'd dh p2 7h2c', 'p2 cc', 'p1 cc', 'd db 7s7d2s', 'p1 cc', 'p2 cc', "
        "'d db Kh', 'p1 cc', 'p2 cc', 'd db 9c', 'p1 cc', 'p2 cc']\n"
    )
    text = f"{head}actions = {actions}{tail.partition(']')[2]}"
    (found,) = hands(file_of(tmp_path, text, "own.phh"))
    assert found.result == {1: -2000, 2: 2000}


def test_phh_cards_may_be_dealt_one_by_one(tmp_path: Path) -> None:
    text = PHH_HAND.replace("'d dh p1 AsAc'", "'d dh p1 As', 'd dh p1 Ac'")
    text = text.replace("'d db Td5s9h'", "'d db Td', 'd db 5s9h'")
    (found,) = hands(file_of(tmp_path, text, "own.phh"))
    assert (found.cards[1], found.board) == ("AsAc", "Td5s9h5h4d")


def test_phh_tables_and_events_name_the_session(tmp_path: Path) -> None:
    more = "event = 'Nations Cup'\ntable = 3\nlevel = 4\ncity = 'Lima'\ncurrency = 'PEN'\n"
    event = opening_of(file_of(tmp_path, PHH_HAND + more, "own.phh"))
    assert (event.session, event.table) == ("phh-nations-cup-3-500-1000", "3")
    assert event.data.title == "Nations Cup"


def test_ohh_what_players_do_beside_the_hand_is_no_action(tmp_path: Path) -> None:
    """Player 99 sits down during the hand; cards are dealt by actions."""
    said = hand(
        [([], [("Dealt Cards", 12, 0), ("Sits Down", 99, 0), *BLINDS, ("Added Chips", 15, 50),
               ("Fold", 15, 0), ("Fold", 11, 0), ("Stands Up", 11, 0), ("Fold", 12, 0)])],
        {13: 1}, 1, flags=["Run_It_Twice"], tournament=False,
    )  # fmt: skip
    said["ohh"]["pots"][0]["contributed_rake"] = []
    first, *_ = said["ohh"]["rounds"][0]["actions"]
    first["cards"] = ["Kh", "Kd"]
    (found,) = hands(file_of(tmp_path, json.dumps(said)))
    assert (found.result, found.cards) == ({1: 0, 2: -50, 3: 50, 5: 0}, {2: "KhKd"})


@pytest.mark.parametrize(
    ("kind", "betting", "most"), [("FL", "fixed-limit", 2), ("PL", "pot-limit", 3.5)]
)
def test_ohh_limits_are_those_of_the_file(
    tmp_path: Path, kind: str, betting: str, most: float
) -> None:
    """Blinds of 0.50 and 1: the limit raise is to 2; the pot after a call of 1 is 2.50, so that
    the pot raise is to 3.50."""
    for to, legal in ((most, True), (most + 0.5, False)):
        said = hand(
            [([], [*BLINDS, ("Raise", 15, to), *(("Fold", who, 0) for who in (11, 12, 13))])],
            {15: 2.5}, 2.5, bet_limit={"bet_type": kind, "bet_cap": 0},
        )  # fmt: skip
        path = file_of(tmp_path, json.dumps(said))
        assert [each.result for each in hands(path)] == legal * [{1: 0, 2: -50, 3: -100, 5: 150}]
        assert len(reasons(path)) == (not legal)
        if legal:
            game = opening_of(path).data.tables["Halley"].game
            assert game is not None
            assert game.betting == betting


def test_ohh_a_hand_in_two_files_is_one_table(tmp_path: Path) -> None:
    walk = hand([([], [*BLINDS, ("Fold", 15, 0), ("Fold", 11, 0), ("Fold", 12, 0)])], {13: 1}, 1)
    with open_store(tmp_path / "own.db") as store:
        store.append(read(file_of(tmp_path, json.dumps(walk), "one.json")))
        again = store.append(read(file_of(tmp_path, json.dumps([walk], indent=1), "two.json")))
        assert (again.new, again.known, again.quarantined) == (0, 2, 0)
        assert [len(deal.plays) for deal in store.deals()] == [1]


def test_pokergfx_a_third_blind_is_a_straddle(tmp_path: Path) -> None:
    """Seat 9 straddles 200 and wins 50, 100 and the big blind's ante of 100."""
    blinds = gfx_hand()["FlopDrawBlinds"] | {"ThirdBlindPlayerNum": 9, "ThirdBlindAmt": 200}
    said = gfx_hand(1, [("FOLD", 2, 0), ("FOLD", 3, 0), ("FOLD", 5, 0)], FlopDrawBlinds=blinds,
                    ends={3: 7_950, 5: 5_800, 9: 4_250})  # fmt: skip
    (found,) = hands(export(tmp_path / "a.json", said))
    assert found.result == {2: 0, 3: -50, 5: -200, 9: 250}


def test_pokergfx_who_sits_out_is_not_in_the_hand_and_long_names_come_first(
    tmp_path: Path,
) -> None:
    said = gfx_hand(1, [("FOLD", 2, 0), ("FOLD", 3, 0)], ends={3: 7_950, 5: 6_050})
    for player in said["Players"]:
        if player["PlayerNum"] == 9:
            player["SittingOut"] = True
        if player["PlayerNum"] == 2:
            player |= {"LongName": "Ann Keller", "HoleCards": [""]}
    path = export(tmp_path / "a.json", said, Type="FINAL_TABLE")
    (found,) = hands(path)
    assert found.result == {2: 0, 3: -50, 5: 50}
    assert {seat: each.name for seat, each in found.players.items()} == {
        2: "Ann Keller", 3: "P3", 5: "P5",
    }  # fmt: skip
    assert found.cards == {3: "ThTc"}
    assert opening_of(path).table == "Final table"


def test_pokergfx_pot_limit_hands_keep_to_the_pot(tmp_path: Path) -> None:
    """Blinds and ante are 250, after a call of 100 the pot is 350: the most is a raise by that to
    450."""
    beyond = gfx_hand(2, [("BET", 9, 451)], BetStructure="POTLIMIT")
    path = export(tmp_path / "a.json", gfx_hand(BetStructure="POTLIMIT"), beyond)
    assert [each.result[3] for each in hands(path)] == [800]
    (reason,) = reasons(path)
    assert "raise to 451 is above the maximum of 450" in reason


@pytest.mark.parametrize(
    "head",
    [
        "PokerStars Zoom Hand #1:  Hold'em No Limit (€0.01/€0.02 - €0.50 Cap -  EUR) - 2020/01/01",
        "PokerStars Game #1: Tournament #2, $1+$0.10 Hold'em No Limit - Level XII (5/10) - 2010",
        "Full Tilt Poker Game #1: Table Halley - $0.25/$0.50 - $400 Pot Limit Hold'em - 1:00:00",
        'Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit (0.02€/0.05€) - 2020/01/01',
        "Poker Hand #HD1: Hold'em No Limit ($0.1/$0.25) - 2020/01/01 00:00:00\n*** HOLE CARDS ***",
        "Bovada Hand #1: TBL#2 HOLDEM No Limit - 2020-01-01 00:00:00\n*** HOLE CARDS ***",
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8-sig"])
def test_histories_in_text_are_named_whoever_wrote_them(
    tmp_path: Path, head: str, encoding: str
) -> None:
    """Of Full Tilt some are in UTF-16, of others some in Windows' encoding for the euro sign."""
    text = f"{head}\nSeat 1: Ann: (the) [$] one (€1,200.50 in chips)\n"
    path = file_of(tmp_path, text.encode(encoding), "history.txt")
    with pytest.raises(UnknownFormat) as caught:
        read(path)
    assert (
        caught.value.reason
        == "this is a hand history in text, as PokerStars writes them; not read yet"
    )

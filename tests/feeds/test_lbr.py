"""LBR match logs against hands written for this test, results worked out by hand (FEEDS 2)."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from producer.events import HandRecorded, HandRecordedEvent, SessionOpenedEvent
from producer.feeds import Asked, Received, Refused, Stakes, UnknownFormat, read

OWN = Path(__file__).parent.parent / "fixtures" / "lbr"
R_FILE = OWN / "own_ds_r7.out"
S_FILE = OWN / "own_Hyp14_s7_1234.mp2.m.out"
HEAD = b"Using seed 7.\n"
FOLD = b"1:BR,Player:0f:AsAd,7c2h|:-50,50(0.000000)\n"


def opening(path: Path) -> SessionOpenedEvent:
    first = next(read(path, "lbr"))
    assert isinstance(first, Received)
    assert isinstance(first.event, SessionOpenedEvent)
    return first.event


def recorded(path: Path, stakes: Stakes | None = None) -> dict[int, HandRecorded]:
    events = [item.event for item in read(path, "lbr", Asked(stakes)) if isinstance(item, Received)]
    return {event.data.hand: event.data for event in events if isinstance(event, HandRecordedEvent)}


def refused(path: Path) -> list[Refused]:
    return [item for item in read(path, "lbr") if isinstance(item, Refused)]


def moves(hand: HandRecorded) -> list[tuple[str, int, str, int | None]]:
    return [(move.street, move.seat, move.action, move.to) for move in hand.line]


def written(tmp_path: Path, *lines: bytes, name: str = "t_ds_r7.out") -> Path:
    path = tmp_path / name
    path.write_bytes(HEAD + b"".join(lines))
    return path


def test_the_opening_states_session_table_game_and_players() -> None:
    event = opening(R_FILE)
    assert (event.session, event.group, event.table) == ("lbr-seed7", "A", "own_ds_r7")
    assert (event.data.kind, event.data.direction, event.data.teams) == ("archive", "ascending", {})
    info = event.data.tables["own_ds_r7"]
    assert {seat: player.name for seat, player in info.players.items()} == {1: "BR", 2: "DeepStack"}
    assert (info.game.betting, info.game.small_blind, info.game.big_blind) == ("no-limit", 50, 100)
    assert (info.game.stack, info.game.cap) == (20_000, None)


def test_the_table_name_is_the_file_name_without_its_last_suffix() -> None:
    event = opening(S_FILE)
    assert event.table == "own_Hyp14_s7_1234.mp2.m"
    players = event.data.tables["own_Hyp14_s7_1234.mp2.m"].players
    assert {seat: player.name for seat, player in players.items()} == {1: "Hyp14", 2: "BR"}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("lbr_fcpa_dsMORE_r7.out", "DeepStack"),
        ("lbr_fcpa_dsFCPA_s7.out", "DeepStack"),
        ("lbr_fc4_Hyp14_r7_295063.mp2.m.out", "Hyp14"),
        ("somebody_r7.out", "Player"),
    ],
)
def test_the_opponent_is_named_by_the_file(tmp_path: Path, name: str, shown: str) -> None:
    path = written(tmp_path, FOLD, name=name)
    table = opening(path).data.tables[path.stem]
    assert table.players[2].name == shown


def test_a_seat_has_the_same_cards_in_both_files_p1() -> None:
    r, s = recorded(R_FILE), recorded(S_FILE)
    for number in (1, 2, 3):
        assert r[number].cards == s[number].cards
        assert r[number].button == s[number].button
    assert r[2].cards == {2: "AhKh", 1: "2c2d"}
    assert [hand.button for hand in r.values()] == [2, 1, 2, 1, 2, 1]


def test_raises_by_an_amount_become_street_totals() -> None:
    assert moves(recorded(R_FILE)[5]) == [
        ("preflop", 2, "raise", 230),
        ("preflop", 1, "raise", 490),
        ("preflop", 2, "call", 490),
        ("flop", 1, "check", None),
        ("flop", 2, "bet", 500),
        ("flop", 1, "raise", 1500),
        ("flop", 2, "fold", None),
    ]


def test_the_big_blind_has_the_option_and_acts_first_after_the_flop_h1() -> None:
    assert moves(recorded(S_FILE)[2])[:4] == [
        ("preflop", 1, "call", 100),
        ("preflop", 2, "check", None),
        ("flop", 2, "bet", 150),
        ("flop", 1, "call", 150),
    ]


def test_the_fill_after_an_all_in_call_is_dropped() -> None:
    assert moves(recorded(R_FILE)[3]) == [
        ("preflop", 2, "raise", 20_000),
        ("preflop", 1, "call", 20_000),
    ]
    assert moves(recorded(S_FILE)[3])[-2:] == [
        ("turn", 2, "bet", 19_700),
        ("turn", 1, "call", 19_700),
    ]


def test_boards_have_no_slashes_and_may_be_empty() -> None:
    hands = recorded(R_FILE)
    assert (hands[4].board, hands[1].board, hands[6].board) == ("", "KsKd3h", "AsKsQsJsTs")


def test_the_printed_result_is_by_seat_and_the_estimate_is_ignored() -> None:
    hands = recorded(R_FILE)
    assert [hand.result[1] for hand in hands.values()] == [300, 100, 20_000, -50, 990, 0]
    assert all(sum(hand.result.values()) == 0 for hand in hands.values())


def test_given_stakes_apply_to_blinds_stack_and_fill(tmp_path: Path) -> None:
    line = b"1:BR,Player:0r398c/cc/cc/cc:KcKd,QcQd|/2h3s4d/9s/Jc:400,-400(0.000000)\n"
    hand = recorded(written(tmp_path, line), Stakes(1, 2, 400))[1]
    assert moves(hand) == [("preflop", 2, "raise", 400), ("preflop", 1, "call", 400)]


def test_ids_follow_content_and_stakes_not_the_name(tmp_path: Path) -> None:
    copy = Path(shutil.copy(R_FILE, tmp_path / "copied_ds_r7.out"))

    def ids(path: Path, stakes: Stakes | None = None) -> list[str]:
        return [
            item.event.id for item in read(path, "lbr", Asked(stakes)) if isinstance(item, Received)
        ]

    assert ids(copy) == ids(R_FILE)
    assert len(set(ids(copy))) == 7
    assert not set(ids(copy, Stakes(50, 100, 20_001))) & set(ids(R_FILE))
    assert not set(ids(S_FILE)) & set(ids(R_FILE))


def test_bom_crlf_blank_lines_and_a_missing_last_line_ending_change_nothing(tmp_path: Path) -> None:
    dressed = tmp_path / "own_ds_r7.out"
    content = R_FILE.read_bytes().rstrip(b"\n").replace(b"\n", b"\r\n\r\n")
    dressed.write_bytes(b"\xef\xbb\xbf" + content)
    plain = [item.event for item in read(R_FILE) if isinstance(item, Received)]
    assert [item.event for item in read(dressed) if isinstance(item, Received)] == plain
    assert refused(dressed) == []


def test_seats_stay_when_the_first_hand_is_damaged_or_not_hand_1(tmp_path: Path) -> None:
    lines = R_FILE.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"KsKd3h", b"KsKd")
    damaged = tmp_path / "own_ds_r7.out"
    damaged.write_bytes(b"".join(lines))
    without = tmp_path / "cut_ds_r7.out"
    without.write_bytes(b"".join(lines[:3] + lines[4:]))
    for path in (damaged, without):
        assert recorded(path)[2].cards == {2: "AhKh", 1: "2c2d"}
        assert opening(path).data.tables[path.stem].players[1].name == "BR"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"2:Player,BR:0cc:AhKh", "neither a hand"),
        (b"who knows", "neither a hand"),
        (b"2:Player,BR:0xx:AhKh,2c2d|:-100,100(0.0)", "not betting: 'xx'"),
        (b"2:Player,BR:0c/c/c/c/c:AhKh,2c2d|:-100,100(0.0)", "5 streets"),
        (b"2:Player,BR:0f:AhKx,2c2d|:50,-50(0.0)", "not cards: 'AhKx'"),
        (b"2:Player,BR:0f:AhKhQh,2c2d|:50,-50(0.0)", "has 3 cards"),
        (b"2:Player,BR:0f:AhKh,2cAh|:50,-50(0.0)", "card Ah is dealt twice"),
        (b"2:Player,BR:0c/f:AhKh,2c2d|/2c3d4d:50,-50(0.0)", "card 2c is dealt twice"),
        (b"2:Player,BR:0f:AhKh,2c2d|/2s3d:50,-50(0.0)", "not a board"),
        (b"2:Player,BR:0f:AhKh,2c2d|:50,-49(0.0)", "add up to 1"),
        (b"2:Player,Anna:0f:AhKh,2c2d|:50,-50(0.0)", "not the two players BR and Player"),
        (b"2:BR,BR:0f:AhKh,2c2d|:50,-50(0.0)", "not the two players"),
        (b"2:Player,BR:0f:AhKh,2c2d|:50,-50(\xff)", "not UTF-8 at byte"),
    ],
)
def test_a_bad_line_between_good_ones_is_refused_with_its_place(
    tmp_path: Path, line: bytes, reason: str
) -> None:
    path = written(tmp_path, FOLD, line + b"\n", FOLD.replace(b"1:", b"3:", 1))
    (bad,) = refused(path)
    assert reason in bad.reason
    assert (bad.raw, bad.place) == (line, f"{path}:3")
    assert bad.problem.hint()
    assert list(recorded(path)) == [1, 3]


def test_a_line_of_more_than_a_mebibyte_is_refused_and_the_next_read(tmp_path: Path) -> None:
    path = written(tmp_path, FOLD, b"2:" + b"x" * (1 << 20) + b"\n", FOLD.replace(b"1:", b"3:", 1))
    (bad,) = refused(path)
    assert "longer than 1048576 bytes" in bad.reason
    assert len(bad.raw) == 1 << 20
    assert list(recorded(path)) == [1, 3]


def test_a_file_that_was_cut_off_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "own_ds_r7.out"
    whole = R_FILE.read_bytes()
    path.write_bytes(whole[: whole.index(b"100,100(-100")])
    (bad,) = refused(path)
    assert (bad.reason, bad.place) == ("the file ends in the middle of this line", f"{path}:5")
    assert list(recorded(path)) == [1]


def test_the_seed_may_come_from_the_header_but_must_not_contradict_the_name(tmp_path: Path) -> None:
    assert opening(written(tmp_path, FOLD, name="copy.out")).session == "lbr-seed7"
    with pytest.raises(UnknownFormat, match=r"t_r8\.out: the file's name says seed 8"):
        list(read(written(tmp_path, FOLD, name="t_r8.out")))
    bare = tmp_path / "bare.out"
    bare.write_bytes(FOLD)
    with pytest.raises(UnknownFormat, match=r"seed of its cards\. Restore the file"):
        list(read(bare))


def test_a_log_without_hands_is_refused() -> None:
    with pytest.raises(UnknownFormat, match="there is no hand in the file"):
        list(read(Path(__file__), "lbr"))


@given(st.data())
def test_every_line_is_accepted_or_refused_whatever_the_bytes(data: st.DataObject) -> None:
    lines = R_FILE.read_bytes().split(b"\n")
    number = data.draw(st.integers(4, 8))
    place = data.draw(st.integers(0, len(lines[number])))
    cut = data.draw(st.integers(0, 6))
    put = data.draw(st.binary(max_size=6).filter(lambda some: b"\n" not in some))
    lines[number] = lines[number][:place] + put + lines[number][place + cut :]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "own_ds_r7.out"
        path.write_bytes(b"\n".join(lines))
        items = list(read(path, "lbr"))
    good = [item for item in items if isinstance(item, Received)]
    bad = [item for item in items if isinstance(item, Refused)]
    assert len(good) + len(bad) in (6, 7)
    assert {"1"} <= {item.event.id.rsplit("/")[-1] for item in good}
    assert len(good) >= 6
    assert all(item.place == f"{path}:{number + 1}" for item in bad)

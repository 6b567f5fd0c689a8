"""LIN of BBO: a match of two rooms, single tables, and what people type between the calls."""

from pathlib import Path

import pytest
from real_files import real_files

from producer.feeds import Asked, Received, Refused, read
from producer.scoring.comparisons import imps

BOTS = "bridge/bridge-bots/bridgebots/tests/resources"
TABLE = (
    "pn|S,W,N,E|st||md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432|sv|b|"
    "nt|hello: 7@S it is|mb|7S!|an|a lot|mb|P|mb|p|mb|d|mb|r|nt|wow|mb|p|mb|p|mb|p|"
    "pc|hA|pc|d2|pg||\npc|C2|pc|s2|mc|13|"
)


def test_the_match_of_two_rooms_adds_up() -> None:
    """A published result: Nickell 30, Fleisher 41 in this segment, after 80 and 99."""
    (path,) = real_files(BOTS, "usbf_sf_14502.lin")
    items = list(read(path))
    assert all(isinstance(item, Received) for item in items)
    opening, *hands = (item.event for item in items)
    rooms: dict[int, dict[str, int]] = {}
    for hand in hands:
        rooms.setdefault(hand.data.deal, {})[hand.table] = hand.data.result[1]
    swings = [imps(each["Open"] - each["Closed"]) for each in rooms.values()]
    assert len(swings) == 15
    assert (sum(s for s in swings if s > 0), -sum(s for s in swings if s < 0)) == (30, 41)
    game = opening.data.tables["Open"].game
    assert {each.team: each.imps for each in game.carried} == {"Nickell": 80, "Fleisher": 99}
    closed = opening.data.tables["Closed"].players
    assert [closed[seat].name for seat in (3, 4, 1, 2)] == [
        "Stansby", "Hamman", "Martel", "Mahmood",
    ]  # fmt: skip
    assert closed[1].team == "Fleisher"


@pytest.mark.parametrize("folder", [BOTS, "bridge/endplay/tests/lin"])
def test_tables_alone_are_read_to_the_end(folder: str) -> None:
    name = "sample.lin" if folder == BOTS else "example1.lin"
    (path,) = real_files(folder, name)
    items = list(read(path))
    assert len(items) == (2 if folder == BOTS else 9)
    assert all(isinstance(item, Received) for item in items)


def test_case_chat_alerts_and_a_fourth_hand_left_out(tmp_path: Path) -> None:
    path = tmp_path / "table.lin"
    path.write_text(TABLE)
    _, hand = (item.event for item in read(path))
    assert hand.data.button == 3
    # the fourth hand, East's, has every card that the others do not have
    assert hand.data.cards[2] == "AcKcQcJcTc9c8c7c6c5c4c3c2c"
    assert [(move.seat, move.action) for move in hand.data.line[:8]] == [
        (3, "bid"), (4, "pass"), (1, "pass"), (2, "double"), (3, "redouble"), (4, "pass"),
        (1, "pass"), (2, "pass"),
    ]  # fmt: skip
    # seven spades redoubled, vulnerable: 840 + 500 + 1500 + 100
    assert hand.data.result[3] == 2940


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (("mb|7S!|", "mb|8S|"), 1, "mb|8S"),
        (("pc|C2|", "pc|D3|"), 2, "East does not hold 3d"),
        (("mc|13|", "mc|14|"), 2, "mc|14"),
        (("md|1S", "md|1SS"), 1, "is no hand"),
        (("sv|b|", "sv|x|"), 1, "sv|x"),
    ],
)
def test_a_wrong_board_is_refused_at_its_line(
    tmp_path: Path, change: tuple[str, str], line: int, reason: str
) -> None:
    path = tmp_path / "table.lin"
    path.write_text(TABLE.replace(*change))
    (refused,) = (item for item in read(path) if isinstance(item, Refused))
    assert reason in refused.reason
    assert refused.place.endswith(f"table.lin:{line}")


@pytest.mark.parametrize(
    "kept",
    [
        "mb|p|mb|p|mb|p|",  # the auction is closed, but there are neither 13 tricks nor a claim
        "mb|r|",
        "md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432|sv|b|",  # a result is listed
        "md|1SAKQ",
    ],
)
def test_a_board_in_which_the_file_ends_is_named_and_not_taken_as_played(
    tmp_path: Path, kept: str
) -> None:
    """The list of results has the board's; its auction and play are not how they went."""
    board = TABLE.partition("|st|")[2].rpartition("mc|")[0].partition("|")[2]
    match = f"vg|A,1,I,1,2,X,0,Y,0|rs|7SSxx=,7SSxx=,7SSxx=,|pn|S,W,N,E,S,W,N,E|qx|o1|{board}mc|13|"
    path = tmp_path / "match.lin"
    path.write_text(f"{match}\nqx|o2|st||{board[: board.index(kept) + len(kept)]}")
    items = list(read(path))
    (refused,) = [item for item in items if isinstance(item, Refused)]
    assert refused.reason.startswith("the file ends in the middle of board 2, Open room")
    assert refused.place == f"{path}:3"
    played = [item for item in items if isinstance(item, Received)]
    assert [item.event.data.deal for item in played[1:]] == [1]
    growing = [item for item in read(path, asked=Asked(growing=True)) if isinstance(item, Refused)]
    assert growing == []


def test_every_cut_of_a_real_match_gives_boards_of_the_whole_or_names_the_one_cut(
    tmp_path: Path,
) -> None:
    (whole,) = real_files(BOTS, "usbf_sf_14502.lin")
    raw = whole.read_bytes()

    def played(path: Path) -> list[tuple[int, str, int]]:
        events = [item.event for item in read(path) if isinstance(item, Received)][1:]
        return [(each.data.deal, each.table or "", len(each.data.line)) for each in events]

    every = played(whole)
    path = tmp_path / "cut.lin"
    for size in range(9_000, len(raw), 1_700):
        path.write_bytes(raw[:size])
        assert set(played(path)) <= set(every)

"""PBN: real files, the verifier's files of errors, and what second rooms leave out."""

from collections import defaultdict
from pathlib import Path

import pytest
from effort import PROVE
from real_files import real_files

from producer.events import HandRecordedEvent, SessionOpenedEvent
from producer.feeds import Received, Refused, UnknownFormat, read
from producer.feeds.bridge.board_files import decoded
from producer.feeds.bridge.pbn import boards_of, errors_of
from producer.feeds.bridge.pbn_text import pbn_games
from producer.games.bridge.seats import vulnerability
from producer.scoring.comparisons import imps

VERIFIER = "bridge/bridge-pbn/spec/resource/reference_impl_tests"
PBN = "bridge/endplay/tests/pbn"

ACCEPTED = {
    "errors_10.pbn": {1, 31, 38, 49, 50, 51, 52, 53, 57, 58, 61, 68, 69, 71},
    "errors_20.pbn": {3, 4, 5, 6, 15, 16, 18, 19, 20, 21, 22, 23},
    "errors_21.pbn": set(),
}
"""Games of the verifier's files that are read or left alone: unknown tags, ``1N`` for ``1NT``,
marks of irregular calls, notes that nothing refers to, long lines, rubber scores, cells of
tables."""

TWO_ROOMS = """% PBN 2.1
[Event "Spring Teams"]
[Board "1"]
[HomeTeam "Reds"]
[VisitTeam "Blues"]
[West "Wes"]
[North "Nora"]
[East "Ed"]
[South "Sue"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[Declarer "N"]
[Contract "7S"]
[Result "13"]
[Auction "N"]
7S Pass Pass Pass
[Play "E"]
HA D2 C2 S2
*

[West "Wim"]
[North "Nils"]
[East "Els"]
[South "Sam"]
[Declarer "N"]
[Contract "6S"]
[Result "13"]
[Auction "N"]
6S AP
[Play "E"]
- - - -
*
"""


def opened(items: list) -> list[SessionOpenedEvent]:
    return [i.event for i in items if isinstance(i, Received) and i.event.type == "session.opened"]


def hands(items: list) -> list[HandRecordedEvent]:
    return [i.event for i in items if isinstance(i, Received) and i.event.type == "hand.recorded"]


def file_of(tmp_path: Path, text: str, encoding: str = "utf-8") -> Path:
    path = tmp_path / "match.pbn"
    path.write_bytes(text.encode(encoding))
    return path


def test_a_second_room_without_deal_and_board_is_the_other_room(tmp_path: Path) -> None:
    items = list(read(file_of(tmp_path, TWO_ROOMS)))
    (session,) = opened(items)
    open_, closed = hands(items)
    assert list(session.data.tables) == ["Open", "Closed"]
    assert (open_.data.cards, open_.data.deal) == (closed.data.cards, closed.data.deal)
    # the home team sits North and South in the open room, East and West in the closed one
    assert [session.data.tables[room].players[1].team for room in ("Open", "Closed")] == [
        "Reds", "Blues",
    ]  # fmt: skip
    assert open_.data.result[1] == 210 + 300 + 1000
    assert closed.data.result[1] == 180 + 300 + 500 + 30
    last = open_.data.line[-1]
    assert (last.action, last.to) == ("claim", 13)


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (("7S Pass Pass Pass", "7S 7H Pass Pass Pass"), 17, "not higher"),
        (("7S Pass Pass Pass", "7S Pass Pass Pass Pass"), 17, "pass after the auction"),
        (("HA D2 C2 S2", "HA HK C2 S2"), 19, "South does not hold Kh"),
        (('[Result "13"]\n[Auction "N"]\n7S', '[Result "14"]\n[Auction "N"]\n7S'), 15, "14 tricks"),
        (('[Contract "7S"]', '[Contract "6S"]'), 14, "the auction gives 7S by North"),
        (('[Board "1"]', '[Board "1"]\n[Score "NS 1500"]'), 4, "give NS 1510"),
        (("AKQJT98765432... ", "AKQJT9876543... "), 12, "North has 12 cards"),
        (("AKQJT98765432... ", "AKQJT98765433... "), 12, "3s is dealt to North twice"),
        (("AKQJT98765432... ", "AKQJT9876543.A.. "), 12, "Ah is dealt to North and East"),
    ],
)
def test_a_wrong_board_is_refused_at_its_line(
    tmp_path: Path, change: tuple[str, str], line: int, reason: str
) -> None:
    items = list(read(file_of(tmp_path, TWO_ROOMS.replace(*change, 1))))
    refused = [item for item in items if isinstance(item, Refused)]
    assert reason in refused[0].reason
    assert refused[0].place.endswith(f"match.pbn:{line}")


def test_latin_1_comments_and_line_ends_do_not_matter(tmp_path: Path) -> None:
    text = TWO_ROOMS.replace("Nora", "Noëlle").replace(
        '[South "Sue"]', '{ a\n\n[comment "}\n[South "Sue"] ; Süd'
    )
    plain = hands(list(read(file_of(tmp_path, text))))
    other = hands(list(read(file_of(tmp_path, text.replace("\n", "\r\n"), "latin-1"))))
    assert [each.data for each in plain] == [each.data for each in other]
    assert plain[0].data.players[1].name == "Noëlle"


def test_passes_before_the_opening_bid_are_restored(tmp_path: Path) -> None:
    """Only where contract and lead prove them: North opened, though East dealt."""
    text = TWO_ROOMS.replace('[Dealer "N"]', '[Dealer "E"]').replace(
        '[Auction "N"]', '[Auction "E"]'
    )
    first, *_ = hands(list(read(file_of(tmp_path, text))))
    assert [(move.seat, move.action) for move in first.data.line[:4]] == [
        (2, "pass"), (3, "pass"), (4, "pass"), (1, "bid"),
    ]  # fmt: skip


def test_a_file_too_large_for_the_memory_is_refused(tmp_path: Path) -> None:
    path = file_of(tmp_path, TWO_ROOMS)
    with path.open("r+b") as file:
        file.truncate(33 << 20)  # a hole, which takes no room on disk
    with pytest.raises(UnknownFormat, match=r"larger than 32 MB.* Split it between two matches"):
        list(read(path))


def test_every_event_of_a_file_is_a_session(tmp_path: Path) -> None:
    other = TWO_ROOMS.replace("Spring Teams", "Autumn Teams")
    found = opened(list(read(file_of(tmp_path, f"{TWO_ROOMS}\n{other}"))))
    assert [(each.session, each.group) for each in found] == [
        ("Spring-Teams", "A"), ("Autumn-Teams", "A"),
    ]  # fmt: skip


def test_a_file_of_deals_alone_is_not_read(tmp_path: Path) -> None:
    deals = '[Board "1"]\n[Dealer "N"]\n[Deal "N:AKQJT98765432... - - -"]\n'
    with pytest.raises(UnknownFormat, match="no board of the file has a result"):
        list(read(file_of(tmp_path, deals)))


@pytest.mark.parametrize("name", ["correct_10.pbn", "correct_20.pbn", "correct_21.pbn"])
def test_the_verifiers_correct_files_have_no_errors(name: str) -> None:
    (path,) = real_files(VERIFIER, name)
    assert not errors_of(decoded(path.read_bytes()))


@pytest.mark.parametrize("name", list(ACCEPTED))
def test_the_verifiers_errors_are_found_in_their_games(name: str) -> None:
    (path,) = real_files(VERIFIER, name)
    text = decoded(path.read_bytes())
    game, games = 0, {}
    for number, line in enumerate(text.split("\n"), 1):
        game += line.startswith("% ====")
        games[number] = game
    found = {games[error.line] for error in errors_of(text)}
    assert {*range(1, game + 1)} - found == ACCEPTED[name]


@pytest.fixture(scope="module")
def team_match() -> list:
    (path,) = real_files(PBN, "example2.pbn")
    return list(read(path))


def test_fifteen_matches_give_the_imps_of_their_file(team_match: list) -> None:
    """29 tables of ten boards; the file has the IMPs of each room beside them."""
    (path,) = real_files(PBN, "example2.pbn")
    stated, teams = {}, {}
    for game in pbn_games(decoded(path.read_bytes())):
        if game.value("Auction"):
            key = game.value("Table"), int(game.value("Board"))
            stated[key] = int(game.value("ScoreIMP").split()[1])
            teams[key[0]] = game.value("HomeTeam"), game.value("VisitTeam")
    north = {(each.table, each.data.deal): each.data.result[1] for each in hands(team_match)}
    assert not [item for item in team_match if isinstance(item, Refused)]
    assert north.keys() == stated.keys()
    compared = 0
    for (table, deal), points in north.items():
        other = next(t for t, each in teams.items() if each == teams[table][::-1])
        if (other, deal) in north:
            compared += 1
            assert imps(points - north[other, deal]) == stated[table, deal], (table, deal)
    assert compared == 278


def test_its_boards_have_the_vulnerability_of_the_file(team_match: list) -> None:
    (path,) = real_files(PBN, "example2.pbn")
    words = {"None": "none", "NS": "NS", "EW": "EW", "All": "both"}
    game = next(iter(opened(team_match)[0].data.tables.values())).game
    for each in pbn_games(decoded(path.read_bytes())):
        assert vulnerability(game, int(each.value("Board"))) == words[each.value("Vulnerable")]


def test_the_deals_and_rooms_of_a_large_archive() -> None:
    """7,632 games in 3,816 pairs of rooms; whole under DUPLICAST_PROVE=1."""
    (path,) = real_files(PBN, "example3.pbn")
    text = decoded(path.read_bytes())
    if not PROVE:
        text = text[: text.index("\n\n", 100_000)]
    boards = boards_of(text)
    rooms: dict[tuple[object, ...], set[str]] = defaultdict(set)
    for board in boards:
        rooms[board.match, board.home, board.number].add(board.room)
    assert not any(board.fault for board in boards)
    both = sum(each == {"Open", "Closed"} for each in rooms.values())
    dealt = {game.value("Deal") for game in pbn_games(text)} - {""}
    if PROVE:
        assert (len(dealt), len(rooms)) == (2298, 3816)
    assert both >= 0.99 * len(rooms)


def test_a_ten_written_with_two_figures_is_named(tmp_path: Path) -> None:
    """Files of people who write bridge by hand; the format knows T alone."""
    path = tmp_path / "ten.pbn"
    path.write_text('[Event "x"]\n[Board "1"]\n[Deal "N:K10.J3.AQ.987654 - - -"]\n')
    assert any("write 10 as T" in each.reason for each in read(path) if isinstance(each, Refused))


def test_the_game_in_which_a_file_ends_is_named(tmp_path: Path) -> None:
    """Before its result: the games before have one, so this is no deal that was not played."""
    (whole,) = real_files(PBN, "example1.pbn")
    text = whole.read_text(encoding="latin-1").replace("\r\n", "\n")
    last = text.rindex("[Result ")
    path = tmp_path / "cut.pbn"
    path.write_text(text[:last], encoding="latin-1")
    (fault,) = [item.reason for item in read(path) if isinstance(item, Refused)]
    assert fault.startswith("the file ends in the middle of board")

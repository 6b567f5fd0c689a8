"""ACPC result logs against hands written for this test, results worked out by hand (FEEDS 1)."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from real_files import real_files

from producer.events import HandRecorded, HandRecordedEvent, HoldemGame, SessionOpenedEvent
from producer.feeds import Asked, Received, Refused, Stakes, UnknownFormat, detect, read
from producer.feeds.acpc.result_log import exact
from producer.games.cards import parse_cards
from producer.games.holdem import chip_scores
from producer.games.line import Move
from producer.record import open_store

REAL = Path(__file__).parents[3] / "shared" / "data" / "poker" / "acpc"
HEAD = "# name/game/hands/seed {} /home/somebody/project_acpc_server/{} 3 7\n#--t_response 1\n"
TWO = HEAD.format("own 2p", "holdem.nolimit.2p.reverse_blinds.game")
THREE = HEAD.format("own3p", "holdem.nolimit.3p.game")
LIMIT = HEAD.format("own3l", "holdem.limit.3p.game")

HEADS_UP = (
    "STATE:0:r300c/cr700f:AsKs|QdQh/2c7d9h:-300|300:al|bo\n"
    "STATE:1:r19686r20000c///:5d5c|9hQd/8dAs8s/4h/6d:20000|-20000:bo|al # 1341695920.914516\n"
    "SCORE:-20300|20300:al|bo\n"
)
THREE_PLAYERS = (
    "STATE:0:fcr600c/r1400c/cr3000c/cc:3c4d|AhAd|KsQs/2h5c9c/Jd/Th:-3000|3000|0:x|y|z\n"
    "STATE:1:r300r20000fc///:AsKc|Qd2h|AhKd/3c4c8d/9h/Jc:50|-100|50:y|z|x\n"
)
BARE = "STATE:0:rrfc/crrc/rc/cc:3c4d|AhAd|KsQs/2h5c9c/Jd/Th:-70|-10|80:x|y|z\n"
FOUR = HEAD.format("own4p", "mine.nolimit.4p.game")
THIRDS = (
    "STATE:0:ccr200ccf/ccc/ccc/ccc:3c4d|3h4s|3d4h|2c2d/AsKdQs/Jc/9h:"
    "33.333333|33.333333|33.333333|-100:w|x|y|z\n"
)


def written(tmp_path: Path, text: str, name: str = "own.3p.r0.log") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def read_hands(path: Path, stakes: Stakes | None = None) -> dict[int, HandRecorded]:
    events = [
        item.event for item in read(path, "auto", Asked(stakes)) if isinstance(item, Received)
    ]
    return {event.data.hand: event.data for event in events if isinstance(event, HandRecordedEvent)}


def opening(path: Path, stakes: Stakes | None = None) -> SessionOpenedEvent:
    first = next(read(path, "acpc", Asked(stakes)))
    assert isinstance(first, Received)
    assert isinstance(first.event, SessionOpenedEvent)
    return first.event


def refused(path: Path) -> list[str]:
    return [item.reason for item in read(path) if isinstance(item, Refused)]


def scores(game: HoldemGame, hand: HandRecorded) -> object:
    cards = {seat: parse_cards(text) for seat, text in hand.cards.items()}
    line = tuple(Move(m.street, m.seat, m.action, m.to) for m in hand.line)
    dealt = (cards, parse_cards(hand.board), line)
    return chip_scores(game, hand.button, "ascending", {}, *dealt)


def moves(hand: HandRecorded) -> list[tuple[str, int, str, int | None]]:
    return [(move.street, move.seat, move.action, move.to) for move in hand.line]


def test_the_opening_states_session_table_stakes_and_players(tmp_path: Path) -> None:
    path = written(tmp_path, TWO + HEADS_UP, "2p.nolimit.r0.log")
    assert detect(path).name == "acpc"
    event = opening(path)
    assert (event.session, event.group, event.table) == ("acpc-2p-seed7", "A", "2p.nolimit.r0")
    info = event.data.tables["2p.nolimit.r0"]
    assert {seat: player.name for seat, player in info.players.items()} == {1: "al", 2: "bo"}
    game = info.game
    assert (game.betting, game.small_blind, game.big_blind) == ("no-limit", 50, 100)
    assert (game.stack, game.odd_chips) == (20_000, "fractions")


def test_the_stakes_of_the_limit_game_file(tmp_path: Path) -> None:
    """5/10, bets of 10, 10, 20 and 20, at most 3 raises before the flop and 4 later."""
    path = written(
        tmp_path, LIMIT + "STATE:0:fcc/cc/cc/cc:3c4d|AhAd|KsQs/2h5c9c/Jd/Th:0|0|0:x|y|z\n"
    )
    game = opening(path).data.tables["own.3p.r0"].game
    assert (game.betting, game.small_blind, game.big_blind) == ("fixed-limit", 5, 10)
    assert (game.small_bet, game.big_bet, game.stack) == (10, 20, None)
    assert (game.max_bets, game.max_bets_heads_up) == (4, 4)


def test_heads_up_blinds_are_reversed_and_the_second_name_opens_h1(tmp_path: Path) -> None:
    hands = read_hands(written(tmp_path, TWO + HEADS_UP))
    assert moves(hands[1]) == [
        ("preflop", 2, "raise", 300),
        ("preflop", 1, "call", 300),
        ("flop", 1, "check", None),
        ("flop", 2, "bet", 400),  # r700: 700 in the whole hand
        ("flop", 1, "fold", None),
    ]
    assert (hands[1].button, hands[1].deal) == (2, 1)


def test_names_keep_their_seats_and_the_button_moves(tmp_path: Path) -> None:
    hands = read_hands(written(tmp_path, TWO + HEADS_UP))
    assert hands[2].button == 1
    assert hands[2].cards == {2: "5d5c", 1: "9hQd"}
    assert hands[2].result == {2: 20_000, 1: -20_000}


def test_empty_streets_after_an_all_in_are_not_actions(tmp_path: Path) -> None:
    hands = read_hands(written(tmp_path, TWO + HEADS_UP))
    assert moves(hands[2]) == [
        ("preflop", 1, "raise", 19_686),
        ("preflop", 2, "raise", 20_000),
        ("preflop", 1, "call", 20_000),
    ]
    assert hands[2].board == "8dAs8s4h6d"


def test_a_hand_has_the_time_that_the_log_gives(tmp_path: Path) -> None:
    items = [
        item.event for item in read(written(tmp_path, TWO + HEADS_UP)) if isinstance(item, Received)
    ]
    assert items[1].at is None
    assert items[2].at == datetime(2012, 7, 7, 21, 18, 40, 914516, tzinfo=UTC)


def test_three_players_the_third_name_is_the_button_and_opens(tmp_path: Path) -> None:
    hands = read_hands(written(tmp_path, THREE + THREE_PLAYERS))
    assert hands[1].button == 3
    assert moves(hands[1])[:4] == [
        ("preflop", 3, "fold", None),
        ("preflop", 1, "call", 100),
        ("preflop", 2, "raise", 600),
        ("preflop", 1, "call", 600),
    ]
    assert moves(hands[1])[4:6] == [("flop", 1, "bet", 800), ("flop", 2, "call", 800)]
    # hand 2: y small blind, z big blind, x the button and first to act
    assert [seat for _, seat, _, _ in moves(hands[2])] == [1, 2, 3, 1]


def test_bare_raises_add_the_bet_of_the_street(tmp_path: Path) -> None:
    hand = read_hands(written(tmp_path, LIMIT + BARE))[1]
    assert moves(hand) == [
        ("preflop", 3, "raise", 20),
        ("preflop", 1, "raise", 30),
        ("preflop", 2, "fold", None),
        ("preflop", 3, "call", 30),
        ("flop", 1, "check", None),
        ("flop", 3, "bet", 10),
        ("flop", 1, "raise", 20),
        ("flop", 3, "call", 20),
        ("turn", 1, "bet", 20),
        ("turn", 3, "call", 20),
        ("river", 1, "check", None),
        ("river", 3, "check", None),
    ]


@pytest.mark.parametrize(
    ("text", "stakes", "hands"),
    [
        (TWO + HEADS_UP, None, 2),
        (THREE + THREE_PLAYERS, None, 2),
        (LIMIT + BARE, None, 1),
        (FOUR + THIRDS, Stakes(), 1),
    ],
)
def test_replayed_scores_equal_the_printed_results_p3(
    tmp_path: Path, text: str, stakes: Stakes | None, hands: int
) -> None:
    path = written(tmp_path, text)
    game = opening(path, stakes).data.tables["own.3p.r0"].game
    hands_read = read_hands(path, stakes)
    assert len(hands_read) == hands
    for hand in hands_read.values():
        assert scores(game, hand) == hand.result


@pytest.mark.parametrize(
    ("text", "players", "value"),
    [
        ("4789.5", 3, Fraction(9579, 2)),
        ("33.333333", 3, Fraction(100, 3)),
        ("-66.666667", 3, Fraction(-200, 3)),
        ("12.25", 4, Fraction(49, 4)),
        ("-20000", 2, -20_000),
        ("0", 2, 0),
    ],
)
def test_printed_shares_are_read_exactly_h5(text: str, players: int, value: object) -> None:
    assert exact(text, players) == value
    assert isinstance(exact(text, players), int | Fraction)


@pytest.mark.parametrize(("text", "players"), [("0.3", 3), ("1e3", 2), ("", 2), ("33.333333", 2)])
def test_a_number_that_is_not_a_share_of_a_pot_is_refused(text: str, players: int) -> None:
    with pytest.raises(ValueError, match=r"not a (result|share)"):
        exact(text, players)


def test_a_three_way_split_adds_up_to_zero(tmp_path: Path) -> None:
    result = read_hands(written(tmp_path, FOUR + THIRDS), Stakes())[1].result
    assert result == {1: Fraction(100, 3), 2: Fraction(100, 3), 3: Fraction(100, 3), 4: -100}
    assert sum(result.values()) == 0


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("STATE:0:r300c:AsKs|QdQh:0|0", "neither a hand"),
        ("STATE:0:r300x:AsKs|QdQh:0|0:al|bo", "not betting: 'x' on the preflop"),
        ("STATE:0:rc/cc/cc/cc:AsKs|QdQh/2c7d9h/3h/4h:0|0:al|bo", "a raise without an amount"),
        ("STATE:0:r300c/r200c:AsKs|QdQh/2c7d9h:0|0:al|bo", "r200, but 300 chips were in on"),
        ("STATE:0:ff:AsKs|QdQh:0|0:al|cy", "al, cy are not the players al, bo"),
        ("STATE:0:f:AsKs|QdQh|2c2d:0|0:al|bo", "2 names, 3 hands and 2 results"),
        ("STATE:0:f:AsKs|QdXx:50|-50:al|bo", "not cards: 'QdXx'"),
        ("STATE:0:f:AsKs|QdAs:50|-50:al|bo", "card As is dealt twice"),
        ("STATE:0:f:AsKs|QdQh:50|-51:al|bo", "the results add up to -1, not to 0"),
        ("STATE:0:f:AsKs|QdQh/2c7d:50|-50:al|bo", "not a board: '2c7d'"),
        ("STATE:0:cc/cc/cc/cc/cc:AsKs|QdQh:0|0:al|bo", "5 streets of betting"),
    ],
)
def test_bad_lines_are_refused_with_their_place_and_good_lines_accepted(
    tmp_path: Path, line: str, reason: str
) -> None:
    good = HEADS_UP.splitlines()[0] + "\n"
    path = written(tmp_path, TWO + good + line + "\n")
    items = list(read(path))
    bad = [item for item in items if isinstance(item, Refused)]
    assert len(bad) == 1
    assert bad[0].reason.startswith(reason)
    assert (bad[0].place, bad[0].raw.decode()) == (f"{path}:4", line)
    assert bad[0].problem.hint()
    assert list(read_hands(path)) == [1]


def test_a_score_that_is_not_the_sum_of_the_hands_is_refused(tmp_path: Path) -> None:
    wrong = HEADS_UP.replace("SCORE:-20300|20300", "SCORE:-20000|20000")
    of_two = TWO.replace(" 3 7", " 2 7")
    assert refused(written(tmp_path, of_two + HEADS_UP)) == []
    assert refused(written(tmp_path, of_two + wrong)) == [
        "al ends at -20000, but the hands add up to -20300"
    ]


@pytest.mark.parametrize(
    ("edit", "hands", "reason"),
    [
        (lambda lines: lines[:49] + lines[50:], 999, "hand 45 is missing: p1 ends at 455, but"),
        (lambda lines: lines[:49] + lines[51:], 998, "hands 45, 46 are missing: p1 ends at 455"),
        (lambda lines: lines[:-3] + lines[-1:], 998, "hands 998, 999 are missing: p1 ends at 455"),
        (lambda lines: lines[:50] + lines[49:], 1000, ""),
        (lambda lines: lines[:49] + lines[50:60] + lines[49:50] + lines[60:], 1000, ""),
    ],
    ids=["missing", "two missing", "the last missing", "twice", "later"],
)
def test_a_missing_hand_is_named_and_one_that_is_there_twice_counts_once(
    tmp_path: Path, edit: Callable[[list[str]], list[str]], hands: int, reason: str
) -> None:
    (log,) = real_files("poker/acpc", "2p.limit.h1000.r0.log")
    lines = log.read_text().splitlines(keepends=True)
    assert lines[49].startswith("STATE:45:")
    path = written(tmp_path, "".join(edit(lines)))
    found = refused(path)
    assert len(found) == bool(reason)
    assert all(each.startswith(reason) for each in found)
    with open_store(tmp_path / "own.db") as store:
        counts = store.append(read(path))
        assert (len(list(store.deals())), counts.quarantined) == (hands, len(found))


def test_a_missing_hand_that_was_tied_is_named_too(tmp_path: Path) -> None:
    tied = "STATE:1:cc/cc/cc/cc:2c3c|2d3d/AsKsQs/Js/Ts:0|0:bo|al\n"
    last = HEADS_UP.replace("STATE:1:", "STATE:2:")
    first, rest = last.split("\n", 1)
    assert refused(written(tmp_path, TWO + f"{first}\n{tied}{rest}")) == []
    assert refused(written(tmp_path, TWO + last)) == ["hand 1 is missing"]


def test_a_file_cut_off_within_a_line_is_reported(tmp_path: Path) -> None:
    path = written(tmp_path, (TWO + HEADS_UP)[:-60])
    assert refused(path) == ["the file ends in the middle of this line"]


def test_a_log_without_seed_or_with_an_unknown_game_is_refused_with_the_fix(
    tmp_path: Path,
) -> None:
    with pytest.raises(UnknownFormat, match="gives the seed"):
        read(written(tmp_path, HEADS_UP))
    other = TWO.replace("holdem.nolimit.2p.reverse_blinds.game", "nolimit.mine.game") + HEADS_UP
    with pytest.raises(UnknownFormat, match="--stakes SB/BB/STACK"):
        read(written(tmp_path, other))
    game = opening(written(tmp_path, other), Stakes(1, 2, 400)).data.tables["own.3p.r0"].game
    assert (game.small_blind, game.big_blind, game.stack) == (1, 2, 400)


def test_a_copy_under_another_name_has_the_same_ids(tmp_path: Path) -> None:
    first = written(tmp_path, TWO + HEADS_UP, "first.log")
    second = written(tmp_path, TWO + HEADS_UP, "second.log")
    ids = [
        [item.event.id for item in read(path) if isinstance(item, Received)]
        for path in (first, second)
    ]
    assert ids[0] == ids[1]
    assert len(set(ids[0])) == 3


@given(st.binary(max_size=80), st.integers(0, 400), st.integers(0, 40))
def test_mutated_lines_never_raise(noise: bytes, at: int, cut: int) -> None:
    text = (THREE + THREE_PLAYERS).encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutated.log"
        path.write_bytes(text[:at] + noise + text[at + cut :])
        with suppress(UnknownFormat):
            assert all(isinstance(item, Received | Refused) for item in read(path, "acpc"))


@pytest.mark.skipif(not REAL.is_dir(), reason="the ACPC logs are not beside the checkout")
@pytest.mark.parametrize(
    "name", ["2p.limit.h1000.r0", "2p.nolimit.h1000.r0", "3p.limit.h1000.r0", "3p.nolimit.h1000.r0"]
)
def test_replays_of_the_real_logs_give_their_printed_scores(name: str) -> None:
    """4,000 hands, fractions included, and the SCORE line of every file."""
    path = REAL / f"{name}.log"
    game = opening(path).data.tables[name].game
    items = list(read(path))
    assert not [item for item in items if isinstance(item, Refused)]
    hands = [item.event.data for item in items if isinstance(item.event, HandRecordedEvent)]
    assert len(hands) == 1000
    for hand in hands:
        assert scores(game, hand) == hand.result, hand.hand


@pytest.mark.skipif(not REAL.is_dir(), reason="the ACPC logs are not beside the checkout")
@pytest.mark.parametrize("players", [2, 3])
def test_a_seat_has_the_same_cards_in_every_file_of_a_seed_p1(players: int) -> None:
    limit, no_limit = (
        read_hands(REAL / f"{players}p.{kind}.h1000.r0.log") for kind in ("limit", "nolimit")
    )
    for number, hand in limit.items():
        other = no_limit[number]
        assert (hand.cards, hand.button) == (other.cards, other.button)
        shared = min(len(hand.board), len(other.board))
        assert hand.board[:shared] == other.board[:shared]


def test_several_matches_in_a_file_are_tables_of_their_own(tmp_path: Path) -> None:
    second = HEADS_UP.replace("al", "cy").replace("bo", "al")
    text = f"{TWO}{HEADS_UP}\n{TWO.replace('own 2p', 'return')}{second}"
    path = written(tmp_path, text + TWO.replace("3 7", "3 8") + HEADS_UP)
    items = list(read(path))
    assert all(isinstance(item, Received) for item in items)
    events = [item.event for item in items if isinstance(item, Received)]
    assert [(each.session, each.table) for each in events if each.type == "session.opened"] == [
        ("acpc-2p-seed7", "own 2p"),
        ("acpc-2p-seed7", "return"),
        ("acpc-2p-seed8", "own 2p (2)"),
    ]
    hands = [each.data for each in events if isinstance(each, HandRecordedEvent)]
    assert [hand.deal for hand in hands] == [1, 2] * 3
    assert [item.place for item in items[3:5]] == [f"{path}:9", f"{path}:9"]
    with open_store(tmp_path / "own.db") as store:
        assert store.append(read(path)).new == 9
        assert sum(len(deal.plays) for deal in store.deals()) == 6


@pytest.mark.parametrize("width", [30, 44, 57, 75])
def test_hands_broken_into_several_lines_are_read(tmp_path: Path, width: int) -> None:
    pieces = [
        line[place : place + width]
        for line in HEADS_UP.splitlines()
        for place in range(0, len(line), width if line.startswith("STATE") else 1000)
    ]
    path = written(tmp_path, TWO + "\n".join([*pieces, "damaged line"]) + "\n")
    assert {n: hand.result for n, hand in read_hands(path).items()} == {
        1: {1: -300, 2: 300},
        2: {1: -20_000, 2: 20_000},
    }
    assert len(refused(path)) == 1


TRANSCRIPT = """STARTED at 1.5
TO 1 at 1.50 MATCHSTATE:0:0::AsKs|
TO 2 at 1.50 MATCHSTATE:1:0::|QdQh
FROM 2 at 1.60 MATCHSTATE:1:0::|QdQh:r300
TO 1 at 1.60 MATCHSTATE:0:0:r300:AsKs|
FROM 1 at 1.70 MATCHSTATE:0:0:r300:AsKs|:c
TO 1 at 1.70 MATCHSTATE:0:0:r300c/:AsKs|/2c7d9h
FROM 1 at 1.80 MATCHSTATE:0:0:r300c/:AsKs|/2c7d9h:c
TO 1 at 1.90 MATCHSTATE:0:0:r300c/cr700f:AsKs|/2c7d9h
TO 2 at 1.90 MATCHSTATE:1:0:r300c/cr700f:|QdQh/2c7d9h
TO 1 at 2.00 MATCHSTATE:1:1:r19686r20000c///:5d5c|9hQd/8dAs8s/4h/6d
TO 2 at 2.00 MATCHSTATE:0:1:r19686r20000c///:5d5c|9hQd/8dAs8s/4h/6d
FINISHED at 2.1
SCORE:-20300|20300:al|bo
"""
"""The messages of HEADS_UP: of 300 called and a bet folded to, then a pair of fives that held."""


def test_a_transcript_has_the_hands_of_its_log_and_is_no_second_table(tmp_path: Path) -> None:
    log = written(tmp_path, TWO + HEADS_UP, "match.log")
    path = written(tmp_path, TWO + TRANSCRIPT, "match.actions.log")
    assert detect(path).name == "acpc-transcript"
    assert read_hands(path) == read_hands(log)
    with open_store(tmp_path / "own.db") as store:
        store.append(read(log))
        store.append(read(path))
        assert [len(deal.plays) for deal in store.deals()] == [1, 1]
        assert store.quarantine() == []


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("SCORE:-20300|20300", "SCORE:20300|-20300", "al ends at 20300, but the hands add up to"),
        ("c/cr700f", "c/cr700", "hand 0: action 5: the hand is not over"),
        (
            "MATCHSTATE:1:0:",
            "MATCHSTATE:0:0:",
            "the messages to one of its players are missing",
        ),
        ("FINISHED", "DAMAGED", "neither a message of the dealer nor another line"),
    ],
)
def test_a_transcript_with_a_fault_says_where(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    path = written(tmp_path, TWO + TRANSCRIPT.replace(old, new), "match.actions.log")
    (found,) = refused(path)
    assert reason in found


def test_the_real_transcript_has_the_hands_of_the_real_log() -> None:
    (log,) = real_files("poker/acpc", "2p.nolimit.h1000.r0.log")
    told, logged = read_hands(log.with_suffix(".actions.log")), read_hands(log)
    assert len(logged) == 1000
    assert told == logged

"""PHH: hands written for this test with results worked out by hand, and real ones by pokerkit."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from effort import counts
from pokerkit import HandHistory
from real_files import real_files

from producer.events import HandRecorded, HandRecordedEvent, HoldemGame, SessionOpenedEvent
from producer.feeds import Asked, Received, Refused, UnknownFormat, detect, read
from producer.record import open_store

HEADS_UP = """# the button, listed last, posts the small blind and opens
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [500, 1000]
min_bet = 1000
starting_stacks = [9000, 20000]
actions = ['d dh p1 AsAc', 'd dh p2 7h2c', 'p2 cbr 3000', 'p1 cc', 'd db Td5s9h',
  'p1 cbr 6000', 'p2 cc # a gamble', '', '# all in',
  'p1 sm AsAc', 'p2 sm 7h2c', 'd db 5h', 'd db 4d']
players = ['Ann', 'Bob']
hand = 12
_comment = 'a key of our own'
"""
SIX = """variant = 'NT'
ante_trimming_status = false
antes = [0, 120, 0, 0]
blinds_or_straddles = [40, 80, 160, 0]
min_bet = 80
starting_stacks = [10000, 10000, 10000, inf]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ??Ad', 'd dh p4 ????', 'p4 f', 'p1 f',
  'p2 cbr 400', 'p3 cc', 'd db 2c3c4c', 'p2 cbr 500', 'p3 f']
"""
UNKNOWN = """variant = 'FT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
small_bet = 10
big_bet = 20
starting_stacks = [500, 500, 500]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 cbr 20', 'p2 cc',
  'd db 2c3c4c', 'p1 cc', 'p2 cc', 'd db 5c', 'p1 cc', 'p2 cc', 'd db Kh', 'p1 cc', 'p2 cc'{}]
"""


def written(tmp_path: Path, text: str, name: str = "own.phh") -> Path:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def hands_of(path: Path, asked: Asked = Asked()) -> list[HandRecorded]:  # noqa: B008
    items = [item for item in read(path, asked=asked) if isinstance(item, Received)]
    return [item.event.data for item in items if isinstance(item.event, HandRecordedEvent)]


def refused(path: Path) -> list[tuple[str, str]]:
    return [(item.place, item.reason) for item in read(path) if isinstance(item, Refused)]


def moves(hand: HandRecorded) -> str:
    return " ".join(f"{m.street[0]}{m.seat}{m.action}{m.to or ''}" for m in hand.line)


def test_heads_up_the_second_player_is_the_small_blind_and_the_board_may_follow_the_showdown(
    tmp_path: Path,
) -> None:
    path = written(tmp_path, HEADS_UP, "final table/12.phh")
    first = next(read(path))
    assert isinstance(first, Received)
    assert isinstance(first.event, SessionOpenedEvent)
    assert first.event.session == "phh-final-table-500-1000"
    game = first.event.data.tables["final table"].game
    assert game == HoldemGame(betting="no-limit", small_blind=500, big_blind=1000)
    (hand,) = hands_of(path)
    assert (hand.deal, hand.hand, hand.button) == (12, 12, 2)
    assert moves(hand) == "p2raise3000 p1call3000 f1bet6000 f2call6000"
    assert (hand.cards, hand.board) == ({1: "AsAc", 2: "7h2c"}, "Td5s9h5h4d")
    assert hand.result == {1: 9000, 2: -9000}
    assert {seat: player.name for seat, player in hand.players.items()} == {1: "Ann", 2: "Bob"}


def test_a_big_blind_ante_a_straddle_and_cards_half_shown(tmp_path: Path) -> None:
    (hand,) = hands_of(written(tmp_path, SIX))
    # 40 of the small blind, 160 + 240 of the straddle's caller; the ante was the winner's own
    assert hand.result == {1: -40, 2: 440, 3: -400, 4: 0}
    assert hand.cards == {}
    assert hand.stacks == {1: 10000, 2: 10000, 3: 10000, 4: None}
    assert moves(hand) == "p4fold p1fold p2raise400 p3call400 f2bet500 f3fold"


def test_who_won_an_unknown_showdown_is_what_the_file_says(tmp_path: Path) -> None:
    open_ = written(tmp_path, UNKNOWN.format(""))
    assert [reason for _, reason in refused(open_)] == [
        "who won the pot is open: the file shows neither all cards nor the result"
    ]
    ends = "finishing_stacks = [480, 520, 500]\n"
    raked = "winnings = [0, 38, 0]\n"  # 2 of 40 were the house's
    for more in (ends, raked):
        (hand,) = hands_of(written(tmp_path, UNKNOWN.format("") + more))
        assert hand.result == {1: -20, 2: 20, 3: 0}
    (hand,) = hands_of(written(tmp_path, UNKNOWN.format(", 'p1 sm AhAd', 'p2 sm -'")))
    assert (hand.result, hand.cards) == ({1: 20, 2: -20, 3: 0}, {1: "AhAd"})


def test_a_result_that_the_cards_contradict_is_a_problem(tmp_path: Path) -> None:
    path = written(tmp_path, HEADS_UP + "finishing_stacks = [0, 29000]\n")
    with open_store(tmp_path / "own.db") as store:
        store.append(read(path))
        (entry,) = store.quarantine()
    assert entry.reason == "seat 1: the result says -9000, the line gives +9000"


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("finishing_stacks = [9000, 123456]", "the stacks at the end are 103456 more than those "
         "at the start"),
        ("winnings = [18000, 77777]", "95777 are won from a pot of 18000"),
    ],
)  # fmt: skip
def test_chips_from_nowhere_are_refused(tmp_path: Path, more: str, reason: str) -> None:
    path = written(tmp_path, f"{HEADS_UP}{more}\n")
    assert refused(path) == [(f"{path}:13", reason)]


def test_many_hands_in_a_file_and_numbers_from_0(tmp_path: Path) -> None:
    plain = HEADS_UP.replace("hand = 12\n", "")
    away = plain.replace("['Ann', 'Bob']", "['Bob', 'Ann']")
    text = f"[1]\n{plain}hand = 0\n\n[2]\n{away}hand = 1\n[3]\n{plain}hand = 2\n"
    hands = hands_of(written(tmp_path, text.replace("\n", "\r\n"), "t4.phhs"))
    assert [hand.deal for hand in hands] == [1, 2, 3]
    # the names keep their seats, the button moves
    assert [hand.button for hand in hands] == [2, 1, 2]
    assert [hand.result for hand in hands] == [
        {1: 9000, 2: -9000},
        {1: -9000, 2: 9000},
        {1: 9000, 2: -9000},
    ]
    unnumbered = hands_of(written(tmp_path, f"[7]\n{plain}[9]\n{plain}", "t5.phhs"))
    assert [hand.deal for hand in unnumbered] == [7, 9]


def test_a_hand_0_of_its_own_needs_a_word_of_the_user(tmp_path: Path) -> None:
    path = written(tmp_path, HEADS_UP.replace("hand = 12", "hand = 0"))
    ((place, reason),) = refused(path)
    assert (place, reason) == (f"{path}:11", "hand 0: deals are numbered from 1")
    assert [hand.deal for hand in hands_of(path, Asked(shift=1))] == [1]


def test_seats_and_time_as_the_file_gives_them(tmp_path: Path) -> None:
    more = "seats = [9, 2]\nyear = 2024\nmonth = 3\nday = 1\ntime = 18:30:00\n"
    path = written(tmp_path, HEADS_UP + more + "time_zone = 'Europe/Athens'\n")
    (hand,) = hands_of(path)
    assert (hand.button, hand.result) == (2, {9: 9000, 2: -9000})
    item = list(read(path))[-1]
    assert isinstance(item, Received)
    assert item.event.at == datetime(2024, 3, 1, 16, 30, tzinfo=UTC)
    away = SIX + "seats = [1, 5, 3, 8]\n"
    assert "not in the order" in refused(written(tmp_path, away))[0][1]


def test_amounts_with_decimals_are_hundredths_in_the_whole_file(tmp_path: Path) -> None:
    cents = HEADS_UP.replace("cbr 3000", "cbr 2999.5").replace("[9000,", "[8999.5,")
    text = f"[1]\n{cents}[2]\n{HEADS_UP.replace('= 12', '= 13')}"
    first, second = hands_of(written(tmp_path, text, "cash.phhs"))
    assert first.line[0].to == 299_950
    assert second.line[0].to == 300_000
    assert second.stacks == {1: 900_000, 2: 2_000_000}


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("'NT'", "'FO/8'", 2, "the hand is fixed-limit Omaha eight or better"),
        ("'NT'", "'XX'", 2, "there is no variant 'XX'"),
        ("cbr 6000", "cbr 60", 8, "seat 1: bet to 60 is below the minimum of 1000"),
        ("'p2 cc # a", "'p2 sd # a", 8, "action 7, 'p2 sd', is no action of hold'em"),
        ("'p2 cc # a", "'p7 f # a", 8, "names a player who is not in the hand"),
        (
            "[9000, 20000]",
            "[9000]",
            6,
            "starting_stacks has 1 value and players 2 values: every player",
        ),
        ("[9000, 20000]", "[9000, -5]", 6, "starting_stacks: p2 begins with -5"),
        ("'Ann', 'Bob'", "'Ann', 'Bob', 'C'", 6, "starting_stacks has 2 values and players 3"),
        ("[9000, 20000]", "[9000, true]", 6, "a stack is True, which is not an amount"),
        ("['Ann', 'Bob']", "'Ann'", 10, "players is not a list of names"),
        ("[500, 1000]", "[500, 1000", 5, "not TOML"),
        ("[500, 1000]", "[500, -1000]", 4, "the blinds are [500, -1000]"),
        ("[500, 1000]", "[0, 0]", 4, "the stakes: big_blind: '0' cannot be"),
        ("[0, 0]", "[100, 0]", 3, "neither everybody's nor the big blind's"),
        ("[0, 0]", "[100]", 3, "antes has 1 numbers for 2 players"),
        ("hand = 12", "hand = 1.5", 11, "hand is '1.5', which is not a number"),
        ("hand = 12", "hand = 2000000", 11, "deal: it must be at most 1,000,000"),
        ("AsAc", "As7h", 7, "card 7h is dealt twice"),
        ("d db 4d", "d db 7h", 9, "card 7h is dealt twice"),
        ("AsAc", "AsAx", 7, "'Ax' is no card"),
        ("AsAc", "AsA", 7, "'A' is no card"),
        ("'p1 cbr 6000', 'p2 cc # a gamble', ", "", 9, "the hand is not over"),
    ],
)
def test_what_cannot_be_used_says_why_and_where(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    """``line``: of the hand, whose first one is the sixteenth of the file."""
    assert old in HEADS_UP
    path = written(tmp_path, f"[1]\n{HEADS_UP}\n[2]\n{HEADS_UP.replace(old, new)}", "two.phhs")
    ((place, found),) = refused(path)
    assert reason in found
    assert place == f"{path}:{15 + line}"
    assert len(hands_of(path)) == 1


LONG = """variant = "NT"
_comment = '''
actions = ['a line of the comment']
'''
antes = [0, 0]
actions = [  # 'd db', [
    'd dh p1 AsAc', "d dh p2 7h2c", # two entries, "p2 f"
    # 'p2 cc',
    'p2 cbr 3000',

    '# a word, [2]', '''p1 cc''',
    'd db Td5s9h',
    'p1 cbr 6000',
    'p2 f',
]
min_bet = 1000
"blinds_or_straddles" = [500, 1000]
starting_stacks = [
    9000,
    20000,
]
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("cbr 3000", "cbr 60", 9, "action 3: seat 2: raise to 60 is below the minimum of 2000"),
        ("'''p1 cc'''", "'''p1 xx'''", 11, "action 5, 'p1 xx', is no action"),
        ("'p1 cbr 6000'", "6000", 13, "action 7 is not a text"),
        ("p1 AsAc", "p1 AsAcAd", 7, "action 1, 'd dh p1 AsAcAd', deals a third card"),
        ("'p2 cbr", "'d dh p1 Ad', 'p2 cbr", 9, "action 3, 'd dh p1 Ad', deals a third card"),
        ("d db Td", "d db As", 12, "card As is dealt twice"),
        ("[500, 1000]", "[500]", 17, "blinds_or_straddles has 1 numbers for 2 players"),
        ("    20000,\n", "    'x',\n", 18, "a stack is 'x', which is not an amount"),
        ("    'p2 f',\n", "", 14, "action 8: the hand is not over, an action is missing"),
        ("    'p2 f',\n", "    # p2 f\n", 15, "action 8: the hand is not over"),
        ("    'p2 f',\n", "    '# p2 f', '',\n", 15, "action 10: the hand is not over"),
    ],
)
def test_faults_are_found_in_lists_of_many_lines_with_comments(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    """Entries count as the file lists them; a hand without an end lacks the one after the last."""
    assert len(hands_of(written(tmp_path, LONG, "right.phh"))) == 1
    path = written(tmp_path, LONG.replace(old, new), "long.phh")
    ((place, found),) = refused(path)
    assert found.startswith(reason)
    assert place == f"{path}:{line}"


def test_an_illegal_action_is_counted_as_the_file_lists_it(tmp_path: Path) -> None:
    """The sixth entry of its actions: two deals of hole cards, two bets, the flop, the bet."""
    (fault,) = [
        item.problem
        for item in read(written(tmp_path, HEADS_UP.replace("cbr 6000", "cbr 60")))
        if isinstance(item, Refused)
    ]
    assert (fault.code, fault.fields["action"]) == ("illegal-action", 6)


def test_an_error_in_toml_names_the_line_of_the_file(tmp_path: Path) -> None:
    path = written(
        tmp_path, f"[1]\n{HEADS_UP}[2]\n{HEADS_UP.replace('= 1000', '= = 1000')}", "t.phhs"
    )
    assert refused(path) == [
        (f"{path}:19", "not TOML: Invalid value (at line 19, column 11)"),
    ]


def test_a_file_without_a_hand_is_refused_as_one(tmp_path: Path) -> None:
    path = written(tmp_path, "[1]\n# nothing\n")
    with pytest.raises(UnknownFormat):
        list(read(path, "phh"))


def test_the_same_files_again_change_nothing(tmp_path: Path) -> None:
    two = [written(tmp_path, HEADS_UP.replace("12", str(n)), f"t/{n}.phh") for n in (1, 2)]
    with open_store(tmp_path / "own.db") as store:
        counted = [store.append(read(path)).new for path in (*two, *two)]
        assert (counted, len(list(store.deals()))) == ([2, 1, 0, 0], 2)


@pytest.mark.parametrize(("variant", "waits"), [("PO", 0), ("XX", 1)])
def test_only_a_hand_of_another_game_lets_figures_be_final(
    tmp_path: Path, variant: str, waits: int
) -> None:
    """Omaha is in no session of hold'em; an unknown variant may be a slip of the pen."""
    good = written(tmp_path, HEADS_UP, "good.phh")
    other = written(tmp_path, HEADS_UP.replace("'NT'", f"'{variant}'"), "other.phh")
    with open_store(tmp_path / "own.db") as store:
        assert store.append([*read(good), *read(other)]).quarantined == 1
        assert list(store.undecided_counts().values()) == [1] * waits


def test_results_of_real_hands_are_pokerkits() -> None:
    paths = real_files("poker/phh", "**/*.phh")
    inside = len(paths)  # one hand each
    hands = 0
    assert inside == 352
    for number, path in enumerate(paths):
        assert detect(path).name == "phh"
        items = list(read(path, asked=Asked(shift=1)))
        hold_em = any(v in path.read_text() for v in ("'NT'", '"NT"', "'FT'", '"FT"'))
        assert isinstance(items[-1], Received) == hold_em, path
        if not hold_em:
            continue
        hands += 1
        if number % counts(6, 1):
            continue
        with path.open("rb") as file:
            history = HandHistory.load(file)
        state = list(history)[-1]
        assert not state.status
        theirs = [
            end - start for end, start in zip(state.stacks, state.starting_stacks, strict=True)
        ]
        (hand,) = [item.event.data for item in items if isinstance(item.event, HandRecordedEvent)]
        assert [Fraction(hand.result[seat]) for seat in sorted(hand.result)] == theirs, path
    assert hands == 283

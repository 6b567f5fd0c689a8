"""What bridge files do in the field, a small file for each that no other test has; the right
results are worked out by hand."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from test_lin import TABLE
from test_pbn import TWO_ROOMS
from test_quirks import file_of, hands, reasons

from producer.events import HandRecordedEvent, SessionOpenedEvent
from producer.feeds import Received, Refused, read


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


@pytest.mark.parametrize(
    "deal",
    [
        "E:.AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432 AKQJT98765432...",
        "S:..AKQJT98765432. ...AKQJT98765432 AKQJT98765432... .AKQJT98765432..",
        "W:- AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432.",
        "N:AKQJT98765432... .AKQJT98765432.. - ...AKQJT98765432",
    ],
)
def test_pbn_deals_may_begin_with_any_seat_and_leave_out_a_hand(tmp_path: Path, deal: str) -> None:
    """Clockwise from the letter; a fourth hand has the cards that the others do not have."""
    plain = hands(file_of(tmp_path, TWO_ROOMS, "a.pbn"))
    _, _, rest = TWO_ROOMS.partition('[Deal "')
    text = TWO_ROOMS.replace(rest.partition('"')[0], deal, 1)
    assert hands(file_of(tmp_path, text, "b.pbn")) == plain


def test_pbn_suits_are_by_place_not_by_letter(tmp_path: Path) -> None:
    text = first_game(("N:AKQJT98765432...", "N:SAKQJT98765432.H.D.C"))
    (reason,) = reasons(file_of(tmp_path, text))
    assert reason == "'SAKQJT98765432.H.D.C' is no hand: write spades.hearts.diamonds.clubs"


def test_pbn_no_trumps_may_be_one_letter(tmp_path: Path) -> None:
    """East leads hearts and takes all thirteen: 13 x 50 not vulnerable, undoubled."""
    text = first_game(('[Contract "7S"]', '[Contract "7N"]'), ("7S Pass", "7N Pass"),
                      ('[Result "13"]', '[Result "0"]')).partition("[Play")[0]  # fmt: skip
    (found,) = hands(file_of(tmp_path, text))
    assert (found.line[0].detail, found.result[1]) == ("7NT", -650)


def test_pbn_a_board_that_was_not_played_is_no_hand(tmp_path: Path) -> None:
    """As exports write it; the other room was played."""
    game = first_game(('[Contract "7S"]', '[Contract "?"]'), ('[Declarer "N"]', '[Declarer "?"]'),
                      ('[Result "13"]', '[Result "?"]')).partition("[Auction")[0]  # fmt: skip
    path = file_of(tmp_path, game + "\n" + TWO_ROOMS.partition("\n\n")[2])
    assert reasons(path) == []
    assert [each.result[1] for each in hands(path)] == [180 + 300 + 500 + 30]


@pytest.mark.parametrize("end", ["*", "+"])
def test_pbn_an_auction_that_was_broken_off_is_refused_at_its_last_call(
    tmp_path: Path, end: str
) -> None:
    path = file_of(tmp_path, auction("N", f"7S Pass {end}"))
    (refused,) = (item for item in read(path) if isinstance(item, Refused))
    assert refused.reason == "the auction is not over; expected South: pass or 7NT or more"
    assert refused.place == f"{path}:17"


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("Dealer", "N"), ("Vulnerable", "None"), ("Declarer", "N"), ("Contract", "7S"),
        ("Auction", "N"), ("Play", "E"),
    ],
)  # fmt: skip
def test_pbn_what_was_dealt_and_bid_is_not_inherited(tmp_path: Path, tag: str, value: str) -> None:
    text = first_game((f'[{tag} "{value}"]', f'[{tag} "#"]'))
    assert reasons(file_of(tmp_path, text)) == [
        f"{tag} cannot be taken from the game before: write it out"
    ]


def test_pbn_lines_for_programs_may_stand_anywhere(tmp_path: Path) -> None:
    text = TWO_ROOMS.replace("\n", "\n%eof? [Board\n").replace("\n%eof? [Board\n\n", "\n\n")
    assert hands(file_of(tmp_path, text, "b.pbn")) == hands(file_of(tmp_path, TWO_ROOMS, "a.pbn"))


def test_pbn_rooms_of_several_matches_of_a_stage_are_tables_of_one_group(tmp_path: Path) -> None:
    games = [
        first_game(
            ('[Board "1"]', f'[Stage "Final"]\n[Round "2"]\n[Table "{table}"]\n[Room "{room}"]\n'
             '[Board "1"]'),
            ('"Reds"', f'"Reds {table}"'), ('"Blues"', f'"Blues {table}"'),
        )
        for table in (1, 2) for room in ("Open", "Closed")
    ]  # fmt: skip
    items = list(read(file_of(tmp_path, "\n".join(games))))
    (session,) = (
        item.event
        for item in items
        if isinstance(item, Received) and isinstance(item.event, SessionOpenedEvent)
    )
    assert (session.session, session.group) == ("Spring-Teams", "Final-2")
    assert list(session.data.tables) == ["1 Open", "1 Closed", "2 Open", "2 Closed"]
    norths = [table.players[1].team for table in session.data.tables.values()]
    assert norths == ["Reds 1", "Blues 1", "Reds 2", "Blues 2"]


def lin(dealer: int, vulnerable: str, calls: list[str], more: str = "") -> str:
    """South has all spades, West hearts, North diamonds, East clubs."""
    hands = "SAKQJT98765432,HAKQJT98765432,DAKQJT98765432"
    said = "".join(f"mb|{call}|" for call in calls)
    return f"pn|Sue,Wes,Nora,Ed|md|{dealer}{hands}|rh||ah|Board 12|sv|{vulnerable}|{said}{more}pg||"


@pytest.mark.parametrize(("dealer", "before"), [(1, 0), (2, 3), (3, 2), (4, 1)])
@pytest.mark.parametrize(
    ("vulnerable", "points"), [("o", 1510), ("n", 2210), ("e", 1510), ("b", 2210), ("B", 2210)]
)
def test_lin_dealer_vulnerability_and_number_of_a_board(
    tmp_path: Path, dealer: int, before: int, vulnerable: str, points: int
) -> None:
    """The dealer is 1 to 4 from South, who bids seven spades: 210 + 300 + 1000, vulnerable 210 +
    500 + 1500."""
    calls = [*before * ["p"], "7S", "p", "p", "p"]
    path = file_of(tmp_path, lin(dealer, vulnerable, calls, "mc|13|"), "own.lin")
    assert reasons(path) == []
    (found,) = hands(path)
    assert (found.deal, found.result[3]) == (12, points)
    assert found.button == (3, 4, 1, 2)[dealer - 1]
    assert [move.seat for move in found.line if move.action == "bid"] == [3]


def test_lin_a_claim_may_follow_the_last_card(tmp_path: Path) -> None:
    """West leads a heart, which South ruffs; then twelve more spades."""
    cards = {"W": "h", "N": "d", "E": "c", "S": "s"}
    ranks = "23456789TJQKA"
    tricks = [("WNES" if n == 0 else "SWNE", rank) for n, rank in enumerate(ranks)]
    played = "".join(f"pc|{cards[seat]}{rank}|" for order, rank in tricks for seat in order)
    text = lin(1, "o", ["7S", "p", "p", "p"], played + "mc|13|")
    path = file_of(tmp_path, text, "own.lin")
    assert reasons(path) == []
    (found,) = hands(path)
    assert [move.action for move in found.line].count("play") == 52
    assert found.line[-1].action == "play"
    assert found.result[3] == 1510


@pytest.mark.parametrize("scoring", ["I", "P", "B"])
@pytest.mark.parametrize(
    ("listed", "calls", "points"),
    [
        ("7SSx-1", ["7S", "p", "p", "d", "p", "p", "p"], -100),
        ("7SSxx-2", ["7S", "p", "p", "d", "r", "p", "p", "p"], -600),
        ("7ssX=", ["7S", "p", "p", "d", "p", "p", "p"], 420 + 300 + 1000 + 50),
    ],
)
def test_lin_results_of_doubled_contracts_are_those_of_the_list(
    tmp_path: Path, scoring: str, listed: str, calls: list[str], points: int
) -> None:
    """Not vulnerable: one down doubled 100, two down redoubled 600; the play has no end."""
    said = "".join(f"mb|{call}|" for call in calls)
    text = (
        f"vg|Cup,Round 1,{scoring},1,2,Reds,0,Blues,0|\nrs|{listed},,PASS,|\n"
        f"pn|S,W,N,E,S2,W2,N2,E2|pg||\nqx|o1|{DEALT}{said}pg||\n"
        f"qx|o2|{DEALT}mb|p|mb|p|mb|p|mb|p|pg||\n"
    )
    path = file_of(tmp_path, text, "own.lin")
    assert reasons(path) == []
    assert [each.result[3] for each in hands(path)] == [points, 0]

"""Sentences about boards of bridge worked out by hand."""

from dataclasses import replace

import pytest
from bridge_boards import board

from producer.compare import compare
from producer.compare.bridge import COUNTED_IN
from producer.compare.model import Comparison, MoveCost
from producer.games.bridge.contracts import contract_of
from producer.games.line import Deal, Move
from producer.wording import headline, talking_points, three_lines
from producer.wording.beat_lines import beat_lines
from producer.wording.games.bridge_names import (
    bid_name,
    contract_name,
    move_name,
    pair_name,
    side_letters,
)
from producer.wording.games.costs_in_view import cost_text
from producer.wording.language import language
from producer.wording.names.teams import table_forms
from producer.wording.tellers import ShownTables

GAME_AND_PART = ("1S p 4S p p p, 10", "1S p 2S p p p, 10")
TWO_LEADS = ("1NT p 3NT p p p, Kh, 8", "1NT p 3NT p p p, 2h, 9")
ENGLISH = language("en")


def points(comparison: Comparison) -> list[str]:
    return [f"{each.about}: {each.text}" for each in talking_points(comparison)]


def test_what_is_said_of_a_game_and_a_part_score() -> None:
    """Four spades made are 420, two with two over 170: 250 are 6 IMPs to the first."""
    found = compare(board(*GAME_AND_PART))
    assert points(found) == [
        "cards: The same four hands at both tables.",
        "choices: South in the auction: two spades (1), four spades (1).",
        "table: Two spades by North, 2 overtricks, at table 2.",
        "table: Four spades by North, just made, at table 1.",
        "story: Table 1 bid the game; table 2 stopped lower.",
        "deal: On this deal alone: 6 IMPs to S1.",
    ]
    lines = three_lines(found, found.picks[0])
    assert str(lines.tease) == "South to call: what is it to be?"
    assert str(lines.split) == "S2: two spades; S1: four spades"
    assert lines.split.facts["first.choice"].value == "2S"
    assert headline(found) == (
        "Two spades by North, 2 overtricks, at table 2; four spades by North, just made, at table "
        "1: 6 IMPs to S1"
    )


def test_what_is_said_of_two_leads() -> None:
    found = compare(board(*TWO_LEADS))
    lines = three_lines(found, found.picks[0])
    assert str(lines.tease) == "East to lead against three no-trumps: which card?"
    assert str(lines.split) == "E2: the two of hearts; E1: the king of hearts"
    assert lines.split.facts["second.choice"].value == "Kh"
    assert points(found)[1:5] == [
        "choices: East on lead: the two of hearts (1), the king of hearts (1).",
        "table: Three no-trumps by North, just made, at table 2.",
        "table: Three no-trumps by North, 1 down, at table 1.",
        "story: The same contract, another lead: it went down at table 1 and made at table 2.",
    ]


def test_the_first_call_passed_out_boards_and_equal_scores() -> None:
    opened = compare(board("p p p p", "1S p p p, 7"))
    lines = three_lines(opened, opened.picks[0])
    assert str(lines.tease) == "North to open the bidding: what is the call?"
    assert lines.split.facts["second.choice"].value == "pass"
    assert headline(opened) == (
        "One spade by North, just made, at table 2; passed out at table 1: 2 IMPs to N2"
    )
    level = compare(board("1S p 2S p p p, 8", "1S p p p, 8"))
    assert headline(level).endswith(": no swing")


def test_boards_bid_alike_and_at_three_tables() -> None:
    alike = compare(board(GAME_AND_PART[0], GAME_AND_PART[0]))
    assert points(alike) == [
        "cards: The same four hands at both tables.",
        "choices: All tables bid and played alike.",
    ]
    three = compare(board(*GAME_AND_PART, GAME_AND_PART[0]))
    assert points(three)[:2] == [
        "cards: The same four hands at three tables.",
        "choices: South in the auction: four spades (2), two spades (1).",
    ]
    same = replace(three.picks[0], branches=())
    assert str(three_lines(three, same).split) == "The same call at both tables"


@pytest.mark.parametrize(
    ("lines", "n", "said"),
    [
        (
            GAME_AND_PART,
            2,
            {
                "cards": "The same four hands, dealt once and played again.",
                "line": "So far the same at both tables, call for call.",
                "contract": "Four spades by North at table 1; two spades by North at table 2.",
                "lead": "Four spades by North at table 1; two spades by North at table 2.",
                "decision-left": "S1: four spades.",
                "decision-right": "S2: two spades.",
                "ending-left": "Four spades by North, just made, at table 1.",
                "field": "South in the auction: two spades (1), four spades (1).",
                "ranking": "On this deal alone: 6 IMPs to S1.",
            },
        ),
        (
            TWO_LEADS,
            6,
            {
                "line": "So far the same at all tables: three no-trumps by North.",
                "lead": "East leads the king of hearts at table 1; East leads the two of hearts "
                "at table 2.",
                "decision-left": "E1: the king of hearts.",
            },
        ),
    ],
)
def test_what_is_said_at_the_beats(lines: tuple[str, str], n: int, said: dict[str, str]) -> None:
    found = compare(board(*lines))
    shown = ShownTables(("1",), ("2",), {"1": n, "2": n}, one_spot=True)
    beats = beat_lines(found, found.picks[0], shown)
    assert {name: beats[name] for name in said} == said
    apart = beat_lines(found, found.picks[0], replace(shown, one_spot=False))
    assert apart["line"] == "They come here by different moves."


def test_no_swing_is_a_fact_of_no_imps() -> None:
    """420 at both tables, in one step or in two."""
    found = compare(board("1S p 2S p 4S p p p, 10", "1S p 4S p p p, 10"))
    shown = ShownTables(("1",), ("2",), {"1": 2, "2": 2}, one_spot=True)
    apart = beat_lines(found, found.picks[0], shown)["ranking"]
    assert apart == "On this deal alone: no swing."
    facts = three_lines(found, found.picks[0]).headline.facts
    assert [fact.value for fact in facts.values() if fact.unit == "IMPs"] == [0]


def test_stories_in_words() -> None:
    def told(*lines: str) -> list[str]:
        return [each for each in points(compare(board(*lines))) if each.startswith("story")]

    assert told("1S p 6S p p p, 12", "1S p 4S p p p, 12") == [
        "story: Table 1 bid the slam; table 2 had the tricks and stopped lower."
    ]
    assert told("1S 4H 4S 5H X p p p, 9", "1S 4H 4S p p p, 10") == [
        "story: At table 1 the doubled sacrifice lost less than the game at table 2."
    ]
    assert told("2S X p p p, 8", "2S p p p, 8") == [
        "story: At table 1 the double turned a part-score into a game, and it made."
    ]


def test_contracts_without_their_auctions_are_nobodys_choice() -> None:
    """840 between the rooms are 13 IMPs to the pair that sat North and South in the first."""
    found = compare(board("N=4S, 10", "E=4H, 10"))
    (pick,) = found.picks
    shown = ShownTables(("1",), ("2",), {"1": 0, "2": 0}, one_spot=True)
    said = "Four spades by North at table 1; four hearts by East at table 2"
    other_way = "Four hearts by East at table 2; four spades by North at table 1"
    lines = three_lines(found, pick)
    assert str(lines.tease) == "The same four hands: which contract?"
    assert str(lines.split) in (said, other_way)
    assert points(found)[1] in (
        "choices: The contract: four spades by North (1), four hearts by East (1).",
        "choices: The contract: four hearts by East (1), four spades by North (1).",
    )
    assert points(found)[-1] in (
        "deal: On this deal alone: 13 IMPs to N1.",
        "deal: On this deal alone: 13 IMPs to E2.",
    )
    beats = beat_lines(found, pick, shown)
    assert beats["decision-left"] == "Four spades by North at table 1."


def test_a_contract_alone_beside_an_auction_is_told_by_how_both_ended() -> None:
    found = compare(board("N=4S, 10", "1S p 2S p p p, 10"))
    assert points(found) == [
        "cards: The same four hands at both tables.",
        "table: Four spades by North, just made, at table 1.",
        "table: Two spades by North, 2 overtricks, at table 2.",
        "deal: On this deal alone: 6 IMPs to N1.",
    ]


def test_contracts_and_calls_by_name() -> None:
    names = {}
    for text in ("1C", "7D", "2HX", "4SXX", "1NT", "3NT"):
        contract = contract_of(text, 1)
        assert contract is not None
        names[text] = contract_name(ENGLISH, contract)
    assert names == {
        "1C": "one club", "7D": "seven diamonds", "2HX": "two hearts doubled",
        "4SXX": "four spades redoubled", "1NT": "one no-trump", "3NT": "three no-trumps",
    }  # fmt: skip
    calls = [
        move_name(ENGLISH, Move("auction", 1, each)) for each in ("pass", "double", "redouble")
    ]
    assert calls == ["pass", "double", "redouble"]
    assert move_name(ENGLISH, Move("lead", 1, "play", "Qh")) == "the queen of hearts"
    assert bid_name(language("es"), 4, "S") != bid_name(language("el"), 4, "S")
    assert [pair_name(ENGLISH, seat) for seat in (1, 2, 3, 4)] == [
        "North-South", "East-West", "North-South", "East-West",
    ]  # fmt: skip
    assert [side_letters(ENGLISH, seat) for seat in (3, 4)] == ["NS", "EW"]


def test_what_a_call_cost_has_no_tricks() -> None:
    cost = MoveCost(250, None, 170)
    assert cost_text(Move("auction", 3, "bid", "2S"), cost, COUNTED_IN) == ("South 2♠: 250 points")


def test_what_was_given_up_can_be_said_in_the_language_of_the_desk() -> None:
    """Every word in it is a message: seat, claim, tricks and points."""
    said = cost_text(Move("play", 3, "claim", 9), MoveCost(30, 1, 400), COUNTED_IN)
    assert said == "South claims 9 tricks in all: 1 trick, 30 points"
    what, tricks, amount = (said.fields[name] for name in ("what", "tricks", "amount"))
    parts = (what.fields["seat"], what.fields["call"], tricks, amount)
    assert [part.more or part.template for part in parts] == [
        "South", "claims {n} tricks in all", "{n} tricks", "{amount} points",
    ]  # fmt: skip


def in_rooms(deal: Deal, *names: str) -> Deal:
    plays = zip(deal.plays, names, strict=True)
    return replace(
        deal, plays=tuple(replace(play, table=name) for play, name in plays), tables=names
    )


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "en",
            "Two spades by North, 2 overtricks, in the closed room; four spades by North, just "
            "made, in the open room: 6 IMPs to S1",
        ),
        (
            "es",
            "2 picas, declarante Norte, 2 bazas de más, en la sala cerrada; 4 picas, "
            "declarante Norte, justo cumplido, en la sala abierta: 6 IMP para S1",
        ),
        (
            "el",
            "2 μπαστούνια, εκτελεστής Βορράς, 2 επιπλέον χαρτωσιές, στην κλειστή αίθουσα· "
            "4 μπαστούνια, εκτελεστής Βορράς, βγήκε ακριβώς, στην ανοιχτή αίθουσα: 6 IMPs για S1",
        ),
    ],
)
def test_a_room_of_a_match_is_called_one(code: str, said: str) -> None:
    found = compare(in_rooms(board(*GAME_AND_PART), "open", "CLOSED"))
    assert headline(found, code) == said


def test_rooms_in_stories_and_of_matches_at_several_tables() -> None:
    found = compare(in_rooms(board(*GAME_AND_PART), "Open", "Closed"))
    assert "story: The open room bid the game; the closed room stopped lower." in points(found)
    doubled = compare(in_rooms(board("2S X p p p, 8", "2S p p p, 8"), "7 Closed", "Open house"))
    said = points(doubled)
    assert (
        "story: In the closed room of table 7 the double turned a part-score into a game, and it "
        "made." in said
    )
    assert "table: Two spades by North, just made, at table Open house." in said
    assert table_forms("Poland-Sweden Open", "es")["at"] == "en la sala abierta de Poland-Sweden"
    assert table_forms("7 Closed", "el")["at"] == "στην κλειστή αίθουσα του τραπεζιού 7"

"""What is said of a table's hand alone, of results alone, of bridge with all cards in view; and the
short names of picks, positions and teams."""

from collections.abc import Mapping

import pytest
from bridge_boards import board
from hand_made import deal as made

from producer.compare import compare, with_all_cards
from producer.compare.model import Comparison
from producer.compare.whole_hand import whole_hand
from producer.events import Player, ResultsGame
from producer.games.line import Chips, Deal, DealKey, Play
from producer.wording import talking_points
from producer.wording.games.positions import position_name, position_on_signs
from producer.wording.hand_lines import hand_lines
from producer.wording.names.team_labels import nation, team_label, three_letters
from producer.wording.pick_titles import pick_title

CARDS = {1: "KcKs", 2: "JhJc", 3: "7d2c"}
BOARD = "Td5s9h5h4d"


# a table's hand alone: seat 1 has the button and opens, seat 2 posts the small blind


def said(line: str, cards: Mapping[int, str] = CARDS, language: str = "en") -> dict[str, str]:
    found = compare(made(dict(cards), BOARD, [line]))
    hand = whole_hand(found)
    assert hand is not None
    return hand_lines(found, hand, language)


def test_every_street_is_told_and_who_won() -> None:
    assert said("1r300 2c300 3f / 2x 1x / 2b400 1r1200 2c / 2x 1x") == {
        "cards": "1-1 on the button with kings.",
        "preflop": "Before the flop: 1-1 raises to 3, 1-2 calls.",
        "flop": "On the flop: everybody checks.",
        "turn": "On the turn, the five of hearts: 1-2 bets 4, 1-1 raises to 12, 1-2 calls.",
        "river": "On the river, the four of diamonds: everybody checks.",
        "result": "1-1 won 16 big blinds.",
    }


def test_of_many_moves_of_a_street_the_last_three_are_told() -> None:
    moves = "1r300 2r900 3f 1r2000 2c2000 / 2x 1x / 2x 1x / 2x 1x"
    assert (
        said(moves)["preflop"] == "Before the flop: 1-2 raises to 9, 1-1 raises to 20, 1-2 calls."
    )


def test_a_fold_is_told_where_it_ends_the_hand_or_is_alone() -> None:
    found = said("1r300 2f 3c300 / 3b400 1f")
    assert found["preflop"] == "Before the flop: 1-1 raises to 3, 1-3 calls."
    assert found["flop"] == "On the flop: 1-3 bets 4, 1-1 folds."
    assert found["result"] == "1-3 won 3.5 big blinds."
    assert said("1f 2f") == {
        "cards": "1-1 on the button with kings.",
        "preflop": "Before the flop: 1-2 folds.",
        "result": "1-3 won half a big blind.",
    }


def test_one_check_is_a_check_and_folds_in_between_are_left_out() -> None:
    found = said("1c100 2c100 3x / 2x 3b200 1c200 2f / 3x 1x / 3x 1x")
    assert found["flop"] == "On the flop: 1-2 checks, 1-3 bets 2, 1-1 calls."


# results alone


def results(*tables: dict[int, Chips]) -> Comparison:
    plays = tuple(
        Play(f"{n}", 1, 1, ResultsGame(), dict.fromkeys(won), {1: Player(name=f"A{n}")}, (), won)
        for n, won in enumerate(tables, 1)
    )
    key = DealKey("S", "A", 4)
    return compare(Deal(key, 1, {}, (), plays, tuple(play.table for play in plays)))


def test_of_results_alone_the_seat_that_is_furthest_apart_is_told() -> None:
    """Seat 2: from -300 at table 1 to +1,200 at table 3."""
    found = results({1: 300, 2: -300}, {1: 0, 2: 0}, {1: -1200, 2: 1200})
    assert [(each.about, each.text) for each in talking_points(found)] == [
        ("choices", "No line was recorded of this deal, only the results."),
        ("deal", "Seat 1: from -1,200 at table 3 to +300 at table 1, 1,500 chips apart."),
    ]
    facts = talking_points(found)[1].facts
    assert (facts["low"].value, facts["high"].value, facts["apart"].value) == (-1200, 300, 1500)
    assert facts["apart"].sources == ("/plays/3/result/1", "/plays/1/result/1")
    assert facts["seat"].value == 1


def test_of_equal_results_it_is_said_that_they_are() -> None:
    found = results({1: 300, 2: -300}, {1: 300, 2: -300})
    assert [each.text for each in talking_points(found)] == [
        "No line was recorded of this deal, only the results.",
        "On this deal alone, every seat finished alike at every table.",
    ]


# bridge with all cards in view: seven spades by North make, 1,510 points


def in_view(*lines: str, language: str = "en") -> list[str]:
    found = with_all_cards(compare(board(*lines)))
    texts = [str(each.text) for each in talking_points(found, language)]
    return [text for text in texts if "all cards visible" in text.casefold()]


def test_with_all_cards_in_view_the_choices_and_the_best_are_told() -> None:
    """South leaves one spade in at table 1, which gives up 1,250 points, and bids seven at 2."""
    assert in_view("1S p p p, Ah, 13", "1S p 7S p p p, Ah, 13") == [
        "With all cards visible to us, seven spades gave up nothing at table 2, "
        "pass gave up 1250 points at table 1.",
        "With all cards visible to us, best play by both sides comes to seven spades by North: "
        "1510 points to North-South.",
    ]


# short names


def test_a_pick_is_called_by_the_hand_and_the_street_and_else_by_the_position() -> None:
    lines = ["1r300 2c300 3f / 2x 1b400 2f", "1r300 2c300 3f / 2x 1b400 2c400 / 2x 1x / 2x 1x"]
    (pick, *_) = (found := compare(made(CARDS, BOARD, lines))).picks
    assert pick_title(found, pick) == "Jacks on the flop"
    unknown = made(CARDS, BOARD, lines)
    hidden = compare(
        Deal(unknown.key, 1, {1: unknown.cards[1]}, unknown.board, unknown.plays, unknown.tables)
    )
    (pick, *_) = [each for each in hidden.picks if each.seat == 2]
    assert pick_title(hidden, pick) == "The small blind on the flop"


@pytest.mark.parametrize(
    ("seat", "english", "spanish", "greek"),
    [
        (1, "small blind", "ciega pequeña", "σμολ μπλάιντ"),
        (2, "big blind", "ciega grande", "μπιγκ μπλάιντ"),
        (3, "under the gun", "UTG", "UTG"),
        (4, "hijack", "hijack", "χάιτζακ"),
        (5, "cutoff", "cutoff", "κάτοφ"),
        (6, "button", "botón", "μπάτον"),
    ],
)
def test_positions_on_signs_have_no_article(
    seat: int, english: str, spanish: str, greek: str
) -> None:
    table = (1, 2, 3, 4, 5, 6), 6, "ascending", seat
    assert [position_on_signs(*table, code) for code in ("en", "es", "el")] == [
        english, spanish, greek,
    ]  # fmt: skip
    assert position_on_signs((1, 2, 3), 9, "ascending", 1, "en") == "", "the button is nowhere"
    if seat != 3:
        assert position_name(english, "es") == spanish


@pytest.mark.parametrize(
    ("team", "letters", "code"),
    [
        ("Greece", "GRE", "GR"),
        ("Spain", "ESP", "ES"),
        ("Bosnia & Herzegovina", "BIH", "BA"),
        ("The Netherlands", "NED", "NL"),
        ("St. Lucia", "LCA", "LC"),
        ("Wales", "WAL", "WAL"),
        ("Kosovo", "KOS", "XK"),
        ("Oxford", "", ""),
    ],
)
def test_teams_named_after_countries_have_the_three_letters_of_sport(
    team: str, letters: str, code: str
) -> None:
    """The codes of the International Olympic Committee; Wales has FIFA's."""
    assert (three_letters(team), nation(team)) == (letters, code)


def test_a_country_is_written_in_the_language_of_the_graphic() -> None:
    assert team_label("Greece", "es") == "Grecia"
    assert team_label("The Netherlands", "es") == "Países Bajos"
    assert team_label("Saint Lucia", "es") == "Santa Lucía"
    assert team_label("The Netherlands", "en") == "The Netherlands"
    assert team_label("Oxford", "es") == "Oxford"

"""Deals with something missing or unusual: unknown cards, no teams, mixed rules, two tables."""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from producer.compare import compare, replays_of
from producer.compare.model import Comparison
from producer.events import HoldemGame, Player, Team
from producer.games.cards import parse_cards
from producer.games.line import Deal, DealKey, Move, Play
from producer.wording import LANGUAGES, headline, moment_line, talking_points

pytestmark = pytest.mark.xdist_group("wording")

GAME = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5000)
CARDS = {1: parse_cards("KcKs"), 2: parse_cards("JhJc")}
BOARD = parse_cards("Td5s9h5h4d")
HAND_WORDS = re.compile(
    r"\bkings?\b|\bjack|\bace\b|\bqueen|\brey|\bas-|\bdama|ρηγ|βαλέ|ντάμα|άσο", re.IGNORECASE
)


def play(
    table: str, line: str, first: int, game: HoldemGame = GAME, team: str | None = None
) -> Play:
    """Seat 1, on the button, scores ``first``; seat 2 the rest."""
    moves = []
    for each in line.split(";"):
        street, seat, action, *to = each.split()
        moves.append(Move(street, int(seat), action, int(to[0]) if to else None))
    players = {1: Player(name=f"Hero{table}", team=team), 2: Player(name=f"Rival{table}")}
    return Play(table, 1, 1, game, dict.fromkeys(players, game.stack), players, tuple(moves),
                {1: first, 2: -first})  # fmt: skip


def deal(
    *plays: Play,
    cards: Mapping[int, tuple[int, ...]] = CARDS,
    board: tuple[int, ...] = BOARD,
    tables: tuple[str, ...] = (),
    teams: Mapping[str, Team] | None = None,
) -> Deal:
    roster = tables or tuple(one.table for one in plays)
    return Deal(DealKey("s", "A", 1), 1, cards, board, plays, roster, "ascending", teams or {})


OPENED = "preflop 1 raise 300; preflop 2 call 300; flop 2 bet 400; "
CALLED = OPENED + "flop 1 call 400; turn 2 check; turn 1 check; river 2 check; river 1 check"


def called_or_folded(**changes: object) -> Comparison:
    plays = (play("1", CALLED, 700), play("2", OPENED + "flop 1 fold", -300))
    return compare(replace(deal(*plays), **changes))  # type: ignore[arg-type]


def texts(found: Comparison, language: str = "en") -> list[str]:
    return [one.text for one in talking_points(found, language, 75)]


def test_two_tables_and_players_without_teams() -> None:
    # 875 of the 990 boards are the kings', counted by pokerkit
    assert texts(called_or_folded()) == [
        "The same cards at both tables: kings in seat 1 against jacks in seat 2.",
        "On the flop, both tables faced the same spot, move for move: 4 big blinds to call, 10 to "
        "win.",
        "With the same information, one called and one folded.",
        "At table 1, Hero1 chose to call against Rival1's jacks and won 7 big blinds at the "
        "showdown: first of 2.",
        "At table 2, Hero2 chose to fold against Rival2's jacks and lost 3 big blinds: second of "
        "2.",
        "With these cards one of the 2 tables finished ahead: from a loss of 3 big blinds to a "
        "win of 7.",
        "On this deal, one of 75, they finished 10 big blinds apart: Hero1 5 above the average, "
        "Hero2 5 below it.",
        "With all cards visible to us, kings had 88% of the pot and a call needed 29%: by that "
        "price alone, an all-knowing player stays in.",
    ]
    greek = texts(called_or_folded(), "el")
    assert greek[0] == (
        "Τα ίδια φύλλα και στα δύο τραπέζια: ρηγάδες στη θέση 1 απέναντι σε βαλέδες στη θέση 2."
    )
    assert greek[3] == (
        "Στο τραπέζι 1, Hero1 επέλεξε το κολ απέναντι στους βαλέδες που έχει Rival1 και κέρδισε "
        "7 μπιγκ μπλάιντ στο άνοιγμα των φύλλων: πρώτο από τα 2."
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cards", [{}, {2: CARDS[2]}, {1: CARDS[1][:1]}])
def test_unknown_cards_are_not_named(language: str, cards: Mapping[int, tuple[int, ...]]) -> None:
    found = called_or_folded(cards=cards)
    said = talking_points(found, language, 75)
    assert not any(one.hindsight for one in said)
    told = " ".join(one.text for one in said)
    if 2 not in cards:
        assert not HAND_WORDS.search(told), told
    assert {fact.value for one in said for fact in one.facts.values() if fact.unit == "cards"} <= {
        "JhJc"
    }
    assert not HAND_WORDS.search(moment_line(found, language))
    assert 3 <= len(said) <= 8


def test_moment_line_of_unknown_cards_has_at_most_ten_words() -> None:
    opened = "preflop 1 raise 300; preflop 2 "
    plays = [
        play(
            str(n),
            opened + "call 300; flop 2 check; flop 1 check; turn 2 check; "
            "turn 1 check; river 2 check; river 1 check",
            300,
        )
        for n in range(1, 4)
    ]
    plays += [play(str(n), opened + "fold", 100) for n in range(4, 6)]
    plays.append(play("6", opened + "raise 900; preflop 1 fold", -300))
    found = compare(deal(*plays, cards={}))  # fmt: skip
    assert [moment_line(found, one) for one in LANGUAGES] == [
        "Seat 2, preflop: 3 called, 2 folded, 1 raised",
        "Asiento 2, preflop: 3 igualaron, 2 retirados, 1 subió",
        "Θέση 2, πριφλόπ: 3 κολ, 2 φολντ, 1 ρέιζ",
    ]
    known = compare(deal(*plays))
    assert [moment_line(known, one) for one in LANGUAGES] == [
        "Jacks before the flop: 3 called, 2 folded, 1 raised",
        "Jacks antes del flop: 3 igualaron, 2 retirados, 1 subió",
        "Βαλέδες πριν το φλοπ: 3 κολ, 2 φολντ, 1 ρέιζ",
    ]


def test_unknown_folded_cards_leave_the_equity_of_these_hands() -> None:
    """A third seat that folded unseen: the equity counts its cards as unknown."""
    three = {**CARDS, 3: ()}
    plays = []
    for table, line, first in (("1", CALLED, 700), ("2", OPENED + "flop 1 fold", -300)):
        one = play(table, f"preflop 1 raise 300; preflop 2 call 300; preflop 3 fold;"
                   f"{line.split(';', 2)[2]}", first)  # fmt: skip
        players = {**one.players, 3: Player(name="Third")}
        stacks = {1: 5000, 2: 5000, 3: 5000}
        plays.append(replace(one, players=players, stacks=stacks, result={1: first, 2: 100 - first,
                                                                          3: -100}))  # fmt: skip
    found = compare(deal(*plays, cards=three))
    said = talking_points(found, "en", 75)[-1]
    assert said.hindsight
    assert said.text.startswith("With the hands in play visible to us, kings had ")
    assert "all cards" not in said.text


@pytest.mark.parametrize(
    ("team", "language", "said"),
    [
        ("Oxford", "en", "At table 1, team Oxford chose to call against Rival1's jacks and"),
        (
            "Oxford",
            "es",
            "En la mesa 1, el equipo Oxford eligió igualar contra los jacks de Rival1",
        ),
        ("Oxford", "el", "Στο τραπέζι 1, η ομάδα Oxford επέλεξε το κολ απέναντι στους βαλέδες"),
        ("NED", "en", "At table 1, the Netherlands chose to call"),
        ("NED", "es", "En la mesa 1, los Países Bajos eligieron igualar contra los jacks"),
        ("NED", "el", "Στο τραπέζι 1, οι Κάτω Χώρες επέλεξαν το κολ απέναντι στους βαλέδες"),
    ],
)
def test_teams_with_and_without_articles(team: str, language: str, said: str) -> None:
    plays = (play("1", CALLED, 700, team=team), play("2", OPENED + "flop 1 fold", -300))
    teams = {"NED": Team(name="Netherlands"), "Oxford": Team(name="Oxford")}
    found = compare(deal(*plays, teams=teams))
    assert texts(found, language)[3].startswith(said)


def test_a_seat_without_a_player_is_named_by_its_number() -> None:
    found = called_or_folded()
    plays = tuple(replace(one, players={}) for one in found.deal.plays)
    found = replace(found, deal=replace(found.deal, plays=plays))
    assert texts(found)[3].startswith("At table 1, seat 1 chose to call against seat 2's jacks")
    # both are seat 1, so that the tables must tell them apart
    assert texts(found)[-2].endswith("table 1 5 above the average, table 2 5 below it.")
    assert "απέναντι στους βαλέδες της θέσης 2" in texts(found, "el")[3]


def test_unfinished_tables_are_not_counted() -> None:
    found = called_or_folded(tables=("1", "2", "3", "4"))
    assert texts(found)[0].startswith("The same cards at 2 of the 4 tables: kings")
    assert texts(found, "es")[0].startswith("Las mismas cartas en 2 de las 4 mesas: reyes")


LIMIT = HoldemGame(betting="fixed-limit", small_blind=5, big_blind=10)


def test_tables_under_other_rules_have_no_choice_to_compare() -> None:
    found = compare(
        deal(
            play("nl", "preflop 1 raise 200; preflop 2 fold", 100),
            play("fl", "preflop 1 raise 20; preflop 2 call 20; flop 2 check; flop 1 bet 10; "
                 "flop 2 fold", 20, LIMIT),
        )
    )  # fmt: skip
    assert found.unit == "bb"
    told = texts(found)
    assert told[1] == "The tables played under different rules; amounts are big blinds."
    assert told[2] == "No two tables chose differently in the same spot."
    assert headline(found) == "No choice to compare at 2 tables"
    assert headline(found, "es") == "Ninguna decisión que comparar en 2 mesas"


def test_amounts_are_big_blinds_where_two_tables_played_under_other_rules() -> None:
    found = compare(
        deal(
            play("1", "preflop 1 raise 200; preflop 2 fold", 100),
            play("2", "preflop 1 raise 200; preflop 2 call 200; flop 2 check; flop 1 bet 100; "
                 "flop 2 fold", 200),
            play("fl", "preflop 1 raise 20; preflop 2 fold", 10, LIMIT),
        )
    )  # fmt: skip
    said = talking_points(found, "en", 75)
    told = [one.text for one in said]
    assert told[1] == "The tables played under different rules; amounts are big blinds."
    spot = "2 of the 3 tables faced the same spot, move for move: 1 big blind to call, 3 to win."
    assert told[2].endswith(spot)
    assert "At table 2, Rival2 chose to call against Hero2's kings and lost 2 big blinds" in (
        " ".join(told)
    )
    assert said[-2].facts["gap"].value == Fraction(1)


def test_a_price_that_differs_between_tables_is_left_out() -> None:
    """Two tables that a producer shows together though one of them plays with an ante."""
    ante = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5000, ante=50)
    plays = (
        play("1", "preflop 1 raise 200; preflop 2 fold", 100),
        play("2", "preflop 1 raise 200; preflop 2 call 200; flop 2 check; flop 1 bet 100; "
             "flop 2 fold", 200),
    )  # fmt: skip
    found = compare(deal(*plays))
    other = deal(plays[0], replace(plays[1], game=ante))
    mixed = replace(found, deal=other, replays=replays_of(other))
    spot = next(one for one in texts(mixed) if "same spot" in one)
    assert spot == "Before the flop, both tables faced the same spot, move for move."


def test_few_sizes_are_listed_and_many_given_as_a_range() -> None:
    plays = [play(str(n), f"preflop 1 raise {to}; preflop 2 fold", 100)
             for n, to in enumerate((200, 200, 250, 300, 250), 1)]  # fmt: skip
    few = compare(deal(*plays))
    assert texts(few)[2] == (
        "With the same information, 2 raised to 2 big blinds, 2 raised to 2.5 big blinds, and one "
        "raised to 3 big blinds."
    )
    assert moment_line(few) == "Kings before the flop: 3 raise sizes"
    assert texts(few, "es")[2] == (
        "Con la misma información, 2 subieron a 2 ciegas grandes, 2 subieron a 2,5 ciegas grandes "
        "y una subió a 3 ciegas grandes."
    )
    many = compare(deal(*plays, play("6", "preflop 1 raise 225; preflop 2 fold", 100)))
    assert texts(many)[2] == ("With the same information, 6 raised to between 2 and 3 big blinds.")
    # everybody won the same, whatever the size
    assert any(text == "With these cards all 6 tables finished with a win of 1 big blind."
               for text in texts(many))  # fmt: skip
    assert texts(many)[-2] == (
        "On this deal, one of 75, they finished level, right on the average."
    )


def test_tables_that_played_alike() -> None:
    plays = [play(str(n), "preflop 1 raise 200; preflop 2 fold", 100) for n in range(1, 4)]
    found = compare(deal(*plays))
    assert headline(found) == "Played alike at all 3 tables"
    assert texts(found) == [
        "The same cards at all 3 tables: kings in seat 1.",
        "All 3 tables played it alike, move for move.",
        "On this deal, one of 75, seat 1 won 1 big blind at every table.",
    ]
    assert texts(compare(deal(*plays[:2])), "es") == [
        "Las mismas cartas en ambas mesas: reyes en el asiento 1.",
        "Ambas mesas la jugaron igual, jugada por jugada.",
        "En esta mano, una de 75, el asiento 1 ganó 1 ciega grande en cada mesa.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_table_or_none_has_nothing_to_compare(language: str) -> None:
    one = compare(deal(play("1", CALLED, 700)))
    assert talking_points(one, language, 75) == ()
    assert headline(one, language).split()[0] in ("One", "Una", "Ένα")
    none = compare(deal(tables=("1", "2")))
    assert talking_points(none, language, 75) == ()
    assert headline(none, language).startswith("0 ")

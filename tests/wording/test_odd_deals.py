"""Deals with something missing or unusual: unknown cards, no teams, mixed rules, two tables."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from producer.compare import compare, replays_of
from producer.compare.model import Comparison
from producer.events import HoldemGame, Player, Team
from producer.games.cards import parse_cards
from producer.games.line import Deal, DealKey, Move, Play
from producer.wording import LANGUAGES, headline, moment_line, talking_points, three_lines
from producer.wording.beat_lines import beat_lines
from producer.wording.language import language as speak
from producer.wording.narration import Narration
from producer.wording.situation import same_cards
from producer.wording.tellers import ShownTables

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
        "The same cards at both tables: kings on the button against jacks in the big blind.",
        "On the flop, both tables faced the same spot, move for move: 4 big blinds to call, with "
        "10 to win.",
        "With the same information, one called and one folded.",
        "At table 1, Hero1 called against Rival1's jacks and won 7 big blinds at showdown.",
        "At table 2, Hero2 folded against Rival2's jacks and lost 3 big blinds.",
        "With these cards only one of the two tables came out ahead: results ran from losing 3 "
        "big blinds to winning 7.",
        "On this deal, one of 75, Hero1 finished 10 big blinds ahead of Hero2.",
        "With all cards visible to us, kings had an 88% chance and needed 29% to call: by that "
        "price alone, anyone seeing every card stays in.",
    ]
    greek = texts(called_or_folded(), "el")
    assert greek[0] == (
        "Τα ίδια φύλλα και στα δύο τραπέζια: ρηγάδες στο μπάτον απέναντι σε βαλέδες στο μπιγκ "
        "μπλάιντ."
    )
    assert greek[3] == (
        "Στο τραπέζι 1, Hero1 έκανε κολ απέναντι στους βαλέδες που έχει Rival1 και κέρδισε 7 "
        "μπιγκ μπλάιντ στο άνοιγμα των φύλλων."
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cards", [{}, {2: CARDS[2]}, {1: CARDS[1][:1]}])
def test_unknown_cards_are_not_named(language: str, cards: Mapping[int, tuple[int, ...]]) -> None:
    found = called_or_folded(cards=cards)
    said = talking_points(found, language, 75)
    assert not any(one.hindsight for one in said)
    output = " ".join(one.text for one in said)
    if 2 not in cards:
        assert not HAND_WORDS.search(output), output
    assert {fact.value for one in said for fact in one.facts.values() if fact.unit == "cards"} <= {
        "JhJc"
    }
    assert not HAND_WORDS.search(moment_line(found, language))
    assert 3 <= len(said) <= 8


def test_moment_line_of_unknown_cards_names_the_position() -> None:
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
        "The big blind, preflop: three called, two folded, one raised",
        "La ciega grande, preflop: tres igualan, dos se retiran, una sube",
        "Το μπιγκ μπλάιντ, πριφλόπ: τρία κολ, δύο φολντ, ένα ρέιζ",
    ]
    known = compare(deal(*plays))
    assert [moment_line(known, one) for one in LANGUAGES] == [
        "Jacks preflop: three called, two folded, one raised",
        "Jacks preflop: tres igualan, dos se retiran, una sube",
        "Βαλέδες πριφλόπ: τρία κολ, δύο φολντ, ένα ρέιζ",
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
        ("Oxford", "en", "At table 1, team Oxford called against Rival1's jacks and"),
        (
            "Oxford",
            "es",
            "En la mesa 1, el equipo Oxford igualó ante los jacks de Rival1",
        ),
        ("Oxford", "el", "Στο τραπέζι 1, η ομάδα Oxford έκανε κολ απέναντι στους βαλέδες"),
        ("NED", "en", "At table 1, the Netherlands called"),
        ("NED", "es", "En la mesa 1, los Países Bajos igualaron ante los jacks"),
        ("NED", "el", "Στο τραπέζι 1, η Ολλανδία έκανε κολ απέναντι στους βαλέδες"),
    ],
)
def test_teams_with_and_without_articles(team: str, language: str, said: str) -> None:
    plays = (play("1", CALLED, 700, team=team), play("2", OPENED + "flop 1 fold", -300))
    teams = {"NED": Team(name="Netherlands"), "Oxford": Team(name="Oxford")}
    found = compare(deal(*plays, teams=teams))
    assert texts(found, language)[3].startswith(said)


@pytest.mark.parametrize(
    ("third", "said"),
    [
        (-1300, "Hero1 was 10 above the average, Hero2 was right on it"),
        (1700, "Hero1 was right on the average, Hero2 was 10 below it"),
        (-1900, "Hero1 was 12 above the average, Hero2 was 2 above it"),
        (2300, "Hero1 was 2 below the average, Hero2 was 12 below it"),
        (200, "Hero1 was 5 above the average, Hero2 was 5 below it"),
    ],
)
def test_both_results_against_the_average_of_three_tables(third: int, said: str) -> None:
    """In a session of two deals; 700, -300 and the third result over three, in hundreds."""
    found = three_tables(700, -300, third)
    (closing,) = [one.text for one in talking_points(found, "en", 2) if one.about == "deal"]
    assert closing == f"On this deal, one of 2, they finished 10 big blinds apart: {said}."


@pytest.mark.parametrize(
    ("third", "said"),
    [(-300, "right on the average"), (300, "2 below the average"), (-900, "2 above the average")],
)
def test_equal_results_against_the_average_of_three_tables(third: int, said: str) -> None:
    found = three_tables(-300, -300, third)
    (closing,) = [one.text for one in talking_points(found, "en", 1) if one.about == "deal"]
    assert closing == f"On this deal alone, they finished level, {said}."


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ((300, 300, 300), "all three tables won 3 big blinds"),
        ((-300, -300, -300), "all three tables lost 3 big blinds"),
        ((0, 0, 0), "all three tables broke even"),
        (
            (-300, -500, 0),
            "none of the three tables came out ahead: results ran from losing 5 big blinds to "
            "breaking even",
        ),
        (
            (100, 300, 500),
            "all three tables came out ahead: results ran from winning 1 big blind to winning 5",
        ),
        (
            (-100, 300, 500),
            "two of the three tables came out ahead: results ran from losing 1 big blind to "
            "winning 5",
        ),
    ],
)
def test_one_seat_over_all_tables(results: tuple[int, int, int], said: str) -> None:
    found = three_tables(*results)
    (field,) = [one.text for one in talking_points(found, "en", 75) if one.about == "field"]
    assert field == f"With these cards {said}."


def three_tables(called: int, folded: int, third: int) -> Comparison:
    """The third table called too."""
    plays = play("1", CALLED, called), play("2", OPENED + "flop 1 fold", folded)
    return compare(deal(*plays, play("3", CALLED, third)))


def test_a_seat_without_a_player_is_named_by_its_position() -> None:
    found = called_or_folded()
    plays = tuple(replace(one, players={}) for one in found.deal.plays)
    found = replace(found, deal=replace(found.deal, plays=plays))
    assert texts(found)[3].startswith("At table 1, the button called against the big blind's jacks")
    # both are on the button, so that the tables must tell them apart
    assert texts(found)[-2].endswith("table 1 finished 10 big blinds ahead of table 2.")
    assert "απέναντι στους βαλέδες του μπιγκ μπλάιντ" in texts(found, "el")[3]


def test_without_a_position_the_seat_is_named_by_its_number() -> None:
    """The button is at an empty seat."""
    found = called_or_folded()
    moved = replace(found, deal=replace(found.deal, button=3))
    said = same_cards(Narration(speak("en"), moved, None), [1, 2])
    assert str(said) == "The same cards at both tables: kings in seat 1 against jacks in seat 2"


def test_facing_the_cap_the_question_is_who_calls() -> None:
    """Pot-limit with a cap of 50 big blinds: after the raise to it nobody can raise."""
    raised = "preflop 1 raise 300; preflop 2 raise 900; preflop 1 raise 2700; preflop 2 raise 5000"
    called = play("1", f"{raised}; preflop 1 call 5000", 5000)
    found = compare(deal(called, play("2", f"{raised}; preflop 1 fold", -2700)))
    assert found.best is not None
    assert [str(three_lines(found, found.best, one).tease) for one in LANGUAGES] == [
        "Kings preflop, 23 to call, 77 in the pot. Two tables, same cards: who calls?",
        "Reyes preflop, 23 para igualar, 77 en el bote. Dos mesas, las mismas cartas: ¿quién "
        "iguala?",
        "Ρηγάδες πριφλόπ, 23 για κολ, 77 στο ποτ. Δύο τραπέζια, ίδια φύλλα: ποιος κάνει κολ;",
    ]


def test_a_fold_for_nothing_lost_nothing() -> None:
    """The button folds without having put in a chip; the others leave it half a big blind."""
    three = {**CARDS, 3: parse_cards("7c2d")}
    plays = []
    for table, line, score in (
        ("1", "preflop 1 fold; preflop 2 fold", {1: 0, 2: -50, 3: 50}),
        ("2", "preflop 1 raise 250; preflop 2 fold; preflop 3 fold", {1: 150, 2: -50, 3: -100}),
        ("3", "preflop 1 fold; preflop 2 fold", {1: 0, 2: -50, 3: 50}),
    ):
        one = play(table, line, 0)
        players = {**one.players, 3: Player(name=f"Third{table}")}
        stacks = dict.fromkeys(players, 5000)
        plays.append(replace(one, players=players, stacks=stacks, result=score))
    found = compare(deal(*plays, cards=three))
    said = texts(found)
    assert "At table 1, Hero1 folded and lost nothing: tied for second of three." in said
    assert "En la mesa 1, Hero1 se retiró y no perdió nada: con empate en el segundo puesto " \
        "entre las tres mesas." in texts(found, "es")  # fmt: skip
    assert moment_line(found) == "Kings preflop: two folded, one raised"
    assert headline(found) == "Same kings: Hero2 wins 1.5, Hero1 breaks even"
    assert any("only one of the three tables came out ahead: results ran from breaking even to "
               "winning 1.5 big blinds" in text for text in said)  # fmt: skip


def test_a_hand_that_cannot_win_was_already_beaten() -> None:
    """On the river sixes on the board beat nothing: jacks against kings, all cards out."""
    opened = OPENED + "flop 1 call 400; turn 2 check; turn 1 check; river 2 check; river 1 bet 500"
    plays = (
        play("1", opened + "; river 2 call 500", 1200),
        play("2", opened + "; river 2 fold", 700),
    )
    found = compare(deal(*plays))
    assert [texts(found, one)[-1] for one in LANGUAGES] == [
        "With all cards visible to us, jacks were already beaten: anyone seeing every card folds.",
        "Con todas las cartas a la vista, los jacks ya no tenían ninguna opción: quien viera todas "
        "las cartas se retiraría.",
        "Για εμάς που βλέπουμε όλα τα φύλλα, οι βαλέδες είχαν ήδη χάσει: όποιος έβλεπε όλα τα "
        "φύλλα θα έκανε φολντ.",
    ]


def test_unfinished_tables_are_not_counted() -> None:
    found = called_or_folded(tables=("1", "2", "3", "4"))
    assert texts(found)[0].startswith("The same cards at two of the four tables: kings")
    assert texts(found, "es")[0].startswith("Las mismas cartas en dos de las cuatro mesas: reyes")


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
    output = texts(found)
    assert output[1] == "The tables played under different rules; all amounts are in big blinds."
    assert output[2] == "No two tables chose differently in the same spot."
    assert headline(found) == "No choice to compare at two tables"
    assert headline(found, "es") == "Ninguna decisión que comparar en dos mesas"


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
    output = [one.text for one in said]
    assert output[1] == "The tables played under different rules; all amounts are in big blinds."
    spot = "faced the same spot, move for move: 1 big blind to call, with 3 to win."
    assert output[2].endswith(spot)
    assert "At table 2, Rival2 called against Hero2's kings and lost 2 big blinds" in (
        " ".join(output)
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
        "With the same information, two raised to 2 big blinds, two raised to 2.5 big blinds, and "
        "one raised to 3 big blinds."
    )
    assert moment_line(few) == "Kings preflop: three raise sizes"
    assert texts(few, "es")[2] == (
        "Con la misma información, dos subieron a 2 ciegas grandes, dos subieron a 2,5 ciegas "
        "grandes y una subió a 3 ciegas grandes."
    )
    many = compare(deal(*plays, play("6", "preflop 1 raise 225; preflop 2 fold", 100)))
    assert texts(many)[2] == (
        "With the same information, six raised to between 2 and 3 big blinds."
    )
    # everybody won the same, whatever the size
    assert any(text == "With these cards all six tables won 1 big blind."
               for text in texts(many))  # fmt: skip
    assert texts(many)[-2] == (
        "On this deal, one of 75, they finished level, right on the average."
    )


def test_tables_that_played_alike() -> None:
    plays = [play(str(n), "preflop 1 raise 200; preflop 2 fold", 100) for n in range(1, 4)]
    found = compare(deal(*plays))
    assert headline(found) == "Played alike at all three tables"
    assert texts(found) == [
        "The same cards at all three tables: kings on the button.",
        "All three tables played it alike, move for move.",
        "On this deal, one of 75, the button won 1 big blind at every table.",
    ]
    assert texts(compare(deal(*plays[:2])), "es") == [
        "Las mismas cartas en ambas mesas: reyes en el botón.",
        "Ambas mesas la jugaron igual, con la misma secuencia de acciones.",
        "En esta mano, una de 75, el botón ganó 1 ciega grande en todas las mesas.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_table_or_none_has_nothing_to_compare(language: str) -> None:
    one = compare(deal(play("1", CALLED, 700), tables=("1", "2")))
    assert talking_points(one, language, 75) == ()
    assert headline(one, language).split()[0] in ("One", "Una", "Ένα")
    none = compare(deal(tables=("1", "2")))
    assert talking_points(none, language, 75) == ()
    assert headline(none, language).startswith("0 ")


@pytest.mark.parametrize(
    ("language", "won"), [("en", "won 7 big blinds"), ("es", "ganó 7"), ("el", "κέρδισε 7")]
)
def test_of_the_only_table_it_is_said_who_won(language: str, won: str) -> None:
    """Seat 1 won 700 chips at blinds of 50 and 100."""
    assert won in headline(compare(deal(play("1", CALLED, 700))), language)


def beats_of(
    found: Comparison, right: Sequence[str], *, one_spot: bool = True
) -> Mapping[str, str]:
    pick = found.best
    assert pick is not None
    tables = ("1", *right)
    shown = ShownTables(("1",), tuple(right), dict.fromkeys(tables, len(pick.history)), one_spot)
    return beat_lines(found, pick, shown)


def test_up_to_three_tables_are_named_and_more_are_counted() -> None:
    plays = [play("1", CALLED, 700)]
    plays += [play(str(n), OPENED + "flop 1 fold", -300) for n in range(2, 6)]
    found = compare(deal(*plays))
    assert beats_of(found, "234")["decision-right"] == "Hero2, Hero3, and Hero4 fold."
    many = beats_of(found, "2345")["decision-right"]
    assert "Hero" not in many
    assert "four folded and one called" in many


@pytest.mark.parametrize(
    ("won", "said"),
    [
        ((700, 400), "Same kings: China wins 7, Brazil 4"),
        ((60, 40), "Same kings: China wins 0.6, Brazil 0.4"),
        ((-40, -60), "Same kings: China loses 0.4, Brazil 0.6"),
        ((60, -40), "Same kings: China wins 0.6, Brazil loses 0.4"),
    ],
)
def test_the_headline_says_once_what_both_did(won: tuple[int, int], said: str) -> None:
    """Blinds are 50 and 100, and some results are below a big blind."""
    called = play("1", CALLED, won[0], team="CHN")
    folded = play("2", OPENED + "flop 1 fold", won[1], team="BRA")
    teams = {"CHN": Team(name="China"), "BRA": Team(name="Brazil")}
    assert headline(compare(deal(called, folded, teams=teams))) == said


def test_how_far_apart_they_finished_or_that_they_finished_level() -> None:
    """Blinds are 50 and 100."""
    called, folded = play("1", CALLED, 700), play("2", OPENED + "flop 1 fold", -300)
    assert beats_of(compare(deal(called, folded)), "2")["ranking"] == (
        "On this deal alone, they finished 10 big blinds apart."
    )
    same = replace(called, result=folded.result)
    assert beats_of(compare(deal(same, folded)), "2")["ranking"] == (
        "On this deal alone, they finished level."
    )


def test_tables_that_came_by_different_moves_are_not_called_the_same() -> None:
    found = called_or_folded()
    assert beats_of(found, "2", one_spot=False)["line"] == "They come here by different moves."
    assert "both tables faced the same spot" in beats_of(found, "2")["line"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_that_is_not_everywhere_in_one_position_is_named_by_its_number(
    language: str,
) -> None:
    """At the second table a third player sits, so that seat 2 is another position there."""
    found = called_or_folded()
    assert Narration(speak(language), found).position(2).facts[""].unit == "position"
    first, second = found.deal.plays
    three = replace(second, stacks={1: 5000, 2: 5000, 3: 5000})
    mixed = replace(found, deal=replace(found.deal, plays=(first, three)))
    fact = Narration(speak(language), mixed).position(2).facts[""]
    assert (fact.value, fact.unit) == (2, "seat")
    assert fact.sources[0].startswith("/plays/1/")


def test_of_a_seat_that_nobody_finished_the_position_is_said_all_the_same() -> None:
    found = called_or_folded()
    plays = tuple(replace(one, result={}) for one in found.deal.plays)
    unfinished = replace(found, deal=replace(found.deal, plays=plays))
    spoken = Narration(speak("en"), unfinished).position(2)
    assert str(spoken) == str(Narration(speak("en"), found).position(2))

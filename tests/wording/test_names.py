"""Countries, teams, hands, cards and numbers in the forms that three languages ask for."""

from fractions import Fraction

import pytest
from babel.core import Locale

from producer.games.cards import DECK, parse_cards
from producer.simulate.roster import NATIONS
from producer.wording import LANGUAGES, card_name, hand_name
from producer.wording.games.hands import hand_phrase
from producer.wording.games.positions import position, position_forms, position_name
from producer.wording.language import language as speak
from producer.wording.names.countries import _rows, country, country_forms
from producer.wording.names.teams import team_forms
from producer.wording.numbers import amount, count, listed, ordinal, share
from producer.wording.phrases import plain

GUIDE = ("Argentina", "Brazil", "China", "Denmark", "Ecuador", "Finland")
NATIONS_CUPS = (
    "Australia", "Austria", "Belgium", "Bulgaria", "Chinese Taipei", "Croatia", "Cyprus",
    "Czech Republic", "England", "Estonia", "France", "Germany", "Gibraltar", "Great Britain",
    "Hungary", "India", "Iran", "Israel", "Italy", "Kosovo", "Latvia", "Lithuania", "Malta",
    "Netherlands", "The Netherlands", "Northern Ireland", "Norway", "Portugal", "Romania", "Russia",
    "Scotland", "Serbia", "Singapore", "Slovakia", "Slovenia", "Sweden", "Switzerland", "Tanzania",
    "Turkey", "Ukraine", "United Kingdom", "USA", "Wales",
)  # fmt: skip

OURS = {
    "es": {"TW": "China Taipéi", "HK": "Hong Kong"},
    "el": {
        "TW": "Κινεζική Ταϊπέι", "HK": "Χονγκ Κονγκ", "EC": "Εκουαδόρ",
        "BA": "Βοσνία-Ερζεγοβίνη", "NL": "Ολλανδία",
    },
}  # fmt: skip
"""Names that broadcasters use instead of those in the Unicode table of territories."""


def test_the_country_table_has_the_teams_of_the_game() -> None:
    assert len(_rows()) >= 60
    for name in (*GUIDE, *NATIONS_CUPS, *(nation.name for nation in NATIONS)):
        assert country(name) is not None, name


@pytest.mark.parametrize("language", ["es", "el"])
def test_names_are_those_of_the_unicode_table(language: str) -> None:
    territories = Locale(language).territories
    articles = {"la", "el", "los", "las", "ο", "η", "το", "οι", "τα"}
    for code in _rows():
        if code not in territories:
            continue
        name = country_forms(code, language)[0][""]
        first, _, rest = name.partition(" ")
        bare = rest if first in articles else name
        assert bare == OURS[language].get(code, territories[code]), code


def test_english_names_are_those_of_the_unicode_table() -> None:
    territories = Locale("en").territories
    ours = {"TW": "Chinese Taipei", "HK": "Hong Kong", "BA": "Bosnia and Herzegovina",
            "TR": "Turkey"}  # fmt: skip
    for code in set(_rows()) & set(territories):
        name = country_forms(code, "en")[0][""].removeprefix("the ")
        assert name == ours.get(code, territories[code])


@pytest.mark.parametrize(
    ("name", "nominative", "genitive", "accusative", "after_se"),
    [
        ("Brazil", "η Βραζιλία", "της Βραζιλίας", "τη Βραζιλία", "στη Βραζιλία"),
        ("China", "η Κίνα", "της Κίνας", "την Κίνα", "στην Κίνα"),
        ("Ecuador", "το Εκουαδόρ", "του Εκουαδόρ", "το Εκουαδόρ", "στο Εκουαδόρ"),
        ("Canada", "ο Καναδάς", "του Καναδά", "τον Καναδά", "στον Καναδά"),
        ("Mexico", "το Μεξικό", "του Μεξικού", "το Μεξικό", "στο Μεξικό"),
        ("Belgium", "το Βέλγιο", "του Βελγίου", "το Βέλγιο", "στο Βέλγιο"),
        ("Cyprus", "η Κύπρος", "της Κύπρου", "την Κύπρο", "στην Κύπρο"),
        ("Netherlands", "η Ολλανδία", "της Ολλανδίας", "την Ολλανδία", "στην Ολλανδία"),
        ("Philippines", "οι Φιλιππίνες", "των Φιλιππίνων", "τις Φιλιππίνες", "στις Φιλιππίνες"),
        ("New Zealand", "η Νέα Ζηλανδία", "της Νέας Ζηλανδίας", "τη Νέα Ζηλανδία",
         "στη Νέα Ζηλανδία"),
        ("Turkey", "η Τουρκία", "της Τουρκίας", "την Τουρκία", "στην Τουρκία"),
        ("Denmark", "η Δανία", "της Δανίας", "τη Δανία", "στη Δανία"),
    ],
)  # fmt: skip
def test_greek_cases(
    name: str, nominative: str, genitive: str, accusative: str, after_se: str
) -> None:
    found, _ = team_forms(name, "el")
    assert (found[""], found["of"], found["acc"], found["at"]) == (
        nominative, genitive, accusative, after_se,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "said", "of", "number"),
    [
        ("Ecuador", "Ecuador", "de Ecuador", 1),
        ("The Netherlands", "los Países Bajos", "de los Países Bajos", 2),
        ("UK", "el Reino Unido", "del Reino Unido", 1),
        ("El Salvador", "El Salvador", "de El Salvador", 1),
        ("United States", "Estados Unidos", "de Estados Unidos", 1),
        ("Dominican Republic", "la República Dominicana", "de la República Dominicana", 1),
    ],
)
def test_spanish_articles(name: str, said: str, of: str, number: int) -> None:
    found, agreement = team_forms(name, "es")
    assert (found[""], found["of"], agreement) == (said, of, number)


def test_english_articles_and_possessives() -> None:
    found = team_forms("USA", "en")[0]
    assert (found[""], found["poss"]) == ("the United States", "the United States'")
    assert team_forms("Brazil", "en")[0]["poss"] == "Brazil's"


def test_a_country_is_recognised_in_every_language() -> None:
    assert [country(name) for name in ("Brasil", "Βραζιλία", "η Βραζιλία", "BRAZIL")] == ["BR"] * 4
    assert country("Brazil 2") is None
    assert country("") is None


def test_any_other_team_gets_no_article() -> None:
    assert team_forms("Oxford", "en")[0][""] == "team Oxford"
    assert team_forms("Team Liquid", "en")[0][""] == "Team Liquid"
    assert team_forms("Oxford", "es")[0]["of"] == "del equipo Oxford"
    found, number = team_forms("Oxford", "el")
    assert (found[""], found["of"], found["at"], number) == (
        "η ομάδα Oxford", "της ομάδας Oxford", "στην ομάδα Oxford", 1,
    )  # fmt: skip
    # a country that the table lacks is still said in the language
    assert team_forms("Namibia", "el")[0]["of"] == "της ομάδας Ναμίμπια"


@pytest.mark.parametrize(
    ("cards", "english", "spanish", "greek"),
    [
        ("KcKs", "kings", "reyes", "ρηγάδες"),
        ("AhKd", "ace-king", "as-rey", "άσος-ρήγας"),
        ("KdAh", "ace-king", "as-rey", "άσος-ρήγας"),
        ("JhJc", "jacks", "jacks", "βαλέδες"),
        ("6s6c", "sixes", "seises", "εξάρια"),
        ("9s3c", "nine-three", "nueve-tres", "εννιάρι-τριάρι"),
        ("QdTd", "queen-ten", "dama-diez", "ντάμα-δεκάρι"),
        ("Kc", "", "", ""),
        ("", "", "", ""),
    ],
)
def test_hands(cards: str, english: str, spanish: str, greek: str) -> None:
    held = parse_cards(cards)
    assert [hand_name(held, one) for one in LANGUAGES] == [english, spanish, greek]


@pytest.mark.parametrize(
    ("cards", "the", "at", "acc"),
    [
        ("KcKs", "los reyes", "στους ρηγάδες", "ρηγάδες"),
        ("QcQs", "las damas", "στις ντάμες", "ντάμες"),
        ("AcAs", "los ases", "στους άσους", "άσους"),
        ("TcTs", "los dieces", "στα δεκάρια", "δεκάρια"),
        ("AhKd", "el as-rey offsuit", "στον άσο-ρήγα οφσούτ", "άσο-ρήγα οφσούτ"),
        ("QhJh", "la dama-jack suited", "στην ντάμα-βαλέ σούτεντ", "ντάμα-βαλέ σούτεντ"),
        ("9h2d", "el nueve-dos offsuit", "στο εννιάρι-δυάρι οφσούτ", "εννιάρι-δυάρι οφσούτ"),
    ],
)
def test_hands_with_articles_and_cases(cards: str, the: str, at: str, acc: str) -> None:
    held = parse_cards(cards)
    assert hand_phrase(speak("es"), held).forms["the"] == the
    greek = hand_phrase(speak("el"), held).forms
    assert (greek["at"], greek["acc"]) == (at, acc)


def test_cards() -> None:
    queen = parse_cards("Qd")[0]
    said = [card_name(queen, one) for one in LANGUAGES]
    assert said == ["the queen of diamonds", "la dama de diamantes", "την ντάμα καρό"]
    assert card_name(parse_cards("As")[0], "el") == "τον άσο μπαστούνι"
    for one in LANGUAGES:
        assert len({card_name(card, one) for card in DECK}) == 52


@pytest.mark.parametrize(
    ("value", "english", "spanish", "greek"),
    [
        (Fraction(1), "1 big blind", "1 ciega grande", "1 μπιγκ μπλάιντ"),
        (Fraction(2), "2 big blinds", "2 ciegas grandes", "2 μπιγκ μπλάιντ"),
        (Fraction(1, 2), "half a big blind", "media ciega grande", "μισό μπιγκ μπλάιντ"),
        (Fraction(-1, 2), "half a big blind", "media ciega grande", "μισό μπιγκ μπλάιντ"),
        (Fraction(3, 2), "1.5 big blinds", "1,5 ciegas grandes", "1,5 μπιγκ μπλάιντ"),
        (Fraction(-63, 2), "31.5 big blinds", "31,5 ciegas grandes", "31,5 μπιγκ μπλάιντ"),
        (Fraction(265, 12), "22.1 big blinds", "22,1 ciegas grandes", "22,1 μπιγκ μπλάιντ"),
        (Fraction(49, 20), "2.5 big blinds", "2,5 ciegas grandes", "2,5 μπιγκ μπλάιντ"),
        (Fraction(99, 100), "1 big blind", "1 ciega grande", "1 μπιγκ μπλάιντ"),
        (Fraction(1, 25), "under 0.1 big blinds", "menos de 0,1 ciegas grandes",
         "κάτω από 0,1 μπιγκ μπλάιντ"),
        (Fraction(0), "0 big blinds", "0 ciegas grandes", "0 μπιγκ μπλάιντ"),
        (Fraction(12345), "12,345 big blinds", "12.345 ciegas grandes", "12.345 μπιγκ μπλάιντ"),
    ],
)  # fmt: skip
def test_amounts(value: Fraction, english: str, spanish: str, greek: str) -> None:
    assert [str(amount(speak(one), value)) for one in LANGUAGES] == [english, spanish, greek]


@pytest.mark.parametrize(
    ("value", "english", "spanish"),
    [
        (Fraction(17, 18), "94%", "94 %"),
        (Fraction(1, 2000), "0.1%", "0,1 %"),
        (Fraction(1999, 2000), "99.9%", "99,9 %"),
        (Fraction(1), "100%", "100 %"),
        (Fraction(0), "0%", "0 %"),
        (Fraction(1, 8), "13%", "13 %"),
    ],
)
def test_only_exact_shares_are_0_or_100_percent(
    value: Fraction, english: str, spanish: str
) -> None:
    assert str(share(speak("en"), value)) == str(share(speak("el"), value)).replace(",", ".")
    assert str(share(speak("en"), value)) == english
    assert str(share(speak("es"), value)) == spanish.replace(" ", "\N{NO-BREAK SPACE}")


def test_places() -> None:
    said = {one: [str(ordinal(speak(one), n)) for n in (1, 3, 10, 11, 12, 21, 22, 23)]
            for one in LANGUAGES}  # fmt: skip
    assert said["en"] == ["first", "third", "tenth", "11th", "12th", "21st", "22nd", "23rd"]
    assert said["es"][:3] == ["primer", "tercer", "décimo"]
    assert said["es"][4] == "12.º"
    assert said["el"][:3] == ["πρώτη", "τρίτη", "δέκατη"]
    assert said["el"][4] == "12η"
    after_se = [ordinal(speak("el"), n).forms["at"] for n in (1, 2, 3, 8, 10, 11, 12, 19, 20)]
    assert after_se == ["στην πρώτη", "στη δεύτερη", "στην τρίτη", "στην όγδοη", "στη δέκατη",
                        "στην 11η", "στη 12η", "στη 19η", "στην 20η"]  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "said", "same"),
    [
        ("KcKs", ("kings", "reyes", "ρηγάδες"), ("los mismos reyes", "ίδιοι ρηγάδες")),
        ("QcQs", ("queens", "damas", "ντάμες"), ("las mismas damas", "ίδιες ντάμες")),
        ("TcTs", ("tens", "dieces", "δεκάρια"), ("los mismos dieces", "ίδια δεκάρια")),
        ("KdAd", ("ace-king suited", "as-rey suited", "άσος-ρήγας σούτεντ"),
         ("el mismo as-rey suited", "ίδιος άσος-ρήγας σούτεντ")),
        ("2cQs", ("queen-deuce offsuit", "dama-dos offsuit", "ντάμα-δυάρι οφσούτ"),
         ("la misma dama-dos offsuit", "ίδια ντάμα-δυάρι οφσούτ")),
        ("6h5d", ("six-five offsuit", "seis-cinco offsuit", "εξάρι-πεντάρι οφσούτ"),
         ("el mismo seis-cinco offsuit", "ίδιο εξάρι-πεντάρι οφσούτ")),
    ],
)  # fmt: skip
def test_a_hand_is_suited_offsuit_or_a_pair(
    cards: str, said: tuple[str, ...], same: tuple[str, str]
) -> None:
    hands = [hand_phrase(speak(one), parse_cards(cards)) for one in LANGUAGES]
    assert tuple(map(str, hands)) == said
    assert tuple(hand.forms["same"] for hand in hands[1:]) == same
    assert {hand.number for hand in hands} == {2 if cards[0] == cards[2] else 1}


@pytest.mark.parametrize(
    ("name", "spanish", "greek"),
    [
        ("Finland", "empatada", "ισόβαθμη"),
        ("Brazil", "empatado", "ισόβαθμη"),
        ("Ecuador", "empatado", "ισόβαθμο"),
        ("Canada", "empatado", "ισόβαθμος"),
        ("Costa Rica", "empatada", "ισόβαθμη"),
        ("Great Britain", "empatada", "ισόβαθμη"),
        ("Netherlands", "empatados", "ισόβαθμη"),
        ("USA", "empatado", "ισόβαθμες"),
        ("Dominican Republic", "empatada", "ισόβαθμη"),
        ("Oxford", "empatado", "ισόβαθμη"),
    ],
)
def test_tied_has_the_gender_of_the_team(name: str, spanish: str, greek: str) -> None:
    assert team_forms(name, "es")[0]["tied"] == spanish
    assert team_forms(name, "el")[0]["tied"] == greek
    assert team_forms("Alex", "el", known=False)[0]["tied"] == "σε ισοβαθμία"


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        (2, "BTN BB"),
        (3, "BTN SB BB"),
        (4, "BTN SB BB CO"),
        (5, "BTN SB BB UTG CO"),
        (6, "BTN SB BB UTG HJ CO"),
        (7, "BTN SB BB UTG LJ HJ CO"),
        (9, "BTN SB BB UTG UTG+1 UTG+2 LJ HJ CO"),
        (10, "BTN SB BB UTG UTG+1 UTG+2 UTG+3 LJ HJ CO"),
    ],
)
def test_positions_by_the_number_of_players(seats: int, names: str) -> None:
    """The names in use for two to ten players, from the button on in the order of play."""
    short = {"button": "BTN", "small blind": "SB", "big blind": "BB", "under the gun": "UTG",
             "lojack": "LJ", "hijack": "HJ", "cutoff": "CO"}  # fmt: skip
    dealt_in = tuple(range(1, seats + 1))
    found = [position(dealt_in, 1, "ascending", seat) or "" for seat in dealt_in]
    assert " ".join(short.get(name, name) for name in found) == names
    mirrored = [position(dealt_in, seats, "descending", seat) for seat in reversed(dealt_in)]
    assert mirrored == found


def test_a_seat_has_no_position_if_the_button_is_at_an_empty_seat() -> None:
    assert position((1, 2, 4), 3, "ascending", 2) is None


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("button", ("on the button", "en el botón", "στο μπάτον")),
        ("cutoff", ("in the cutoff", "en el cutoff", "στο κάτοφ")),
        ("big blind", ("in the big blind", "en la ciega grande", "στο μπιγκ μπλάιντ")),
        ("under the gun", ("under the gun", "en UTG", "στη θέση UTG")),
        ("UTG+1", ("under the gun plus one", "en UTG más uno", "στη θέση UTG συν ένα")),
    ],
)
def test_where_a_hand_is(name: str, at: tuple[str, ...]) -> None:
    assert tuple(position_forms(name, one)["at"] for one in LANGUAGES) == at


@pytest.mark.parametrize(
    ("name", "alone"),
    [
        ("button", ("button", "botón", "μπάτον")),
        ("big blind", ("big blind", "ciega grande", "μπιγκ μπλάιντ")),
        ("UTG+1", ("UTG+1", "UTG+1", "UTG+1")),
    ],
)
def test_a_position_without_its_article(name: str, alone: tuple[str, ...]) -> None:
    assert tuple(position_name(name, one) for one in LANGUAGES) == alone


def test_counts_of_tables_are_words_up_to_twelve() -> None:
    said = {one: [count(speak(one), n, "tables") for n in (1, 3, 4, 12, 13)] for one in LANGUAGES}
    assert [str(n) for n in said["en"]] == ["one", "three", "four", "twelve", "13"]
    assert [str(n) for n in said["es"]] == ["una", "tres", "cuatro", "doce", "13"]
    assert [str(n) for n in said["el"]] == ["ένα", "τρία", "τέσσερα", "δώδεκα", "13"]
    assert [n.forms["f"] for n in said["el"]] == ["μία", "τρεις", "τέσσερις", "δώδεκα", "13"]
    assert str(count(speak("en"), 3, "deals")) == "3"
    assert [str(count(speak("en"), n, "tables", of=20)) for n in (3, 12)] == ["3", "12"]


def test_english_shares_take_their_article() -> None:
    said = [share(speak("en"), Fraction(n, 100)).forms["a"] for n in (8, 11, 13, 18, 80, 94)]
    assert said == ["an 8%", "an 11%", "a 13%", "an 18%", "an 80%", "a 94%"]


@pytest.mark.parametrize(
    ("items", "said"),
    [
        (["Brasil"], "Brasil"),
        (["Irlanda"], "Irlanda"),
        (["Brasil", "China"], "Brasil y China"),
        (["Brasil", "Irlanda"], "Brasil e Irlanda"),
        (["Brasil", "Íñigo"], "Brasil e Íñigo"),
        (["Italia", "India", "Hungría"], "Italia, India y Hungría"),
        (["China", "Italia", "India"], "China, Italia e India"),
    ],
)
def test_spanish_and(items: list[str], said: str) -> None:
    assert str(listed(speak("es"), [plain(item) for item in items])) == said


@pytest.mark.parametrize(
    ("name", "language", "number"),
    [
        ("Netherlands", "es", 2),  # los Países Bajos ganan
        ("Netherlands", "en", 1),
        ("USA", "el", 2),  # οι Ηνωμένες Πολιτείες κερδίζουν
        ("China", "es", 1),
        ("China", "el", 1),
    ],
)
def test_verbs_after_a_country_are_plural_where_its_name_is(
    name: str, language: str, number: int
) -> None:
    code = country(name)
    assert code is not None
    assert country_forms(code, language)[1] == number


@pytest.mark.parametrize("cards", ["", "Ah", "AhAdAc"])
def test_only_two_cards_are_a_hand_with_a_name(cards: str) -> None:
    with pytest.raises(ValueError, match="a hand to be named has 2 cards"):
        hand_phrase(speak("en"), parse_cards(cards))

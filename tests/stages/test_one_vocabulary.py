"""Graphics use the same words as the commentators' notes, in every language."""

import unicodedata
from pathlib import Path

import pytest

from overlay.texts.text import capitals
from producer.stages import words
from producer.wording.language import LANGUAGES
from producer.wording.language import language as speak

PAGE = Path(__file__).parents[2] / "docs" / "wording.md"

STEMS = {
    "en": {"fold": "fold", "check": "check", "call": "call", "bet": "bet", "raise": "rais"},
    "es": {"fold": "retir", "check": "pas", "call": "igual", "bet": "apost apuest", "raise": "sub"},
    "el": {"fold": "φολντ", "check": "τσεκ", "call": "κολ", "bet": "μπετ πονταρ", "raise": "ρειζ"},
}
"""Spanish: the words of the players' guide and of the tour's rules (retirarse, pasar, igualar,
apostar, subir). Greek: what is said at the tables and on television."""

SAID = {
    "fold": ("folded", "{n} folded", "{who} folds"),
    "check": ("checked", "{n} checked", "{who} checks"),
    "call": ("called", "{n} called", "{who} calls"),
    "bet": ("bet {size:n}", "{n} bet", "{who} bets"),
    "raise": ("raised to {size:n}", "{n} raised", "{who} raises"),
}
NOUNS = {
    "es": {"deal": "mano", "pot": "bote", "seat": "asiento", "table": "mesa"},
    "el": {"deal": "διανομη", "pot": "ποτ", "seat": "θεση", "table": "τραπεζι"},
}


def bare(text: str) -> str:
    """Small letters without accents."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("action", SAID)
def test_an_action_has_one_word(language: str, action: str) -> None:
    known = STEMS[language][action].split()
    talk = speak(language)
    result = [talk.ngettext(message, message, n) for n in (1, 2) for message in SAID[action]]
    for text in (words.action_word(action, talk), words.branch_word(action, talk), *result):
        assert any(stem in bare(text) for stem in known), text


@pytest.mark.parametrize("language", NOUNS)
def test_things_have_one_word(language: str) -> None:
    say, nouns = speak(language), NOUNS[language]
    catalogue = bare(" ".join(str(each) for each in speak(language).messages._catalog.values()))  # type: ignore[attr-defined]
    shown = {"deal": "DEAL {n}", "pot": "POT", "seat": "SEAT {n}", "table": "TABLE {name}"}
    for thing, noun in nouns.items():
        assert noun in bare(say.gettext(shown[thing]))
        assert noun in catalogue


def test_the_page_lists_the_terms() -> None:
    _, table = PAGE.read_text(encoding="utf-8").split("## The terms of the game")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.split("\n## ")[0].splitlines()
        if line.startswith("| ")
    ]
    result = {row[0]: row[1:4] for row in rows}
    for action in SAID:
        assert result[action] == [words.branch_word(action, speak(each)) for each in LANGUAGES]
    for thing, message in (("pot", "POT"), ("all-in", "ALL-IN"), ("cap", "MAXIMUM\nALLOWED")):
        shown = [speak(language).gettext(message) for language in LANGUAGES]
        assert result[thing] == [each.replace("\n", " ") for each in shown]
    deals = [speak(language).gettext("DEAL {n}") for language in LANGUAGES]
    assert result["deal"] == [deal.removesuffix(" {n}") for deal in deals]


@pytest.mark.parametrize(
    ("text", "shown"),
    [("ρέιζ", "ΡΕΪΖ"), ("μπλάιντ", "ΜΠΛΑΪΝΤ"), ("Μάιος", "ΜΑΪΟΣ"), ("Ταϊπέι", "ΤΑΪΠΕΪ"),
     ("άυλος", "ΑΫΛΟΣ"), ("είναι", "ΕΙΝΑΙ"), ("αύριο", "ΑΥΡΙΟ"), ("Παΐσιος", "ΠΑΪΣΙΟΣ")],
)  # fmt: skip
def test_greek_capitals_keep_two_vowels_apart(text: str, shown: str) -> None:
    """Where the accent on the first of them said so, the capitals' dialytika does."""
    assert capitals(text) == shown

"""Spoken names of cards and hands in three languages, with gender and case."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from producer.games.cards import Cards
from producer.wording.language import LANGUAGES, Language
from producer.wording.phrases import Phrase

_ENGLISH = (
    "deuce deuces", "three threes", "four fours", "five fives", "six sixes", "seven sevens",
    "eight eights", "nine nines", "ten tens", "jack jacks", "queen queens", "king kings",
    "ace aces",
)  # fmt: skip
_SPANISH = (
    "el dos doses", "el tres treses", "el cuatro cuatros", "el cinco cincos", "el seis seises",
    "el siete sietes", "el ocho ochos", "el nueve nueves", "el diez dieces", "el jack jacks",
    "la dama damas", "el rey reyes", "el as ases",
)  # fmt: skip
_GREEK = (
    "το δυάρι δυάρι δυάρια δυάρια", "το τριάρι τριάρι τριάρια τριάρια",
    "το τεσσάρι τεσσάρι τεσσάρια τεσσάρια", "το πεντάρι πεντάρι πεντάρια πεντάρια",
    "το εξάρι εξάρι εξάρια εξάρια", "το εφτάρι εφτάρι εφτάρια εφτάρια",
    "το οχτάρι οχτάρι οχτάρια οχτάρια", "το εννιάρι εννιάρι εννιάρια εννιάρια",
    "το δεκάρι δεκάρι δεκάρια δεκάρια", "ο βαλές βαλέ βαλέδες βαλέδες",
    "η ντάμα ντάμα ντάμες ντάμες", "ο ρήγας ρήγα ρηγάδες ρηγάδες", "ο άσος άσο άσοι άσους",
)  # fmt: skip
"""Ranks 2 to A. Spanish: article, one, several. Greek: article, one, one in the accusative,
several, several in the accusative."""

_SUITS: Mapping[str, tuple[str, ...]] = {
    "en": ("clubs", "diamonds", "hearts", "spades"),
    "es": ("tréboles", "diamantes", "corazones", "picas"),
    "el": ("σπαθί", "καρό", "κούπα", "μπαστούνι"),
}
_SUITED: Mapping[str, tuple[str, str]] = {
    "en": (" suited", " offsuit"),
    "es": (" suited", " offsuit"),
    "el": (" σούτεντ", " οφσούτ"),
}
_ACCUSATIVE = {"ο": "τον", "η": "την", "το": "το"}
_ACCUSATIVES = {"ο": "τους", "η": "τις", "το": "τα"}
_THE_SEVERAL = {"el": "los", "la": "las"}
_SAME = {"el": "mismo", "la": "misma", "los": "mismos", "las": "mismas"}
_GREEK_SEVERAL = {"ο": "οι", "η": "οι", "το": "τα"}
_GREEK_SAME = {"ο": ("ίδιος", "ίδιοι"), "η": ("ίδια", "ίδιες"), "το": ("ίδιο", "ίδια")}

Forms = Mapping[str, str]


def hand_name(cards: Cards, language: str = "en") -> str:
    """The ranks of two hole cards in words, for graphics that show the suits; ``""`` unless there
    are two.

    >>> hand_name((44, 47)), hand_name((51, 46)), hand_name((44, 47), "el")
    ('kings', 'ace-king', 'ρηγάδες')
    """
    return _FORMS[language](*_ranks(cards), "")[""] if len(cards) == 2 else ""


def hand_phrase(language: Language, cards: Cards) -> Phrase:
    """Two hole cards as they are said: ``kings``, ``ace-king suited``; a pair is plural.

    Spanish and Greek form ``the``: with article, ``same``: los mismos reyes; Greek ``acc``:
    accusative, ``at``: after σε with article. Raises ValueError where they are not two.
    """
    if len(cards) != 2:
        raise ValueError(f"a hand to be named has 2 cards, not {len(cards)}")
    high, low = _ranks(cards)
    suited, offsuit = _SUITED[language.code]
    ending = suited if cards[0] % 4 == cards[1] % 4 else "" if high == low else offsuit
    return Phrase(_FORMS[language.code](high, low, ending), number=2 if high == low else 1)


def card_name(card: int, language: str = "en") -> str:
    """One card with its article: ``the five of hearts``; Greek in the accusative.

    >>> card_name(14), card_name(14, "es"), card_name(42, "el")
    ('the five of hearts', 'el cinco de corazones', 'την ντάμα κούπα')
    """
    rank, suit = card // 4, _SUITS[language][card % 4]
    if language == "es":
        article, one, _ = _SPANISH[rank].split()
        return f"{article} {one} de {suit}"
    if language == "el":
        article, _, one, *_ = _GREEK[rank].split()
        return f"{_ACCUSATIVE[article]} {one} {suit}"
    return f"the {_ENGLISH[rank].split()[0]} of {suit}"


def _ranks(cards: Cards) -> tuple[int, int]:
    high, low = sorted((card // 4 for card in cards), reverse=True)
    return high, low


def _english(high: int, low: int, ending: str) -> Forms:
    one, several = _ENGLISH[high].split()
    return {"": several if high == low else f"{one}-{_ENGLISH[low].split()[0]}{ending}"}


def _spanish(high: int, low: int, ending: str) -> Forms:
    article, one, several = _SPANISH[high].split()
    if high == low:
        the, same, name = _THE_SEVERAL[article], _SAME[_THE_SEVERAL[article]], several
    else:
        the, same, name = article, _SAME[article], f"{one}-{_SPANISH[low].split()[1]}{ending}"
    return {"": name, "the": f"{the} {name}", "same": f"{the} {same} {name}"}


def _greek(high: int, low: int, ending: str) -> Forms:
    article, one, one_acc, several, several_acc = _GREEK[high].split()
    if high == low:
        the, name, acc, at = _GREEK_SEVERAL[article], several, several_acc, _ACCUSATIVES[article]
    else:
        _, low_one, low_acc, _, _ = _GREEK[low].split()
        the, at = article, _ACCUSATIVE[article]
        name, acc = f"{one}-{low_one}{ending}", f"{one_acc}-{low_acc}{ending}"
    same = _GREEK_SAME[article][high == low]
    return {
        "": name, "acc": acc, "at": f"σ{at} {acc}", "the": f"{the} {name}",
        "same": f"{same} {name}",
    }  # fmt: skip


_FORMS: Mapping[str, Callable[[int, int, str], Forms]] = dict(
    zip(LANGUAGES, (_english, _spanish, _greek), strict=True)
)

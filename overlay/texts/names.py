"""Shortens people's names as people do. ``assets/graphic/names.js`` does the same in packages."""

from __future__ import annotations

from dataclasses import dataclass, replace

_SUFFIXES = frozenset(("jr", "sr", "jnr", "snr", "ii", "iii", "iv", "vi", "vii", "viii"))
_FIFTH = "v"
"""A suffix only after a first name and a surname, since it may be an initial."""

_JOINS = frozenset(("y", "e", "i", "und", "and", "&"))
"""Words that join the two parts of a surname."""

_PARTICLES = frozenset(
    ("van", "von", "der", "den", "de", "da", "del", "della", "di", "do", "dos", "du", "la", "le",
     "bin", "ibn", "al", "el", "ten", "ter", "zu", "zum", "zur", "Ó", "Ní", "Nic", "Uí")
)  # fmt: skip
"""Small words that a surname begins with, even where no first name is before them."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """``surname``: of one word, or of two joined by one of ``_JOINS``, with the small words before
    it. ``suffix``: such as ``Jr.``."""

    given: tuple[str, ...]
    surname: tuple[str, ...]
    suffix: tuple[str, ...]


def initialled(name: str) -> list[str]:
    """The whole name, then with one initial, two, and so on; the surname stays whole.

    >>> initialled("Ana María de la Fuente")
    ['Ana María de la Fuente', 'A. María de la Fuente', 'A. M. de la Fuente']
    """
    parts = _parts(name)
    return list(dict.fromkeys([name, *(_joined(each) for each in _with_initials(parts))]))


def shorter_names(name: str) -> list[str]:
    """The forms of a name, longest first, the last being the least that still names the person.

    First names become initials; of a surname of two parts the first stays; the suffix goes; then
    the initials; then the small words before the surname.

    >>> shorter_names("Max van Straten-Meier Jr.")[1:]
    ['M. van Straten-Meier Jr.', 'M. van Straten Jr.', 'M. van Straten', 'van Straten', 'Straten']
    >>> shorter_names("Papadopoulos III")
    ['Papadopoulos III', 'Papadopoulos']
    """
    parts = _parts(name)
    *_, short = _with_initials(parts)
    first = replace(short, surname=_first_part(parts.surname))
    alone = replace(first, suffix=())
    bare = replace(alone, given=())
    least = replace(bare, surname=bare.surname[-1:])
    forms = map(_joined, (first, alone, bare, least))
    return list(dict.fromkeys([*initialled(name), *forms]))


def _parts(name: str) -> _Parts:
    words = tuple(name.split(" "))
    end = len(words)
    while end > 1 and _is_suffix(words[end - 1], end):
        end -= 1
    start = end - 1
    while start > 0:
        before = words[start - 1]
        if before in _JOINS and start > 1:
            start -= 2
        elif before in _PARTICLES or (start > 1 and _is_small(before)):
            start -= 1
        else:
            break
    return _Parts(words[:start], words[start:end], words[end:])


def _is_suffix(word: str, place: int) -> bool:
    plain = word.rstrip(".").lower()
    return plain in _SUFFIXES or (plain == _FIFTH and place > 2)


def _is_small(word: str) -> bool:
    """Whether it is written in small letters, as ``van`` and ``de`` are."""
    return word == word.lower() != word.upper()


def _with_initials(parts: _Parts) -> list[_Parts]:
    given = parts.given
    return [
        replace(parts, given=(*map(_initial, given[:count]), *given[count:]))
        for count in range(len(given) + 1)
    ]


def _initial(word: str) -> str:
    """
    >>> _initial("Jean-Pierre"), _initial("J."), _initial("(Bo)")
    ('J.-P.', 'J.', 'B.')
    """
    letters = [next(filter(str.isalnum, part), part[:1]) for part in word.split("-")]
    return "-".join(f"{letter}." for letter in letters if letter)


def _first_part(surname: tuple[str, ...]) -> tuple[str, ...]:
    """The part before the joining word, or before the hyphen."""
    for place, word in enumerate(surname[1:-1], 1):
        if word in _JOINS:
            return surname[:place]
    first = surname[-1].split("-")[0]
    return (*surname[:-1], first) if first else surname


def _joined(parts: _Parts) -> str:
    text = " ".join((*parts.given, *parts.surname, *parts.suffix))
    return text if parts.suffix else text.rstrip(",")

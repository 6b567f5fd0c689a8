"""A language that can be spoken here: its catalogue of messages and its rules for numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Literal, get_args

from babel.core import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LanguageCode = Literal["en", "es", "el"]
LANGUAGES: tuple[LanguageCode, ...] = get_args(LanguageCode)
"""English, Spanish, Greek. The messages in the source are the English ones."""


class UnknownLanguage(ValueError):
    """A language without a catalogue; the message names those there are."""

    def __init__(self, code: str) -> None:
        super().__init__(f"no words in language {code!r}; choose one of {', '.join(LANGUAGES)}")


@dataclass(frozen=True, slots=True)
class Language:
    """``gettext``, ``ngettext`` and ``pgettext`` as the catalogue has them; ``locale`` for numbers
    and lists; ``decimal`` and ``thousands`` part a number."""

    code: str
    locale: Locale
    messages: NullTranslations
    decimal: str
    thousands: str

    def gettext(self, message: str) -> str:
        return self.messages.gettext(message)

    def ngettext(self, one: str, more: str, number: int) -> str:
        return self.messages.ngettext(one, more, number)

    def pgettext(self, context: str, message: str) -> str:
        """Where the same English means two things, ``context`` says which."""
        return self.messages.pgettext(context, message)


@lru_cache(maxsize=len(LANGUAGES))
def language(code: str) -> Language:
    """The language with that code. Raises UnknownLanguage."""
    if code not in LANGUAGES:
        raise UnknownLanguage(code)
    locale = Locale(code)
    signs = locale.number_symbols["latn"]
    return Language(code, locale, _catalogue(code), signs["decimal"], signs["group"])


def _catalogue(code: str) -> NullTranslations:
    """Compiled when first asked for (some 10 ms), so that no compiled file can be out of date."""
    if code == LANGUAGES[0]:
        return NullTranslations()
    source = files("producer.wording").joinpath("catalogues", f"{code}.po")
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source.read_bytes()), locale=code))
    compiled.seek(0)
    return GNUTranslations(compiled)

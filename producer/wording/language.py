"""Languages: catalogues of messages and rules for numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Literal, get_args

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LanguageCode = Literal["en", "es", "el"]
LANGUAGES: tuple[LanguageCode, ...] = get_args(LanguageCode)
"""English, Spanish, Greek. The messages in the source are the English ones."""


class UnknownLanguage(ValueError):
    """There is no catalogue for this language; the message lists the languages."""

    def __init__(self, code: str) -> None:
        super().__init__(f"no words in language {code!r}; choose one of {', '.join(LANGUAGES)}")


@dataclass(frozen=True, slots=True)
class Language:
    """Translations and number format; ``decimal`` and ``thousands`` are the separators."""

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
        """``context`` distinguishes messages with the same English text."""
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
    if code == LANGUAGES[0]:
        return NullTranslations()
    return compiled(read_catalogue("producer.wording", code))


def read_catalogue(package: str, code: str) -> Catalog:
    """The catalogue ``code`` of a package that has a folder of them."""
    source = files(package).joinpath("catalogues", f"{code}.po")
    return read_po(BytesIO(source.read_bytes()), locale=code)


def compiled(catalogue: Catalog) -> NullTranslations:
    """Compiled at the first use (some 10 ms): there is no compiled file to keep up to date."""
    written = BytesIO()
    write_mo(written, catalogue)
    written.seek(0)
    return GNUTranslations(written)

"""The catalogues: every message of the source, in full, with the placeholders of the English."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import producer.wording

PACKAGE = Path(producer.wording.__file__).parent
Message = str | tuple[str, ...]
FORMS = {"en": {"", "n", "poss"}, "es": {"", "n", "the", "of"}, "el": {"", "n", "acc", "of", "at"}}


@cache
def in_source() -> frozenset[Message]:
    keywords = {"gettext": None, "ngettext": (1, 2)}
    return frozenset(found[2] for found in extract_from_dir(str(PACKAGE), keywords=keywords))


@cache
def catalogue(language: str) -> Catalog:
    with (PACKAGE / "catalogues" / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def translated(language: str) -> Iterator[tuple[Message, tuple[str, ...]]]:
    for message in catalogue(language):
        if message.id:
            texts = (message.string,) if isinstance(message.id, str) else message.string
            yield message.id, texts


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def forms(text: str) -> set[str]:
    return {form or "" for _, name, form, _ in Formatter().parse(text) if name is not None}


def test_there_are_messages_and_their_placeholders_have_names() -> None:
    assert len(in_source()) > 100
    for message in in_source():
        for text in [message] if isinstance(message, str) else message:
            assert all(re.fullmatch(r"[a-z_]+", name) for name in names(text)), text
            assert forms(text) <= FORMS["en"], text


@pytest.mark.parametrize("language", ["es", "el"])
def test_every_message_and_no_other_is_translated(language: str) -> None:
    assert {message for message, _ in translated(language)} == in_source()
    assert not list(catalogue(language).obsolete)
    for message, texts in translated(language):
        assert all(text.strip() for text in texts), message
    assert not [message.id for message in catalogue(language) if message.id and message.fuzzy]


@pytest.mark.parametrize("language", ["es", "el"])
def test_placeholders_are_those_of_the_english(language: str) -> None:
    for message, texts in translated(language):
        if isinstance(message, str):
            assert names(texts[0]) == names(message), message
        else:
            one, more = texts
            # a singular may say its one in a word
            assert names(one) | {"n"} == names(message[0]) | {"n"}, message
            assert names(more) == names(message[1]), message
        for text in texts:
            assert forms(text) <= FORMS[language], text


@pytest.mark.parametrize("language", ["es", "el"])
def test_one_and_more_are_told_apart_by_one(language: str) -> None:
    found = catalogue(language)
    assert found.num_plurals == 2
    assert found.plural_expr == "(n != 1)"

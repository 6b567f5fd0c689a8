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

import producer.stages
import producer.wording

PACKAGE = Path(producer.wording.__file__).parent
STAGES = Path(producer.stages.__file__).parent
Message = str | tuple[str, ...]
Located = tuple[str | None, Message]
"""A message with its context, where the same English means two things."""
FORMS = {
    "en": {"", "n", "a", "at", "poss", "tied"},
    "es": {"", "n", "at", "of", "same", "the", "tied"},
    "el": {"", "n", "acc", "at", "f", "of", "same", "the", "tied"},
}


@cache
def in_source(*folders: Path) -> frozenset[Located]:
    keywords = {"gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
    return frozenset(
        (context, message)
        for folder in folders or (PACKAGE, STAGES)
        for _, _, message, _, context in extract_from_dir(str(folder), keywords=keywords)
    )


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


def test_messages_have_named_placeholders() -> None:
    assert len(in_source()) > 100
    for _, message in in_source():
        for text in [message] if isinstance(message, str) else message:
            assert all(re.fullmatch(r"[a-z_]+", name) for name in names(text)), text
            assert forms(text) <= FORMS["en"], text


@pytest.mark.parametrize("language", ["es", "el"])
def test_exactly_the_messages_of_the_source_are_translated(language: str) -> None:
    there = {(each.context, each.id) for each in catalogue(language) if each.id}
    assert there == in_source()
    assert not list(catalogue(language).obsolete)
    for message, texts in translated(language):
        assert all(text.strip() for text in texts), message
    assert not [message.id for message in catalogue(language) if message.id and message.fuzzy]


@pytest.mark.parametrize("language", ["es", "el"])
def test_translations_have_the_english_placeholders(language: str) -> None:
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
def test_plural_forms_distinguish_one_from_more(language: str) -> None:
    found = catalogue(language)
    assert found.num_plurals == 2
    assert found.plural_expr == "(n != 1)"


@pytest.mark.parametrize("language", ["es", "el"])
def test_words_on_graphics_are_translated(language: str) -> None:
    """Only words that players use in every language equal the English ones."""
    same = {
        message
        for context, message in in_source(STAGES)
        if isinstance(message, str) and catalogue(language).get(message, context).string == message  # type: ignore[union-attr]
    }
    assert same <= {
        "ALL-IN", "FOUL", "preflop", "flop", "turn", "river", "showdown", "IMPs"
    }  # fmt: skip

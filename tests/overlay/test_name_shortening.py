"""Names are shortened as people do, and alike in pictures and in packages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ograf_renderer import browser_page
from playwright.sync_api import Page

from overlay.ograf.drawing import _face
from overlay.resources import resource
from overlay.texts.fonts import first_face, further_faces, other_face
from overlay.texts.letters import drawable
from overlay.texts.names import initialled, shorter_names

LONG = "Maximiliano Featherstonehaugh-Cholmondeley Jr."


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        (
            LONG,
            [
                "M. Featherstonehaugh-Cholmondeley Jr.",
                "M. Featherstonehaugh Jr.",
                "M. Featherstonehaugh",
                "Featherstonehaugh",
            ],
        ),
        ("Papadopoulos III", ["Papadopoulos"]),
        ("Georgios Papadopoulos III", ["G. Papadopoulos III", "G. Papadopoulos", "Papadopoulos"]),
        ("Sammy Davis, Jr.", ["S. Davis, Jr.", "S. Davis", "Davis"]),
        ("Jean-Pierre Blanc", ["J.-P. Blanc", "Blanc"]),
        ("Vincent van Gogh", ["V. van Gogh", "van Gogh", "Gogh"]),
        ("van Gogh", ["Gogh"]),
        ("Niamh Ó Briain", ["N. Ó Briain", "Ó Briain", "Briain"]),
        ("José Ortega y Gasset", ["J. Ortega y Gasset", "J. Ortega", "Ortega"]),
        ("ana ruiz", ["a. ruiz", "ruiz"]),
        ("Ana V", ["A. V", "V"]),
        ("Ann Lee V", ["A. Lee V", "A. Lee", "Lee"]),
        ("Madonna", []),
    ],
)
def test_names_are_shortened_as_people_do(name: str, forms: list[str]) -> None:
    assert shorter_names(name) == [name, *forms]


FIRST = st.sampled_from(["Ana", "Jean-Pierre", "Øystein", "Θεοδώρα", "J.", "Айгүл", "דוד", "Bo"])
SMALL = st.sampled_from(["van", "de", "la", "der", "dos", "al"])
SURNAME = st.sampled_from(
    ["Ruiz", "Papadopoulos", "Smith-Jones", "Παπαδημητρίου", "O'Brien", "Ito", "van-Straten"]
)
SUFFIX = st.sampled_from(["Jr.", "Sr", "III", "iv", "jr"])


@given(
    st.lists(FIRST, max_size=3), st.lists(SMALL, max_size=2), SURNAME, st.lists(SUFFIX, max_size=1)
)
def test_the_surname_stays_and_the_suffix_goes_before_it(
    first: list[str], small: list[str], surname: str, suffix: list[str]
) -> None:
    name = " ".join([*first, *small, surname, *suffix])
    forms = shorter_names(name)
    least = surname.partition("-")[0]
    assert forms[0] == name
    assert forms[-1] == least
    assert len(set(forms)) == len(forms)
    assert all(least in form.replace("-", " ").split(" ") for form in forms)
    for before, after in pairwise(forms):
        assert len(after) <= len(before) + 1  # an initial of one letter gets its point
        if suffix and not after.endswith(suffix[0]):
            assert surname not in (*after.split(),) or surname == least
    assert [form for form in forms if form in initialled(name)] == initialled(name)


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """The package's own functions, with the fonts that every package carries."""
    faces = [_face(face, letters=True) for face in (first_face(), other_face())]
    drawing = json.dumps({"faces": faces, "usual": 0, "rightToLeft": 1})
    parts = [
        (resource("graphic") / name).read_text(encoding="utf-8")
        for name in ("letters.js", "names.js")
    ]
    with browser_page() as opened:
        opened.add_script_tag(
            content=f"const drawing = {drawing};\n{''.join(parts)}\n"
            "Object.assign(globalThis, { drawable, initialled, shorterNames });"
        )
        yield opened


PIECES = st.sampled_from(
    [*"aZé9 -.,'", "\u202e", "\u200c", "\ufe0f", "\t", "\n", "\u2028", "\u0007", "\u00a0", "\u2003",
     "e\u0301", "ß", "ﬁ", "Ω", "ώ", "Ж", "א", "ب", "ن", "ส", "\U0001f680", "\U0001d419", "①",
     "♣", "李", "?"]
)  # fmt: skip


@given(st.lists(st.lists(PIECES, max_size=8).map("".join), min_size=20, max_size=20))
def test_packages_clean_texts_as_pictures_do(page: Page, texts: list[str]) -> None:
    shown = page.evaluate("(texts) => texts.map(drawable)", texts)
    face = first_face()
    installed = frozenset[int]().union(*(each.letters for each in further_faces()))
    elsewhere = installed - face.letters - other_face().letters  # not packed until they are used
    for text, drawn in zip(texts, shown, strict=True):
        if not elsewhere & {ord(letter) for letter in text}:
            assert drawn == drawable(text, face), text
        assert "\u202e" not in drawn


WORDS = st.one_of(FIRST, SMALL, SURNAME, SUFFIX, st.sampled_from(["y", "&", "V", "-", "(Bo)", "3"]))


@given(st.lists(st.lists(WORDS, max_size=6).map(" ".join), min_size=20, max_size=20))
def test_packages_shorten_names_as_pictures_do(page: Page, names: list[str]) -> None:
    got = page.evaluate(
        "(names) => names.map((name) => [shorterNames(name), initialled(name)])", names
    )
    for name, (shorter, initials) in zip(names, got, strict=True):
        assert shorter == shorter_names(name)
        assert initials == initialled(name)

"""Talking points of hundreds of deals: few, short, and free of forbidden forms."""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace

import pytest

from producer.compare.model import Comparison
from producer.wording import (
    LANGUAGES,
    Sentence,
    UnknownLanguage,
    headline,
    moment_line,
    talking_points,
)
from producer.wording.language import language
from producer.wording.narration import Narration

Spoken = Mapping[str, Sequence[tuple[Comparison, Sequence[Sentence]]]]
pytestmark = pytest.mark.xdist_group("wording")

ORDER = (
    r"cards( rules)?( spot)? choices( table table)?( story)*( field)?( story)* deal( hindsight)?"
)
LONGEST = 36
"""Words; two tables named with their teams make the longest ones."""

FORBIDDEN = {
    "en": r"should|ought|cost|mistake|error|wrong|skill|better player|worse|\bbad|luck|deserve"
          r"|fault|blunder|obvious|must have|had to|(could|would|might) have|knew|thought|wanted",
    "es": r"deber|debi[óo]|tendría que|tenía que|cost[óa]|coste|error|fallo|habilidad|mejor jug"
          r"|peor|suerte|merec|culpa|obvi|sabía|pensó|creyó|quiso|\by h?[ií](?!e)|\b(de|a) el ",
    "el": r"έπρεπε|όφειλε|κόστισε|κόστος|λάθος|ικανότητα|καλύτερος|χειρότερος|τύχη|τυχερ|άξιζε"
          r"|φταίει|προφαν|ήξερε|σκέφτηκε|νόμιζε|ήθελε|\bσε τ(η|ο|α|ους|ις)ν?\b",
}  # fmt: skip
"""Judging, mind-reading, the price of a decision, skill and luck, and grammar gone wrong."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_to_eight_short_sentences(spoken: Spoken, language: str) -> None:
    for _, said in spoken[language]:
        assert 3 <= len(said) <= 8
        for sentence in said:
            assert len(sentence.text.split()) <= LONGEST, sentence.text
            assert re.fullmatch(r"\S.*[^ .:;,·]\.", sentence.text), sentence.text
            assert sentence.text[0] == sentence.text[0].upper()
            assert not re.search(r"[{}]|  | [.,:;]", sentence.text), sentence.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_length_of_headline_and_moment_line(everything: list[Comparison], language: str) -> None:
    """Twelve words for the moment; the headline has room for two names, with articles in Greek, and
    two amounts."""
    for found in everything:
        for said, most in ((moment_line(found, language), 12), (headline(found, language), 15)):
            assert 3 <= len(said.split()) <= most, said
            assert said[0] == said[0].upper()


@pytest.mark.parametrize("language", LANGUAGES)
def test_forbidden_forms(spoken: Spoken, language: str) -> None:
    forbidden = re.compile(FORBIDDEN[language], re.IGNORECASE)
    for found, said in spoken[language]:
        for text in [headline(found, language), moment_line(found, language),
                     *(one.text for one in said)]:  # fmt: skip
            assert not forbidden.search(text), text
            assert not re.search(r"\b(None|nan)\b", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_order_and_caveat(spoken: Spoken, language: str) -> None:
    one_of = {"en": "one of 75", "es": "una de 75", "el": "μία από 75"}[language]
    for _, said in spoken[language]:
        assert re.fullmatch(ORDER, " ".join(one.about for one in said))
        (closing,) = [one.text for one in said if one.about == "deal"]
        assert one_of in closing


@pytest.mark.parametrize("language", LANGUAGES)
def test_hindsight_is_last_and_marked(spoken: Spoken, language: str) -> None:
    visible = {"en": "visible to us", "es": "a la vista", "el": "για εμάς που βλέπουμε"}
    seen = 0
    for _, said in spoken[language]:
        for sentence in said:
            assert sentence.hindsight == (sentence.about == "hindsight")
            assert sentence.hindsight == (visible[language] in sentence.text.lower())
        assert not any(one.hindsight for one in said[:-1])
        seen += said[-1].hindsight
    assert seen > 100


def test_all_languages_state_the_same_facts(spoken: Spoken) -> None:
    english, *others = ([said for _, said in spoken[language]] for language in LANGUAGES)
    for other in others:
        for here, there in zip(english, other, strict=True):
            assert [(one.about, one.facts) for one in here] == [
                (one.about, one.facts) for one in there
            ]


def test_a_comparison_from_the_record_has_the_same_sources(guide: Comparison) -> None:
    """In the record the best pick's fork is a copy, not the same object as in ``forks``."""
    narration = Narration(language("en"), replace(guide, forks=deepcopy(guide.forks)))
    assert guide.fork is not None
    place = guide.forks.index(guide.fork)
    assert narration.fork_pointer(guide.fork) == f"/forks/{place}"


def test_an_unknown_language_lists_the_languages(guide: Comparison) -> None:
    with pytest.raises(UnknownLanguage, match="'fr'; choose one of en, es, el"):
        talking_points(guide, "fr")
    with pytest.raises(UnknownLanguage, match="'fr'"):
        headline(guide, "fr")


def test_the_caveat_without_the_number_of_deals(guide: Comparison) -> None:
    closings = [talking_points(guide, language)[-2].text for language in LANGUAGES]
    for said, alone in zip(
        closings,
        ("On this deal alone, they", "En esta sola mano, term", "Σε αυτή μόνο τη διανομή, είχ"),
        strict=True,
    ):
        assert said.startswith(alone)

"""Talking points and lines as JSON (docs/json.md): a public interface."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from producer.compare.model import Comparison, Pick
from producer.events import chips_json
from producer.games.line import DealKey
from producer.wording.language import LANGUAGES
from producer.wording.phrases import Fact
from producer.wording.pick_lines import three_lines
from producer.wording.sentence import Sentence

if TYPE_CHECKING:
    from producer.record import Session

Lines = dict[str, str]


def points_json(sentences: Iterable[Sentence]) -> list[dict[str, Any]]:
    return [
        {
            "text": sentence.text,
            "about": sentence.about,
            "hindsight": sentence.hindsight,
            "facts": {name: _fact(fact) for name, fact in sentence.facts.items()},
        }
        for sentence in sentences
    ]


def pick_lines_json(
    comparison: Comparison, language: str = LANGUAGES[0]
) -> Callable[[Pick], Lines]:
    """A function that returns a pick's three lines. It raises UnknownLanguage."""

    def lines(pick: Pick) -> Lines:
        said = three_lines(comparison, pick, language)
        return {
            "tease": str(said.tease),
            "split": str(said.split),
            "headline": str(said.headline),
        }

    return lines


def _fact(fact: Fact) -> dict[str, Any]:
    value = fact.value
    if isinstance(value, Fraction):
        value = chips_json(value.numerator if value.denominator == 1 else value)
    return {"value": value, "unit": fact.unit, "from": list(fact.sources)}


def number_of_deals(sessions: Iterable[Session], key: DealKey) -> int | None:
    """Number of deals in the session and group of ``key``; ``None`` if the opening does not say."""
    return next(
        (each.deals for each in sessions if (each.session, each.group) == (key.session, key.group)),
        None,
    )

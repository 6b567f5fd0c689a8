"""What is said at each beat of a segment."""

from __future__ import annotations

from collections.abc import Mapping

from producer.compare.model import Comparison, Pick
from producer.wording.language import language as speak
from producer.wording.narration import Narration
from producer.wording.phrases import Phrase
from producer.wording.pick_lines import three_lines
from producer.wording.tellers import ShownTables, teller_of

_ENDS = (".", "!", "?", ";")
"""A Greek question ends with a semicolon."""


def beat_lines(
    comparison: Comparison,
    pick: Pick,
    shown: ShownTables,
    language: str = "en",
    deals: int | None = None,
) -> Mapping[str, str]:
    """By the beat's name, the sentence offered; a beat without one is missing. The pick's own three
    lines, in the producer's words where they edited one, are said at the question, at the last
    decision and at the last ending. ``deals``: how many the session has, where known. Raises
    UnknownLanguage."""
    lines = three_lines(comparison, pick, language)
    last = "decision-right" if shown.right else "decision-left"
    said = {"question": lines.tease, last: lines.split, "ending-right": lines.headline}
    narration = Narration(speak(language), comparison, deals)
    said.update(teller_of(comparison).beats(narration, pick, shown))
    return {name: _sentence(phrase) for name, phrase in said.items()}


def _sentence(phrase: Phrase) -> str:
    text = str(phrase)
    whole = f"{text[:1].upper()}{text[1:]}"
    return whole if whole.endswith(_ENDS) else f"{whole}."

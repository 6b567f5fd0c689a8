"""A sentence and the facts it states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from producer.wording.phrases import Fact

MOST = 8
"""Most sentences of a deal, the collapsed ones included."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """``facts``: by name, every number and name in it, exact, with its source.

    ``about``: cards, rules, spot, choices, table, story, field, deal or hindsight. ``hindsight``:
    known only with all cards visible; collapse and mark it.
    """

    text: str
    facts: Mapping[str, Fact]
    about: str
    hindsight: bool = False

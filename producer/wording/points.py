"""The talking points of a deal: three to eight short true sentences, in the order to say them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from producer.compare.accounts import accounts
from producer.compare.airable import ROADS
from producer.compare.model import Comparison, Fork, Story
from producer.wording import given
from producer.wording.field import alike, field_of
from producer.wording.hindsight import what_all_knowing
from producer.wording.language import language as speak
from producer.wording.pair import apart, at_table
from producer.wording.phrases import Fact, Phrase
from producer.wording.tales import tale
from producer.wording.telling import Telling

MOST = 8
"""Sentences of a deal, the folded one included."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """``facts``: by name, every number and name in it, exact, with where it comes from.

    ``about``: cards, rules, spot, choices, table, story, field, deal or hindsight. ``hindsight``:
    what only somebody who sees every card could know; to be folded away and marked so.
    """

    text: str
    facts: Mapping[str, Fact]
    about: str
    hindsight: bool = False


def talking_points(
    comparison: Comparison, language: str = "en", deals: int | None = None
) -> tuple[Sentence, ...]:
    """What a commentator can say of a deal. ``deals``: how many the session has, where known.

    In order: the same cards, the same spot and its price, who chose what at how many tables, the
    two tables shown with how each ended, the stories, the field, how far apart on this deal, and
    last what an all-knowing player would do. ``()`` for a deal that fewer than two tables have
    finished. Raises UnknownLanguage.
    """
    spoken = speak(language)
    if len(comparison.deal.plays) < 2:
        return ()
    telling = Telling(spoken, comparison, accounts(comparison.deal), deals)
    fork = comparison.fork
    return _alike(telling) if fork is None else _parted(telling, fork)


def _parted(telling: Telling, fork: Fork) -> tuple[Sentence, ...]:
    first, second = telling.comparison.pairing
    opening = [_sentence("cards", given.same_cards(telling, _seats(telling, fork)))]
    if not telling.comparison.same_rules:
        opening.append(_sentence("rules", given.different_rules(telling)))
    opening += [
        _sentence("spot", given.same_spot(telling, fork)),
        _sentence("choices", given.choices(telling, fork)),
        _sentence("table", at_table(telling, fork, first)),
        _sentence("table", at_table(telling, fork, second)),
    ]
    closing = [_sentence("deal", apart(telling, fork, (first, second)))]
    known = what_all_knowing(telling, fork)
    if known is not None:
        closing.append(_sentence("hindsight", known))
    room = MOST - len(opening) - len(closing)
    return (*opening, *_between(telling, fork, room), *closing)


def _between(telling: Telling, fork: Fork, room: int) -> list[Sentence]:
    """The stories and the field, as far as there is room; the best story goes before the field."""
    stories = sorted(telling.comparison.stories, key=lambda story: _nearness(story, fork))
    near = [story for story in stories if _nearness(story, fork) < _FAR]
    told = near[: max(min(room, 1), room - 1)]
    found = [_sentence("story", tale(telling, story)) for story in told]
    if len(found) < room:
        found.append(_sentence("field", field_of(telling, fork.seat)))
    far = [story for story in stories if story not in told][: room - len(found)]
    return [*found, *(_sentence("story", tale(telling, story)) for story in far)]


_FAR = 3
_COMMON = frozenset({ROADS, "value extracted"})
"""Told of many deals, at some fork or other; news only at the fork shown."""


def _nearness(story: Story, fork: Fork) -> int:
    """Stories of the fork shown come first, then those of its seat, then the other seats'."""
    if story.fork == fork:
        return 0
    if story.name in _COMMON:
        return _FAR
    return 1 if story.seat == fork.seat else 2


def _alike(telling: Telling) -> tuple[Sentence, ...]:
    """No table chose differently: the seat that won most stands for all."""
    plays = telling.comparison.deal.plays
    seat = max(plays[0].result, key=lambda seat: plays[0].result[seat])
    played, ended = alike(telling, seat)
    sentences = [_sentence("cards", given.same_cards(telling, [seat]))]
    if not telling.comparison.same_rules:
        sentences.append(_sentence("rules", given.different_rules(telling)))
    return (*sentences, _sentence("choices", played), _sentence("deal", ended))


def _seats(telling: Telling, fork: Fork) -> list[int]:
    """The actor's seat and, where only one other is still in, that one's."""
    live = telling.accounts[fork.tables[0]].replay.spots[len(fork.history)].live
    others = [seat for seat in live if seat != fork.seat]
    return [fork.seat, *others] if len(others) == 1 else [fork.seat]


def _sentence(about: str, phrase: Phrase) -> Sentence:
    text = str(phrase)
    return Sentence(
        f"{text[:1].upper()}{text[1:]}.", phrase.facts, about, hindsight=about == "hindsight"
    )

"""The talking points of a deal: three to eight short sentences, in the order to say them."""

from __future__ import annotations

from producer.compare.airable import ROADS
from producer.compare.model import Comparison, Fork, Story
from producer.wording import situation
from producer.wording.all_tables import alike, field_sentence
from producer.wording.games.all_cards import all_cards_sentence
from producer.wording.language import language as speak
from producer.wording.narration import Narration
from producer.wording.phrases import Phrase
from producer.wording.sentence import MOST, Sentence
from producer.wording.story_sentences import story_sentence
from producer.wording.tellers import teller_of
from producer.wording.two_tables import apart, at_table


def talking_points(
    comparison: Comparison, language: str = "en", deals: int | None = None
) -> tuple[Sentence, ...]:
    """What a commentator can say of a deal. ``deals``: how many the session has, where known.

    In order: the same cards, the same spot and its price, who chose what at how many tables, the
    two tables shown with how each ended, the stories, the field, how far apart on this deal, and
    last the price with all cards visible. ``()`` unless two tables have finished. Raises
    UnknownLanguage.
    """
    spoken = speak(language)
    if len(comparison.deal.plays) < 2:
        return ()
    return teller_of(comparison).points(Narration(spoken, comparison, deals))


def holdem_points(narration: Narration) -> tuple[Sentence, ...]:
    fork = narration.comparison.fork
    return _alike(narration) if fork is None else _forked(narration, fork)


def _forked(narration: Narration, fork: Fork) -> tuple[Sentence, ...]:
    first, second = narration.comparison.pairing
    opening = [_sentence("cards", situation.same_cards(narration, _seats(narration, fork)))]
    if not narration.comparison.same_rules:
        opening.append(_sentence("rules", situation.different_rules(narration)))
    opening += [
        _sentence("spot", situation.same_spot(narration, fork)),
        _sentence("choices", situation.choices(narration, fork)),
        _sentence("table", at_table(narration, fork, first)),
        _sentence("table", at_table(narration, fork, second)),
    ]
    closing = [_sentence("deal", apart(narration, fork, (first, second)))]
    known = all_cards_sentence(narration, fork)
    if known is not None:
        closing.append(_sentence("hindsight", known))
    room = MOST - len(opening) - len(closing)
    return (*opening, *_between(narration, fork, room), *closing)


def _between(narration: Narration, fork: Fork, room: int) -> list[Sentence]:
    """The stories and the field, as far as there is room; one story before the field."""
    stories = sorted(narration.comparison.stories, key=lambda story: _nearness(story, fork))
    near = [story for story in stories if _nearness(story, fork) < _FAR]
    chosen = near[: max(min(room, 1), room - 1)]
    found = [_sentence("story", story_sentence(narration, story)) for story in chosen]
    if len(found) < room:
        found.append(_sentence("field", field_sentence(narration, fork.seat)))
    far = [story for story in stories if story not in chosen][: room - len(found)]
    return [*found, *(_sentence("story", story_sentence(narration, story)) for story in far)]


_FAR = 3
_COMMON = frozenset({ROADS, "value extracted"})
"""Common stories: worth a sentence only at the fork shown."""


def _nearness(story: Story, fork: Fork) -> int:
    """0: a story of the fork shown; 1: of its seat; 2: of another seat; ``_FAR``: a common one."""
    if story.fork == fork:
        return 0
    if story.name in _COMMON:
        return _FAR
    return 1 if story.seat == fork.seat else 2


def _alike(narration: Narration) -> tuple[Sentence, ...]:
    """For a deal without a fork; about the seat that won most."""
    plays = narration.comparison.deal.plays
    seat = max(plays[0].result, key=lambda seat: plays[0].result[seat])
    played, ended = alike(narration, seat)
    sentences = [_sentence("cards", situation.same_cards(narration, [seat]))]
    if not narration.comparison.same_rules:
        sentences.append(_sentence("rules", situation.different_rules(narration)))
    return (*sentences, _sentence("choices", played), _sentence("deal", ended))


def _seats(narration: Narration, fork: Fork) -> list[int]:
    """The actor's seat, and the opponent's if only one is still in."""
    live = narration.replays[fork.tables[0]].spots[len(fork.history)].live
    others = [seat for seat in live if seat != fork.seat]
    return [fork.seat, *others] if len(others) == 1 else [fork.seat]


def _sentence(about: str, phrase: Phrase) -> Sentence:
    text = str(phrase)
    return Sentence(
        f"{text[:1].upper()}{text[1:]}.", phrase.facts, about, hindsight=about == "hindsight"
    )

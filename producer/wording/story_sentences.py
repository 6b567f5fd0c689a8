"""One sentence for each story of docs/interest.md, based on its evidence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.compare.model import Story
from producer.wording.narration import Narration, at_table, at_tables, with_hand
from producer.wording.numbers import listed
from producer.wording.phrases import Phrase, pointer, say
from producer.wording.situation import on_street
from producer.wording.two_tables import did


@dataclass(frozen=True, slots=True)
class StoryNarration:
    """A story to put into words. ``place``: its index among the comparison's stories."""

    narration: Narration
    story: Story
    place: int

    def evidence(self, name: str) -> Fraction:
        return self.narration.in_blinds(self.story.evidence[name])

    def amount(self, name: str) -> Phrase:
        source = pointer("stories", self.place, "evidence", name)
        return self.narration.amount(self.evidence(name), source)

    def at_least(self, name: str) -> Phrase:
        """The evidence; 'at least' if there are several tables, as it is that of the least."""
        said = self.amount(name)
        if len(self.story.tables) == 1:
            return said
        return _at_least(self.narration, said)

    @property
    def hand(self) -> bool:
        """Whether to name the cards; those of the pick's seat were named before."""
        key = self.narration.comparison.fork
        return key is None or key.seat != self.story.seat

    def who(self, tables: Sequence[str]) -> Phrase:
        return at_tables(self.narration, tables, self.story.seat, hand=self.hand)

    def clauses(self, clauses: Sequence[Phrase]) -> Phrase:
        said = listed(self.narration.language, clauses)
        seat = self.story.seat
        if self.hand and self.narration.cards_known(seat):
            return with_hand(self.narration, seat, said)
        return said

    def street(self) -> Phrase:
        return on_street(self.narration.language, self.story.fork.street if self.story.fork else "")


def _at_least(narration: Narration, said: Phrase) -> Phrase:
    """``at least 12 big blinds``, and form ``n`` without the unit."""
    message = narration.language.gettext("at least {amount}")
    number = Phrase({"": said.forms["n"]})
    forms = {"": message.format(amount=said), "n": message.format(amount=number)}
    return Phrase(forms, said.facts)


def story_sentence(narration: Narration, story: Story) -> Phrase:
    """One story in words. Raises KeyError for an unknown story."""
    place = narration.comparison.stories.index(story)
    return SENTENCES[story.name](StoryNarration(narration, story, place))


def _big_fold(narrated: StoryNarration) -> Phrase:
    who, language = narrated.who(narrated.story.tables), narrated.narration.language
    message = language.ngettext(
        "A big fold: with {to_call} to call, {who} let the hand go and finished {apart:n} above "
        "the average of those who played on",
        "A big fold: with {to_call} to call, {who} let the hand go and finished {apart:n} above "
        "the average of those who played on",
        who.number,
    )
    return say(
        message, who=who, to_call=narrated.amount("to_call"), apart=narrated.at_least("apart")
    )


def _big_call(narrated: StoryNarration) -> Phrase:
    who, language = narrated.who(narrated.story.tables), narrated.narration.language
    message = language.ngettext(
        "A big call: {who} called for {to_call} and finished {apart:n} above the average of "
        "those who folded",
        "A big call: {who} called for {to_call} and finished {apart:n} above the average of "
        "those who folded",
        who.number,
    )
    return say(
        message, who=who, to_call=narrated.amount("to_call"), apart=narrated.at_least("apart")
    )


def _bluff(narrated: StoryNarration) -> Phrase:
    who = at_tables(narrated.narration, narrated.story.tables, narrated.story.seat, hand=True)
    message = narrated.narration.language.ngettext(
        "A bluff picked off: {who} fired {bet} on the river, was called and lost",
        "A bluff picked off: {who} fired {bet} on the river, were called and lost",
        who.number,
    )
    return say(message, who=who, bet=narrated.at_least("bet"))


def _all_but_one(narrated: StoryNarration) -> Phrase:
    who, language = narrated.who(narrated.story.tables), narrated.narration.language
    if narrated.evidence("apart") > 0:
        message = language.ngettext(
            "Only one folded: {who}, finishing {apart} above the average of the rest",
            "Only one folded: {who}, finishing {apart} above the average of the rest",
            who.number,
        )
    else:
        message = language.ngettext(
            "Only one folded: {who}, finishing {apart} below the average of the rest",
            "Only one folded: {who}, finishing {apart} below the average of the rest",
            who.number,
        )
    return say(message, who=who, apart=narrated.amount("apart"))


def _value_missed(narrated: StoryNarration) -> Phrase:
    who, language = narrated.who(narrated.story.tables), narrated.narration.language
    message = language.ngettext(
        "{who} held back on the river with the winning hand; the best of those who bet and got "
        "paid finished {apart} higher",
        "{who} held back on the river with the winning hand; the best of those who bet and got "
        "paid finished {apart} higher",
        who.number,
    )
    return say(message, who=who, apart=narrated.amount("apart"))


def _value_extracted(narrated: StoryNarration) -> Phrase:
    story, language = narrated.story, narrated.narration.language
    who = narrated.who(story.tables)
    assert story.fork is not None
    parts = {
        "who": who,
        "did": did(narrated.narration, story.fork, story.tables[0], who.number),
        "street": narrated.street(),
        "apart": narrated.at_least("apart"),
    }
    message = language.ngettext(
        "{who} {did} {street}, got paid and finished {apart} above everyone who chose differently",
        "{who} {did} {street}, got paid and finished {apart} above everyone who chose differently",
        who.number,
    )
    return say(message, **parts)


def _slow_play(narrated: StoryNarration) -> Phrase:
    who, language = narrated.who(narrated.story.tables), narrated.narration.language
    message = language.ngettext(
        "A slow play: {who} waited {street} where others bet, struck later and won {won}",
        "A slow play: {who} waited {street} where others bet, struck later and won {won}",
        who.number,
    )
    return say(message, who=who, street=narrated.street(), won=narrated.at_least("won"))


def _trap(narrated: StoryNarration) -> Phrase:
    who, language = narrated.who(narrated.story.tables), narrated.narration.language
    message = language.ngettext(
        "A trap: {who} check-raised {street} and won {won}",
        "A trap: {who} check-raised {street} and won {won}",
        who.number,
    )
    return say(message, who=who, street=narrated.street(), won=narrated.at_least("won"))


def _cooler(narrated: StoryNarration) -> Phrase:
    narration, story = narrated.narration, narrated.story
    parts = {
        "n": narration.count(
            len(story.tables),
            "tables",
            pointer("stories", narrated.place, "evidence", "tables"),
            of=len(narration.tables_of(story.seat)),
        ),
        "of": _of(narration, story.seat),
        "least": _least_loss(narration, story.tables, story.seat),
        "hand": narration.hand(story.seat),
    }
    message = narration.language.gettext(
        "A cooler: {n} of the {of} tables lost {least} at showdown with {hand}"
    )
    return say(message, **parts)


def _escaped(narrated: StoryNarration) -> Phrase:
    narration, story = narrated.narration, narrated.story
    who = narrated.who(story.tables)
    parts = {
        "outcome": _outcome(narrated, who),
        "n": narration.count(
            len(story.others), "tables", pointer("stories", narrated.place, "others")
        ),
        "least": _least_loss(narration, story.others, story.seat),
    }
    message = narration.language.gettext(
        "One got away: {outcome}, while the other {n} tables each lost {least:n}"
    )
    return say(message, **parts)


def _outcome(narrated: StoryNarration, who: Phrase) -> Phrase:
    language, value = narrated.narration.language, narrated.evidence("result")
    if value > 0:
        message = language.ngettext("{who} won {amount}", "{who} won {amount}", who.number)
    elif value < 0:
        message = language.ngettext(
            "{who} lost only {amount}", "{who} lost only {amount}", who.number
        )
    else:
        message = language.ngettext("{who} broke even", "{who} broke even", who.number)
    return say(message, who=who, amount=narrated.amount("result"))


def _disaster(narrated: StoryNarration) -> Phrase:
    narration, story = narrated.narration, narrated.story
    parts = {
        "n": narration.count(
            len(story.tables), "tables", pointer("stories", narrated.place, "tables")
        ),
        "least": _least_loss(narration, story.tables, story.seat),
    }
    if narration.cards_known(story.seat):
        parts["hand"] = narration.hand(story.seat)
        message = narration.language.gettext(
            "The same disaster everywhere: with {hand}, all {n} tables lost {least}"
        )
    else:
        parts["seat"] = narration.position(story.seat)
        message = narration.language.gettext(
            "The same disaster everywhere: {seat:at}, all {n} tables lost {least}"
        )
    return say(message, **parts)


def _opposite(narrated: StoryNarration) -> Phrase:
    """The best winner beside the worst loser."""
    narration, seat, language = narrated.narration, narrated.story.seat, narrated.narration.language
    up = max(narrated.story.tables, key=lambda table: narration.result(table, seat))
    down = min(narrated.story.others, key=lambda table: narration.result(table, seat))
    winner, loser = (at_table(narration, table, seat) for table in (up, down))
    won, lost = (
        narration.amount(narration.result(table, seat), pointer("plays", table, "result", seat))
        for table in (up, down)
    )
    clauses = [
        say(language.ngettext("{who} won {amount}", "{who} won {amount}", winner.number),
            who=winner, amount=won),
        say(language.ngettext("{who} lost {amount:n}", "{who} lost {amount:n}", loser.number),
            who=loser, amount=lost),
    ]  # fmt: skip
    message = language.gettext("Same hand, opposite results: {clauses}")
    return say(message, clauses=narrated.clauses(clauses))


def _roads(narrated: StoryNarration) -> Phrase:
    narration, story, language = narrated.narration, narrated.story, narrated.narration.language
    assert story.fork is not None
    first, second = story.tables
    clauses = []
    for table in story.tables:
        who = at_table(narration, table, story.seat)
        action = did(narration, story.fork, table, who.number)
        clauses.append(say(language.gettext("{who} {did}"), who=who, did=action))
    parts = {"clauses": narrated.clauses(clauses)}
    gap = narration.result(first, story.seat) - narration.result(second, story.seat)
    if gap == 0:
        message = language.gettext("Different roads, one result: {clauses}; they finished level")
    else:
        sources = [pointer("plays", table, "result", story.seat) for table in story.tables]
        parts["gap"] = narration.amount(gap, *sources)
        message = language.gettext(
            "Different roads, one result: {clauses}; they finished only {gap} apart"
        )
    return say(message, **parts)


def _of(narration: Narration, seat: int) -> Phrase:
    tables = narration.tables_of(seat)
    return narration.count(
        len(tables), "tables", *(pointer("plays", table, "result", seat) for table in tables)
    )


def _least_loss(narration: Narration, tables: Sequence[str], seat: int) -> Phrase:
    """The smallest loss of the tables; without 'at least' if all lost the same."""
    losses = {table: -narration.result(table, seat) for table in tables}
    least = min(losses, key=lambda table: losses[table])
    said = narration.amount(losses[least], pointer("plays", least, "result", seat))
    return said if len(set(losses.values())) == 1 else _at_least(narration, said)


SENTENCES: Mapping[str, Callable[[StoryNarration], Phrase]] = {
    "big fold": _big_fold,
    "big call": _big_call,
    "bluff shown down": _bluff,
    "everybody called but one": _all_but_one,
    "value missed": _value_missed,
    "value extracted": _value_extracted,
    "slow-play": _slow_play,
    "cooler": _cooler,
    "trap": _trap,
    "the one who escaped": _escaped,
    "same disaster everywhere": _disaster,
    "opposite results with one hand": _opposite,
    "different roads to one result": _roads,
}
"""By the names and in the order of docs/interest.md."""

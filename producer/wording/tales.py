"""The stories of docs/interest.md, each in one sentence that rests on its evidence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.compare.model import Story
from producer.wording.given import on_street
from producer.wording.numbers import listed
from producer.wording.pair import choice
from producer.wording.phrases import Phrase, pointer, say
from producer.wording.telling import Telling, at_table, at_tables, with_hand


@dataclass(frozen=True, slots=True)
class Tale:
    """A story being told. ``place``: its number among the comparison's stories."""

    telling: Telling
    story: Story
    place: int

    def evidence(self, name: str) -> Fraction:
        return self.telling.in_blinds(self.story.evidence[name])

    def amount(self, name: str) -> Phrase:
        source = pointer("stories", self.place, "evidence", name)
        return self.telling.amount(self.evidence(name), source)

    def at_least(self, name: str) -> Phrase:
        """The evidence of several tables is that of the one with the least."""
        found = self.amount(name)
        if len(self.story.tables) == 1:
            return found
        return _at_least(self.telling, found)

    @property
    def hand(self) -> bool:
        """Whether the cards must be named: those of the pick's seat have been."""
        key = self.telling.comparison.fork
        return key is None or key.seat != self.story.seat

    def who(self, tables: Sequence[str]) -> Phrase:
        return at_tables(self.telling, tables, self.story.seat, hand=self.hand)

    def clauses(self, clauses: Sequence[Phrase]) -> Phrase:
        found = listed(self.telling.language, clauses)
        seat = self.story.seat
        if self.hand and self.telling.cards_known(seat):
            return with_hand(self.telling, seat, found)
        return found

    def street(self) -> Phrase:
        return on_street(self.telling.language, self.story.fork.street if self.story.fork else "")


def _at_least(telling: Telling, found: Phrase) -> Phrase:
    """``at least 12 big blinds``, and form ``n`` without the unit."""
    message = telling.language.gettext("at least {amount}")
    number = Phrase({"": found.forms["n"]})
    forms = {"": message.format(amount=found), "n": message.format(amount=number)}
    return Phrase(forms, found.facts)


def tale(telling: Telling, story: Story) -> Phrase:
    """One story in words. Raises KeyError for a name that docs/interest.md has not."""
    place = telling.comparison.stories.index(story)
    return TALES[story.name](Tale(telling, story, place))


def _big_fold(told: Tale) -> Phrase:
    who, language = told.who(told.story.tables), told.telling.language
    message = language.ngettext(
        "A big fold: facing {to_call}, {who} let it go and finished {apart:n} above the average "
        "of those who went on",
        "A big fold: facing {to_call}, {who} let it go and finished {apart:n} above the average "
        "of those who went on",
        who.number,
    )
    return say(message, who=who, to_call=told.amount("to_call"), apart=told.at_least("apart"))


def _big_call(told: Tale) -> Phrase:
    who, language = told.who(told.story.tables), told.telling.language
    message = language.ngettext(
        "A big call: for {to_call}, {who} called and finished {apart:n} above the average of "
        "those who folded",
        "A big call: for {to_call}, {who} called and finished {apart:n} above the average of "
        "those who folded",
        who.number,
    )
    return say(message, who=who, to_call=told.amount("to_call"), apart=told.at_least("apart"))


def _bluff(told: Tale) -> Phrase:
    who = at_tables(told.telling, told.story.tables, told.story.seat, hand=True)
    message = told.telling.language.ngettext(
        "A bluff shown down: {who} put in {bet} on the river, was called and lost",
        "A bluff shown down: {who} put in {bet} on the river, were called and lost",
        who.number,
    )
    return say(message, who=who, bet=told.at_least("bet"))


def _all_but_one(told: Tale) -> Phrase:
    who, language = told.who(told.story.tables), told.telling.language
    if told.evidence("apart") > 0:
        message = language.ngettext(
            "All went on but one: {who} folded and finished {apart} above the average of the rest",
            "All went on but one: {who} folded and finished {apart} above the average of the rest",
            who.number,
        )
    else:
        message = language.ngettext(
            "All went on but one: {who} folded and finished {apart} below the average of the rest",
            "All went on but one: {who} folded and finished {apart} below the average of the rest",
            who.number,
        )
    return say(message, who=who, apart=told.amount("apart"))


def _value_missed(told: Tale) -> Phrase:
    who, language = told.who(told.story.tables), told.telling.language
    message = language.ngettext(
        "{who} held back on the river with the winning hand; where it was bet and paid, the best "
        "result was {apart} higher",
        "{who} held back on the river with the winning hand; where it was bet and paid, the best "
        "result was {apart} higher",
        who.number,
    )
    return say(message, who=who, apart=told.amount("apart"))


def _value_extracted(told: Tale) -> Phrase:
    story, language = told.story, told.telling.language
    who = told.who(story.tables)
    assert story.fork is not None
    parts = {
        "who": who,
        "choice": choice(told.telling, story.fork, story.tables[0]),
        "street": told.street(),
        "apart": told.at_least("apart"),
    }
    message = language.ngettext(
        "{who} chose {choice} {street}, was paid off and finished {apart} above all who chose "
        "otherwise",
        "{who} chose {choice} {street}, were paid off and finished {apart} above all who chose "
        "otherwise",
        who.number,
    )
    return say(message, **parts)


def _slow_play(told: Tale) -> Phrase:
    who, language = told.who(told.story.tables), told.telling.language
    message = language.ngettext(
        "Slow play: {who} held back {street} where others bet, struck later and won {won}",
        "Slow play: {who} held back {street} where others bet, struck later and won {won}",
        who.number,
    )
    return say(message, who=who, street=told.street(), won=told.at_least("won"))


def _trap(told: Tale) -> Phrase:
    who, language = told.who(told.story.tables), told.telling.language
    message = language.ngettext(
        "A trap: {who} checked {street}, raised the bet that came and won {won}",
        "A trap: {who} checked {street}, raised the bet that came and won {won}",
        who.number,
    )
    return say(message, who=who, street=told.street(), won=told.at_least("won"))


def _cooler(told: Tale) -> Phrase:
    telling, story = told.telling, told.story
    parts = {
        "n": telling.count(
            len(story.tables), "tables", pointer("stories", told.place, "evidence", "tables")
        ),
        "of": _of(telling, story.seat),
        "least": _least_loss(telling, story.tables, story.seat),
        "hand": telling.hand(story.seat),
    }
    message = telling.language.gettext(
        "A cooler: {n} of the {of} tables lost {least} at the showdown with {hand}"
    )
    return say(message, **parts)


def _escaped(told: Tale) -> Phrase:
    telling, story = told.telling, told.story
    who = told.who(story.tables)
    parts = {
        "outcome": _outcome(told, who),
        "n": telling.count(len(story.others), "tables", pointer("stories", told.place, "others")),
        "least": _least_loss(telling, story.others, story.seat),
    }
    message = telling.language.gettext(
        "One got away: {outcome}, while the other {n} tables each lost {least:n}"
    )
    return say(message, **parts)


def _outcome(told: Tale, who: Phrase) -> Phrase:
    language, value = told.telling.language, told.evidence("result")
    if value > 0:
        message = language.ngettext("{who} won {amount}", "{who} won {amount}", who.number)
    elif value < 0:
        message = language.ngettext(
            "{who} lost only {amount}", "{who} lost only {amount}", who.number
        )
    else:
        message = language.ngettext("{who} broke even", "{who} broke even", who.number)
    return say(message, who=who, amount=told.amount("result"))


def _disaster(told: Tale) -> Phrase:
    telling, story = told.telling, told.story
    parts = {
        "n": telling.count(len(story.tables), "tables", pointer("stories", told.place, "tables")),
        "least": _least_loss(telling, story.tables, story.seat),
    }
    if telling.cards_known(story.seat):
        parts["hand"] = telling.hand(story.seat)
        message = telling.language.gettext(
            "The same disaster everywhere: with {hand}, all {n} tables lost {least}"
        )
    else:
        parts["seat"] = telling.seat(story.seat, pointer("stories", told.place, "seat"))
        message = telling.language.gettext(
            "The same disaster everywhere: in seat {seat}, all {n} tables lost {least}"
        )
    return say(message, **parts)


def _opposite(told: Tale) -> Phrase:
    """From the best of those who won to the worst of those who lost."""
    telling, seat, language = told.telling, told.story.seat, told.telling.language
    up = max(told.story.tables, key=lambda table: telling.result(table, seat))
    down = min(told.story.others, key=lambda table: telling.result(table, seat))
    winner, loser = (at_table(telling, table, seat) for table in (up, down))
    won, lost = (
        telling.amount(telling.result(table, seat), pointer("plays", table, "result", seat))
        for table in (up, down)
    )
    clauses = [
        say(language.ngettext("{who} won {amount}", "{who} won {amount}", winner.number),
            who=winner, amount=won),
        say(language.ngettext("{who} lost {amount:n}", "{who} lost {amount:n}", loser.number),
            who=loser, amount=lost),
    ]  # fmt: skip
    message = language.gettext("One hand, opposite ends: {clauses}")
    return say(message, clauses=told.clauses(clauses))


def _roads(told: Tale) -> Phrase:
    telling, story, language = told.telling, told.story, told.telling.language
    assert story.fork is not None
    first, second = story.tables
    clauses = []
    for table in story.tables:
        who = at_table(telling, table, story.seat)
        message = language.ngettext("{who} chose {choice}", "{who} chose {choice}", who.number)
        clauses.append(say(message, who=who, choice=choice(telling, story.fork, table)))
    parts = {"clauses": told.clauses(clauses)}
    gap = telling.result(first, story.seat) - telling.result(second, story.seat)
    if gap == 0:
        message = language.gettext("Different roads, one result: {clauses}; they finished level")
    else:
        sources = [pointer("plays", table, "result", story.seat) for table in story.tables]
        parts["gap"] = telling.amount(gap, *sources)
        message = language.gettext(
            "Different roads, one result: {clauses}; they finished just {gap} apart"
        )
    return say(message, **parts)


def _of(telling: Telling, seat: int) -> Phrase:
    tables = telling.tables_of(seat)
    return telling.count(
        len(tables), "tables", *(pointer("plays", table, "result", seat) for table in tables)
    )


def _least_loss(telling: Telling, tables: Sequence[str], seat: int) -> Phrase:
    """What each of the tables lost at least, exact where all lost the same."""
    losses = {table: -telling.result(table, seat) for table in tables}
    least = min(losses, key=lambda table: losses[table])
    found = telling.amount(losses[least], pointer("plays", least, "result", seat))
    return found if len(set(losses.values())) == 1 else _at_least(telling, found)


TALES: Mapping[str, Callable[[Tale], Phrase]] = {
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

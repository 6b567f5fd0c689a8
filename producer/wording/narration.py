"""The phrases that sentences about one comparison share: who, how much, and the sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from producer.compare.model import Comparison, Fork
from producer.games.cards import format_cards
from producer.games.holdem.played import ReplayedPlay
from producer.games.line import Chips, Move, Play
from producer.wording import numbers
from producer.wording.games.hands import hand_phrase
from producer.wording.games.positions import position, position_forms
from producer.wording.language import Language
from producer.wording.names.teams import seat_forms, table_forms, team_forms
from producer.wording.phrases import Fact, Phrase, pointer, say


@dataclass(frozen=True, slots=True)
class Narration:
    """``deals``: how many the session has, where known."""

    language: Language
    comparison: Comparison
    deals: int | None = None

    @property
    def replays(self) -> Mapping[str, ReplayedPlay]:
        return self.comparison.replays

    def play(self, table: str) -> Play:
        return next(play for play in self.comparison.deal.plays if play.table == table)

    def result(self, table: str, seat: int) -> Fraction:
        """A chip score in big blinds."""
        play = self.play(table)
        return Fraction(play.result[seat]) / play.game.unit

    def tables_of(self, seat: int) -> list[str]:
        """The finished tables where the seat was dealt in."""
        return [play.table for play in self.comparison.deal.plays if seat in play.result]

    def in_blinds(self, chips: Chips) -> Fraction:
        """An amount in the comparison's unit, in big blinds."""
        if self.comparison.unit == "bb":
            return Fraction(chips)
        return Fraction(chips) / self.comparison.deal.plays[0].game.unit

    def size(self, move: Move) -> Fraction:
        """The street total of a fork's move, in big blinds."""
        return self.in_blinds(Fraction(move.to or 0) / self.comparison.scale)

    def amount(self, value: Fraction, *sources: str) -> Phrase:
        return numbers.amount(self.language, value, *sources)

    def count(self, number: int, unit: str, *sources: str, of: int = 0) -> Phrase:
        return numbers.count(self.language, number, unit, *sources, of=of)

    def fork_pointer(self, fork: Fork) -> str:
        return pointer("forks", self.comparison.forks.index(fork))

    def cards_known(self, seat: int) -> bool:
        return len(self.comparison.deal.cards.get(seat, ())) == 2

    def hand(self, seat: int) -> Phrase:
        """The seat's two cards, which must be known."""
        cards = self.comparison.deal.cards[seat]
        fact = Fact(format_cards(cards), "cards", (pointer("cards", seat),))
        return replace(hand_phrase(self.language, cards), facts={"": fact})

    def position(self, seat: int) -> Phrase:
        """The seat's position, if it is the same at all tables, else its number."""
        names = {self._position(play, seat) for play in self.comparison.deal.plays}
        name = names.pop() if len(names) == 1 else None
        tables = self.tables_of(seat) or [play.table for play in self.comparison.deal.plays]
        source = pointer("plays", tables[0], "result", seat)
        if name is None:
            forms = seat_forms(seat, self.language.code)
            return Phrase(forms, {"": Fact(seat, "seat", (source,))})
        fact = Fact(name, "position", (source, "/button"))
        return Phrase(position_forms(name, self.language.code), {"": fact})

    def _position(self, play: Play, seat: int) -> str | None:
        deal = self.comparison.deal
        seats = tuple(play.stacks or deal.cards)
        return position(seats, deal.button, deal.direction, seat)

    def table(self, table: str, *sources: str) -> Phrase:
        name = self.comparison.deal.name_of(table)
        return numbers.named(name, "table", *(sources or (pointer("plays", table),)))

    def named_table(self, table: str) -> Phrase:
        """With its noun: ``table 7``, ``the open room``; form ``at``: ``in the open room``."""
        name = self.comparison.deal.name_of(table)
        fact = Fact(name, "table", (pointer("plays", table),))
        return Phrase(table_forms(name, self.language.code), {"": fact})


def who(narration: Narration, table: str, seat: int) -> Phrase:
    """Who sat there: the team, else the player, else the position."""
    play = narration.play(table)
    player = play.players.get(seat)
    code = narration.language.code
    if player is None:
        return narration.position(seat)
    place = pointer("plays", table, "players", seat)
    if player.team is None:
        forms, number = team_forms(player.name, code, known=False)
        return Phrase(forms, {"": Fact(player.name, "player", (f"{place}/name",))}, number)
    team = narration.comparison.deal.teams.get(player.team)
    forms, number = team_forms(team.name if team else player.team, code)
    return Phrase(forms, {"": Fact(player.team, "team", (f"{place}/team",))}, number)


def each(narration: Narration, tables: Sequence[str], seat: int) -> list[Phrase]:
    """Who sat in the seat at each table; the tables' names if that is ambiguous."""
    names = [who(narration, table, seat) for table in tables]
    if len({str(name) for name in names}) == len(tables):
        return names
    return [narration.named_table(table) for table in tables]


def at_tables(narration: Narration, tables: Sequence[str], seat: int, *, hand: bool) -> Phrase:
    """One or two tables by who sat there, more by their number. ``hand``: with the cards."""
    language = narration.language
    if len(tables) > 2:
        sources = tuple(pointer("plays", table) for table in tables)
        n = narration.count(len(tables), "tables", *sources)
        found, number = say(language.gettext("{n} tables"), n=n), 2
    else:
        found = numbers.listed(language, [at_table(narration, table, seat) for table in tables])
        number = found.number
    if hand and narration.cards_known(seat):
        found = with_hand(narration, seat, found)
    return Phrase(found.forms, found.facts, number)


def at_table(narration: Narration, table: str, seat: int) -> Phrase:
    """``Brazil at table 1``."""
    name = who(narration, table, seat)
    message = narration.language.gettext("{who} at table {table}")
    found = say(message, who=name, table=narration.table(table))
    return Phrase(found.forms, found.facts, name.number)


def with_hand(narration: Narration, seat: int, clause: Phrase) -> Phrase:
    """``with kings, Brazil at table 1``."""
    message = narration.language.gettext("with {hand}, {clause}")
    return say(message, hand=narration.hand(seat), clause=clause)

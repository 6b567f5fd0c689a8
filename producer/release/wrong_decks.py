"""Tables that show another deck: the alarm, the decks to choose between, and whose device it is.

For a producer's own eyes: what differs names cards, of sealed deals too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from producer.games.line import DealKey
from producer.problems import Problem
from producer.record import Contradiction, Shown, Version, repeat_offenders
from producer.record.intake.decisions import CannotChoose
from producer.record.plan.decks import FLOP, TURN, chosen_version
from producer.release.gate import Gate
from producer.release.tokens import Token

LEAST = 3
"""So many contradictions of one source are no accident."""

ALARMS = 4
"""So many alarms are put into words; of more, their number."""


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """A deck that was shown for a deal. ``tables``: those that showed it; ``office``: whether the
    office did. ``table``: by whom it is chosen, None for the office; ``cannot``: why it cannot be.
    ``shows``: by place (``button``, ``seat 2``, ``flop``), what lies there, ``""`` where it was not
    shown; only where the decks differ. ``void``: the hands that are void if it is chosen."""

    tables: tuple[str, ...]
    office: bool
    table: str | None
    cannot: str
    shows: Mapping[str, str]
    void: str

    @property
    def who(self) -> str:
        """
        >>> DeckChoice(("1", "2"), True, None, "", {}, "").who
        'tables 1 and 2, the office'
        """
        told = [tables_words(self.tables)] if self.tables else []
        return ", ".join([*told, *(["the office"] if self.office else [])])


@dataclass(frozen=True, slots=True)
class Undecided:
    """A deal that tables disagree about. ``hands``: those that do not fit its deck, in the order
    heard; ``choices``: the decks shown, the standing one first, one alone where a hand does not
    follow from its own table's deck."""

    key: DealKey
    hands: tuple[Contradiction, ...]
    released: bool
    choices: tuple[DeckChoice, ...]

    @property
    def reason(self) -> str:
        """What is logged as the reason of a choice, if the producer says nothing else."""
        told = "; ".join(f"table {hand.table}: {hand.what}" for hand in self.hands)
        return told[:1000]


@dataclass(frozen=True, slots=True)
class Offender:
    """A source of three contradictions or more in one session, which may lie or guess. ``tables``:
    those it sent for; ``tokens``: those of feeds that are bound to one of them."""

    session: str
    source: str
    count: int
    tables: tuple[str, ...]
    tokens: tuple[Token, ...]


def undecided(gate: Gate, exit_: str, most: int | None = None) -> tuple[list[Undecided], int]:
    """The deals that somebody must decide about, in the order in which it was seen, ``most`` at
    most, and how many more there are."""
    found: dict[DealKey, list[Contradiction]] = {}
    for each in gate.contradictions(exit_):
        if each.is_open:
            found.setdefault(each.key, []).append(each)
    if not found:
        return [], 0
    view = gate.view(exit_)
    first = [
        Undecided(
            key,
            tuple(hands),
            (verdict := view.verdict(key)) is not None and verdict.state == "released",
            choices(key, gate.deck_versions(key, exit_)),
        )
        for key, hands in list(found.items())[:most]
    ]
    return first, len(found) - len(first)


def alarms(gate: Gate, exit_: str) -> list[str]:
    """For every open contradiction of a live session what a producer must do at once, in the order
    heard; at most ``ALARMS``, then how many more there are."""
    found = [each for each in gate.contradictions(exit_) if each.is_open]
    if not found:
        return []
    live = gate.view(exit_).live
    found = [each for each in found if (each.session, each.group) in live]
    where = len(live) > 1
    told = [f"{alarm(each, where=where)}. Stop the table." for each in found[:ALARMS]]
    more = len(found) - len(told)
    return [*told, f"{more} more on the page Tables."] if more else told


def alarm(found: Contradiction, *, where: bool) -> str:
    """``where``: several groups play, so that it says which."""
    of = f" of {found.session}/{found.group}" if where else ""
    return f"Table {found.table}, deal {found.deal}{of}: {found.what}"


def offenders(gate: Gate, exit_: str) -> list[Offender]:
    """The sources with three contradictions or more in a live session, settled ones included, as
    long as a token that is bound to their tables lets them in, or one of them is open."""
    every = gate.contradictions(exit_)
    if len(every) < LEAST:
        return []
    live = gate.view(exit_).live
    found = sorted(
        (each for each in every if (each.session, each.group) in live),
        key=lambda each: each.session,
    )
    tokens = [token for token in gate.tokens().values() if not token.revoked]
    out = []
    for session, of_session in groupby(found, key=lambda each: each.session):
        told = list(of_session)
        for source in sorted(repeat_offenders(told, LEAST)):
            own = [each for each in told if each.source == source]
            tables = tuple(dict.fromkeys(each.table for each in own))
            bound = tuple(token for token in tokens if not set(tables).isdisjoint(token.tables))
            if bound or any(each.is_open for each in own):
                out.append(Offender(session, source, len(own), tables, bound))
    return out


def choose(
    gate: Gate, exit_: str, key: DealKey, table: str | None, reason: str, by: str, *, replay: bool
) -> str:
    """Chooses the deck that ``table`` showed, or the office's; what became of it, in a sentence.
    Raises CannotChoose."""
    shown = choices(key, gate.deck_versions(key, exit_))
    right = [each for each in shown if (each.office if table is None else table in each.tables)]
    taken = gate.choose_deck(exit_, key, table, reason, by, replay=replay)
    if taken.outcome == "refused":
        raise CannotChoose(f"{taken.reason}. {taken.hint()}")
    told = f"Deal {key.number}: the deck of {right[0].who} was right."
    void = f" Void{', to be played again' if replay else ''}: {right[0].void}."
    return told + void if right[0].void else told


def choices(key: DealKey, shown: Sequence[Version]) -> tuple[DeckChoice, ...]:
    places = differences([version.deck for version in shown])
    return tuple(_choice(key, version, shown, places) for version in shown)


def _choice(
    key: DealKey, version: Version, shown: Sequence[Version], places: Sequence[str]
) -> DeckChoice:
    counted = Counter(table for each in shown for table in each.tables)
    table = None
    cannot = ""
    if not version.office:
        table = next((each for each in version.tables if counted[each] == 1), version.tables[0])
        found = chosen_version(shown, table, key.number)
        cannot = f"{found.reason}. {found.hint()}" if isinstance(found, Problem) else ""
    lies = _places(version.deck)
    shows = {place: lies.get(place, "") for place in places}
    others = [view for each in shown if each is not version for view in each.views]
    void = ", ".join(f"hand {number} of table {name}" for name, number in others)
    return DeckChoice(version.tables, version.office, table, cannot, shows, void)


def differences(decks: Sequence[Shown]) -> list[str]:
    """The places at which any two of the decks differ, in the order of a deal.

    >>> differences([Shown(3, {1: "AsAh"}, "Qs9h3d4c"), Shown(3, {1: "AhAs"}, "Qs9h3d5c")])
    ['turn']

    Where only one card lies in two places, these two.

    >>> differences([Shown(3, {1: "AsAh"}), Shown(3, {2: "AhKh"})])
    ['seat 1', 'seat 2']
    """
    found: set[str] = set()
    for one, other in combinations([_places(deck) for deck in decks], 2):
        both = one.keys() & other.keys()
        differ = {place for place in both if _cards(one[place]) != _cards(other[place])}
        found |= differ or _twice(one, other)
    return sorted(found, key=_order)


def _twice(one: Mapping[str, str], other: Mapping[str, str]) -> set[str]:
    lies = {card: place for place, cards in one.items() for card in _cards(cards)}
    return {
        place
        for here, cards in other.items()
        for card in _cards(cards)
        if lies.get(card, here) != here
        for place in (here, lies[card])
    }


def _places(deck: Shown) -> dict[str, str]:
    board = deck.board or ""
    found = {f"seat {seat}": hole for seat, hole in deck.cards.items()}
    if deck.button is not None:
        found["button"] = f"seat {deck.button}"
    streets = (("flop", 0, FLOP), ("turn", FLOP, TURN), ("river", TURN, TURN + 2))
    return found | {name: board[a:b] for name, a, b in streets if len(board) >= b}


def _cards(told: str) -> frozenset[str]:
    """Hole cards and a flop come in any order."""
    if told.startswith("seat"):
        return frozenset([told])
    return frozenset(told[n : n + 2] for n in range(0, len(told), 2))


def _order(place: str) -> tuple[int, int]:
    streets = ("button", "seat", "flop", "turn", "river")
    kind, _, seat = place.partition(" ")
    return streets.index(kind), int(seat or 0)


def tables_words(tables: Sequence[str]) -> str:
    """
    >>> tables_words(["1", "2", "5"])
    'tables 1, 2 and 5'
    """
    if len(tables) == 1:
        return f"table {tables[0]}"
    return f"tables {', '.join(tables[:-1])} and {tables[-1]}"

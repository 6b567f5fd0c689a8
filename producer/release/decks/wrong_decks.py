"""Tables that show a different deck: alarms, the decks to choose from, and repeat offenders.

For producers only: the differences name cards, also of sealed deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from producer.games.line import DealKey
from producer.messages import in_a_row, message
from producer.problems import Problem
from producer.record import Contradiction, DeckVersion, ShownCards, repeat_offenders
from producer.record.intake.decisions import CannotChoose
from producer.record.plan.decks import FLOP, TURN, chosen_version
from producer.release.gate import Gate
from producer.release.tokens import Token

LEAST = 3
"""From 3 contradictions on a source is called an offender."""

MOST_IN_REASON = 8
"""Hands named in the default reason, which the page cuts to what the log takes."""

ALARMS = 4
"""At most 4 alarms in words; of further ones only the number."""


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """A deck shown for a deal. ``tables``: those that showed it; ``office``: whether the office
    did. ``table``: whose deck to choose, None for the office's; ``cannot``: why it cannot be
    chosen, or ``""``. ``shows``: for the places where the decks differ (``button``, ``seat 2``,
    ``flop``), what this deck has there, ``""`` where it was not shown. ``void``: the hands that
    would be void."""

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
        tables = [tables_words(self.tables)] if self.tables else []
        return ", ".join([*tables, *(["the office"] if self.office else [])])


@dataclass(frozen=True, slots=True)
class Undecided:
    """A deal whose deck tables disagree about. ``hands``: those that do not fit its deck, in the
    order received; ``choices``: the decks shown, the current one first; only one where a hand
    contradicts its own table's deck."""

    key: DealKey
    hands: tuple[Contradiction, ...]
    released: bool
    choices: tuple[DeckChoice, ...]

    @property
    def reason(self) -> str:
        """The default reason for the log."""
        hands = self.hands[:MOST_IN_REASON]
        return in_a_row(
            (message("table {name}: {what}", name=each.table, what=each.what) for each in hands),
            "; ",
        )


@dataclass(frozen=True, slots=True)
class Offender:
    """A source with ``LEAST`` or more contradictions in one session. ``tables``: those it sent
    for; ``tokens``: feed tokens bound to one of them."""

    session: str
    source: str
    count: int
    tables: tuple[str, ...]
    tokens: tuple[Token, ...]


def undecided(gate: Gate, exit_: str, most: int | None = None) -> tuple[list[Undecided], int]:
    """The deals with open contradictions, oldest first and at most ``most``, and how many more
    there are."""
    open_hands: dict[DealKey, list[Contradiction]] = {}
    for each in gate.contradictions(exit_):
        if each.is_open:
            open_hands.setdefault(each.key, []).append(each)
    if not open_hands:
        return [], 0
    view = gate.view(exit_)
    first = [
        Undecided(
            key,
            tuple(hands),
            (verdict := view.verdict(key)) is not None and verdict.state == "released",
            choices(key, gate.deck_versions(key, exit_)),
        )
        for key, hands in list(open_hands.items())[:most]
    ]
    return first, len(open_hands) - len(first)


def alarms(gate: Gate, exit_: str) -> list[str]:
    """A sentence for every open contradiction of a live session, oldest first; at most ``ALARMS``,
    then how many more there are."""
    unresolved = [each for each in gate.contradictions(exit_) if each.is_open]
    if not unresolved:
        return []
    live = gate.view(exit_).live
    unresolved = [each for each in unresolved if (each.session, each.group) in live]
    where = len(live) > 1
    sentences: list[str] = [
        message("{alarm}. Stop the table.", alarm=alarm(each, where=where))
        for each in unresolved[:ALARMS]
    ]
    more = len(unresolved) - len(sentences)
    return [*sentences, message("{n} more on the page Tables.", n=more)] if more else sentences


def alarm(hand: Contradiction, *, where: bool) -> str:
    """``where``: name the group, as several play."""
    fields = {"name": hand.table, "n": hand.deal, "what": hand.what}
    if not where:
        return message("Table {name}, deal {n}: {what}", **fields)
    group = f"{hand.session}/{hand.group}"
    return message("Table {name}, deal {n} of {group}: {what}", group=group, **fields)


def offenders(gate: Gate, exit_: str) -> list[Offender]:
    """The sources with ``LEAST`` or more contradictions in a live session, decided ones included,
    as long as a valid token is bound to one of their tables or a contradiction is still open."""
    every = gate.contradictions(exit_)
    if len(every) < LEAST:
        return []
    live = gate.view(exit_).live
    ordered = sorted(
        (each for each in every if (each.session, each.group) in live),
        key=lambda each: each.session,
    )
    tokens = [token for token in gate.tokens().values() if not token.revoked]
    out = []
    for session, of_session in groupby(ordered, key=lambda each: each.session):
        contradictions = list(of_session)
        for source in sorted(repeat_offenders(contradictions, LEAST)):
            own = [each for each in contradictions if each.source == source]
            tables = tuple(dict.fromkeys(each.table for each in own))
            bound = tuple(token for token in tokens if not set(tables).isdisjoint(token.tables))
            if bound or any(each.is_open for each in own):
                out.append(Offender(session, source, len(own), tables, bound))
    return out


def choose(
    gate: Gate, exit_: str, key: DealKey, table: str | None, reason: str, by: str, *, replay: bool
) -> str:
    """Chooses the deck that ``table`` showed, or the office's for ``None``; the result in a
    sentence. Raises CannotChoose."""
    shown = choices(key, gate.deck_versions(key, exit_))
    right = [each for each in shown if (each.office if table is None else table in each.tables)]
    receipt = gate.choose_deck(exit_, key, table, reason, by, replay=replay)
    if receipt.outcome == "refused":
        raise CannotChoose(f"{receipt.reason}. {receipt.hint()}")
    sentence = f"Deal {key.number}: the deck of {right[0].who} was right."
    void = f" Void{', to be played again' if replay else ''}: {right[0].void}."
    return sentence + void if right[0].void else sentence


def choices(key: DealKey, shown: Sequence[DeckVersion]) -> tuple[DeckChoice, ...]:
    places = differences([version.deck for version in shown])
    return tuple(_choice(key, version, shown, places) for version in shown)


def _choice(
    key: DealKey, version: DeckVersion, shown: Sequence[DeckVersion], places: Sequence[str]
) -> DeckChoice:
    counted = Counter(table for each in shown for table in each.tables)
    table = None
    cannot = ""
    if not version.office:
        table = next((each for each in version.tables if counted[each] == 1), version.tables[0])
        chosen = chosen_version(shown, table, key.number)
        cannot = f"{chosen.reason}. {chosen.hint()}" if isinstance(chosen, Problem) else ""
    lies = _places(version.deck)
    shows = {place: lies.get(place, "") for place in places}
    others = [view for each in shown if each is not version for view in each.views]
    void = ", ".join(f"hand {number} of table {name}" for name, number in others)
    return DeckChoice(version.tables, version.office, table, cannot, shows, void)


def differences(decks: Sequence[ShownCards]) -> list[str]:
    """The places where any two of the decks differ, in dealing order.

    >>> first = ShownCards(3, {1: "AsAh"}, "Qs9h3d4c")
    >>> differences([first, ShownCards(3, {1: "AhAs"}, "Qs9h3d5c")])
    ['turn']

    Where nothing differs but a card lies in two places, those two.

    >>> differences([ShownCards(3, {1: "AsAh"}), ShownCards(3, {2: "AhKh"})])
    ['seat 1', 'seat 2']
    """
    places: set[str] = set()
    for one, other in combinations([_places(deck) for deck in decks], 2):
        both = one.keys() & other.keys()
        differ = {place for place in both if _cards(one[place]) != _cards(other[place])}
        places |= differ or _twice(one, other)
    return sorted(places, key=_order)


def _twice(one: Mapping[str, str], other: Mapping[str, str]) -> set[str]:
    lies = {card: place for place, cards in one.items() for card in _cards(cards)}
    return {
        place
        for here, cards in other.items()
        for card in _cards(cards)
        if lies.get(card, here) != here
        for place in (here, lies[card])
    }


def _places(deck: ShownCards) -> dict[str, str]:
    board = deck.board or ""
    places = {f"seat {seat}": hole for seat, hole in deck.cards.items()}
    if deck.button is not None:
        places["button"] = f"seat {deck.button}"
    streets = (("flop", 0, FLOP), ("turn", FLOP, TURN), ("river", TURN, TURN + 2))
    return places | {name: board[a:b] for name, a, b in streets if len(board) >= b}


def _cards(shown: str) -> frozenset[str]:
    """As a set: the order of hole cards and of a flop means nothing."""
    if shown.startswith("seat"):
        return frozenset([shown])
    return frozenset(shown[n : n + 2] for n in range(0, len(shown), 2))


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

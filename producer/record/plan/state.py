"""What is known before the next event, as far as the events to come need it; and what changed.

Kept from batch to batch where nobody else has written meanwhile: ``loaded`` says what was read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from producer.events import DealCards, SessionOpened
from producer.feeds import Received
from producer.games.line import DealKey
from producer.problems import Problem
from producer.record.plan.decks import DeckView
from producer.record.plan.judge import Judged
from producer.record.plan.live_hands import HandKey, LiveHand
from producer.record.plan.marks import UNMARKED, Mark
from producer.record.plan.order import Stream, StreamKey

Group = tuple[str, str]
Place = tuple[DealKey, str]
TableKey = tuple[str, str, str]
"""Session, group, table."""

Numbered = tuple[str, str, str, int]
"""Session, group, table, the table's number of a hand."""


class StandingDeck(NamedTuple):
    """The deck of a deal as it stands. ``sure``: the office or two tables have shown it."""

    cards: DealCards
    sure: bool


@dataclass(slots=True)
class Known:
    """``decks``: of the deals that the events touch, as they stand, and ``views``: what every table
    and the office has shown of them, by table and hand; of live groups those of all deals.
    ``plays``: by deal and table, those of the tables that the events touch, and all whose result
    does not rest on the table's own cards. ``numbers``: the deals that a live table's hand numbers
    stand for, more than one where a hand was corrected as a whole. ``unopened``: positions of what
    waits for its session.
    The ``changed`` sets name what is to be written, and ``newest`` is to be: by table the position
    of the newest event that lies on it. ``wrong``: the hands told to their end that cannot be
    used, each with the event at fault. ``recent``: deals, the one touched last at the end."""

    sessions: dict[Group, SessionOpened] = field(default_factory=dict)
    decks: dict[DealKey, StandingDeck] = field(default_factory=dict)
    views: dict[DealKey, dict[tuple[str, int], DeckView]] = field(default_factory=dict)
    plays: dict[DealKey, dict[str, Judged]] = field(default_factory=dict)
    hands: dict[HandKey, LiveHand] = field(default_factory=dict)
    marks: dict[DealKey, dict[str, Mark]] = field(default_factory=dict)
    numbers: dict[Numbered, set[int]] = field(default_factory=dict)
    streams: dict[StreamKey, Stream] = field(default_factory=dict)
    newest: dict[TableKey, int] = field(default_factory=dict)
    unopened: dict[Group, list[int]] = field(default_factory=dict)
    changed_sessions: set[Group] = field(default_factory=set)
    changed_decks: set[DealKey] = field(default_factory=set)
    changed_views: set[tuple[DealKey, tuple[str, int]]] = field(default_factory=set)
    changed_plays: set[Place] = field(default_factory=set)
    changed_marks: set[Place] = field(default_factory=set)
    changed_streams: set[StreamKey] = field(default_factory=set)
    wrong: list[tuple[Received, Problem]] = field(default_factory=list)
    loaded: set[object] = field(default_factory=set)
    recent: dict[DealKey, None] = field(default_factory=dict)


def touch(known: Known, keys: Iterable[DealKey]) -> None:
    for key in keys:
        known.recent.pop(key, None)
        known.recent[key] = None


def forget(known: Known, most: int) -> None:
    """Leaves the deals touched last, ``most`` hands at most; what is forgotten is read again when
    it is touched. Decks and numbers of live groups stay: they are few, and looked through."""
    if len(known.hands) + sum(map(len, known.plays.values())) <= most:
        return
    kept = set(list(known.recent)[len(known.recent) // 2 :])
    known.recent = dict.fromkeys(key for key in known.recent if key in kept)
    known.hands = {name: hand for name, hand in known.hands.items() if name.deal in kept}
    known.plays = {key: plays for key, plays in known.plays.items() if key in kept}
    known.marks = {key: marks for key, marks in known.marks.items() if key in kept}
    live = {group for group in known.sessions if is_live(known, group)}
    known.decks = {
        key: deck for key, deck in known.decks.items() if key in kept or _group(key) in live
    }
    known.views = {
        key: views for key, views in known.views.items() if key in kept or _group(key) in live
    }
    kept_or_none = kept | {None}
    known.loaded = {told for told in known.loaded if _deal_of(told) in kept_or_none}


def _group(key: DealKey) -> Group:
    return key.session, key.group


def _deal_of(told: object) -> DealKey | None:
    """Of which deal something was read, None where it is of no deal."""
    if isinstance(told, DealKey):
        return told
    if isinstance(told, tuple) and isinstance(told[0], DealKey):
        return told[0]
    return None


def is_live(known: Known, group: Group) -> bool:
    opened = known.sessions.get(group)
    return opened is not None and opened.kind == "live"


def marked(known: Known, key: DealKey, table: str) -> Mark:
    return known.marks.get(key, {}).get(table, UNMARKED)


def mark_place(known: Known, key: DealKey, table: str, mark: Mark) -> None:
    known.marks.setdefault(key, {})[table] = mark
    known.changed_marks.add((key, table))


def keep(known: Known, key: DealKey, table: str, judged: Judged) -> None:
    """The table's play of the deal; one after a void is its next attempt, and no longer awaited."""
    mark = marked(known, key, table)
    if mark is not UNMARKED:
        judged = Judged(replace(judged.play, attempt=mark.attempt), judged.proof)
        if mark.void:
            mark_place(known, key, table, replace(mark, void=""))
    known.plays.setdefault(key, {})[table] = judged
    known.changed_plays.add((key, table))
    name = key.session, key.group, table, judged.play.hand
    known.numbers.setdefault(name, set()).add(key.number)


def set_view(known: Known, key: DealKey, view: DeckView) -> None:
    known.views.setdefault(key, {})[view.name] = view
    known.changed_views.add((key, view.name))


def views_of(known: Known, key: DealKey) -> dict[tuple[str, int], DeckView]:
    return known.views.get(key, {})

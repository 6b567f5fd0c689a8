"""The working state of the record: what the next events need of what came before, and changes not
yet written.

It stays in memory from batch to batch unless another process has written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from producer.events import DealCards, RosterCorrected, SessionOpened
from producer.feeds import Received
from producer.games.line import DealKey
from producer.games.tournament_course import TournamentCourse
from producer.problems import Problem
from producer.record.plan.decks import DeckView
from producer.record.plan.judge import JudgedPlay
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


class FaultyHand(NamedTuple):
    """A hand that cannot be used: the event to put into quarantine, and why."""

    name: HandKey
    item: Received
    problem: Problem


class Skipped(NamedTuple):
    """A table went on with the hand ``name`` though its hand before has the number ``before``, 0 if
    there was none: hands between them may never have arrived. ``item``: the event that shows it."""

    name: HandKey
    before: int
    item: Received


@dataclass(slots=True)
class WorkingState:
    """``names``: the corrected names of groups. ``tournaments``: how far those of groups are.
    ``decks``: the current decks of the deals in the batch; of a live group, of all its deals.
    ``views``: what each table and the office have shown of those deals, by table and hand.
    ``plays``: by deal and table, of the tables in the batch, and every play whose result does not
    rest on its own table's cards. ``numbers``: the deals that a live table used a hand number for;
    more than one after a hand was corrected as a whole.
    ``unopened``: positions of events that wait for their session to open. ``newest``: by table, the
    position of its newest play event. ``faulty_hands``: hands that are over and cannot be used,
    each with the event at fault. ``skipped``: where hand numbers were left out. ``settled``: hands
    that count now or are void, so that nothing is to be decided about them. ``latest``: by table,
    the hand of its last play event.

    The ``changed`` sets and ``newest`` are still to be written. ``loaded``: what has been read.
    ``recent``: deals, the last used at the end."""

    sessions: dict[Group, SessionOpened] = field(default_factory=dict)
    names: dict[Group, RosterCorrected] = field(default_factory=dict)
    tournaments: dict[Group, TournamentCourse] = field(default_factory=dict)
    decks: dict[DealKey, StandingDeck] = field(default_factory=dict)
    views: dict[DealKey, dict[tuple[str, int], DeckView]] = field(default_factory=dict)
    plays: dict[DealKey, dict[str, JudgedPlay]] = field(default_factory=dict)
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
    faulty_hands: list[FaultyHand] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    settled: dict[HandKey, Literal["counts now", "is void"]] = field(default_factory=dict)
    latest: dict[TableKey, HandKey] = field(default_factory=dict)
    loaded: set[object] = field(default_factory=set)
    recent: dict[DealKey, None] = field(default_factory=dict)


def mark_used(state: WorkingState, keys: Iterable[DealKey]) -> None:
    for key in keys:
        state.recent.pop(key, None)
        state.recent[key] = None


def trim(state: WorkingState, most: int) -> None:
    """Drops the deals not used lately once there are more than ``most`` hands and plays; they are
    read again when needed. Decks and hand numbers of live groups stay: they are few, and searched
    as a whole."""
    if len(state.hands) + sum(map(len, state.plays.values())) <= most:
        return
    kept = set(list(state.recent)[len(state.recent) // 2 :])
    state.recent = dict.fromkeys(key for key in state.recent if key in kept)
    state.hands = {name: hand for name, hand in state.hands.items() if name.deal in kept}
    state.plays = {key: plays for key, plays in state.plays.items() if key in kept}
    state.marks = {key: marks for key, marks in state.marks.items() if key in kept}
    live = {group for group in state.sessions if is_live(state, group)}
    state.decks = {
        key: deck for key, deck in state.decks.items() if key in kept or _group(key) in live
    }
    state.views = {
        key: views for key, views in state.views.items() if key in kept or _group(key) in live
    }
    kept_or_none = kept | {None}
    state.loaded = {each for each in state.loaded if _deal_of(each) in kept_or_none}


def _group(key: DealKey) -> Group:
    return key.session, key.group


def _deal_of(entry: object) -> DealKey | None:
    """The deal of an entry of ``loaded``, None where it is not of one deal."""
    if isinstance(entry, DealKey):
        return entry
    if isinstance(entry, tuple) and isinstance(entry[0], DealKey):
        return entry[0]
    return None


def is_live(state: WorkingState, group: Group) -> bool:
    opened = state.sessions.get(group)
    return opened is not None and opened.kind == "live"


def mark_of(state: WorkingState, key: DealKey, table: str) -> Mark:
    return state.marks.get(key, {}).get(table, UNMARKED)


def set_mark(state: WorkingState, key: DealKey, table: str, mark: Mark) -> None:
    state.marks.setdefault(key, {})[table] = mark
    state.changed_marks.add((key, table))


def set_unusable(state: WorkingState, name: HandKey, *, unusable: bool) -> None:
    """Marks the hand as one that waits for a person, or takes that mark away."""
    mark = mark_of(state, name.deal, name.table)
    if unusable != (name.hand in mark.unusable):
        others = tuple([hand for hand in mark.unusable if hand != name.hand])
        now = (*others, name.hand) if unusable else others
        set_mark(state, name.deal, name.table, replace(mark, unusable=now))


def set_play(state: WorkingState, key: DealKey, table: str, judged: JudgedPlay) -> None:
    """Stores the table's play of the deal. After a void it is the table's next attempt, and the
    deal is no longer void there."""
    mark = mark_of(state, key, table)
    if mark is not UNMARKED:
        judged = JudgedPlay(replace(judged.play, attempt=mark.attempt), judged.proof)
        if mark.void:
            set_mark(state, key, table, replace(mark, void=""))
    state.plays.setdefault(key, {})[table] = judged
    state.changed_plays.add((key, table))
    hand = judged.play.hand
    if is_live(state, _group(key)):
        state.numbers.setdefault((*_group(key), table, hand), set()).add(key.number)
    set_unusable(state, HandKey(key, table, hand), unusable=False)
    state.settled[HandKey(key, table, hand)] = "counts now"


def set_view(state: WorkingState, key: DealKey, view: DeckView) -> None:
    state.views.setdefault(key, {})[view.name] = view
    state.changed_views.add((key, view.name))


def views_of(state: WorkingState, key: DealKey) -> dict[tuple[str, int], DeckView]:
    return state.views.get(key, {})

"""The producer's decisions that the gate goes by, from the acts in the log. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from producer.acts import Act
from producer.games.line import DealKey
from producer.record import GroupState
from producer.release.verdicts import NO_DELAY, ByHand, Decisions, Group, Rules

DECISIONS = frozenset(
    {
        *("deal.released", "deal.sealed"),
        *("table.out", "session.ended", "roster.expected", "delay.set"),
    }
)


def is_decision(act: Act) -> bool:
    """Whether the act changes what the gate goes by; most acts only log what was done."""
    return act.type in DECISIONS


def decisions_of(
    acts: Iterable[tuple[int, Act]],
    delay: timedelta = NO_DELAY,
    unlisted: Mapping[Group, frozenset[str]] | None = None,
    voids: Mapping[DealKey, frozenset[str]] | None = None,
) -> Decisions:
    """All decisions together; a later one replaces an earlier one.

    ``acts``: each with its position in the log. ``delay``: the shortest delay of any group.
    """
    rules: dict[Group, Rules] = {}
    history: dict[Group, tuple[tuple[datetime, Rules], ...]] = {}
    by_hand: dict[DealKey, ByHand] = {}
    usual = Rules(delay=delay)
    for position, act in acts:
        if act.type in ("deal.released", "deal.sealed"):
            key = DealKey(act.data.session, act.data.group, act.data.deal)
            by_hand[key] = ByHand(act.type == "deal.released", position)
        elif act.type in ("table.out", "session.ended", "roster.expected", "delay.set"):
            group = act.data.session, act.data.group
            rules[group] = _with(rules.get(group, usual), act, delay)
            history[group] = (*history.get(group, ()), (act.at, rules[group]))
    return Decisions(usual, rules, by_hand, unlisted or {}, voids or {}, history)


def _with(rules: Rules, act: Act, least: timedelta) -> Rules:
    if act.type == "table.out":
        table = frozenset((act.data.table,))
        return replace(rules, out=rules.out | table if act.data.out else rules.out - table)
    if act.type == "session.ended":
        return replace(rules, ended=act.data.ended)
    if act.type == "roster.expected":
        return replace(rules, expected=act.data.tables)
    assert act.type == "delay.set"
    return replace(rules, delay=max(least, timedelta(minutes=act.data.minutes)))


def ended_groups(acts: Iterable[tuple[int, Act]]) -> frozenset[Group]:
    """The groups that a producer has declared ended, opened or not."""
    ended: dict[Group, bool] = {}
    for _, act in acts:
        if act.type == "session.ended":
            ended[act.data.session, act.data.group] = act.data.ended
    return frozenset(group for group, over in ended.items() if over)


def unlisted_of(
    books: Mapping[Group, GroupState],
    places: Iterable[tuple[str, str, str]],
    unopened: Iterable[Group],
) -> dict[Group, frozenset[str]]:
    """By live group, the tables and groups that sent events but are in no roster of its session.

    ``places``: session, group and table of every open entry of the quarantine. ``unopened``: groups
    with events but without a ``session.opened``; such a group may play the cards of every group of
    its session.
    """
    unlisted: dict[Group, set[str]] = {}
    live = [group for group, book in books.items() if book.kind == "live"]
    for session, group, table in [*places, *((*each, "") for each in unopened)]:
        if (session, group) in books:
            book = books[session, group]
            if book.kind == "live" and table and table not in book.tables:
                unlisted.setdefault((session, group), set()).add(f"table {table}")
        elif group:
            for each in live:
                if each[0] == session:
                    unlisted.setdefault(each, set()).add(f"group {group}")
    return {group: frozenset(names) for group, names in unlisted.items()}

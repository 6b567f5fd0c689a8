"""A single device's contradiction releases nothing; an open one seals the deal (RULES P11)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from producer.acts import (
    Act,
    DealDecision,
    DealReleasedAct,
    DealSealedAct,
    DelaySet,
    DelaySetAct,
    RosterExpected,
    RosterExpectedAct,
    SessionEnded,
    SessionEndedAct,
    TableOut,
    TableOutAct,
)
from producer.games.line import DealKey
from producer.record import DealState, GroupState
from producer.release.decisions import decisions_of
from producer.release.verdicts import Decisions, Verdict, decide

NOW = datetime(2026, 11, 30, 17, 0, tzinfo=UTC)
TABLES = ("1", "2", "3")
KEY = DealKey("day", "A", 1)
PLACE = {"session": "day", "group": "A", "reason": "a test"}
KINGS, SEVENS = frozenset({"KcKs", "JcJh"}), frozenset({"7c7d", "3d4d"})
FLOP = "table 3: another flop"


def minute(number: int) -> datetime:
    return NOW + timedelta(minutes=number)


def group(name: str, *deals: DealState) -> GroupState:
    return GroupState("day", name, "live", TABLES, 75, {each.number: each for each in deals}, 0, 0)


def deal(
    finished: tuple[str, ...], hands: frozenset[str], board: str, sure: tuple[bool, ...] = (True,)
) -> DealState:
    return DealState(1, frozenset(finished), hands, board, NOW, sure=sure[0])


def verdict_of_a(a: DealState, b: DealState) -> Verdict:
    books = {("day", "A"): group("A", a), ("day", "B"): group("B", b)}
    return decide(books, Decisions(), NOW)[KEY]


@pytest.mark.parametrize("sure", [(True, True), (True, False), (False, True), (False, False)])
@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (SEVENS, "2c3c4h"),  # another flop, nothing in common
        (frozenset({"KcJc", "7c7d"}), ""),  # a king in two hands
        (KINGS, "2c3c4h"),  # the same hands, and another flop
    ],
)
def test_p11_only_confirmed_decks_count_as_different(
    sure: tuple[bool, bool], hands: frozenset[str], board: str
) -> None:
    """Group B still plays what may be the deal that group A has finished."""
    done = deal(TABLES, KINGS, "Td5s9h5h4d", sure[:1])
    playing = deal(("1",), hands, board, sure[1:])
    state = verdict_of_a(done, playing).state
    assert state == ("released" if all(sure) else "sealed")


def test_p11_a_single_device_does_not_make_two_groups_differ() -> None:
    """Table 1 of group B shows another deal 1; deal 2 of B, of which nothing was shown, may be
    group A's."""
    first = DealState(1, frozenset(TABLES), KINGS, "Td5s9h", NOW)
    second = DealState(2, frozenset(TABLES), frozenset({"AcAd"}), "2c3c4c", NOW)
    for sure, state in ((False, "sealed"), (True, "released")):
        other = DealState(1, frozenset("1"), SEVENS, "8c8d8h", NOW, sure=sure)
        books = {("day", "A"): group("A", first, second), ("day", "B"): group("B", other)}
        assert decide(books, Decisions(), NOW)[DealKey("day", "A", 2)].state == state


def test_p11_what_a_single_device_shows_still_seals_the_same_cards() -> None:
    done = deal(TABLES, KINGS, "Td5s9h5h4d")
    playing = deal(("1",), KINGS, "", (False,))
    assert verdict_of_a(done, playing).waits == ("the same cards as day/B/1",)


def acts_at(kind: str, number: int) -> Act:
    result = {"at": minute(number), "by": "test"}
    if kind.startswith("delay"):
        minutes = int(kind.removeprefix("delay "))
        return DelaySetAct(**result, data=DelaySet(**PLACE, minutes=minutes))
    if kind.startswith("expect"):
        tables = int(kind.removeprefix("expect "))
        return RosterExpectedAct(**result, data=RosterExpected(**PLACE, tables=tables))
    if kind in ("out", "back"):
        return TableOutAct(**result, data=TableOut(**PLACE, table="3", out=kind == "out"))
    if kind in ("release", "seal"):
        act = DealReleasedAct if kind == "release" else DealSealedAct
        return act(**result, data=DealDecision(**PLACE, deal=1))
    return SessionEndedAct(**result, data=SessionEnded(**PLACE, ended=kind == "end"))


KINDS = ("delay 0", "delay 7", "delay 20", "expect 4", "expect 3", "out", "back", "end", "goes on")
TIMES = st.integers(0, 40)


def verdict(
    ends: dict[str, int],
    acts: list[tuple[int, str]],
    now: datetime,
    contradictions: tuple[tuple[str, datetime], ...] = (),
) -> Verdict:
    """From the events and acts up to ``now``."""
    received = {table: minute(at) for table, at in ends.items() if minute(at) <= now}
    book = DealState(
        number=1,
        finished=frozenset(received),
        hands=KINGS,
        board="",
        received=max(received.values(), default=None),
        contradictions=contradictions,
    )
    done = [each for each in sorted(acts) if minute(each[0]) <= now]
    house = decisions_of([(place, acts_at(kind, at)) for place, (at, kind) in enumerate(done, 1)])
    return decide({("day", "A"): group("A", book)}, house, now)[KEY]


@given(
    ends=st.dictionaries(st.sampled_from(TABLES), TIMES),
    acts=st.lists(st.tuples(TIMES, st.sampled_from(KINDS)), max_size=6),
    received=st.lists(TIMES, min_size=1, max_size=2),
    more=st.integers(0, 30),
)
def test_p11_an_open_contradiction_seals_what_was_not_released_before_it(
    ends: dict[str, int], acts: list[tuple[int, str]], received: list[int], more: int
) -> None:
    """Played twice: up to the contradiction, and on to the end of the evening without it. What a
    table that was out, or whose session had ended, still ends afterwards seals too."""
    contradictions = tuple((FLOP, minute(at)) for at in received)
    evening = minute(41 + more)
    before = verdict(ends, acts, minute(min(received)) - timedelta(seconds=1))
    without = verdict(ends, acts, evening)
    found = verdict(ends, acts, evening, contradictions)
    was_out, is_out = before.state == "released", without.state == "released"
    event(f"was out {was_out}, would be out {is_out}")
    late = any(end >= min(received) for end in ends.values())
    assert (found.state == "released") == (was_out and is_out and not late)
    if not was_out:
        assert (found.state, found.due) == ("sealed", None)
        assert found.waits[-len(received) :] == (FLOP,) * len(received)
        assert found.tables == without.tables


def test_p11_the_end_that_contradicts_is_not_released_by_being_the_last() -> None:
    contradictions = ((FLOP, minute(9)),)
    ends = {"1": 1, "2": 2, "3": 9}
    assert verdict(ends, [], minute(30)).state == "released"
    assert verdict(ends, [], minute(30), contradictions).waits == (FLOP,)
    assert verdict({**ends, "3": 8}, [], minute(30), contradictions).state == "released"


@pytest.mark.parametrize("at", [5, 20])
def test_a_contradicted_deal_is_released_and_sealed_by_hand(at: int) -> None:
    contradictions = ((FLOP, minute(9)),)
    for kind, state in (("release", "released"), ("seal", "sealed")):
        assert verdict({"1": 1}, [(at, kind)], minute(30), contradictions).state == state


def test_an_archive_is_not_sealed_by_a_contradiction() -> None:
    book = DealState(1, frozenset("1"), KINGS, "", NOW, contradictions=((FLOP, NOW),))
    archive = GroupState("day", "A", "archive", TABLES, None, {1: book}, 0, 0)
    assert decide({("day", "A"): archive}, Decisions(), NOW)[KEY].state == "released"

"""Advice is always accepted: each problem is provoked, its hint is followed to the letter, and what
the hint asks for is accepted."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import pytest
from record_events import (
    ALL_IN,
    ALL_IN_RESULT,
    BOARD,
    CARDS,
    GAME,
    PLAYERS,
    TO_THE_FLOP,
    TO_THE_FLOP_RESULT,
    database,
    deck,
    event,
    live,
    opened,
    received,
    recorded,
)

from producer.events import Event, event_json
from producer.feeds import Received, Refused, read
from producer.feeds.identity import identity_of
from producer.feeds.mapping.map_file import parse_map
from producer.feeds.mapping.mapped import deal_decks, mapped
from producer.feeds.native import read_line
from producer.feeds.raw_lines import LONGEST_LINE, RawLine
from producer.problems import PROBLEMS, problem
from producer.record import Receipt, Store, open_store
from producer.record.intake.decisions import (
    declare_lost,
    discard,
    release,
    resend,
    under_own_id,
)
from producer.record.plan import derive
from producer.release.tokens import Token
from producer.web.access.roles import Who
from producer.web.feed.permissions import permitted

WHY = "asked for by the hint"
TO_THE_TURN = [
    *(ALL_IN[0], ("preflop", 1, "raise", 30), ("preflop", 2, "call", 30)),
    *(("flop", 1, "check", None), ("flop", 2, "check", None)),
    *(("turn", 1, "bet", 40), ("turn", 2, "fold", None)),
]
BELOW = [ALL_IN[0], ("preflop", 1, "raise", 15), ("preflop", 2, "fold", None)]
OTHER = {"1": "AcAd", "2": "KcKd", "3": "7h2h"}
Step = Callable[[Store], Receipt]


def send(store: Store, *events: Event) -> Receipt:
    return store.ingest(received(*events))[-1]


def line(store: Store, raw: bytes, **more: bool) -> Receipt:
    read = read_line(RawLine(1, raw, **{"ended": True, "whole": True, **more}), "POST", "POST")
    return store.ingest([read])[-1]


def whole(hand: int = 1, deal: int = 1, **data: Any) -> Event:
    moves = [{"street": s, "seat": n, "action": a, "to": to} for s, n, a, to in ALL_IN]
    output = {"deal": deal, "hand": hand, "reason": WHY, "line": moves, "result": ALL_IN_RESULT}
    return event("hand.corrected", output | data, id=f"whole/{hand}/{sorted(data)}")


def about(kind: str, hand: int = 1, *, table: str = "1", name: str = "", **data: Any) -> Event:
    output = {"deal": 1, "hand": hand, "reason": WHY} | data
    return event(kind, output, id=name or f"{kind}/{table}/{hand}/{sorted(data)}", table=table)


def deck_corrected(name: str, cards: Mapping[str, str]) -> Event:
    output = {"deal": 1, "reason": WHY, "cards": cards}
    return event("deal.corrected", output, id=name, table=None)


def last(store: Store) -> int:
    return store.quarantine()[-1].pos


def released(store: Store) -> Receipt:
    return release(store, last(store), WHY, "anna")


def own_id(store: Store) -> Receipt:
    found = store.quarantine()[-1]
    return resend(store, found.pos, under_own_id(found), WHY, "anna")


def discarded(store: Store) -> Receipt:
    discard(store, last(store), WHY, "anna")
    return Receipt("", None, "accepted")


def plainly(*events: Event) -> Step:
    return lambda store: send(store, *events)


GOOD = event_json(recorded()).encode()
LATE = [each.model_copy(update={"seq": None}) for each in live()]
BAD_END = live("1", 1, ALL_IN, {"1": 990, "2": -990, "3": 0})


NOON, MIDNIGHT = "2026-03-14T12:00:00Z", "2026-03-14T00:00:00Z"


TERMS = {
    "stack": 2000,
    "buy_in": 10,
    "prizes": [2, 1],
    "levels": [{"small_blind": 25, "big_blind": 50}],
}


TWO = {name: {"game": GAME, "players": PLAYERS} for name in ("1", "2")}


def of_the_floor(type_: str, name: str, **data: Any) -> Event:
    """An event of the tournament T."""
    return event(type_, data, id=name, session="T", table=None)


WITH_TERMS = of_the_floor("session.opened", "with-terms", kind="live", tables={}, tournament=TERMS)
ENTERED = of_the_floor("tournament.entered", "in", players={"Ada": None, "Bo": None})


def camera(**data: Any) -> Step:
    output = {"files": ["a.mov"]} | data
    return plainly(event("recording.added", output, id=f"camera/{sorted(data)}/{output['files']}"))


def of_file(
    store: Store,
    data: bytes,
    kind: Literal["auto", "native", "acpc"] = "auto",
    table_map: str = "",
) -> Receipt:
    """Ingests a file with these bytes, by a map if one is given."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "own.2p.r0.log")
        path.write_bytes(data)
        items = read(path, kind)
        if table_map:
            session = parse_map(f'session = "final"\n{table_map}', "map")
            items = mapped(path, items, session, deal_decks({}), set())
        return store.ingest(list(items))[-1]


ACPC = (
    b"# name/game/hands/seed own 2p/holdem.nolimit.2p.reverse_blinds.game 3 7\n#--t_response 1\n"
    b"STATE:0:r300c/cr700f:AsKs|QdQh/2c7d9h:-300|300:al|bo\n"
)
"""An ACPC result log of one hand."""
PHH = (
    b"variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\n"
    b"starting_stacks = [2000, 2000]\nactions = ['d dh p1 AsAc', 'd dh p2 7h2c', 'p2 f']\n"
)
"""A hand in PHH."""


def with_rules_that_fail(store: Store) -> Receipt:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(derive, "judge_own", fails)
        return send(store, recorded())


def of_an_earlier_version(store: Store) -> Receipt:
    """An entry as it stands after a record of version 1 was converted: with its words of then."""
    words = {"reason": "the line is not JSON", "hint": "Correct the line and send it again"}
    sent = event_json(recorded()).encode()
    fault = problem("of-earlier-version", **words)
    entry = Refused(sent[:-1], "old.ndjson:1", fault, "1/1", identity_of(recorded()))
    return store.ingest([entry])[-1]


def by_device_of(table: str, each: Event) -> Step:
    """The event is sent with the token of a table's device."""
    token = Token("token", "feed", (table,), "", "", datetime.now(UTC), "anna")
    who = Who("feed", "device", token)
    return lambda store: store.ingest(permitted([*received(each)], who))[-1]


def several_tables(store: Store) -> Receipt:
    send(store, recorded("1", id="same"), recorded("2", id="same"))
    return send(store, event("event.nudged", NUDGE, id="nudge", table=None))


def two_decks(store: Store) -> Receipt:
    """One table shows two flops under two hand numbers, another table a third."""
    for hand, board in ((1, "Qs9h3d"), (2, "Qs9h3c")):
        output = {"deal": 1, "hand": hand}
        send(store, event("hand.started", output | {"button": 3}, id=f"s{hand}"))
        send(store, event("hand.board", output | {"cards": board}, id=f"b{hand}"))
    return send(store, CHOICE)


def missing_hand(store: Store) -> Receipt:
    """Table 1 sends hands 1 and 3, and what is missing between them is declared lost."""
    third = [number(10 + (each.seq or 0), each) for each in live(deal=3)]
    receipt = send(store, *live(), *third)
    declare_lost(store, "S/A/1", WHY, "anna")
    return receipt._replace(problem=None)


NUDGE = {"event": "same", "milliseconds": 100, "reason": WHY}
CHOICE = event("deck.chosen", {"deal": 1, "table": "1", "reason": WHY}, id="choice", table=None)
ROSTER = {"tables": {"1": {"game": GAME, "players": PLAYERS}}}
STRANGE_TEAM = {"5": {"game": GAME, "players": {**PLAYERS, "3": {"name": "Cy", "team": "X"}}}}


def names(name: str, **data: Any) -> Event:
    return event("roster.corrected", {"reason": WHY} | data, id=name, table=None)


def number(seq: int, each: Event) -> Event:
    return each.model_copy(update={"seq": seq})


CASES: Mapping[str, tuple[Step, Step]] = {
    "not-json": (lambda s: line(s, b'{"id": '), lambda s: line(s, GOOD)),
    "cut-off": (lambda s: line(s, GOOD[:40], ended=False), lambda s: line(s, GOOD)),
    "file-cut-off": (
        lambda s: of_file(s, b'[{"ohh": {"spec_version": "1.4.6", "site_name": "'),
        lambda s: of_file(s, PHH),
    ),
    "key-twice": (
        lambda s: line(s, GOOD.replace(b'"table":', b'"table":"2","table":')),
        lambda s: line(s, GOOD),
    ),
    "utf16": (lambda s: line(s, GOOD.decode().encode("utf-16-le")), lambda s: line(s, GOOD)),
    "line-too-long": (
        lambda s: of_file(s, GOOD[:-1] + b" " * LONGEST_LINE + b"}\n"),
        lambda s: of_file(s, GOOD + b"\n"),
    ),
    "no-feed": (
        lambda s: of_file(s, b"minutes of the meeting\n", "native"),
        lambda s: of_file(s, GOOD + b"\n", "native"),
    ),
    "unreadable-line": (
        lambda s: of_file(s, ACPC.replace(b"r300c", b"r300\xffc")),
        lambda s: of_file(s, ACPC),
    ),
    "unusable-hand": (
        lambda s: of_file(s, PHH.replace(b"'p2 f'", b"'p2 x'")),
        lambda s: of_file(s, PHH),
    ),
    "not-in-map": (
        lambda s: of_file(s, PHH, table_map='[tables.1]\nfirst = 2\nfiles = ["*.log"]'),
        lambda s: of_file(
            s, PHH, table_map='[tables.1]\nfirst = 2\nfiles = ["*.log"]\n[tables.1.deals]\n1 = 31'
        ),
    ),
    "unusable-json": (
        lambda s: of_file(s, b'[{"ohh": {"spec_version": "1.4.6"} x "site_name": ""}]'),
        lambda s: of_file(s, PHH),
    ),
    "hand-too-long": (
        lambda s: of_file(s, PHH + b"# " + b"x" * LONGEST_LINE),
        lambda s: of_file(s, PHH),
    ),
    "not-utf8": (lambda s: line(s, b'{"id": "\xff"}'), lambda s: line(s, GOOD)),
    "no-type": (lambda s: line(s, b'{"id": "a"}'), lambda s: line(s, GOOD)),
    "no-object": (lambda s: line(s, b"[1]"), lambda s: line(s, GOOD)),
    "field": (
        lambda s: line(s, GOOD.replace(b'"raise"', b'"rise"')),
        lambda s: line(s, GOOD),
    ),
    "too-many-cards": (plainly(recorded(cards={**CARDS, "1": "AsAhAd"})), plainly(recorded())),
    "board-length": (plainly(recorded(board="Qs9h")), plainly(recorded())),
    "card-dealt-twice": (plainly(recorded(cards={**CARDS, "1": "AsKs"})), plainly(recorded())),
    "card-would-be-twice": (
        plainly(deck(), deck_corrected("d1", {"1": "KsKh"})),
        plainly(deck_corrected("d2", {"1": "KsKh", "2": "AsAh"})),
    ),
    "no-result": (plainly(recorded(result={})), plainly(recorded())),
    "result-sum": (plainly(recorded(result={"1": 1000, "2": -900})), plainly(recorded())),
    "gap-backwards": (
        plainly(event("gap.lost", {"device": "d", "first": 5, "last": 3, "reason": WHY}, id="g")),
        plainly(event("gap.lost", {"device": "d", "first": 3, "last": 5, "reason": WHY}, id="g")),
    ),
    "no-table": (
        plainly(recorded().model_copy(update={"table": None})),
        plainly(recorded()),
    ),
    "table-not-in-roster": (
        plainly(recorded("9")),
        plainly(opened("1", "2", "9", kind="live"), recorded("9")),
    ),
    "deal-beyond": (
        plainly(opened("3", kind="live", deals=5), recorded(deal=9)),
        lambda s: (send(s, opened("1", "4", kind="live", deals=9)), released(s))[-1],
    ),
    "not-permitted": (
        by_device_of("1", recorded("2")),
        by_device_of("2", recorded("2")),
    ),
    "two-starts": (camera(start=NOON, timecode="12:00:00:00"), camera(start=NOON)),
    "timecode-without-day": (
        camera(timecode="12:00:00:00"),
        camera(timecode="12:00:00:00", midnight=MIDNIGHT),
    ),
    "file-twice": (camera(files=["a.mov", "a.mov"]), camera()),
    "point-of-another-file": (
        camera(points=[{"file": "b.mov", "position": 1, "at": NOON}]),
        camera(points=[{"file": "a.mov", "position": 1, "at": NOON}]),
    ),
    "tournament-of-tables": (
        plainly(of_the_floor("session.opened", "two", kind="live", tables=TWO, tournament=TERMS)),
        plainly(of_the_floor("session.opened", "terms", kind="live", tables={}, tournament=TERMS)),
    ),
    "no-tournament": (
        plainly(of_the_floor("session.opened", "plain", kind="live", tables={}), ENTERED),
        lambda s: (send(s, WITH_TERMS), released(s))[-1],
    ),
    "tournament-cannot-be": (
        plainly(WITH_TERMS, of_the_floor("tournament.eliminated", "out", players=["Bo"])),
        plainly(ENTERED, of_the_floor("tournament.eliminated", "out", players=["Bo"])),
    ),
    "opening-contradicts": (
        plainly(opened("1", kind="live", direction="descending")),
        plainly(opened("1", kind="live").model_copy(update={"session": "own", "id": "own"})),
    ),
    "other-stakes": (
        plainly(
            opened(
                kind="live", tables={"1": TWO["1"] | {"game": GAME | {"stack": 7}}}
            ).model_copy(update={"id": "stakes"})
        ),
        plainly(opened("1", kind="live").model_copy(update={"session": "own", "id": "own"})),
    ),
    "unknown-team": (
        plainly(opened("5", kind="live", tables=STRANGE_TEAM)),
        plainly(event("session.opened", {"kind": "live", "teams": {"X": {"name": "X"}},
                "tables": {"6": STRANGE_TEAM["5"]}}, id="with-team", table=None)),
    ),
    "id-used": (plainly(recorded(), recorded(deal=2, id="1/1", cards=OTHER)), own_id),
    "id-used-in-turn": (
        plainly(number(1, LATE[0]), number(2, LATE[1]).model_copy(update={"id": LATE[0].id})),
        own_id,
    ),
    "hand-twice-in-file": (
        lambda s: (
            send(s, recorded()),
            s.ingest([Received(b"STATE:1", recorded(deal=2, id="1/1", cards=OTHER), "log:2")])[-1],
        )[-1],
        discarded,
    ),
    "number-used": (
        plainly(number(1, LATE[0]), number(1, LATE[1])),
        plainly(number(1, LATE[1]).model_copy(update={"source": "restarted"})),
    ),
    "hand-number-of-other-deal": (
        plainly(recorded(), recorded(deal=2, hand=1, cards=OTHER)),
        plainly(recorded(deal=2, hand=2, cards=OTHER)),
    ),
    "sent-differently": (
        plainly(*LATE[:2], LATE[1].model_copy(update={
            "id": "again", "data": LATE[1].data.model_copy(update={"seat": 1})})),
        plainly(*LATE[2:], whole()),
    ),
    "office-other-deck": (
        plainly(deck(), deck(cards=OTHER).model_copy(update={"id": "other"})),
        plainly(deck_corrected("d", OTHER)),
    ),
    "same-cards": (
        plainly(deck(), deck(2)),
        lambda s: (send(s, deck_corrected("d", OTHER)), released(s))[-1],
    ),
    "no-deck-shown": (
        plainly(deck(), recorded("2"), CHOICE),
        plainly(CHOICE.model_copy(update={"data": CHOICE.data.model_copy(update={"table": "2"})})),
    ),
    "two-decks-shown": (two_decks, plainly(about("hand.voided", 2), CHOICE)),
    "played-already": (
        plainly(recorded(), recorded(hand=2, id="b", line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT)),
        plainly(about("hand.voided"),
                recorded(hand=2, id="b", line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT)),
    ),
    "too-many-hands": (
        plainly(*(event("hand.started", {"deal": 1, "hand": n, "button": 3}, id=f"n{n}")
                  for n in range(1, 52))),
        plainly(event("hand.started", {"deal": 2, "hand": 51, "button": 3}, id="n51")),
    ),
    "other-cards-shown": (
        plainly(recorded(), recorded(id="b", cards={"1": "AcAd"})),
        plainly(about("hand.corrected", cards={"1": "AcAd"})),
    ),
    "finished-already": (
        plainly(*LATE, event("hand.started", {"deal": 1, "hand": 2, "button": 3}, id="again")),
        plainly(about("hand.voided"),
                event("hand.started", {"deal": 1, "hand": 2, "button": 3}, id="again")),
    ),
    "hand-voided": (
        plainly(recorded(), about("hand.voided"), recorded(id="b")),
        plainly(whole()),
    ),
    "voided-already": (
        plainly(recorded(), about("hand.voided"), about("hand.voided", name="again")),
        discarded,
    ),
    "not-under-review": (
        plainly(recorded(), about("hand.voided"), about("hand.cleared")),
        plainly(whole()),
    ),
    "nothing-to-rule": (
        plainly(*live("1", 1, BELOW, {"1": 10, "2": -10, "3": 0}), about("hand.ruled", action=1)),
        plainly(about("hand.ruled", name="right", action=2)),
    ),
    "no-amount-to-rule": (
        plainly(*live("1", 1, [("preflop", 1, "fold", None)], {"1": 0, "2": 0}),
                about("hand.ruled", action=1)),
        plainly(whole()),
    ),
    "no-such-hand": (
        plainly(about("hand.corrected", result=ALL_IN_RESULT)),
        plainly(whole(button=3)),
    ),
    "start-missing": (plainly(whole()), plainly(whole(button=3))),
    "hand-incomplete": (
        plainly(*live()[:2], number(3, live()[3]), number(4, live()[4])),
        plainly(whole(button=3)),
    ),
    "hand-missing": (missing_hand, plainly(whole(2, deal=4, button=3))),
    "cards-without-seat": (plainly(recorded(cards={**CARDS, "9": "5c5d"})), plainly(recorded())),
    "illegal-action": (plainly(recorded(line=ALL_IN[1:])), plainly(recorded())),
    "result-not-of-line": (
        plainly(recorded(result={"1": 990, "2": -990})),
        plainly(recorded()),
    ),
    "result-beyond-stake": (
        plainly(recorded(result={"1": 2000, "2": -2000}, cards={})),
        plainly(recorded()),
    ),
    "result-of-stranger": (
        plainly(recorded(result={**ALL_IN_RESULT, "1": 990, "9": 10})),
        plainly(recorded()),
    ),
    "board-too-short": (
        plainly(recorded(line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, board="",
                         id="a").model_copy(update={"session": "old"})),
        plainly(recorded(line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, board=BOARD[:6],
                         id="a").model_copy(update={"session": "old"})),
    ),
    "no-such-event": (
        plainly(recorded(id="right"), event("event.nudged", NUDGE, id="n", table=None)),
        plainly(event("event.nudged", NUDGE | {"event": "right"}, id="n", table=None)),
    ),
    "event-of-several-tables": (
        several_tables,
        plainly(event("event.nudged", NUDGE, id="nudge", table="2")),
    ),
    "internal-error": (with_rules_that_fail, released),
    "of-earlier-version": (of_an_earlier_version, plainly(recorded())),
    "no-such-table": (
        plainly(names("n", tables={"9": "Feature"})),
        plainly(names("n", tables={"1": "Feature"})),
    ),
    "no-such-seat": (
        plainly(names("n", players={"1": {"9": {"name": "Ada"}}})),
        plainly(names("n", players={"1": {"1": {"name": "Ada"}}})),
    ),
    "no-such-team": (
        plainly(opened("7", kind="live", teams={"X": {"name": "X"}}),
                names("n", teams={"Y": {"name": "Y"}})),
        plainly(names("n", teams={"X": {"name": "Y"}})),
    ),
    "name-used-twice": (
        plainly(names("n", tables={"1": "2"})),
        plainly(names("n", tables={"1": "2", "2": "1"})),
    ),
}  # fmt: skip

UNOPENED = recorded().model_copy(update={"session": "late"})
OPENING = opened("1", kind="live").model_copy(update={"session": "late", "id": "late"})
WAITING: Mapping[str, tuple[Event, Event]] = {
    "waits-for-opening": (UNOPENED, OPENING),
    "waits-for-earlier": (number(2, LATE[1]), number(1, LATE[0])),
}
"""An event that waits, and the one that it waits for."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as one:
        one.append(received(opened(kind="live")))
        archive = opened("1", kind="archive")
        one.append(received(archive.model_copy(update={"session": "old", "id": "old"})))
        yield one


@pytest.mark.parametrize("code", CASES)
def test_what_a_hint_asks_for_is_accepted(store: Store, code: str) -> None:
    provoke, follow = CASES[code]
    found = provoke(store).problem or store.quarantine()[-1].problem
    assert found.code == code, found.reason
    assert found.hint(), "it gives advice"
    assert found.hint("page"), "it gives advice on the page"
    after = follow(store)
    assert (after.outcome, after.reason) in (("accepted", ""), ("waiting", after.reason))


LIVE_FAULTS: Mapping[str, list[Event]] = {
    "illegal-action": live("1", 1, ALL_IN[1:]),
    "result-not-of-line": live("1", 1, [*ALL_IN[:1], ("preflop", 1, "fold", None)], ALL_IN_RESULT),
    "card-dealt-twice": live("1", 1, TO_THE_TURN, {"1": 30, "2": -30, "3": 0}, ("Qs9h3d", "9h")),
}


@pytest.mark.parametrize("code", LIVE_FAULTS)
@pytest.mark.parametrize("table", ["1", "2"], ids=["first of its deal", "after another"])
def test_a_hand_sent_action_by_action_is_sent_whole_as_its_hint_says(
    store: Store, code: str, table: str
) -> None:
    if table == "2":
        send(store, recorded("2"))
    found = send(store, *LIVE_FAULTS[code]).problem
    assert found is not None
    assert found.code == code
    assert "send the whole hand as hand.corrected, with line and result" in found.hint()
    assert send(store, whole()).outcome == "accepted"
    assert not store.quarantine(only_open=True)


@pytest.mark.parametrize("part", ["line", "result"])
def test_whichever_is_wrong_is_enough(store: Store, part: str) -> None:
    """A raise to 300, two folds and a result of +1,000: the line is right; then the other way."""
    moves = [("preflop", 3, "raise", 300), *ALL_IN[:0], ("preflop", 1, "fold", None),
             ("preflop", 2, "fold", None)]  # fmt: skip
    result = {"1": -5, "2": -10, "3": 15}
    wrong = {"1": -500, "2": -500, "3": 1000}
    if part == "result":
        found = send(store, *live("1", 1, moves, wrong))
        right: dict[str, Any] = {"result": result}
    else:
        found = send(store, *live("1", 1, [("preflop", 3, "fold", None), *moves[1:2]], result))
        sent = [{"street": s, "seat": n, "action": a, "to": to} for s, n, a, to in moves]
        right = {"line": sent}
    assert found.problem is not None
    assert found.problem.hint().startswith("Correct the result or the line, whichever is wrong")
    assert send(store, about("hand.corrected", **right)).outcome == "accepted"
    ((play,),) = [deal.plays for deal in store.deals()]
    assert play.result == {1: -5, 2: -10, 3: 15}


def test_every_problem_has_its_case() -> None:
    assert set(CASES) | set(WAITING) == set(PROBLEMS)
    assert not set(CASES) & set(WAITING)


@pytest.mark.parametrize("code", WAITING)
def test_what_waits_asks_for_nothing(store: Store, code: str) -> None:
    """Its turn comes by itself, and nothing is left to decide."""
    early, missing = WAITING[code]
    found = send(store, early)
    assert found.problem is not None
    assert (found.outcome, found.problem.code, found.problem.hint()) == ("waiting", code, "")
    assert send(store, missing).outcome == "accepted"
    assert send(store, early).outcome == "known"
    assert not store.quarantine()
    assert not store.gaps()
    assert not store.unopened()

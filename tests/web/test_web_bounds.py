"""Numbers that come in over the network: the value just inside is taken, the one just outside is
refused with the field, the bound and the reason, and nothing that is sent ends in a fault."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

import httpx
import pytest
from fastapi.exceptions import RequestValidationError
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from service import SIGNED
from starlette.requests import Request
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from producer.settings import MeritWeights
from producer.stages.catalogue import channel_kinds
from producer.web.channels.playhead import on_stage
from producer.web.channels.requests import CLEAR_KIND, playhead
from producer.web.ops.errors import Refusal
from producer.web.pages.notes import NewNote
from producer.web.pages.paging import json_page, paged

MONEY = 10**12
CLOCK: dict[str, Any] = {
    "kind": "clock",
    "level": 1,
    "blinds": {"small_blind": 1, "big_blind": 2},
    "following": {"small_blind": 1, "big_blind": 2, "ante": 1},
    "left": 5,
    "players": 9,
}
TABLE = {"kind": "table", "deal": "1", "table": "1", "moves": 0, "board": 0}
PAYOUTS = {"kind": "payouts", "prizes": [5]}
SEASON = {"kind": "season", "results": [{"name": "Ana", "best": 1, "prize": 1}]}
STACKS = {"kind": "chip-counts", "stacks": {"Ana": 1}, "big_blind": 1}
BOUNDS: list[tuple[dict[str, Any], str, int, str]] = [
    (TABLE, "moves", 10_000, "10,000"),
    (TABLE, "board", 5, "5"),
    (PAYOUTS, "prizes.0", MONEY, "1,000,000,000,000"),
    (SEASON, "results.0.prize", MONEY, "1,000,000,000,000"),
    (STACKS, "stacks.Ana", MONEY, "1,000,000,000,000"),
    (STACKS, "big_blind", MONEY, "1,000,000,000,000"),
    *(
        (CLOCK, f"{level}.{field}", MONEY, "1,000,000,000,000")
        for level in ("blinds", "following")
        for field in ("small_blind", "big_blind", "ante")
    ),
    (CLOCK, "level", 1_000, "1,000"),
    (CLOCK, "left", 1_000_000, "1,000,000"),
    (CLOCK, "players", 1_000_000, "1,000,000"),
]


def changed(body: Any, path: str, value: object) -> Any:
    first, _, rest = path.partition(".")
    if isinstance(body, list):
        return [changed(each, rest, value) if rest else value for each in body]
    return {**body, first: changed(body[first], rest, value) if rest else value}


def why_not(body: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(RequestValidationError) as refused:
        playhead(body)
    first = refused.value.errors()[0]
    return ".".join(str(part) for part in first["loc"][1:]), first["msg"]


@pytest.mark.parametrize(("body", "field", "most", "words"), BOUNDS)
def test_every_number_in_a_playhead_is_bounded(
    body: dict[str, Any], field: str, most: int, words: str
) -> None:
    playhead(changed(body, field, most))
    for beyond in (most + 1, 10**4000):
        place, reason = why_not(changed(body, field, beyond))
        assert place == field
        assert reason.startswith(f"it must be at most {words}, which is ")


@pytest.mark.parametrize(("seat", "taken"), [(1, True), (10, True), (0, False), (11, False)])
def test_a_seat_must_exist_at_the_table(seat: int, taken: bool) -> None:
    for body in ({"kind": "seat-ranking", "deal": "1", "seat": seat}, {**TABLE, "masked": [seat]}):
        if taken:
            playhead(body)
        else:
            why_not(body)


@pytest.mark.parametrize(("hours", "taken"), [(99, True), (101, False), (1_000_000, False)])
def test_a_level_must_fit_on_the_clock(hours: int, taken: bool) -> None:
    ends = (datetime.now(UTC) + timedelta(hours=hours)).isoformat()
    wanted = playhead({**CLOCK, "ends": ends})
    if taken:
        on_stage(None, wanted, "")  # type: ignore[arg-type] # a clock reads nothing of the record
    else:
        with pytest.raises(Refusal, match="ends: must be at most 100 hours from now"):
            on_stage(None, wanted, "")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "ends", [0, 1e400, 10**30, True, "0", "9999-12-31T23:59:59-12:00", "0001-01-01T00Z"]
)
def test_an_impossible_time_is_refused(ends: object) -> None:
    assert why_not({**CLOCK, "ends": ends})[0] == "ends"


@pytest.mark.parametrize("moves", [True, "1", "1_0", 1.0])
def test_a_number_is_written_as_a_number(moves: object) -> None:
    playhead({**TABLE, "moves": 1})
    assert why_not({**TABLE, "moves": moves})[0] == "moves"


@pytest.mark.parametrize("path", ["/api/notes", "/api/take", "/sign-in"])
def test_a_key_given_twice_is_refused_by_name(ask: httpx.Client, path: str) -> None:
    body = '{"deal": "guide/A/1", "text": "a", "token": "x", "text": "b", "token": "y"}'
    answer = ask.post(path, content=body, headers={"Content-Type": "application/json", **SIGNED})
    assert answer.status_code == 422
    assert "The key text is twice in one object." in answer.text
    assert "Send every key once." in answer.text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from([2**53, 2**63, 10**400, -(10**4000)]),
    lambda each: st.lists(each, max_size=3)
    | st.dictionaries(st.text(max_size=5), each, max_size=3),
    max_leaves=6,
)  # fmt: skip


@given(
    st.sampled_from([*channel_kinds(), CLEAR_KIND]),
    st.dictionaries(
        st.sampled_from(
            ["deal", "pick", "tables", "moves", "board", "masked", "prizes", "stacks", "ends",
             "level", "left", "players", "blinds", "following", "seat", "big_blind", "count"]
        ),
        JSON,
    ),
)  # fmt: skip
def test_any_body_is_accepted_or_refused_in_words(kind: str, body: dict[str, Any]) -> None:
    with suppress(RequestValidationError):
        playhead({**body, "kind": kind})


@pytest.fixture
def desk(address: str) -> Iterator[httpx.Client]:
    """A producer's, who may ask for everything."""
    with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as client:
        yield client


NINES = "9" * 5000
BODIES = [
    f'{{"kind": "payouts", "prizes": [{NINES}]}}',
    f"{NINES}",
    f"[{NINES}]",
    '{"kind": "payouts", "prizes": [1e400]}',
    '{"kind": "payouts", "prizes": [NaN, -Infinity]}',
    "[" * 60_000,
    '{"deal": ' * 7000 + "1" + "}" * 7000,
    '{"deals": [' + "[" * 5000 + "]" * 5000 + '], "reason": "r"}',
    f'{{"kind": "table", "deal": "1", "table": "1", "moves": {NINES[:4000]}}}',
    f'{{"do": "release", "reason": "r", "event": {NINES}}}',
]
POSTS = [
    "/api/channels/bank-a", "/api/preview", "/api/take", "/api/release", "/api/seal", "/api/notes",
    "/api/gaps/lost", "/api/quarantine/1", "/api/segments/cue",
    "/api/segments/play", "/api/safe", "/sign-in", "/feed/events",
]  # fmt: skip


@pytest.mark.parametrize("path", POSTS)
def test_no_body_causes_an_internal_error(desk: httpx.Client, path: str) -> None:
    for body in BODIES:
        answer = desk.post(path, content=body, headers={"Content-Type": "application/json"})
        if path == "/feed/events" and answer.status_code == 200:
            assert answer.json()["refused"] == 1, body[:40]
        elif path not in ("/api/safe", "/sign-in"):
            assert 400 <= answer.status_code < 500 or answer.status_code == 503, body[:40]
        assert answer.status_code != 500, (path, body[:40])


GETS = [
    f"/?page={NINES}", "/?page=0", "/?page=1000001", f"/quarantine?page={NINES}",
    "/quarantine?page=1000001", f"/deals/{NINES[:300]}", f"/deals/{NINES}",
    f"/deals/guide/A/{NINES}",
    f"/api/deals/{NINES}", f"/sealed/{NINES}", f"/stills/{NINES}.png", "/stills/1.png?scale=nan",
    "/stills/1.png?scale=1e400", "/stills/1.png?scale=2.01", "/sealed-stills/1.png?scale=1e400",
    f"/theme/fonts/{NINES}", f"/api/notes?deal={NINES[:500]}", f"/forecast?page={NINES}",
    "/forecast?page=0", "/sealed?page=0", "/audit?page=1000001",
]  # fmt: skip


@pytest.mark.parametrize("path", GETS, ids=lambda path: path[:30])
def test_no_number_in_an_address_causes_an_internal_error(desk: httpx.Client, path: str) -> None:
    assert 400 <= desk.get(path).status_code < 500


@pytest.mark.parametrize("entry", ["0", "-1", str(2**53), str(2**63), str(-(2**63) - 1), NINES])
def test_no_entry_number_causes_an_internal_error(desk: httpx.Client, entry: str) -> None:
    answer = desk.post(f"/api/quarantine/{entry}", json={"do": "discard", "reason": "r"})
    assert 400 <= answer.status_code < 500


def test_a_feed_message_with_a_huge_number_is_refused(address: str) -> None:
    at = f"{address.replace('http', 'ws')}/feed"
    with connect(at, origin=address, proxy=None) as device:
        for body in BODIES:
            device.send(body)
            result = json.loads(device.recv(60))
            assert result.get("refused", 1) >= 1, result


@pytest.mark.parametrize("word", ['{"seq": ' + "9" * 80 + "}", "[" * 99, '{"seq": 1e400}'])
def test_no_message_from_a_graphics_page_causes_an_internal_error(address: str, word: str) -> None:
    at = f"{address.replace('http', 'ws')}/live/clean?run=run-graphics.of-the-tests"
    with connect(at, origin=address, proxy=None) as page:
        page.recv(60)
        page.send(word)
        with pytest.raises((TimeoutError, ConnectionClosed)) as nothing:
            page.recv(0.3)
        assert nothing.type is TimeoutError


def asked(path: str, query: bytes = b"") -> Request:
    server = {"type": "http", "method": "GET", "server": ("127.0.0.1", 80), "scheme": "http"}
    return Request({**server, "path": path, "query_string": query, "headers": []})


@pytest.mark.parametrize(
    ("total", "page", "first", "last", "link"),
    [
        (1000, 1, 0, 999, None),
        (1001, 1, 0, 999, '</api/deals?all=true&page=2>; rel="next"'),
        (1001, 2, 1000, 1000, None),
        (1001, 3, 1000, 1000, None),
    ],
)
def test_a_long_list_is_paged(
    total: int, page: int, first: int, last: int, link: str | None
) -> None:
    answer = json_page(asked("/api/deals", b"all=true"), range(total), page, lambda each: each)
    numbers = json.loads(bytes(answer.body))
    assert (numbers[0], numbers[-1], len(numbers)) == (first, last, last - first + 1)
    assert answer.headers["X-Total-Count"] == str(total)
    assert answer.headers.get("Link") == link


@given(st.integers(0, 350), st.integers(1, 9))
def test_the_pages_together_make_the_list(total: int, size: int) -> None:
    pages = paged(range(total), 1, size).pages
    found = [paged(range(total), number, size).items for number in range(1, pages + 1)]
    assert [*chain.from_iterable(found)] == [*range(total)]


@pytest.mark.parametrize(("move", "taken"), [(10_000, True), (10_001, False), (0, False)])
def test_a_note_must_be_on_a_possible_move(move: int, taken: bool) -> None:
    result = {"deal": "1", "table": "1", "move": move, "text": "a bluff"}
    with nullcontext() if taken else pytest.raises(ValidationError, match=r"10000|than 0"):
        NewNote.model_validate(result)


@pytest.mark.parametrize(("weight", "taken"), [(1_000, True), (1_000.5, False), (-0.1, False)])
def test_a_weight_in_the_settings_is_bounded(weight: float, taken: bool) -> None:
    with nullcontext() if taken else pytest.raises(ValidationError, match=r"1000|equal to 0"):
        MeritWeights(swing=weight)

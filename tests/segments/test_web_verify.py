"""The verify page over HTTP: pictures of the right frame, nothing sealed, nudges, mutes, roles."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction

import httpx
import numpy as np
import pytest
from filmed_tables import DEAL, NOON, SECONDS, fill_filmed
from PIL import Image
from service import SIGNED, open_gate_on, serving
from small_recordings import HEIGHT, WIDTH, read_number, write_recording

from producer.release import Gate, by_hand
from producer.segments.compositor.sound import mix
from producer.segments.prepared import prepared
from producer.segments.request import SegmentRequest
from producer.stages.style import PLAIN

EXIT = "command:segment"
RATE = Fraction(5)
"""Of the recordings, which carry the numbers of their frames."""


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gate]:
    folder = tmp_path_factory.mktemp("verify")
    with open_gate_on(folder / "duplicast.db") as made:
        fill_filmed(made, folder, lambda path: write_recording(path, 5 * SECONDS, rate=RATE))
        yield made


@pytest.fixture(scope="module")
def address(gate: Gate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = next(tmp_path_factory.getbasetemp().glob("verify*"))
    with serving(gate, folder, db=folder / "duplicast.db") as at:
        yield at


@pytest.fixture
def ask(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, trust_env=False, timeout=60, headers=SIGNED) as client:
        yield client


def cells(page: str) -> dict[str, tuple[float, str]]:
    """By table and row, seconds after noon and the event."""
    found = re.findall(r'data-key="([^"]+)"[^>]*data-event="([^"]*)" data-at="([\d.]+)"', page)
    return {key: (float(at) - NOON.timestamp(), event) for key, event, at in found}


def picture(ask: httpx.Client, table: str, seconds: float) -> httpx.Response:
    at = f"{NOON.timestamp() + seconds:.3f}"
    return ask.get(f"/verify/pictures/{DEAL}", params={"table": table, "at": at})


def number(answer: httpx.Response) -> int:
    """The frame's own number, read from its picture."""
    assert answer.status_code == 200, answer.text
    luma = np.asarray(Image.open(io.BytesIO(answer.content)).convert("L"))
    assert luma.shape == (HEIGHT, WIDTH)
    return read_number(luma, (0, 0, WIDTH, HEIGHT))


def test_every_picture_is_of_the_time_that_stands_below_it(ask: httpx.Client) -> None:
    page = ask.get(f"/verify/deals/{DEAL}").text
    shown = cells(page)
    assert {"1/flop", "2/flop", "1/fork", "2/fork", "1/decision", "2/decision"} <= shown.keys()
    assert shown["1/flop"][0] == shown["2/flop"][0] == 20
    assert shown["1/decision"][0] == shown["2/decision"][0] == 30
    addresses = re.findall(r'src="(/verify/pictures/[^"]+)"', page)
    assert len(addresses) == len(shown)
    hidden = {"1/end", "2/end"}
    assert hidden <= shown.keys()
    for key, (seconds, _) in shown.items():
        if key in hidden:
            assert picture(ask, key[0], seconds).status_code == 404, key
            continue
        late = (seconds + 2) * float(RATE) - number(picture(ask, key[0], seconds))
        assert -0.126 <= late < 1, "the frame that stands then, or one that is 25 ms early"
    for each in addresses[:2]:
        assert ask.get(each.replace("&amp;", "&")).headers["content-type"] == "image/jpeg"


def test_no_picture_of_a_time_at_which_the_table_may_play_another_deal(ask: httpx.Client) -> None:
    """What comes after the hand is unknown, and its borders are as unsure as the devices: 5 s."""
    assert picture(ask, "1", 20).status_code == 200
    for seconds in (-1.5, 4.9, 38, 44, 1000):
        assert picture(ask, "1", seconds).status_code == 404, seconds


def test_a_deal_that_is_sealed_again_has_no_page_and_no_picture(
    ask: httpx.Client, gate: Gate
) -> None:
    by_hand.seal(gate, [DEAL], "a test", "me")
    try:
        assert picture(ask, "1", 20).status_code == 404
        unknown = ask.get("/verify/deals/S/A/9")
        assert ask.get(f"/verify/deals/{DEAL}").text == unknown.text
        for what in ("nudge", "verified", "mute", "unmute"):
            body = {"deal": DEAL, "table": "1", **BODIES[what]}
            answer = ask.post(f"/api/verify/{what}", json=body)
            assert answer.status_code == 404, what
            assert (
                answer.json()
                == ask.post(f"/api/verify/{what}", json=body | {"deal": "S/A/9"}).json()
            )
    finally:
        by_hand.release(gate, [DEAL], "a test", "me")


BODIES: dict[str, dict[str, object]] = {
    "nudge": {"frames": 1},
    "verified": {},
    "mute": {"first": NOON.isoformat(), "last": (NOON + timedelta(seconds=1)).isoformat()},
    "unmute": {"file": "t1.mp4", "first": 0, "last": 1},
}


def test_a_nudge_moves_a_time_and_takes_the_verification_away(ask: httpx.Client) -> None:
    def side(table: str) -> str:
        page = ask.get(f"/verify/deals/{DEAL}").text
        found = re.search(rf'class="side (\w+)" data-part="side {table}"', page)
        assert found is not None
        return found[1]

    assert (side("1"), side("2")) == ("reported", "reported")
    body = {"deal": DEAL, "table": "2"}
    assert ask.post("/api/verify/verified", json=body).json() == {"message": "Table 2: verified."}
    assert (side("1"), side("2")) == ("reported", "verified")
    event = cells(ask.get(f"/verify/deals/{DEAL}").text)["2/flop"][1]
    moved = ask.post("/api/verify/nudge", json=body | {"event": event, "frames": -15})
    assert moved.json() == {"message": "This time: -600 ms against the device."}
    shown = cells(ask.get(f"/verify/deals/{DEAL}").text)
    assert (shown["2/flop"][0], shown["1/flop"][0]) == (pytest.approx(19.4), 20)
    assert side("2") == "reported"
    ask.post("/api/verify/nudge", json=body | {"event": event, "frames": 15}).raise_for_status()
    assert side("2") == "verified"


def test_what_is_muted_is_listed_in_times_of_the_file(ask: httpx.Client) -> None:
    body = {"deal": DEAL, "table": "1"}
    first, last = NOON + timedelta(seconds=10), NOON + timedelta(seconds=12.5)
    times = {"first": first.isoformat(), "last": last.isoformat()}
    ask.post("/api/verify/mute", json=body | times).raise_for_status()
    page = ask.get(f"/verify/deals/{DEAL}").text
    assert 'data-file="t1.mp4" data-first="12000" data-last="14500"' in page
    words = [each.astimezone().strftime("%H:%M:%S.000") for each in (first,)]
    assert f"{words[0]} to " in page
    nothing = ask.post(
        "/api/verify/mute", json=body | {"first": times["last"], "last": times["first"]}
    )
    assert nothing.status_code == 409
    assert "Write two times of the recording" in nothing.json()["hint"]
    heard_again = body | {"file": "t1.mp4", "first": 12000, "last": 14500}
    ask.post("/api/verify/unmute", json=heard_again).raise_for_status()
    assert "data-unmute" not in ask.get(f"/verify/deals/{DEAL}").text


def test_requests_that_make_no_sense_are_refused_in_words(ask: httpx.Client) -> None:
    body = {"deal": DEAL, "table": "9", "frames": 1}
    missing = ask.post("/api/verify/nudge", json=body)
    assert (missing.status_code, "there is 1, 2" in missing.json()["error"]) == (404, True)
    assert ask.post("/api/verify/nudge", json=body | {"fps": "26"}).status_code == 422
    assert picture(ask, "9", 20).status_code == 404
    assert ask.get(f"/verify/pictures/{DEAL}", params={"table": "1", "at": "x"}).status_code == 422
    assert ask.get("/verify/segments/none").status_code == 404
    assert ask.get(f"/verify/deals/{DEAL}", params={"tables": "1,1"}).status_code == 422


def test_the_page_of_recordings_says_what_is_there(ask: httpx.Client) -> None:
    page = ask.get("/recordings").text
    assert "t1.mp4" in page
    assert "320x180, 5 fps, sound" in page
    assert "time as reported" in page
    assert page.count('<a href="/verify/deals/S/A/1"') == 2


def test_what_is_muted_is_not_heard_in_a_segment_made_afterwards(
    ask: httpx.Client, gate: Gate, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Each recording clicks at every whole second."""
    folder = next(tmp_path_factory.getbasetemp().glob("verify*"))

    def clicks() -> int:
        found = gate.comparison(DEAL, EXIT)
        request = SegmentRequest(pick=found.picks[0].id, length=20, sound="mix")
        ready = prepared(gate, found, request, PLAIN, folder, EXIT)
        loud = np.abs(np.concatenate(list(mix(ready.timeline, ready.recordings)))[:, 0]) > 0.2
        return int(np.count_nonzero(np.diff(np.flatnonzero(loud), prepend=-99_999) > 4_800))

    before = clicks()
    assert before > 5
    hours = {"first": NOON.isoformat(), "last": (NOON + timedelta(seconds=60)).isoformat()}
    for table in ("1", "2"):
        ask.post("/api/verify/mute", json={"deal": DEAL, "table": table, **hours})
    assert clicks() == 0
    for table in ("1", "2"):
        body = {"deal": DEAL, "table": table, "file": f"t{table}.mp4"}
        ask.post("/api/verify/unmute", json=body | {"first": 2000, "last": 52000})
    assert clicks() == before

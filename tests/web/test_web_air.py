"""Live channels, stills and the take: what the pages of a browser source get."""

import asyncio
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from patience import eventually
from service import fill, guide, open_gate_on, serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from overlay.raster import stage_png
from overlay.svg import graphic_svg
from producer.games.line import DealKey
from producer.release import Gate
from producer.settings import ObsSettings
from producer.stages import two_up
from producer.stages.moment import END, read_moment
from producer.web.channels.live import Channel, ChannelContent, Page

DEAL = "guide/A/1"
SHOWN = ChannelContent(DealKey("guide", "A", 1), ("1", "5"), "decision", as_of="at the decision")


@pytest.fixture
def own(tmp_path: Path) -> Iterator[str]:
    """A separate service, as the test changes what is on air."""
    db = tmp_path / "web.db"
    fill(db, guide())
    with open_gate_on(db) as gate, serving(gate, tmp_path) as address:
        yield address


def watch(address: str, channel: str = "program") -> ClientConnection:
    return connect(f"{address.replace('http', 'ws')}/live/{channel}", origin=address, proxy=None)


def air(address: str) -> dict[str, object]:
    output = httpx.get(f"{address}/api/air", trust_env=False, timeout=60).json()
    return dict(output["channels"]["program"])


def show(address: str, **body: object) -> httpx.Response:
    return httpx.post(f"{address}/api/channels/program", json=body, trust_env=False, timeout=60)


def test_a_take_right_after_the_start_waits_for_the_first_connection_attempt(
    tmp_path: Path,
) -> None:
    """What answers at OBS's port takes its time; the desk was told to start what was running."""
    db = tmp_path / "web.db"
    fill(db, guide())
    take = {"deal": DEAL, "tables": ["1", "5"]}
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        open_gate_on(db) as gate,
        serving(gate, tmp_path, obs=ObsSettings(port=silent.getsockname()[1])) as address,
        ThreadPoolExecutor() as pool,
    ):
        at = f"{address}/api/take"
        asking = pool.submit(httpx.post, at, json=take, trust_env=False, timeout=60)
        with pytest.raises(TimeoutError):
            asking.result(0.3)
        silent.close()  # which ends the attempt, sooner than its timeout
        answer = asking.result(60)
    assert answer.status_code == 503
    assert "director is not running" not in answer.text


def test_a_page_gets_the_whole_stage_first_and_then_the_changes(own: str) -> None:
    with watch(own) as early:
        assert json.loads(early.recv(60)) == {
            "seq": 0,
            "width": 1920,
            "height": 1080,
            "graphics": [],
        }
        assert show(own, deal=DEAL).status_code == 200
        first = json.loads(early.recv(60))
        assert first["seq"] == 1
        assert show(own, deal=DEAL, moment="end").status_code == 200
        second = json.loads(early.recv(60))
        assert second["seq"] == 2
        with watch(own) as late:
            whole = json.loads(late.recv(60))
        assert (whole["seq"], [each["key"] for each in whole["graphics"]]) == (2, second["keys"])
        kept = {each["key"]: each for each in [*first["changed"], *second["changed"]]}
        assert whole["graphics"] == [kept[key] for key in second["keys"]]
        changed = {each["key"] for each in second["changed"]}
        decisions = {"decision-left", "decision-right"}
        assert changed == {"board", "ahead", *decisions, "result-left", "result-right"}


def test_the_message_is_the_stage(ask: httpx.Client, gate: Gate, address: str) -> None:
    comparison = gate.comparison(DEAL, "command:still")
    stage = two_up(comparison, ("3", "5"), END)
    ask.post(
        "/api/channels/program", json={"deal": DEAL, "tables": ["3", "5"], "moment": "end"}
    ).raise_for_status()
    with watch(address) as page:
        output = json.loads(page.recv(60))
    assert [(each["key"], each["svg"]) for each in output["graphics"]] == [
        (graphic.key, graphic_svg(graphic)) for graphic in stage.graphics
    ]
    first = stage.graphics[0].box
    assert output["graphics"][0]["box"] == {
        "x": first.x,
        "y": first.y,
        "width": first.width,
        "height": first.height,
    }


def test_at_the_fork_nothing_of_the_end_is_sent(own: str) -> None:
    """The river of RULES P7 is the 4 of diamonds; no other 4 is on the board at the turn."""
    show(own, deal=DEAL, tables=["1", "5"], moment="decision").raise_for_status()
    with watch(own) as page:
        fork = json.loads(page.recv(60))
    keys = {each["key"] for each in fork["graphics"]}
    assert not any(key.startswith("result") for key in keys)
    board = next(each["svg"] for each in fork["graphics"] if each["key"] == "board")
    assert board.count(">10<") == 1
    assert ">4<" not in board


def test_a_disconnected_page_is_noticed(own: str) -> None:
    with watch(own) as one, watch(own) as other:
        one.recv(60)
        other.recv(60)
        assert air(own)["pages"] == 2
    eventually(lambda: air(own)["pages"] == 0, "both have left")


def test_messages_from_a_page_are_ignored(own: str) -> None:
    with watch(own) as page:
        page.recv(60)
        page.send("hello")
        page.send(b"\x00")
        show(own, deal=DEAL).raise_for_status()
        assert json.loads(page.recv(60))["seq"] == 1


def test_an_unknown_channel_says_so(own: str) -> None:
    with watch(own, "none") as page, pytest.raises(ConnectionClosed) as closed:
        page.recv(60)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    assert (
        httpx.post(
            f"{own}/api/channels/none", json={"deal": DEAL}, trust_env=False, timeout=60
        ).status_code
        == 404
    )


def test_a_slow_page_skips_to_the_newest_snapshot() -> None:
    async def seen() -> list[int]:
        channel, page = Channel(), Page()
        following = channel.snapshots(page)
        page.sent = first = await anext(following)
        for _ in range(5):
            channel.show(SHOWN, {"width": 1, "height": 1, "graphics": []})
        page.sent = newest = await anext(following)
        channel.close()
        rest = [each.seq async for each in following]
        return [first.seq, newest.seq, *rest]

    assert asyncio.run(seen()) == [0, 5]


def test_a_still_is_the_stage_as_pixels(ask: httpx.Client, gate: Gate) -> None:
    comparison = gate.comparison(DEAL, "command:still")
    for moment in ("decision", "end"):
        answer = ask.get(f"/stills/{DEAL}.png", params={"tables": "1,5", "moment": moment})
        assert answer.headers["content-type"] == "image/png"
        assert answer.content == stage_png(two_up(comparison, ("1", "5"), read_moment(moment)))


def test_a_still_has_the_size_asked_for_and_the_suggested_pair(ask: httpx.Client) -> None:
    half = ask.get(f"/stills/{DEAL}.png?scale=0.5").content
    assert (int.from_bytes(half[16:20]), int.from_bytes(half[20:24])) == (960, 540)
    pair = ask.get(f"/api/deals/{DEAL}").json()["picks"][0]["pairing"]
    named = ask.get(f"/stills/{DEAL}.png", params={"tables": pair, "scale": 0.5}).content
    assert named == half


def test_without_obs_a_take_is_refused_and_changes_nothing(own: str) -> None:
    show(own, deal=DEAL, moment="end").raise_for_status()
    before = air(own)
    answer = httpx.post(f"{own}/api/take", json={"deal": DEAL}, trust_env=False, timeout=60)
    assert answer.status_code == 503
    assert answer.json()["error"].startswith("Not taken: nothing answers at 127.0.0.1:")
    assert "Start OBS" in answer.json()["hint"]
    assert air(own) == before
    obs = httpx.get(f"{own}/api/air", trust_env=False, timeout=60).json()["obs"]
    assert obs["online"] is False
    assert "nothing answers" in obs["reason"]


def test_a_corrected_deal_on_air_is_flagged_and_not_changed(
    own: str,
) -> None:
    assert show(own, deal=DEAL).status_code == 200
    with watch(own) as page:
        before = json.loads(page.recv(60))
    output = {"id": "r1", "session": "guide", "group": "A", "table": "4", "source": "desk"}
    under = {"deal": 1, "hand": 1, "reason": "a card was exposed"}
    events = [
        output | {"type": "hand.under_review", "data": under},
        output | {"id": "r2", "type": "hand.cleared", "data": under | {"reason": "it was not"}},
    ]
    answers = []
    for event in events:
        sent = httpx.post(f"{own}/feed/events", json=event, trust_env=False, timeout=60).json()
        assert sent["accepted"] == 1, sent
        answers.append(httpx.get(f"{own}/api/air", trust_env=False, timeout=60).json())
    words = "table 4: it is under review (a card was exposed)"
    assert [each for each in answers[0]["since"] if each["channel"] == "program"] == [
        {"channel": "program", "deal": DEAL, "reason": words}
    ]
    assert answers[1]["since"] == []
    with watch(own) as page:
        assert json.loads(page.recv(60)) == before
    assert show(own, deal=DEAL, moment="end").status_code == 200
    assert httpx.get(f"{own}/api/air", trust_env=False, timeout=60).json()["since"] == []

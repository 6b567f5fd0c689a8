"""Hardware controls do what the air bar does: by their token, once, and for the desk on air."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from patience import eventually
from service import SIGNED, fill, guide, open_gate_on, serving
from stand_in import StandIn, stand_in_obs
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from producer.cli import command_line
from producer.release import Gate, by_hand
from producer.release.by_hand import CannotDecide
from producer.settings import ObsSettings

DEAL = "guide/A/1"
Desk = tuple[str, StandIn, Gate, dict[str, str]]
"""Where the service is, its OBS, its gate, and a token each control."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    folder = tmp_path_factory.mktemp("control")
    fill(folder / "air.db", guide())
    with open_gate_on(folder / "air.db") as gate, stand_in_obs() as obs:
        tokens = {
            "all": token(gate, "take", "next-beat", "lower-third", "clear-graphics", "safe"),
            "safe": token(gate, "safe"),
            "bo": token(gate, "take", "clear-graphics", "safe", desk="Bo"),
        }
        with serving(gate, folder, obs=ObsSettings(port=obs.port, graphics="image")) as at:
            eventually(lambda: state(at, tokens["all"])["obs"], "OBS is connected")
            yield at, obs, gate, tokens


def token(gate: Gate, *actions: Any, desk: str = "") -> str:
    return by_hand.add_token(gate, "control", (), "", "test", actions=actions, desk=desk)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def press(at: str, token: str, action: str, **body: object) -> tuple[int, str]:
    """A key of the control: the status, and what the answer says."""
    answer = httpx.post(
        f"{at}/control/{action}", json=body, headers=bearer(token), trust_env=False, timeout=60
    )
    said = answer.json()
    return answer.status_code, said.get("error") or said["message"]


def state(at: str, token: str) -> dict[str, Any]:
    answer = httpx.get(f"{at}/control/state", headers=bearer(token), trust_env=False, timeout=60)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def cue(at: str, moment: str = "decision") -> None:
    body = {"deal": DEAL, "moment": moment}
    answer = httpx.post(f"{at}/api/preview", json=body, headers=SIGNED, trust_env=False, timeout=60)
    assert answer.status_code == 200, answer.text


def takes(gate: Gate) -> int:
    return sum(act.type == "take.done" for _, act in gate.acts())


def test_a_control_takes_what_is_cued_and_shows_the_next_beat(desk: Desk) -> None:
    at, obs, gate, tokens = desk
    assert press(at, tokens["all"], "take") == (409, "Not taken: nothing is on preview.")
    cue(at)
    before = state(at, tokens["all"])
    assert (before["can"]["take"], before["preview"][:6]) == (True, "deal 1")
    status, said = press(at, tokens["all"], "take")
    assert (status, said[:19]) == (200, "On program: deal 1 ")
    assert obs.program.startswith("Duplicast")
    after = state(at, tokens["all"])
    assert (after["seq"], after["preview"], after["can"]["take"]) == (before["seq"] + 1, "", False)
    assert after["program"].startswith("Deal 1 ")
    assert after["last"]["what"] == "took"
    assert press(at, tokens["all"], "next-beat")[0] == 200
    assert press(at, tokens["all"], "clear-graphics")[0] == 200
    assert press(at, tokens["all"], "lower-third") == (409, "No lower third is ready.")
    eventually(lambda: takes(gate) > 0, "the take is in the audit")


def test_nobody_takes_twice(desk: Desk) -> None:
    """Two controls press at once, having seen the same: one takes, the other hears who did."""
    at, _, _, tokens = desk
    cue(at)
    seen = state(at, tokens["all"])["seq"]
    with ThreadPoolExecutor() as pool:
        both = list(pool.map(lambda _: press(at, tokens["all"], "take", expect=seen), "ab"))
    assert sorted(status for status, _ in both) == [200, 409]
    refused = next(said for status, said in both if status == 409)
    assert "took first" in refused
    assert state(at, tokens["all"])["seq"] == seen + 1
    cue(at)
    answer = httpx.post(
        f"{at}/api/take",
        json={"kind": "preview", "expect": seen},
        headers=SIGNED,
        trust_env=False,
        timeout=60,
    )
    assert answer.status_code == 409
    assert "took first" in answer.json()["error"]


def test_a_request_with_an_id_is_done_once(desk: Desk) -> None:
    at, _, _, tokens = desk
    cue(at)
    seen = state(at, tokens["all"])["seq"]
    with ThreadPoolExecutor() as pool:
        every = list(pool.map(lambda _: press(at, tokens["all"], "take", id="press 1"), "abc"))
    assert every[0][0] == 200
    assert set(every) == {every[0]}
    assert state(at, tokens["all"])["seq"] == seen + 1
    status, said = press(at, tokens["all"], "clear-graphics", id="press 1")
    assert (status, said) == (409, "Not done: take had the same id.")
    assert press(at, tokens["all"], "take", id="press 2")[0] == 409  # nothing is cued
    cue(at)
    assert (
        press(at, tokens["all"], "take", id="press 2")[0] == 200
    )  # what failed may be tried again


def test_a_token_does_only_what_it_names_and_nothing_else_of_the_desk(desk: Desk) -> None:
    at, obs, _, tokens = desk
    assert press(at, tokens["safe"], "take") == (
        403, "This token may not do take: it is for safe.",
    )  # fmt: skip
    assert press(at, tokens["safe"], "safe") == (200, "On program: the safe scene.")
    assert obs.program == "Duplicast safe"
    assert state(at, tokens["safe"])["safe"] is True
    assert press(at, tokens["all"], "eject")[0] == 404
    with httpx.Client(base_url=at, trust_env=False, timeout=60) as ask:
        for path in ("/", "/api/air", "/api/deals", "/audit", "/graphics/program"):
            assert ask.get(path, headers=bearer(tokens["all"])).status_code == 403, path
        in_address = ask.post("/control/safe", params={"token": tokens["all"]}, json={})
        assert in_address.status_code == 401
        body = ask.post("/control/safe", headers=bearer(tokens["all"]))
        assert body.status_code == 200  # a key that sends no body


def test_a_control_acts_for_the_desk_on_air_or_only_for_its_own(desk: Desk) -> None:
    at, _, _, tokens = desk
    with ExitStack() as lines:

        def open_page(name: str) -> None:
            address = f"{at.replace('http', 'ws')}/live?desk={name}&name={name.title()}"
            page = connect(address, origin=at, proxy=None, additional_headers=SIGNED)  # type: ignore[arg-type]
            lines.enter_context(page).recv(60)

        open_page("ana")
        open_page("bo")
        headers = {**SIGNED, "Duplicast-Desk": "ana"}
        httpx.post(f"{at}/api/air/ask", headers=headers, trust_env=False).raise_for_status()
        assert state(at, tokens["all"])["holder"] == "Ana"
        assert press(at, tokens["all"], "clear-graphics")[0] == 200
        assert press(at, tokens["bo"], "clear-graphics") == (
            409, "Not done: Ana holds air, and this control is Bo's.",
        )  # fmt: skip
        assert press(at, tokens["bo"], "safe")[0] == 200  # from every control
        asks = {**SIGNED, "Duplicast-Desk": "bo"}
        httpx.post(f"{at}/api/air/ask", headers=asks, trust_env=False).raise_for_status()
        accept = {"accept": True}
        httpx.post(f"{at}/api/air/answer", json=accept, headers=headers, trust_env=False)
        assert press(at, tokens["bo"], "clear-graphics")[0] == 200


def test_the_state_is_pushed_when_it_changes(desk: Desk) -> None:
    at, _, gate, tokens = desk
    live = f"{at.replace('http', 'ws')}/control/live"
    with pytest.raises(InvalidStatus):
        connect(live, proxy=None)
    own = token(gate, "clear-graphics")

    def read() -> ConnectionClosed | None:
        try:
            line.recv(60)
        except ConnectionClosed as closed:
            return closed
        return None

    eventually(lambda: httpx.get(f"{at}/control/state", headers=bearer(own)).is_success, "read")
    with connect(live, proxy=None, additional_headers=bearer(own)) as line:
        first = json.loads(line.recv(60))
        assert first["actions"] == ["clear-graphics"]
        press(at, tokens["all"], "clear-graphics")
        assert json.loads(line.recv(60))["seq"] == first["seq"] + 1
        by_hand.revoke_token(gate, own.partition(".")[0], "test")
        eventually(lambda: read() is not None, "a revoked control is cut off")


def test_the_command_makes_controls(tmp_path: Path) -> None:
    db = str(tmp_path / "c.db")
    fill(Path(db), guide())

    def run(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(command_line(), ["token", *words, "--db", db])
        return done.exit_code, done.output

    bound = ("--action", "take", "--action", "safe", "--desk", "Gallery")
    assert run("add", "control", *bound)[0] == 0
    (made,) = json.loads(run("list", "--json")[1])
    assert (made["role"], made["actions"], made["desk"]) == ("control", ["take", "safe"], "Gallery")
    assert run("add", "control")[0] == 2
    assert run("add", "producer", "--action", "take")[0] == 2
    with open_gate_on(Path(db)) as gate, pytest.raises(CannotDecide):
        by_hand.add_token(gate, "producer", (), "", "test", actions=("take",))

"""The lying device over the network: two running services, answered alike byte by byte."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from effort import counts
from liar import OTHERS, OWN, TABLES, Device, World, office, opening
from service import open_gate_on, serving
from two_services import told
from websockets.sync.client import ClientConnection, connect

from producer.release import Gate
from producer.release.by_hand import add_token

TOKENS = ("none", "bound", "unbound")
STEPS = 25


@dataclass
class Service:
    """A running service, and the device's connection to it."""

    gate: Gate
    address: str
    headers: dict[str, str]
    line: http.client.HTTPConnection
    socket: ClientConnection
    heard: list[str] = field(default_factory=list)


@contextmanager
def service(folder: Path, token: str) -> Iterator[Service]:
    folder.mkdir()
    with open_gate_on(folder / "record.db") as gate, serving(gate, folder) as address:
        headers = {}
        if token != "none":
            tables = (OWN,) if token == "bound" else ()
            headers = {"Authorization": f"Bearer {add_token(gate, 'feed', tables, '', 'test')}"}
        host = address.removeprefix("http://")
        line = http.client.HTTPConnection(host, timeout=60)
        with connect(f"ws://{host}/feed", additional_headers=headers, max_size=None) as socket:
            yield Service(gate, address, headers, line, socket)
        line.close()


def post(one: Service, body: bytes) -> str:
    return _asked(one, "POST", "/feed/events", body)


def gaps(one: Service, query: str) -> str:
    return _asked(one, "GET", f"/feed/gaps{query}", None)


def _asked(one: Service, method: str, path: str, body: bytes | None) -> str:
    """Status, headers and body."""
    headers = {**one.headers, "Content-Type": "application/x-ndjson"}
    one.line.request(method, path, body, headers)
    answer = one.line.getresponse()
    fields = sorted((name, value) for name, value in answer.getheaders() if name != "date")
    return f"{answer.status} {fields} {answer.read().decode()}"


def say(one: Service, message: bytes) -> str:
    """Over the WebSocket."""
    one.socket.send(message)
    return str(one.socket.recv(timeout=60))


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("seed", range(1, counts(3, 20)))
def test_p11_over_the_network_a_device_is_answered_by_its_own_table_alone(
    tmp_path: Path, token: str, seed: int
) -> None:
    lots = Random(seed)
    world = World(lots)
    devices = {table: Device(world, table) for table in TABLES}
    start = json.dumps(opening(*TABLES)).encode()
    compared = 0
    with service(tmp_path / "all", token) as everything, service(tmp_path / "own", token) as alone:
        opens_at = lots.choice([0, 5])
        for step in range(STEPS):
            if step == opens_at:
                for one in (everything, alone):
                    one.gate._store.append(told(json.loads(start)))
            if lots.random() < 0.5:
                others = devices[lots.choice(OTHERS)].message()
                body = [office(world)] if lots.random() < 0.3 else map(json.loads, _json(others))
                everything.gate._store.append(told(*body))
            message = b"\n".join(devices[OWN].message())
            way = lots.choice([post, say])
            answers = [way(one, message) for one in (everything, alone)]
            answers += [gaps(one, f"?table={OWN}") for one in (everything, alone)]
            answers += [gaps(one, "") for one in (everything, alone)]
            assert answers[0::2] == answers[1::2], message
            compared += len(answers) // 2
    assert compared >= 2 * STEPS


def _json(pieces: list[bytes]) -> list[bytes]:
    """Those that are events."""
    return [piece for piece in pieces if piece.startswith(b'{"v"')]

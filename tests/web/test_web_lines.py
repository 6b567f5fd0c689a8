"""Lines to pages that break: nothing in the log, and no page counts that is not there."""

import logging
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from patience import eventually
from service import fill, guide, open_gate_on, serving
from websockets.sync.client import ClientConnection, connect

DEAL = "guide/A/1"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[str]:
    fill(tmp_path / "web.db", guide())
    with open_gate_on(tmp_path / "web.db") as gate, serving(gate, tmp_path) as address:
        yield address


def watch(address: str, channel: str = "program") -> ClientConnection:
    at = f"{address.replace('http', 'ws')}/live/{channel}"
    return connect(at, origin=address, proxy=None, legacy=True)


def show(address: str, **body: object) -> dict[str, str]:
    at = f"{address}/api/channels/program"
    answer = httpx.post(at, json={"deal": DEAL, **body}, trust_env=False, timeout=60)
    answer.raise_for_status()
    return dict(answer.json())


def pages(address: str) -> int:
    air = httpx.get(f"{address}/api/air", trust_env=False, timeout=60).json()
    return int(air["channels"]["program"]["pages"])


def break_off(page: ClientConnection) -> None:
    """Ends the connection as a program does that is killed: a reset, without a closing frame."""
    page.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    page.socket.close()


@pytest.mark.parametrize("way", ["reset", "closed"])
def test_a_page_that_goes_while_its_channel_changes_leaves_nothing_in_the_log(
    own: str, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    with caplog.at_level(logging.INFO):
        for n in range(25):
            going = [watch(own) for _ in range(4)]
            for page in going:
                page.recv(60)
            for page in going[::2]:
                break_off(page) if way == "reset" else page.socket.close()
            show(own, moment="decision" if n % 2 else "end")
            for page in going[1::2]:
                break_off(page) if way == "reset" else page.socket.close()
        eventually(lambda: pages(own) == 0, "all have gone")
    assert [each.getMessage() for each in caplog.records if each.levelno > logging.WARNING] == []


HANDSHAKE = (
    "GET /live/{channel} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.mark.parametrize("channel", ["program", "table-1", "no-such-channel"])
def test_a_page_that_goes_while_it_is_let_in_leaves_nothing_in_the_log(
    own: str, caplog: pytest.LogCaptureFixture, channel: str
) -> None:
    host = own.removeprefix("http://")
    name, port = host.split(":")
    with caplog.at_level(logging.INFO):
        for _ in range(150):
            line = socket.create_connection((name, int(port)))
            line.sendall(HANDSHAKE.format(channel=channel, host=host).encode())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.close()
        show(own)
        eventually(lambda: pages(own) == 0, "all have gone")
    assert [each.getMessage() for each in caplog.records if each.levelno > logging.WARNING] == []

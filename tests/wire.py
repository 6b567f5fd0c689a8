"""Bytes as they are, to the service and back, for what no client would send."""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

from patience import PATIENCE


def line(address: str, patience: float = PATIENCE) -> socket.socket:
    """A line to the service. ``patience``: seconds that it may be silent."""
    return socket.create_connection(("127.0.0.1", int(address.rsplit(":", 1)[1])), patience)


def exchange(address: str, sent: bytes, silence: float = 10) -> bytes:
    """What comes back for bytes as they are, until the service closes or is silent for so many
    seconds after it has begun to answer."""
    got = b""
    with line(address) as wire:
        with suppress(ConnectionError):  # closed under us; what was said before can be read
            wire.sendall(sent)
        with suppress(TimeoutError, ConnectionError):
            while part := wire.recv(65536):
                got += part
                wire.settimeout(silence)
    return got


def dripping(wire: socket.socket, drop: bytes = b" ") -> Iterator[bytes]:
    """Sends a byte now and then until the other side closes; returns what came back."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            wire.sendall(drop)
            part = wire.recv(65536)
        except TimeoutError:
            continue
        except OSError:  # closed under us while sending
            return
        if not part:
            return
        yield part
    raise AssertionError("the line is still open")


def next_status(result: BinaryIO) -> int:
    """Of the next answer of a line, which is read whole."""
    status = int(result.readline().split()[1])
    length = 0
    while (header := result.readline()) != b"\r\n":
        name, _, value = header.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    result.read(length)
    return status


def answered(wire: socket.socket) -> bytes:
    """One whole answer, head and body, in however many pieces it comes."""
    got = wire.recv(65536)
    while b"\r\n\r\n" not in got:
        got += wire.recv(65536)
    head, _, body = got.partition(b"\r\n\r\n")
    (length,) = (
        int(each.split(b":")[1])
        for each in head.lower().split(b"\r\n")
        if each.startswith(b"content-length:")
    )
    while len(body) < length:
        body += wire.recv(65536)
    return head + b"\r\n\r\n" + body

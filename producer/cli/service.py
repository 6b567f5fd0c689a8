"""The service running: its addresses said, served until it is told to stop."""

from __future__ import annotations

import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import typer
import uvicorn

from producer.cli.common import me, people
from producer.cli.listening import HOST, homes
from producer.cli.stopping import INTERRUPTED
from producer.release import Gate, by_hand
from producer.settings import Settings
from producer.web import create_app
from producer.web.access.limits import SERVER_OPTIONS
from producer.web.access.roles import Keys, new_keys

GARBAGE = (5_000, 20, 20)
"""New objects, and collections of the two younger generations, after which Python looks for
garbage: by its own measure the feed makes it look thousands of times a second."""

IN_TURN = 0.0005
"""Seconds that one thread keeps Python to itself while another waits: what commits, what draws and
what answers must not wait for each other as long as Python's own 5 ms."""


class _Server(uvicorn.Server):
    """Stops in order however often it is told to: that takes two seconds at most, and what were
    cut off in its midst would be reported as an error."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.told: list[int] = []

    def handle_exit(self, sig: int, _: FrameType | None) -> None:
        self.told.append(sig)
        self.should_exit = True


def serve_until_stopped(gate: Gate, own: Settings, listening: socket.socket) -> None:
    """Serves until SIGINT or SIGTERM. Ends with 130 where Ctrl-C came more than once."""
    keys = new_keys()
    server = _Server(
        uvicorn.Config(
            create_app(gate, own, keys),
            **SERVER_OPTIONS,
            log_config=None,
            log_level=logging.ERROR,  # a warning for every request that offers HTTP/2 says nothing
            access_log=False,  # addresses name deals
            server_header=False,
            lifespan="on",  # else uvicorn serves on where our own start has failed
            ssl_certfile=own.tls_cert,
            ssl_keyfile=own.tls_key,
        )
    )
    with _handling(server.handle_exit):  # also before uvicorn does, and after
        _say_where(gate, own, keys)
        people.print("Ctrl-C stops it.")
        sys.setswitchinterval(IN_TURN)
        gc.freeze()  # what is here by now stays, and is not looked through again and again
        gc.set_threshold(*GARBAGE)
        server.run(sockets=[listening])
    if server.told.count(signal.SIGINT) > 1:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def _handling(handler: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    """SIGINT and SIGTERM are the handler's, and again as before at the end."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, handler) for each in signals]
    try:
        yield
    finally:
        for each, handled in zip(signals, before, strict=True):
            signal.signal(each, handled)


def _say_where(gate: Gate, own: Settings, keys: Keys) -> None:
    """The addresses; over a network the first start makes a producer's token, shown this once."""
    doors = homes(own)
    for home in doors:
        here = " (on this machine)" if len(doors) > 1 and f"//{HOST}:" in home else ""
        people.print(f"Desk: {home}/{here}", style="bold", soft_wrap=True)
    home = doors[0]
    if own.host == HOST and not own.names:
        people.print(f"Sign in as producer: {home}/sign-in#{keys.producer}", soft_wrap=True)
        people.print(f"Graphics for a browser source: {home}/graphics/program")
        return
    if not any(t.role == "producer" and not t.revoked for t in gate.tokens().values()):
        token = by_hand.add_token(gate, "producer", (), "first start", me())
        people.print("A producer's token was made; it is shown this once.")
        people.print(f"Sign in: {home}/sign-in#{token}", soft_wrap=True)
    else:
        people.print(f"Sign in: {home}/sign-in with a token (`duplicast token add producer`)")
    people.print(
        f"Graphics: {home}/graphics/program?token=... (`duplicast token add overlay`)",
        soft_wrap=True,
    )
    if not own.tls:
        people.print(
            "Tokens cross the network unencrypted: give --tls-cert and --tls-key, or put a proxy "
            "with TLS before the service (docs/security.md).",
            style="yellow",
            soft_wrap=True,
        )

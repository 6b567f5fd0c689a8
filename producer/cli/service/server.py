"""Prints the addresses and runs the service until it is stopped."""

from __future__ import annotations

import ctypes
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

import typer
import uvicorn

from producer.cli.common import fail, me, people
from producer.cli.service.listening import HOST, homes
from producer.cli.stopping import INTERRUPTED
from producer.release import Gate, by_hand
from producer.release.programme.show import ShowAsked
from producer.settings import Settings, rehearsed
from producer.web import create_app
from producer.web.access.key_file import UnusableKeys, keys_beside
from producer.web.access.limits import SERVER_OPTIONS
from producer.web.access.roles import Keys

GARBAGE = (5_000, 20, 20)
"""Thresholds of Python's garbage collector: with its defaults the feed triggers thousands of
collections a second."""

SWITCH_INTERVAL = 0.0005
"""Seconds after which a thread yields to another: with Python's default of 5 ms, commits, drawing
and answers wait too long for each other."""

M_MMAP_THRESHOLD = -3
"""glibc's name for the size from which memory is taken from the system and goes back when freed
(mallopt(3)); left alone it grows with the first picture that is freed, and none goes back."""
LARGE = 256 * 1024
"""Bytes of such a piece of memory; a picture of 1920x1080 has eight million."""


class _Server(uvicorn.Server):
    """Shuts down in order however often it is signalled: uvicorn would cut its two seconds of
    shutdown short at the second signal and report errors."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.signals: list[int] = []

    def handle_exit(self, sig: int, _: FrameType | None) -> None:
        self.signals.append(sig)
        self.should_exit = True


def serve_until_stopped(
    gate: Gate, own: Settings, listening: socket.socket, *, to_show: bool = False
) -> ShowAsked | None:
    """Serves until SIGINT or SIGTERM, or with ``to_show`` until a producer starts the show, which
    is returned then. Ends with 130 where Ctrl-C came more than once."""
    asked: list[ShowAsked] = []

    def begin(open_points: Sequence[str], by: str) -> None:
        asked.append(ShowAsked(tuple(open_points), by, by_hand.tokens_to_hand_over(gate)))
        server.should_exit = True

    _return_large_memory()
    try:
        keys = keys_beside(rehearsed(own.db))
    except UnusableKeys as error:
        fail(str(error))
    server = _Server(
        uvicorn.Config(
            create_app(gate, own, keys, begin if to_show else None),
            **SERVER_OPTIONS,
            log_config=None,
            log_level=logging.ERROR,  # it warns of every request that offers HTTP/2
            access_log=False,  # paths name deals
            server_header=False,
            lifespan="on",  # else uvicorn serves even if our start-up failed
            ssl_certfile=own.tls_cert,
            ssl_keyfile=own.tls_key,
        )
    )
    with _handling(server.handle_exit):  # uvicorn handles signals only while it runs
        _print_addresses(gate, own, keys)
        people.print("Ctrl-C stops it.")
        sys.setswitchinterval(SWITCH_INTERVAL)
        gc.freeze()  # what exists now stays, so it need not be scanned
        gc.set_threshold(*GARBAGE)
        server.run(sockets=[listening])
    if server.signals.count(signal.SIGINT) > 1:
        raise typer.Exit(INTERRUPTED)
    return asked[0] if asked and not server.signals else None


def _return_large_memory() -> None:
    """The memory of a drawn picture goes back to the system with the picture; only with glibc."""
    if sys.platform == "linux" and (mallopt := getattr(ctypes.CDLL(None), "mallopt", None)):
        mallopt(M_MMAP_THRESHOLD, LARGE)


@contextmanager
def _handling(handler: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    """Handles SIGINT and SIGTERM with ``handler``; restores the earlier handlers at the end."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, handler) for each in signals]
    try:
        yield
    finally:
        for each, handled in zip(signals, before, strict=True):
            signal.signal(each, handled)


def _print_addresses(gate: Gate, own: Settings, keys: Keys) -> None:
    """Prints the addresses. Over a network the first start creates a producer's token."""
    urls = homes(own)
    for home in urls:
        here = " (on this machine)" if len(urls) > 1 and f"//{HOST}:" in home else ""
        people.print(f"Desk: {home}/{here}", style="bold", soft_wrap=True)
    home = urls[0]
    if own.host == HOST and not own.names:
        people.print(f"Sign in as producer: {home}/sign-in#{keys.producer}", soft_wrap=True)
        people.print(f"Graphics for a browser source: {home}/graphics/program")
        return
    if not any(t.role == "producer" and not t.revoked for t in gate.tokens().values()):
        token = by_hand.add_token(gate, "producer", (), "first start", me())
        people.print("A producer's token was created; it is shown only this once.")
        people.print(f"Sign in: {home}/sign-in#{token}", soft_wrap=True)
    else:
        people.print(f"Sign in: {home}/sign-in with a token (`duplicast token add producer`)")
    people.print(
        f"Graphics: {home}/graphics/program?token=... (`duplicast token add overlay`)",
        soft_wrap=True,
    )
    if not own.tls:
        people.print(
            "Tokens cross the network unencrypted: give --tls-cert and --tls-key, or put a TLS "
            "proxy in front of the service (docs/security.md).",
            style="yellow",
            soft_wrap=True,
        )

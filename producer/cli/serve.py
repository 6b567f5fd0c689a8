"""``duplicast serve``: the desk, the graphics pages and the API, on this machine only."""

from __future__ import annotations

import errno
import logging
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from producer.cli.common import DbOption, fail, gate_of, people, settings
from producer.release import Gate
from producer.settings import Settings

HOST = "127.0.0.1"
GRACE = 1
"""Seconds that answers still being given get when the service is told to stop."""

LONGEST_WORD = 1 << 20
"""Bytes of a WebSocket message to us: the feed's are events."""


def serve(
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Default: the setting, else 8000."),
    ] = None,
    db: DbOption = None,
) -> None:
    """Serve the desk on this machine until Ctrl-C."""
    own = settings(db)
    if port is not None:
        own = own.model_copy(update={"port": port})
    if not own.db.exists():
        people.print(
            f"{own.db} is new. Bring hands in with `duplicast ingest FILE --db {own.db}`; "
            "the desk shows them when its page is loaded again.",
            markup=False,
            soft_wrap=True,
        )
    opened = gate_of(own)
    try:
        serve_desk(opened, own)
    finally:
        opened.close()


def serve_desk(gate: Gate, own: Settings) -> None:
    """Serves until SIGINT or SIGTERM. Ends the command in words where the port is taken."""
    import uvicorn  # noqa: PLC0415 - the other commands start faster without the service

    from producer.web import create_app  # noqa: PLC0415

    listening = _listen(own.port)
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(gate, own),
            log_config=None,
            log_level=logging.WARNING,
            access_log=False,  # addresses name deals
            server_header=False,
            timeout_graceful_shutdown=GRACE,
            ws_max_size=LONGEST_WORD,
        )
    )
    people.print(f"Desk: http://{HOST}:{own.port}/", style="bold")
    people.print(f"Graphics for a browser source: http://{HOST}:{own.port}/graphics/two-up")
    people.print("Ctrl-C stops it.")
    with _signals_only_stop():
        server.run(sockets=[listening])


def _listen(port: int) -> socket.socket:
    """A socket that already listens, so that the address printed answers from then on."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            fail(
                f"port {port} of this machine is taken, perhaps by a `duplicast serve` that "
                f"already runs. Choose another one: --port {port + 1 if port < 65535 else 8000}"
            )
        fail(f"port {port} cannot be used: {error.strerror}. Choose another one with --port.")
    return listening


@contextmanager
def _signals_only_stop() -> Iterator[None]:
    """uvicorn raises the signal again when it has stopped, which would end us as if killed."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, lambda *_: None) for each in signals]
    try:
        yield
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)

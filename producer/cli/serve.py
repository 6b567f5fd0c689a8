"""``duplicast serve``: the desk, the graphics pages and the API, on this machine or beyond."""

from __future__ import annotations

import errno
import logging
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from producer.cli.common import WRONG_USAGE, DbOption, fail, gate_of, me, people, settings
from producer.logs import write_log
from producer.release import Gate
from producer.release import hand as by_hand
from producer.settings import Settings, in_rehearsal

if TYPE_CHECKING:
    import uvicorn

    from producer.web.roles import Keys

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
    host: Annotated[
        str | None,
        typer.Option(help="Serve this address, such as 0.0.0.0 for all; needs tokens."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A further name the service goes by, as behind a proxy; needs tokens."),
    ] = None,
    tls_cert: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="PEM, for HTTPS.")
    ] = None,
    tls_key: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="PEM, its key.")
    ] = None,
    rehearsal: Annotated[
        bool,
        typer.Option("--rehearsal", help="A record of its own; everything is marked REHEARSAL."),
    ] = False,
    log_json: Annotated[
        bool, typer.Option("--log-json", help="The service's log as one JSON object a line.")
    ] = False,
    db: DbOption = None,
) -> None:
    """Serve the desk on this machine until Ctrl-C; with --host to others, who need tokens."""
    names = tuple(name) if name else None
    told: dict[str, object] = {"port": port, "host": host, "names": names}
    told |= {"tls_cert": tls_cert, "tls_key": tls_key}
    given = {key: value for key, value in told.items() if value is not None}
    own = settings(db).model_copy(update=given)
    if (own.tls_cert is None) != (own.tls_key is None):
        fail("HTTPS needs both: --tls-cert FILE and --tls-key FILE", WRONG_USAGE)
    if rehearsal and not own.rehearsal:
        own = in_rehearsal(own)
    if own.rehearsal:
        people.print("REHEARSAL", style="bold white on red")
    write_log(as_json=log_json)
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
    from producer.web.roles import new_keys  # noqa: PLC0415

    listening = _listen(own.host, own.port)
    keys = new_keys()
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(gate, own, keys),
            log_config=None,
            log_level=logging.WARNING,
            access_log=False,  # addresses name deals
            server_header=False,
            timeout_graceful_shutdown=GRACE,
            ssl_certfile=own.tls_cert,
            ssl_keyfile=own.tls_key,
            ws_max_size=LONGEST_WORD,
        )
    )
    with _signals_only_stop(server):
        _say_where(gate, own, keys)
        people.print("Ctrl-C stops it.")
        server.run(sockets=[listening])


def _say_where(gate: Gate, own: Settings, keys: Keys) -> None:
    """The addresses; over a network the first start makes a producer's token, shown this once."""
    scheme = "https" if own.tls else "http"
    here = HOST if own.host in ("0.0.0.0", "::") else own.host
    name = own.names[0] if own.names else f"[{here}]" if ":" in here else here
    home = f"{scheme}://{name}:{own.port}"
    people.print(f"Desk: {home}/", style="bold", soft_wrap=True)
    if own.host == HOST and not own.names:
        people.print(f"Sign in as producer: {home}/sign-in#{keys.producer}", soft_wrap=True)
        people.print(f"Graphics for a browser source: {home}/graphics/two-up")
        return
    if not any(t.role == "producer" and not t.revoked for t in gate.tokens().values()):
        token = by_hand.add_token(gate, "producer", (), "first start", me())
        people.print("A producer's token was made; it is shown this once.")
        people.print(f"Sign in: {home}/sign-in#{token}", soft_wrap=True)
    else:
        people.print(f"Sign in: {home}/sign-in with a token (`duplicast token add producer`)")
    people.print(
        f"Graphics: {home}/graphics/two-up?token=... (`duplicast token add overlay`)",
        soft_wrap=True,
    )
    if not own.tls:
        people.print(
            "Tokens cross the network unencrypted: give --tls-cert and --tls-key, or put a proxy "
            "with TLS before the service (docs/security.md).",
            style="yellow",
            soft_wrap=True,
        )


def _listen(host: str, port: int) -> socket.socket:
    """A socket that already listens, so that the address printed answers from then on.

    Its protocol is named: without that asyncio leaves Nagle's algorithm on, and every answer
    waits 40 ms for the other side.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            fail(
                f"port {port} of this machine is taken, perhaps by a `duplicast serve` that "
                f"already runs. Choose another one: --port {port + 1 if port < 65535 else 8000}"
            )
        fail(f"{host}:{port} cannot be used: {error.strerror}. Choose with --host and --port.")
    return listening


@contextmanager
def _signals_only_stop(server: uvicorn.Server) -> Iterator[None]:
    """A signal before uvicorn listens for them stops the service as well; and uvicorn raises it
    again when it has stopped, which would end us as if killed."""

    def stop(*_: object) -> None:
        server.should_exit = True

    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, stop) for each in signals]
    try:
        yield
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)

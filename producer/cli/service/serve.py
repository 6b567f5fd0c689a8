"""``duplicast serve``: serves the desk, the graphics pages and the API."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated

import typer

from producer.cli.common import DbOption, gate_of, people, settings, tell_rehearsal, tell_unfit
from producer.cli.service.listening import check_tls, homes, listen
from producer.cli.service.lock import served_once
from producer.logs import log_written
from producer.record import open_store
from producer.release import Gate
from producer.settings import Settings, in_rehearsal


def serve(
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Default: the setting, else 8000."),
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(help="Address to listen on, such as 0.0.0.0 for all; needs tokens."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A further host name of the service, as behind a proxy; needs tokens."),
    ] = None,
    tls_cert: Annotated[Path | None, typer.Option(help="Certificate in PEM, for HTTPS.")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its private key in PEM.")] = None,
    rehearsal: Annotated[
        bool,
        typer.Option(
            "--rehearsal", help="Use the record ...-rehearsal.db and mark everything REHEARSAL."
        ),
    ] = False,
    log_json: Annotated[
        bool, typer.Option("--log-json", help="Log one JSON object per line.")
    ] = False,
    db: DbOption = None,
) -> None:
    """Serve the desk on this machine until Ctrl-C; with --host also to others, who need tokens."""
    names = tuple(name) if name else None
    options: dict[str, object] = {"port": port, "host": host, "names": names}
    options |= {"tls_cert": tls_cert, "tls_key": tls_key}
    given = {key: value for key, value in options.items() if value is not None}
    own = settings(db).model_copy(update=given)
    if rehearsal and not own.rehearsal:
        own = in_rehearsal(own)
    tell_rehearsal(own)
    with log_written(as_json=log_json):
        _serve(own)


def _serve(own: Settings) -> None:
    check_tls(own)
    with served_once(own.db, f"serves it at {homes(own)[0]}"):
        _serve_alone(own)


def _serve_alone(own: Settings) -> None:
    listening = listen(own.host, own.port)
    if not own.db.exists():
        people.print(
            f"{own.db} is new. `duplicast ingest FILE --db {own.db}` adds hands; "
            "reload the desk to see them.",
            soft_wrap=True,
        )
    with open_store(own.db) as store:
        store.check_writable()
    tell_unfit(own.graphics.theme)
    opened = gate_of(own)
    try:
        serve_desk(opened, own, listening)
    finally:
        opened.close()


def serve_desk(gate: Gate, own: Settings, listening: socket.socket) -> None:
    """Serves at ``listening`` until SIGINT or SIGTERM."""
    from producer.cli.service import server  # noqa: PLC0415 - slow to import; other commands do not need it

    server.serve_until_stopped(gate, own, listening)

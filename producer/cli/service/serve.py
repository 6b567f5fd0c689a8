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
from producer.release.by_hand import take_over_tokens
from producer.release.programme.show import ShowAsked, start_show
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
    own = show = settings(db).model_copy(update=given)
    rehearses = rehearsal and not own.rehearsal
    if rehearses:
        own = in_rehearsal(own)
    tell_rehearsal(own)
    with log_written(as_json=log_json):
        asked = _serve(own, to_show=rehearses)
        if asked is not None:
            people.print(f"The rehearsal is over; this is the show, on {show.db}.", soft_wrap=True)
            _serve(show, asked)


def _serve(
    own: Settings, begins: ShowAsked | None = None, *, to_show: bool = False
) -> ShowAsked | None:
    """``begins``: the show that is started now. ``to_show``: this is a rehearsal that can be ended
    by starting the show; returns what was asked for then."""
    check_tls(own)
    with served_once(own.db, f"serves it at {homes(own)[0]}"):
        return _serve_alone(own, begins, to_show=to_show)


def _serve_alone(own: Settings, begins: ShowAsked | None, *, to_show: bool) -> ShowAsked | None:
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
        if begins is not None:
            take_over_tokens(opened, begins.tokens, begins.by)
            start_show(opened, begins.open_points, begins.by)
        return serve_desk(opened, own, listening, to_show=to_show)
    finally:
        opened.close()


def serve_desk(
    gate: Gate, own: Settings, listening: socket.socket, *, to_show: bool = False
) -> ShowAsked | None:
    """Serves at ``listening`` until SIGINT or SIGTERM, or with ``to_show`` until a producer starts
    the show, which is returned then."""
    from producer.cli.service import server  # noqa: PLC0415 - slow to import; other commands do not need it

    return server.serve_until_stopped(gate, own, listening, to_show=to_show)

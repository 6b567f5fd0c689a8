"""``duplicast demo``: ranks deals, draws the best and cuts a segment, in a separate database."""

from __future__ import annotations

import json
import shlex
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from producer.cli.common import command, console, fail, people, settings
from producer.cli.deals import ranking
from producer.cli.demo_segment import demo_segment
from producer.cli.intake.ingest import take_in
from producer.cli.service.listening import check_tls, homes, listen
from producer.cli.service.lock import served_once
from producer.cli.service.serve import serve_desk
from producer.compare.comparison_json import deal_json
from producer.compare.model import Comparison
from producer.compare.ranking import varied
from producer.events import event_json
from producer.feeds import Received
from producer.files import plain_name, write_whole
from producer.games.line import DealKey
from producer.logs import log_written
from producer.record import Store, open_store
from producer.release import Gate, open_gate
from producer.resources import resource
from producer.settings import Settings
from producer.simulate import session_events, session_name
from producer.stages.moment import DECISION, END
from producer.wording import headline, moment_line, pick_lines_json

BEST = 3
"""Deals of the ranking whose pictures are written, beside the best board of the bridge match and
the guide's deal."""

BRIDGE, GUIDE = "croatia-sweden", "guide"
SIMULATED_DEALS, SEED = 24, 5
SOURCES = {
    "deepstack-lbr": "real hands",
    BRIDGE: "real bridge match",
    GUIDE: "example, invented play",
    session_name(SIMULATED_DEALS, SEED): "simulated",
}
"""What the deals of the demo's sessions are."""


def demo(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE...]", exists=True, dir_okay=False, help="Your own hands."),
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder for all output.")] = Path("out/demo"),
    once: Annotated[
        bool, typer.Option("--once", help="Write the files and exit; serve nothing.")
    ] = False,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port of the desk.")] = None,
) -> None:
    """Rank duplicate deals, draw the best as split screens, cut a segment, and open the desk.

    Without FILEs: real heads-up hands at six tables, ten boards of a real bridge match, the guide's
    example deal, and a simulated session, two of whose tables are filmed for the segment. No OBS is
    needed. Exits after writing with --once, or without a terminal.
    """
    own = settings(out / "duplicast.db").model_copy(update={"out": out})
    own = own if port is None else own.model_copy(update={"port": port})
    serving = sys.stdout.isatty() and not once
    listening = _listening_socket(own) if serving else None
    db = out / "duplicast.db"
    out.mkdir(parents=True, exist_ok=True)
    doing = f"serves it at {homes(own)[0]}" if serving else "makes the demo"
    with served_once(db, doing):
        _show(own, files, out, listening)


def _show(
    own: Settings, files: list[Path] | None, out: Path, listening: socket.socket | None
) -> None:
    db = out / "duplicast.db"
    for stale in (db, db.with_name(f"{db.name}-wal"), db.with_name(f"{db.name}-shm")):
        stale.unlink(missing_ok=True)
    with open_store(db) as store:
        _fill(store, files)
    opened = open_gate(db)
    try:
        comparisons = _ranked(opened)
        if not comparisons:
            fail("no deal was played at two tables; name files of tables that play the same deals")
        if not files:
            simulated = session_name(SIMULATED_DEALS, SEED)
            best = next(one for one in comparisons if one.deal.key.session == simulated)
            demo_segment(opened, best, SIMULATED_DEALS, SEED, out)
            comparisons = _ranked(opened)  # a filmed deal is worth more
        console().print(ranking(comparisons[:10], {} if files else SOURCES))
        if not files:
            for session, what in SOURCES.items():
                people.print(f"{session}: {what}", soft_wrap=True)
        _write(comparisons, out)
        _say_what_next(comparisons[0].deal.key, db)
        if listening is not None:
            with log_written(as_json=False):
                serve_desk(opened, own, listening)
        else:
            folder = shlex.quote(str(out))
            serve = f"{command()} serve --db {shlex.quote(str(db))} --port {own.port}"
            message = (
                "The demo ends here, since nobody watches a terminal. Desk: "
                f"http://127.0.0.1:{own.port}/ as soon as `DUPLICAST_OUT={folder} {serve}` runs"
            )
            people.print(message, soft_wrap=True)
    finally:
        opened.close()


def _ranked(opened: Gate) -> list[Comparison]:
    """The deals played at two tables or more, varied as for a show."""
    found = varied(opened.comparisons("command:demo"))
    return [one for one in found if len(one.deal.plays) > 1]


def _say_what_next(best: DealKey, db: Path) -> None:
    """Three commands to try, as they can be pasted."""
    deal, record = shlex.quote(str(best)), f"--db {shlex.quote(str(db))}"
    people.print("To try in another terminal, in this folder:")
    for words in (
        f"deals --top 10 {record}",
        f"compare {deal} {record}",
        f"still {deal} {record} -o deal.png",
    ):
        people.print(f"  {command()} {words}", soft_wrap=True)


def _listening_socket(own: Settings) -> socket.socket:
    """The socket of the desk, opened early so that a taken port is reported at once."""
    check_tls(own)
    return listen(own.host, own.port)


def _fill(store: Store, files: list[Path] | None) -> None:
    """Ingests the demo's hands or the given files."""
    sources = files or sorted(resource("demo").glob("*.ndjson"))
    _, unread = take_in(store, sources)
    for error in unread:
        people.print(str(error), soft_wrap=True)
    if not files:
        store.append(_simulated())
    for entry in store.quarantine():
        people.print(f"{entry.place}: {entry.reason}. {entry.hint()}", soft_wrap=True)


def _simulated() -> Iterator[Received]:
    for n, event in enumerate(session_events(SIMULATED_DEALS, SEED), 1):
        yield Received(event_json(event).encode(), event, f"simulated session:{n}")


def _write(comparisons: list[Comparison], out: Path) -> None:
    """Writes ranking.json and the stills of the best deals, with bridge and the guide's."""
    rows = [deal_json(one, headline(one), pick_lines_json(one)) for one in comparisons]
    write_whole(
        out / "ranking.json", json.dumps(rows, ensure_ascii=False, indent=2).encode() + b"\n"
    )
    people.print(f"wrote {out / 'ranking.json'}", soft_wrap=True)
    best_of = {one.deal.key.session: one for one in reversed(comparisons)}
    beside = [best_of[session] for session in (BRIDGE, GUIDE) if session in best_of]
    shown = {one.deal.key: one for one in (*comparisons[:BEST], *beside)}
    for comparison in shown.values():
        _stills(comparison, out)


def _stills(comparison: Comparison, out: Path) -> None:
    from overlay.raster import stage_png  # noqa: PLC0415 - its libraries take long to load
    from producer.stages import two_up  # noqa: PLC0415

    key = comparison.deal.key
    words = {DECISION: moment_line(comparison), END: headline(comparison)}
    for moment, said in words.items():
        deal = f"{plain_name(f'{key.session}-{key.group}')}-{key.number}"
        path = out / f"{deal}-{moment}.png"
        write_whole(path, stage_png(two_up(comparison, comparison.pairing, moment)))
        people.print(f"wrote {path}: {said}", soft_wrap=True)

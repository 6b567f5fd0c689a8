"""``duplicast recordings watch``: folders that recorders write to."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path
from typing import Annotated

import typer

from producer.cli.common import WRONG_USAGE, DbOption, fail, gate, me, people, settings
from producer.cli.recordings.options import GroupOption, SessionOption, group_of
from producer.segments.recordings.recorder_folder import RecorderFolder


def watch(
    places: Annotated[
        list[str], typer.Argument(metavar="TABLE=FOLDER...", help="Where each recorder writes.")
    ],
    session: SessionOption = None,
    group: GroupOption = None,
    every: Annotated[
        float, typer.Option(min=0.05, max=600, help="Seconds between two looks.")
    ] = 2.0,
    patience: Annotated[
        float, typer.Option(min=1, max=3600, help="Seconds without growth before the alarm.")
    ] = 15.0,
    least: Annotated[
        float, typer.Option(min=0, help="Gigabytes that must be free on the recorders' disks.")
    ] = 20.0,
    db: DbOption = None,
) -> None:
    """Add new parts of the tables' recordings as recorders begin them, until Ctrl-C.

    The first part must have been added, so that its time is known. Says when a recording has
    stopped growing, and when a disk is nearly full.
    """
    own = settings(db)
    folders = dict(_place(words) for words in places)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with gate(db) as opened:
        watched = [
            RecorderFolder(
                opened,
                group_of(opened, session, group, table),
                table,
                folder,
                own.db.parent,
                me(),
                _say,
            )
            for table, folder in folders.items()
        ]
        while True:
            for each in watched:
                each.look(time.monotonic(), patience, least)
            if stop.wait(every):
                break
    people.print("stopped", style="bold")


def _place(words: str) -> tuple[str, Path]:
    table, equals, folder = words.partition("=")
    if not (table and equals and folder):
        fail(f"{words}: write it as TABLE=FOLDER, such as 4=/media/t4", WRONG_USAGE)
    if not Path(folder).is_dir():
        fail(f"{folder}: there is no such folder", WRONG_USAGE)
    return table, Path(folder)


def _say(words: str) -> None:
    people.print(words, style="bold", soft_wrap=True)

"""The command ``duplicast`` as a process of its own, forked from one that has loaded it already.

Loading it takes longer than most of what tests ask of it. What this cannot show is how Python
starts: tests of that (`test_stopping.py`, `test_command_output.py`) run the real command.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from subprocess import CompletedProcess, TimeoutExpired
from typing import TextIO

from producer.cli import COMMANDS, main

MODULES = sorted({f"producer.cli.{place.partition(':')[0]}" for place in COMMANDS.values()})

SERVER = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload(
    ["pytest", "producer.cli.root", "producer.cli.service.server", *MODULES]
)


@dataclass(frozen=True)
class Command:
    """A running command, with the methods of ``subprocess.Popen`` that tests need."""

    process: ForkServerProcess
    stdout: TextIO
    stderr: TextIO

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    @property
    def returncode(self) -> int | None:
        """Minus the number of the signal that ended it, as of any process."""
        return self.process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def wait(self, timeout: float) -> int:
        """Raises TimeoutExpired."""
        self.process.join(timeout)
        if self.returncode is None:
            raise TimeoutExpired(self.process.name, timeout)
        return self.returncode

    def communicate(self, timeout: float) -> tuple[str, str]:
        """All that it still prints, once it has ended. Raises TimeoutExpired."""
        with ThreadPoolExecutor() as readers:
            said, complained = (readers.submit(each.read) for each in (self.stdout, self.stderr))
            try:
                self.wait(timeout)
            except TimeoutExpired:
                self.process.kill()
                raise
            return said.result(), complained.result()


def as_it_is() -> None:
    """The process may do what it may."""


@contextlib.contextmanager
def started(
    *words: str | Path,
    folder: Path,
    settings: Mapping[str, str] | None = None,
    first: Callable[[], None] = as_it_is,
) -> Iterator[Command]:
    """The command, running in ``folder``; killed at the end where it still runs.

    ``settings`` are added to its environment; ``first`` is called in it before anything else.
    """
    said, saying = SERVER.Pipe(duplex=False)
    complained, complaining = SERVER.Pipe(duplex=False)
    arguments = ["duplicast", *map(str, words)]
    environment = {**os.environ, **(settings or {})}
    process = SERVER.Process(
        target=_call, args=(arguments, folder, environment, saying, complaining, first)
    )
    process.start()
    saying.close()
    complaining.close()
    with _text(said) as stdout, _text(complained) as stderr:
        try:
            yield Command(process, stdout, stderr)
        finally:
            process.kill()
            process.join()


def ended(
    *words: str | Path, folder: Path, first: Callable[[], None] = as_it_is, timeout: float = 120
) -> CompletedProcess[str]:
    """The command after its end. Raises TimeoutExpired."""
    with started(*words, folder=folder, first=first) as command:
        said, complained = command.communicate(timeout)
        assert command.returncode is not None
        return CompletedProcess(words, command.returncode, said, complained)


def _text(reader: Connection) -> TextIO:
    stream = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
    reader.close()
    return stream


def _call(
    arguments: list[str],
    folder: Path,
    environment: Mapping[str, str],
    saying: Connection,
    complaining: Connection,
    first: Callable[[], None],
) -> None:
    """What the new process does."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, pipe in ((1, saying), (2, complaining)):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as it runs
    sys.stderr = open(2, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
    sys.argv = arguments
    first()
    main()

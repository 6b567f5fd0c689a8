"""The command ``duplicast``, from its entry point on, in the process of the tests."""

from __future__ import annotations

import gc
import io
import signal
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from producer.cli import main


def duplicast(*words: str | Path, folder: Path | None = None) -> CompletedProcess[str]:
    """What the command says when it is called in ``folder``, else in the current one.

    Not for commands that go on to serve, nor where the process is the point: signals, encodings,
    a start that fails.
    """
    said, complained = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    arguments = ["duplicast", *map(str, words)]
    handler, unraisable = signal.getsignal(signal.SIGINT), sys.unraisablehook
    status: str | int | None = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", arguments)
        patch.chdir(folder or Path.cwd())
        try:
            with redirect_stdout(said), redirect_stderr(complained):
                main()
        except SystemExit as ended:
            status = ended.code
        finally:
            signal.signal(signal.SIGINT, handler)
            sys.unraisablehook = unraisable
            gc.enable()
    assert isinstance(status, int | None)
    return CompletedProcess(arguments, status or 0, _text(said), _text(complained))


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    written = stream.buffer
    assert isinstance(written, io.BytesIO)
    return written.getvalue().decode()

"""Ctrl-C while a command starts: status 130 and one line, never a traceback."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SCRIPT = str(Path(sys.executable).with_name("duplicast"))
WAYS = ((SCRIPT,), (sys.executable, "-m", "producer.cli"))
SAID = "stopped; what was finished before stays\n"
HANGS = 60
"""Seconds after which a process that does not end counts as hanging."""

STRUCK = """
import os, sys

class Strikes:
    def find_spec(name, *_):
        if name == sys.argv[1]:
            sys.argv[1] = "--help"
            os.kill(os.getpid(), 2)

sys.meta_path.insert(0, Strikes)
from producer.cli import main
main()
"""
"""``duplicast --help`` with a Ctrl-C where it begins to load the module named."""


@pytest.mark.parametrize("after", [0.005, 0.02, 0.05, 0.1, 0.2])
@pytest.mark.parametrize("way", WAYS, ids=["script", "module"])
def test_ctrl_c_at_any_moment(way: tuple[str, ...], after: float) -> None:
    """130 and one line, unless it was before our own: Python's start ends in Python's own way."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*way, "--help"], stdout=pipe, stderr=pipe, text=True) as process:
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=HANGS)
    if process.returncode == 130:
        assert err == SAID
    else:
        assert process.returncode in (-signal.SIGINT, 1)
        frames = [line for line in err.splitlines() if "<frozen " not in line]
        assert not any("in main" in line for line in frames)  # that of Python's own site is frozen


@pytest.mark.parametrize("module", ["signal", "enum", "typer", "sqlalchemy"])
def test_ctrl_c_while_a_module_is_loaded(module: str) -> None:
    command = [sys.executable, "-c", STRUCK, module]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANGS, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", SAID)


def test_almost_nothing_is_imported_before_ctrl_c_is_handled() -> None:
    code = "import sys; had = set(sys.modules); import producer.cli; print(*set(sys.modules) - had)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = {"producer", "producer.cli", "producer.cli.stopping"}
    assert set(done.stdout.split()) <= {"__future__", *ours}


@pytest.mark.parametrize("way", WAYS, ids=["script", "module"])
def test_module_and_script_are_the_same_command(way: tuple[str, ...]) -> None:
    done = subprocess.run([*way, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("duplicast ")

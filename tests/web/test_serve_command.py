"""``duplicast serve`` as a process: its address, a taken port, and how it stops."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from service import closed_port, fill, guide
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

COMMAND = (sys.executable, "-c", "from producer.cli import main; main()", "serve")
LISTENERS = Path("/proc/net/tcp")
HANGS = 60
"""Seconds after which a process that does not end counts as hanging."""


def environment(obs_port: int) -> dict[str, str]:
    return {**os.environ, "DUPLICAST_OBS__PORT": str(obs_port), "PYTHONUNBUFFERED": "1"}


@contextmanager
def started(folder: Path, *options: str, obs_port: int) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [*COMMAND, *options],
        cwd=folder,
        env=environment(obs_port),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def told_until(process: subprocess.Popen[str], words: str) -> list[str]:
    """The lines of standard error up to the first that has ``words``."""
    assert process.stderr is not None
    lines = []
    for line in process.stderr:
        lines.append(line.rstrip("\n"))
        if words in line:
            return lines
    raise AssertionError(f"ended without {words!r}: {lines}")


@pytest.fixture
def silent_obs() -> Iterator[int]:
    """The port of something that takes connections and never answers."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("obs", ["away", "silent"])
def test_it_stops_on_a_signal_with_pages_connected(
    tmp_path: Path, silent_obs: int, number: signal.Signals, obs: str
) -> None:
    fill(tmp_path / "duplicast.db", guide())
    port = closed_port()
    obs_port = silent_obs if obs == "silent" else closed_port()
    with started(tmp_path, "--port", str(port), obs_port=obs_port) as process:
        assert f"Desk: http://127.0.0.1:{port}/" in told_until(process, "Ctrl-C")
        address = f"http://127.0.0.1:{port}"
        assert "Kings on the turn" in httpx.get(address, trust_env=False).text
        at = f"ws://127.0.0.1:{port}/live/two-up"
        with connect(at, origin=address, proxy=None) as page:
            assert json.loads(page.recv(HANGS))["seq"] == 0
            process.send_signal(number)
            with pytest.raises(ConnectionClosed):
                page.recv(HANGS)
        out, err = process.communicate(timeout=HANGS)
    assert process.returncode == 0
    assert out == ""
    assert "Traceback" not in err


def test_a_taken_port_is_told_with_the_mend(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        ended = subprocess.run(
            [*COMMAND, "--port", str(port)],
            cwd=tmp_path,
            env=environment(closed_port()),
            capture_output=True,
            text=True,
            timeout=HANGS,
            check=False,
        )
    assert ended.returncode == 1
    assert f"port {port} of this machine is taken" in ended.stderr
    assert "--port" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.skipif(not LISTENERS.exists(), reason="the kernel's list of sockets is Linux's")
def test_only_this_machine_is_served(tmp_path: Path) -> None:
    port = closed_port()
    with started(tmp_path, "--port", str(port), obs_port=closed_port()) as process:
        lines = told_until(process, "Ctrl-C")
        assert any("is new" in line for line in lines)
        served = LISTENERS.read_text(encoding="ascii").splitlines()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=HANGS)
    listening = [line.split()[1] for line in served if line.split()[3] == "0A"]
    assert [at.split(":")[0] for at in listening if at.endswith(f":{port:04X}")] == ["0100007F"]

"""``duplicast serve`` as a process: its address, a port in use, and how it stops."""

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import forked
import httpx
import pytest
from command_here import duplicast
from forked import Command
from ports import free_port
from service import fill, guide
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

COMMAND = (sys.executable, "-c", "from producer.cli import main; main()", "serve")
LISTENERS = Path("/proc/net/tcp")
pytestmark = pytest.mark.xdist_group("command")  # what is forked is loaded once
SLOW = """
import sys, time
import producer.cli as cli

def work(*_):
    print("there", flush=True)
    try:
        time.sleep(60)
    finally:
        pass
    return work

if sys.argv[1] == "loading":
    cli.command_line = work
else:
    cli.command_line = lambda *_: work
cli.main()
"""
HANGS = 60
"""Seconds after which a process that has not exited counts as hanging."""


def environment(obs_port: int) -> dict[str, str]:
    return {**os.environ, "DUPLICAST_OBS__PORT": str(obs_port), "PYTHONUNBUFFERED": "1"}


def started(folder: Path, *options: str, obs_port: int) -> AbstractContextManager[Command]:
    own = {"DUPLICAST_OBS__PORT": str(obs_port)}
    return forked.started("serve", *options, folder=folder, settings=own)


def told_until(process: Command, words: str) -> list[str]:
    """The lines of standard error up to the first that has ``words``."""
    lines = []
    for line in process.stderr:
        lines.append(line.rstrip("\n"))
        if words in line:
            return lines
    raise AssertionError(f"ended without {words!r}: {lines}")


@pytest.fixture
def silent_obs() -> Iterator[int]:
    """The port of a server that accepts connections and never answers."""
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
    port = free_port()
    obs_port = silent_obs if obs == "silent" else free_port()
    with started(tmp_path, "--port", str(port), obs_port=obs_port) as process:
        assert f"Desk: http://127.0.0.1:{port}/" in told_until(process, "Ctrl-C")
        address = f"http://127.0.0.1:{port}"
        assert "China wins 51" in httpx.get(address, trust_env=False, timeout=60).text
        at = f"ws://127.0.0.1:{port}/live/program"
        with connect(at, origin=address, proxy=None) as page:
            assert json.loads(page.recv(HANGS))["seq"] == 0
            process.send_signal(number)
            with pytest.raises(ConnectionClosed):
                page.recv(HANGS)
        out, err = process.communicate(timeout=HANGS)
    assert process.returncode == 0
    assert out == ""
    assert "Traceback" not in err


def test_a_port_in_use_is_reported_with_the_fix(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        ended = duplicast("serve", "--port", str(port), folder=tmp_path)
    assert ended.returncode == 1
    assert f"port {port} of this machine is in use" in ended.stderr
    (free,) = re.findall(r"--port (\d+)", ended.stderr)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", int(free)))
    assert "Traceback" not in ended.stderr
    assert list(tmp_path.iterdir()) == [], "no record is made before it is sure to be served"


@pytest.mark.parametrize("quick", [0.0, 0.05])
def test_three_quick_ctrl_c_show_no_traceback(tmp_path: Path, quick: float) -> None:
    """And a fourth, since of quick ones a busy machine may make one; by then a request that is
    half sent has a second left."""
    fill(tmp_path / "duplicast.db", guide())
    port = free_port()
    with started(tmp_path, "--port", str(port), obs_port=free_port()) as process:
        told_until(process, "Ctrl-C")
        at = f"ws://127.0.0.1:{port}/live/program"
        with (
            socket.create_connection(("127.0.0.1", port), HANGS) as half,
            connect(at, origin=f"http://127.0.0.1:{port}", proxy=None) as page,
        ):
            half.sendall(
                b"POST /api/take HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"
            )
            assert json.loads(page.recv(HANGS))["seq"] == 0
            for _ in range(3):
                process.send_signal(signal.SIGINT)
                time.sleep(quick)
            with pytest.raises(ConnectionClosed):
                page.recv(HANGS)
            process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=HANGS)
    assert process.returncode == 130
    assert err.endswith("stopped; what was finished before stays\n")
    assert "Traceback" not in err
    assert "Error" not in err


def test_ctrl_c_during_startup_shows_a_message(tmp_path: Path) -> None:
    """Stopped at any point of the start: no traceback may show."""
    (tmp_path / "slow.py").write_text(SLOW)
    for moment in ("loading", "working"):
        process = subprocess.Popen(
            [sys.executable, "slow.py", moment],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with process:
            assert process.stdout is not None
            assert process.stdout.readline() == "there\n"
            for _ in range(3):
                process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=HANGS)
        assert process.returncode == 130
        assert err == "stopped; what was finished before stays\n"


@pytest.fixture(scope="module")
def pems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate and its key, another key, and one with a password."""
    if not shutil.which("openssl"):
        pytest.skip("needs the program openssl to make a certificate")
    folder = tmp_path_factory.mktemp("pems")

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=desk.example",
            "-keyout", "key.pem", "-out", "cert.pem")  # fmt: skip
    openssl("genrsa", "-out", "other.pem", "2048")
    openssl("rsa", "-aes128", "-passout", "pass:word", "-in", "key.pem", "-out", "locked.pem")
    (folder / "words.pem").write_text("no certificate at all\n")
    return folder


@pytest.mark.parametrize(
    ("cert", "key", "words"),
    [
        ("cert.pem", None, "HTTPS needs both"),
        ("gone.pem", "key.pem", "gone.pem: cannot be read: No such file"),
        ("words.pem", "key.pem", "words.pem: there is no CERTIFICATE in it"),
        ("cert.pem", "words.pem", "words.pem: there is no PRIVATE KEY in it"),
        ("cert.pem", "other.pem", "other.pem is not the key of"),
        ("cert.pem", "locked.pem", "the key has a password"),
    ],
)
def test_tls_files_are_checked_before_an_address_is_printed(
    tmp_path: Path, pems: Path, cert: str, key: str | None, words: str
) -> None:
    options = ["--tls-cert", str(pems / cert), *(["--tls-key", str(pems / key)] if key else [])]
    ended = duplicast("serve", "--port", str(free_port()), *options, folder=tmp_path)
    assert ended.returncode == 2
    assert words in ended.stderr
    assert "https://" not in ended.stderr
    assert "Traceback" not in ended.stderr


def test_on_all_interfaces_it_prints_addresses_that_can_be_opened(
    tmp_path: Path, pems: Path
) -> None:
    port = free_port()
    options = ("--host", "0.0.0.0", "--port", str(port))
    tls = ("--tls-cert", str(pems / "cert.pem"), "--tls-key", str(pems / "key.pem"))
    with started(tmp_path, *options, *tls, obs_port=free_port()) as process:
        lines = told_until(process, "Ctrl-C")
        homes = [word for line in lines if "Desk: " in line for word in line.split()[1:2]]
        assert homes
        assert f"https://127.0.0.1:{port}/" in homes
        for home in homes:
            result = httpx.get(f"{home}healthz", verify=False, trust_env=False, timeout=60)
            assert result.json() == {"status": "ok"}
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=HANGS)
    assert process.returncode == 0
    assert not any("0.0.0.0" in line for line in lines)


@pytest.mark.parametrize("encrypted", [False, True])
def test_a_head_that_is_too_long_is_refused(tmp_path: Path, pems: Path, encrypted: bool) -> None:
    port = free_port()
    tls = ("--tls-cert", str(pems / "cert.pem"), "--tls-key", str(pems / "key.pem"))
    options = ("--port", str(port), *(tls if encrypted else ()))
    context = ssl.create_default_context(cafile=pems / "cert.pem")
    with started(tmp_path, *options, obs_port=free_port()) as process:
        told_until(process, "Ctrl-C")
        wire = socket.create_connection(("127.0.0.1", port), HANGS)
        with context.wrap_socket(wire, server_hostname="desk.example") if encrypted else wire as to:
            to.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: %b\r\n\r\n" % (b"x" * 100_000))
            with to.makefile("rb") as result:
                got = result.read()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=HANGS)
    assert got.startswith(b"HTTP/1.1 431 ")
    assert got.count(b"HTTP/1.1") == 1
    assert "Traceback" not in err


def test_the_demo_checks_its_port_before_it_starts(tmp_path: Path) -> None:
    """The demo serves only where a terminal watches."""
    pty = pytest.importorskip("pty")
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        ours, its = pty.openpty()
        try:
            ended = subprocess.run(
                [*COMMAND[:-1], "demo", "--port", str(port)],
                cwd=tmp_path,
                env=environment(free_port()),
                stdout=its,
                stderr=subprocess.PIPE,
                text=True,
                timeout=HANGS,
                check=False,
            )
        finally:
            os.close(ours)
            os.close(its)
    assert ended.returncode == 1
    assert f"port {port} of this machine is in use" in ended.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not LISTENERS.exists(), reason="the kernel's list of sockets is Linux's")
def test_only_this_machine_is_served(tmp_path: Path) -> None:
    port = free_port()
    with started(tmp_path, "--port", str(port), obs_port=free_port()) as process:
        lines = told_until(process, "Ctrl-C")
        assert any("is new" in line for line in lines)
        served = LISTENERS.read_text(encoding="ascii").splitlines()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=HANGS)
    listening = [line.split()[1] for line in served if line.split()[3] == "0A"]
    assert [at.split(":")[0] for at in listening if at.endswith(f":{port:04X}")] == ["0100007F"]


def test_the_address_for_a_browser_source_is_a_graphics_page(
    tmp_path: Path, silent_obs: int
) -> None:
    with started(tmp_path, "--port", str(free_port()), obs_port=silent_obs) as process:
        lines = told_until(process, "Ctrl-C")
        (at,) = [line.split(": ", 1)[1] for line in lines if line.startswith("Graphics")]
        answer = httpx.get(at, timeout=60)
        assert answer.status_code == 200
        assert "/graphics/" in at
        with connect(at.replace("http", "ws").replace("/graphics/", "/live/")) as socket:
            assert json.loads(socket.recv())["graphics"] == []


def test_a_theme_that_is_not_fit_for_air_is_reported_before_serving(
    tmp_path: Path, silent_obs: int
) -> None:
    (tmp_path / "dim.toml").write_text('base = "dark"\n[colours]\nmuted = "#333333"\n')
    (tmp_path / "duplicast.toml").write_text('[graphics]\ntheme = "dim.toml"\n')
    with started(tmp_path, "--port", str(free_port()), obs_port=silent_obs) as process:
        lines = told_until(process, "Ctrl-C")
    assert sum(line.startswith("dim.toml is not for air; `duplicast theme") for line in lines) == 1
    assert any("[colours] muted: #333333 on plate" in line for line in lines)


def test_a_record_cannot_be_served_twice(tmp_path: Path, silent_obs: int) -> None:
    """The error names the first service's address. A killed service leaves no lock."""
    port = free_port()
    (tmp_path / "other").mkdir()
    (tmp_path / "other/linked.db").symlink_to(tmp_path / "duplicast.db")
    with started(tmp_path, "--port", str(port), obs_port=silent_obs) as first:
        told_until(first, "Ctrl-C")
        mine = f"in use already: process {first.pid} serves it at http://127.0.0.1:{port}"
        for words in (
            ("--port", str(free_port())),
            ("--port", str(port)),
            ("--port", str(free_port()), "--db", str(tmp_path / "other/linked.db")),
        ):
            with started(tmp_path, *words, obs_port=silent_obs) as second:
                _, said = second.communicate(timeout=HANGS)
            assert second.returncode == 1
            assert mine in said
            assert "--db" in said
            assert "Traceback" not in said
        with started(
            tmp_path, "--port", str(free_port()), "--rehearsal", obs_port=silent_obs
        ) as rehearsal:
            told_until(rehearsal, "Ctrl-C")
        alive = httpx.get(f"http://127.0.0.1:{port}/healthz", trust_env=False, timeout=60)
        assert alive.status_code == 200
        first.send_signal(signal.SIGKILL)
        first.wait(HANGS)
    with started(tmp_path, "--port", str(free_port()), obs_port=silent_obs) as third:
        told_until(third, "Ctrl-C")
        third.send_signal(signal.SIGTERM)
        third.communicate(timeout=HANGS)
    assert third.returncode == 0
    assert not (tmp_path / "duplicast.db-serve").exists()


def test_a_demo_leaves_a_record_that_is_served_alone(tmp_path: Path, silent_obs: int) -> None:
    record = tmp_path / "out/demo/duplicast.db"
    record.parent.mkdir(parents=True)
    fill(record, guide())
    port = str(free_port())
    with started(tmp_path, "--port", port, "--db", str(record), obs_port=silent_obs) as first:
        told_until(first, "Ctrl-C")
        ended = subprocess.run(
            [*COMMAND[:-1], "demo", "--once"],
            cwd=tmp_path,
            env=environment(silent_obs),
            capture_output=True,
            text=True,
            timeout=HANGS,
            check=False,
        )
        assert ended.returncode == 1
        assert f"process {first.pid} serves it at http://127.0.0.1:{port}" in ended.stderr
        address = f"http://127.0.0.1:{port}/api/deals"
        assert len(httpx.get(address, trust_env=False, timeout=60).json()) == 1


def test_signing_in_survives_a_restart_of_the_service(tmp_path: Path) -> None:
    """What a browser and a page in OBS were given before it is good after it."""
    fill(tmp_path / "duplicast.db", guide())
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    pages: list[str] = []
    with httpx.Client(base_url=address, trust_env=False, timeout=60) as browser:
        for run in range(2):
            with started(tmp_path, "--port", str(port), obs_port=free_port()) as process:
                lines = told_until(process, "Ctrl-C")
                (sign_in,) = (line for line in lines if "Sign in as producer" in line)
                if run == 0:
                    token = sign_in.partition("#")[2]
                    browser.post("/sign-in", json={"token": token}).raise_for_status()
                assert browser.get("/sealed").status_code == 200
                process.send_signal(signal.SIGTERM)
                assert process.wait(HANGS) == 0
            pages.append(sign_in)
    assert pages[0] == pages[1]
    keys = tmp_path / "duplicast.keys"
    assert keys.stat().st_mode & 0o777 == 0o600
    keys.unlink()
    with started(tmp_path, "--port", str(port), obs_port=free_port()) as process:
        assert pages[0] not in told_until(process, "Ctrl-C"), "a new file ends every sign-in"


def test_a_damaged_file_of_keys_is_named_with_the_fix(tmp_path: Path) -> None:
    fill(tmp_path / "duplicast.db", guide())
    (tmp_path / "duplicast.keys").write_text("not keys")
    ended = duplicast("serve", "--port", str(free_port()), folder=tmp_path)
    assert ended.returncode == 1
    assert "duplicast.keys" in ended.stderr
    assert "Remove it" in ended.stderr
    assert "Traceback" not in ended.stderr

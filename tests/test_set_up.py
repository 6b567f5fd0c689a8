"""Set-up takes only the uv that was pinned, and the lock names only the public index."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def index(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder, and the address at which it is served as a package index."""
    folder = tmp_path / "index"
    (folder / "simple/uv").mkdir(parents=True)
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield folder, f"http://127.0.0.1:{server.server_address[1]}/simple"
        server.shutdown()
        thread.join()


def set_up(tmp_path: Path, index: str) -> subprocess.CompletedProcess[str]:
    """Runs the checkout's script for uv at a place, and with a PATH, that has no uv yet."""
    scripts = tmp_path / "new checkout" / ".ci"
    shutil.copytree(ROOT / ".ci", scripts)
    env = {
        "PATH": str(tmp_path),
        "PIP_INDEX_URL": index,
        "SYSTEMROOT": os.environ.get("SYSTEMROOT", ""),
    }
    return subprocess.run(
        [sys.executable, scripts / "uv.py", "--version"],
        check=False,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_another_file_under_the_pinned_name_is_refused(
    index: tuple[Path, str], tmp_path: Path
) -> None:
    folder, address = index
    pinned = subprocess.run(
        [sys.executable, "-c", "import uv; print(uv.wheel_and_hash()[0])"],
        check=True,
        cwd=ROOT / ".ci",
        capture_output=True,
        text=True,
    ).stdout.strip()
    (folder / pinned).write_bytes(b"not uv")
    (folder / "simple/uv/index.html").write_text(f'<a href="../../{pinned}#sha256=0">{pinned}</a>')
    done = set_up(tmp_path, address)
    assert done.returncode == 1
    assert f"{pinned} is not the file that was pinned" in done.stderr
    assert "fix: use another index" in done.stderr
    assert not (tmp_path / "new checkout/.tools").exists()


def test_an_index_without_the_pinned_uv_is_named(index: tuple[Path, str], tmp_path: Path) -> None:
    folder, address = index
    (folder / "simple/uv/index.html").write_text('<a href="uv-0.0.1-py3-none-any.whl">uv</a>')
    done = set_up(tmp_path, address)
    assert done.returncode == 1
    assert f"{address}/uv/ has no uv-" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_index_that_refuses_is_named(index: tuple[Path, str], tmp_path: Path) -> None:
    _, address = index
    done = set_up(tmp_path, address + "/nowhere")
    assert done.returncode == 1
    assert "/nowhere/uv/ answers 404" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_lock_names_only_the_public_index() -> None:
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    sources = [package["source"] for package in lock["package"]]
    assert {source["registry"] for source in sources if "registry" in source} == {
        "https://pypi.org/simple"
    }
    assert [source for source in sources if "registry" not in source] == [{"editable": "."}]
    urls = [wheel["url"] for package in lock["package"] for wheel in package.get("wheels", [])]
    assert {url.split("/")[2] for url in urls} == {"files.pythonhosted.org"}


def test_the_lock_fits_the_project() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / ".ci/uv.py", "lock", "--check", "--offline"],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr

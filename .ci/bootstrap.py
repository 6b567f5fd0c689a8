"""Creates .venv from uv.lock with only Python: no pip, no compiler.

    python3 .ci/bootstrap.py          what Duplicast needs to run
    python3 .ci/bootstrap.py --dev    also what its tests and checks need

Fast if nothing has changed. Also runs on Python 3.8, to find a Python of at least 3.11.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from uv import OWN_UV, SetUpError, environment, find_uv

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)


def venv_python(venv: Path) -> Path:
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def is_new_enough(python: str | Path) -> bool:
    test = f"import sys; sys.exit(sys.version_info < {OLDEST})"
    try:
        done = subprocess.run([str(python), "-c", test], check=False, capture_output=True)
    except OSError:
        return False
    return done.returncode == 0


def find_python() -> str:
    """An installed Python that is new enough, else the version for uv to download."""
    if sys.version_info >= OLDEST:
        return sys.executable
    for name in ("python3.13", "python3.12", "python3.11", "python3.14"):
        path = shutil.which(name)
        if path and is_new_enough(path):
            return path
    print(f"set-up: python3 is {sys.version.split()[0]}, too old; using 3.11 from uv", flush=True)
    return "3.11"


def is_usable(venv: Path) -> bool:
    """Whether `venv` was made at this path (a moved checkout has stale paths) and still runs."""
    command = venv_python(venv).with_name("duplicast")
    made_here = os.name == "nt" or not command.exists() or os.fsencode(venv) in command.read_bytes()
    return made_here and is_new_enough(venv_python(venv))


def sync(*, dev: bool) -> None:
    venv = ROOT / ".venv"
    if venv.exists() and not is_usable(venv):
        print("set-up: .venv was moved or is broken, making a new one", flush=True)
        shutil.rmtree(venv)
    arguments = [str(find_uv()), "sync", "--frozen", "--quiet"]
    if not dev:
        arguments += ["--no-dev", "--inexact"]
    if not venv.exists():
        print("set-up: making .venv (some 100 MB the first time)", flush=True)
        # compiled now, so that a command starts in one second instead of three
        arguments += ["--compile-bytecode", "--python", find_python()]
    done = subprocess.run(
        arguments, check=False, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL
    )
    if done.returncode != 0:
        raise SetUpError(
            f"uv could not make {venv} (its messages are above)",
            f"fix that and run this again; or {OWN_UV}",
        )


def main() -> int:
    try:
        sync(dev="--dev" in sys.argv[1:])
    except SetUpError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

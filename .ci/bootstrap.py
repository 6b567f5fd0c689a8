"""Makes .venv as uv.lock says, on a machine that has only a Python: no pip, no compiler.

    python3 .ci/bootstrap.py          what Duplicast needs to run
    python3 .ci/bootstrap.py --dev    and what its tests and checks need

Costs next to nothing when nothing changed. Runs on Python 3.8 too, to be able to say that
Duplicast needs 3.11, and then looks for one.
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
    """A Python that is here and new enough, else the version that uv is to fetch."""
    if sys.version_info >= OLDEST:
        return sys.executable
    for name in ("python3.13", "python3.12", "python3.11", "python3.14"):
        path = shutil.which(name)
        if path and is_new_enough(path):
            return path
    print(f"set-up: python3 is {sys.version.split()[0]}, too old; uv looks for 3.11", flush=True)
    return "3.11"


def is_ours_and_whole(venv: Path) -> bool:
    """Whether `venv` was made at this place (a moved checkout has stale paths) and still runs."""
    command = venv_python(venv).with_name("duplicast")
    made_here = os.name == "nt" or not command.exists() or os.fsencode(venv) in command.read_bytes()
    return made_here and is_new_enough(venv_python(venv))


def sync(*, dev: bool) -> None:
    venv = ROOT / ".venv"
    if venv.exists() and not is_ours_and_whole(venv):
        print("set-up: .venv was made elsewhere or is broken, making it anew", flush=True)
        shutil.rmtree(venv)
    arguments = [str(find_uv()), "sync", "--frozen", "--quiet"]
    if not dev:
        arguments += ["--no-dev", "--inexact"]
    if not venv.exists():
        print("set-up: making .venv (some 100 MB the first time)", flush=True)
        # compiled once, so that a command starts in one second in place of three
        arguments += ["--compile-bytecode", "--python", find_python()]
    done = subprocess.run(
        arguments, check=False, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL
    )
    if done.returncode != 0:
        raise SetUpError(
            f"uv could not make {venv} (its own words are above)",
            f"mend what it names and run this again; or {OWN_UV}",
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

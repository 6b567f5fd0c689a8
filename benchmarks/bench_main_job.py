"""How long the main job takes, and how much memory.

Runs the commands as a user does. The real match is measured if it lies beside the checkout.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DUPLICAST = Path(sys.executable).with_name("duplicast")
MATCH = ROOT.parent / "shared/data/poker/lbr"


def measure(name: str, *arguments: str | Path) -> None:
    """Runs `duplicast ARGUMENTS`; prints its seconds and its largest memory."""
    began = time.perf_counter()
    child = subprocess.Popen(
        [DUPLICAST, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert child.stdout is not None
    said = child.stdout.read().decode(errors="replace")
    _, status, used = os.wait4(child.pid, 0)
    took = time.perf_counter() - began
    ended = os.waitstatus_to_exitcode(status)
    child.returncode = ended
    if ended != 0:
        sys.exit(f"{name}: ended with {ended}\n{said}")
    megabytes = used.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
    print(f"{name:<52} {took:8.2f} s {megabytes:8.0f} MB", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        session, db, picture = (Path(folder) / name for name in ("s.ndjson", "s.db", "deal.png"))
        measure("start: --version", "--version")
        measure(
            "simulate 400 deals at 6 tables",
            *("simulate", "--deals", "400", "--seed", "1", "--archive", "-o", session),
        )
        measure("ingest 2,400 simulated hands", "ingest", session, "--db", db)
        measure("the same once more: nothing new", "ingest", session, "--db", db)
        measure("rank 400 deals", "deals", "--json", "--db", db)
        measure("a still of one deal", "still", "7", "--moment", "end", "-o", picture, "--db", db)
        files = sorted(MATCH.glob("*.out"))
        if not files:
            print(f"the real match is not measured: {MATCH} is not there")
            return
        match = Path(folder) / "match.db"
        measure(f"ingest the real match, {len(files)} tables", "ingest", *files, "--db", match)
        measure("rank its deals", "deals", "--json", "--db", match)


if __name__ == "__main__":
    main()

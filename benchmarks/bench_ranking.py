"""Rankings of many deals, each command as a process: start, one deal, cold, and from stored ones.

Sessions of 3,000 deals at two heads-up tables; one session, with ``--full`` 23 (69,000 deals).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from producer.events import event_json
from producer.feeds import Received
from producer.record import open_store
from producer.simulate import session_events
from producer.simulate.session import session_name

SESSIONS, QUICK, DEALS = 23, 1, 3_000


def main() -> None:
    """Prints seconds of the clock and of the processor, and megabytes, helpers apart."""
    sessions = SESSIONS if "--full" in sys.argv else QUICK
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "bench.db"
        with open_store(db) as store:
            for seed in range(1, sessions + 1):
                store.append(
                    Received(event_json(event).encode(), event, "")
                    for event in session_events(DEALS, seed, archive=True, tables=2)
                )
        say(f"{sessions * DEALS:,} deals at two tables, in {sessions} archives")
        name = session_name(DEALS, 1, archive=True, tables=2)
        run("start only", "compare", "--help")
        run("one deal", "compare", f"{name}/A/7", "--json", "--db", str(db))
        run("ranked cold, ten listed", "deals", "--top", "10", "--json", "--db", str(db))
        run("ranked from stored, ten", "deals", "--top", "10", "--json", "--db", str(db))
        run("and every deal written", "deals", "--json", "--db", str(db))


def run(name: str, *words: str) -> None:
    """Raises AssertionError if the command fails."""
    began = time.perf_counter()
    command = (sys.executable, "-m", "producer.cli", *words)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    clock, most = time.perf_counter() - began, used.ru_maxrss / 1024
    if sys.platform == "darwin":
        most /= 1024
    say(
        f"  {name:<26} {clock:8.2f} s (processor {used.ru_utime + used.ru_stime:.2f} s)"
        f"  {most:5.0f} MB"
    )
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, name


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

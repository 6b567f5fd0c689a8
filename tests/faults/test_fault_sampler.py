"""How the sampler decides that a run takes too long."""

import subprocess
import sys
from subprocess import PIPE

from sample import processor_seconds

BUSY = "import time; t = time.process_time()\nwhile time.process_time() < t + 0.5: pass\n"
CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {BUSY!r}])\n"


def used(program: str) -> float:
    """The processor time of a program, read as soon as it has printed a line."""
    words = [sys.executable, "-c", f"{program}print(flush=True); input()"]
    with subprocess.Popen(words, stdin=PIPE, stdout=PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        seconds = processor_seconds(process.pid)
        process.communicate(b"\n")
    return seconds


def test_what_a_process_computes_is_counted_and_what_it_waits_is_not() -> None:
    assert used(BUSY) >= 0.5
    assert used("import time; time.sleep(0.6)\n") < 0.5


def test_what_its_ended_children_computed_is_counted() -> None:
    assert used(CHILD) >= 0.5

"""How the sampler decides that a run takes too long, and which tests it runs first."""

import json
import os
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

from sample import RoomTest, in_turn, processor_seconds

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


MODULE = """
class Pot:
    def share(self):
        return half(2)

def half(chips):
    def exactly():
        return chips / 2
    return exactly()

def nobody_calls_it():
    pass
"""
TESTS = """
import threading
import pytest
from producer import pots

@pytest.mark.parametrize("chips", [2, 4])
def test_half(chips):
    assert pots.half(chips) == chips / 2

def test_share_in_a_thread():
    thread = threading.Thread(target=pots.Pot().share)
    thread.start()
    thread.join()

def test_nothing():
    pass
"""


def test_the_functions_that_each_test_calls_are_written_down(tmp_path: Path) -> None:
    (tmp_path / "producer").mkdir()
    (tmp_path / "producer" / "__init__.py").touch()
    (tmp_path / "producer" / "pots.py").write_text(MODULE)
    (tmp_path / "test_pots.py").write_text(TESTS)
    faults = Path(__file__).parent
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "reached", "--reached=out.json"]
    subprocess.run(
        [*command, "--rootdir=.", "-c", os.devnull, "test_pots.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f".{os.pathsep}{faults}"},
        check=True,
    )
    tests = json.loads((tmp_path / "out.json").read_text())
    half = ["producer/pots.py half", "producer/pots.py half.exactly"]
    assert {test: each["functions"] for test, each in tests.items()} == {
        "test_pots.py::test_half": half,
        "test_pots.py::test_share_in_a_thread": ["producer/pots.py Pot.share", *half],
        "test_pots.py::test_nothing": [],
    }


ROOM = {
    "a.py::one": RoomTest(9, ["pots.py half", "pots.py share"]),
    "a.py::two": RoomTest(0, []),
    "b.py::one": RoomTest(3, ["pots.py half"]),
    "b.py::two": RoomTest(3, ["pots.py half"]),
    "c.py::one": RoomTest(1, ["cards.py half"]),
}


def test_the_tests_that_call_the_function_come_first_and_of_these_the_quick_files() -> None:
    assert in_turn(ROOM, "pots.py", "half") == [
        ["b.py::one", "b.py::two", "a.py::one"],
        ["a.py::two", "c.py::one"],
    ]


def test_of_a_function_that_no_test_calls_those_that_call_its_file_come_first() -> None:
    assert in_turn(ROOM, "pots.py", "") == in_turn(ROOM, "pots.py", "half")


def test_of_a_file_that_no_test_calls_all_tests_run() -> None:
    assert in_turn(ROOM, "bets.py", "raise_to") == [
        ["c.py::one", "b.py::one", "b.py::two", "a.py::one", "a.py::two"]
    ]

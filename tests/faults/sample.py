"""Puts a sample of small faults into the pure rooms, one at a time, and counts which ones the
tests notice: ``python tests/faults/sample.py``.

The faults are put into copies of the checkout. Each is run against the tests of its room, those
that call the changed function first (`reached.py`), until one fails. A run that takes far more
processor time than without a fault, or that waits for ever, counts as noticed too: how busy the
machine is does not matter. Ctrl-C stops it and prints what there is so far.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import queue
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from fault_maker import Fault, faults, with_fault
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

CHECKOUT = Path(__file__).parents[2]
WITHOUT_EFFECT = Path(__file__).with_name("without_effect.txt")
# The tests of each room. None of them needs OBS or a browser.
ROOMS = {
    "games": "games/**/test_*.py",
    "compare": "compare/test_*.py",
    "scoring": "scoring/test_*.py",
    "record": "record/test_*.py",
    "release": "release/test_*.py",
    "wording": "wording/test_*.py",
    "obs": "obs/test_*.py",
}
# Of these rooms only modules that a test of the room imports, and not these: what they do is seen
# with the real OBS alone.
ONLY_IMPORTED = {"obs"}
NEED_OBS = {
    "producer/obs/director/control.py",
    "producer/obs/link/connection.py",
    "producer/obs/link/reconnecting.py",
}
SEED = 1
AT_LEAST = 0.92
MEMORY = 6 << 30
WAITING = 300
"""Seconds without any processor time after which a run waits for what never comes."""

TICKS = os.sysconf("SC_CLK_TCK")

Outcome = Literal["noticed", "too long", "not noticed", "without effect"]


class RoomTest(NamedTuple):
    """A test without a fault: its processor time in seconds, and the functions that it calls."""

    seconds: float
    functions: Sequence[str]


RoomTests = Mapping[str, RoomTest]


class Run(NamedTuple):
    """``status``: None if the tests were stopped."""

    status: int | None
    output: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A fault and where it is put."""

    room: str
    file: str
    fault: Fault

    @property
    def name(self) -> str:
        """What `--fault` takes."""
        return f"{self.file}#{self.fault.number}"

    @property
    def text(self) -> str:
        """The same after lines were moved: as in `without_effect.txt`."""
        return f"{self.file} {self.fault.function}: {self.fault.change}"


def main() -> int:
    options = _options()
    console = Console()
    os.nice(10)
    # Even if the shell that started it in the background ignores Ctrl-C.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.default_int_handler)
    chosen = (
        [_named(options.fault)]
        if options.fault
        else _sample(options.room, options.count, options.seed)
    )
    reviewed = _without_effect()
    results: dict[Placed, Outcome] = {
        each: "without effect" for each in chosen if each.text in reviewed
    }
    stopping, cancelled = threading.Event(), False
    with _copies(options.processes) as copies:
        try:
            waiting = [each for each in chosen if each not in results]
            _run(console, waiting, copies, results, stopping, options.minutes)
        except KeyboardInterrupt:
            cancelled = True
        except TimeoutError:
            tried = f"{len(results)} of {len(chosen)} faults were tried"
            console.print(f"the time is over after {options.minutes} minutes: {tried}")
    if options.fault:
        console.print(f"{options.fault}: {results.get(chosen[0], 'stopped')}")
    else:
        _print(console, results)
    if cancelled:
        return 130
    all_tried = len(results) == len(chosen)
    return 0 if all_tried and _share(list(results.values())) >= AT_LEAST else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--room", choices=ROOMS, action="append", help="only this room")
    parser.add_argument("--count", type=int, default=300, help="how many faults (default 300)")
    parser.add_argument("--seed", type=int, default=SEED, help="another one draws other faults")
    parser.add_argument("--fault", metavar="FILE#NUMBER", help="one fault, as the list names it")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=85, help="at most (default 85)")
    return parser.parse_args()


def _sample(rooms: Sequence[str] | None, count: int, seed: int) -> list[Placed]:
    """As many of each room, in turns; the same for the same source and seed."""
    chosen = rooms or list(ROOMS)
    shuffled = []
    for room in chosen:
        of_room = [
            Placed(room, file, fault) for file in _files(room) for fault in faults(_source(file))
        ]
        random.Random(seed).shuffle(of_room)
        shuffled.append(of_room[: -(-count // len(chosen))])
    turns = max(map(len, shuffled))
    return [each[turn] for turn in range(turns) for each in shuffled if turn < len(each)][:count]


def _named(name: str) -> Placed:
    file, _, number = name.rpartition("#")
    return Placed(file.split("/")[1], file, faults(_source(file))[int(number)])


def _files(room: str) -> list[str]:
    paths = [
        str(path.relative_to(CHECKOUT))
        for path in sorted((CHECKOUT / "producer" / room).rglob("*.py"))
    ]
    if room not in ONLY_IMPORTED:
        return paths
    imported = {name for test in _room_tests(CHECKOUT, room) for name in _imports(test)}
    return [path for path in paths if _module(path) in imported and path not in NEED_OBS]


def _source(file: str) -> str:
    return (CHECKOUT / file).read_text(encoding="utf-8")


def _room_tests(checkout: Path, room: str) -> list[Path]:
    return sorted((checkout / "tests").glob(ROOMS[room]))


def in_turn(tests: RoomTests, file: str, function: str) -> list[list[str]]:
    """The tests that call the function, then the others of the room. Of a function that none calls,
    first those that call any of its file.

    The tests of a file stay together, because they share what they prepare; quick files come first.
    """
    calling = [test for test in tests if f"{file} {function}" in tests[test].functions] or [
        test for test in tests if any(each.startswith(f"{file} ") for each in tests[test].functions)
    ]
    others = [test for test in tests if test not in set(calling)]
    return [_quick_first(tests, each) for each in (calling, others) if each]


def _quick_first(tests: RoomTests, chosen: Sequence[str]) -> list[str]:
    seconds: dict[str, float] = defaultdict(float)
    for test in chosen:
        seconds[test.partition("::")[0]] += tests[test].seconds
    return sorted(chosen, key=lambda test: (seconds[test.partition("::")[0]], test))


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imports(test: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(test.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return found


def _without_effect() -> set[str]:
    lines = WITHOUT_EFFECT.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


@contextmanager
def _copies(count: int) -> Iterator[queue.Queue[Path]]:
    """Copies of the checkout that use its environment."""
    left_out = shutil.ignore_patterns(".git", ".venv", ".tools", "out", "dist", ".*_cache", "*.db")
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        copies: queue.Queue[Path] = queue.Queue()
        for number in range(count):
            copy = Path(folder, str(number), CHECKOUT.name)
            shutil.copytree(CHECKOUT, copy, ignore=left_out)
            (copy / ".venv").symlink_to(CHECKOUT / ".venv")
            copies.put(copy)
        yield copies


def _run(
    console: Console,
    chosen: list[Placed],
    copies: queue.Queue[Path],
    results: dict[Placed, Outcome],
    stopping: threading.Event,
    minutes: float,
) -> None:
    """Fills `results`. Raises SystemExit if the tests of a room fail without any fault, and
    TimeoutError after that many minutes."""
    ends = time.monotonic() + 60 * minutes
    rooms = sorted({each.room for each in chosen})
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with (
        ThreadPoolExecutor(copies.qsize()) as pool,
        Progress(*columns, console=console) as progress,
    ):
        try:
            bar = progress.add_task("without a fault", total=len(rooms))
            tests = {}
            started = {pool.submit(_room, room, copies, stopping): room for room in rooms}
            for done in as_completed(started, ends - time.monotonic()):
                tests[started[done]] = done.result()
                progress.advance(bar)
            bar = progress.add_task("faults", total=len(chosen))
            running: dict[Future[Outcome], Placed] = {
                pool.submit(_outcome, each, tests[each.room], copies, stopping): each
                for each in chosen
            }
            for ended in as_completed(running, ends - time.monotonic()):
                placed, outcome = running[ended], ended.result()
                results[placed] = outcome
                progress.advance(bar)
                if outcome == "not noticed":
                    _print_plainly(progress.console, _not_noticed(placed))
        except BaseException:
            stopping.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _room(room: str, copies: queue.Queue[Path], stopping: threading.Event) -> RoomTests:
    """The tests of a room, run without a fault."""
    copy = copies.get()
    files = [str(test.relative_to(copy)) for test in _room_tests(copy, room)]
    report = copy.parent / "reached.json"
    try:
        run = _pytest(copy, ["-p", "reached", f"--reached={report}", *files], 3600, stopping)
        if stopping.is_set():
            return {}
        if run.status != 0:
            raise SystemExit(f"the tests of {room} fail without a fault:\n{run.output}")
        tests = json.loads(report.read_text(encoding="utf-8"))
    finally:
        copies.put(copy)
    return {test: RoomTest(**each) for test, each in tests.items()}


def _outcome(
    placed: Placed, tests: RoomTests, copies: queue.Queue[Path], stopping: threading.Event
) -> Outcome:
    copy = copies.get()
    changed = copy / placed.file
    source, times = changed.read_text(encoding="utf-8"), changed.stat()
    try:
        changed.write_text(with_fault(source, placed.fault.number), encoding="utf-8")
        # Python takes compiled code for that of the source if the source's time and size agree.
        os.utime(changed, (placed.fault.number, placed.fault.number))
        for chosen in in_turn(tests, placed.file, placed.fault.function):
            limit = 30 + 2 * sum(tests[test].seconds for test in chosen)
            run = _pytest(copy, chosen, limit, stopping)
            if run.status != 0:
                return "too long" if run.status is None else "noticed"
    finally:
        changed.write_text(source, encoding="utf-8")
        os.utime(changed, ns=(times.st_atime_ns, times.st_mtime_ns))
        copies.put(copy)
    return "not noticed"


def _pytest(copy: Path, tests: list[str], limit: float, stopping: threading.Event) -> Run:
    """Stops the tests once they have taken ``limit`` seconds of processor time or wait for ever."""
    environment = {key: value for key, value in os.environ.items() if key != "DUPLICAST_PROVE"}
    options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *options, f"--basetemp={copy.parent / 'tmp'}", *tests],
            cwd=copy,
            env={**environment, "PYTHONPATH": f"{copy}{os.pathsep}{copy / 'tests/faults'}"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        # A fault may make a loop endless.
        resource.prlimit(process.pid, resource.RLIMIT_AS, (MEMORY, MEMORY))
        used, since = 0.0, time.monotonic()
        try:
            while process.poll() is None and used < limit and not stopping.is_set():
                now = processor_seconds(process.pid)
                if now > used:
                    used, since = now, time.monotonic()
                elif time.monotonic() - since > WAITING:
                    break
                with suppress(subprocess.TimeoutExpired):
                    process.wait(0.5)
            status = process.poll()
        finally:
            _end(process)
        output.seek(0)
        return Run(status, output.read().decode(errors="replace"))


def processor_seconds(session: int) -> float:
    """The processor time that the processes of a session, and the ended ones that they waited for,
    have taken."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # the process has ended
            # The name before the last bracket may hold spaces.
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def _end(process: subprocess.Popen[bytes]) -> None:
    """The tests and everything that they have started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _share(outcomes: Sequence[Outcome]) -> float:
    """Noticed of those that change what the program does; 1 of none."""
    counting = [each for each in outcomes if each != "without effect"]
    return 1 - counting.count("not noticed") / len(counting) if counting else 1.0


def _not_noticed(placed: Placed) -> str:
    return f"not noticed: {placed.name}, line {placed.fault.line}\n    {placed.text}"


def _print(console: Console, results: dict[Placed, Outcome]) -> None:
    table = Table("room", "faults", "without effect", "noticed", "too long", "not noticed", "share")
    for room in [*ROOMS, "all"]:
        of_room = [results[each] for each in results if room in (each.room, "all")]
        if of_room:
            counts = [of_room.count(each) for each in ("without effect", "noticed", "too long")]
            last = of_room.count("not noticed")
            table.add_row(room, *map(str, [len(of_room), *counts, last]), f"{_share(of_room):.0%}")
    console.print(table)
    for placed in sorted(results, key=lambda each: (each.file, each.fault.number)):
        if results[placed] == "not noticed":
            _print_plainly(console, _not_noticed(placed))


def _print_plainly(console: Console, text: str) -> None:
    """Every line as it is, to be copied into `without_effect.txt`."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())

"""Long work as real processes: one at a time, followed, cancelled, queued again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from patience import eventually

from producer.jobs import MOST_QUEUED, SCRATCH, CannotStart, Job, Jobs, NoSuchJob

ENDLESS = "import time\nwhile True: time.sleep(0.01)"
"""A process that ends on Ctrl-C, or when it is killed."""

STUBBORN = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n" + ENDLESS


def python(code: str, *words: str) -> list[str]:
    return [sys.executable, "-c", code, *words]


@contextmanager
def working(folder: Path, memory: int = 1_500) -> Iterator[Jobs]:
    jobs = Jobs(folder / "jobs", memory)
    jobs.start()
    try:
        yield jobs
    finally:
        jobs.stop()


def now(jobs: Jobs, job: Job) -> Job:
    return next(each for each in jobs.all() if each.id == job.id)


def until(jobs: Jobs, job: Job, *states: str) -> Job:
    eventually(lambda: now(jobs, job).state in states, f"a job that is {' or '.join(states)}")
    return now(jobs, job)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_job_runs_reports_and_ends(tmp_path: Path) -> None:
    code = "print('{\"done\": 3, \"of\": 4}'); print('half way'); open('made', 'w').write('x')"
    with working(tmp_path) as jobs:
        job = jobs.add([*python(f"import os; os.chdir({str(tmp_path)!r}); {code}")], {"n": 1})
        assert (job.state, job.about) == ("queued", {"n": 1})
        ended = until(jobs, job, "done", "failed")
    assert (ended.state, ended.done, ended.of, ended.reason) == ("done", 3, 4, "")
    assert 0 < ended.queued <= ended.begun <= ended.ended <= time.time()
    assert (tmp_path / "made").read_text() == "x"


def test_a_job_that_fails_says_why_in_its_last_words(tmp_path: Path) -> None:
    with working(tmp_path) as jobs:
        said = jobs.add(python("import sys; sys.exit('one\\nno room on the \\x1b[2Jdisk')"), {})
        silent = jobs.add(python("import os; os._exit(7)"), {})
        missing = jobs.add(["/no/such/program"], {})
        failed = [until(jobs, each, "failed", "done") for each in (said, silent, missing)]
    assert [each.state for each in failed] == ["failed"] * 3
    assert failed[0].reason == "no room on the \\x1b[2Jdisk"
    assert failed[1].reason == "ended with status 7"
    assert failed[2].reason == "/no/such/program: No such file or directory"


def test_one_runs_at_a_time_in_the_order_they_came(tmp_path: Path) -> None:
    code = (
        "import sys, time, pathlib\n"
        "file = pathlib.Path(sys.argv[1])\n"
        "for what in ('begins', 'ends'):\n"
        "    with file.open('a') as out: out.write(f'{sys.argv[2]} {what} ')\n"
        "    time.sleep(0.05)\n"
    )
    with working(tmp_path) as jobs:
        added = [jobs.add(python(code, str(tmp_path / "order"), n), {}) for n in "abc"]
        for each in added:
            until(jobs, each, "done")
    assert (tmp_path / "order").read_text() == ("a begins a ends b begins b ends c begins c ends ")


@pytest.mark.parametrize("code", [ENDLESS, STUBBORN], ids=["stops when asked", "does not"])
def test_a_cancelled_job_ends_with_its_process_and_leaves_nothing(
    tmp_path: Path, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("producer.jobs.GRACE", 0.5)
    writes = (
        "import os, pathlib, sys\n"
        "pathlib.Path(sys.argv[1], 'half.mp4').write_text('half')\n"
        "pathlib.Path(sys.argv[2]).write_text(str(os.getpid()))\n"
    )
    ready = tmp_path / "pid"
    with working(tmp_path) as jobs:
        running = jobs.add(python(writes + code, SCRATCH, str(ready)), {})
        waiting = jobs.add(python(ENDLESS), {})
        eventually(lambda: ready.is_file() and ready.read_text() != "", "a process that writes")
        (half,) = (tmp_path / "jobs").rglob("half.mp4")
        assert jobs.cancel(waiting.id).state == "cancelled"
        assert jobs.cancel(running.id).state == "cancelled"
        assert not half.exists()
        assert not alive(int(ready.read_text()))
        assert jobs.cancel(running.id) == now(jobs, running)
        with pytest.raises(NoSuchJob):
            jobs.cancel("00000000")
    assert {path.suffix for path in (tmp_path / "jobs").iterdir()} == {".json"}


def test_too_much_memory_ends_a_job_and_the_next_one_runs(tmp_path: Path) -> None:
    with working(tmp_path, memory=120) as jobs:
        hungry = jobs.add(python(f"much = bytearray(b'x') * 300_000_000\n{ENDLESS}"), {})
        modest = jobs.add(python("print('small')"), {})
        assert until(jobs, hungry, "failed").reason == "it took more than 120 MB of memory"
        assert until(jobs, modest, "done", "failed").state == "done"


def test_a_job_that_a_restart_interrupts_is_queued_again(tmp_path: Path) -> None:
    """It runs to its end the second time, and the cancelled one does not come back."""
    code = (
        "import sys, time, pathlib\n"
        "while not pathlib.Path(sys.argv[1]).exists(): time.sleep(0.01)\n"
    )
    with working(tmp_path) as jobs:
        job = jobs.add(python(code, str(tmp_path / "go")), {"deal": "a"})
        cancelled = jobs.add(python(ENDLESS), {})
        jobs.cancel(cancelled.id)
        until(jobs, job, "running")
    (tmp_path / "go").write_text("")
    with working(tmp_path) as jobs:
        again = until(jobs, job, "done", "failed")
        assert (again.state, again.starts, again.about) == ("done", 2, {"deal": "a"})
        assert now(jobs, cancelled).state == "cancelled"


def test_a_job_that_was_running_when_the_machine_stopped_is_queued_again(tmp_path: Path) -> None:
    """A service that is killed leaves the state on disk; a job that ends every service gives up."""
    code = (
        "import sys, time; from pathlib import Path; from producer.jobs import Jobs\n"
        "jobs = Jobs(Path(sys.argv[1])); jobs.start()\n"
        "sys.argv[2:] and jobs.add([sys.executable, '-c', sys.argv[2]], {})\n"
        "while not any(job.state == 'running' for job in jobs.all()): time.sleep(0.01)\n"
        "print('runs', flush=True); time.sleep(60)\n"
    )
    folder = tmp_path / "jobs"
    reports = (
        'import time\nwhile True: print(\'{"done": 1, "of": 9}\', flush=True); time.sleep(0.01)'
    )
    for words in ([reports], [], []):
        with subprocess.Popen(
            python(code, str(folder), *words), stdout=subprocess.PIPE, text=True
        ) as service:
            assert service.stdout is not None
            assert service.stdout.readline() == "runs\n"
            service.kill()
    (file,) = folder.glob("*.json")
    assert (json.loads(file.read_text())["state"], json.loads(file.read_text())["starts"]) == (
        "running",
        3,
    )
    with working(tmp_path) as jobs:
        (job,) = jobs.all()
        assert job.state == "failed"
        assert job.reason == "it was begun 3 times, and the service ended each time"


def test_a_damaged_file_and_too_many_jobs(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "jobs"
    folder.mkdir()
    (folder / "00000001.json").write_text("{")
    with working(tmp_path) as jobs:
        assert jobs.all() == ()
        assert "00000001.json" in caplog.text
        first = jobs.add(python(ENDLESS), {})
        until(jobs, first, "running")
        for _ in range(MOST_QUEUED):
            jobs.add(python(ENDLESS), {})
        with pytest.raises(CannotStart, match=f"{MOST_QUEUED} jobs are waiting already"):
            jobs.add(python(ENDLESS), {})

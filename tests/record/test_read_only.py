"""A record that this user may read and not write: what reads does, what writes says why not."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from record_events import contents, heard, opened, recorded

from producer.record import ReadOnlyError, StoreError, open_store

if sys.platform != "linux":
    pytest.skip("permissions and capabilities are Linux's", allow_module_level=True)

DROP, OVERRIDE, SEARCH = 24, 1, 2
"""prctl's PR_CAPBSET_DROP, CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: what lets root write all."""

RUN = (sys.executable, "-c", "from producer.cli import main; main()")
RESULT = "the record can only be read"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a record, both protected against writing."""
    there = tmp_path / "there"
    there.mkdir()
    with open_store(there / "duplicast.db") as store:
        store.append(heard(opened("1", "2"), recorded("1"), recorded("2")))
    (there / "duplicast.db").chmod(0o444)
    there.chmod(0o555)
    yield there
    there.chmod(0o755)


def run(
    folder: Path, *words: str, status: int = 0, code: tuple[str, ...] = RUN
) -> subprocess.CompletedProcess[str]:
    """The command as an ordinary user has it: root's leave to write everything is given up."""

    def ordinary() -> None:
        if os.geteuid() == 0:
            system = ctypes.CDLL(None)
            for capability in (OVERRIDE, SEARCH):
                system.prctl(DROP, capability)

    probe = 'open("probe", "w")'
    tried = subprocess.run(
        [sys.executable, "-c", probe],
        cwd=folder,
        preexec_fn=ordinary,
        capture_output=True,
        check=False,
    )
    if tried.returncode == 0 and folder.stat().st_mode & 0o777 == 0o555:
        (folder / "probe").unlink()
        pytest.skip("this user may write everywhere")
    done = subprocess.run(
        [*code, *words],
        cwd=folder,
        preexec_fn=ordinary,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize(
    "words",
    [
        ("deals", "--all"),
        ("compare", "1", "--json"),
        ("standings",),
        ("log", "--json"),
        ("audit",),
        ("quarantine", "list"),
    ],
    ids=lambda words: words[0],
)
def test_what_reads_answers_as_ever(folder: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    own = tmp_path / "own"
    own.mkdir()
    shutil.copy(folder / "duplicast.db", own)
    (own / "duplicast.db").chmod(0o644)
    assert run(folder, *words).stdout == run(own, *words).stdout
    assert [each.name for each in folder.iterdir()] == ["duplicast.db"]


@pytest.mark.parametrize(
    "words",
    [
        ("token", "add", "feed"),
        ("release", "1", "--reason", "x"),
        ("serve",),
    ],
    ids=lambda words: words[0],
)
def test_what_writes_says_that_it_cannot(folder: Path, words: tuple[str, ...]) -> None:
    before = (folder / "duplicast.db").read_bytes()
    told = run(folder, *words, status=1).stderr
    assert RESULT in told
    assert (folder / "duplicast.db").read_bytes() == before


def test_a_file_taken_in_is_refused_in_words(folder: Path) -> None:
    demo = Path(__file__).parents[2] / "assets" / "demo" / "guide.ndjson"
    told = run(folder, "ingest", str(demo), status=1).stderr
    assert RESULT in told
    assert "Nothing was written" in told


def test_an_export_is_written_with_a_warning_about_the_missing_audit(
    folder: Path, tmp_path: Path
) -> None:
    csv = tmp_path / "results.csv"
    told = run(folder, "results", "--csv", str(csv)).stderr
    assert "the audit does not say" in told
    assert csv.read_text().count("\n") > 1


def test_a_copy_of_a_protected_record_is_whole(folder: Path, tmp_path: Path) -> None:
    run(folder, "backup", str(tmp_path / "copy.db"))
    with open_store(tmp_path / "copy.db") as copy, open_store(folder / "duplicast.db") as store:
        assert contents(copy) == contents(store)
    run(folder, "backup", "copy.db", status=1)


def test_a_record_that_is_being_written_is_read_by_others_too(folder: Path) -> None:
    """Where the writer's two files lie beside it, what they hold is read as well."""
    folder.chmod(0o755)
    with open_store(folder / "duplicast.db") as store:
        store.append(heard(recorded("1", 2), recorded("2", 2)))
        folder.chmod(0o555)
        assert "S/A/2" in run(folder, "deals", "--all").stdout


def test_a_store_says_whether_it_can_be_written(tmp_path: Path) -> None:
    with open_store(tmp_path / "own.db") as store:
        store.check_writable()
    assert issubclass(ReadOnlyError, StoreError)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"There is no folder .*nowhere; make it"):
        open_store(tmp_path / "nowhere" / "duplicast.db")
    with pytest.raises(StoreError, match="This is a folder"):
        open_store(tmp_path)

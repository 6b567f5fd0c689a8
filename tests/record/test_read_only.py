"""A record that this user may read and not write: what reads does, what writes says why not."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import forked
import pytest
from command_here import duplicast
from record_events import contents, opened, received, recorded

from producer.record import ReadOnlyError, StoreError, open_store

if sys.platform != "linux":
    pytest.skip("permissions and capabilities are Linux's", allow_module_level=True)

CAPABILITIES_V3, OVERRIDE, SEARCH = 0x20080522, 1, 2
"""The kernel's _LINUX_CAPABILITY_VERSION_3, CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: the last two
let root write all."""

PROTECTED, MAY_WRITE = 0o555, 77
"""The rights of a folder that nobody may write, and the exit status of a command that may."""

RESULT = "the record can only be read"
pytestmark = pytest.mark.xdist_group("command")  # what is forked is loaded once


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a record, both protected against writing."""
    there = tmp_path / "there"
    there.mkdir()
    with open_store(there / "duplicast.db") as store:
        store.append(received(opened("1", "2"), recorded("1"), recorded("2")))
    (there / "duplicast.db").chmod(0o444)
    there.chmod(PROTECTED)
    yield there
    there.chmod(0o755)


def give_up_root() -> None:
    """Gives up root's leave to read and write everything, in this process."""
    if os.geteuid() == 0:
        system = ctypes.CDLL(None, use_errno=True)
        header = (ctypes.c_uint32 * 2)(CAPABILITIES_V3, 0)
        sets = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable; then the higher bits
        for call in (system.capget, system.capset):
            if call(header, sets) != 0:
                raise OSError(ctypes.get_errno(), "capabilities")
            for each in range(2):
                sets[each] &= ~(1 << OVERRIDE | 1 << SEARCH)
    if Path.cwd().stat().st_mode & 0o777 == PROTECTED and os.access(".", os.W_OK):
        os._exit(MAY_WRITE)


def run(folder: Path, *words: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    """The command as an ordinary user has it."""
    done = forked.ended(*words, folder=folder, first=give_up_root)
    if done.returncode == MAY_WRITE:
        pytest.skip("this user may write everywhere")
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
    elsewhere = duplicast(*words, folder=own)
    assert elsewhere.returncode == 0
    assert run(folder, *words).stdout == elsewhere.stdout
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
    result = run(folder, *words, status=1).stderr
    assert RESULT in result
    assert (folder / "duplicast.db").read_bytes() == before


def test_a_file_taken_in_is_refused_in_words(folder: Path) -> None:
    demo = Path(__file__).parents[2] / "assets" / "demo" / "guide.ndjson"
    result = run(folder, "ingest", str(demo), status=1).stderr
    assert RESULT in result
    assert "Nothing was written" in result


def test_an_export_is_written_with_a_warning_about_the_missing_audit(
    folder: Path, tmp_path: Path
) -> None:
    csv = tmp_path / "results.csv"
    result = run(folder, "results", "--csv", str(csv)).stderr
    assert "the audit does not say" in result
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
        store.append(received(recorded("1", 2), recorded("2", 2)))
        folder.chmod(PROTECTED)
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

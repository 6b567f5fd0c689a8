"""The command as a whole: its help, its version, and what it says where something is wrong."""

import re
import subprocess
import sys
from pathlib import Path

from producer.cli import COMMANDS

FAULTY = """
import sys, producer.cli as cli
cli.COMMANDS = {"still": "nothing:at_all"}
sys.argv = ["duplicast", "still"]
cli.main()
"""


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], check=False, capture_output=True, text=True, cwd=folder
    )


def duplicast(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return run("-c", "from producer.cli import main; main()", *arguments, folder=folder)


def test_help_lists_every_command(tmp_path: Path) -> None:
    told = duplicast("--help", folder=tmp_path)
    assert told.returncode == 0
    assert all(re.search(rf"│ {name} ", told.stdout) for name in COMMANDS)


def test_a_fault_of_ours_is_told_without_a_traceback_and_kept_in_full(tmp_path: Path) -> None:
    told = run("-c", FAULTY, folder=tmp_path)
    assert told.returncode == 1
    assert "Traceback" not in told.stderr + told.stdout
    (kept,) = re.findall(r"\S+duplicast-fault-\S+\.txt", told.stderr)
    assert "ModuleNotFoundError" in Path(kept).read_text()
    Path(kept).unlink()


def test_no_database_is_told_with_the_mend(tmp_path: Path) -> None:
    told = duplicast("deals", folder=tmp_path)
    assert told.returncode == 1
    assert "duplicast ingest FILE" in told.stderr
    assert told.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_settings_that_cannot_be_used_are_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "duplicast.toml").write_text("port = 'abc'\n")
    told = duplicast("deals", folder=tmp_path)
    assert told.returncode == 2
    assert "setting port" in told.stderr

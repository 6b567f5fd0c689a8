"""Templates and themes are found, or reported missing."""

from pathlib import Path

import pytest

from overlay import resources
from overlay.resources import resource


def test_the_checkouts_folders_are_found() -> None:
    assert (resource("graphics") / "decision.svg.j2").is_file()
    assert (resource("themes") / "dark.toml").is_file()


def test_packaged_files_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "_data" / "graphics").mkdir(parents=True)
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path)
    assert resource("graphics") == tmp_path / "_data" / "graphics"
    with pytest.raises(FileNotFoundError, match="install the package again"):
        resource("themes")

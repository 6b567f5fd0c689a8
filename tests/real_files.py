"""Real files of other programs, not part of the project: `shared/data` beside or above it."""

from pathlib import Path

import pytest


def real_files(folder: str, pattern: str) -> list[Path]:
    """The files of `folder` that match; the test skips where there are none."""
    above = Path(__file__).resolve().parents
    found = next((each for each in above if (each / "shared/data" / folder).is_dir()), None)
    files = sorted((found / "shared/data" / folder).glob(pattern)) if found else []
    if not files:
        pytest.skip(f"needs the real files shared/data/{folder}/{pattern}, which are not here")
    return files

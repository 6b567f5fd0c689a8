"""Programs that some tests drive for real: OBS, a screen for it, a browser.

`make test` installs them where it may. Elsewhere the tests that need one skip with the reason;
under CI=true, where nobody reads the list of skips, the lack of one is a failure.
"""

import ctypes
import os
import shutil
import sys
from typing import Literal

import pytest

Name = Literal["obs", "xvfb", "chromium"]

COMMANDS: dict[Name, tuple[str, ...]] = {
    "obs": ("obs",),
    "xvfb": ("Xvfb",),
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
}
PACKAGES: dict[Name, str] = {
    "obs": "obs-studio libgl1-mesa-dri fonts-dejavu-core",
    "xvfb": "xvfb",
    "chromium": "chromium libatomic1",
}
# Playwright brings its driver along, but not the one library that a small system lacks.
LIBRARIES: dict[Name, tuple[str, ...]] = {
    "chromium": ("libatomic.so.1",) if sys.platform == "linux" else ()
}


def require_program(name: Name) -> str:
    """The path of the program `name`, for a test, a fixture or a module that cannot do without.

    Where it is missing the test (or module) skips, and under CI=true fails.
    """
    path = next(filter(None, map(shutil.which, COMMANDS[name])), None)
    if path is not None and all(map(is_there, LIBRARIES.get(name, ()))):
        return path
    reason = (
        f"needs program: {name} (make test installs it; or: "
        f"apt-get install --no-install-recommends {PACKAGES[name]})"
    )
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason, allow_module_level=True)


def is_there(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True

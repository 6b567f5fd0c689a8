"""Programs that some tests drive for real: OBS, a screen for it, a browser.

`make test` installs them where it may. Elsewhere the tests that need one skip with the reason;
under CI=true, where nobody reads the list of skips, the lack of one is a failure.
"""

import os
import shutil
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
    "chromium": "chromium",
}


def require_program(name: Name) -> str:
    """The path of the program `name`, for a test, a fixture or a module that cannot do without.

    Where it is missing the test (or module) skips, and under CI=true fails.
    """
    for command in COMMANDS[name]:
        path = shutil.which(command)
        if path is not None:
            return path
    reason = (
        f"needs program: {name} (make test installs it; or: "
        f"apt-get install --no-install-recommends {PACKAGES[name]})"
    )
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason, allow_module_level=True)

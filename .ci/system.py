"""Installs the programs that `make test` drives for real: OBS, a screen for it, a browser.

Only what is missing, and only where that is allowed without asking. Otherwise it prints the one
command to run and ends well: the tests that need those programs skip with that reason.
"""

from __future__ import annotations

import shutil
import sys

import debian

# package: the commands that make it needless, wherever they come from
WANTED: dict[str, tuple[str, ...]] = {
    "obs-studio": ("obs",),
    "xvfb": ("Xvfb",),
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "libgl1-mesa-dri": (),
    "fonts-dejavu-core": (),
    "curl": ("curl",),  # docs/feed.md sends events with it
    "libatomic1": (),  # for playwright's driver, which speaks to the browser
}


def lacking() -> list[str]:
    """The packages to install."""
    wanted = [name for name, commands in WANTED.items() if not any(map(shutil.which, commands))]
    return debian.missing(wanted)


def install(packages: list[str]) -> None:
    print(f"tests: installing {' '.join(packages)} (some minutes)", flush=True)
    debian.renew_lists()
    if debian.install(packages) is None:
        return
    # One package that this system does not have must not cost the others.
    for package in packages:
        trouble = debian.install([package])
        if trouble is not None:
            print(f"tests: {trouble}", flush=True)


def main() -> int:
    if not sys.platform.startswith("linux"):
        print(
            f"tests: nothing is installed on {sys.platform}; tests that need OBS, Xvfb or a "
            "browser run where they are on the PATH and skip elsewhere."
        )
        return 0
    packages = lacking()
    if packages and debian.rights() is not None:
        install(packages)
        packages = lacking()
    if packages:
        print(
            f"tests: missing are {' '.join(packages)}; the tests that need them do not run.\n"
            f"  mend: {debian.command(packages)}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

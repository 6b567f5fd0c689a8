"""Installs the programs that `make test` drives: OBS, a virtual screen, a browser.

Installs only what is missing, and only if that needs no password. Else prints the command to run
and succeeds: the tests that need those programs are skipped with that reason.
"""

from __future__ import annotations

import shutil
import sys

import debian

# package: commands that can take its place
WANTED: dict[str, tuple[str, ...]] = {
    "obs-studio": ("obs",),
    "xvfb": ("Xvfb",),
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "libgl1-mesa-dri": (),
    "fonts-dejavu-core": (),
    "curl": ("curl",),  # docs/feed.md sends events with it
    "ffmpeg": ("ffprobe",),  # reads what segments write
    "libatomic1": (),  # for playwright's driver
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
    # Install the others even if one package does not exist on this system.
    for package in packages:
        trouble = debian.install([package])
        if trouble is not None:
            print(f"tests: {trouble}", flush=True)


def main() -> int:
    if not sys.platform.startswith("linux"):
        print(
            f"tests: nothing is installed on {sys.platform}; tests that need OBS, Xvfb or a "
            "browser run if it is on the PATH, and are skipped otherwise."
        )
        return 0
    packages = lacking()
    if packages and debian.rights() is not None:
        install(packages)
        packages = lacking()
    if packages:
        print(
            f"tests: missing are {' '.join(packages)}; the tests that need them do not run.\n"
            f"  fix: {debian.command(packages)}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

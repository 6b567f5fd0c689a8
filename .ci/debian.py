"""Installs Debian and Ubuntu packages without questions, if allowed."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Sequence

WAIT_FOR_OTHERS = ["-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=3"]
PATIENCE = 20 * 60  # seconds for lists and downloads; unpacking is never cut short


def command(packages: Sequence[str]) -> str:
    """The command a person can type to install `packages`."""
    install = f"apt-get update && apt-get install --no-install-recommends {' '.join(packages)}"
    if is_root():
        return install
    return f"sudo sh -c '{install}'" if shutil.which("sudo") else f"su -c '{install}'"


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def rights() -> list[str] | None:
    """The prefix that runs a command as root: [], or sudo without a password; None if neither."""
    if shutil.which("apt-get") is None:
        return None
    if is_root():
        return []
    if shutil.which("sudo") and run(["sudo", "-n", "true"], 20) is None:
        return ["sudo", "-n"]
    return None


def missing(packages: Sequence[str]) -> list[str]:
    """The `packages` that are not installed; all of them without dpkg."""
    if shutil.which("dpkg-query") is None:
        return list(packages)
    listed = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n", *packages],
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    lines = listed.stdout.splitlines()
    installed = {line.split()[0] for line in lines if line.endswith(" installed")}
    return [package for package in packages if package not in installed]


def renew_lists() -> None:
    """Updates the package lists; if that fails, the old ones may still do."""
    # apt-get does not wait for the lock of the lists, and a mirror may be mid-update: three tries.
    for pause in (10, 30, 0):
        if run([*apt(), "update", "-q"], PATIENCE) is None:
            return
        time.sleep(pause)


def install(packages: Sequence[str]) -> str | None:
    """Installs `packages`. Returns what went wrong in words, or None."""
    wanted = [*apt(), "install", "-y", "--no-install-recommends", "-q", *packages]
    return run([*wanted, "--download-only"], PATIENCE) or run([*wanted, "--no-download"], None)


def apt() -> list[str]:
    """The start of an apt-get command without questions; needs rights()."""
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "NEEDRESTART_SUSPEND=1", "apt-get"]
    return [*(rights() or ()), *quiet, *WAIT_FOR_OTHERS]


def run(arguments: Sequence[str], patience: float | None) -> str | None:
    """Runs a command without a terminal. Returns the end of its output if it failed, else None."""
    try:
        done = subprocess.run(
            arguments,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=patience,
            text=True,
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        return f"'{' '.join(arguments)}' was not done after {patience} s"
    except OSError as error:
        return f"'{' '.join(arguments)}': {error.strerror}"
    if done.returncode == 0:
        return None
    return f"'{' '.join(arguments)}' failed:\n" + "\n".join(done.stdout.splitlines()[-8:])

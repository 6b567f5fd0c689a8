"""Ctrl-C: the first one stops a command with clean-up, a second one at once; no tracebacks. A
request to end (SIGTERM) does the same.

Imports only what Python has loaded anyway, so that it works from the start of the process. The
module ``signal`` takes as long to import as Python takes to start, so it is imported where used.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing takes longer to load than all of this
if TYPE_CHECKING:
    from collections.abc import Callable

INTERRUPTED, TERMINATED = 130, 143
STOPPED = "stopped; what was finished before stays"


def exit_at_once(*_: object) -> None:
    """The handler while there is nothing to clean up, and for a second Ctrl-C."""
    os.write(2, f"{STOPPED}\n".encode())
    os._exit(INTERRUPTED)


def interrupt(*_: object) -> None:
    """The handler while a command runs: unfinished files are removed on the way out.

    Raises KeyboardInterrupt.
    """
    import signal  # noqa: PLC0415

    signal.signal(signal.SIGINT, exit_at_once)
    raise KeyboardInterrupt


def terminate(*_: object) -> None:
    """The handler of SIGTERM while a command runs: unfinished files are removed on the way out; a
    second one ends it at once.

    Raises SystemExit.
    """
    import signal  # noqa: PLC0415

    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    raise SystemExit(TERMINATED)


def on_terminate() -> None:
    """Sets the handler of SIGTERM, unless the parent process has disabled it."""
    import signal  # noqa: PLC0415

    if signal.getsignal(signal.SIGTERM) is not signal.SIG_IGN:
        signal.signal(signal.SIGTERM, terminate)


def on_interrupt(handler: Callable[..., None]) -> None:
    """Sets the handler of Ctrl-C, unless the parent process has disabled it.

    A Ctrl-C during this call ends the process at once.
    """
    sys.unraisablehook = _unraised
    try:
        import signal  # noqa: PLC0415

        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, handler)
    except KeyboardInterrupt:
        exit_at_once()


def ignore_interrupts() -> None:
    """The command is over: a late Ctrl-C has no effect."""
    import signal  # noqa: PLC0415

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _unraised(error: sys.UnraisableHookArgs) -> None:
    """Ends the process where Python cannot raise the interrupt, as in a finalizer."""
    if issubclass(error.exc_type, KeyboardInterrupt):
        exit_at_once()
    sys.__unraisablehook__(error)

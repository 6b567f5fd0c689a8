"""Ctrl-C: what is under way is put down in order, a second one ends it at once; no tracebacks.

Loads nothing that Python has not loaded by itself, so that it holds from the first moment on: the
module ``signal`` takes as long as all of Python's own start, and is loaded where it is used.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing takes longer to load than all of this
if TYPE_CHECKING:
    from collections.abc import Callable

INTERRUPTED = 130
STOPPED = "stopped; what was taken in before stays"


def leave_at_once(*_: object) -> None:
    """The handler while nothing is under way that would have to be put down, and of a second
    Ctrl-C."""
    os.write(2, f"{STOPPED}\n".encode())
    os._exit(INTERRUPTED)


def put_down(*_: object) -> None:
    """The handler while a command works: files half written are removed on the way out.

    Raises KeyboardInterrupt.
    """
    import signal  # noqa: PLC0415

    signal.signal(signal.SIGINT, leave_at_once)
    raise KeyboardInterrupt


def on_interrupt(handler: Callable[..., None]) -> None:
    """What Ctrl-C does from now on; where whoever started us has switched it off it stays so.

    One that comes in the midst of this ends the command at once.
    """
    sys.unraisablehook = _unraised
    try:
        import signal  # noqa: PLC0415

        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, handler)
    except KeyboardInterrupt:
        leave_at_once()


def never_again() -> None:
    """The command is over: a late Ctrl-C must not be seen."""
    import signal  # noqa: PLC0415

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _unraised(told: sys.UnraisableHookArgs) -> None:
    """Where Python cannot pass an interrupt on (in the midst of a clean-up) we leave."""
    if issubclass(told.exc_type, KeyboardInterrupt):
        leave_at_once()
    sys.__unraisablehook__(told)

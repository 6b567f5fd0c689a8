"""Unexpected exceptions of the rules: only the event at which they are raised is quarantined."""

from __future__ import annotations

import logging
import traceback

from producer.problems import Problem, problem
from producer.record.tables.log import EventName

log = logging.getLogger("duplicast.record")


class RulesFailed(Exception):
    """The rules raised at the event ``name``; the working state may be half changed."""

    def __init__(self, name: EventName) -> None:
        super().__init__(name.id)
        self.name = name


def internal_error(cause: str) -> Problem:
    """``cause``: the class of the exception; its message may name cards."""
    return problem("internal-error", cause=cause)


def cause_of(error: BaseException) -> str:
    return type(error.__cause__ if isinstance(error, RulesFailed) else error).__name__


def log_failure(error: BaseException, id: str) -> None:
    """Logs where it happened, without the exception's message, which may name cards."""
    root = error.__cause__ if isinstance(error, RulesFailed) and error.__cause__ else error
    lines = "".join(traceback.format_tb(root.__traceback__))
    log.error("internal error at event %s, which is in quarantine: %s, at\n%s",
              id, type(root).__name__, lines)  # fmt: skip

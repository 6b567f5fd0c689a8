"""Faults of ours: where the rules fail at an event, by an exception that nobody has thought of, the
event goes to quarantine, and nothing else with it."""

from __future__ import annotations

import logging
import traceback

from producer.problems import Problem, problem
from producer.record.tables.log import EventName

log = logging.getLogger("duplicast.record")


class RulesFailed(Exception):
    """The rules failed at the event ``name``; what was known in memory may be half changed."""

    def __init__(self, name: EventName) -> None:
        super().__init__(name.id)
        self.name = name


def internal_error(cause: str) -> Problem:
    """``cause``: the kind of exception; its words may name cards."""
    return problem("internal-error", cause=cause)


def cause_of(error: BaseException) -> str:
    return type(error.__cause__ if isinstance(error, RulesFailed) else error).__name__


def log_failure(error: BaseException, id: str) -> None:
    """Where it happened, into the log; not the exception's words, which may name cards."""
    root = error.__cause__ if isinstance(error, RulesFailed) and error.__cause__ else error
    lines = "".join(traceback.format_tb(root.__traceback__))
    log.error("event %s could not be judged, a fault of Duplicast's: %s, at\n%s%s",
              id, type(root).__name__, lines, "it is in quarantine")  # fmt: skip

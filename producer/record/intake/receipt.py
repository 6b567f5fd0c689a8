"""What a sender is answered for each item."""

from __future__ import annotations

from typing import Literal, NamedTuple

from producer.messages import message
from producer.problems import Edge, Problem


class Receipt(NamedTuple):
    """The result for one item: ``accepted``, ``known`` (already in the log), ``waiting`` for
    earlier events (on disk too), or ``refused`` (in quarantine). ``problem``: why; for an accepted
    event, why the hand that it ends cannot be used. It depends only on what the event's own table
    has sent, so that it may go to the device (RULES P11)."""

    place: str
    id: str | None
    outcome: Literal["accepted", "known", "waiting", "refused"]
    problem: Problem | None = None

    @property
    def reason(self) -> str:
        """The problem in words; empty if there is none."""
        if self.problem is None:
            return ""
        words = self.problem.reason
        if self.problem.code == "hand-incomplete":
            return words
        return (
            message("the hand cannot be used: {why}", why=words)
            if self.outcome == "accepted"
            else words
        )

    def hint(self, edge: Edge = "terminal") -> str:
        """What to do about it; empty if there is nothing to do."""
        return self.problem.hint(edge) if self.problem else ""

"""Simulated hands are never shown once the show has started."""

from __future__ import annotations

from collections.abc import Sequence

from producer.games.line import DealKey
from producer.release import Gate
from producer.release.programme.show import simulated_now
from producer.web.languages import _, word
from producer.web.ops.errors import Refusal


def must_be_real(gate: Gate, deals: Sequence[str | DealKey], what: str) -> None:
    """``what``: how the refusal begins, such as ``Not taken``. Raises Refusal for deals of a
    simulated session while the show is on."""
    for name in simulated_now(gate, deals)[:1]:
        raise Refusal(
            409,
            _(
                "{what}: deal {name} is of a simulated session, and the show is on.",
                what=word(what),
                name=name,
            ),
            _("Cue a deal of the show; simulated ones can be cued again when the show has ended."),
        )

"""The next beat of the pick on air: its graphics know more, the pictures stay."""

from __future__ import annotations

from dataclasses import replace

from producer.compare.ranking import focused
from producer.release import Gate
from producer.rundown.beats import Beat
from producer.rundown.pick_beats import beats
from producer.stages.moment import BEFORE, DECISION, END, Moment
from producer.stages.requests import AtDecision, PairRequest
from producer.web.channels.live import ChannelContent
from producer.web.channels.requests import Playhead
from producer.web.languages import _
from producer.web.ops.errors import Refusal

PLAIN = (BEFORE, DECISION, END)
"""The moments of a graphic that shows no pair."""


def beats_on_air(gate: Gate, wanted: Playhead, shown: ChannelContent, exit_: str) -> list[Beat]:
    """The beats of the pair on air, in order; empty for other graphics. Raises as the gate does."""
    if not isinstance(wanted.fields, PairRequest) or shown.deal is None:
        return []
    comparison = gate.comparison(str(shown.deal), exit_)
    pick = wanted.fields.pick or (comparison.best.id if comparison.best else None)
    if pick is None:
        return []
    chosen = focused(comparison, pick)
    made = beats(chosen, chosen.picks[0], shown.tables, layout="two-up")
    return [beat for beat in made if beat.graphic == "two-up"]


def advanced(wanted: Playhead, made: list[Beat]) -> Playhead:
    """The request at its next moment. Raises Refusal where there is none."""
    if not isinstance(wanted.fields, AtDecision):
        raise Refusal(
            409, _("No next beat: what is on air has no moments."), _("Cue a graphic of a pick.")
        )
    now = wanted.fields.moment
    moments = [beat.moment for beat in made] or list(PLAIN)
    following = next((each for each in moments if _is_after(each, now)), None)
    if following is None:
        raise Refusal(
            409, _("No next beat: this is the end of the pick."), _("Cue what comes next.")
        )
    return replace(wanted, fields=wanted.fields.model_copy(update={"moment": following}))


def running(made: list[Beat], moment: Moment) -> Beat | None:
    """The last beat whose moment is shown."""
    return next((beat for beat in reversed(made) if beat.moment.within(moment)), None)


def _is_after(one: Moment, other: Moment) -> bool:
    return other.within(one) and not one.within(other)

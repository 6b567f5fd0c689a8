"""Turns a request for a channel into its content and drawing, from released deals only."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from overlay.stage import Stage
from overlay.svg import unknown_letters
from producer.compare.model import Comparison
from producer.release import Gate
from producer.release.group_tallies import NoSuchGroup, chosen
from producer.release.picks import comparison_of, comparison_to_cut
from producer.segments.graphic_contexts import (
    before_and_after,
    deal_of_session,
    group_standings,
)
from producer.stages.catalogue import channel_kinds
from producer.stages.entry import BeforeAndAfter, DealOfSession, GroupStandings, MovingStage
from producer.stages.programme.show import territory
from producer.stages.requests import ClockRequest, OfPick, StandingsRequest, TableRequest
from producer.stages.style import PLAIN, Style
from producer.web.channels.live import Channel, ChannelContent, Drawing, Moving, Snapshot, draw
from producer.web.channels.requests import CLEAR_KIND, Playhead
from producer.web.ops.errors import Refusal

LONGEST_LEVEL = 100 * 3600
"""Seconds of the longest level that fits on the clock."""

EMPTY = Stage(1920, 1080, ())


def on_stage(
    gate: Gate, wanted: Playhead, exit_: str, usual: Style = PLAIN
) -> tuple[ChannelContent | None, Stage | MovingStage]:
    """The channel's content and its stage. Raises what the gate and the stages raise.

    ``usual``: the default style, where the request sets none.
    """
    if wanted.kind == CLEAR_KIND:
        return None, EMPTY
    entry = channel_kinds()[wanted.kind]
    if isinstance(wanted.fields, ClockRequest):
        _must_fit(wanted.fields)
    # Read before the deal, so that a mark set in between is not missed.
    said = gate.marks(exit_) if entry.context else {}
    context = CONTEXTS[entry.context](gate, wanted.fields, exit_)
    drawn = entry.draw(context, wanted.fields, wanted.fields.style(usual))
    shown = ChannelContent(
        drawn.deal, drawn.tables, drawn.moment, wanted.kind, drawn.pictures, as_of=drawn.as_of
    )
    if drawn.deal is not None:
        pick = context.best if isinstance(context, Comparison) else None
        shown = replace(shown, said=said.get(drawn.deal, {}), pick=pick.id if pick else "")
    if isinstance(drawn.stage, Stage):
        shown = replace(shown, missing_letters=unknown_letters(drawn.stage))
    return shown, drawn.stage


def drawing_of(stage: Stage | MovingStage) -> Drawing | Moving:
    if isinstance(stage, Stage):
        return draw(stage)
    return lambda now: draw(stage(now))


def territory_channel(name: str, style: Style) -> Channel:
    """It always shows the sponsor and the notice of a territory of the theme."""
    shown = ChannelContent(None, (), "", "territory")
    return Channel(Snapshot(1, shown, draw(territory(name, style))))


def _must_fit(clock: ClockRequest) -> None:
    if clock.ends is not None and clock.ends.timestamp() - time.time() > LONGEST_LEVEL:
        hours = LONGEST_LEVEL // 3600
        raise Refusal(422, f"ends: must be at most {hours} hours from now; no level is longer.")


def _nothing(_: Gate, __: Any, ___: str) -> None:
    """For graphics drawn from the request alone."""


def _comparison(gate: Gate, fields: Any, exit_: str) -> Comparison:
    if isinstance(fields, TableRequest) and fields.deal is not None:
        return comparison_to_cut(gate, fields.deal, fields.pick, exit_)
    if isinstance(fields, OfPick):
        return comparison_of(gate, fields.deal, fields.pick, exit_)
    return gate.comparison(fields.deal, exit_)


def _deal(gate: Gate, fields: Any, exit_: str) -> DealOfSession | None:
    compared = None
    if isinstance(fields, TableRequest) and (fields.pick or fields.moment):
        compared = _comparison(gate, fields, exit_)
    elif fields.deal is None:
        return None
    deal = gate.deal(fields.deal, exit_) if compared is None else compared.deal
    return deal_of_session(gate, deal, exit_, compared)


def _before_and_after(gate: Gate, fields: Any, exit_: str) -> BeforeAndAfter:
    return before_and_after(gate, _comparison(gate, fields, exit_), exit_)


def _standings(gate: Gate, fields: StandingsRequest, exit_: str) -> GroupStandings:
    try:
        groups = chosen(gate.sessions(), fields.group)
    except NoSuchGroup as error:
        raise Refusal(404, f"There is {error}.", "Name a group as SESSION/GROUP.") from error
    if len(groups) > 1:
        names = ", ".join(f"{each.session}/{each.group}" for each in groups)
        raise Refusal(409, "Several groups have standings.", f"Set group to one of: {names}.")
    group = groups[0].session, groups[0].group
    return group_standings(gate, group, exit_, fields.scoring)


CONTEXTS: Mapping[type | None, Callable[[Gate, Any, str], object]] = {
    None: _nothing,
    Comparison: _comparison,
    DealOfSession: _deal,
    BeforeAndAfter: _before_and_after,
    GroupStandings: _standings,
}
"""By a graphic's context type, the function that loads it for a request."""

"""What a segment shows and rests on, as hashes by name: the same later means it is still true. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import astuple
from typing import Any

from producer.compare.model import UNDECIDED, PickDecision
from producer.games.line import Deal
from producer.release.hand_times import HandTimes

LENGTH = 16
"""Hexadecimal digits of a hash."""


def facts_of(
    deal: Deal,
    times: Iterable[HandTimes] = (),
    notes: Mapping[str, str] | None = None,
    decision: PickDecision = UNDECIDED,
) -> dict[str, str]:
    """The hash of every fact by its name, such as ``the line of table 4``.

    All tables of the deal count, because rankings and the field are made of all. ``times``: of the
    tables that are shown. ``notes``: the text of each note by its id. ``decision``: about the pick;
    its lines in the producer's words count.
    """
    facts: dict[str, Any] = {
        "the cards": (deal.button, sorted(deal.cards.items()), deal.board),
        "the names of the tables": sorted(deal.table_names.items()),
        "the teams": sorted((code, team.model_dump_json()) for code, team in deal.teams.items()),
    }
    for play in deal.plays:
        table = deal.name_of(play.table)
        facts[f"the line of table {table}"] = [astuple(move) for move in play.line], play.ruled
        facts[f"the result of table {table}"] = sorted(play.result.items())
        facts[f"the stakes of table {table}"] = (
            play.game.model_dump_json(),
            sorted(play.stacks.items()),
        )
        for seat, player in sorted(play.players.items()):
            facts[f"the player in seat {seat} of table {table}"] = player.model_dump_json()
    for each in times:
        facts[f"the times of table {deal.name_of(each.table)}"] = astuple(each)
    for id_, text in (notes or {}).items():
        facts[f"the note {id_}"] = text
    for line in decision.lines:
        facts[f"the {line.line} in your words ({line.language})"] = line.text
    return {name: _hash(value) for name, value in facts.items()}


def _hash(value: Any) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:LENGTH]

"""Sentences about hold'em."""

from __future__ import annotations

from producer.wording.games.holdem_beats import holdem_beats
from producer.wording.moment_line import holdem_choices
from producer.wording.pick_lines import HOLDEM_LINES
from producer.wording.pick_titles import holdem_title
from producer.wording.sentences import holdem_points
from producer.wording.tellers import Teller

HOLDEM = Teller(HOLDEM_LINES, holdem_choices, holdem_points, holdem_beats, holdem_title)

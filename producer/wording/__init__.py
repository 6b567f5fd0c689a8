"""Sentences for commentators in English, Spanish and Greek, made from facts."""

from producer.wording.as_json import number_of_deals, pick_lines_json, points_json
from producer.wording.games.bridge import BRIDGE
from producer.wording.games.costs_in_view import costs_by_table
from producer.wording.games.hands import card_name, hand_name
from producer.wording.games.holdem import HOLDEM
from producer.wording.games.open_face import OPEN_FACE
from producer.wording.games.results_alone import RESULTS_ALONE
from producer.wording.language import LANGUAGES, UnknownLanguage
from producer.wording.lines import line_text
from producer.wording.moment_line import moment_line
from producer.wording.phrases import Fact
from producer.wording.pick_lines import ThreeLines, headline, spoken_line, three_lines
from producer.wording.sentence import Sentence
from producer.wording.sentences import talking_points
from producer.wording.tellers import TELLERS, Teller

__all__ = [
    "LANGUAGES",
    "TELLERS",
    "Fact",
    "Sentence",
    "Teller",
    "ThreeLines",
    "UnknownLanguage",
    "card_name",
    "costs_by_table",
    "hand_name",
    "headline",
    "line_text",
    "moment_line",
    "number_of_deals",
    "pick_lines_json",
    "points_json",
    "spoken_line",
    "talking_points",
    "three_lines",
]

TELLERS["holdem"] = HOLDEM
TELLERS["bridge"] = BRIDGE
TELLERS["open-face"] = OPEN_FACE
TELLERS["results"] = RESULTS_ALONE

"""Facts into sentences a commentator can say, in English, Spanish and Greek."""

from producer.wording.answers import deals_of, lines_of, points_answer
from producer.wording.hands import card_name, hand_name
from producer.wording.language import LANGUAGES, UnknownLanguage
from producer.wording.lines import line_text
from producer.wording.moment_line import moment_line
from producer.wording.phrases import Fact
from producer.wording.pick_lines import ThreeLines, headline, three_lines
from producer.wording.points import Sentence, talking_points

__all__ = [
    "LANGUAGES",
    "Fact",
    "Sentence",
    "ThreeLines",
    "UnknownLanguage",
    "card_name",
    "deals_of",
    "hand_name",
    "headline",
    "line_text",
    "lines_of",
    "moment_line",
    "points_answer",
    "talking_points",
    "three_lines",
]

"""Facts into sentences a commentator can say, in English, Spanish and Greek."""

from producer.wording.answers import deals_of, lines_of, points_answer
from producer.wording.hands import card_name, hand_name
from producer.wording.headline import headline
from producer.wording.language import LANGUAGES, UnknownLanguage
from producer.wording.lines import line_text
from producer.wording.phrases import Fact
from producer.wording.points import Sentence, talking_points
from producer.wording.three_lines import ThreeLines, three_lines

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
    "points_answer",
    "talking_points",
    "three_lines",
]

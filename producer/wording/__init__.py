"""Facts into sentences a producer can read out."""

from producer.wording.headline import hand_name, headline
from producer.wording.lines import line_text

__all__ = ["hand_name", "headline", "line_text"]

"""Facts into sentences a producer can read out."""

from producer.wording.headline import hand_name, headline

__all__ = ["hand_name", "headline"]

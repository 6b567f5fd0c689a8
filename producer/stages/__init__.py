"""Comparisons and a moment into stages: what is drawn, as of when. Pure."""

from producer.stages.moment import NoKeyFork, NotDrawable
from producer.stages.two_up import PICTURES, two_up

__all__ = ["PICTURES", "NoKeyFork", "NotDrawable", "two_up"]

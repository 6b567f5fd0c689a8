"""Comparisons and a moment into stages: what is drawn, as of when. Pure."""

from producer.stages.moment import NoKeyFork, NotDrawable
from producer.stages.two_up import PICTURES, two_up, with_stand_ins

__all__ = ["PICTURES", "NoKeyFork", "NotDrawable", "two_up", "with_stand_ins"]

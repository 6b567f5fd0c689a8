"""Comparisons and a moment into stages: what is drawn, as of when. Pure."""

from producer.stages.field import FIELD_PICTURES, field
from producer.stages.moment import NoKeyFork, NotDrawable
from producer.stages.n_up import N_UP_PICTURES, arranged, n_up
from producer.stages.style import Style
from producer.stages.table import TABLE_PICTURES, table_stage
from producer.stages.two_up import PICTURES, two_up, with_stand_ins
from producer.stages.upright import UPRIGHT_PICTURES, upright

__all__ = [
    "FIELD_PICTURES",
    "N_UP_PICTURES",
    "PICTURES",
    "TABLE_PICTURES",
    "UPRIGHT_PICTURES",
    "NoKeyFork",
    "NotDrawable",
    "Style",
    "arranged",
    "field",
    "n_up",
    "table_stage",
    "two_up",
    "upright",
    "with_stand_ins",
]

"""Makes stages from comparisons and a moment. Pure."""

from producer.stages.comparisons.field import field
from producer.stages.comparisons.n_up import arranged, n_up
from producer.stages.comparisons.two_up import two_up
from producer.stages.comparisons.upright import upright
from producer.stages.drawings import DRAWINGS
from producer.stages.moment import NoKeyFork, NotDrawable
from producer.stages.open_face import OPEN_FACE
from producer.stages.style import Style
from producer.stages.tables.table import table_stage

__all__ = [
    "NoKeyFork",
    "NotDrawable",
    "Style",
    "arranged",
    "field",
    "n_up",
    "table_stage",
    "two_up",
    "upright",
]

DRAWINGS["open-face"] = OPEN_FACE

"""Makes stages from comparisons and a moment. Pure."""

from producer.stages.drawings import DRAWINGS
from producer.stages.field import field
from producer.stages.moment import NoKeyFork, NotDrawable
from producer.stages.n_up import arranged, n_up
from producer.stages.open_face import OPEN_FACE
from producer.stages.style import Style
from producer.stages.table import table_stage
from producer.stages.two_up import two_up
from producer.stages.upright import upright

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

"""Sample stages: every graphic in every state, for contact sheets and the gallery."""

from producer.stages.samples.deals import Data

DATA: tuple[Data, ...] = ("plain", "long", "greek", "hebrew", "alone")

__all__ = ["DATA", "Data"]

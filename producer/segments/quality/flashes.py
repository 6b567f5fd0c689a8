"""Flashes that may harm people with photosensitive epilepsy, after ITU-R BT.1702. Pure.

A flash is a pair of opposite changes of brightness by 20 cd/m2 or more, the darker of them below
160 cd/m2, over at least a quarter of the picture. More than three a second are too many.
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import numpy as np
import numpy.typing as npt

Brightness = npt.NDArray[np.float32]

CHANGE = 20.0
DARK = 160.0
"""cd/m2."""

AREA = 0.25
MOST = 3
"""Flashes a second."""

_PEAK = 200.0
"""cd/m2 of white."""

_GAMMA = 2.4


def brightness_of(luma: npt.NDArray[np.uint8]) -> Brightness:
    """The light of limited-range brightness on a screen, in cd/m2."""
    share = np.clip((luma.astype(np.float32) - 16) / 219, 0, 1)
    return np.asarray(_PEAK * share**_GAMMA, np.float32)


class FlashCounter:
    """Is given pictures one after another and says which end more than ``MOST`` flashes in the
    second before them."""

    def __init__(self, rate: Fraction) -> None:
        """``rate``: pictures a second."""
        self._second = int(rate)
        self._extreme: Brightness = np.zeros(0, np.float32)
        self._rising: npt.NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._changes: deque[int] = deque()
        self._brighter: bool | None = None
        self._number = 0

    def add(self, picture: Brightness) -> bool:
        """Whether there were too many flashes in the last second. All pictures have one size."""
        if not self._extreme.size:
            self._extreme, self._rising = picture.copy(), np.ones(picture.shape, np.bool_)
        darker, brighter = self._turned(picture)
        for share, to_bright in ((darker, False), (brighter, True)):
            if share >= AREA and to_bright is not self._brighter:
                self._changes.append(self._number)
                self._brighter = to_bright
        while self._changes and self._changes[0] <= self._number - self._second:
            self._changes.popleft()
        self._number += 1
        return len(self._changes) // 2 > MOST

    def _turned(self, picture: Brightness) -> tuple[float, float]:
        """The shares of the picture that became darker and brighter just now."""
        rising, extreme = self._rising, self._extreme
        extreme = np.where(rising, np.maximum(extreme, picture), np.minimum(extreme, picture))
        away = np.abs(extreme - picture) >= CHANGE
        turned = away & (np.minimum(extreme, picture) < DARK)
        darker, brighter = turned & rising, turned & ~rising
        self._extreme = np.where(turned, picture, extreme)
        self._rising = rising ^ turned
        return float(darker.mean()), float(brighter.mean())

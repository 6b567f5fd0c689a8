"""The layouts of our scenes: the pictures of each and their places on the stage. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from producer.stages.catalogue import layouts
from producer.stages.entry import Layout

LayoutName = str
LAYOUTS: Mapping[LayoutName, Layout] = layouts()

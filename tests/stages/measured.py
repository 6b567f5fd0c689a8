"""The texts of a stage, measured with the fonts that draw them.

That the measure is the browser's too is held by tests/overlay/test_browser_agrees.py.
"""

from overlay.texts.text_positions import Text, outside, overlapping, texts

__all__ = ["Text", "outside", "overlapping", "texts"]

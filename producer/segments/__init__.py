"""Segments: the recordings of the tables cut into one synchronised split screen.

``timeline.py`` is the value between those who plan (``plan.py``) and those who write: the
compositor, the edit lists, the captions.
"""

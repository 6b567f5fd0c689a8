"""Graphics: stages of typed contexts drawn by SVG templates, in the browser and as pixels.

A leaf: imports nothing of ``producer``.
"""

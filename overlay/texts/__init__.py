"""Texts on graphics: fonts, measured widths, shortened names, replaced letters."""

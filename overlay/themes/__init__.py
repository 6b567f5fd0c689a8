"""Themes: colours, fonts, logo, flags and pictures, and their checks."""

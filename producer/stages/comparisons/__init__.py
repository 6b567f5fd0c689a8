"""The graphics of a compared deal: split screens, field and matrix."""

"""The rundown as a programme: rows of all kinds, against the clock; its pages and its API."""

"""Open Hand History: one hand in JSON, alone, in a list, or one a line."""

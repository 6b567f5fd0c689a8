"""The commentators' panel: one deal as of a moment, and the segment that is next or on air."""

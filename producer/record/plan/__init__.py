"""The rules of the record: how each event changes the working state. No clock, no I/O."""

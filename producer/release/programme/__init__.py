"""The programme: its rundown, what is on, what was aired, and what that counts."""

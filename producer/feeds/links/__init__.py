"""Feeds that are no files: an address that is asked again and again, a WebSocket, standard input.

What arrives is written to a file of its own, which is followed as any other (``following.py``).
"""

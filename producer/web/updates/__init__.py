"""Tells open pages that something has changed; they fetch what they may see themselves."""

"""Exports of PokerGFX 3.2, the system of RFID tables: one file a session."""

"""Commands that read files into the record: ``ingest``, ``follow``, ``map`` and ``explain``."""

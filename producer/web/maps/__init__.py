"""Maps on the desk: files of hands, the map that takes them, and ingesting them by it."""

"""How each side of a segment is cut from its table's recording. Pure."""

"""Results sheets, CSV and XLSX: one row for each seat and deal."""

"""What others read of the record, as values."""

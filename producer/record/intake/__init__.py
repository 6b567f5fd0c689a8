"""One batch of events, applied in one transaction: order, retries, decisions."""

"""Graphics channels: what each shows, and the pages that follow it."""

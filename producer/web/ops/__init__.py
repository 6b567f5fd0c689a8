"""Running the service: health, errors, threads that write, rehearsal."""

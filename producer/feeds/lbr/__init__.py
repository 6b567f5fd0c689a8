"""Match logs of local best response."""

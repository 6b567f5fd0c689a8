"""Events from scoring devices, over HTTP and WebSocket."""

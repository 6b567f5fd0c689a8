"""Control from hardware: panels of keys do what the air bar does, and show its state."""

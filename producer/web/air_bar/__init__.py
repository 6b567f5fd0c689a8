"""The few acts that change program, and the one desk that may do them."""

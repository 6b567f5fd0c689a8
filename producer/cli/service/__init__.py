"""``duplicast serve``: the service, its lock and its addresses."""

"""``duplicast recordings`` and its subcommands."""

"""``duplicast obs`` and its subcommands."""

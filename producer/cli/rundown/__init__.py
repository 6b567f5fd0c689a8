"""``duplicast rundown`` and its subcommands."""

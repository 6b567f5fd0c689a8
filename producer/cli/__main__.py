"""``python -m producer.cli``: the command ``duplicast``."""

from producer.cli import main

main()

"""One deal, many tables: where they parted, what it meant, and how worth showing it is."""

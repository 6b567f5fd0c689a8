"""The games: cards, lines of play and each game's rules as pure functions."""

"""What a finished segment is measured for before it is delivered."""

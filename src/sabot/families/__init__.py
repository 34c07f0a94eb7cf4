"""What the regulations repeat from game to game."""

"""The chances of no-draw poker: the best play, its price, what a hand should do, compiled coups."""

"""Gaming machines: a model as a value, and what follows exactly from it."""

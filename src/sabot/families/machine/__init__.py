"""Gaming machines: models as plain values, and their exact odds."""

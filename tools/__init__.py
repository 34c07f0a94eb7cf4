"""What those who work on Sabot run from a checkout: nothing of it is installed."""

"""The casino rule book as running code."""

__version__ = "0.1.0"

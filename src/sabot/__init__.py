"""The casino rule book as running code."""

__version__ = "0.2.0.dev0"

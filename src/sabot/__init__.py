"""The casino rule book as running code."""

from sabot import deprecated

__version__ = "0.2.0.dev0"

deprecated.find_old_modules()

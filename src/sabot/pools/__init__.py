"""The pool service: jackpots and superjackpots, in a pool ledger that several houses share."""

from importlib import import_module
from typing import TYPE_CHECKING

from sabot.families.jackpot.contribution import share_of
from sabot.pools.entry import Hit, PoolEntry
from sabot.pools.errors import PoolRefused
from sabot.pools.pool import Pool, read

if TYPE_CHECKING:
    from sabot.pools.service import Authorisation, Contribution, Pools
    from sabot.pools.walk import verify

__all__ = ["Authorisation", "Contribution", "Hit", "Pool", "PoolEntry", "PoolRefused", "Pools",
           "read", "share_of", "verify"]


def __getattr__(name: str) -> object:
    """Import the modules that need a database on demand: a definition needs none."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{'walk' if name == 'verify' else 'service'}"), name)

"""How often a wrong token may be shown: a count by address and by name, and a wait that grows.

A count concerns those who guess and nobody else. Guests are not counted here, and the sign-in of
staff is not counted where guests are. A browser in which somebody of the staff has signed in before
has a count of its own, so that no guesses of others, under the same name or from the same address,
keep them out. """

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import NamedTuple

FREE_ATTEMPTS = 5
"""Wrong tokens in a row without a wait."""
LONGEST_WAIT = 300.0
"""The longest wait, in seconds."""
FORGET_AFTER = 3600.0
"""Seconds without a wrong token until a count begins anew."""
MAX_COUNTS = 20_000
"""Counts that are kept; the one that was looked at longest ago is given up first."""


class _Count(NamedTuple):
    wrong: int
    last: float


class TokenAttempts:
    """The counts of one house. ``clock`` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._counts: OrderedDict[str, _Count] = OrderedDict()

    def wait(self, keys: Iterable[str]) -> float:
        """Seconds until another token is looked at for any of these; 0 when it is now."""
        now = self._clock()
        return max((self._remaining(key, now) for key in keys), default=0.0)

    def wrong(self, keys: Iterable[str]) -> float:
        """A wrong token was shown; the seconds to wait until the next."""
        keys, now = list(keys), self._clock()
        for key in keys:
            self._counts[key] = _Count(self._count(key, now).wrong + 1, now)
            self._counts.move_to_end(key)
        while len(self._counts) > MAX_COUNTS:
            self._counts.popitem(last=False)
        return self.wait(keys)

    def right(self, keys: Iterable[str]) -> None:
        """A right token was shown: these counts begin anew."""
        for key in keys:
            self._counts.pop(key, None)

    def _count(self, key: str, now: float) -> _Count:
        found = self._counts.get(key, _Count(0, now))
        return found if now - found.last < FORGET_AFTER else _Count(0, now)

    def _remaining(self, key: str, now: float) -> float:
        count = self._count(key, now)
        if count.wrong < FREE_ATTEMPTS:
            return 0.0
        wait = min(LONGEST_WAIT, 2.0 ** min(count.wrong - FREE_ATTEMPTS, 20))
        return max(0.0, count.last + wait - now)


def counted_address(address: str) -> str:
    """What is counted as one address: of IPv6 the network of 64 bits, which one household has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return str(found)

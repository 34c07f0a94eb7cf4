"""Limits wrong staff tokens: counts by address and by name, with a growing wait.

A count affects only those who guess. Guests are not counted here, and staff sign-in is not counted
where guests are. A browser in which staff have signed in before has its own count, so that guesses
by others, under the same name or from the same address, do not lock them out.
"""

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
"""Seconds without a wrong token until a count restarts."""
MAX_COUNTS = 20_000
"""How many counts are stored; the least recently used is dropped first."""


class _Count(NamedTuple):
    wrong: int
    last: float


class TokenAttempts:
    """The counts of one house. ``clock`` returns seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._counts: OrderedDict[str, _Count] = OrderedDict()

    def wait(self, keys: Iterable[str]) -> float:
        """Return the seconds until another token is accepted for any of these keys; 0 when it is
        now."""
        now = self._clock()
        return max((self._remaining(key, now) for key in keys), default=0.0)

    def wrong(self, keys: Iterable[str]) -> float:
        """Count a wrong token; return the seconds until the next is accepted."""
        keys, now = list(keys), self._clock()
        for key in keys:
            self._counts[key] = _Count(self._count(key, now).wrong + 1, now)
            self._counts.move_to_end(key)
        while len(self._counts) > MAX_COUNTS:
            self._counts.popitem(last=False)
        return self.wait(keys)

    def right(self, keys: Iterable[str]) -> None:
        """Reset the counts of these keys after a right token."""
        for key in keys:
            self._counts.pop(key, None)

    def _count(self, key: str, now: float) -> _Count:
        count = self._counts.get(key, _Count(0, now))
        return count if now - count.last < FORGET_AFTER else _Count(0, now)

    def _remaining(self, key: str, now: float) -> float:
        count = self._count(key, now)
        if count.wrong < FREE_ATTEMPTS:
            return 0.0
        wait = min(LONGEST_WAIT, 2.0 ** min(count.wrong - FREE_ATTEMPTS, 20))
        return max(0.0, count.last + wait - now)


def counted_address(address: str) -> str:
    """Return what counts as one address; for IPv6 its 64-bit network, which one household has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return str(parsed)

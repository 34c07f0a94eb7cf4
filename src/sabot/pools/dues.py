"""What houses owe one another for prizes that one of them paid for all (interpretation 307)."""

from __future__ import annotations

from collections import Counter

from sabot.pools.entry import PoolEntry


def apportioned(amount: int, parts: dict[str, int]) -> dict[str, int]:
    """Cents divided by the parts, to the cent: what is left goes to the largest remainders, and
    among equals by name. ``parts`` are none below nothing and together at least the amount."""
    whole = sum(parts.values())
    if not whole:
        return {}
    shares = {house: divmod(amount * part, whole) for house, part in parts.items()}
    left = amount - sum(share for share, _ in shares.values())
    first = sorted(shares, key=lambda house: (-shares[house][1], house))[:left]
    return {house: share + (house in first) for house, (share, _) in shares.items()}


class Dues:
    """Goes through the entries of a pool: each house's own money in it, and its account."""

    def __init__(self) -> None:
        self.own: Counter[str] = Counter()
        self.account: Counter[str] = Counter()
        self._borne: dict[int, dict[str, int]] = {}

    def enter(self, e: PoolEntry) -> None:
        """The next entry."""
        self.account[e.house] += e.amount
        if e.kind == "win":
            self._borne[e.seq] = apportioned(-e.amount, self.own)
            self.own.subtract(self._borne[e.seq])
        elif e.kind == "return":
            self.own.update(self.borne(e.facts["of"]))
        elif e.kind == "transfer":
            # Money that leaves takes along what houses owe one another for it.
            own: Counter[str] = Counter(e.facts.get("own", {e.house: abs(e.amount)}))
            (self.own.subtract if "to" in e.facts else self.own.update)(own)
        elif e.kind != "settlement":
            self.own[e.house] += e.amount

    def borne(self, seq: int) -> dict[str, int]:
        """What each house bore of the win that is this entry."""
        return self._borne.get(seq, {})

    def owed(self) -> dict[str, int]:
        """House -> what it owes; below nothing, what the others owe it. Houses without are left
        out."""
        return {house: due for house in sorted(self.account)
                if (due := self.account[house] - self.own[house])}

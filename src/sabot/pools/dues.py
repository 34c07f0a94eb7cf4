"""What houses owe one another for prizes that one of them paid for all (interpretation 307)."""

from __future__ import annotations

from collections import Counter

from sabot.pools.entry import PoolEntry


def apportion(amount: int, parts: dict[str, int]) -> dict[str, int]:
    """Divide cents in proportion to the parts, to the cent: the rest goes to the largest
    remainders, among equals by name. A negative part counts as none; the sum of the others is at
    least the amount."""
    parts = {house: max(part, 0) for house, part in parts.items()}
    total = sum(parts.values())
    if not total:
        return {}
    shares = {house: divmod(amount * part, total) for house, part in parts.items()}
    rest = amount - sum(share for share, _ in shares.values())
    with_rest = sorted(shares, key=lambda house: (-shares[house][1], house))[:rest]
    return {house: share + (house in with_rest) for house, (share, _) in shares.items()}


class Dues:
    """Folds the entries of a pool: each house's own money in it, and its account. A prize is borne
    by all houses, or by the one that pays it (``payer_bears``)."""

    def __init__(self, *, payer_bears: bool = False) -> None:
        self._payer_bears = payer_bears
        self.own: Counter[str] = Counter()
        self.account: Counter[str] = Counter()
        self._shares: dict[int, dict[str, int]] = {}

    def enter(self, e: PoolEntry) -> None:
        """Add the next entry."""
        self.account[e.house] += e.amount
        if e.kind == "win":
            self._shares[e.seq] = ({e.house: -e.amount} if self._payer_bears
                                   else apportion(-e.amount, self.own))
            self.own.subtract(self._shares[e.seq])
        elif e.kind == "return":
            self.own.update(self.shares_of_win(e.facts["of"]))
        elif e.kind == "overflow" and "of" in e.facts:  # the prize of a void game left after all
            self.own.subtract(self.shares_of_win(e.facts["of"]))
        elif e.kind == "transfer":
            # Money that leaves takes along what houses owe one another for it.
            own: Counter[str] = Counter(e.facts.get("own", {e.house: abs(e.amount)}))
            (self.own.subtract if "to" in e.facts else self.own.update)(own)
        elif e.kind != "settlement":
            self.own[e.house] += e.amount

    def shares_of_win(self, seq: int) -> dict[str, int]:
        """What each house bore of the win that is this entry."""
        return self._shares.get(seq, {})

    def owed(self) -> dict[str, int]:
        """What each house owes; negative for what the others owe it. Houses that owe nothing are
        left out."""
        return {house: due for house in sorted(self.account)
                if (due := self.account[house] - self.own[house])}

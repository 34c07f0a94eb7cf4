"""One entry of a pool, the chain of its entries, and the seal of a secret sum."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from typing import Any

import msgspec

from sabot.procedure.record import canonical, digest

GENESIS = "0" * 64
OWN = "="
"""The prefix of keys that the service gives; no request may have such a key."""

Facts = dict[str, Any]
"""The particulars of an entry, as they are in JSON."""

KINDS = ("open", "start", "contribution", "overflow", "win", "transfer", "return", "settlement")


class PoolEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a pool in the pool ledger. ``amount`` is the change of the pool's value, in
    cents; the account of the pool in the ledger of ``house`` changes by as much. ``key`` names the
    request of that house; ``at`` is in milliseconds since 1970 (UTC). ``facts`` are the
    particulars of its kind: the table and player of a contribution, the part of a win, the seal
    of a secret sum, the other pool.
    """

    pool: str
    seq: int
    kind: str
    house: str
    key: str
    amount: int
    at: int
    law: str
    facts: Facts
    prev: str = ""
    hash: str = ""

    @property
    def id(self) -> str:
        """The pool and the number in it, "POOL/SEQ"."""
        return f"{self.pool}/{self.seq}"

    @property
    def fell(self) -> bool:
        """Whether this prize was won by a secret sum; else it was claimed."""
        return self.kind == "win" and "cause" in self.facts


class Part(msgspec.Struct, frozen=True):
    """The part of a pool that a prize is: a fraction "1/10", rounded down to the cent, or cents
    "500", of which the pool pays no more than it holds; in equal parts for ``among`` winners."""

    part: str
    among: int = 1

    def of(self, value: int) -> int:
        """The cents that a pool of this value pays."""
        due = int(value * Fraction(self.part)) if "/" in self.part else min(int(self.part), value)
        return due - due % self.among

    def whole(self, cents: int, value: int) -> bool:
        """Whether a prize of so many cents is all that can be won of a pool with this value."""
        return cents > 0 and (self.part == "1/1" or cents == value)

    @property
    def facts(self) -> Facts:
        """The part as facts of an entry."""
        return {"part": self.part} | ({"among": self.among} if self.among > 1 else {})


def part_of(facts: Facts) -> Part | None:
    """The claimed part in the facts of a win; None for a prize that was not claimed."""
    return Part(facts["part"], facts.get("among", 1)) if "part" in facts else None


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """A pool that fell by its secret sum, to the contribution ``cause`` of this house.

    ``key`` is for the house's acknowledgement; ``cents`` belong to the player who made the bet.
    """

    key: str
    pool: str
    cents: int
    house: str
    cause: str
    table: str
    player: str
    law: str


def link(prev: str, e: PoolEntry, facts: bytes) -> str:
    """The digest of an entry: over its content and the digest before it."""
    return digest(prev.encode(), canonical((e.pool, e.seq, e.kind, e.house, e.key, e.amount, e.at,
                                            e.law)), facts)


def seal_sum(nonce: bytes, cents: int) -> str:
    """The seal of a secret sum: hex SHA-256 of a nonce of 32 bytes, then the cents in eight."""
    return hashlib.sha256(nonce + cents.to_bytes(8, "big")).hexdigest()


def hit_of(e: PoolEntry) -> Hit:
    """The prize of a "win" entry that fell by a secret sum."""
    return Hit(key=e.id, pool=e.pool, cents=-e.amount, house=e.house, cause=e.facts["cause"],
               table=e.facts["table"], player=e.facts["player"], law=e.law)

"""A pool: the file that defines it, and what is wrong with such a file."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import msgspec

from sabot import regulations as law
from sabot.families.jackpot.contribution import share_of
from sabot.money import cents, euros
from sabot.procedure.record import canonical, digest
from sabot.procedure.table import Violation, parse_values, suggest_key
from sabot.regulations import IR
from sabot.words import either, phrase

L = law.Section("pt-217-2007/maquinas-automaticas")

MAX_SHARE = Fraction(1, 5)
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_FRACTION = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")
_PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,9})?) ?%")
_MAX = 10**12  # cents
READINGS = {
    "when_full": ("overflow", "stops"),
    "borne_by": ("parts", "payer"),
    "authorisation_serves": ("failing-others", "always"),
    "void_prize": ("pool", "house"),
}
"""The keys that choose a reading, each with its values, the usual one first."""


class Pool(msgspec.Struct, frozen=True, kw_only=True):
    """The prize of one machine (a jackpot, 3) or of machines together (a superjackpot, 4).

    ``share`` of each bet goes to it, as a text such as "1/100". It begins with ``start`` cents,
    which the house ``seeded_by`` pays in, and takes money of all ``houses``. ``model`` and ``bets``
    (cents) are those of its machines (6). Money above ``ceiling`` cents goes to the pool
    ``overflow``. A pool with ``must_hit_by`` falls at a secret sum up to that one. ``machine``
    is the only table that feeds it, "" for a group.

    ``when_full``: what comes in above the ceiling goes to another pool, or the deduction stops and
    the house keeps it (IR 305). ``borne_by``: a prize is borne by each house for its part, or by
    the one that pays it (IR 307). ``authorisation_serves``: to transfer a pool that cannot be
    awarded, failing others of its model and bets, or always (IR 308). ``void_prize``: a prize of a
    void game goes back into the pool, or stays with the house (IR 309).
    """

    name: str
    share: str
    start: int
    seeded_by: str
    houses: tuple[str, ...]
    model: str
    bets: tuple[int, ...]
    ceiling: int = 0
    overflow: str = ""
    must_hit_by: int = 0
    machine: str = ""
    when_full: str = "overflow"
    borne_by: str = "parts"
    authorisation_serves: str = "failing-others"
    void_prize: str = "pool"

    @property
    def rate(self) -> Fraction:
        """The share of each bet."""
        return Fraction(self.share)

    @property
    def law(self) -> str:
        """The clause under which it grows: that of a jackpot or a superjackpot."""
        return L["3"] if self.machine else L["4"]

    @property
    def made_for(self) -> tuple[str, tuple[int, ...]]:
        """The model and the bets of its machines, which rule 6 compares."""
        return self.model, tuple(sorted(self.bets))

    def share_of(self, bet: int, carried: Fraction = Fraction(0)) -> tuple[int, Fraction]:
        """The cents of a bet that go to it and the fraction that is carried:
        `families.jackpot.share`."""
        return share_of(self.rate, bet, carried)

    def encode(self) -> bytes:
        """The definition as the pool ledger stores it; usual readings are left out."""
        encoded = canonical(self)
        for key, (usual, _) in READINGS.items():
            encoded = encoded.replace(f',"{key}":"{usual}"'.encode(), b"")
        return encoded

    def digest(self) -> str:
        """The digest of the definition in its chain."""
        return digest(self.encode())


def read(text: str) -> Pool | list[Violation]:
    """A pool from the text of its TOML file, or everything that is wrong with it."""
    try:
        values = parse_values(text)
    except ValueError as error:
        return [Violation("", "the file", str(error), "TOML")]
    return _Reading(values).pool()


class _Reading:
    """One file while it is read; ``wrong`` collects its violations."""

    def __init__(self, values: dict[str, object]) -> None:
        self.values = values
        self.wrong: list[Violation] = []

    def require(self, good: bool, key: str, found: object, allowed: str, clause: str = "") -> bool:
        if not good:
            self.wrong.append(Violation(clause, key, str(found), allowed))
        return good

    def pool(self) -> Pool | list[Violation]:
        fields = {f.name: f for f in msgspec.structs.fields(Pool)}
        for key in self.values:
            section = self.values[key]
            is_section = isinstance(section, dict) and fields.keys() & section.keys()
            self.require(
                key in fields,
                key,
                "an unknown section" if is_section else "an unknown key",
                "no section: a pool file has only keys"
                if is_section
                else suggest_key(key, fields),
            )
        for key, field in fields.items():
            self.require(not field.required or key in self.values, key, "nothing", "a value")
        good: dict[str, Any] = {}
        for key, raw in self.values.items():
            if key in fields and (value := getattr(self, f"_{key}")(key, raw)) is not None:
                good[key] = value
        if all(key in good for key, field in fields.items() if field.required):
            self._check_combinations(Pool(**good))
        return self.wrong or Pool(**good)

    def _name(self, key: str, value: object) -> str | None:
        text = "1 to 60 of the letters a to z, figures and hyphens"
        good = value if isinstance(value, str) and _NAME.fullmatch(value) else None
        self.require(good is not None, key, repr(value), text)
        return good

    _seeded_by = _overflow = _name

    def _text(self, key: str, value: object) -> str | None:
        good = value if isinstance(value, str) and 0 < len(value.strip()) <= 100 and (
            value.isprintable()) else None
        self.require(good is not None, key, repr(value), "a text of 1 to 100 characters")
        return good

    _model = _machine = _text

    def _reading(self, key: str, value: object) -> str | None:
        good = value if isinstance(value, str) and value in READINGS[key] else None
        self.require(good is not None, key, repr(value),
                     either(f'"{name}"' for name in READINGS[key]))
        return good

    _when_full = _borne_by = _authorisation_serves = _void_prize = _reading

    def _houses(self, key: str, value: object) -> tuple[str, ...] | None:
        if not isinstance(value, list) or not 0 < len(value) <= 1000:
            self.require(False, key, repr(value), "a list of the houses that take part")
            return None
        names = [self._name(f"{key}[{n}]", house) for n, house in enumerate(value, start=1)]
        self.require(len(set(map(str, value))) == len(value), key, repr(value), "each house once")
        return tuple(name for name in names if name is not None)

    def _sum(self, key: str, value: object) -> int | None:
        try:
            if isinstance(value, bool) or not isinstance(value, int | str):
                raise ValueError
            amount = cents(value) if isinstance(value, str) else value * 100
            if not 0 <= amount <= _MAX:
                raise ValueError
        except ValueError:
            self.require(False, key, repr(value),
                         phrase('whole euros or a text such as "2.50", up to {most}',
                                most=f"{_MAX // 100:,}"))
            return None
        return amount

    _start = _ceiling = _must_hit_by = _sum

    def _bets(self, key: str, value: object) -> tuple[int, ...] | None:
        text = "a list of the bets of its machines, each more than nothing, each once"
        if not isinstance(value, list) or not 0 < len(value) <= 1000:
            self.require(False, key, repr(value), text, L["6"])
            return None
        sums = [self._sum(f"{key}[{n}]", amount) for n, amount in enumerate(value, start=1)]
        if None in sums:
            return None
        self.require(0 not in sums and len(set(sums)) == len(sums), key, repr(value), text, L["6"])
        return tuple(amount for amount in sums if amount is not None)

    def _share(self, key: str, value: object) -> str | None:
        share = Fraction(0)
        if isinstance(value, str):
            if (part := _FRACTION.fullmatch(value.strip())) and int(part[2]):
                share = Fraction(int(part[1]), int(part[2]))
            elif part := _PERCENT.fullmatch(value.strip()):
                share = Fraction(part[1]) / 100
        form = 'a text such as "1/100" or "0.5 %", of more than nothing'
        if not self.require(share > 0, key, repr(value), form):
            return None
        self.require(share <= MAX_SHARE, key, value, phrase(
            "at most {most}: four fifths of what is played come back as other prizes",
            most=MAX_SHARE), IR[313])
        return str(share)

    def _check_combinations(self, pool: Pool) -> None:
        """Check the rules that concern several keys together."""
        self.require(pool.seeded_by in pool.houses, "seeded_by", pool.seeded_by,
                     phrase("one of the houses, which holds the money: {houses}",
                            houses=", ".join(pool.houses)), L["5"])
        self.require(not pool.machine or len(pool.houses) == 1, "houses", ", ".join(pool.houses),
                  "one house: a jackpot is of one machine; leave machine out for a group", L["3"])
        if "ceiling" in self.values:
            self.require(pool.ceiling > pool.start, "ceiling", euros(pool.ceiling),
                         phrase("more than the start of {start}", start=euros(pool.start)))
            stops = pool.when_full == "stops"
            self.require(bool(pool.overflow) != stops, "overflow", pool.overflow or "nothing",
                         "nothing where the deduction stops" if stops else
                         "the pool that has what comes in above the ceiling", IR[305])
        else:
            self.require(not pool.overflow, "overflow", pool.overflow, "nothing without a ceiling")
        self.require(pool.overflow != pool.name, "overflow", pool.overflow, "another pool")
        if "must_hit_by" in self.values:
            self.require(pool.must_hit_by > pool.start, "must_hit_by", euros(pool.must_hit_by),
                         phrase("more than the start of {start}", start=euros(pool.start)))
            self.require(not pool.ceiling, "ceiling", euros(pool.ceiling),
                         "nothing where must_hit_by says when the pool falls")

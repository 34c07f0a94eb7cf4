"""What a pool is: the file in which it is laid down, and what is wrong with one."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import msgspec

from sabot import law
from sabot.families.jackpot.contribution import share_of
from sabot.law import IR
from sabot.money import cents, euros
from sabot.procedure.record import canonical, digest
from sabot.procedure.table import Violation, parse_values, suggest_key

L = law.Section("pt-217-2007/maquinas-automaticas")

MOST_SHARE = Fraction(1, 5)
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_FRACTION = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")
_PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,9})?) ?%")
_MOST = 10**12  # cents


class Pool(msgspec.Struct, frozen=True, kw_only=True):
    """The prize of one machine (a jackpot, 3) or of machines together (a superjackpot, 4).

    ``share`` of each bet is deducted for it, as a text such as "1/100". It begins with ``start``
    cents, which the house ``seeded_by`` puts in, and takes money of all ``houses``. ``model`` and
    ``bets`` (cents) are those of its machines (6). What comes in above ``ceiling`` cents goes to
    the pool ``overflow``; a pool with ``must_hit_by`` falls by itself at a secret sum up to that
    one. ``machine`` is the only table that feeds it, "" for a group.
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

    @property
    def rate(self) -> Fraction:
        """The share of each bet."""
        return Fraction(self.share)

    @property
    def law(self) -> str:
        """The clause under which it grows: that of a jackpot or of a superjackpot."""
        return L["3"] if self.machine else L["4"]

    @property
    def made_for(self) -> tuple[str, tuple[int, ...]]:
        """The model and the bets of its machines: what rule 6 compares."""
        return self.model, tuple(sorted(self.bets))

    def share_of(self, bet: int, carried: Fraction = Fraction(0)) -> tuple[int, Fraction]:
        """The cents of a bet that go to it and what is carried: `families.jackpot.share`."""
        return share_of(self.rate, bet, carried)

    def encoded(self) -> bytes:
        """The definition as the book keeps it."""
        return canonical(self)

    def digest(self) -> str:
        """What its chain remembers of the definition."""
        return digest(self.encoded())


def read(text: str) -> Pool | list[Violation]:
    """A pool from the text of its TOML file, or everything that is wrong with it."""
    try:
        values = parse_values(text)
    except ValueError as error:
        return [Violation("", "the file", str(error), "TOML")]
    return _Reading(values).pool()


class _Reading:
    """One file while it is read; ``wrong`` is everything found so far."""

    def __init__(self, values: dict[str, object]) -> None:
        self.values = values
        self.wrong: list[Violation] = []

    def need(self, good: bool, key: str, found: object, allowed: str, clause: str = "") -> bool:
        if not good:
            self.wrong.append(Violation(clause, key, str(found), allowed))
        return good

    def pool(self) -> Pool | list[Violation]:
        fields = {f.name: f for f in msgspec.structs.fields(Pool)}
        for key in self.values:
            section = self.values[key]
            inside = isinstance(section, dict) and fields.keys() & section.keys()
            self.need(
                key in fields,
                key,
                "an unknown section" if inside else "an unknown key",
                "no section: its keys stand by themselves" if inside else suggest_key(key, fields),
            )
        for key, field in fields.items():
            self.need(not field.required or key in self.values, key, "nothing", "a value")
        good: dict[str, Any] = {}
        for key, found in self.values.items():
            if key in fields and (made := getattr(self, f"_{key}")(key, found)) is not None:
                good[key] = made
        if all(key in good for key, field in fields.items() if field.required):
            self._together(Pool(**good))
        return self.wrong or Pool(**good)

    def _name(self, key: str, found: object) -> str | None:
        told = "1 to 60 of the letters a to z, figures and hyphens"
        good = found if isinstance(found, str) and _NAME.fullmatch(found) else None
        self.need(good is not None, key, repr(found), told)
        return good

    _seeded_by = _overflow = _name

    def _text(self, key: str, found: object) -> str | None:
        good = found if isinstance(found, str) and 0 < len(found.strip()) <= 100 and (
            found.isprintable()) else None
        self.need(good is not None, key, repr(found), "a text of 1 to 100 characters")
        return good

    _model = _machine = _text

    def _houses(self, key: str, found: object) -> tuple[str, ...] | None:
        if not isinstance(found, list) or not 0 < len(found) <= 1000:
            self.need(False, key, repr(found), "a list of the houses that take part")
            return None
        names = [self._name(f"{key}[{n}]", one) for n, one in enumerate(found, start=1)]
        self.need(len(set(map(str, found))) == len(found), key, repr(found), "each house once")
        return tuple(name for name in names if name is not None)

    def _sum(self, key: str, found: object) -> int | None:
        try:
            if isinstance(found, bool) or not isinstance(found, int | str):
                raise ValueError
            made = cents(found) if isinstance(found, str) else found * 100
            if not 0 <= made <= _MOST:
                raise ValueError
        except ValueError:
            self.need(False, key, repr(found),
                      f'whole euros or a text such as "2.50", up to {_MOST // 100:,}')
            return None
        return made

    _start = _ceiling = _must_hit_by = _sum

    def _bets(self, key: str, found: object) -> tuple[int, ...] | None:
        told = "a list of the bets of its machines, each more than nothing, each once"
        if not isinstance(found, list) or not 0 < len(found) <= 1000:
            self.need(False, key, repr(found), told, L["6"])
            return None
        sums = [self._sum(f"{key}[{n}]", one) for n, one in enumerate(found, start=1)]
        if None in sums:
            return None
        self.need(0 not in sums and len(set(sums)) == len(sums), key, repr(found), told, L["6"])
        return tuple(one for one in sums if one is not None)

    def _share(self, key: str, found: object) -> str | None:
        made = Fraction(0)
        if isinstance(found, str):
            if (part := _FRACTION.fullmatch(found.strip())) and int(part[2]):
                made = Fraction(int(part[1]), int(part[2]))
            elif part := _PERCENT.fullmatch(found.strip()):
                made = Fraction(part[1]) / 100
        form = 'a text such as "1/100" or "0.5 %", of more than nothing'
        if not self.need(made > 0, key, repr(found), form):
            return None
        self.need(made <= MOST_SHARE, key, found, f"at most {MOST_SHARE}: four fifths of what is "
                  "played come back as other prizes", IR[313])
        return str(made)

    def _together(self, pool: Pool) -> None:
        """What only several keys together can be wrong in."""
        self.need(pool.seeded_by in pool.houses, "seeded_by", pool.seeded_by,
                  f"one of the houses, which holds the money: {', '.join(pool.houses)}", L["5"])
        self.need(not pool.machine or len(pool.houses) == 1, "houses", ", ".join(pool.houses),
                  "one house: a jackpot is of one machine; leave machine out for a group", L["3"])
        if "ceiling" in self.values:
            self.need(pool.ceiling > pool.start, "ceiling", euros(pool.ceiling),
                      f"more than the start of {euros(pool.start)}")
            self.need(bool(pool.overflow), "overflow", "nothing",
                      "the pool that has what comes in above the ceiling", IR[305])
        else:
            self.need(not pool.overflow, "overflow", pool.overflow, "nothing without a ceiling")
        self.need(pool.overflow != pool.name, "overflow", pool.overflow, "another pool")
        if "must_hit_by" in self.values:
            self.need(pool.must_hit_by > pool.start, "must_hit_by", euros(pool.must_hit_by),
                      f"more than the start of {euros(pool.start)}")
            self.need(not pool.ceiling, "ceiling", euros(pool.ceiling),
                      "nothing where must_hit_by says when the pool falls")

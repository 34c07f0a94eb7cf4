"""The service of pools: the requests of houses. Every request has a key and takes effect once."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from sabot import regulations as law
from sabot.equipment import NoncedSource, System
from sabot.ledger.clock import milliseconds
from sabot.money import euros
from sabot.pools import schema
from sabot.pools.book import Book
from sabot.pools.entry import OWN, Facts, Hit, Part, part_of
from sabot.pools.errors import PoolRefused
from sabot.pools.page import Bettor, Page, RouteChanged, Standing, decode_pool, decode_standing
from sabot.pools.pool import Pool
from sabot.pools.store import Store
from sabot.regulations import IR, cite_clause
from sabot.words import phrase

L = law.Section("pt-217-2007/maquinas-automaticas")

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_OPENING = 0x5AB09  # held while a pool is opened (PostgreSQL)
Result = TypeVar("Result")


class Contribution(NamedTuple):
    """What a bet adds to a pool: ``cents`` under a ``key`` of the house, with table and player."""

    pool: str
    key: str
    cents: int
    table: str = ""
    player: str = ""


class Authorisation(msgspec.Struct, frozen=True, kw_only=True):
    """The regulator's consent to a transfer: its ``reference`` and ``day`` (ISO)."""

    reference: str
    day: str


class Pools(Book):
    """The pools of one or several houses in one database. Any thread of any house may call it.

    A request under a key takes effect once; repeating it gives the same answer. PoolRefused says
    what is refused and under which clause. After a LedgerError, repeat the same request. ``clock``
    gives milliseconds since 1970.
    """

    def __init__(self, store: Store, clock: Callable[[], int] = milliseconds,
                 source: NoncedSource | None = None) -> None:
        super().__init__(store)
        self._clock = clock
        self._source = source or System()

    @classmethod
    def open(cls, url: str, *, create: bool = True, readonly: bool = False, busy_ms: int = 5_000,
             source: NoncedSource | None = None) -> Pools:
        """Open ``sqlite:///path`` (or a plain path) or ``postgresql://user@host/name``.

        With ``create`` an empty database gets the schema. Raises the same errors as opening a
        ledger.
        """
        return cls(Store(url, create=create, readonly=readonly, busy_ms=busy_ms), source=source)

    def close(self) -> None:
        """Release the database."""
        self._store.close()

    def __enter__(self) -> Pools:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _transact(
        self, names: Collection[str], act: Callable[[Page, sa.Connection], Result]
    ) -> Result:
        """One transaction over some pools; it begins again where their next pools have changed."""
        while True:
            try:
                with self._store.writing() as connection:
                    page = Page(connection, names, self._clock, self._source)
                    result = act(page, connection)
                    page.write()
                return result
            except RouteChanged:
                continue

    # -- opening a pool ---------------------------------------------------------------------------

    def define(self, pool: Pool) -> bool:
        """Open a pool with its start; False where the same pool is open already. PoolRefused
        where another pool has this name, or where its ``overflow`` pool cannot take its money.
        """
        with self._store.writing() as connection:
            if not self._store.sqlite:
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(:n)"), {"n": _OPENING})
            p = schema.pools.c
            definition = connection.execute(
                sa.select(p.definition).where(p.name == pool.name)).scalar()
            if definition is not None:
                if decode_pool(definition) != pool:
                    raise PoolRefused("changed", phrase("the pool {name} is already open with "
                                                        "another definition, which cannot change: "
                                                        "give this pool another name",
                                                        name=pool.name), L["5"])
                return False
            page = Page(connection, [pool.overflow] if pool.overflow else [], self._clock,
                        self._source)
            if pool.overflow:
                self._check_overflow(pool, page.at[pool.overflow].pool)
            page.open(pool)
            page.write()
        return True

    @staticmethod
    def _check_overflow(pool: Pool, target: Pool) -> None:
        lacking = sorted(set(pool.houses) - set(target.houses))
        if lacking:
            raise PoolRefused("overflow", phrase("the pool {name} takes no money of {lacking}, so "
                                                 "no money of {name2} can go on to it",
                                                 name=target.name, lacking=", ".join(lacking),
                                                 name2=pool.name),
                              IR[305])
        if target.machine not in ("", pool.machine):
            raise PoolRefused("overflow", phrase("the pool {name} is the jackpot of the machine "
                                                 "{machine} alone, so no money of {name2} can go "
                                                 "on to it", name=target.name,
                                                 machine=target.machine, name2=pool.name),
                              L["3"])

    # -- money in and out -------------------------------------------------------------------------

    def contribute(self, house: str, contributions: Sequence[Contribution],
                   mark: int | None = None) -> tuple[Hit, ...]:
        """Bets of a house add to pools, all of them or none; known keys have no effect.

        Returns the prizes that fell to these bets by a secret sum. ``mark`` is stored in the same
        transaction: the last entry of the house's ledger that is delivered with this request
        (`last_delivered`).
        """
        for contribution in contributions:
            self._check_key(contribution.key)
            if contribution.cents <= 0:
                raise PoolRefused(
                    "amount",
                    phrase("{key} adds {cents} cents to {pool}; a bet must add more than 0",
                           key=contribution.key, cents=contribution.cents,
                           pool=contribution.pool),
                    L["3"],
                )

        def act(page: Page, connection: sa.Connection) -> tuple[Hit, ...]:
            amounts = {
                at: -1 if row["kind"] != "contribution" else row["amount"]
                for at, row in page.known_requests(
                    house, [(contribution.pool, contribution.key) for contribution in contributions]
                ).items()
            }
            new: list[tuple[Contribution, Pool]] = []
            for contribution in contributions:
                before = amounts.setdefault((contribution.pool, contribution.key), 0)
                if before and before != contribution.cents:
                    raise PoolRefused(
                        "key",
                        phrase("{house} has already used the key {key} for another request to "
                               "{pool}; it cannot be {cents} cents too", house=house,
                               key=contribution.key, pool=contribution.pool,
                               cents=contribution.cents),
                    )
                if before:
                    continue
                amounts[contribution.pool, contribution.key] = contribution.cents
                pool = self._participating(page, contribution.pool, house).pool
                if pool.machine and contribution.table != pool.machine:
                    raise PoolRefused(
                        "machine",
                        phrase("{key} is of the machine {table}; the jackpot {name} grows only by "
                               "bets on {machine}", key=contribution.key,
                               table=repr(contribution.table), name=pool.name,
                               machine=repr(pool.machine)),
                        L["3"],
                    )
                new.append((contribution, pool))
            for contribution, pool in new:  # refused: no money moved, no sum drawn
                page.receive(
                    contribution.pool, "contribution", house, contribution.cents, pool.law,
                    Bettor(contribution.table, contribution.player, contribution.key),
                    contribution.key)
            if mark is not None:
                self._mark(connection, house, {"ledger": mark})
            return tuple(page.hits)

        return self._transact({contribution.pool for contribution in contributions}, act)

    def claim(self, house: str, name: str, key: str, part: Fraction | int,
              among: int = 1) -> int:
        """Claim a prize that was won. Returns the cents that the house pays; repeating gives the
        same.

        ``part`` is a fraction of what the pool holds, rounded down to the cent, or cents, of which
        the pool pays no more than it holds. ``among`` winners get equal parts. A pool that was won
        whole restarts.
        """
        self._check_key(key)
        fraction = isinstance(part, Fraction)
        if not part > 0 or (fraction and part > 1) or among < 1:
            raise PoolRefused("part", phrase("a prize is a fraction of a pool up to 1, or more "
                                             "than 0 cents, for one or more winners; not {part} "
                                             "for {among}", part=part, among=among))
        due = Part(f"{part.numerator}/{part.denominator}" if fraction else str(part), among)

        def act(page: Page, connection: sa.Connection) -> int:
            row = page.known_requests(house, [(name, key)]).get((name, key))
            if row is not None:
                if part_of(msgspec.json.decode(row["facts"])) != due:
                    raise PoolRefused("key", phrase("{house} has already used the key {key} for "
                                                    "another request to {name}; it cannot be a "
                                                    "prize of {part} too", house=house, key=key,
                                                    name=name, part=part))
                if page.known_requests(house, [(name, _return_key(key))]):
                    raise PoolRefused("key", phrase("the prize {key} of {name} went back into the "
                                                    "pool because its game is void", key=key,
                                                    name=name), IR[309])
                return -int(row["amount"])
            s = self._participating(page, name, house)
            if s.successor:
                raise PoolRefused("transferred", phrase("the money of {name} went to {successor}: "
                                                        "it cannot be won here", name=name,
                                                        successor=s.successor), L["6"])
            return page.win(name, house, due, key)

        return self._transact([name], act)

    def give_back(self, house: str, name: str, key: str) -> int:
        """Return the prize claimed under a key: its game is void, and nobody was paid.

        Returns the cents; the key can claim nothing more.
        """
        def act(page: Page, connection: sa.Connection) -> int:
            rows = page.known_requests(house, [(name, key), (name, _return_key(key))])
            prize = rows.get((name, key))
            if prize is None or part_of(msgspec.json.decode(prize["facts"])) is None:
                raise PoolRefused("unknown", phrase("{house} has claimed nothing of {name} under "
                                                    "the key {key}", house=house, name=name,
                                                    key=key))
            if (name, _return_key(key)) not in rows:
                own = (self._dues(connection, name).shares_of_win(prize["seq"])
                       if page.at[name].successor else None)
                page.receive(
                    name, "return", house, -prize["amount"], IR[309], Bettor(), _return_key(key),
                    own, of=prize["seq"])
                s = page.at[name]
                if s.pool.void_prize == "house" and not s.successor:
                    page.add(name, "overflow", house, prize["amount"], IR[309], to="",
                             of=prize["seq"])
            return -int(prize["amount"])

        return self._transact([name], act)

    @staticmethod
    def _check_key(key: str) -> None:
        if not key or key.startswith(OWN):
            raise PoolRefused("key", phrase("the key of a request must not be empty or begin with "
                                            "{own}; found {key}", own=repr(OWN), key=repr(key)))

    @staticmethod
    def _participating(page: Page, name: str, house: str) -> Standing:
        s = page.at[name]
        if house not in s.pool.houses:
            raise PoolRefused("house", phrase("{house} takes no part in the pool {name}; the "
                                              "houses that do: {houses}", house=repr(house),
                                              name=name, houses=", ".join(s.pool.houses)),
                              s.pool.law)
        return s

    # -- prizes that fell -------------------------------------------------------------------------

    def acknowledge(self, house: str, key: str) -> None:
        """The house has entered the prize of this `Hit` in its ledger: `hits` no longer lists it.
        """
        name, _, seq = key.rpartition("/")
        e = schema.entries.c
        with self._store.writing() as connection:
            facts = connection.execute(sa.select(e.facts).where(
                e.pool == name, e.seq == (int(seq) if seq.isdecimal() and len(seq) < 19 else 0),
                e.house == house, e.kind == "win")).scalar()
            if facts is None or "cause" not in msgspec.json.decode(facts):
                raise PoolRefused("unknown", phrase("{key} won no prize {house}", key=repr(key),
                                                    house=house))
            connection.execute(self._insert(schema.acknowledged).on_conflict_do_nothing(),
                               {"pool": name, "seq": int(seq)})

    # -- what rule 6 moves ------------------------------------------------------------------------

    def transfer(self, name: str, to: str, *, cause: str, by: str,
                 authorisation: Authorisation | None = None) -> int:
        """Transfer all money of a pool that cannot be awarded to another (6). Returns the cents.

        ``cause`` is the force majeure and ``by`` who ordered the transfer. The other pool must have
        the same model and bets; only where no such pool is open, an ``authorisation`` permits
        others. The pool is closed, and later money follows. Repeating the same request gives the
        same result.
        """
        if not cause.strip() or not by.strip():
            raise PoolRefused("transfer", phrase("the money of {name} goes to another pool only if "
                                                 "force majeure prevents its award: give the cause "
                                                 "and the person who orders it", name=name), L["6"])
        if authorisation is not None and not (authorisation.reference.strip()
                                              and _DAY.fullmatch(authorisation.day)):
            raise PoolRefused("transfer", phrase("an authorisation has a reference and a day such "
                                                 "as 2026-11-30, not {reference} and {day}",
                                                 reference=repr(authorisation.reference),
                                                 day=repr(authorisation.day)), L["6"])

        def act(page: Page, connection: sa.Connection) -> int:
            s, t = page.at[name], page.at[to]
            if s.successor == to:
                return self._moved(connection, name)
            if s.successor or t.successor or name == to:
                moved = name if s.successor else to
                raise PoolRefused(
                    "transfer", phrase("{moved} was transferred to {successor}", moved=moved,
                                       successor=page.at[moved].successor) if name != to else
                    phrase("{name} is the pool itself; its money must go to another pool",
                           name=name), L["6"])
            self._check_transfer(connection, s.pool, t.pool, authorisation)
            return self._move(page, connection, s, to, {
                "force_majeure": cause.strip(), "by": by.strip(),
                "authorisation": msgspec.to_builtins(authorisation)})

        return self._transact({name, to}, act)

    def _check_transfer(self, connection: sa.Connection, pool: Pool, to: Pool,
                        authorisation: Authorisation | None) -> None:
        cite_clause(IR[308])
        if pool.made_for == to.made_for:
            return
        p = schema.pools.c
        same = [other.pool.name for other in map(decode_standing, connection.execute(
            sa.select(*schema.pools.c).where(p.successor == "", p.name != pool.name)
            .order_by(p.name)).mappings()) if other.pool.made_for == pool.made_for]
        if same and (authorisation is None or pool.authorisation_serves != "always"):
            raise PoolRefused("transfer", phrase("{name} does not have the model and bets of "
                                                 "{name2}; {same} has", name=to.name,
                                                 name2=pool.name, same=", ".join(same)), L["6"])
        if authorisation is None:
            bets = ", ".join(map(euros, pool.made_for[1]))
            raise PoolRefused("transfer", phrase("{name} does not have the model and bets of "
                                                 "{name2} ({model}: {bets}), and no other pool "
                                                 "has: the regulator's authorisation is needed",
                                                 name=to.name, name2=pool.name, model=pool.model,
                                                 bets=bets), L["6"])

    def _move(self, page: Page, connection: sa.Connection, s: Standing, to: str,
              facts: Facts) -> int:
        """Each house's part goes to the other pool, and so do its debts for prizes that others
        paid."""
        name, value = s.pool.name, s.value
        dues = self._dues(connection, name)
        facts |= page.opening(s)  # a secret sum that never fell is shown as well
        for house in sorted(h for h, n in dues.account.items() if n or dues.own[h]) or [
                s.pool.seeded_by]:
            page.pass_on(name, to, "transfer", house, dues.account[house], L["6"], Bettor(),
                         {house: dues.own[house]}, **facts)
            facts.pop("opens", None)
        s.successor = to
        return value

    def _moved(self, connection: sa.Connection, name: str) -> int:
        e = schema.entries.c
        rows = connection.execute(sa.select(e.amount, e.facts).where(
            e.pool == name, e.kind == "transfer", e.law == L["6"]))
        return -sum(int(amount) for amount, facts in rows if "to" in msgspec.json.decode(facts))

    # -- what houses owe one another --------------------------------------------------------------

    def settle(self, name: str, debtor: str, creditor: str, cents: int, reference: str) -> None:
        """One house has paid another its debt for prizes: once for each ``reference``.

        The pool keeps its value; the account of the debtor falls as that of the creditor rises.
        """
        self._check_key(reference)

        def act(page: Page, connection: sa.Connection) -> None:
            row = page.known_requests(debtor, [(name, reference)]).get((name, reference))
            if row is not None:
                if (row["kind"], -row["amount"]) != ("settlement", cents):
                    raise PoolRefused("key", phrase("the reference {reference} was already used "
                                                    "for another payment", reference=reference))
                return
            owed = self._dues(connection, name).owed()
            due = min(owed.get(debtor, 0), -owed.get(creditor, 0))
            if not 0 < cents <= due:
                raise PoolRefused("debt", phrase("{debtor} owes {creditor} up to {due} for prizes "
                                                 "of {name}, not {cents}", debtor=debtor,
                                                 creditor=creditor, due=euros(max(due, 0)),
                                                 name=name, cents=euros(cents)), IR[307])
            page.add(name, "settlement", debtor, -cents, IR[307], reference, to=creditor)
            page.add(name, "settlement", creditor, cents, IR[307], origin=debtor)

        self._transact([name], act)

    # -- how far a house has come -----------------------------------------------------------------

    def note_mirrored(self, house: str, upto: Mapping[str, int]) -> None:
        """The entries of a house up to these (number by pool) are in its ledger."""
        with self._store.writing() as connection:
            self._mark(connection, house, {f"pool:{name}": seq for name, seq in upto.items()})

    def _mark(self, connection: sa.Connection, house: str, seqs: Mapping[str, int]) -> None:
        insert = self._insert(schema.marks)
        newer = insert.on_conflict_do_update(
            index_elements=["house", "what"], set_={"seq": insert.excluded.seq},
            where=schema.marks.c.seq < insert.excluded.seq)
        for what, seq in sorted(seqs.items()):
            connection.execute(newer, {"house": house, "what": what, "seq": seq})

    def _insert(self, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
        return (sqlite.insert if self._store.sqlite else postgresql.insert)(table)


def _return_key(key: str) -> str:
    return f"{OWN}back/{key}"

"""A small house for tests: plays real coups of online blackjack into a ledger.

Everything is reproducible from a seed: the cards, and what the players do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from sabot import __version__, games
from sabot.equipment import Seeded
from sabot.ledger import Document, Entry, Ledger, Outcome, Stored
from sabot.ledger.postings import FIRST, Accounts
from sabot.money import EURO
from sabot.procedure import Act, Dealer, Event, Live, Refusal, Shuffle, TimeOut, canonical, digest
from sabot.procedure.table import Table

TABLE = """
game = "blackjack-online"
name = "Test"
minimum = 5
maximum = 500
places = 5
places_per_player = 2
[rules]
packs = 4
warning_card = 100
double_any = true
"""

Commit = Callable[[Sequence[Entry]], list[Outcome]]


def table(text: str = TABLE) -> Table:
    table = games.read_table(text)
    assert isinstance(table, Table), table
    return table


EUR = Accounts("EUR")
"""The names of accounts in euros, in books of the second format."""


class Seat:
    """A table of the small house, and the entries that its coups make."""

    def __init__(self, table_id: str, seed: int, *, rules: Table | None = None, players: int = 3,
                 no: int = 0, carry: Any = None, shoe: Any = None, version: int = 0) -> None:
        self.id = table_id
        self.table = rules or table()
        self.game = games.game(self.table.game)
        self.chance = Live(Seeded(seed, f"shoe/{table_id}/{no}"), shoe)
        self.random = random.Random(f"{seed}/{table_id}/{no}")
        self.players = [f"{table_id}-p{i}" for i in range(players)]
        self.carry = self.game.opening(self.table) if carry is None else carry
        self.no = no
        self.version = version
        self.commands = 0

    def credit(self, amount: int = 1_000_000) -> list[Entry]:
        """The entries that give each player demo credits."""
        return [Entry(kind="player", transfers=(FIRST.issue(p, amount, f"issue/{p}"),),
                      documents=(Document("player", p, p, canonical({"name": p})),))
                for p in self.players]

    def coup(self, void: str = "") -> Iterator[Entry]:
        """One coup: an entry for its begin and one for each answer; ``void`` ends it early."""
        self.no += 1
        coup_id = f"{self.id}-{self.no}"
        dealer = Dealer(self.game.coup(self.table, self.carry), self.chance)
        body = {"coup": coup_id, "no": self.no, "game": self.game.id,
                "table": msgspec.to_builtins(self.table), "carry": self.carry,
                "code": __version__, "rules": digest(canonical(self.table))}
        events = list(dealer.record)
        yield self.entry("begin", coup_id, 0, events, body)
        while not dealer.over:
            first = len(dealer.record)
            if void and first > 12:
                events = dealer.void(void)
                yield self.entry("void", coup_id, first, events, {}, over=dealer)
                break
            answer = self.choose(dealer)
            heard = dealer.answer(answer)
            assert not isinstance(heard, Refusal), (answer, heard)
            yield self.entry("play", coup_id, first, heard, {}, answer, dealer)
        self.carry = dealer.outcome

    def choose(self, dealer: Dealer) -> Act | TimeOut:
        """Some lawful answer: people sit and bet, and at times the clock runs out."""
        listen = dealer.standing
        assert listen is not None
        if listen.clock and self.random.random() < (0.4 if listen.window == "bets" else 0.1):
            return TimeOut(listen.window)
        offers = [o for o in listen.offers if o.act not in ("leave", "clear")]
        offer = self.random.choice(offers)
        free = [p for p in self.players if p not in offer.barred]
        amount = 0
        if offer.priced:
            low = -(-offer.low // offer.unit)
            amount = offer.unit * self.random.randint(low, max(low, min(offer.high // offer.unit,
                                                                        low + 20)))
        return Act(offer.player or self.random.choice(free), offer.act, offer.seat, amount)

    def entry(self, kind: str, coup_id: str, first: int, events: list[Event],
              body: dict[str, Any], answer: Act | TimeOut | None = None,
              over: Dealer | None = None) -> Entry:
        version, self.version = self.version + 1, self.version + len(events)
        command = None
        if isinstance(answer, Act):
            self.commands += 1
            command = (answer.player, f"{coup_id}/{self.commands}")
        secret = None
        if any(isinstance(e.step, Shuffle) for e in events):
            assert self.chance.shoe is not None
            secret = self.chance.shoe.opening()
        done = over is not None and over.over
        documents = (Document("coup", coup_id, "", canonical({"coup": coup_id})),) if done else ()
        return Entry(
            kind=kind, table=self.id, coup=coup_id, version=version, count=len(events),
            body=canonical({**body, "events": events}),
            transfers=FIRST.transfers(self.id, coup_id, first, events), command=command,
            answer=canonical({"v": self.version}) if command else b"",
            state=canonical({"coup": coup_id, "no": self.no, "version": self.version,
                             "over": done, "carry": over.outcome if done and over else None}),
            secret=secret, documents=documents)


def groups(coups: int = 20, *, tables: int = 1, seed: int = 1,
           void_every: int = 0) -> Iterator[list[Entry]]:
    """The entries of so many coups at each of some tables, side by side, in groups; their accounts
    have the names of the first format."""
    yield from _groups([Seat(f"t{i}", seed) for i in range(tables)], coups, void_every)


def _groups(seats: list[Seat], coups: int, void_every: int) -> Iterator[list[Entry]]:
    yield [entry for seat in seats for entry in seat.credit()]
    for number in range(1, coups + 1):
        void = "a card fell" if void_every and number % void_every == 0 else ""
        running = [seat.coup(void) for seat in seats]
        while running:
            group, on = [], []
            for coup in running:
                entry = next(coup, None)
                if entry is not None:
                    group.append(entry)
                    on.append(coup)
            running = on
            if group:
                yield group


def play(ledger: Ledger, coups: int = 20, *, tables: int = 1, seed: int = 1,
         void_every: int = 0) -> list[Seat]:
    """Play so many coups at each of some tables, side by side, one group for each round."""
    seats = [Seat(f"t{i}", seed) for i in range(tables)]
    for group in _groups(seats, coups, void_every):
        commit_group(ledger, group)
    return seats


def with_currency_names(names: Accounts, entry: Entry) -> Entry:
    """An entry that moves accounts of the first format, as they are called in a currency."""
    return msgspec.structs.replace(entry, transfers=tuple(
        t._replace(frm=names.rename(t.frm), to=names.rename(t.to)) for t in entry.transfers))


def by_first_names(ledger: Ledger) -> dict[str, int]:
    """The cents in each account, by their names in the first format."""
    owner = ledger.accounts(EURO).owner
    return {f"{name.split(':', 1)[0]}:{owner(name)}": cents
            for name, cents in ledger.balances().items()}


def commit_group(ledger: Ledger, group: Sequence[Entry]) -> None:
    """Commit a group that nobody has reason to refuse, its accounts as the ledger names them."""
    names = ledger.accounts(EURO)
    outcomes = ledger.commit([with_currency_names(names, entry) for entry in group])
    assert all(type(outcome) is Stored for outcome in outcomes), outcomes

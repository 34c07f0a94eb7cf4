"""What a game declares about itself; everything else in the house is built from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from sabot import deprecated, law
from sabot.money import EURO, format_money
from sabot.procedure import waiting_list
from sabot.procedure.capabilities import (
    Bot,
    Cabinet,
    Exposure,
    HandsAmongPlayers,
    Note,
    OpenChoices,
    PoolTerms,
    Preparation,
    Pricing,
    Purse,
    Simulation,
    Stands,
    Trial,
)
from sabot.procedure.dealer import Coup, Event
from sabot.procedure.felt import Felt
from sabot.procedure.limits import Limits
from sabot.procedure.menu import MenuBet
from sabot.procedure.opening_hours import LastPlay
from sabot.procedure.steps import Carry
from sabot.procedure.table import Rules, Table, Violation
from sabot.procedure.view import Label
from sabot.words import LANGS


@dataclass(frozen=True)
class Conduct:
    """What the house owes the player around the coups, each with the clause that orders it.

    ``idle_seconds`` without a bet at an individual table, or more than ``missed_coups`` in a row
    at a shared one, let the house invite the player to leave; ``grace_seconds`` or
    ``grace_coups`` after the warning the session ends. ``only_full``: nobody is invited while a
    place of a shared table is free.
    """

    idle_seconds: int
    missed_coups: int
    grace_seconds: int
    grace_coups: int
    laws: dict[str, str]
    only_full: bool = False

    def leave(self, option: str) -> str:
        """The clause under which the authority has its word about an option: an own one for this
        option, or one for all."""
        return self.laws.get(f"authorisation {option}", self.laws.get("authorisation", ""))


class Period(NamedTuple):
    """When a regulation is in force: ISO days, or a year where no more is known.

    ``until`` is the first day on which it is so no more, "" while it lasts; ``act`` is the
    regulation, and ``note`` what is known of these dates beside them, by language.
    """

    since: str
    until: str = ""
    act: str = ""
    note: Mapping[str, str] = MappingProxyType({})

    @property
    def historical(self) -> bool:
        """Whether something else stands in its place today."""
        return bool(self.until)

    def on(self, day: str) -> bool:
        """Whether the regulation is in force on an ISO day."""
        return self.since <= day and (not self.until or day < self.until)


class Calls(NamedTuple):
    """In which languages a law has its croupier call.

    ``always``: those of every call, none where the law does not say; ``foreign``: those in which it
    is said too where people play who read none of them. ``law``: under which clauses.
    """

    law: tuple[str, ...] = ()
    always: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()

    def languages_for(self, reader: str) -> tuple[str, ...]:
        """The languages of a call as one reader is told it, their own beside those of the law."""
        said = self.always if reader in self.always else (*self.always, *self.foreign)
        return said if reader in said else (*said, reader)

    def heard(self, reader: str) -> tuple[str, ...]:
        """The old name of `languages_for`."""
        deprecated.warn_once(f"{__name__}.Calls.heard", f"{__name__}.Calls.languages_for")
        return self.languages_for(reader)


NO_CALLS = Calls()
"""A law names no language."""


class ShoeAt(NamedTuple):
    """The shoe in use between two coups: its seal, the cards that have left it, where it was cut.

    A seal of "" says that no shoe stands on the table. ``lifted``: cards taken from below it.
    """

    seal: str
    drawn: int
    cut: int = 0
    lifted: int = 0


NO_SHOE = ShoeAt("", 0)
"""No shoe stands on the table."""


def seated(carry: Carry) -> tuple[str, ...]:
    """The player at each place, from a carry that keeps them under this name."""
    seats: tuple[str, ...] = carry.seats
    return seats


_UNKNOWN = Period("")
_NO_POOL = PoolTerms()
_NO_TRIAL = Trial()


@dataclass(frozen=True)
class Game:
    """A game of the catalogue.

    ``coup(table, carry)`` is the procedure; ``opening(table)`` the carry of the first coup;
    ``carry`` its type. ``violations(table)`` says what the regulation forbids in a table.
    ``shown(carry)`` is what of the carry lies open on the table; ``label`` names a hand;
    ``seats(carry)`` the player at each place ("" where free); ``shoe(carry)`` the shoe in use;
    ``steps_bound`` more events than any coup can have, changes of bets aside.
    ``felt(table)`` is the cloth as it is seen; ``bets(table)`` every bet with its limits and odds.
    ``words`` are the words of the game by language: ``call.KEY``, ``act.KEY``, ``result.KEY``,
    ``bet.KEY``, ``note.KEY``, ``handle.KEY``, ``answer.KEY`` (to a Handle) and ``incident.KEY``.
    Those of a call and of a handling may name the facts of the step in braces.
    ``reopen(table, carry)`` is the opening carry of a table that is emptied or laid out anew: it
    keeps what belongs to the players and to the pool (``emptied`` falls back on ``opening``).
    ``renew(carry)`` is a carry that an earlier version left as a coup of this one begins with it;
    one of this version stays as it is. A coup that is open is told to its end with its own.
    ``banked(carry, held, pool)`` is a carry with these stakes held (bet, then player and cents) and
    so many cents in its pool, for a table whose last coup could not be told to its end.
    ``complaint_open(events)`` says from the record of a coup since its first card, and of those
    after it until its cards were put away, whether a complaint about it is still admissible
    (``laws["complaint-until"]``).
    ``in_force`` is the time of its regulation, that of the register unless another is given.
    ``currency`` is the sign of the money that its tables are laid out in.
    ``all_places``: where a file says nothing of it a player may have every place of the table.
    ``places``: how many places every table of the game has, 0 where the house says.
    ``calls``: the languages in which its law has a croupier call.

    Its choices. ``choices``: the values that a rule of a table may have, where they are no whole
    numbers and no yes or no. ``times``: how many minimums the maximum of a plain table is, where
    not a hundred or thirty. ``notes``: what a lawful table should know of itself. ``open_choices``:
    those that its regulation leaves to the house and names nothing for.

    What it can do, None where it cannot: see `capabilities`. ``bot``: how a player of the house's
    own plays; ``people``: how many players a coup needs; ``keeps``: who has what a bet loses, where
    it is not the house. ``lists``: players are seated from a list of several tables. ``limits``:
    how those of an open table are changed. ``exposure``: what the bank may owe with the bets as
    they lie. ``stands``: who stands behind the seats. ``chips``: the clause by which the chips of a
    table are played at it alone. ``unopened``: the clause by which its cards are never shown
    afterwards, "" where they are. ``put_away``: whether what a carry leaves is put away at the
    closing hour; ``last_play``: what is done before it. ``book``: the law of the game as a value of
    its family, for who knows the family.
    """

    id: str
    section: str
    names: dict[str, str]
    rules: type[Rules]
    carry: type[Carry]
    opening: Callable[[Table], Carry]
    coup: Callable[[Table, Carry], Coup]
    violations: Callable[[Table], list[Violation]]
    felt: Callable[[Table], Felt]
    bets: Callable[[Table], tuple[MenuBet, ...]]
    shown: Callable[[Carry], dict[str, Any]]
    label: Label
    conduct: Conduct
    shoe: Callable[[Carry], ShoeAt]
    steps_bound: int
    seats: Callable[[Carry], tuple[str, ...]] = seated
    words: dict[str, dict[str, str]] = field(default_factory=dict)
    choices: Mapping[str, Sequence[object]] = field(default_factory=dict)
    times: tuple[int, ...] = ()
    notes: Callable[[Table], list[Note]] | None = None
    open_choices: OpenChoices | None = None
    book: object = None
    pricing: Pricing | None = None
    simulation: Simulation | None = None
    cabinet: Cabinet | None = None
    hands: HandsAmongPlayers | None = None
    purse: Purse | None = None
    bot: Bot | None = None
    people: int = 1
    keeps: str = ""
    lists: waiting_list.Rules | None = None
    limits: Limits | None = None
    pool: PoolTerms = _NO_POOL
    preparation: Preparation | None = None
    exposure: Exposure | None = None
    stands: Stands | None = None
    chips: Callable[[Table], tuple[str, tuple[str, ...]]] | None = None
    unopened: str = ""
    put_away: Callable[[Carry], bool] | None = None
    last_play: LastPlay | None = None
    trial: Trial = _NO_TRIAL
    reopen: Callable[[Table, Carry], Carry] | None = None
    renew: Callable[[Carry], Carry] | None = None
    banked: Callable[[Carry, Mapping[str, tuple[str, int]], int], Carry] | None = None
    complaint_open: Callable[[Sequence[Event]], bool] | None = None
    in_force: Period = _UNKNOWN
    currency: str = EURO
    all_places: bool = False
    places: int = 0
    calls: Calls = NO_CALLS

    def __post_init__(self) -> None:
        if not self.in_force.since:
            act = law.document(self.section)
            object.__setattr__(self, "in_force",
                               Period(act.since, act.until, act.short,
                                      dict(zip(LANGS, act.dates, strict=True))))

    @property
    def priced(self) -> Pricing:
        """How its bets are priced; LookupError where they are not."""
        if self.pricing is None:
            raise LookupError(f"no odds of {self.id} are computed")
        return self.pricing

    @property
    def simulated(self) -> Simulation:
        """How it is simulated in compiled loops; LookupError where it is not."""
        if self.simulation is None:
            raise LookupError(f"{self.id} has no compiled loops")
        return self.simulation

    def money(self, amount: int) -> str:
        """Cents in the currency of the game: '12.50 €'."""
        return format_money(amount, self.currency)

    def in_currency(self, text: str) -> str:
        """Why an act is refused: the procedure, which knows no currency, writes euros."""
        return text.replace(EURO, self.currency)

    def reset_carry(self, table: Table, carry: Carry) -> Carry:
        """The carry with which a table begins once it was emptied or laid out anew."""
        return self.reopen(table, carry) if self.reopen else self.opening(table)

    def upgrade_carry(self, carry: Carry) -> Carry:
        """The carry with which a coup of this version begins, whatever version left it."""
        return self.renew(carry) if self.renew else carry

    refused = deprecated.OldMethod("in_currency")
    emptied = deprecated.OldMethod("reset_carry")
    renewed = deprecated.OldMethod("upgrade_carry")

"""What a game declares about itself. All other code of the house is built on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from sabot import deprecated
from sabot import regulations as law
from sabot.money import EURO, format_money
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
from sabot.procedure.hints import HintsOf
from sabot.procedure.limits import Limits
from sabot.procedure.menu import MenuBet
from sabot.procedure.opening_hours import LastPlay
from sabot.procedure.readings import guarded, unpriced
from sabot.procedure.steps import Carry
from sabot.procedure.table import Rules, Table, Violation
from sabot.procedure.view import Label
from sabot.procedure.waiting_list import Rules as WaitingListRules
from sabot.words import LANGS, phrase


@dataclass(frozen=True)
class Conduct:
    """What the house owes its players between coups, each duty with its clause.

    The house may invite a player to leave after ``idle_seconds`` without a bet at an individual
    table, or after more than ``missed_coups`` in a row at a shared one. The session ends
    ``grace_seconds`` or ``grace_coups`` after the warning. With ``only_full`` nobody is invited to
    leave while a place of a shared table is free. ``missed_by_rules`` gives the missed coups of a
    table where its house rules choose them. ``laws`` has the clause of each duty by name.
    """

    idle_seconds: int
    missed_coups: int
    grace_seconds: int
    grace_coups: int
    laws: dict[str, str]
    only_full: bool = False
    missed_by_rules: Callable[[Any], int] | None = None

    def at_table(self, rules: Any) -> Conduct:
        """The conduct at a table with these house rules."""
        if self.missed_by_rules is None:
            return self
        return replace(self, missed_coups=self.missed_by_rules(rules))

    def leave(self, option: str) -> str:
        """The clause under which the authority decides about an option: that of the option, or else
        the one for all options."""
        return self.laws.get(f"authorisation {option}", self.laws.get("authorisation", ""))


class Period(NamedTuple):
    """When a regulation is in force: ISO days, or a year where no more is known.

    ``until`` is the first day on which it is no longer in force, "" while it is. ``act`` is the
    regulation; ``note`` is what else is known of these dates, by language.
    """

    since: str
    until: str = ""
    act: str = ""
    note: Mapping[str, str] = MappingProxyType({})

    @property
    def historical(self) -> bool:
        """Whether another regulation has replaced it."""
        return bool(self.until)

    def on(self, day: str) -> bool:
        """Whether the regulation is in force on an ISO day."""
        return self.since <= day and (not self.until or day < self.until)


class Calls(NamedTuple):
    """The languages in which a law requires the croupier to call.

    ``always`` are the languages of every call, none where the law does not say. ``foreign`` are
    added where some players read none of these. ``law`` lists the clauses.
    """

    law: tuple[str, ...] = ()
    always: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()

    def languages_for(self, reader: str) -> tuple[str, ...]:
        """The languages of a call as one reader gets it: those of the law and the reader's own."""
        languages = self.always if reader in self.always else (*self.always, *self.foreign)
        return languages if reader in languages else (*languages, reader)

    def heard(self, reader: str) -> tuple[str, ...]:
        """The old name of `languages_for`."""
        deprecated.warn_once(f"{__name__}.Calls.heard", f"{__name__}.Calls.languages_for")
        return self.languages_for(reader)


NO_CALLS = Calls()
"""The law names no language."""


class ShoeAt(NamedTuple):
    """The shoe in use between two coups: its seal, the number of cards drawn, and the cut position.

    With the seal "" no shoe is on the table. ``lifted`` counts cards taken from the bottom.
    """

    seal: str
    drawn: int
    cut: int = 0
    lifted: int = 0


NO_SHOE = ShoeAt("", 0)
"""No shoe is on the table."""


def seated(carry: Carry) -> tuple[str, ...]:
    """The player at each place, from a carry that has them in ``seats``."""
    seats: tuple[str, ...] = carry.seats
    return seats


_UNKNOWN = Period("")
_NO_POOL = PoolTerms()
_NO_TRIAL = Trial()


@dataclass(frozen=True)
class Game:
    """A game of the catalogue.

    ``coup(table, carry)`` is the procedure; ``opening(table)`` is the carry of the first coup, of
    the type ``carry``. ``violations(table)`` lists what the regulation forbids in a table.
    ``public_state(carry)`` is the part of the carry that everybody may see. ``label`` names a hand.
    ``seats(carry)`` is the player at each place ("" where free), ``shoe(carry)`` the shoe in use.
    ``steps_bound`` is more than the events of any coup, changes of bets not counted.
    ``felt(table)`` is the layout as it is drawn; ``bets(table)`` lists every bet with its limits
    and odds.

    ``words`` are the texts of the game by language and key: ``call.KEY``, ``act.KEY``,
    ``result.KEY``, ``bet.KEY``, ``note.KEY``, ``handle.KEY``, ``answer.KEY`` (to a Handle) and
    ``incident.KEY``. The texts of calls and handlings may name the facts of the step in braces.

    Carries. ``reopen(table, carry)`` is the opening carry of a table that is cleared or configured
    anew: it keeps what belongs to the players and to the pool (without it, `reset_carry` uses
    ``opening``). ``renew(carry)`` turns a carry of an earlier version into one of this version; a
    carry of this version stays as it is. An open coup is finished with its own carry.
    ``hold_stakes(carry, held, pool)`` is a carry with these stakes held (player and cents by bet)
    and so many cents in its pool, for a table whose last coup could not be finished.

    ``complaint_open(events)`` decides whether a complaint about a coup is still admissible, from
    the events since its first card and those after it until its cards were put away
    (``laws["complaint-until"]``). ``in_force`` is the period of its regulation, by default that of
    the register. ``currency`` is the sign of its money. ``all_places``: unless the file says
    otherwise, one player may have every place of the table. ``places`` is how many places every
    table of the game has, 0 where the house decides. ``calls`` are the languages of the croupier's
    calls.

    Its choices. ``choices`` are the values that a rule of a table may have, where these are neither
    whole numbers nor yes and no. ``limit_ratios`` are the ratios of maximum to minimum of an
    ordinary table, where they are not a hundred or thirty. ``notes(table)`` are remarks on a lawful
    table. ``open_choices`` are the choices that its regulation leaves to the house without a
    default.

    What it can do, None where it cannot; see `capabilities`. ``hints`` is what acts and bets cost
    on average, from what one player sees (see `hints.HintsOf`). ``bot`` is how a house player
    plays.
    ``players_needed`` is how many players a coup needs. ``lost_bets_to`` names who receives a lost
    bet, where it is not the house. ``waiting_list``: players are seated from a waiting list for
    several tables. ``limits`` says how the limits of an open table are changed. ``exposure`` is
    what the bank may owe with the bets on the layout. ``standing_players`` says who stands behind
    the seats. ``chips_clause`` is the clause by which the chips of a table are valid at that table
    only. ``unopened_clause`` is the clause by which its cards are never shown afterwards, "" where
    they are. ``put_away`` says whether the cards of a carry are put away at the closing hour, and
    ``last_play`` what is done before it. ``book`` is the law of the game as a value of its family,
    for code that knows the family.
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
    public_state: Callable[[Carry], dict[str, Any]]
    label: Label
    conduct: Conduct
    shoe: Callable[[Carry], ShoeAt]
    steps_bound: int
    seats: Callable[[Carry], tuple[str, ...]] = seated
    words: dict[str, dict[str, str]] = field(default_factory=dict)
    choices: Mapping[str, Sequence[object]] = field(default_factory=dict)
    limit_ratios: tuple[int, ...] = ()
    notes: Callable[[Table], list[Note]] | None = None
    open_choices: OpenChoices | None = None
    book: object = None
    pricing: Pricing | None = None
    simulation: Simulation | None = None
    hints: HintsOf | None = None
    cabinet: Cabinet | None = None
    hands: HandsAmongPlayers | None = None
    purse: Purse | None = None
    bot: Bot | None = None
    players_needed: int = 1
    lost_bets_to: str = ""
    waiting_list: WaitingListRules | None = None
    limits: Limits | None = None
    pool: PoolTerms = _NO_POOL
    preparation: Preparation | None = None
    exposure: Exposure | None = None
    standing_players: Stands | None = None
    chips_clause: Callable[[Table], tuple[str, tuple[str, ...]]] | None = None
    unopened_clause: str = ""
    put_away: Callable[[Carry], bool] | None = None
    last_play: LastPlay | None = None
    trial: Trial = _NO_TRIAL
    reopen: Callable[[Table, Carry], Carry] | None = None
    renew: Callable[[Carry], Carry] | None = None
    hold_stakes: Callable[[Carry, Mapping[str, tuple[str, int]], int], Carry] | None = None
    complaint_open: Callable[[Sequence[Event]], bool] | None = None
    in_force: Period = _UNKNOWN
    currency: str = EURO
    all_places: bool = False
    places: int = 0
    calls: Calls = NO_CALLS

    def __post_init__(self) -> None:
        if unpriced(self.rules):
            if self.pricing is not None:
                object.__setattr__(self, "pricing", guarded(self.pricing, (
                    "odds", "edge", "waterfall", "class_values", "liability", "together",
                    "cards_left", "advice", "chart_loss")))
            if self.simulation is not None:
                object.__setattr__(self, "simulation", guarded(self.simulation, (
                    "kernel", "engine_kernel", "batch")))
        if not self.in_force.since:
            act = law.document(self.section)
            object.__setattr__(self, "in_force",
                               Period(act.since, act.until, act.short,
                                      dict(zip(LANGS, act.dates, strict=True))))

    @property
    def priced(self) -> Pricing:
        """How its bets are priced; LookupError where they are not."""
        if self.pricing is None:
            raise LookupError(phrase("no odds of {id} are computed", id=self.id))
        return self.pricing

    @property
    def simulated(self) -> Simulation:
        """How it is simulated in compiled loops; LookupError where it is not."""
        if self.simulation is None:
            raise LookupError(phrase("{id} has no compiled loops", id=self.id))
        return self.simulation

    def money(self, amount: int) -> str:
        """Cents in the currency of the game: '12.50 €'."""
        return format_money(amount, self.currency)

    def in_currency(self, text: str) -> str:
        """A text of a refusal in the currency of the game: the procedure, which knows no currency,
        writes euros."""
        return text.replace(EURO, self.currency)

    def reset_carry(self, table: Table, carry: Carry) -> Carry:
        """The carry of a table that was cleared or configured anew."""
        return self.reopen(table, carry) if self.reopen else self.opening(table)

    def upgrade_carry(self, carry: Carry) -> Carry:
        """The carry as a coup of this version needs it, whichever version stored it."""
        return self.renew(carry) if self.renew else carry

    refused = deprecated.OldMethod("in_currency")
    emptied = deprecated.OldMethod("reset_carry")
    renewed = deprecated.OldMethod("upgrade_carry")

"""Data that the doors tell, where several of them tell it: what is so of every game, and what each
game has for itself.

Most of an answer is a struct, made where its data is made. A few things are open by nature: their
members are another game's, another step's or another refusal's each time, and are described where
that is written. They have a name here, and their reason.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec

from sabot.procedure.felt import Felt
from sabot.procedure.game import Calls
from sabot.procedure.in_force import InForce
from sabot.procedure.menu import MenuBet
from sabot.procedure.table import Clocks
from sabot.procedure.visible_events import ShownEvent

Names = dict[str, str]
"""A name or a text by language: "pt", "en", "zh"."""
Words = dict[str, dict[str, str]]
"""Words by language, then by key."""

Rules = Annotated[dict[str, Any], msgspec.Meta(description=(
    "The options of the rules, by name: open, since each game has its own, as its page of tables "
    "lists them"))]
StepData = Annotated[dict[str, Any], msgspec.Meta(description=(
    "A step of a coup that a croupier performs, as it is recorded: open, since each kind of step "
    "has members of its own; `step` is its kind, `law` its clause"))]
HouseEvent = Annotated[dict[str, Any], msgspec.Meta(description=(
    "Something that the house itself says of a table, such as that a coup begins (`step` is "
    "\"begin\"): open, since journals of earlier versions say other things. {} is an event that "
    "may not be seen"))]
TableEvent = ShownEvent | HouseEvent
"""What a version of a table is to who sees it."""
ShownState = Annotated[dict[str, Any], msgspec.Meta(description=(
    "What lies open: open itself, since each game shows other things"))]
Result = Annotated[dict[str, Any], msgspec.Meta(description=(
    "What became of a hand or a bet: open, since each game has other results; `law` is its "
    "clause"))]
Last = Annotated[list[Any], msgspec.Meta(description=(
    "What fell last, the newest first: numbers, words or lists, as each game shows them"))]
Symbols = Annotated[list[Any], msgspec.Meta(description=(
    "What a window of a machine shows: its symbols, as its model lays them out"))]
Shape = Annotated[list[Any], msgspec.Meta(description=(
    "A shape on 180 by 104: what it is, and the numbers and words that it is drawn by"))]
Bets = tuple[MenuBet, ...]
Options = list[str]
"""Options of the rules of a game, by name."""
Brings = list[int]
"""The least and the most that a player brings to a table, in cents, 0 for no most."""
Seats = list[str]
"""The names of those who sit at the places of a table in their order, "" for a free one."""
EntryBody = Annotated[dict[str, Any], msgspec.Meta(description=(
    "The body of an entry of the journal: open, since each kind of entry has members of its own, "
    "as the format of the journal lists them; `staff` says who did what, why and under which "
    "clause"))]
Facts = Annotated[dict[str, Any], msgspec.Meta(description=(
    "What of it is data: open, since each kind of thing that is told has other facts"))]

S = TypeVar("S", bound=msgspec.Struct)


def extend(kind: type[S], made: msgspec.Struct, **others: object) -> S:
    """A longer answer that begins with all that a shorter one says; ``others`` come after it."""
    return kind(**msgspec.structs.asdict(made) | others)


class CallLanguages(msgspec.Struct, frozen=True, kw_only=True):
    """In which languages the law of a game has its croupier call: ``always``, and ``foreign`` for
    who reads none of these; ``law``: under which clauses."""

    law: tuple[str, ...]
    always: tuple[str, ...]
    foreign: tuple[str, ...]

    @classmethod
    def of(cls, calls: Calls) -> CallLanguages:
        """Those of a game."""
        return cls(law=calls.law, always=calls.always, foreign=calls.foreign)


class Hours(msgspec.Struct, frozen=True, kw_only=True):
    """When a table opens and closes, by the clock of which time zone."""

    opens: str
    closes: str
    zone: str


class ClosedReason(msgspec.Struct, frozen=True, kw_only=True):
    """Why a table takes no bets: the reason and its clause, "" where it takes them; for a reason of
    the house itself its code and facts."""

    reason: str = ""
    law: str = ""
    code: str | msgspec.UnsetType = msgspec.UNSET
    facts: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class NextLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits that hold from the next coup on: the minimum in cents, the mode of the greatest
    bet, and the clause under which they change."""

    minimum: int
    mode: str
    law: str


class TableDescription(msgspec.Struct, frozen=True, kw_only=True):
    """All of a table that does not change from coup to coup: limits and ``unit`` in cents,
    ``brings`` the least and the most that a player brings where the maximum limits no bet, its
    cloth, bets, rules and words, and the clauses of its regulation. ``unopened``: under which
    clause the order of its cards is never laid open, "" where it is; ``demonstrated``: options
    whose authorisation nobody has given."""

    id: str
    name: str
    game: str
    section: str
    names: Names
    individual: bool
    places: int
    places_per_player: int
    minimum: int
    maximum: int
    unit: int
    currency: str
    demo: bool
    clocks: Clocks
    brings: Brings | None
    rules: Rules
    felt: Felt
    bets: Bets
    words: Words
    regulation: str
    in_force: InForce
    attended: bool
    odds: bool
    equity: str
    history: bool
    unopened: str
    law: str
    list: str
    laws: dict[str, str]
    languages: tuple[str, ...]
    calls: CallLanguages
    hours: Hours | None
    demonstrated: Options


class TableView(TableDescription, frozen=True, kw_only=True):
    """A table, with the limits that hold from the next coup on where they are others."""

    to_come: NextLimits | None


class SessionSoFar(msgspec.Struct, frozen=True, kw_only=True):
    """What my session at a table has come to (32); cents, left out where there is none."""

    started: float
    coups: int
    staked: int
    won: int
    given: int | msgspec.UnsetType = msgspec.UNSET
    brought: int | msgspec.UnsetType = msgspec.UNSET
    taken: int | msgspec.UnsetType = msgspec.UNSET
    net: int
    law: str


class PlayerSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What a player is told about himself at a table: his balance in cents, his places, and his
    session where he has one."""

    player: str
    name: str
    balance: int
    currency: str
    places: list[str]
    session: SessionSoFar | None

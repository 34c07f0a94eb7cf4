"""Structs and types that several parts of the API send.

Most answers are structs, defined where their data is made. A few are open by nature: their members
differ by game, step or refusal, and are described with those. They are named here, with the reason
why they are open.
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
    "An event of the house itself at a table, such as the beginning of a coup (`step` is "
    "\"begin\"): open, since journals of earlier versions have other members. {} is an event that "
    "may not be seen"))]
TableEvent = ShownEvent | HouseEvent
"""One version of a table as a viewer may see it."""
ShownState = Annotated[dict[str, Any], msgspec.Meta(description=(
    "What is visible on the table: an open object, since each game shows other things"))]
Result = Annotated[dict[str, Any], msgspec.Meta(description=(
    "The result of a hand or a bet: open, since each game has other results; `law` is its "
    "clause"))]
Last = Annotated[list[Any], msgspec.Meta(description=(
    "The last results, the newest first: numbers, words or lists, as each game shows them"))]
Symbols = Annotated[list[Any], msgspec.Meta(description=(
    "What a window of a machine shows: its symbols, as its model lays them out"))]
Shape = Annotated[list[Any], msgspec.Meta(description=(
    "A shape on 180 by 104: what it is, and the numbers and words that it is drawn by"))]
Bets = tuple[MenuBet, ...]
Options = list[str]
"""Options of the rules of a game, by name."""
Brings = list[int]
"""The minimum and maximum buy-in at a table, in cents, 0 for no maximum."""
Seats = list[str]
"""The names of those who sit at the places of a table in order, "" for a free one."""
EntryBody = Annotated[dict[str, Any], msgspec.Meta(description=(
    "The body of an entry of the journal: open, since each kind of entry has members of its own, "
    "as the format of the journal lists them; `staff` says who did what, why and under which "
    "clause"))]
Facts = Annotated[dict[str, Any], msgspec.Meta(description=(
    "Its facts as data: open, since each kind has other facts"))]

S = TypeVar("S", bound=msgspec.Struct)


def extend(kind: type[S], shorter: msgspec.Struct, **fields: object) -> S:
    """Build a longer struct from all fields of a shorter one and some further ``fields``."""
    return kind(**msgspec.structs.asdict(shorter) | fields)


class CallLanguages(msgspec.Struct, frozen=True, kw_only=True):
    """The languages in which the law of a game requires the croupier's calls: ``always``, and
    ``foreign`` for players who read none of these; ``law`` are the clauses."""

    law: tuple[str, ...]
    always: tuple[str, ...]
    foreign: tuple[str, ...]

    @classmethod
    def of(cls, calls: Calls) -> CallLanguages:
        """Return those of a game."""
        return cls(law=calls.law, always=calls.always, foreign=calls.foreign)


class Hours(msgspec.Struct, frozen=True, kw_only=True):
    """When a table opens and closes, and the time zone of its clock."""

    opens: str
    closes: str
    zone: str


class ClosedReason(msgspec.Struct, frozen=True, kw_only=True):
    """Why a table takes no bets: the reason and its clause, "" when it takes them; code and facts
    when the reason is the house's own."""

    reason: str = ""
    law: str = ""
    code: str | msgspec.UnsetType = msgspec.UNSET
    facts: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class NextLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits from the next coup on: the minimum in cents, the mode of the maximum bet, and the
    clause under which they change."""

    minimum: int
    mode: str
    law: str


class TableDescription(msgspec.Struct, frozen=True, kw_only=True):
    """All of a table that does not change from coup to coup: limits and ``unit`` in cents,
    ``brings`` the minimum and maximum buy-in when the maximum does not limit a bet, its layout,
    bets, rules and words, whether whoever plays there plays alone (``own``: an individual or
    private table, or a machine), and the clauses of its regulation. ``unopened``: the clause under
    which the order of its cards is never shown, "" when it is; ``demonstrated``: options that no
    authority has authorised."""

    id: str
    name: str
    game: str
    section: str
    names: Names
    individual: bool
    own: bool
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
    """A table, with the limits from the next coup on when they differ."""

    to_come: NextLimits | None


class SessionSoFar(msgspec.Struct, frozen=True, kw_only=True):
    """The present sums of my session at a table (32); cents, left out when there are none."""

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
    """What a table shows a player about themselves: their balance in cents, their places, and
    their session when they have one."""

    player: str
    name: str
    balance: int
    currency: str
    places: list[str]
    session: SessionSoFar | None

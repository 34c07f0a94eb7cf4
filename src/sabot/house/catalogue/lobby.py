"""The gaming room as everybody may see it: a card for each table and each game."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Protocol

import msgspec

from sabot import games
from sabot.games import catalogue
from sabot.house.ports import ClosesTables, HasClock, HasDesk, HasTables, NamesPlayers
from sabot.house.shared_views import (
    Brings,
    CallLanguages,
    Hours,
    Last,
    Names,
    Rules,
    Seats,
    Shape,
    TableDescription,
    extend,
)
from sabot.house.table import opening_hours
from sabot.house.table.desk import Desk
from sabot.house.table.session import Summary
from sabot.house.table.switches import base_of, closed_reason
from sabot.probability.people import Commission
from sabot.procedure.felt import CabinetFelt
from sabot.procedure.felt.cabinet import MachineSign
from sabot.procedure.game import Game
from sabot.procedure.in_force import InForce
from sabot.procedure.refusal_text import with_refusal_words
from sabot.procedure.table import Clocks, Table
from sabot.regulations import IR, cite_clause, document
from sabot.reports.odds_report import kind


class _Host(HasClock, NamesPlayers, HasTables, ClosesTables, Protocol):
    """What the gaming room needs of the house."""


def buy_in_limits(table: Table, played: Game) -> list[int] | None:
    """Return the minimum and maximum buy-in in cents, 0 for no maximum, at a table whose maximum
    does not limit a bet; None at any other table."""
    purse = played.purse
    return list(purse.buy_in(table)) if purse and purse.buy_in else None


def _equity(played: Game) -> str:
    """Return the form in which hands of a game are compared, "" when they are not."""
    return played.hands.equity_form if played.hands else ""


class FixedCard(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a card that changes only when its table is reconfigured. ``sign`` is that of a
    machine, ``commission`` what the house charges when it has no bank. Of a ``private`` table each
    player has a copy of their own, with house players."""

    id: str
    name: str
    game: str
    names: Names
    individual: bool
    private: bool
    places: int
    places_per_player: int
    minimum: int
    maximum: int
    unit: int
    currency: str
    brings: Brings | None
    demo: bool
    rules: Rules
    clocks: Clocks
    felt_cloth: str
    felt_shape: str
    sign: MachineSign | None
    regulation: str
    land: str
    in_force: InForce
    attended: bool
    odds: bool
    equity: str
    list: str
    hours: Hours | None
    commission: Commission | None


class TableCard(FixedCard, frozen=True, kw_only=True):
    """A table in the gaming room: who sits there, how many places are taken, whether it takes bets
    and if not why, the last results, and the names of the variant that it deals now, by language.
    """

    taken: int
    seats: Seats
    open: bool
    reason: str
    law: str
    code: str | msgspec.UnsetType = msgspec.UNSET
    facts: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    last: Last
    variant: Names


class GameCard(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the catalogue in the gaming room: its regulation, its layout and emblem, and the
    tables that play it. ``between``: its players play against each other, and the house takes a
    charge."""

    id: str
    section: str
    names: Names
    regulation: str
    land: str
    in_force: InForce
    currency: str
    cloth: str
    emblem: list[Shape]
    odds: bool
    equity: str
    between: bool
    tables: list[str]


class OpenSession(Summary, frozen=True, kw_only=True):
    """One of my open sessions: its sums, its table, my places, whether I must decide (``turn``),
    how many seconds are ``left`` for that, and ``since`` how many seconds it lasts."""

    at: str
    name: str
    names: Names
    currency: str
    places: list[str]
    turn: bool
    left: int | None
    since: int


def describe_table(table_id: str, table: Table, played: Game) -> TableDescription:
    """Describe all of a table that does not change from coup to coup, as this file configures it.
    """
    cite_clause(played.conduct.laws["virtual"])
    return TableDescription(
        id=table_id, name=table.name, game=played.id, section=played.section,
        names=played.names, individual=table.individual, own=plays_alone(table, played),
        places=table.places,
        places_per_player=table.places_per_player, minimum=table.minimum,
        maximum=table.maximum, unit=table.unit, currency=played.currency, demo=table.demo,
        clocks=table.clocks, brings=buy_in_limits(table, played),
        rules=msgspec.to_builtins(table.rules), felt=played.felt(table),
        bets=played.bets(table), words=with_refusal_words(played.words),
        regulation=document(played.section).short, in_force=InForce.of(played),
        attended=table.attended, odds=bool(kind(played)),
        equity=_equity(played), history=bool(played.hands and played.hands.history),
        unopened=played.unopened_clause, law=played.conduct.laws["virtual"],
        list=table.list, laws=played.conduct.laws, languages=document(played.section).languages,
        calls=_call_languages(played), hours=opening_hours.hours_of(table),
        demonstrated=list(table.demonstrated))


def plays_alone(table: Table, played: Game) -> bool:
    """Whether whoever plays at a table plays there without other people."""
    return table.has_copies or (played.cabinet is not None and not table.attended)


def _call_languages(played: Game) -> CallLanguages:
    """Return the languages in which the law requires the croupier's calls."""
    cite_clause(*(played.calls.law or (IR[359],)))
    return CallLanguages.of(played.calls)


class Lobby:
    """The gaming room. What depends only on a table's file is computed once."""

    def __init__(self, house: _Host) -> None:
        self.house = house
        self._seen: dict[str, tuple[Table, FixedCard]] = {}
        self._laid: dict[str, tuple[Table, TableDescription]] = {}
        self._cloths: dict[str, str] = {}

    def describe_table(self, table_id: str, desk: Desk) -> TableDescription:
        """Describe all of a table that does not change from coup to coup. It is computed again only
        when the table is reconfigured: a menu of hundreds of bets is long and is sent to everybody
        who arrives. Do not modify the result."""
        cite_clause(desk.game.conduct.laws["virtual"])
        base = base_of(table_id)
        known = self._laid.get(base)
        if known is None or known[0] is not desk.current_table:
            known = self._laid[base] = (
                desk.current_table, describe_table(base, desk.current_table, desk.game))
        return msgspec.structs.replace(known[1], id=table_id)

    def tables(self) -> list[TableCard]:
        """Return every table with who sits there and whether it takes bets."""
        return [self.card(table_id, self.house.rooms[table_id]) for table_id in self.house.tables]

    def card(self, table_id: str, room: HasDesk) -> TableCard:
        """Return the card of one table."""
        desk, house = room.desk, self.house
        closed = house.closed_by(desk)
        seats, why = (
            [house.name(p) if p else "" for p in room.published_seats], closed_reason(closed))
        return extend(
            TableCard, self._fixed(table_id, desk), id=table_id, taken=sum(1 for s in seats if s),
            seats=seats, open=closed is None, reason=why.reason, law=why.law, code=why.code,
            facts=why.facts, last=desk.game.public_state(desk.carry).get("results", []),
            variant=variant_names(desk))

    def _fixed(self, table_id: str, desk: Desk) -> FixedCard:
        """Return the part of a card that changes only when the table is reconfigured."""
        known = self._seen.get(base_of(table_id))
        if known is None or known[0] is not desk.current_table:
            known = desk.current_table, _fixed_card(table_id, desk.current_table, desk.game)
            self._seen[base_of(table_id)] = known
        return known[1]

    def games(self) -> list[GameCard]:
        """Return every game of the catalogue, including games that no table here plays."""
        tables: dict[str, list[str]] = {}
        for table_id, table in self.house.tables.items():
            tables.setdefault(table.game, []).append(table_id)
        return [GameCard(
            id=played.id, section=played.section, names=played.names,
            regulation=document(played.section).short, land=played.section[:2],
            in_force=InForce.of(played), currency=played.currency, cloth=self.cloth(played),
            emblem=emblem(played.id), odds=bool(kind(played)),
            equity=_equity(played),
            # A bet there is lost to another player: the house has no edge and charges for the room.
            between=bool(played.lost_bets_to), tables=tables.get(played.id, []),
        ) for played in catalogue().values()]

    def playing(self, player: str) -> list[OpenSession]:
        """Return a player's open sessions with their sums, their places, and whether they must
        decide."""
        sessions = []
        for table_id, room in self.house.rooms.items():
            desk = room.desk
            session = desk.state.sessions.get(player)
            if session is None:
                continue
            question = desk.dealer.asked if desk.dealer else None
            turn = question is not None and question.clock != "betting" and any(
                o.player == player or player in o.players for o in question.offers)
            remaining = desk.state.deadline - self.house.clock.now()
            sessions.append(extend(
                OpenSession, session.summary(), at=base_of(table_id), name=desk.current_table.name,
                names=desk.game.names, currency=desk.game.currency,
                places=desk.places_of(player), turn=turn,
                left=round(max(0.0, remaining)) if turn and desk.state.deadline else None,
                since=round(self.house.clock.now() - session.started)))
        return sorted(sessions, key=lambda view: (not view.turn, view.since))

    def cloth(self, played: Game) -> str:
        """Return the family of a game, by the colour of its layout."""
        if played.id not in self._cloths:
            plain = Table(game=played.id, name="", rules=played.rules())
            if played.places:
                plain = msgspec.structs.replace(plain, places=played.places)
            self._cloths[played.id] = played.felt(plain).cloth
        return self._cloths[played.id]


def variant_names(desk: Desk) -> dict[str, str]:
    """Return the names of the variant that a table deals now, by language; {} when it has only one
    game."""
    hands = desk.game.hands
    record = desk.dealer.record if desk.dealer else []
    return dict(hands.variant(desk.current_table, desk.carry, record)) if hands else {}


@cache
def emblem(game_id: str) -> list[Shape]:
    """Return the drawing of a game for its card, from its folder; [] when it has none."""
    text = games.text(game_id, "emblem.toml")
    shapes: list[Shape] = tomllib.loads(text.decode())["shapes"] if text else []
    return shapes


def _fixed_card(table_id: str, table: Table, played: Game) -> FixedCard:
    felt = played.felt(table)
    return FixedCard(
        id=table_id,
        name=table.name,
        game=played.id,
        names=played.names,
        individual=table.individual,
        private=table.kind == "private",
        places=table.places,
        places_per_player=table.places_per_player,
        minimum=table.minimum,
        maximum=table.maximum,
        unit=table.unit,
        currency=played.currency,
        brings=buy_in_limits(table, played),
        demo=table.demo,
        rules=msgspec.to_builtins(table.rules),
        clocks=table.clocks,
        felt_cloth=felt.cloth,
        felt_shape=felt.shape,
        sign=felt.sign if isinstance(felt, CabinetFelt) else None,
        regulation=document(played.section).short,
        land=played.section[:2],
        in_force=InForce.of(played),
        attended=table.attended,
        odds=bool(kind(played)),
        equity=_equity(played),
        list=table.list,
        hours=opening_hours.hours_of(table),
        commission=played.hands.commission(table) if played.hands else None,
    )

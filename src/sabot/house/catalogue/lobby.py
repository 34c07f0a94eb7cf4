"""The gaming room as everybody may see it: a card for each table, and one for each game."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Protocol

import msgspec

from sabot import games
from sabot.games import catalogue
from sabot.house.ports import Closes, Laid, Named, Seen, Timed
from sabot.house.shared_views import (
    Brings,
    Called,
    Described,
    Hours,
    Last,
    Names,
    Rules,
    Seats,
    Shape,
    more,
)
from sabot.house.table import opening_hours
from sabot.house.table.desk import Desk
from sabot.house.table.session import Summary
from sabot.house.table.switches import base_of, why_closed
from sabot.law import IR, cite_clause, document
from sabot.odds.people import Commission
from sabot.procedure.felt import CabinetFelt
from sabot.procedure.felt.cabinet import MachineSign
from sabot.procedure.game import Game
from sabot.procedure.in_force import InForce
from sabot.procedure.refusal_text import with_refusal_words
from sabot.procedure.table import Clocks, Table
from sabot.reports.odds_report import kind


class _Host(Timed, Named, Laid, Closes, Protocol):
    """What the gaming room shows of the house."""


def brings(table: Table, played: Game) -> list[int] | None:
    """Where the maximum of a table limits no bet: the least and the most that a player brings, 0
    for no most, in cents; None where it is the most of a bet."""
    purse = played.purse
    return list(purse.brings(table)) if purse and purse.brings else None


def _equity(played: Game) -> str:
    """The form in which hands of a game are held against one another, "" where they are not."""
    return played.hands.equity if played.hands else ""


class Fixed(msgspec.Struct, frozen=True, kw_only=True):
    """What of a card changes only when its table is laid out anew. ``sign`` is that of a machine,
    ``commission`` what the house keeps where it has no bank."""

    id: str
    name: str
    game: str
    names: Names
    individual: bool
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


class TableCard(Fixed, frozen=True, kw_only=True):
    """A table in the gaming room: who sits there, how many places are taken, whether it takes bets
    and if not why, what fell last, and by language which of its variants it deals now."""

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
    """A game of the catalogue in the gaming room: its regulation, its cloth and emblem, and the
    tables that play it. ``between``: its players play one another, and the house keeps something.
    """

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


class Playing(Summary, frozen=True, kw_only=True):
    """A session of mine that is open: its sums, at which table, my places, whether I am asked
    (``turn``) and how many seconds are ``left`` to me, and ``since`` how many it lasts."""

    at: str
    name: str
    names: Names
    currency: str
    places: list[str]
    turn: bool
    left: int | None
    since: int


def described(table_id: str, table: Table, played: Game) -> Described:
    """All of a table that does not change from coup to coup, as this file lays it out."""
    cite_clause(played.conduct.laws["virtual"])
    return Described(
        id=table_id, name=table.name, game=played.id, section=played.section,
        names=played.names, individual=table.individual, places=table.places,
        places_per_player=table.places_per_player, minimum=table.minimum,
        maximum=table.maximum, unit=table.unit, currency=played.currency, demo=table.demo,
        clocks=table.clocks, brings=brings(table, played),
        rules=msgspec.to_builtins(table.rules), felt=played.felt(table),
        bets=played.bets(table), words=with_refusal_words(played.words),
        regulation=document(played.section).short, in_force=InForce.of(played),
        attended=table.attended, odds=bool(kind(played)),
        equity=_equity(played), history=bool(played.hands and played.hands.history),
        unopened=played.unopened, law=played.conduct.laws["virtual"],
        list=table.list, laws=played.conduct.laws, languages=document(played.section).languages,
        calls=_calls(played), hours=opening_hours.hours_of(table),
        demonstrated=list(table.demonstrated))


def _calls(played: Game) -> Called:
    """In which languages the law of a game has its croupier call."""
    cite_clause(*(played.calls.law or (IR[359],)))
    return Called.of(played.calls)


class Lobby:
    """What the gaming room shows. What a table's file alone decides is worked out once."""

    def __init__(self, house: _Host) -> None:
        self.house = house
        self._seen: dict[str, tuple[Table, Fixed]] = {}
        self._laid: dict[str, tuple[Table, Described]] = {}
        self._cloths: dict[str, str] = {}

    def described(self, table_id: str, desk: Desk) -> Described:
        """All of a table that does not change from coup to coup, worked out when it is laid out
        anew: a menu of hundreds of bets is long, and told to each who arrives. What is in it is
        nobody's to change."""
        cite_clause(desk.game.conduct.laws["virtual"])
        base = base_of(table_id)
        known = self._laid.get(base)
        if known is None or known[0] is not desk.laid:
            known = self._laid[base] = desk.laid, described(base, desk.laid, desk.game)
        return msgspec.structs.replace(known[1], id=table_id)

    def tables(self) -> list[TableCard]:
        """Every table with who sits there and whether it takes bets."""
        return [self.card(table_id, self.house.rooms[table_id]) for table_id in self.house.tables]

    def card(self, table_id: str, room: Seen) -> TableCard:
        """One table: what it is, who sits there, what fell last, whether it takes bets."""
        desk, house = room.desk, self.house
        closed = house.closed_by(desk)
        seats, why = [house.name(p) if p else "" for p in room.told_seats], why_closed(closed)
        return more(
            TableCard, self._fixed(table_id, desk), id=table_id, taken=sum(1 for s in seats if s),
            seats=seats, open=closed is None, reason=why.reason, law=why.law, code=why.code,
            facts=why.facts, last=desk.game.shown(desk.carry).get("results", []),
            variant=variant(desk))

    def _fixed(self, table_id: str, desk: Desk) -> Fixed:
        """What of a card changes only when the table is laid out anew."""
        known = self._seen.get(base_of(table_id))
        if known is None or known[0] is not desk.laid:
            known = desk.laid, _fixed(table_id, desk.laid, desk.game)
            self._seen[base_of(table_id)] = known
        return known[1]

    def games(self) -> list[GameCard]:
        """Every game of the catalogue, also one that no table of this house plays."""
        laid: dict[str, list[str]] = {}
        for table_id, table in self.house.tables.items():
            laid.setdefault(table.game, []).append(table_id)
        return [GameCard(
            id=played.id, section=played.section, names=played.names,
            regulation=document(played.section).short, land=played.section[:2],
            in_force=InForce.of(played), currency=played.currency, cloth=self.cloth(played),
            emblem=emblem(played.id), odds=bool(kind(played)),
            equity=_equity(played),
            # A bet there is lost to another player: the house has no edge, it is paid for the room.
            between=bool(played.keeps), tables=laid.get(played.id, []),
        ) for played in catalogue().values()]

    def playing(self, player: str) -> list[Playing]:
        """Where a player's sessions are open: their sums, his places, and whether he is asked."""
        found = []
        for table_id, room in self.house.rooms.items():
            desk = room.desk
            session = desk.state.sessions.get(player)
            if session is None:
                continue
            asked = desk.dealer.asked if desk.dealer else None
            turn = asked is not None and asked.clock != "betting" and any(
                o.player == player or player in o.players for o in asked.offers)
            left = desk.state.deadline - self.house.clock.now()
            found.append(more(
                Playing, session.summary(), at=base_of(table_id), name=desk.laid.name,
                names=desk.game.names, currency=desk.game.currency,
                places=desk.places_of(player), turn=turn,
                left=round(max(0.0, left)) if turn and desk.state.deadline else None,
                since=round(self.house.clock.now() - session.started)))
        return sorted(found, key=lambda one: (not one.turn, one.since))

    def cloth(self, played: Game) -> str:
        """The family of a game, by the colour of its cloth."""
        if played.id not in self._cloths:
            plain = Table(game=played.id, name="", rules=played.rules())
            if played.places:
                plain = msgspec.structs.replace(plain, places=played.places)
            self._cloths[played.id] = played.felt(plain).cloth
        return self._cloths[played.id]


def variant(desk: Desk) -> dict[str, str]:
    """Which of its variants a table deals now, by language; nothing where it has but one game."""
    hands = desk.game.hands
    record = desk.dealer.record if desk.dealer else []
    return dict(hands.variant(desk.laid, desk.carry, record)) if hands else {}


@cache
def emblem(game_id: str) -> list[Shape]:
    """How a game is drawn on its card, from its folder; nothing for one that does not say."""
    text = games.text(game_id, "emblem.toml")
    found: list[Shape] = tomllib.loads(text.decode())["shapes"] if text else []
    return found
    return found


def _fixed(table_id: str, table: Table, played: Game) -> Fixed:
    felt = played.felt(table)
    return Fixed(
        id=table_id, name=table.name, game=played.id, names=played.names,
        individual=table.individual, places=table.places,
        places_per_player=table.places_per_player, minimum=table.minimum,
        maximum=table.maximum, unit=table.unit, currency=played.currency,
        brings=brings(table, played), demo=table.demo, rules=msgspec.to_builtins(table.rules),
        clocks=table.clocks, felt_cloth=felt.cloth, felt_shape=felt.shape,
        sign=felt.sign if isinstance(felt, CabinetFelt) else None,
        regulation=document(played.section).short, land=played.section[:2],
        in_force=InForce.of(played), attended=table.attended, odds=bool(kind(played)),
        equity=_equity(played), list=table.list, hours=opening_hours.hours_of(table),
        commission=played.hands.commission(table) if played.hands else None)

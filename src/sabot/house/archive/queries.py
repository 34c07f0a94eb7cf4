"""Queries of the journal: coups, sessions, complaints, and what staff and the house did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

import msgspec

from sabot.games import catalogue, game
from sabot.house.archive.past_throws import PastThrows
from sabot.house.errors import HouseError
from sabot.house.people.roles import Complaint, name_of
from sabot.house.ports import HasDesk
from sabot.house.shared_views import EntryBody, Result, TableEvent, extend
from sabot.house.table.session import Session, first_card
from sabot.house.table.versioned_events import number_events
from sabot.ledger import Ledger, Sealed
from sabot.ledger.references import decode_body
from sabot.money import EURO
from sabot.procedure import Event, Handle, Menus, Shuffle, redact
from sabot.procedure.table import Table
from sabot.regulations import cite_clause
from sabot.words import phrase

KEEP_CARDS = "keep-cards"  # a step: cards wait outside the shuffler


class CoupSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The stored result of a coup for a player: cents, and Unix seconds. Coups of earlier versions
    have fewer fields; tips are left out when there were none."""

    ended: float
    game: str | msgspec.UnsetType = msgspec.UNSET
    given: int | msgspec.UnsetType = msgspec.UNSET
    held: int | msgspec.UnsetType = msgspec.UNSET
    id: str
    net: int
    no: int | msgspec.UnsetType = msgspec.UNSET
    results: list[Result]
    staked: int
    table: str
    won: int


class CoupLine(CoupSummary, frozen=True, kw_only=True):
    """One of my coups with its currency."""

    currency: str


class CoupView(msgspec.Struct, frozen=True, kw_only=True):
    """One of my coups, step by step as I may see it: the version of the program that played it
    (``code``), the digest of its ``rules``, the state of the regulation by which it was played
    (``law_state``, as pt-217-2007@2007-03-01; "" before version 0.2), the seal of its shoe and,
    once it may be shown, the opening of that seal: seal, nonce and order."""

    id: str
    table: str
    no: int
    game: str
    began: float
    code: str
    rules: str
    law_state: str
    events: list[TableEvent]
    seal: str
    opening: dict[str, str] | None


class JournalLine(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the journal made by staff or the house, with its place in the chain."""

    seq: int
    at: int
    kind: str
    table: str
    coup: str
    hash: str
    body: EntryBody


def currency_of(game_id: str) -> str:
    """Return the symbol of a game's currency; the euro for a game that is not known here."""
    played = catalogue().get(game_id)
    return played.currency if played else EURO


class ArchiveQueries:
    """The journal of a house as players and staff may read it. ``rooms`` are those in use; ``name``
    returns the name under which others see a player."""

    def __init__(self, ledger: Ledger, rooms: Mapping[str, HasDesk], name: Callable[[str], str]
                 ) -> None:
        self.ledger = ledger
        self.rooms = rooms
        self.name = name
        self.past_throws = PastThrows(ledger, rooms)

    def duty_clause(self, key: str) -> str:
        """Return the clause for a duty that is not tied to one table: from a regulation in use here
        that has such a clause, else the interpretation that the others use."""
        in_use = [room.desk.game.conduct.laws[key] for room in self.rooms.values()]
        clauses = in_use or [played.conduct.laws[key] for played in catalogue().values()]
        return next((clause for clause in clauses if not clause.startswith("ir/")), clauses[0])

    def last_coups(self, player: str, limit: int = 20) -> list[CoupLine]:
        """Return a player's last coups, newest first (31)."""
        cite_clause(self.duty_clause("last-coup"))
        coups = [msgspec.json.decode(d.body, type=CoupSummary)
                 for d in self.ledger.documents("coup", owner=player, limit=limit)]
        return [extend(CoupLine, coup, currency=currency_of(coup.game or "")) for coup in coups]

    def sessions(self, player: str) -> list[Session]:
        """Return a player's sessions with the sums staked and won in each (33)."""
        cite_clause(self.duty_clause("summary"))
        return [msgspec.json.decode(d.body, type=Session)
                for d in self.ledger.documents("session", owner=player)]

    def complaints(self, owner: str | None = None) -> list[Complaint]:
        """Return complaints, of one player or of all, newest first, with the names of the people in
        them."""
        return [self.with_names(msgspec.json.decode(d.body, type=Complaint))
                for d in self.ledger.documents("complaint", owner=owner)]

    def with_names(self, complaint: Complaint) -> Complaint:
        """Return a complaint with the names that a second-format journal does not contain."""
        return msgspec.structs.replace(
            complaint, name=complaint.name or self.name(complaint.player),
            answered_by=name_of(self.ledger, complaint.answered_by))

    def journal(self, limit: int) -> list[JournalLine]:
        """Return the last entries made by staff or the house, oldest first; they contain no cards.
        """
        staff_name = cache(partial(name_of, self.ledger))
        records = [r for kind in ("staff", "complaint", "house", "void")
                   for r in self.ledger.entries(kind=kind, newest_first=True, limit=limit)]
        return [
            JournalLine(
                seq=r.seq, at=r.at, kind=r.kind, table=r.table, coup=r.coup, hash=r.hash,
                body=self._with_staff_names(_public(msgspec.json.decode(r.body)), staff_name))
            for r in sorted(records, key=lambda r: r.seq)[-limit:]
        ]

    def _with_staff_names(self, body: EntryBody, staff_name: Callable[[str], str]) -> EntryBody:
        """Return the body of an entry with the names of staff, as ``staff_name`` gives them."""
        for part in (body, body.get("staff")):
            for key in ("by", "name"):
                if part and isinstance(part.get(key), str):
                    part[key] = staff_name(part[key])
        if (part := body.get("staff")) and part.get("act") == "sign-out-player":
            part.setdefault("name", self.name(part["player"]))
        if isinstance(complaint := body.get("complaint"), dict):
            complaint["name"] = complaint["name"] or self.name(complaint["player"])
        return body

    def coup_for(self, player: str, coup: str) -> CoupView:
        """Return a stored coup as this player may see it. It includes the opening of its shoe when
        the shoe has ended and the game allows it.

        The player may keep it: it names nobody else.
        """
        begin, events, last = self._load_round_of(player, coup)
        table = begin.get("coup", "").rsplit("-", 1)[0]
        seal = self._seal(begin)
        for event in events:
            seal = event.seal if isinstance(event.step, Shuffle) and event.seal else seal
        never = game(begin["game"]).unopened_clause if last else ""
        if never:  # cards that nobody saw are never shown (póquer não bancado 54)
            cite_clause(never)
        opening = self._opening(table, seal, last) if last and not never else None
        return CoupView(
            id=coup, table=table, no=begin.get("no", 0), game=begin.get("game", ""),
            began=begin["at"], code=begin.get("code", ""), rules=begin.get("rules", ""),
            law_state=begin.get("law", ""),
            events=[seen for item in number_events(events, 0, None, Menus())
                    if (seen := item.seen_by(player))],
            seal=seal, opening=opening)

    def history_for(self, player: str, coup: str) -> str:
        """Return a stored hand of this player as a hand history file, as the player saw it; it
        names nobody else."""
        begin, events, _ = self._load_round_of(player, coup)
        played = game(begin["game"])
        history = played.hands.history if played.hands else None
        if history is None:
            raise HouseError("no-history", phrase("there is no hand history format for {id}",
                                                  id=played.id),
                             status=404)
        plain = msgspec.convert(begin["table"], Table)
        table = msgspec.structs.replace(plain, rules=msgspec.convert(plain.rules, played.rules))
        try:
            text = history(events, table, player, self.name(player))
        except ValueError as why:
            raise HouseError("no-history", why.args[0], status=404) from None
        return text

    def _load_round_of(self, player: str, coup: str) -> tuple[EntryBody, list[Event], int]:
        """Load a stored coup of this player. HouseError when the player has no such coup."""
        if self.ledger.document("coup", f"{coup}:{player}") is None:
            raise HouseError(
                "no-coup", phrase("you have no round {coup!r}", coup=coup),
                self.duty_clause("last-coup"), 404)
        cite_clause(self.duty_clause("last-coup"))
        return self._load_round(coup)

    def _load_round(self, coup: str) -> tuple[EntryBody, list[Event], int]:
        """Return the begin body of a coup with its time, its events, and its last entry."""
        events: list[Event] = []
        begin: EntryBody = {}
        last = 0
        for record in self.ledger.entries(coup=coup):
            if record.kind in ("begin", "play", "void"):
                last = record.seq
                content = msgspec.json.decode(record.body)
                begin = begin or {**content, "at": record.at / 1000}
                events += msgspec.convert(content["events"], list[Event])
        return begin, events, last

    def events_since(self, coup: str, until_shuffle: bool = False) -> list[Event]:
        """Return the events of a coup from its first card on, and those of the coups after it that
        handle its cards. The handling of cards at the beginning of a coup concerns the coup before
        it. While a coup leaves cards outside the shuffler, the next coup is included; so it is with
        ``until_shuffle`` while no cards were shuffled."""
        table, _, number = coup.rpartition("-")
        events = self._load_round(coup)[1]
        later, number_of_next, waiting = events[first_card(events):], int(number) + 1, True
        while waiting:
            after = self._load_round(f"{table}-{number_of_next}")[1]
            later += after
            waiting = any(isinstance(e.step, Handle) and e.step.what == KEEP_CARDS for e in after)
            if until_shuffle and after:
                waiting = waiting or not any(isinstance(e.step, Shuffle) for e in after)
            number_of_next += 1
        return later

    @staticmethod
    def _seal(begin: EntryBody) -> str:
        """Return the seal of the shoe with which a coup began."""
        try:
            played = game(begin["game"])
            return played.shoe(msgspec.convert(begin["carry"], played.carry)).seal
        except (LookupError, msgspec.ValidationError):
            return ""

    def _opening(self, table: str, seal: str, since: int) -> dict[str, str] | None:
        """Return the opening of a shoe once another was shuffled at its table, else None.

        Only the journal is reliable here: an empty room may go back to its old shoe.
        """
        while page := self.ledger.entries(table=table, since_seq=since, limit=100):
            for record in page:
                content = decode_body(record.kind, record.body)
                for event in content.events if content else ():
                    if isinstance(event.step, Shuffle) and event.seal != seal:
                        try:
                            return self.ledger.secret(seal)
                        except Sealed:  # the key is lost: the order can never be shown
                            return None
            since = page[-1].seq
        return None


def _public(body: EntryBody) -> EntryBody:
    """Return the body of an entry without its salt, and with its events as an onlooker may see
    them."""
    public = {key: value for key, value in body.items() if key not in ("salt", "events")}
    if "events" in body:
        seen = (redact(e, "") for e in msgspec.convert(body["events"], list[Event]))
        public["events"] = [msgspec.to_builtins(event) for event in seen if event is not None]
    return public

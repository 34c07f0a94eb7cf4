"""What the books say of the past: coups, sessions, complaints, what staff and the house did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

import msgspec

from sabot.games import catalogue, game
from sabot.house.errors import HouseError
from sabot.house.people.roles import Complaint, called
from sabot.house.ports import Seen
from sabot.house.shared_views import EntryBody, Result, TableEvent, more
from sabot.house.table.session import Session, first_card
from sabot.house.table.versioned_events import numbered
from sabot.law import cite_clause
from sabot.ledger import Ledger, Sealed
from sabot.ledger.references import body
from sabot.money import EURO
from sabot.procedure import Event, Handle, Menus, Shuffle, redact
from sabot.procedure.table import Table

KEPT = "keep-cards"  # the handling of cards that wait outside a shuffler


class CoupDone(msgspec.Struct, frozen=True, kw_only=True):
    """What a coup came to for a player, as it is kept: cents, and Unix seconds. Coups of earlier
    versions say less; tips are left out where there were none."""

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


class CoupLine(CoupDone, frozen=True, kw_only=True):
    """A coup of mine with its currency."""

    currency: str


class CoupTold(msgspec.Struct, frozen=True, kw_only=True):
    """A coup of mine, step by step as I may see it, with the version of the program that told it
    (``code``), the digest of its ``rules``, the seal of its shoe, and the opening of that once it
    is laid open: seal, nonce and order."""

    id: str
    table: str
    no: int
    game: str
    began: float
    code: str
    rules: str
    events: list[TableEvent]
    seal: str
    opening: dict[str, str] | None


class JournalLine(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the journal that staff or the house made, with its place in the chain."""

    seq: int
    at: int
    kind: str
    table: str
    coup: str
    hash: str
    body: EntryBody


def currency_of(game_id: str) -> str:
    """The sign of the currency of a game; euros for one that is not known here."""
    played = catalogue().get(game_id)
    return played.currency if played else EURO


class Records:
    """The books of a house as players and staff may read them. ``rooms`` are those in use, ``name``
    the name under which others see a player."""

    def __init__(self, ledger: Ledger, rooms: Mapping[str, Seen], name: Callable[[str], str]
                 ) -> None:
        self.ledger = ledger
        self.rooms = rooms
        self.name = name

    def duty(self, key: str) -> str:
        """The clause for a duty that is not tied to one table: that of a regulation laid out here
        which has one of its own, else the reading by which the others do without."""
        laid = [room.desk.game.conduct.laws[key] for room in self.rooms.values()]
        found = laid or [played.conduct.laws[key] for played in catalogue().values()]
        return next((clause for clause in found if not clause.startswith("ir/")), found[0])

    def last_coups(self, player: str, limit: int = 20) -> list[CoupLine]:
        """A player's last coups, newest first (31)."""
        cite_clause(self.duty("last-coup"))
        coups = [msgspec.json.decode(d.body, type=CoupDone)
                 for d in self.ledger.documents("coup", owner=player, limit=limit)]
        return [more(CoupLine, coup, currency=currency_of(coup.game or "")) for coup in coups]

    def sessions(self, player: str) -> list[Session]:
        """A player's sessions with what was staked and won in each (33)."""
        cite_clause(self.duty("summary"))
        return [msgspec.json.decode(d.body, type=Session)
                for d in self.ledger.documents("session", owner=player)]

    def complaints(self, owner: str | None = None) -> list[Complaint]:
        """Complaints, of a player or of all, the newest first, with the names of those in them."""
        return [self.with_names(msgspec.json.decode(d.body, type=Complaint))
                for d in self.ledger.documents("complaint", owner=owner)]

    def with_names(self, one: Complaint) -> Complaint:
        """A complaint with the names that the books of the second format do not hold."""
        return msgspec.structs.replace(
            one, name=one.name or self.name(one.player),
            answered_by=called(self.ledger, one.answered_by))

    def journal(self, limit: int) -> list[JournalLine]:
        """The last entries that staff or the house made, oldest first; no card is in them."""
        whose = cache(partial(called, self.ledger))
        found = [r for kind in ("staff", "complaint", "house", "void")
                 for r in self.ledger.entries(kind=kind, newest_first=True, limit=limit)]
        return [JournalLine(seq=r.seq, at=r.at, kind=r.kind, table=r.table, coup=r.coup,
                            hash=r.hash,
                            body=self._named(_public(msgspec.json.decode(r.body)), whose))
                for r in sorted(found, key=lambda r: r.seq)[-limit:]]

    def _named(self, body: EntryBody, whose: Callable[[str], str]) -> EntryBody:
        """The body of an entry with the names of the staff in it, as ``whose`` says them."""
        for said in (body, body.get("staff")):
            for key in ("by", "name"):
                if said and isinstance(said.get(key), str):
                    said[key] = whose(said[key])
        if (said := body.get("staff")) and said.get("act") == "sign-out-player":
            said.setdefault("name", self.name(said["player"]))
        if isinstance(complaint := body.get("complaint"), dict):
            complaint["name"] = complaint["name"] or self.name(complaint["player"])
        return body

    def coup_for(self, player: str, coup: str) -> CoupTold:
        """A stored coup as this player may see it, with the opening of its shoe if it has ended
        and the game lets it be opened.

        It is his to keep: it names nobody else.
        """
        begin, events, last = self._of(player, coup)
        table = begin.get("coup", "").rsplit("-", 1)[0]
        seal = self._seal(begin)
        for event in events:
            seal = event.seal if isinstance(event.step, Shuffle) and event.seal else seal
        never = game(begin["game"]).unopened if last else ""
        if never:  # what of it nobody has seen, nobody ever does (póquer não bancado 54)
            cite_clause(never)
        opening = self._opening(table, seal, last) if last and not never else None
        return CoupTold(
            id=coup, table=table, no=begin.get("no", 0), game=begin.get("game", ""),
            began=begin["at"], code=begin.get("code", ""), rules=begin.get("rules", ""),
            events=[told for item in numbered(events, 0, None, Menus())
                    if (told := item.seen_by(player))],
            seal=seal, opening=opening)

    def history_for(self, player: str, coup: str) -> str:
        """A stored hand of this player as the file of a hand history, as he saw it; it names
        nobody else."""
        begin, events, _ = self._of(player, coup)
        played = game(begin["game"])
        history = played.hands.history if played.hands else None
        if history is None:
            raise HouseError("no-history", f"there is no hand history format for {played.id}",
                             status=404)
        plain = msgspec.convert(begin["table"], Table)
        table = msgspec.structs.replace(plain, rules=msgspec.convert(plain.rules, played.rules))
        try:
            told = history(events, table, player, self.name(player))
        except ValueError as why:
            raise HouseError("no-history", str(why), status=404) from None
        return told

    def _of(self, player: str, coup: str) -> tuple[EntryBody, list[Event], int]:
        """What is stored of a coup of this player."""
        if self.ledger.document("coup", f"{coup}:{player}") is None:
            raise HouseError("no-coup", f"you have no round {coup!r}", self.duty("last-coup"), 404)
        cite_clause(self.duty("last-coup"))
        return self._told(coup)

    def _told(self, coup: str) -> tuple[EntryBody, list[Event], int]:
        """What a coup began with and when, its events, and its last entry."""
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

    def events_since(self, coup: str) -> list[Event]:
        """The events of a coup from its first card on, and of the one after it as far as it has
        come: what was done with the cards before concerns those of the coup before it. Where that
        one left the cards outside the shuffler, the next follows, until they are put in."""
        table, _, number = coup.rpartition("-")
        mine = self._told(coup)[1]
        found, next_one, waiting = mine[first_card(mine):], int(number) + 1, True
        while waiting:
            after = self._told(f"{table}-{next_one}")[1]
            found += after
            waiting = any(isinstance(e.step, Handle) and e.step.what == KEPT for e in after)
            next_one += 1
        return found

    @staticmethod
    def _seal(begin: EntryBody) -> str:
        """The seal of the shoe with which a coup began."""
        try:
            played = game(begin["game"])
            return played.shoe(msgspec.convert(begin["carry"], played.carry)).seal
        except (LookupError, msgspec.ValidationError):
            return ""

    def _opening(self, table: str, seal: str, since: int) -> dict[str, str] | None:
        """The opening of a shoe once another was shuffled at its table, else None.

        Only the journal says so: a room that stands empty may come back to its old shoe.
        """
        while page := self.ledger.entries(table=table, since_seq=since, limit=100):
            for record in page:
                content = body(record.kind, record.body)
                for event in content.events if content else ():
                    if isinstance(event.step, Shuffle) and event.seal != seal:
                        try:
                            return self.ledger.secret(seal)
                        except Sealed:  # its key is lost: nobody can open it any more
                            return None
            since = page[-1].seq
        return None


def _public(body: EntryBody) -> EntryBody:
    """The body of an entry without its salt, its events as an onlooker may see them."""
    shown = {key: value for key, value in body.items() if key not in ("salt", "events")}
    if "events" in body:
        seen = (redact(e, "") for e in msgspec.convert(body["events"], list[Event]))
        shown["events"] = [msgspec.to_builtins(one) for one in seen if one is not None]
    return shown

"""Players' complaints (32): stored once, and answered by the house."""

from __future__ import annotations

from typing import Protocol

import msgspec

from sabot.equipment import Entropy
from sabot.house.archive.queries import ArchiveQueries
from sabot.house.errors import TEXT_LENGTH, HouseError, not_stored
from sabot.house.people.players import Player
from sabot.house.people.roles import Complaint
from sabot.house.ports import AnyTable, HasClock, HasLedger, NamesPlayers
from sabot.house.table.switches import base_of
from sabot.house.world import CommitsEntries
from sabot.ledger import Entry, LedgerError, Repeated
from sabot.procedure import Shuffle, canonical
from sabot.procedure.readings import reading
from sabot.regulations import cite_clause
from sabot.words import phrase


class _Host(HasClock, HasLedger, NamesPlayers, Protocol):
    """What complaints need of the house."""

    archive: ArchiveQueries
    entropy: Entropy

    @property
    def books(self) -> CommitsEntries: ...
    def room(self, table_id: str) -> AnyTable: ...


async def complain(house: _Host, player: Player, table: str, coup: str, text: str, key: str = ""
                   ) -> Complaint:
    """Store a player's complaint. With a ``key`` of the client it is stored once: the same key
    again returns what is stored."""
    command = (f"{player.id}/complaints", key) if key else None
    if command and (stored := house.ledger.answer_to(*command)) is not None:
        return _stored(house, stored)
    room, text = house.room(base_of(table)), text.strip()
    played = room.desk.game
    law = played.conduct.laws["information"]
    cite_clause(law)
    if not text or len(text) > TEXT_LENGTH:
        raise HouseError("text", phrase("a complaint must have 1 to {text_length} characters; "
                                        "this one has {n}", text_length=TEXT_LENGTH,
                                        n=len(text)), house.archive.duty_clause("information"))
    if coup and house.ledger.document("coup", f"{coup}:{player.id}") is None:
        raise HouseError("no-coup", phrase("you have no round {coup!r}", coup=coup), law, 404)
    _check_admissible(house, room, coup)
    name = "" if house.ledger.names_are_separate else house.name(player.id)
    complaint = Complaint(id=f"c_{house.entropy.token(6).hex()}", player=player.id, name=name,
                          table=table, coup=coup, text=text, at=house.clock.now(), law=law)
    body = canonical({"complaint": msgspec.to_builtins(complaint)})
    try:
        outcome = await house.books.commit(Entry(
            kind="complaint", table=table, coup=coup, body=body, command=command,
            answer=complaint.id.encode() if command else b"", documents=(complaint.document(),)))
    except LedgerError as error:
        raise not_stored() from error
    if isinstance(outcome, Repeated):
        return _stored(house, outcome.answer)
    return house.archive.with_names(complaint)


def _stored(house: _Host, id: bytes) -> Complaint:
    """A complaint as it is stored, with the house's answer if there is one."""
    document = house.ledger.document("complaint", id.decode())
    assert document is not None
    return house.archive.with_names(msgspec.json.decode(document.body, type=Complaint))


def _check_admissible(house: _Host, room: AnyTable, coup: str) -> None:
    """HouseError where it is too late to complain about a round."""
    played = room.desk.game
    if not coup or not played.complaint_open:
        return
    shoe = reading(room.desk.table.rules, "complaint_until") == "next-shuffle"
    events = house.archive.events_since(coup, shoe)
    if not played.complaint_open(events) or (
            shoe and any(isinstance(event.step, Shuffle) for event in events)):
        until = played.conduct.laws["complaint-until"]
        cite_clause(until)
        raise HouseError("too-late", phrase("a complaint about round {coup} was admissible until "
                                            "its cards were put away or shuffled again",
                                            coup=coup), until, 409)

"""Derives the lists of several tables anew: who waited, what the lots gave, where each was sent."""

from __future__ import annotations

import msgspec

from sabot import games
from sabot.certify.audit.coups import Misfit
from sabot.ledger import Document, Record, chain
from sabot.ledger.references import StoredDigests
from sabot.procedure import canonical
from sabot.procedure.waiting_list import Change, Rules, WaitingList, apply_change


class _Told(msgspec.Struct, frozen=True):
    list: str
    game: str
    changes: tuple[Change, ...]


class RollBook:
    """All lists of a journal as they go by."""

    def __init__(self) -> None:
        self.rolls: dict[str, WaitingList] = {}

    def enter(self, record: Record) -> None:
        """Take one entry; Misfit where it cannot follow from those before it."""
        if record.kind != "list":
            return
        try:
            told = msgspec.json.decode(record.body, type=_Told)
            rules = games.game(told.game).lists
        except (msgspec.ValidationError, msgspec.DecodeError, LookupError) as error:
            raise Misfit(record.seq, "the body of a list", str(error),
                         "what happened to it, in a game of the catalogue") from None
        if not isinstance(rules, Rules):
            raise Misfit(record.seq, "the game of a list", told.game, "a game with lists")
        roll = self.rolls.get(told.list, WaitingList(told.list))
        for change in told.changes:
            try:
                roll = apply_change(roll, change, rules)
            except (ValueError, KeyError) as error:
                raise Misfit(record.seq, f"the {change.act} of the list {told.list!r}",
                             str(error), "what follows from the list, and from its lots") from None
        self.rolls[told.list] = roll
        self._stored(record, roll)

    @staticmethod
    def _stored(record: Record, roll: WaitingList) -> None:
        """What was kept beside the journal is the list that follows."""
        made = chain.document_digest(Document(kind="list", id=roll.id, body=canonical(roll)))
        try:
            kept = msgspec.json.decode(record.kept, type=StoredDigests).documents
        except (msgspec.ValidationError, msgspec.DecodeError):
            kept = ()
        if ("list", roll.id, made) not in kept:
            raise Misfit(record.seq, f"the list {roll.id!r} that was kept", str(kept),
                         f"content {made[:16]}")

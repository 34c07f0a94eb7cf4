"""Verifies waiting lists: who waited, the results of the draws, and where players were sent."""

from __future__ import annotations

import msgspec

from sabot import games
from sabot.certify.audit.coups import Misfit
from sabot.error_texts import error_text
from sabot.ledger import Document, Record, chain
from sabot.ledger.references import StoredDigests
from sabot.procedure import canonical
from sabot.procedure.waiting_list import Change, Rules, WaitingList, apply_change
from sabot.words import phrase


class _ListEntry(msgspec.Struct, frozen=True):
    list: str
    game: str
    changes: tuple[Change, ...]


class WaitingListBook:
    """Checks all waiting lists of a journal, entry by entry."""

    def __init__(self) -> None:
        self.lists: dict[str, WaitingList] = {}

    def enter(self, record: Record) -> None:
        """Process one entry; Misfit if it does not follow from those before it."""
        if record.kind != "list":
            return
        try:
            entry = msgspec.json.decode(record.body, type=_ListEntry)
            rules = games.game(entry.game).waiting_list
        except (msgspec.ValidationError, msgspec.DecodeError, LookupError) as error:
            raise Misfit(record.seq, phrase("the body of a list"), error_text(error),
                         phrase("changes of a list, in a game of the catalogue")) from None
        if not isinstance(rules, Rules):
            raise Misfit(record.seq, phrase("the game of a list"), entry.game,
                         phrase("a game with lists"))
        waiting_list = self.lists.get(entry.list, WaitingList(entry.list))
        for change in entry.changes:
            try:
                waiting_list = apply_change(waiting_list, change, rules)
            except (ValueError, KeyError) as error:
                raise Misfit(
                    record.seq, phrase("the {act} of the list {list!r}", act=change.act,
                                       list=entry.list), error_text(error),
                    phrase("a change that follows from the list and its lots")) from None
        self.lists[entry.list] = waiting_list
        self._check_stored(record, waiting_list)

    @staticmethod
    def _check_stored(record: Record, waiting_list: WaitingList) -> None:
        """Check the digest of the stored list."""
        digest = chain.document_digest(
            Document(kind="list", id=waiting_list.id, body=canonical(waiting_list))
        )
        try:
            documents = msgspec.json.decode(record.kept, type=StoredDigests).documents
        except (msgspec.ValidationError, msgspec.DecodeError):
            documents = ()
        if ("list", waiting_list.id, digest) not in documents:
            raise Misfit(record.seq, phrase("the stored list {list!r}", list=waiting_list.id),
                         str(documents), phrase("content {digest}", digest=digest[:16]))

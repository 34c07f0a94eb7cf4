"""A group of entries while it is being decided: the rows of its transaction, and their statements.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite

from sabot.ledger import dictionaries, schema
from sabot.ledger.compression import Packer
from sabot.ledger.entry import Document, Entry, Name
from sabot.ledger.errors import Malformed
from sabot.ledger.postings import SUFFIX, has_currency
from sabot.ledger.second_format import Ends
from sabot.money import Transfer

Row = dict[str, Any]
"""A row of a table by its columns."""


class Group:
    """The rows of one transaction while its entries are being decided, and what they change."""

    def __init__(self, seq: int, digest: str, ends: Ends | None) -> None:
        self.seq = seq
        self.digest = digest
        self.ends = Ends(ends) if ends else None  # of the second format
        self.checkpoints: list[Row] = []
        self.dictionaries: list[Row] = []
        self.journal: list[Row] = []
        self.postings: list[Row] = []
        self.commands: list[Row] = []
        self.secrets: list[Row] = []
        self.over: list[str] = []
        self.outbox: list[Row] = []
        self.balances: dict[str, int] = {}
        self.states: dict[str, Row] = {}
        self.documents: dict[tuple[str, str], Row] = {}
        self.announced: list[Row] = []
        self.spent: list[Row] = []
        self.acknowledged: list[Row] = []
        self.answers: dict[tuple[str, str], bytes] = {}
        self.moved: dict[str, Transfer] = {}
        self.names: dict[str, Name] = {}

    def add_effects(self, entry: Entry, moved: Sequence[Transfer],
                    numbers: Sequence[tuple[int | None, int | None]]) -> None:
        """Add what the last entry of the group stores beside the journal, its secret apart: the
        postings of the transfers that it ``moved``, with their ``numbers`` in the two accounts, its
        command, state, names, documents, and the orders to other systems."""
        seq = self.seq
        self.postings += [
            {"key": t.key, "seq": seq, "place": i, "frm": t.frm, "dst": t.to, "amount": t.amount,
             "law": t.law, "frm_no": frm_no, "dst_no": dst_no}
            for i, (t, (frm_no, dst_no)) in enumerate(zip(moved, numbers, strict=True))]
        if entry.command is not None:
            player, key = entry.command
            self.commands.append({"player": player, "key": key, "seq": seq})
            self.answers[entry.command] = entry.answer
        if entry.state is not None:
            self.states[entry.table] = {"table_id": entry.table, "seq": seq, "state": entry.state}
        if self.ends is not None:
            self.names |= {name.id: name for name in entry.names}
        self.over += entry.over
        for document in entry.documents:
            before = self.documents.get((document.kind, document.id))
            self.documents[document.kind, document.id] = document_row(
                document, seq, before["born"] if before else seq)
        self.outbox += [{"key": t.key, "seq": seq, "account": t.frm, "amount": t.amount,
                         "law": t.law} for t in entry.outbox if t in moved]
        self.announced += [{"key": t.key, "account": t.frm, "amount": t.amount}
                           for t in entry.announced]
        self.spent += [{"spent": key} for key in entry.intents]
        self.acknowledged += [{"sent": key} for key in entry.acknowledged]

    def balance_rows(self) -> list[Row]:
        """The balances of the accounts that were moved."""
        if self.ends is None:
            return [{"account": name, "amount": n} for name, n in self.balances.items()]
        rows = []
        last = {name: row["seq"] for row in self.postings for name in (row["frm"], row["dst"])}
        for name, amount in self.balances.items():
            end = self.ends.account(name)
            rows.append({"account": name, "amount": amount, "no": end.no, "seq": last[name],
                         "hash": bytes.fromhex(end.digest) if end.no else b""})
        return rows

    def dictionary(self, game: str, known: Mapping[str, int], packer: Packer) -> int:
        """The number of a game's dictionary, which the journal gets with the game's first entry; 0
        for none. ``known`` are the numbers in the journal."""
        if not game or not (packed := dictionaries.packed_dictionary(game)):
            return 0
        new = {str(row["name"]): int(row["no"]) for row in self.dictionaries}
        if no := known.get(game) or new.get(game):
            return no
        no = 1 + max([*known.values(), *new.values()], default=0)
        packer.add(no, packed)
        self.dictionaries.append({"no": no, "name": game, "body": packed})
        return no

    def name_rows(self) -> list[Row]:
        """The names that are stored from now on."""
        return [name._asdict() for name in self.names.values() if name.name or name.shown]

    def erased(self) -> list[str]:
        """The ids of names that are deleted."""
        return [name.id for name in self.names.values() if not (name.name or name.shown)]

    def head_row(self) -> Row:
        """The end of the journal, and in the second format the last checkpoint."""
        if self.ends is None:
            return {"id": 1, "seq": self.seq, "hash": self.digest}
        return {"id": 1, "seq": self.seq, "hash": bytes.fromhex(self.digest),
                "bound": self.ends.checkpoint.no}

    def chain_rows(self) -> list[Row]:
        """The chains that have grown, with their ends; none in the first format."""
        if self.ends is None:
            return []
        last = {row["chain"]: row["seq"] for row in self.journal}
        return [{"name": name, "no": end.no, "seq": last[name], "hash": bytes.fromhex(end.digest)}
                for name, end in self.ends.chains.items()]


# Tables whose rows are replaced, by which key, and what of a row stays as it was first.
_REPLACED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "head": (("id",), ()), "balances": (("account",), ()), "states": (("table_id",), ()),
    "chains": (("name",), ()), "names": (("id",), ()),
    "documents": (("kind", "id"), ("born",)),
}


@cache
def compile_inserts(number: int, on_sqlite: bool) -> dict[str, tuple[str, Callable[[Row], object]]]:
    """The statements of a commit in a format of the journal, compiled once, each with a function
    that arranges a row."""
    dialect = sqlite.dialect() if on_sqlite else postgresql.psycopg.dialect()  # type: ignore[no-untyped-call]
    insert = sqlite.insert if on_sqlite else postgresql.insert
    statements: dict[str, tuple[str, Callable[[Row], object]]] = {}
    for table in schema.LAYOUTS[number].metadata.tables.values():
        statement = insert(table)
        if table.name in _REPLACED:
            keys, constant = _REPLACED[table.name]
            statement = statement.on_conflict_do_update(index_elements=list(keys), set_={
                c.name: statement.excluded[c.name] for c in table.c
                if c.name not in (*keys, *constant)})
        compiled = statement.compile(dialect=dialect, column_keys=[c.name for c in table.c])
        order = compiled.positiontup  # where a value has a position, not a name
        statements[table.name] = (compiled.string, itemgetter(*order) if on_sqlite and order
                                  else lambda row: row)
    return statements


def document_row(document: Document, seq: int, born: int) -> Row:
    """A document as a row, with the entries that last and first stored it."""
    return {"kind": document.kind, "id": document.id, "owner": document.owner, "born": born,
            "seq": seq, "body": document.body}


def check_transfer(transfer: Transfer, first: bool) -> None:
    """Malformed for a transfer that moves nothing, or nowhere, and in the second format for one
    between two currencies, or without any."""
    if not first and not (has_currency(transfer.frm) and has_currency(transfer.to)
                          and transfer.frm[-SUFFIX:] == transfer.to[-SUFFIX:]):
        raise Malformed("both accounts of a transfer must end in the same currency; found "
                        f"{transfer}")
    if transfer.amount <= 0 or transfer.frm == transfer.to or not (transfer.key and transfer.frm
                                                                   and transfer.to):
        raise Malformed("a transfer must move more than 0 cents from one account to another, "
                        f"under a key; found {transfer}")

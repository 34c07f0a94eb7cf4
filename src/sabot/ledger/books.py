"""The reading side of the ledger: the journal, the money, and what is stored next to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from sabot.ledger import chain, statements
from sabot.ledger.compression import dictionary_number, split_kept
from sabot.ledger.entry import (
    Document,
    Name,
    Order,
    Posting,
    Record,
    StoredCheckpoint,
    StoredDocument,
)
from sabot.ledger.errors import Corrupt, Sealed, translate_error
from sabot.ledger.postings import FIRST, PLAYER, POOL, Accounts
from sabot.ledger.records import account_group, read_bytes, read_digest, read_record
from sabot.ledger.second_format import BEGIN, End
from sabot.ledger.store import Store, new_schema_outline, schema_outline
from sabot.ledger.vault import Vault, is_sealed, opening
from sabot.money import CODES, Transfer
from sabot.words import phrase

_PAGE = 500

Flows = dict[tuple[str, str], tuple[int, int]]
"""By the kinds of account that money leaves and reaches: the cents, and the number of transfers."""


_WON = ("pool", "player")


def _table_of(account: str) -> str:
    """The table of such an account group."""
    kind, _, name = account.partition(":")
    return name.removesuffix("-") if kind == "stake" else name


class Books:
    """Everything that can be read. Any thread may read; each reading has its own connection.

    ``vault`` opens the orders of shoes in use; without it they stay sealed.
    """

    def __init__(self, store: Store, pinned: sa.Connection | None = None,
                 vault: Vault | None = None) -> None:
        self._store = store
        self._pinned = pinned
        self.vault = vault
        self._tables = tables = store.layout
        self._first = tables.format == 1
        self._j, self._d, self._c = tables.journal.c, tables.documents.c, tables.commands.c
        self._document = [self._d[name] for name in ("kind", "id", "owner", "body")]

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        if self._pinned is None:
            with self._store.connection(self._store.reader) as connection:
                yield connection
            return
        try:
            yield self._pinned
        except (sa.exc.SQLAlchemyError, UnicodeDecodeError) as error:
            raise translate_error(error, self._store.where) from error

    @contextmanager
    def snapshot(self) -> Iterator[Books]:
        """The books as they are at one moment; later commits do not appear in them."""
        with self._reading() as connection:
            if self._store.sqlite:
                connection.exec_driver_sql("BEGIN")
            try:
                yield Books(self._store, connection, self.vault)
            finally:
                connection.rollback()

    # -- the journal ------------------------------------------------------------------------------

    @property
    def format(self) -> int:
        """The number of the journal's format."""
        return self._tables.format

    def head(self) -> tuple[int, str]:
        """The number and digest of the last entry; (0, 64 zeros) for an empty journal."""
        with self._reading() as connection:
            return self._read_head(connection)

    def _read_head(self, connection: sa.Connection) -> tuple[int, str]:
        """The number and digest of the last entry, as a connection sees it."""
        row = connection.execute(statements.head(self._tables)).first()
        return (row[0], read_digest(row[1])) if row else (0, chain.GENESIS)

    def mark(self) -> tuple[int, str]:
        """What to write down elsewhere, so that a truncated journal or an older copy is found:
        number and digest of the last entry, or in the second format of the last checkpoint."""
        return self.head() if self._first else self.checkpoint()

    def checkpoint(self) -> tuple[int, str]:
        """The number and digest of the last checkpoint; (0, 64 zeros) where there is none."""
        if (table := self._tables.checkpoints) is None:
            return 0, chain.GENESIS
        query = sa.select(table.c.no, table.c.hash).order_by(table.c.no.desc()).limit(1)
        with self._reading() as connection:
            row = connection.execute(query).first()
        return (row[0], read_digest(row[1])) if row else (0, chain.GENESIS)

    def bound(self) -> int:
        """The number of the last checkpoint, as the head of the journal names it."""
        if self._first:
            return 0
        with self._reading() as connection:
            return connection.execute(sa.select(self._tables.head.c.bound)).scalar() or 0

    def checkpoints(self) -> list[StoredCheckpoint]:
        """All checkpoints in order."""
        if (table := self._tables.checkpoints) is None:
            return []
        c = table.c
        with self._reading() as connection:
            return [
                StoredCheckpoint(row[0], row[1], row[2], read_bytes(row[3]), read_digest(row[4]))
                for row in connection.execute(
                    sa.select(c.no, c.at, c.seq, c.body, c.hash).order_by(c.no)
                )
            ]

    def ends(self) -> dict[str, tuple[int, str]]:
        """The last number and digest of each chain by its name, as stored next to the journal."""
        if (table := self._tables.chains) is None:
            return {}
        with self._reading() as connection:
            return {str(row[0]): (row[1], read_digest(row[2])) for row in connection.execute(
                sa.select(table.c.name, table.c.no, table.c.hash))}

    def shared(self) -> dict[str, tuple[int, str]]:
        """The last number and digest of each shared account by its name, as stored with its
        balance."""
        if self._first:
            return {}
        b = self._tables.balances.c
        with self._reading() as connection:
            return {str(row[0]): (row[1], read_digest(row[2])) for row in connection.execute(
                sa.select(b.account, b.no, b.hash)
                .where(sa.or_(b.no > 0, sa.func.length(b.hash) > 0)))}

    def link(self, chain_name: str, no: int) -> End:
        """A link of a chain of the second format; the beginning of the chain where there is no such
        link."""
        query = sa.select(self._j.hash).where(self._j.chain == chain_name, self._j.no == no)
        with self._reading() as connection:
            value = connection.execute(query).scalar()
        return BEGIN if value is None else End(no, read_digest(value))

    def _unpack(self, connection: sa.Connection, stored: object, stored_digests: object = b""
                ) -> tuple[bytes, bytes]:
        """The body of an entry, and the digests of what it stored next to the journal. What cannot
        be unpacked is returned as it is stored."""
        body, digests = read_bytes(stored), read_bytes(stored_digests)
        if self._first:
            return body, digests
        packer = self._store.packer
        try:
            if (number := dictionary_number(body)) and number not in packer:
                assert self._tables.dictionaries is not None
                d = self._tables.dictionaries.c
                for row in connection.execute(sa.select(d.no, d.body)):
                    packer.add(row[0], read_bytes(row[1]))
            return split_kept(packer.unpack(body), digests)
        except Corrupt:  # it matches no digest, so a check of the journal names it
            return body, digests

    def entries(self, *, table: str | None = None, coup: str | None = None,
                kind: str | None = None, since_version: int | None = None, since_seq: int = 0,
                before_seq: int | None = None, limit: int | None = None,
                newest_first: bool = False) -> list[Record]:
        """Entries of the journal in order.

        ``since_version``: only entries with an event after that version of the table.
        ``since_seq``: only entries after that one; ``before_seq``: only entries before that one.
        """
        filters: dict[str, object] = {name: value for name, value in (
            ("table", table), ("coup", coup), ("kind", kind), ("since_seq", since_seq or None),
            ("from_version", None if since_version is None else since_version + 1),
            ("before_seq", before_seq), ("limit", limit)) if value is not None}
        query = statements.entries(self._tables, filters, newest_first)
        with self._reading() as connection:
            opened = partial(self._unpack, connection)
            return [read_record(row, self._first, opened)
                    for row in connection.execute(query, filters).all()]

    def walk(self) -> Iterator[Record]:
        """The whole journal, read a page at a time."""
        last = 0
        while page := self.entries(since_seq=last, limit=_PAGE):
            yield from page
            last = page[-1].seq

    def walk_with_postings(self, since: int = 0) -> Iterator[tuple[Record, list[Posting]]]:
        """The entries after that one with the transfers of each, read a page at a time."""
        while page := self.entries(since_seq=since, limit=_PAGE):
            postings: dict[int, list[Posting]] = {}
            for posting in self.postings(after=since, upto=page[-1].seq):
                postings.setdefault(posting.seq, []).append(posting)
            for record in page:
                yield record, postings.get(record.seq, [])
            since = page[-1].seq

    def coups(self, like: str = "", limit: int | None = None) -> list[str]:
        """The ids of stored coups that contain ``like``, the newest first."""
        query = (sa.select(self._j.coup).where(self._j.kind == "begin")
                 .order_by(self._j.seq.desc()).limit(limit))
        if like:
            query = query.where(self._j.coup.contains(like, autoescape=True))
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def citing(self, clause: str, *, last: int = 0, limit: int = 1,
               coups: Collection[str] | None = None) -> list[tuple[int, str]]:
        """Coups with an entry that cites a clause, the newest first, each with that entry's number.
        Searches the bodies of the ``last`` entries of the journal, or of all entries of these
        ``coups``."""
        # In the second format bodies are packed: each is opened.
        query = sa.select(*[self._j.seq, self._j.coup, *([] if self._first else [self._j.body])])
        if coups is None:
            since = sa.select(self._tables.head.c.seq - last).scalar_subquery()
            query = (query.where(self._j.seq > since, self._j.coup != "")
                     .order_by(self._j.seq.desc()))
        else:  # by their index, which the database would not use with an order or a kind
            query = query.where(self._j.coup.in_(coups))
        needle = f'"{clause}"'.encode()
        if self._first and self._store.sqlite:
            query = query.where(sa.func.instr(self._j.body,
                                              sa.literal(needle, sa.LargeBinary)) > 0)
        elif self._first:
            query = query.where(sa.func.strpos(sa.func.encode(self._j.body, "escape"),
                                               needle.decode()) > 0)
        newest: dict[str, int] = {}
        with self._reading() as connection:
            rows = connection.execute(query)
            for row in rows if coups is None else sorted(rows, reverse=True):
                if not self._first and needle not in self._unpack(connection, row[2])[0]:
                    continue
                newest.setdefault(row[1], row[0])
                if len(newest) == limit:
                    break
        return [(seq, coup) for coup, seq in newest.items()]

    def damage(self) -> str:
        """What the database itself finds wrong with its file; "" for nothing."""
        if not self._store.sqlite:
            return ""
        with self._reading() as connection:
            result = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
            if result != "ok":
                return str(result)
            here, fresh = schema_outline(connection), new_schema_outline(self._tables.format)
        odd = sorted(
            name for name in here.keys() | fresh.keys() if here.get(name) != fresh.get(name)
        )
        return phrase("{tables} differs from the schema", tables=", ".join(odd)) if odd else ""

    # -- money ------------------------------------------------------------------------------------

    def balance(self, account: str) -> int:
        """The cents in an account; 0 for one that was never used."""
        query = statements.balance(self._tables)
        with self._reading() as connection:
            return connection.execute(query, {"account": account}).scalar() or 0

    def accounts(self, currency: str) -> Accounts:
        """The names of the accounts in a currency, by its sign; the first format has one set for
        all. KeyError for a currency that no game uses."""
        return FIRST if self._first else Accounts(CODES[currency])

    def balances(self, prefix: str = "") -> dict[str, int]:
        """The cents of every account whose name begins with ``prefix``."""
        b = self._tables.balances.c
        query = sa.select(b.account, b.amount).order_by(b.account)
        if prefix:
            query = query.where(b.account.startswith(prefix, autoescape=True))
        with self._reading() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def postings(self, *, after: int = 0, upto: int | None = None, account: str | None = None,
                 into: str = "") -> list[Posting]:
        """The transfers of the entries after ``after`` and up to ``upto``, in order: all, those of
        ``account``, or those to accounts whose names begin with ``into``."""
        p = self._tables.postings.c
        own = () if self._first else (p.frm_no, p.dst_no)
        query = (sa.select(p.seq, p.key, p.frm, p.dst, p.amount, p.law, *own).where(p.seq > after)
                 .order_by(p.seq, p.place))
        if upto is not None:
            query = query.where(p.seq <= upto)
        if account is not None:
            query = query.where(sa.or_(p.frm == account, p.dst == account))
        if into:
            query = query.where(p.dst.startswith(into, autoescape=True))
        with self._reading() as connection:
            rows = connection.execute(query)
            if self._first:
                return [Posting(row[0], Transfer(*row[1:])) for row in rows]
            return [Posting(seq, Transfer(key, frm, to, amount, law), frm_no, to_no)
                    for seq, key, frm, to, amount, law, frm_no, to_no in rows]

    def flows(self, tables: Collection[str], *, after: int = 0) -> dict[str, Flows]:
        """What moved at each table in the entries after ``after``, between kinds of account: the
        cents, and the number of transfers."""
        p = self._tables.postings.c
        frm, to = account_group(p.frm, self._first), account_group(p.dst, self._first)
        shared = sa.and_(p.frm.startswith(POOL), p.dst.startswith(PLAYER))
        query = (sa.select(frm, to, sa.func.sum(p.amount), sa.func.count())
                 .where(p.seq > after, sa.not_(shared)).group_by(frm, to))
        # The table is not in the names of the accounts but in the key, "table-coup/place".
        prizes = sa.select(p.key, p.amount).where(p.seq > after, shared)
        flows: dict[str, Flows] = {table: {} for table in tables}
        with self._reading() as connection:
            for source, target, cents, count in connection.execute(query):
                flow = source.partition(":")[0], target.partition(":")[0]
                for table in {_table_of(source), _table_of(target)} & flows.keys():
                    before = flows[table].get(flow, (0, 0))
                    flows[table][flow] = before[0] + int(cents), before[1] + int(count)
            for key, cents in connection.execute(prizes):
                table = key.partition("/")[0].rpartition("-")[0]
                if table in flows:
                    before = flows[table].get(_WON, (0, 0))
                    flows[table][_WON] = before[0] + int(cents), before[1] + 1
        return flows

    def transfer(self, key: str) -> Transfer | None:
        """The stored transfer with this key."""
        p = self._tables.postings.c
        query = sa.select(p.key, p.frm, p.dst, p.amount, p.law).where(p.key == key)
        with self._reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else Transfer(*row)

    def stored_keys(self, keys: Sequence[str]) -> set[str]:
        """Those of the keys whose transfers are stored."""
        query = statements.stored_keys(self._tables)
        with self._reading() as connection:
            return set(connection.execute(query, {"keys": list(keys)}).scalars())

    def stored_transfers(self, keys: Sequence[str]) -> dict[str, Posting]:
        """The stored transfers with these keys, each with its entry."""
        p = self._tables.postings.c
        query = sa.select(p.seq, p.key, p.frm, p.dst, p.amount, p.law)
        postings: dict[str, Posting] = {}
        with self._reading() as connection:
            for start in range(0, len(keys), _PAGE):
                page_query = query.where(p.key.in_(keys[start:start + _PAGE]))
                postings |= {row[1]: Posting(row[0], Transfer(*row[1:]))
                             for row in connection.execute(page_query)}
        return postings

    # -- next to the journal ----------------------------------------------------------------------

    def answer_to(self, player: str, key: str) -> bytes | None:
        """The answer to the command with this key; None when there was none."""
        query = statements.answer(self._tables)
        with self._reading() as connection:
            answer = connection.execute(query, {"by": player, "under": key}).scalar()
        return None if answer is None else read_bytes(answer)

    def commands(self) -> dict[tuple[str, str], int]:
        """Every used command key, (player, key), with the entry that it caused."""
        c = self._tables.commands.c
        with self._reading() as connection:
            return {(player, key): seq for player, key, seq
                    in connection.execute(sa.select(c.player, c.key, c.seq))}

    def states(self) -> dict[str, bytes]:
        """The last stored state of each table."""
        s = self._tables.states.c
        with self._reading() as connection:
            return {str(table): read_bytes(state)
                    for table, state in connection.execute(sa.select(s.table_id, s.state))}

    def states_stored(self) -> dict[str, int]:
        """The entry that last stored the state of each table."""
        s = self._tables.states.c
        with self._reading() as connection:
            return {str(table): seq
                    for table, seq in connection.execute(sa.select(s.table_id, s.seq))}

    def document(self, kind: str, id: str) -> Document | None:
        """One document by its name."""
        query = statements.document(self._tables)
        with self._reading() as connection:
            row = connection.execute(query, {"kind": kind, "id": id}).first()
        return None if row is None else Document(row[0], row[1], row[2], read_bytes(row[3]))

    def documents(self, kind: str, owner: str | None = None, limit: int | None = None,
                  newest_first: bool = True) -> list[Document]:
        """The documents of a kind (and owner), in the order in which each was first stored."""
        filters: dict[str, object] = {"kind": kind}
        if owner is not None:
            filters["owner"] = owner
        if limit is not None:
            filters["limit"] = limit
        query = statements.documents(self._tables, filters, newest_first)
        with self._reading() as connection:
            return [Document(row[0], row[1], row[2], read_bytes(row[3]))
                    for row in connection.execute(query, filters)]

    def sums(self, kind: str, owner: str, fields: Sequence[str], by: str, *, since: int = 0,
             before: int | None = None, named: str = "") -> dict[str, tuple[int, ...]]:
        """Sums of whole numbers in the documents that `owned_documents` selects, computed by the
        database: for each value of the field ``by`` the number of documents, and the sum of each of
        ``fields``."""
        group = self._field(by)
        query = sa.select(group, sa.func.count(), *(
            sa.func.sum(sa.cast(self._field(name), sa.BigInteger)) for name in fields))
        query = query.where(*self._of_owner(kind, owner, since, before, named)).group_by(group)
        with self._reading() as connection:
            return {str(row[0]): tuple(int(n or 0) for n in row[1:])
                    for row in connection.execute(query)}

    def _of_owner(self, kind: str, owner: str, since: int, before: int | None, named: str
                  ) -> Iterator[sa.ColumnElement[bool]]:
        """The conditions of `owned_documents`."""
        d = self._d
        yield from (d.kind == kind, d.owner == owner)
        if since:
            yield d.born >= since
        if before is not None:
            yield d.born < before
        if named:
            yield d.id.startswith(named, autoescape=True)

    def _field(self, name: str) -> sa.ColumnElement[str]:
        """A field of a document's JSON body, as an expression of the database."""
        body = self._d.body
        field: sa.ColumnElement[str] = (
            sa.func.json_extract(sa.cast(body, sa.Text), f"$.{name}") if self._store.sqlite
            else sa.cast(sa.func.convert_from(body, "UTF8"), JSONB)[name].astext)
        return field

    def owned_documents(
        self,
        kind: str,
        owner: str,
        *,
        since: int = 0,
        before: int | None = None,
        named: str = "",
        limit: int | None = None,
        newest_first: bool = True,
    ) -> list[StoredDocument]:
        """Documents of an owner, by the entries that first stored them: from the entry ``since`` on
        and before the entry ``before``, with ids that begin with ``named``."""
        query = sa.select(*self._document, self._d.born, self._d.seq)
        query = query.where(*self._of_owner(kind, owner, since, before, named))
        query = query.order_by(self._d.born.desc() if newest_first else self._d.born).limit(limit)
        with self._reading() as connection:
            return [StoredDocument(row[4], row[5],
                                   Document(row[0], row[1], row[2], read_bytes(row[3])))
                    for row in connection.execute(query)]

    def every_document(self) -> Iterator[StoredDocument]:
        """All documents of all kinds, in no order, with the entries that stored them."""
        query = sa.select(*self._document, self._d.born, self._d.seq)
        with self._reading() as connection:
            for row in connection.execute(query):
                yield StoredDocument(row[4], row[5], Document(str(row[0]), str(row[1]), str(row[2]),
                                                              read_bytes(row[3])))

    @property
    def names_are_separate(self) -> bool:
        """Whether people's names are stored next to the journal, which knows people by ids."""
        return not self._first

    def names(self) -> dict[str, Name]:
        """People's names by their ids; empty in the first format, where entries and documents
        contain the names."""
        names = self._tables.names
        if names is None:
            return {}
        with self._reading() as connection:
            return {row.id: Name(row.id, row.name, row.shown)
                    for row in connection.execute(statements.names(names))}

    def name_of(self, id: str) -> Name | None:
        """The name of a person; None where none is stored."""
        names = self._tables.names
        if names is None:
            return None
        with self._reading() as connection:
            row = connection.execute(statements.name(names), {"id": id}).first()
            return Name(row.id, row.name, row.shown) if row else None

    def rows(self, *names: str) -> dict[str, list[dict[str, object]]]:
        """All rows of tables next to the journal, as they are stored."""
        with self._reading() as connection:
            return {name: [dict(row) for row in connection.execute(
                sa.select(self._tables.metadata.tables[name])).mappings()] for name in names}

    def seals(self) -> list[str]:
        """The seals whose openings are stored."""
        with self._reading() as connection:
            return [str(seal) for seal in
                    connection.execute(sa.select(self._tables.secrets.c.seal)).scalars()]

    def secret(self, seal: str) -> dict[str, str] | None:
        """The stored opening of a seal: {"seal", "nonce", "order"}. Sealed when it cannot be read.
        """
        s = self._tables.secrets.c
        query = sa.select(s.seal, s.nonce, s.cards).where(s.seal == seal)
        with self._reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else opening(self.vault, *row)

    def orders(self) -> Iterator[Order]:
        """The orders of all shoes by their seals, read a page at a time."""
        s, last = self._tables.secrets.c, ""
        query = sa.select(s.seal, s.seq, s.nonce, s.cards).order_by(s.seal).limit(_PAGE)
        while True:
            with self._reading() as connection:
                page = connection.execute(query.where(s.seal > last)).all()
            for seal, seq, nonce, order in page:
                try:
                    yield Order(seal, seq, opening(self.vault, seal, nonce, order))
                except Sealed as error:
                    yield Order(seal, seq, None, error)
            if not page:
                return
            last = page[-1][0]

    def newest_orders(self) -> dict[str, tuple[str, bool]]:
        """The seal of the last shoe shuffled at each table, and whether its order is sealed."""
        s = self._tables.secrets.c
        query = (sa.select(self._j.table_id, s.seal, s.nonce)
                 .join_from(self._tables.secrets, self._tables.journal, s.seq == self._j.seq)
                 .order_by(s.seq))
        with self._reading() as connection:
            return {table: (seal, is_sealed(nonce))
                    for table, seal, nonce in connection.execute(query)}

    def orders_in_clear(self, table: str) -> list[str]:
        """The seals of the shoes of a table whose orders are stored unsealed."""
        s = self._tables.secrets.c
        query = (sa.select(s.seal, s.nonce)
                 .join_from(self._tables.journal, self._tables.secrets, s.seq == self._j.seq)
                 .where(self._j.table_id == table))
        with self._reading() as connection:
            return [seal for seal, nonce in connection.execute(query) if not is_sealed(nonce)]

    def outgoing_credits(self) -> list[Posting]:
        """Credits that an operator's wallet has not acknowledged yet, in order, from the rows next
        to the journal; these do not name the account of the wallet."""
        o = self._tables.outbox.c
        query = sa.select(o.seq, o.key, o.account, o.amount, o.law).order_by(o.seq, o.key)
        with self._reading() as connection:
            return [Posting(seq, Transfer(key, account, "", amount, law))
                    for seq, key, account, amount, law in connection.execute(query)]

    def announced_debits(self) -> list[Transfer]:
        """Debits that were announced and neither used by an entry nor taken back."""
        i = self._tables.intents.c
        with self._reading() as connection:
            return [Transfer(key, account, "", amount, "") for key, account, amount
                    in connection.execute(sa.select(i.key, i.account, i.amount).order_by(i.key))]

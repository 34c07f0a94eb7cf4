"""An operator's side of the wallet: a small site that keeps its players' money and sends them in.

    python examples/wallet/operator_site.py --port 9000 --file operator.sqlite3 --open ana=100.00

An example to read and to try against, with the library of Python alone. What matters for real money
is here: each request carries a key and takes effect once, in one transaction with the balance that
it changes, and a rollback that comes before its debit keeps that debit from ever having an effect.
Operators add their own accounts, the secrets of their machines and their reports.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SCHEMA = """
create table if not exists accounts (player text not null, currency text not null,
                                     cents integer not null check (cents >= 0),
                                     primary key (player, currency));
create table if not exists requests (key text primary key, kind text not null, player text not null,
                                     currency text not null, cents integer not null,
                                     undone integer not null default 0);
"""


class Books:
    """The operator's accounts in an SQLite file; each method is one transaction."""

    def __init__(self, file: str) -> None:
        self._turn = threading.Lock()
        self._db = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        self._db.executescript(f"pragma journal_mode=wal; pragma synchronous=full; {SCHEMA}")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._turn:
            self._db.execute("begin immediate")
            try:
                yield self._db
            except BaseException:
                self._db.execute("rollback")
                raise
            self._db.execute("commit")

    def close(self) -> None:
        """Give the file back."""
        self._db.close()

    def balance(self, player: str, currency: str = "EUR") -> int:
        """The cents of a player in a currency; 0 for one who is not known."""
        with self._turn:
            return self._cents(self._db, player, currency)

    def open(self, player: str, cents: int, currency: str = "EUR") -> None:
        """An account with so much on it, unless it is there already."""
        with self._transaction() as db:
            db.execute("insert or ignore into accounts values (?, ?, ?)", (player, currency, cents))

    def debit(self, key: str, player: str, cents: int, currency: str = "EUR") -> dict[str, Any]:
        """Take cents once for a key: {"taken": true}, or what the player has instead."""
        with self._transaction() as db:
            if self._known(db, key):
                return {"taken": True}
            have = self._cents(db, player, currency)
            if have < cents:
                return {"taken": False, "have": have}
            self._move(db, player, currency, -cents)
            db.execute("insert into requests values (?, 'debit', ?, ?, ?, 0)",
                       (key, player, currency, cents))
            return {"taken": True}

    def credit(self, key: str, player: str, cents: int, currency: str = "EUR") -> dict[str, Any]:
        """Give cents once for a key."""
        with self._transaction() as db:
            if not self._known(db, key):
                db.execute("insert or ignore into accounts values (?, ?, 0)", (player, currency))
                self._move(db, player, currency, cents)
                db.execute("insert into requests values (?, 'credit', ?, ?, ?, 0)",
                           (key, player, currency, cents))
            return {}

    def rollback(self, key: str) -> dict[str, Any]:
        """Undo the debit of a key; one that has not come yet will find its key used."""
        with self._transaction() as db:
            row = db.execute("select player, currency, cents, undone from requests where key = ?",
                             (key,)).fetchone()
            if row is None:
                db.execute("insert into requests values (?, 'none', '', '', 0, 1)", (key,))
            elif not row[3]:
                self._move(db, row[0], row[1], row[2])
                db.execute("update requests set undone = 1 where key = ?", (key,))
            return {}

    @staticmethod
    def _cents(db: sqlite3.Connection, player: str, currency: str) -> int:
        row = db.execute("select cents from accounts where player = ? and currency = ?",
                         (player, currency)).fetchone()
        return int(row[0]) if row else 0

    @staticmethod
    def _move(db: sqlite3.Connection, player: str, currency: str, cents: int) -> None:
        db.execute("update accounts set cents = cents + ? where player = ? and currency = ?",
                   (cents, player, currency))

    @staticmethod
    def _known(db: sqlite3.Connection, key: str) -> bool:
        return db.execute("select 1 from requests where key = ?", (key,)).fetchone() is not None


def site(books: Books, port: int, secret: str = "") -> ThreadingHTTPServer:
    """The server of the accounts: POST /debit, /credit, /rollback, /balance with a JSON object.

    ``secret`` is what the house must send as its bearer token; "" for a trial on one machine.
    """

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or "{}")
            if secret and self.headers.get("Authorization") != f"Bearer {secret}":
                self._answer(401, {"error": "the token of the house is missing or wrong"})
                return
            acts = {"/debit": books.debit, "/credit": books.credit, "/rollback": books.rollback,
                    "/balance": lambda **whose: {"cents": books.balance(**whose)}}
            act = acts.get(self.path)
            if act is None:
                self._answer(404, {"error": f"there is no {self.path} here"})
                return
            self._answer(200, act(**asked))

        def _answer(self, status: int, told: dict[str, Any]) -> None:
            body = json.dumps(told).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return ThreadingHTTPServer(("127.0.0.1", port), Door)


def main() -> None:
    parser = argparse.ArgumentParser(description="an operator's accounts, to try a house against")
    parser.add_argument("--port", type=int, default=9000)
    parser.add_argument("--file", default="operator.sqlite3")
    parser.add_argument("--secret", default="", help="the token that the house must send")
    parser.add_argument("--open", action="append", default=[], metavar="PLAYER=EUROS",
                        help="an account to begin with, such as ana=100.00")
    asked = parser.parse_args()
    books = Books(asked.file)
    for one in asked.open:
        player, _, euros = one.partition("=")
        whole, _, part = euros.partition(".")
        books.open(player, int(whole) * 100 + int(part.ljust(2, "0") or 0))
        print(f"{player} has {books.balance(player)} cents")
    with site(books, asked.port, asked.secret) as server:
        print(f"the accounts answer at http://127.0.0.1:{asked.port}", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    books.close()


if __name__ == "__main__":
    main()

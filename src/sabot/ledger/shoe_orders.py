"""The orders of shoes next to the journal: sealed while their shoe is in use, unsealed after it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import sqlalchemy as sa

from sabot.ledger.errors import Sealed
from sabot.ledger.schema import Layout
from sabot.ledger.vault import Vault, is_sealed, opening


class Orders:
    """Writes the orders of shoes within the transactions of a ledger, with the key of its vault."""

    def __init__(self, tables: Layout, vault: Vault) -> None:
        self._columns = s = tables.secrets.c
        self._vault = vault
        self._write = sa.update(tables.secrets).where(s.seal == sa.bindparam("of")).values(
            nonce=sa.bindparam("nonce"), cards=sa.bindparam("cards"))

    def unseal(self, writer: sa.Connection, seals: Sequence[str]) -> None:
        """Store the orders of these shoes in clear, as far as the key opens them."""
        for order in self._rows(writer, seals):
            with suppress(Sealed):
                order_in_clear = opening(self._vault, *order)
                writer.execute(self._write, {"of": order[0], "nonce": order_in_clear["nonce"],
                                             "cards": order_in_clear["order"]})

    def seal(self, writer: sa.Connection, seals: Sequence[str]) -> int:
        """Seal the orders of these shoes that are stored in clear. Returns their number."""
        sealed = 0
        for seal, nonce, order in self._rows(writer, seals):
            if not is_sealed(nonce):
                row = self._vault.seal({"seal": seal, "nonce": nonce, "order": order})
                writer.execute(self._write, {"of": seal, "nonce": row[0], "cards": row[1]})
                sealed += 1
        return sealed

    def _rows(self, writer: sa.Connection, seals: Sequence[str]) -> list[tuple[str, str, str]]:
        s = self._columns
        rows: list[tuple[str, str, str]] = []
        for first in range(0, len(seals), 500):
            query = sa.select(s.seal, s.nonce, s.cards).where(s.seal.in_(seals[first:first + 500]))
            rows += [(row[0], row[1], row[2]) for row in writer.execute(query)]
        return rows

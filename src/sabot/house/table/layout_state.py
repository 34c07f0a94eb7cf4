"""What lies on a table, and what was told of it, version by version."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec
import structlog

from sabot.house.shared_views import Said
from sabot.house.table.versioned_events import Item, begin_item, numbered
from sabot.ledger import Books
from sabot.procedure import (
    ALL,
    NOBODY,
    Deal,
    Event,
    Listen,
    Menu,
    Menus,
    Owners,
    Reveal,
    TableState,
    redact,
)
from sabot.procedure.view import Label

KEPT = 600  # items that a returning client can still be given one by one

log = structlog.get_logger("sabot.desk")


class Cloth:
    """The cloth of one table. ``items`` were told last, ``of_coup`` are those of the last coup;
    ``view`` is what everybody sees, ``views`` what those see who hold cards that others do not,
    ``owners`` whose the bets are, ``heard`` what was asked last, in full."""

    def __init__(self, table_id: str, label: Label) -> None:
        self._table = table_id
        self._label = label
        self.items: deque[Item] = deque(maxlen=KEPT)
        self.clear()

    def clear(self) -> None:
        """Nothing lies on the table: a coup begins."""
        self.of_coup: list[Item] = []
        self.view = TableState(self._label)
        self.views: dict[str, TableState] = {}
        self.owners = Owners()
        self.menus = Menus()
        self.heard: Listen | None = None

    def told(self, house: Sequence[Said], events: Sequence[Event], first: int
             ) -> list[Item]:
        """What the house says and what happens then, as items from a version on."""
        items = [Item(version, None, said) for version, said in enumerate(house, first)]
        return items + list(numbered(events, first + len(items), self.heard, self.menus))

    def lay(self, items: Sequence[Item], events: Sequence[Event], coup: str) -> None:
        """What was stored lies on the table. It stays so, even where it cannot be shown."""
        self.items.extend(items)
        self.of_coup.extend(items)
        self._lay_out(events, coup)

    def retell(self, books: Books, coup: str) -> None:
        """The items of the last coup with their versions, as they were told, from the journal."""
        self.items.clear()
        self.clear()
        begun = books.entries(coup=coup, kind="begin")
        if not begun:
            return
        for record in books.entries(table=self._table, since_version=begun[0].version - 1):
            body = msgspec.json.decode(record.body)
            said = list(body.get("house", ()))
            if record.kind == "begin":
                said.append(begin_item(body["coup"], body["no"]))
            events = msgspec.convert(body.get("events", ()), list[Event])
            self.of_coup += self.told(said, events, record.version)
            self._lay_out(events, coup)
        self.items.extend(self.of_coup)

    def _lay_out(self, events: Sequence[Event], coup: str) -> None:
        self.owners.fold(events)
        for event in events:
            if isinstance(event.step, Menu):
                self.menus.add(event.step)
            elif isinstance(event.step, Listen):
                self.heard = self.menus.expand(event.step)
            eyes = event.step.seen_by if isinstance(event.step, Deal | Reveal) else NOBODY
            if eyes not in (ALL, NOBODY) and eyes not in self.views:
                self.views[eyes] = self.view.copy()
            try:
                for seer, view in (("", self.view), *self.views.items()):
                    view.fold(redact(event, seer))
            except Exception:
                log.exception("an event cannot be shown", table=self._table, coup=coup)

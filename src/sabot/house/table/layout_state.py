"""What is on a table, and the published items, version by version."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec
import structlog

from sabot.house.shared_views import HouseEvent
from sabot.house.table.versioned_events import Item, begin_item, number_events
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

KEPT_ITEMS = 600  # items available to a client that reconnects

log = structlog.get_logger("sabot.desk")


class LayoutState:
    """The state of one table's layout. ``items`` were published last, ``coup_items`` are those of
    the last coup; ``view`` is what everybody sees, ``views`` what players with hidden cards see,
    ``owners`` who owns each bet, ``last_question`` the last question in full."""

    def __init__(self, table_id: str, label: Label) -> None:
        self._table = table_id
        self._label = label
        self.items: deque[Item] = deque(maxlen=KEPT_ITEMS)
        self.clear()

    def clear(self) -> None:
        """Clear the layout for a new coup."""
        self.coup_items: list[Item] = []
        self.view = TableState(self._label)
        self.views: dict[str, TableState] = {}
        self.owners = Owners()
        self.menus = Menus()
        self.last_question: Listen | None = None

    def make_items(self, house: Sequence[HouseEvent], events: Sequence[Event], first: int
                   ) -> list[Item]:
        """Return the house's events and then the coup's events as items, from a version on."""
        items = [
            Item(version, None, house_event) for version, house_event in enumerate(house, first)]
        return items + list(
            number_events(events, first + len(items), self.last_question, self.menus))

    def apply(self, items: Sequence[Item], events: Sequence[Event], coup: str) -> None:
        """Apply stored items. They count even when an event cannot be shown."""
        self.items.extend(items)
        self.coup_items.extend(items)
        self._apply_events(events, coup)

    def reload(self, books: Books, coup: str) -> None:
        """Reload the items of the last coup with their versions from the journal."""
        self.items.clear()
        self.clear()
        begun = books.entries(coup=coup, kind="begin")
        if not begun:
            return
        for record in books.entries(table=self._table, since_version=begun[0].version - 1):
            body = msgspec.json.decode(record.body)
            house_events = list(body.get("house", ()))
            if record.kind == "begin":
                house_events.append(begin_item(body["coup"], body["no"]))
            events = msgspec.convert(body.get("events", ()), list[Event])
            self.coup_items += self.make_items(house_events, events, record.version)
            self._apply_events(events, coup)
        self.items.extend(self.coup_items)

    def _apply_events(self, events: Sequence[Event], coup: str) -> None:
        self.owners.fold(events)
        for event in events:
            if isinstance(event.step, Menu):
                self.menus.add(event.step)
            elif isinstance(event.step, Listen):
                self.last_question = self.menus.expand(event.step)
                continue  # a question changes nothing that lies on the table
            eyes = event.step.seen_by if isinstance(event.step, Deal | Reveal) else NOBODY
            if eyes not in (ALL, NOBODY) and eyes not in self.views:
                self.views[eyes] = self.view.copy()
            try:
                for seer, view in (("", self.view), *self.views.items()):
                    view.fold(redact(event, seer))
            except Exception:
                log.exception("an event cannot be shown", table=self._table, coup=coup)

"""The shoe of a table as its record tells it, and whose orders lie sealed in the books."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import structlog

from sabot.equipment import Shoe
from sabot.games import game
from sabot.house.shared_views import EntryBody
from sabot.house.table.versioned_events import State
from sabot.ledger import Ledger
from sabot.ledger.references import decode_body
from sabot.procedure import Cut, Deal, Event, Open, Shuffle
from sabot.procedure.game import Game, ShoeAt

ATTENDED = "attended"  # the seal of a shoe shuffled by hand: its order is nobody's to know
NEVER = "unopened"  # the part of a game whose law says that nobody ever sees an order

log = structlog.get_logger("sabot.shoes")


def sealed(shoe: Shoe) -> dict[str, str]:
    """The opening of a shoe as it was sealed: whoever restores it cuts it again."""
    opening = shoe.opening()
    opening.pop("cut", None)
    return opening


def follow(at: ShoeAt, record: Sequence[Event]) -> ShoeAt:
    """The shoe as it stands after these events of a coup."""
    seal, drawn, cut, lifted = at
    for event in record:
        if isinstance(event.step, Shuffle):
            seal, drawn, cut, lifted = event.seal, 0, 0, 0
        elif isinstance(event.step, Cut):
            cut = event.step.at
        elif isinstance(event.step, Deal):
            drawn += not event.step.bottom
            lifted += event.step.bottom
        elif isinstance(event.step, Open):
            seal = ""
    return ShoeAt(seal, drawn, cut, lifted)


def shown(played: Game, seal: str) -> bool:
    """Whether the order under this seal is ever shown to anybody."""
    return seal not in ("", ATTENDED) and not played.unopened


def turned(played: Game, before: str, events: Sequence[Event],
           left: ShoeAt | None) -> tuple[str, tuple[str, ...]]:
    """Whose order is not shown yet after these events, and whose may be shown from now on.

    ``before`` is the seal of which the first was true before them, ``left`` the shoe that the coup
    leaves when it is over with them.
    """
    now, over = before, []
    for event in events:
        if isinstance(event.step, Shuffle):
            over.append(now)
            now = event.seal if shown(played, event.seal) else ""
        elif isinstance(event.step, Open) and event.step.seal == now:
            over.append(now)
            now = ""
    if left is not None and left.seal != now:
        over.append(now)
        now = ""
    return now, tuple(seal for seal in over if seal)


def standing(played: Game, state: State, begin: EntryBody, events: Sequence[Event]) -> str:
    """The seal of the shoe that stands at a table by its state and its last coup; "" for none,
    and for one whose order nobody ever sees."""
    try:
        if state.over:
            carry = msgspec.json.decode(state.carry, type=played.carry)
            seal = played.shoe(carry).seal
        else:
            carry = msgspec.convert(begin["carry"], played.carry)
            seal = follow(played.shoe(carry), events).seal
    except (KeyError, msgspec.MsgspecError):
        return ""
    return seal if shown(played, seal) else ""


def seal_standing(ledger: Ledger) -> int:
    """Seal what lies in clear of shoes in use, and of those that are never shown, as a house leaves
    them that kept its books without a key; how many orders. Nothing may be committed meanwhile."""
    if ledger.vault is None:
        return 0
    newest = ledger.newest_orders()
    found: list[str] = []
    for table, stored in ledger.states().items():
        last, is_sealed = newest.get(table, ("", True))
        if is_sealed:
            continue
        try:
            found += _in_clear(ledger, table, last, msgspec.json.decode(stored, type=State))
        except (msgspec.MsgspecError, LookupError) as error:
            log.warning("whether a shoe stands at a table is not known", table=table,
                        why=str(error))
    return ledger.seal_orders(found)


def _in_clear(ledger: Ledger, table: str, last: str, state: State) -> list[str]:
    """The orders of a table that should not lie in clear, and do."""
    begin: EntryBody = {}
    events: list[Event] = []
    for record in ledger.entries(coup=state.coup):
        told = decode_body(record.kind, record.body)
        if told is not None:
            begin = begin or msgspec.json.decode(record.body)
            events += told.events
    if not begin:
        return []
    played = game(begin["game"])
    if played.unopened:
        return ledger.orders_in_clear(table)
    return [last] if standing(played, state, begin, events) == last else []

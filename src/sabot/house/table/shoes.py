"""The shoe of a table according to its record, and the orders that are sealed in the journal."""

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

ATTENDED = "attended"  # the seal of a shoe shuffled by hand: nobody knows its order
NEVER = "unopened"  # the part of a game whose law says that an order is never shown

log = structlog.get_logger("sabot.shoes")


def sealed_opening(shoe: Shoe) -> dict[str, str]:
    """Return the opening of a shoe as it was sealed, before any cut."""
    opening = shoe.opening()
    opening.pop("cut", None)
    return opening


def follow_shoe(at: ShoeAt, record: Sequence[Event]) -> ShoeAt:
    """Return the state of a shoe after these events of a coup."""
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


def order_is_shown(played: Game, seal: str) -> bool:
    """Whether the order under this seal will ever be shown."""
    return seal not in ("", ATTENDED) and not played.unopened_clause


def update_seals(played: Game, before: str, events: Sequence[Event],
                 shoe_left: ShoeAt | None) -> tuple[str, tuple[str, ...]]:
    """Return the seal whose order is not shown yet after these events, and the seals whose orders
    may be shown from now on.

    ``before`` is the seal whose order was not shown before them, ``shoe_left`` the shoe that
    remains when the coup is over with them.
    """
    now, over = before, []
    for event in events:
        if isinstance(event.step, Shuffle):
            over.append(now)
            now = event.seal if order_is_shown(played, event.seal) else ""
        elif isinstance(event.step, Open) and event.step.seal == now:
            over.append(now)
            now = ""
    if shoe_left is not None and shoe_left.seal != now:
        over.append(now)
        now = ""
    return now, tuple(seal for seal in over if seal)


def standing_seal(played: Game, state: State, begin: EntryBody, events: Sequence[Event]) -> str:
    """Return the seal of the shoe in use at a table, by its state and its last coup; "" for none,
    and for one whose order is never shown."""
    try:
        if state.over:
            carry = msgspec.json.decode(state.carry, type=played.carry)
            seal = played.shoe(carry).seal
        else:
            carry = msgspec.convert(begin["carry"], played.carry)
            seal = follow_shoe(played.shoe(carry), events).seal
    except (KeyError, msgspec.MsgspecError):
        return ""
    return seal if order_is_shown(played, seal) else ""


def seal_clear_orders(ledger: Ledger) -> int:
    """Seal orders stored in clear of shoes in use, and of those that are never shown, left by a
    house that ran without a key; return how many. Nothing may be committed meanwhile."""
    if ledger.vault is None:
        return 0
    newest = ledger.newest_orders()
    seals: list[str] = []
    for table, stored in ledger.states().items():
        last, is_sealed = newest.get(table, ("", True))
        if is_sealed:
            continue
        try:
            seals += _clear_orders(ledger, table, last, msgspec.json.decode(stored, type=State))
        except (msgspec.MsgspecError, LookupError) as error:
            log.warning("it is unknown whether a shoe is in use", table=table,
                        why=str(error))
    return ledger.seal_orders(seals)


def _clear_orders(ledger: Ledger, table: str, last: str, state: State) -> list[str]:
    """Return the orders of a table that are stored in clear and should not be."""
    begin: EntryBody = {}
    events: list[Event] = []
    for record in ledger.entries(coup=state.coup):
        content = decode_body(record.kind, record.body)
        if content is not None:
            begin = begin or msgspec.json.decode(record.body)
            events += content.events
    if not begin:
        return []
    played = game(begin["game"])
    if played.unopened_clause:
        return ledger.orders_in_clear(table)
    return [last] if standing_seal(played, state, begin, events) == last else []

"""What people were shown, compared with what happened at the table and with the stored journal."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from sabot.house import House
from sabot.house.table.desk import Desk
from sabot.house.table.layout_state import LayoutState
from sabot.house.table.messages import encoder
from sabot.house.table.versioned_events import Item, begin_item
from sabot.ledger import Ledger, Record
from sabot.ledger.references import decode_body
from sabot.procedure import ALL, Act, Cover, Deal, Event, Listen, Menu, Move, Offer, Reveal, Shuffle
from tools.worlds.people import Person, without_names

_ID = re.compile(r"p_[0-9a-f]{8,}")


def shown_too_much(desk: Desk, player: str, message: dict[str, Any],
                   nameless: Collection[str] = ()) -> str:
    """What a message to a player shows of what they may not see yet, or "". It is compared with
    what happened at the table, not with what the house thinks it may show. Of those whose names
    were erased (``nameless``) the id is shown instead."""
    if message["t"] not in ("snapshot", "events"):
        return ""
    for shown, item in _shown_items(desk, message):
        if wrong := _compare(shown, item, player):
            return wrong
    listen, standing = message.get("listen"), desk.layout.last_question
    if listen and standing and _version(message) == desk.state.version and (
            wrong := _offers_of_others(listen, standing.offers, player)):
        return wrong
    others = [name for name in _ID.findall(msgspec.json.encode(message).decode())
              if name != player and name not in nameless]
    # The name of an own copy of a table has the id of its player, who alone sees it.
    return f"{_name(player)} is shown the id of another player: {others[0]}" if others else ""


def _version(message: dict[str, Any]) -> int:
    """The version of the table after a message."""
    number = message["v"]
    return int(number if message["t"] == "snapshot" else number + len(message["events"]) - 1)


def _shown_items(desk: Desk, message: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Item]]:
    """Each event that a message shows, with what it shows."""
    if message["t"] == "events":
        by_version = {item.version: item for item in desk.layout.items}
        for version, shown in enumerate(message["events"], message["v"]):
            if (item := by_version.get(version)) is not None:
                yield shown, item
    elif message["coup"]["id"] == desk.state.coup and (
            len(message["steps"]) == len(desk.layout.coup_items)):
        yield from zip(message["steps"], desk.layout.coup_items, strict=True)


def _compare(shown: dict[str, Any], item: Item, player: str) -> str:
    if item.event is None:
        to = (item.house or {}).get("to")
        if to not in (None, player) and shown:
            return f"{_name(player)} is shown what the house tells another player: {shown}"
        return ""
    step = item.event.step
    if isinstance(step, Deal) and step.seen_by not in (ALL, player) and shown.get("card"):
        return (f"{_name(player)} is shown {shown['card']}, which only "
                f"{step.seen_by or 'nobody'} may see")
    if isinstance(step, Reveal) and step.seen_by not in (ALL, player) and shown:
        return f"{_name(player)} is shown {shown}, which is turned up for {step.seen_by} only"
    if isinstance(step, Shuffle) and "order" in shown:
        return f"{_name(player)} is shown the order of the shoe"
    if isinstance(step, Cover) and "fell" in shown:
        return f"{_name(player)} is shown what lies under the cover"
    if isinstance(step, Move) and shown.get("yours", False) != (step.player == player and player
                                                                != ""):
        return f"{_name(player)} is shown the money of {step.player} as their own: {shown}"
    return ""


def _offers_of_others(listen: dict[str, Any], offers: Sequence[Offer], player: str) -> str:
    """An offer that a player is shown though it is for others only, or ""."""
    for shown in listen.get("offers", ()):
        same = [offer for offer in offers if offer.act == shown["act"] and (
            shown.get("seat", "") in offer.spots or set(shown.get("seats", ())) & set(offer.spots))]
        if same and not any(_is_for(offer, player) for offer in same):
            return f"{_name(player)} is offered {shown['act']} {shown['seat']} of another player"
    return ""


def _is_for(offer: Offer, player: str) -> bool:
    return player in offer.players if offer.players else offer.player in ("", player)


def _name(player: str) -> str:
    return player or "an onlooker"


# -- the stored journal ----------------------------------------------------------------------------


def compare_with_journal(house: House, ledger: Ledger, people: Iterable[Person]) -> str:
    """What people were told and the stored bytes do not say, or acts that the journal has for a
    player to whom they were not offered; "" for nothing."""
    desks = {room.desk.id: room.desk for room in house.rooms.values()}
    audience: dict[str, list[Person]] = {}
    for person in people:
        if person.id and person.table in house.tables:
            audience.setdefault(house.room_for(person.plan.table, person.id).desk.id,
                                []).append(person)
    for table, persons in audience.items():
        desk = desks.get(table) or house.room_for(table, persons[0].id).desk
        stored: set[int] = set()
        for item, heard in stored_items(ledger, desk):
            stored.add(item.version)
            if wrong := _taken_by_another(item.event, heard):
                return wrong
            for person in persons:
                before = person.told.get(item.version)
                if before is None:
                    continue
                now = msgspec.json.decode(encoder.encode(item.seen_by(person.id, house.name)))
                if without_names(before) != without_names(now):
                    return (f"{person.name} was told {before} as version {item.version} of "
                            f"{table}; the journal says {now}")
        for person in persons:
            if unknown := person.told.keys() - stored:
                return (f"{person.name} was told version {min(unknown)} of {table}, which the "
                        "journal does not have")
    return ""


def stored_items(ledger: Ledger, desk: Desk) -> Iterator[tuple[Item, Listen | None]]:
    """The items of a table, made from the journal alone, each with the question before it."""
    layout = LayoutState(desk.id, desk.game.label)
    for record in ledger.entries(table=desk.id):
        if not record.count:
            continue
        house_events, events = _content(record)
        items = layout.make_items(house_events, events, record.version)
        heard = layout.last_question
        if record.kind == "begin":
            layout.clear()
        for item in items:
            yield item, heard
            step = item.event.step if item.event is not None else None
            if isinstance(step, Menu):
                layout.menus.add(step)
            elif isinstance(step, Listen):
                heard = layout.menus.expand(step)
        layout.apply(items, events, record.coup)


def _content(record: Record) -> tuple[list[dict[str, object]], list[Event]]:
    body = msgspec.json.decode(record.body)
    house_events = list(body.get("house", ()))
    if record.kind == "begin":
        house_events.append(begin_item(body["coup"], body["no"]))
    content = decode_body(record.kind, record.body)
    return house_events, list(content.events) if content is not None else []


def _taken_by_another(event: Event | None, heard: Listen | None) -> str:
    """An act that took an offer of somebody else, or ""."""
    act = event.answer if event is not None else None
    if not isinstance(act, Act) or heard is None:
        return ""
    offers = [offer for offer in heard.offers if offer.act == act.act and act.seat in offer.spots]
    if offers and not any(_is_for(offer, act.player) for offer in offers):
        return f"{act.player} took {act.act} {act.seat}, which was offered to others only"
    return ""

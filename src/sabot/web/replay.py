"""Hands of poker from a file, as events that a page can show step by step."""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import post
from litestar.params import JSONBody

from sabot.families.pokertable import phh, phh_replay
from sabot.games import game
from sabot.hands import Hand, HandError, read_each
from sabot.house.catalogue.lobby import describe_table
from sabot.house.errors import HouseError
from sabot.house.shared_views import TableDescription
from sabot.house.table.versioned_events import begin_item, number_events
from sabot.procedure import Menus
from sabot.procedure.table import Table
from sabot.web.route_policies import ANYBODY, policy
from sabot.words import phrase

MAX_TEXT = 262_144
"""The most bytes of a file of hands that a page may send."""
MOST_HANDS = 500


ReplayEvent = Annotated[dict[str, Any], msgspec.Meta(description=(
    "An event of a table, as its socket sends it: open, since each kind of step has members of "
    "its own"))]


class HandsFile(msgspec.Struct):
    """The text of a file of hands, and which of them is wanted, from 0."""

    text: Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]
    at: Annotated[int, msgspec.Meta(ge=0, lt=MOST_HANDS)] = 0


class ReplayedHand(msgspec.Struct, frozen=True, kw_only=True):
    """One hand of a file: its ``events``, with the names of the players by place, and the table at
    which they are drawn. ``mine`` is the place whose cards alone the file knows, "" for none.

    ``headings`` are those of all hands of the file. ``here``: the hand was played by this program;
    another one names no clause, because this regulation did not decide it. ``notes`` and
    ``differences`` are those of `sabot.hands.Result`.
    """

    headings: list[str]
    at: int
    source: str
    here: bool
    events: list[ReplayEvent]
    names: dict[str, str]
    mine: str
    laid: TableDescription
    notes: list[str]
    differences: list[str]


@post("/api/hands", status_code=200, request_max_body_size=2 * MAX_TEXT, opt=policy(ANYBODY, 400))
async def replayed_hand(data: JSONBody[HandsFile]) -> ReplayedHand:
    """A hand of a file in the format PHH, PokerStars, GGPoker or Open Hand History, played again
    step by step. Nothing of the file is kept."""
    return await asyncio.to_thread(_replay, data)


def _replay(data: HandsFile) -> ReplayedHand:
    try:
        hands = list(islice(read_each(data.text), MOST_HANDS))
        if not hands:
            raise HandError(phrase("the file has no hand"))
        hand = hands[min(data.at, len(hands) - 1)][1]
        if isinstance(hand, HandError):
            raise hand
        result = hand.play()
        played = phh_replay.replay(hand.record)
    except HandError as wrong:
        raise HouseError("hands", wrong.args[0], status=400) from None
    return ReplayedHand(
        headings=[heading for heading, _ in hands], at=min(data.at, len(hands) - 1),
        source=hand.source, here=hand.played_here, events=_events(hand, played),
        names={str(n): player.name for n, player in enumerate(hand.players, start=1)},
        mine=_only_known(hand.record), laid=_table(hand.record, played), notes=list(result.notes),
        differences=list(result.differences))


_SKIPPED = frozenset(("listen", "menu", "shuffle", "handle", "cut"))
"""Steps of our procedure that a file does not tell."""


def _events(hand: Hand, played: phh_replay.Replay) -> list[dict[str, Any]]:
    """The events of a hand. Cards that the file does not know were dealt at random: they are not
    told."""
    record = hand.record
    dealt: dict[str, list[str]] = {}
    known: set[str] = set()
    for action in record.parse_actions():
        cards = phh.cards(action.cards)
        known.update(cards)
        if action.what == "dh":
            dealt[str(action.to)] = cards[::-1]
    known.discard(phh.UNKNOWN)
    begin: Any = begin_item("hand", 1)
    events = [begin, *(
        {"step": "move", "kind": "stake", "bet": f"{n}/cave", "amount": cents, "yours": False,
         "law": ""} for n, cents in enumerate(record.stacks, start=1))]
    for item in number_events(played.dealer.record, 0, None, Menus()):
        seen: Any = msgspec.to_builtins(item.seen_by("*"))
        if not seen or seen.get("step") in _SKIPPED or "board" in seen.get("hands", ()):
            continue
        if seen.get("step") == "deal" and (own := dealt.get(seen["to"])):
            seen["card"] = own.pop()
        if "card" in seen and seen["card"] not in known:
            seen["card"] = None
        if not hand.played_here:
            seen |= {key: "" if key == "law" else [] for key in ("law", "also") if key in seen}
        events.append(seen)
    return events


def _only_known(record: phh.Hand) -> str:
    """The place whose cards alone are known before any are shown."""
    known = [action.to for action in record.parse_actions()
             if action.what == "dh" and action.cards and phh.UNKNOWN not in phh.cards(action.cards)]
    return str(known[0]) if len(known) == 1 else ""


def _table(record: phh.Hand, played: phh_replay.Replay) -> TableDescription:
    """The table of a hand as a page draws it."""
    kind = game(record.code.variant.name)
    least = max(1, record.least or max(map(abs, record.blinds), default=1))
    table = Table(game=kind.id, name=record.code.variant.names["en"], rules=kind.rules(),
                  minimum=least, unit=1, places=len(record.stacks))
    return describe_table("hand", table, kind)


ROUTES = [replayed_hand]

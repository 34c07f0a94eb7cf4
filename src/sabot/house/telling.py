"""What a table tells: to whom, from which version on, and never more than his eyes may see."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from sabot.house import metrics
from sabot.house.bets import spot_of
from sabot.house.data import Facts, Question, Shown, more
from sabot.house.desk import Desk
from sabot.house.items import Item, Proposal, rises
from sabot.house.lists import TAKES
from sabot.house.messages import (
    Awaited,
    Clock,
    CoupNo,
    Events,
    Notice,
    Place,
    Snapshot,
    Stand,
    TableState,
    encoder,
)
from sabot.house.players import BOT
from sabot.house.switches import why_closed
from sabot.law import given
from sabot.procedure import Act, Event, Move, Part, redact

if TYPE_CHECKING:
    from sabot.house.claims import Claims
    from sabot.house.house import House
    from sabot.house.switches import Switch

OUTBOX = 128

log = structlog.get_logger("sabot.room")


class Viewer:
    """One client at a table, by a sign-in of its player. ``outbox`` is what it has not read;
    ``gone`` once it was dropped."""

    def __init__(self, player: str, sign_in: str = "") -> None:
        self.player = player
        self.sign_in = sign_in
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.gone = False
        self.why: tuple[int, str] | None = None

    def tell(self, message: Any) -> bool:
        """Queue a message; False when the client reads too slowly and has to come back."""
        if self.gone:
            return False
        if self.outbox.qsize() >= OUTBOX:
            self.drop()
            return False
        self.outbox.put_nowait(encoder.encode(message))
        return True

    def dismiss(self, code: int, reason: str) -> None:
        """This client has to go, once it was told what waits for it; ``code`` closes its line."""
        if not self.gone:
            self.gone = True
            self.why = (code, reason)
            self.outbox.put_nowait(None)

    def drop(self, *, slow: bool = True) -> None:
        """Nothing more is told to this client; what it did not read is forgotten."""
        if self.gone:
            return
        self.gone = True
        if slow:
            metrics.SLOW.inc()
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


class Telling:
    """The viewers of a table and what each of them is told."""

    claims: Claims

    def __init__(self, house: House, desk: Desk) -> None:
        self.house = house
        self.desk = desk
        self.laws = desk.game.conduct.laws
        self.viewers: set[Viewer] = set()
        self.told_seats: tuple[str, ...] = desk.seats

    def closed_by(self) -> Switch | None:
        """What keeps this table from taking bets, or None."""
        return self.house.closed_by(self.desk)

    def online(self, player: str) -> bool:
        return player.startswith(BOT) or any(v.player == player for v in self.viewers)

    def _missed(self, since: int | None) -> list[Item] | None:
        """The items after a version; None for who has seen none, or when they are not kept."""
        if not since or since > self.desk.state.version:
            return None
        kept = self.desk.items
        if since < self.desk.state.version and (not kept or kept[0].version > since + 1):
            return None
        return [item for item in kept if item.version > since]

    def _publish(self, items: list[Item], proposal: Proposal) -> None:
        reseated = self.told_seats != self.desk.seats
        self.told_seats = self.desk.seats
        if proposal.entry.kind == "begin":
            metrics.COUPS.inc()
        for viewer in list(self.viewers):
            try:
                self._tell(viewer, self._events(viewer.player, items, reseated))
            except Exception:  # it is stored: one who cannot be told comes back and asks
                log.exception("not told", table=self.desk.id)
                viewer.drop(slow=False)
                self.viewers.discard(viewer)

    def _tell(self, viewer: Viewer, message: Any) -> None:
        if not viewer.tell(message):
            self.viewers.discard(viewer)

    def notice(self, player: str, kind: str, law: str, facts: Facts) -> None:
        given(law)
        for viewer in list(self.viewers):
            if viewer.player == player:
                self._tell(viewer, Notice(kind, law, facts))

    def _tell_switched(self, closed: Switch | None) -> None:
        """Everybody hears that the table takes no bets, and why, or that it takes them again."""
        why = msgspec.to_builtins(why_closed(closed))
        self.everybody("table-closed" if closed else "table-open", why.pop("law"), why)

    def everybody(self, kind: str, law: str, facts: Facts) -> None:
        """Tell all who are here something that concerns the table."""
        self.tell_all(Notice(kind, law, facts))

    def tell_all(self, message: Any) -> None:
        """One message to all who are here."""
        for viewer in list(self.viewers):
            self._tell(viewer, message)

    def show_anew(self) -> None:
        """Give all who are here the whole table: it is laid out otherwise than before."""
        for viewer in list(self.viewers):
            self._tell(viewer, self._snapshot(viewer.player))

    async def show_purse(self, player: str) -> None:
        """Tell a player, in their turn, what they have now: it has changed elsewhere."""
        for viewer in list(self.viewers):
            if viewer.player == player:
                self._tell(viewer, self._events(player, []))

    def _events(self, eyes: str, items: Iterable[Item], reseated: bool = False,
                everything: bool = False) -> Events:
        desk = self.desk
        told = list(items)
        begun = any(i.house and i.house.get("step") == "begin" for i in told)
        seated = everything or reseated or not told or any(
            i.event is None or isinstance(i.event.answer, Act) or rises(i.event) for i in told)
        over = everything or begun or desk.state.over
        moved = everything or begun or any(
            i.event is not None and isinstance(i.event.step, Move | Part) for i in told)
        view = desk.views.get(eyes, desk.view)
        return Events(
            v=told[0].version if told else desk.state.version + 1,
            events=[item.seen_by(eyes, self.house.name) for item in told],
            labels={**view.gone, **view.labels}, listen=self._listen(eyes),
            clock=self._clock(),
            seats=self._seats(eyes) if seated else None,
            stands=self._stands(eyes) if seated and "stands" in desk.game.parts else None,
            shown=self._shown() if over else None,
            coup=CoupNo(id=desk.state.coup, no=desk.state.no) if begun else None,
            mine=desk.owners.of(eyes) if moved and eyes else None, awaits=self._awaits(),
            you=self.house.you(eyes, desk))

    def _snapshot(self, eyes: str) -> Snapshot:
        desk = self.desk
        closed = self.closed_by()
        return Snapshot(
            v=desk.state.version, table=self.house.describe(desk.id),
            coup=CoupNo(id=desk.state.coup, no=desk.state.no),
            state=self._state(eyes),
            listen=self._listen(eyes), clock=self._clock(), seats=self._seats(eyes),
            shown=self._shown(),
            steps=[item.seen_by(eyes, self.house.name) for item in desk.coup_items],
            you=self.house.you(eyes, desk), mine=desk.owners.of(eyes) if eyes else {},
            awaits=self._awaits(), stands=self._stands(eyes),
            closed=why_closed(closed) if closed else None)

    def _shown(self) -> Shown:
        """What lies open between coups, and in the pool that this table shares with others."""
        shown = self.desk.game.shown(self.desk.carry)
        pools = self.claims.shown()
        return {**shown, "pools": pools, "pool": sum(pools.values())} if pools else shown

    def _state(self, eyes: str) -> TableState:
        """What lies on the table for these eyes; a menu says to each what a clause forbids him."""
        state = self.desk.views.get(eyes, self.desk.view).show()
        if "menus" in state:
            state["menus"] = {name: (redact(Event(menu), eyes) or {})["offers"]
                              for name, menu in self.desk.menus.told.items()}
        return TableState(**state)

    def _listen(self, eyes: str) -> Question | None:
        asked = self.desk.dealer.asked if self.desk.dealer else None
        if asked is None:
            return None
        told = redact(Event(asked), eyes) or {}
        if eyes:
            have = self.house.purse.have(self.desk.accounts.player(eyes))
            mine = {spot_of(bet): cents for bet, cents in self.desk.owners.of(eyes).items()}
            caves = self.desk.game.parts.get("from_cave", ())
            bar = self.house.bars(eyes, self.desk.id)
            for offer in told["offers"]:
                if bar and offer["act"] in TAKES:
                    offer["disabled"] = {"code": bar.code, "law": bar.law, "text": bar.text,
                                         **bar.facts}
                    continue
                if offer.get("note") == "cards" or offer["act"] in caves:
                    continue
                spots = (offer.get("seats") or (offer["seat"],)) if offer["act"] == "bet" else ()
                lies = max((mine.get(spot, 0) for spot in spots), default=0)
                need = offer.get("cost") or offer.get("low", 0) - lies
                if need > have:
                    offer["disabled"] = {"code": "credit", "need": need, "have": have}
        return told

    def _awaits(self) -> Awaited | None:
        """What the croupier of a real table does next, as everybody may see it."""
        step = self.desk.awaited
        if step is None:
            return None
        hand = getattr(step, "to", "") or getattr(step, "hand", "") or getattr(step, "seat", "")
        return Awaited(step=str(step.__struct_config__.tag), hand=hand, law=step.law,
                       what=getattr(step, "what", "") or getattr(step, "thing", ""))

    def _clock(self) -> Clock | None:
        state, standing = self.desk.state, self.desk.dealer.standing if self.desk.dealer else None
        if standing is None or not state.deadline:
            return None
        return Clock(window=standing.window, of=getattr(self.desk.playing.clocks, standing.clock),
                     left=round(max(0.0, state.deadline - self.house.clock.now()), 2))

    def _seats(self, eyes: str) -> list[Place]:
        return [self._place(str(n), player, eyes)
                for n, player in enumerate(self.desk.seats, start=1)]

    def _stands(self, eyes: str) -> list[Stand]:
        return [more(Stand, self._place(place, player, eyes), behind=seat)
                for place, (player, seat) in self.desk.behind.items()]

    def _place(self, place: str, player: str, eyes: str) -> Place:
        return Place(place=place, name=self.house.name(player) if player else "",
                     yours=bool(eyes) and player == eyes,
                     online=bool(player) and self.online(player))

"""What a table tells: to whom, from which version on, and never more than his eyes may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec
import structlog

from sabot.house import metrics
from sabot.house.money.jackpot_claims import held
from sabot.house.people.players import BOT
from sabot.house.ports import Bars, Closes, Described, Moneyed, Named, Pooled, Timed
from sabot.house.shared_views import Facts, Shown, more
from sabot.house.table.bets import spot_of
from sabot.house.table.desk import Desk
from sabot.house.table.messages import (
    AskedOffer,
    Awaited,
    Clock,
    CoupNo,
    Events,
    Notice,
    Place,
    Pools,
    Question,
    Snapshot,
    Stand,
    TableState,
)
from sabot.house.table.restrictions import TAKES
from sabot.house.table.switches import Switch, why_closed
from sabot.house.table.versioned_events import Item, Proposal, rises
from sabot.house.table.viewer import Viewer
from sabot.law import cite_clause
from sabot.procedure import Act, Event, Move, Part, describe_offer, redact
from sabot.procedure.visible_events import ShownListen, ShownOffer

log = structlog.get_logger("sabot.room")


class _Host(Timed, Named, Moneyed, Closes, Bars, Described, Pooled, Protocol):
    """What is told of a house at one of its tables."""


class Broadcaster:
    """The viewers of a table and what each of them is told. ``seats`` is the player at each place
    as they were told it last."""

    def __init__(self, host: _Host, desk: Desk) -> None:
        self.host = host
        self.desk = desk
        self.viewers: set[Viewer] = set()
        self.seats: tuple[str, ...] = desk.seats

    def online(self, player: str) -> bool:
        """Whether a player looks at the table."""
        return player.startswith(BOT) or any(v.player == player for v in self.viewers)

    def enter(self, viewer: Viewer, since: int | None) -> None:
        """Let a client look, and tell it what it missed since a version, or the whole table."""
        self.viewers.add(viewer)
        metrics.VIEWERS.inc()
        items = self._missed(since)
        self.tell(viewer, self._snapshot(viewer.player) if items is None
                  else self._events(viewer.player, items, everything=True))

    def leave(self, viewer: Viewer) -> None:
        """A client looks no more."""
        self.viewers.discard(viewer)
        metrics.VIEWERS.dec()

    def _missed(self, since: int | None) -> list[Item] | None:
        """The items after a version; None for who has seen none, or when they are not kept."""
        if not since or since > self.desk.state.version:
            return None
        kept = self.desk.cloth.items
        if since < self.desk.state.version and (not kept or kept[0].version > since + 1):
            return None
        return [item for item in kept if item.version > since]

    def publish(self, items: list[Item], proposal: Proposal) -> None:
        """Tell everybody what of something that is stored concerns them."""
        reseated = self.seats != self.desk.seats
        self.seats = self.desk.seats
        if proposal.entry.kind == "begin":
            metrics.COUPS.inc()
        for viewer in list(self.viewers):
            try:
                self.tell(viewer, self._events(viewer.player, items, reseated))
            except Exception:  # it is stored: one who cannot be told comes back and asks
                log.exception("not told", table=self.desk.id)
                viewer.drop(slow=False)
                self.viewers.discard(viewer)

    def tell(self, viewer: Viewer, message: object) -> None:
        """One message to one client, who has to come back where it reads too slowly."""
        if not viewer.tell(message):
            self.viewers.discard(viewer)

    def notice(self, player: str, kind: str, law: str, facts: Facts) -> None:
        """Say something to one player."""
        cite_clause(law)
        for viewer in list(self.viewers):
            if viewer.player == player:
                self.tell(viewer, Notice(kind, law, facts))

    def switched(self, closed: Switch | None) -> None:
        """Everybody hears that the table takes no bets, and why, or that it takes them again."""
        why = msgspec.to_builtins(why_closed(closed))
        self.everybody("table-closed" if closed else "table-open", why.pop("law"), why)

    def everybody(self, kind: str, law: str, facts: Facts) -> None:
        """Tell all who are here something that concerns the table."""
        self.tell_all(Notice(kind, law, facts))

    def tell_all(self, message: object) -> None:
        """One message to all who are here."""
        for viewer in list(self.viewers):
            self.tell(viewer, message)

    def show_anew(self) -> None:
        """Give all who are here the whole table: it is laid out otherwise than before."""
        for viewer in list(self.viewers):
            self.tell(viewer, self._snapshot(viewer.player))

    def show_pools(self) -> None:
        """Tell all who are here what the pool of this table holds now."""
        if values := held(self.host.pools, self.desk.table):
            self.tell_all(Pools(values))

    async def show_purse(self, player: str) -> None:
        """Tell a player, in their turn, what they have now: it has changed elsewhere."""
        for viewer in list(self.viewers):
            if viewer.player == player:
                self.tell(viewer, self._events(player, []))

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
        view = desk.cloth.views.get(eyes, desk.cloth.view)
        return Events(
            v=told[0].version if told else desk.state.version + 1,
            events=[item.seen_by(eyes, self.host.name) for item in told],
            labels={**view.gone, **view.labels}, listen=self._listen(eyes),
            clock=self._clock(),
            seats=self._seats(eyes) if seated else None,
            stands=self._stands(eyes) if seated and desk.game.stands is not None else None,
            shown=self._shown() if over else None,
            coup=CoupNo(id=desk.state.coup, no=desk.state.no) if begun else None,
            mine=desk.cloth.owners.of(eyes) if moved and eyes else None, awaits=self._awaits(),
            you=self.host.you(eyes, desk))

    def _snapshot(self, eyes: str) -> Snapshot:
        desk = self.desk
        closed = self.host.closed_by(desk)
        return Snapshot(
            v=desk.state.version, table=self.host.describe(desk.id),
            coup=CoupNo(id=desk.state.coup, no=desk.state.no),
            state=self._state(eyes),
            listen=self._listen(eyes), clock=self._clock(), seats=self._seats(eyes),
            shown=self._shown(),
            steps=[item.seen_by(eyes, self.host.name) for item in desk.cloth.of_coup],
            you=self.host.you(eyes, desk), mine=desk.cloth.owners.of(eyes) if eyes else {},
            awaits=self._awaits(), stands=self._stands(eyes),
            closed=why_closed(closed) if closed else None)

    def _shown(self) -> Shown:
        """What lies open between coups, and in the pool that this table shares with others."""
        shown = self.desk.game.shown(self.desk.carry)
        pools = held(self.host.pools, self.desk.table)
        return {**shown, "pools": pools, "pool": sum(pools.values())} if pools else shown

    def _state(self, eyes: str) -> TableState:
        """What lies on the table for these eyes; a menu says to each what a clause forbids him."""
        cloth = self.desk.cloth
        shown = cloth.views.get(eyes, cloth.view).show()
        menus = {name: [describe_offer(offer, eyes) for offer in menu.offers]
                 for name, menu in cloth.menus.by_name.items()}
        return more(TableState, shown, menus=menus if shown.menus else msgspec.UNSET)

    def _listen(self, eyes: str) -> Question | None:
        asked = self.desk.dealer.asked if self.desk.dealer else None
        if asked is None:
            return None
        shown = redact(Event(asked), eyes)
        assert isinstance(shown, ShownListen)  # whoever looks is shown who is asked
        return more(Question, shown, offers=self._open(eyes, shown.offers))

    def _open(self, eyes: str, offers: Sequence[ShownOffer]) -> tuple[AskedOffer, ...]:
        """The offers of a player, each with why the house would refuse it."""
        if not eyes or not offers:
            return ()
        have = self.host.purse.have(self.desk.accounts.player(eyes))
        mine = {spot_of(bet): cents for bet, cents in self.desk.cloth.owners.of(eyes).items()}
        caves = self.desk.game.purse.spends if self.desk.game.purse else ()
        bar = self.host.bars(eyes, self.desk.id)

        def why_not(offer: ShownOffer) -> Facts | msgspec.UnsetType:
            if bar and offer.act in TAKES:
                return {"code": bar.code, "law": bar.law, "text": bar.text, **bar.facts}
            if offer.note == "cards" or offer.act in caves:
                return msgspec.UNSET
            spots = offer.spots if offer.act == "bet" else ()
            lies = max((mine.get(spot, 0) for spot in spots), default=0)
            need = offer.cost or offer.low - lies
            return {"code": "credit", "need": need, "have": have} if need > have else msgspec.UNSET

        return tuple(more(AskedOffer, offer, disabled=why_not(offer)) for offer in offers)

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
                     left=round(max(0.0, state.deadline - self.host.clock.now()), 2))

    def _seats(self, eyes: str) -> list[Place]:
        return [self._place(str(n), player, eyes)
                for n, player in enumerate(self.desk.seats, start=1)]

    def _stands(self, eyes: str) -> list[Stand]:
        return [more(Stand, self._place(place, player, eyes), behind=seat)
                for place, (player, seat) in self.desk.behind.items()]

    def _place(self, place: str, player: str, eyes: str) -> Place:
        return Place(place=place, name=self.host.name(player) if player else "",
                     yours=bool(eyes) and player == eyes,
                     online=bool(player) and self.online(player))

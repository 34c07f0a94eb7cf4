"""Broadcasts a table's events to its viewers, redacted for each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec
import structlog

from sabot.house import metrics
from sabot.house.live.away import Absences
from sabot.house.live.greetings import Greeter
from sabot.house.money.jackpot_claims import pool_values
from sabot.house.people.players import BOT
from sabot.house.ports import (
    ClosesTables,
    DescribesTables,
    HasClock,
    HasPools,
    HasPurse,
    NamesPlayers,
    RestrictsPlayers,
)
from sabot.house.shared_views import Facts, ShownState, extend
from sabot.house.table import ready
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
    encoder,
)
from sabot.house.table.restrictions import JOINING_ACTS
from sabot.house.table.switches import Switch, closed_reason
from sabot.house.table.versioned_events import Item, Proposal, moves_seat
from sabot.house.table.viewer import Viewer
from sabot.procedure import Act, Event, Move, Part, describe_offer, redact
from sabot.procedure.visible_events import ShownListen, ShownOffer
from sabot.regulations import cite_clause

log = structlog.get_logger("sabot.room")


class _Host(
    HasClock, NamesPlayers, HasPurse, ClosesTables, RestrictsPlayers, DescribesTables, HasPools,
    Protocol):
    """What broadcasting needs of the house."""


class Broadcaster:
    """The viewers of a table, and the messages to them. ``seats`` are the players at each place as
    last published."""

    def __init__(self, host: _Host, desk: Desk) -> None:
        self.host = host
        self.desk = desk
        self.viewers: dict[Viewer, None] = {}  # in the order in which they came
        self._lines: Counter[str] = Counter()  # how many of them each player has
        self.seats: tuple[str, ...] = desk.seats
        self.greeter = Greeter(host, desk)
        self.absences = Absences(desk)

    def online(self, player: str) -> bool:
        """Whether a player is viewing the table; bots always are."""
        return player.startswith(BOT) or player in self._lines

    def add_viewer(self, viewer: Viewer, since: int | None) -> None:
        """Add a client, and send it what it missed since a version, or the whole table."""
        returns = None if self.online(viewer.player) else self.absences.returns(viewer.player)
        self.viewers[viewer] = None
        self._lines[viewer.player] += 1
        metrics.VIEWERS.inc()
        items = self._missed_items(since)
        self.send(viewer, self._snapshot(viewer.player) if items is None
                  else self._events(
                      viewer.player, items, ready.overview(self.desk, self.online),
                      everything=True))
        if returns is not None:
            law = self.desk.game.conduct.laws["line-valid"]
            self.send(viewer, Notice("while-away", law, returns))

    def remove_viewer(self, viewer: Viewer) -> None:
        """Remove a client."""
        self.forget(viewer)
        metrics.VIEWERS.dec()
        if not self.online(viewer.player):
            self.absences.leaves(viewer.player)

    def forget(self, viewer: Viewer) -> None:
        """Send a client nothing more."""
        if viewer in self.viewers:
            del self.viewers[viewer]
            self._lines[viewer.player] -= 1
            if not self._lines[viewer.player]:
                del self._lines[viewer.player]

    def _missed_items(self, since: int | None) -> list[Item] | None:
        """Return the items after a version; None when there is no version, or they are no longer
        available."""
        if not since or since > self.desk.state.version:
            return None
        recent = self.desk.layout.items
        if since < self.desk.state.version and (not recent or recent[0].version > since + 1):
            return None
        return [item for item in recent if item.version > since]

    def publish(self, items: list[Item], proposal: Proposal) -> None:
        """Send stored items to every viewer, redacted for each."""
        reseated = self.seats != self.desk.seats
        self.seats = self.desk.seats
        if proposal.entry.kind == "begin":
            metrics.COUPS.inc()
        self.absences.note(items, self.online)
        seen = ready.overview(self.desk, self.online)  # the same for every viewer
        self._send_to_each(lambda eyes: self._events(eyes, items, seen, reseated))

    def _send_to_each(self, message_for: Callable[[str], object]) -> None:
        """Send all viewers what their eyes may see: each player, and all onlookers alike."""
        encoded: dict[str, bytes] = {}
        for viewer in list(self.viewers):
            eyes = viewer.player
            try:
                if eyes not in encoded:
                    encoded[eyes] = encoder.encode(message_for(eyes))
            except Exception:  # it is stored: this client reconnects and asks again
                log.exception("sending to a viewer failed", table=self.desk.id)
                viewer.drop(slow=False)
                self.forget(viewer)
            else:
                self._send_encoded(viewer, encoded[eyes])

    def send(self, viewer: Viewer, message: object) -> None:
        """Send one message to one client; a client that reads too slowly is removed."""
        self._send_encoded(viewer, encoder.encode(message))

    def _send_encoded(self, viewer: Viewer, message: bytes) -> None:
        if not viewer.send_encoded(message):
            self.forget(viewer)

    def notify(self, player: str, kind: str, law: str, facts: Facts) -> None:
        """Send a notice to one player."""
        cite_clause(law)
        for viewer in list(self.viewers):
            if viewer.player == player:
                self.send(viewer, Notice(kind, law, facts))

    def publish_switch(self, closed: Switch | None) -> None:
        """Notify everybody that the table takes no bets, and why, or that it takes them again."""
        why = msgspec.to_builtins(closed_reason(closed))
        self.notify_all("table-closed" if closed else "table-open", why.pop("law"), why)

    def notify_all(self, kind: str, law: str, facts: Facts) -> None:
        """Send a notice about the table to all viewers."""
        self.send_all(Notice(kind, law, facts))

    def send_all(self, message: object) -> None:
        """Send one message to all viewers."""
        self._send_to_each(lambda _: message)

    def send_snapshots(self) -> None:
        """Send all viewers the whole table, because its configuration has changed."""
        self._send_to_each(self._snapshot)

    def publish_pools(self) -> None:
        """Send all viewers the present value of this table's pool."""
        if values := pool_values(self.host.pools, self.desk.table):
            self.send_all(Pools(values))

    async def publish_balance(self, player: str) -> None:
        """Send a player their present balance, after it changed elsewhere."""
        seen = ready.overview(self.desk, self.online)
        for viewer in list(self.viewers):
            if viewer.player == player:
                self.send(viewer, self._events(player, [], seen))

    async def publish_names(self) -> None:
        """Send all viewers the places again, because a player has another name."""
        seen = ready.overview(self.desk, self.online)
        self._send_to_each(lambda eyes: self._events(eyes, [], seen))

    def _events(self, eyes: str, items: Iterable[Item], seen: ready.Overview | None,
                reseated: bool = False, everything: bool = False) -> Events:
        desk = self.desk
        published = list(items)
        begun = any(i.house and i.house.get("step") == "begin" for i in published)
        seated = (
            everything
            or reseated
            or not published
            or any(
                i.event is None or isinstance(i.event.answer, Act) or moves_seat(i.event)
                for i in published)
        )
        over = everything or begun or desk.state.over
        moved = everything or begun or any(
            i.event is not None and isinstance(i.event.step, Move | Part) for i in published)
        view = desk.layout.views.get(eyes, desk.layout.view)
        return Events(
            v=published[0].version if published else desk.state.version + 1,
            events=[item.seen_by(eyes, self.host.name) for item in published],
            labels={**view.gone, **view.labels},
            listen=self._question(eyes),
            clock=self._clock(),
            seats=self._seats(eyes) if seated else None,
            stands=(self._standing_places(eyes)
                    if seated and desk.game.standing_players is not None else None),
            shown=self._shown_state() if over else None,
            coup=CoupNo(id=desk.state.coup, no=desk.state.no) if begun else None,
            mine=desk.layout.owners.of(eyes) if moved and eyes else None,
            awaits=self._awaited_step(),
            you=self.host.player_summary(eyes, desk),
            ready=ready.describe(seen, eyes),
        )

    def _snapshot(self, eyes: str) -> Snapshot:
        desk = self.desk
        closed = self.host.closed_by(desk)
        return Snapshot(
            v=desk.state.version,
            table=self.host.describe(desk.id),
            coup=CoupNo(id=desk.state.coup, no=desk.state.no),
            state=self._state(eyes),
            listen=self._question(eyes),
            clock=self._clock(),
            seats=self._seats(eyes),
            shown=self._shown_state(),
            steps=[item.seen_by(eyes, self.host.name) for item in desk.layout.coup_items],
            you=self.host.player_summary(eyes, desk),
            mine=desk.layout.owners.of(eyes) if eyes else {},
            awaits=self._awaited_step(),
            stands=self._standing_places(eyes),
            closed=closed_reason(closed) if closed else None,
            ready=ready.describe(ready.overview(desk, self.online), eyes),
        )

    def _shown_state(self) -> ShownState:
        """Return what is open between coups, and in the pool that this table shares."""
        state = self.desk.game.public_state(self.desk.carry)
        pools = pool_values(self.host.pools, self.desk.table)
        return {**state, "pools": pools, "pool": sum(pools.values())} if pools else state

    def _state(self, eyes: str) -> TableState:
        """Return the table as these eyes may see it; each offer of a menu says what a clause
        forbids them."""
        layout = self.desk.layout
        state = layout.views.get(eyes, layout.view).show()
        menus = {name: [describe_offer(offer, eyes) for offer in menu.offers]
                 for name, menu in layout.menus.by_name.items()}
        return extend(TableState, state, menus=menus if state.menus else msgspec.UNSET)

    def _question(self, eyes: str) -> Question | None:
        listen = self.desk.dealer.asked if self.desk.dealer else None
        if listen is None:
            return None
        seen = redact(Event(listen), eyes)
        assert isinstance(seen, ShownListen)  # every viewer sees who is asked
        return extend(Question, seen, offers=self._own_offers(eyes, seen.offers))

    def _own_offers(self, eyes: str, offers: Sequence[ShownOffer]) -> tuple[AskedOffer, ...]:
        """Return the offers of a player, each with the reason why the house would refuse it."""
        if not eyes or not offers:
            return ()
        have = self.host.purse.balance(self.desk.accounts.player(eyes))
        mine = {spot_of(bet): cents for bet, cents in self.desk.layout.owners.of(eyes).items()}
        caves = self.desk.game.purse.bet_acts if self.desk.game.purse else ()
        bar = self.host.restriction(eyes, self.desk.id)

        def why_not(offer: ShownOffer) -> Facts | msgspec.UnsetType:
            if bar and offer.act in JOINING_ACTS:
                return {"code": bar.code, "law": bar.law, "text": bar.text, **bar.facts}
            if offer.note == "cards" or offer.act in caves:
                return msgspec.UNSET
            spots = offer.spots if offer.act == "bet" else ()
            lies = max((mine.get(spot, 0) for spot in spots), default=0)
            need = offer.cost or offer.low - lies
            return {"code": "credit", "need": need, "have": have} if need > have else msgspec.UNSET

        return tuple(extend(AskedOffer, offer, disabled=why_not(offer)) for offer in offers)

    def _awaited_step(self) -> Awaited | None:
        """Return what the croupier of a real table does next, as everybody may see it."""
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

    def _standing_places(self, eyes: str) -> list[Stand]:
        return [extend(Stand, self._place(place, player, eyes), behind=seat)
                for place, (player, seat) in self.desk.standing_players.items()]

    def _place(self, place: str, player: str, eyes: str) -> Place:
        return Place(place=place, name=self.host.name(player) if player else "",
                     yours=bool(eyes) and player == eyes,
                     online=bool(player) and self.online(player))

"""What one person may see of the record: everything that is not shown is hidden.

`redact` turns one event into what may be shown of it (see `visible_events`). A face-down card is
absent from it, and so are the names and offers of other players. `TableState` folds shown events
into the state of the table, so that it never holds a secret.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, assert_never

import msgspec

from sabot.procedure.acceptance import is_open_to, offers_for
from sabot.procedure.dealer import Event
from sabot.procedure.steps import (
    ALL,
    FLOWS,
    Act,
    Call,
    Claim,
    Cover,
    Cut,
    Deal,
    Discard,
    Handle,
    Listen,
    Menu,
    Move,
    Offer,
    Open,
    Part,
    Result,
    Reveal,
    Shift,
    Shuffle,
    Throw,
    TimeOut,
    Turn,
    Uncover,
    renamed_bet,
)
from sabot.procedure.visible_events import (
    NO_LABEL,
    Barred,
    HandLabel,
    ShownAnswer,
    ShownClaim,
    ShownCover,
    ShownDeal,
    ShownEvent,
    ShownFault,
    ShownHand,
    ShownHandle,
    ShownListen,
    ShownMenu,
    ShownMove,
    ShownOffer,
    ShownOpen,
    ShownReveal,
    ShownShuffle,
    ShownTable,
    ShownThrow,
    ShownTimeOut,
    ShownTurn,
    ShownVoid,
)

Label = Callable[[str, list[str | None], tuple[str, ...]], HandLabel]
"""Names a hand from its name, its cards (None for a hidden one) and the calls made at it."""


def describe_offer(offer: Offer, eyes: str = "") -> ShownOffer:
    """An offer as its player sees it, without the names of others. ``barred`` is the clause that
    forbids it, where it is closed to them or only there to be refused."""
    closed = offer.note == "full" or (eyes and eyes in offer.barred)
    return ShownOffer(
        offer.act, offer.seat, offer.law, offer.low, offer.high, offer.unit, offer.cost, offer.note,
        offer.also, offer.limit_law, offer.high_law, offer.unit_law, offer.seats,
        offer.barred_law if closed else "")


def _barred(step: Listen, eyes: str) -> tuple[Barred, ...]:
    """The acts that a player could do themselves if a clause did not forbid them now. Acts that are
    open to everybody, such as taking a free seat, are left out."""
    return tuple(
        Barred(offer.act, offer.seat, offer.barred_law, offer.seats) for offer in step.offers
        if eyes in offer.barred and (offer.player or offer.players) and is_open_to(offer, eyes))


def _awaited(step: Listen) -> tuple[str, ...]:
    """The seats that the table waits for: those for which the clock would act, or else all that
    have an offer of their own."""
    own = [o for o in step.offers if o.player]
    return tuple(sorted({o.seat for o in own if o.act == step.default} or {o.seat for o in own}))


def redact(event: Event, eyes: str, law: str = "", by: str = "") -> ShownEvent | None:
    """What a player (``eyes``; "" for an onlooker) may see of an event; None for nothing.

    A step without secrets is shown as it is. A house adds the clause of an answer (``law``) and the
    name by which others see the player who acts or whose money moves (``by``).
    """
    step = event.step
    if step is None:
        if event.void:
            return ShownVoid(event.void)
        answer = event.answer
        if isinstance(answer, Act):
            return ShownAnswer(answer.act, answer.seat, answer.player == eyes, answer.amount, law,
                               by)
        if event.incident is not None:
            return ShownFault(event.incident.kind, event.incident.seat, law)
        return ShownTimeOut(law) if isinstance(answer, TimeOut) else None
    incident = event.incident
    fault = incident.kind if incident is not None else ""
    match step:
        case Move():
            return ShownMove(step.law, step.kind, step.bet, step.amount,
                             bool(eyes) and step.player == eyes, step.odds, step.into, step.also,
                             by)
        case Listen():
            return _redacted_listen(step, eyes)
        case Call() | Result() | Discard():
            return step
        case Deal():
            card = event.card if incident is None else incident.card
            open_ = step.seen_by == ALL
            visible = bool(card) and (open_ or (bool(eyes) and step.seen_by == eyes))
            return ShownDeal(
                step.law, step.to, card if visible else "", visible and not open_, fault,
                msgspec.UNSET if incident is None else bool(card))
        case Menu():
            return ShownMenu(step.law, step.name,
                             tuple([describe_offer(offer, eyes) for offer in step.offers]))
        case Throw():
            return ShownThrow(step.law, step.thing, event.fell, fault)
        case Cover():
            return ShownCover(step.law, step.thing, event.seal)
        case Turn():
            return ShownTurn(step.law, step.hand, step.index, event.card)
        case Claim():
            return ShownClaim(step.law, step.pool, event.cents)
        case Handle():
            return ShownHandle(step.law, step.what, step.seat, step.facts, event.word, fault)
        case Shuffle():
            return ShownShuffle(step.law, step.packs, step.warning, event.seal, len(step.without))
        case Open():
            return ShownOpen(step.law, event.opening)
        case Reveal():
            if step.seen_by not in (ALL, eyes):
                return None
            return ShownReveal(step.law, also=step.also, hand=step.hand, index=step.index,
                               card=step.card, only=step.seen_by != ALL)
        case Cut() | Part() | Shift() | Uncover():
            return step
        case _ as never:
            assert_never(never)


def _redacted_listen(step: Listen, eyes: str) -> ShownListen:
    """What a player may see of a Listen."""
    if not eyes:
        return ShownListen(step.law, step.window, step.clock, "", "", (), _awaited(step))
    mine = tuple(map(describe_offer, offers_for(step, eyes)))
    menus = tuple(name for name, players in step.menus if eyes in players)
    concerned = bool(mine or menus)
    return ShownListen(step.law, step.window, step.clock, step.default if concerned else "",
                       step.default_law if concerned else "", mine, _awaited(step), menus,
                       _barred(step, eyes))


class Inspected(NamedTuple):
    """An event as an inspector reads it: what an onlooker sees, and with it all names and offers
    (``full``), the other clauses that shaped it (``also``), and the supervisor's ``note`` of a
    fault."""

    shown: ShownEvent
    full: Listen | Move | Act | None = None
    also: tuple[str, ...] = ()
    note: str = ""


def inspect(event: Event) -> Inspected | None:
    """An event as an inspector reads it: every name and offer, but no face-down card."""
    shown_event = redact(event, "")
    if shown_event is None:
        return None
    step, answer, incident = event.step, event.answer, event.incident
    if step is not None:
        return Inspected(shown_event, step if isinstance(step, Listen | Move) else None, step.also)
    if isinstance(answer, Act):
        return Inspected(shown_event, answer)
    return Inspected(shown_event, note=incident.note if incident is not None else "")


class TableState:
    """The state of the table, folded from shown events.

    ``label`` is how the game names a hand of visible cards (its total, soft or hard), given the
    calls made at that hand (such as an ace fixed at 1); a hidden card is None. ``gone`` has the
    last labels of hands that were put away, for readers who get a whole coup at once.
    """

    def __init__(self, label: Label) -> None:
        self._label = label
        self.hands: dict[str, list[str | None]] = {}
        self.labels: dict[str, HandLabel] = {}
        self.gone: dict[str, HandLabel] = {}
        self.bets: dict[str, int] = {}
        self.results: dict[str, Result] = {}
        self.call: Call | None = None
        self.calls: dict[str, tuple[str, ...]] = {}
        self.seal = ""
        self.void = ""
        self.fell: dict[str, tuple[int, ...] | None] = {}
        self.menus: dict[str, tuple[ShownOffer, ...]] = {}

    def fold(self, shown: ShownEvent | None) -> list[str]:
        """Apply one shown event. Returns the names of the hands whose label changed."""
        changed: list[str] = []
        match shown:
            case ShownMove():
                self._move(shown)
            case ShownListen():
                pass
            case ShownDeal():
                if shown.lies is not False:  # else an incident without a card
                    self.hands.setdefault(shown.to, []).append(shown.card or None)
                    changed = [shown.to]
            case Call():
                self.call = shown
                if shown.seat in self.hands:
                    self.calls[shown.seat] = (*self.calls.get(shown.seat, ()), shown.call)
                    changed = [shown.seat]
            case ShownAnswer() | ShownHandle():
                pass
            case ShownReveal() | ShownTurn():
                self.hands[shown.hand][shown.index] = shown.card
                changed = [shown.hand]
            case Result():
                self.results[shown.hand] = shown
            case Discard():
                for hand in shown.hands:
                    self.hands.pop(hand, None)
                    label = self.labels.pop(hand, NO_LABEL)
                    if label != NO_LABEL:
                        self.gone[hand] = label
            case ShownThrow() | Uncover():
                self.fell[shown.thing] = shown.fell
            case ShownCover():
                self.fell[shown.thing] = None
                self.seal = shown.seal
            case ShownShuffle():
                self.seal = shown.seal
            case ShownMenu():
                self.menus[shown.name] = shown.offers
            case Shift():
                changed = self._shift(shown)
            case Part():
                changed = self._part(shown)
            case ShownVoid():
                self.void = shown.void
            case None | ShownTimeOut() | ShownFault() | ShownClaim() | ShownOpen() | Cut():
                pass
            case _ as never:
                assert_never(never)
        for hand in changed:
            self.labels[hand] = self._label(hand, self.hands[hand], self.calls.get(hand, ()))
        return changed

    def _shift(self, step: Shift) -> list[str]:
        frm, to = step.frm, step.to
        del self.hands[frm][step.index]
        if not self.hands[frm]:
            del self.hands[frm]
            self.labels.pop(frm, None)
        self.hands.setdefault(to, []).append(step.card)
        return [hand for hand in dict.fromkeys((frm, to)) if hand in self.hands]

    def _part(self, step: Part) -> list[str]:
        first, second = step.into
        cards = self.hands.pop(step.hand)
        self.labels.pop(step.hand, None)
        self.bets = {renamed_bet(bet, step): amount for bet, amount in self.bets.items()}
        self.hands[first], self.hands[second] = [cards[0]], [cards[1]]
        return [first, second]

    def _move(self, step: ShownMove) -> None:
        source, target = FLOWS[step.kind]
        if source == "stake":
            self._add_to_bet(step.bet, -step.amount)
        if target == "stake":
            self._add_to_bet(step.into or step.bet if source == "stake" else step.bet, step.amount)

    def _add_to_bet(self, bet: str, amount: int) -> None:
        balance = self.bets.get(bet, 0) + amount
        if balance:
            self.bets[bet] = balance
        else:
            self.bets.pop(bet, None)

    def copy(self) -> TableState:
        """An independent copy."""
        copy = TableState(self._label)
        copy.hands = {hand: list(cards) for hand, cards in self.hands.items()}
        copy.labels, copy.gone = dict(self.labels), dict(self.gone)
        copy.bets, copy.results = dict(self.bets), dict(self.results)
        copy.calls, copy.fell, copy.menus = dict(self.calls), dict(self.fell), dict(self.menus)
        copy.call, copy.seal, copy.void = self.call, self.seal, self.void
        return copy

    def show(self) -> ShownTable:
        """The state as a value to send."""
        labels = self.labels
        return ShownTable(
            hands={name: _hand(cards, labels.get(name, NO_LABEL))
                   for name, cards in self.hands.items()},
            bets=dict(self.bets), results=dict(self.results), call=self.call, seal=self.seal,
            void=self.void,
            fell={thing: None if fell is None else list(fell) for thing, fell in self.fell.items()},
            menus={name: list(offers) for name, offers in self.menus.items()} or msgspec.UNSET)


def _hand(cards: list[str | None], label: HandLabel) -> ShownHand:
    return ShownHand(list(cards), total=label.total, soft=label.soft, rank=label.rank,
                     figures=label.figures, combination=label.combination)

"""The record as one pair of eyes may see it: deny by default.

``redact`` turns one event into what may be told; a face-down card is simply not there, nor is
another player's name or offer. ``TableState`` folds redacted events into what lies on the table, so
that nothing it holds was ever hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

import msgspec

from sabot.procedure.accept import offers_for, open_to
from sabot.procedure.dealer import Event
from sabot.procedure.steps import (
    ALL,
    FLOWS,
    Act,
    AnyStep,
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
    renamed,
)

Label = Callable[[str, list[str | None], tuple[str, ...]], dict[str, Any]]


def show_offer(offer: Offer, eyes: str = "") -> dict[str, Any]:
    """An offer as its own player sees it: without the names of others. Where it is closed to him,
    or stands there only to be refused, ``barred`` is the clause that forbids it."""
    shown: dict[str, Any] = msgspec.to_builtins(offer)
    for hidden in ("player", "players", "barred", "barred_law"):
        shown.pop(hidden, None)
    if offer.note == "full" or (eyes and eyes in offer.barred):
        shown["barred"] = offer.barred_law
    return shown


def _barred(step: Listen, eyes: str) -> list[dict[str, Any]]:
    """What would be a player's own to do but for a clause that forbids it now, with that clause.
    What is for whoever wants it, a free seat say, needs no word to those who do not."""
    found = []
    for offer in step.offers:
        if eyes in offer.barred and (offer.player or offer.players) and open_to(offer, eyes):
            told = {"act": offer.act, "seat": offer.seat, "law": offer.barred_law}
            found.append({**told, "seats": list(offer.seats)} if offer.seats else told)
    return found


def _awaited(step: Listen) -> list[str]:
    """The seats that the table waits for: those for whom the clock would answer, else all that
    have something of their own to do."""
    own = [o for o in step.offers if o.player]
    return sorted({o.seat for o in own if o.act == step.default} or {o.seat for o in own})


def redact(event: Event, eyes: str) -> dict[str, Any] | None:
    """What a player (``eyes``; "" for an onlooker) may be told of an event, or None for nothing."""
    step = event.step
    if event.void:
        return {"void": event.void}
    if step is None:
        answer = event.answer
        if isinstance(answer, Act):
            told = {"answer": answer.act, "seat": answer.seat, "yours": answer.player == eyes}
            if answer.amount:
                told["amount"] = answer.amount
            return told
        if event.incident is not None:
            return {"fault": event.incident.kind, "seat": event.incident.seat}
        return {"answer": "timeout"} if isinstance(answer, TimeOut) else None
    match step:
        case Listen():
            return _asked(step, eyes)
        case Menu():
            return {"step": "menu", "law": step.law, "name": step.name,
                    "offers": [show_offer(offer, eyes) for offer in step.offers]}
        case Deal():
            told = {"step": "deal", "law": step.law, "to": step.to}
            card = event.card if event.incident is None else event.incident.card
            if card and (step.seen_by == ALL or (eyes and step.seen_by == eyes)):
                told["card"] = card
                if step.seen_by != ALL:
                    told["only"] = True
            if event.incident is not None:
                told["incident"], told["lies"] = event.incident.kind, bool(card)
            return told
        case Throw():
            told = {"step": "throw", "law": step.law, "thing": step.thing, "fell": list(event.fell)}
            if event.incident is not None:
                told["incident"] = event.incident.kind
            return told
        case Cover():
            return {"step": "cover", "law": step.law, "thing": step.thing, "seal": event.seal}
        case Turn():
            return {"step": "turn", "law": step.law, "hand": step.hand, "index": step.index,
                    "card": event.card}
        case Claim():
            return {"step": "claim", "law": step.law, "pool": step.pool, "cents": event.cents}
        case Handle():
            told = {"step": "handle", "law": step.law, "what": step.what, "seat": step.seat,
                    "facts": step.facts}
            if event.word:
                told["word"] = event.word
            if event.incident is not None:
                told["incident"] = event.incident.kind
            return told
        case Shuffle():
            told = {"step": "shuffle", "law": step.law, "packs": step.packs,
                    "warning": step.warning, "seal": event.seal}
            if step.without:  # some of them were never seen: only their number is told
                told["without"] = len(step.without)
            return told
        case Open():
            return {"step": "open", "law": step.law, "opening": event.opening}
        case Move():
            return _moved(step, eyes)
        case Reveal():
            return _plain(step) if step.seen_by in (ALL, eyes) else None
        case Call() | Shift() | Part() | Discard() | Result() | Uncover() | Cut():
            return _plain(step)
        case _ as never:
            assert_never(never)


def _asked(step: Listen, eyes: str) -> dict[str, Any]:
    """What a player is told of who is asked what."""
    mine = [show_offer(o) for o in offers_for(step, eyes)] if eyes else []
    menus = [name for name, players in step.menus if eyes and eyes in players]
    told = {"step": "listen", "law": step.law, "window": step.window, "clock": step.clock,
            "default": step.default if mine or menus else "",
            "default_law": step.default_law if mine or menus else "", "offers": mine,
            "awaiting": _awaited(step)}
    if menus:
        told["menus"] = menus
    if eyes and (shut := _barred(step, eyes)):
        told["barred"] = shut
    return told


def _moved(step: Move, eyes: str) -> dict[str, Any]:
    """What is told of a movement of money: to its player that it is theirs, and to nobody whose."""
    told = {"step": "move", "law": step.law, "kind": step.kind, "bet": step.bet,
            "amount": step.amount, "yours": bool(eyes) and step.player == eyes}
    if step.odds:
        told["odds"] = step.odds
    if step.into:
        told["into"] = step.into
    if step.also:
        told["also"] = list(step.also)
    return told


def _plain(step: AnyStep) -> dict[str, Any]:
    """A step that says to all of its readers what it says, without their name."""
    plain: dict[str, Any] = msgspec.to_builtins(step)
    if plain.pop("seen_by", ALL) != ALL:  # a name
        plain["only"] = True
    return plain


class TableState:
    """What lies on the table, folded from redacted events.

    ``label`` is the game's way of naming a hand of visible cards (its total, soft or hard), given
    the calls made at that hand (an ace fixed at 1); a hidden card is None in the list that it gets.
    """

    def __init__(self, label: Label) -> None:
        self._label = label
        self.hands: dict[str, list[str | None]] = {}
        self.labels: dict[str, dict[str, Any]] = {}
        self.gone: dict[str, dict[str, Any]] = {}
        """The last labels of hands that were put away: who hears of a whole coup at once is told
        what they came to."""
        self.bets: dict[str, int] = {}
        self.results: dict[str, dict[str, Any]] = {}
        self.call: dict[str, Any] | None = None
        self.calls: dict[str, tuple[str, ...]] = {}
        self.seal = ""
        self.void = ""
        self.fell: dict[str, list[int] | None] = {}
        self.menus: dict[str, list[dict[str, Any]]] = {}

    def fold(self, told: dict[str, Any] | None) -> list[str]:
        """Take one redacted event; the names of the hands whose label changed."""
        if told is None:
            return []
        if "void" in told:
            self.void = told["void"]
        fold = getattr(self, f"_{told.get('step')}", None)
        changed = fold(told) if fold else None
        for hand in changed or ():
            self.labels[hand] = self._label(hand, self.hands[hand], self.calls.get(hand, ()))
        return changed or []

    def _call(self, told: dict[str, Any]) -> list[str]:
        self.call = told
        seat = told.get("seat", "")
        if seat not in self.hands:
            return []
        self.calls[seat] = (*self.calls.get(seat, ()), told["call"])
        return [seat]

    def _menu(self, told: dict[str, Any]) -> None:
        self.menus[told["name"]] = told["offers"]

    def _shuffle(self, told: dict[str, Any]) -> None:
        self.seal = told["seal"]

    def _deal(self, told: dict[str, Any]) -> list[str]:
        if not told.get("lies", True):  # an incident without a card
            return []
        self.hands.setdefault(told["to"], []).append(told.get("card"))
        return [told["to"]]

    def _throw(self, told: dict[str, Any]) -> None:
        self.fell[told["thing"]] = told["fell"]

    def _cover(self, told: dict[str, Any]) -> None:
        self.fell[told["thing"]] = None
        self.seal = told["seal"]

    def _uncover(self, told: dict[str, Any]) -> None:
        self.fell[told["thing"]] = list(told["fell"])

    def _reveal(self, told: dict[str, Any]) -> list[str]:
        self.hands[told["hand"]][told["index"]] = told["card"]
        return [told["hand"]]

    _turn = _reveal

    def _shift(self, told: dict[str, Any]) -> list[str]:
        frm, to = told["frm"], told["to"]
        del self.hands[frm][told["index"]]
        if not self.hands[frm]:
            del self.hands[frm]
            self.labels.pop(frm, None)
        self.hands.setdefault(to, []).append(told["card"])
        return [hand for hand in dict.fromkeys((frm, to)) if hand in self.hands]

    def _part(self, told: dict[str, Any]) -> list[str]:
        first, second = told["into"]
        cards = self.hands.pop(told["hand"])
        self.labels.pop(told["hand"], None)
        part = Part(told["law"], hand=told["hand"], into=(first, second))
        self.bets = {renamed(bet, part): amount for bet, amount in self.bets.items()}
        self.hands[first], self.hands[second] = [cards[0]], [cards[1]]
        return [first, second]

    def _discard(self, told: dict[str, Any]) -> None:
        for hand in told["hands"]:
            self.hands.pop(hand, None)
            if label := self.labels.pop(hand, None):
                self.gone[hand] = label

    def _move(self, told: dict[str, Any]) -> None:
        bet, kind, amount = told["bet"], told["kind"], told["amount"]
        source, target = FLOWS[kind]
        if source == "stake":
            self._lay(bet, -amount)
        if target == "stake":
            self._lay(told.get("into", bet) if source == "stake" else bet, amount)

    def _lay(self, bet: str, amount: int) -> None:
        left = self.bets.get(bet, 0) + amount
        if left:
            self.bets[bet] = left
        else:
            self.bets.pop(bet, None)

    def _result(self, told: dict[str, Any]) -> None:
        self.results[told["hand"]] = told

    def show(self) -> dict[str, Any]:
        """The state as plain values, for a snapshot."""
        return {
            "hands": {name: {"cards": list(cards), **self.labels.get(name, {})}
                      for name, cards in self.hands.items()},
            "bets": dict(self.bets), "results": dict(self.results), "call": self.call,
            "seal": self.seal, "void": self.void, "fell": dict(self.fell),
            **({"menus": dict(self.menus)} if self.menus else {}),
        }

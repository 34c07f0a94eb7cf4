"""A little game for a table with a croupier: every word that they hear, in a coup of few lines."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec

from sabot import games
from sabot.equipment import UNKNOWN
from sabot.procedure import (
    NOBODY,
    Act,
    AnyStep,
    Call,
    Deal,
    Discard,
    Handle,
    Incident,
    Listen,
    Offer,
    Result,
    Reveal,
    Shuffle,
    Stakes,
    Throw,
    TimeOut,
    Turn,
    Void,
)
from sabot.procedure.game import Game, ShoeAt

BASE = games.game("blackjack-online")
S = BASE.section


class Carry(msgspec.Struct, frozen=True):
    """What the little game keeps: the number of its coups."""

    seats: tuple[str, ...] = ("",) * 3
    coups: int = 0


def coup(table: Any, carry: Carry) -> Generator[AnyStep, Any, Carry]:
    r = Stakes()
    try:
        yield from played(r, carry)
    except Void as void:
        yield Call(f"{S}/27", call="void", facts={"cause": void.cause})
        yield from r.refund(f"{S}/28")
    yield Discard(f"{S}/2.f", hands=("1", "bank"))
    return Carry(carry.seats, carry.coups + 1)


def played(r: Stakes, carry: Carry) -> Generator[AnyStep, Any, None]:
    if not carry.coups:
        while (yield Handle(f"{S}/4.b", what="show-cards", faults=("torn",))):
            yield Call(f"{S}/4.b", call="new-packs")
        yield Shuffle(f"{S}/4.b", packs=1, warning=0)
        lid = yield Handle(f"{S}/4.b", what="lid", answers=("lid-open", "lid-closed"))
        yield Call(f"{S}/4.b", call=lid or "lid-open")
    while True:
        heard = yield Listen(f"{S}/12", offers=(
            Offer("bet", "", f"{S}/9", low=500, high=50_000, unit=100, seats=("1", "2", "3")),
            Offer("cut", "table", f"{S}/4.b", "Ana", low=10, high=40, unit=1, note="cards")),
            window="bets", clock="betting" if r.stakes else "", default="no-more-bets",
            default_law=f"{S}/12", faults=("misdeal",))
        if isinstance(heard, TimeOut):
            break
        if isinstance(heard, Act) and heard.act == "bet":
            yield from r.change(
                heard.seat, heard.player, heard.amount, f"{S}/2.a", return_law=f"{S}/12"
            )
        elif isinstance(heard, Incident):
            yield Call(f"{S}/27", call="misdeal", seat=heard.seat)
    card = yield Deal(f"{S}/14.a", to="1", faults=("face-down",))
    if isinstance(card, Incident):
        yield Call(f"{S}/27", call="misdeal")
        card = yield Deal(f"{S}/14.a", to="1")
    hidden = yield Deal(f"{S}/14.b", to="bank", seen_by=NOBODY)
    if card == "2S":
        raise RuntimeError("a procedure that breaks")
    fell = yield Throw(f"{S}/17", thing="die", sides=(6,), first=1)
    if hidden == UNKNOWN:
        hidden = yield Turn(f"{S}/17", hand="bank", index=0)
    else:
        yield Reveal(f"{S}/17", hand="bank", index=0, card=hidden)
    won = card[0] > hidden[0] or fell == (6,)
    for bet in list(r.stakes):
        yield Result(f"{S}/25.c" if won else f"{S}/25.e", hand=bet,
                     result="won" if won else "lost")
        if won:
            from sabot.money import Odds
            yield from r.win(bet, Odds(1, 1), f"{S}/25.c", return_law=f"{S}/26")
        else:
            yield r.lose(bet, f"{S}/25.e")


GAME = Game(**{**{name: getattr(BASE, name) for name in BASE.__dataclass_fields__},
               "coup": coup, "carry": Carry, "opening": lambda table: Carry(), "reopen": None,
               "violations": lambda table: [],
               "public_state": lambda carry: {}, "seats": lambda carry: carry.seats,
               "shoe": lambda carry: ShoeAt("attended", carry.coups),
               "words": {lang: {**words, "incident.torn": "a torn card", "act.cut": "Cut",
                                "handle.show-cards": "Show the packs",
                                "answer.lid-open": "the lid is open"}
                         for lang, words in BASE.words.items()}})

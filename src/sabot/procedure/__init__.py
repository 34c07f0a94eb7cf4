"""The words a game is told in, and the dealer, record, replay and views built on them."""

from sabot.procedure.dealer import (
    Answer,
    Coup,
    Dealer,
    Event,
    ReplayMismatch,
    check,
    flows,
    offers_for,
    replay,
)
from sabot.procedure.record import canonical, decode, digest, encode
from sabot.procedure.refusal import Refusal
from sabot.procedure.resolvers import Live, Resolver, Scripted
from sabot.procedure.steps import (
    ALL,
    FLOWS,
    NOBODY,
    Act,
    AnyStep,
    Call,
    Deal,
    Discard,
    Listen,
    Move,
    Offer,
    Open,
    Part,
    Result,
    Reveal,
    Shuffle,
    Step,
    TimeOut,
    Void,
)
from sabot.procedure.view import TableState, redact, show_offer

__all__ = [
    "ALL", "FLOWS", "NOBODY", "Act", "Answer", "AnyStep", "Call", "Coup", "Deal", "Dealer",
    "Discard", "Event", "Listen", "Live", "Move", "Offer", "Open", "Part", "Refusal",
    "ReplayMismatch", "Resolver", "Result", "Reveal", "Scripted", "Shuffle", "Step", "TableState",
    "TimeOut", "Void", "canonical", "check", "decode", "digest", "encode", "flows", "offers_for",
    "redact", "replay", "show_offer",
]

"""The words a game is told in, and the dealer, record, replay and views built on them."""

from sabot.procedure.accept import Answer, check, clause_of, offers_for
from sabot.procedure.canon import canonical, digest, read_back
from sabot.procedure.dealer import (
    Coup,
    Dealer,
    Event,
    Fact,
    Menus,
    ReplayMismatch,
    flows,
    replay,
)
from sabot.procedure.record import decode, encode
from sabot.procedure.refusal import Refusal
from sabot.procedure.resolvers import LATER, Attended, Live, Resolver, Scripted
from sabot.procedure.stakes import Owners, Stakes, by_player, gather, in_play
from sabot.procedure.steps import (
    ALL,
    COUNTED,
    FLOWS,
    LOT,
    NOBODY,
    RISES,
    Act,
    AnyStep,
    Call,
    Claim,
    Cover,
    Covered,
    Cut,
    Deal,
    Detail,
    Discard,
    Handle,
    Incident,
    InTurn,
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
    Step,
    Throw,
    TimeOut,
    Turn,
    Uncover,
    Void,
    gain,
    renamed,
)
from sabot.procedure.view import TableState, redact, show_offer

__all__ = [
    "ALL", "COUNTED", "FLOWS", "LATER", "LOT", "NOBODY", "RISES", "Act", "Answer", "AnyStep",
    "Attended", "Call", "Claim", "Coup", "Cover", "Covered", "Cut", "Deal", "Dealer", "Detail",
    "Discard", "Event", "Fact", "Handle", "InTurn", "Incident", "Listen", "Live", "Menu", "Menus",
    "Move", "Offer", "Open", "Owners", "Part", "Refusal", "ReplayMismatch", "Resolver",
    "Result", "Reveal", "Scripted", "Shift", "Shuffle", "Stakes", "Step", "TableState", "Throw",
    "TimeOut", "Turn", "Uncover", "Void", "by_player", "canonical", "check", "clause_of",
    "decode", "digest", "encode", "flows", "gain", "gather", "in_play", "offers_for",
    "read_back", "redact",
    "renamed", "replay", "show_offer",
]

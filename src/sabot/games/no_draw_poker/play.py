"""Players look at their cards and go on or pass; then the bank uncovers its own (17, 18)."""

from __future__ import annotations

from sabot import law
from sabot.equipment import UNKNOWN
from sabot.families.poker.hands import Strength
from sabot.games.no_draw_poker import people
from sabot.games.no_draw_poker.cards import note
from sabot.games.no_draw_poker.clauses import COMBINATION
from sabot.games.no_draw_poker.round import BANK, RESULTS, Hand, Round, Steps
from sabot.games.no_draw_poker.rules import SECOND
from sabot.law import IR
from sabot.procedure import ALL, Act, Call, Incident, Listen, Offer, Result, Reveal, Turn

L = law.Section("pt-217-2007/poquer-sem-descarte")

QUALIFIES = ("A", "K")
"""What the bank needs to play where it has no combination (18-2)."""


def look(r: Round) -> Steps:
    """Only now, at the call, may each player see his own cards."""
    yield Call(L["17"], call="see-your-hand")
    for hand in r.hands:
        for index, card in enumerate(hand.cards):
            if card != UNKNOWN:
                yield Reveal(L["17"], hand=hand.place, index=index, card=card, seen_by=hand.player)


def decide(r: Round) -> Steps:
    """Each player in turn goes on with a second bet, or passes for good."""
    for hand in r.hands:
        asked = 0
        while not (hand.called or hand.out):
            asked += 1
            heard = yield _asks(r, hand, asked)
            if isinstance(heard, Incident):
                yield from people.reported(r, heard)
            elif isinstance(heard, Act) and heard.act == "call":
                hand.called = True
                yield r.stake(hand.second, hand.player, SECOND * r.staked(hand.place), L["17-7"],
                              L["2"])
            else:
                yield from _passes(r, hand, (L["17-8"], () if isinstance(heard, Act) else
                                             (IR[183],)))


def _asks(r: Round, hand: Hand, asked: int) -> Listen:
    """«Vou» or «passo»."""
    cost = SECOND * r.staked(hand.place)
    return Listen(L["17-2"], (IR[183],), offers=(
        Offer("call", hand.place, L["17-2"], hand.player, cost=cost, also=(L["17-7"],)),
        Offer("pass", hand.place, L["17-2"], hand.player, also=(L["17-3"], L["17-8"]))),
        window=f"{hand.place}:{asked}", clock="decision", default="pass", default_law=IR[183],
        faults=people.faults(r))


def _passes(r: Round, hand: Hand, cite: tuple[str, tuple[str, ...]]) -> Steps:
    """He loses the initial bet at once, and his cards are collected unseen."""
    hand.out = True
    yield Result(*cite, hand=hand.place, result="passed")
    yield r.lose(hand.place, cite[0], L["17-3"], *cite[1])
    yield r.discard(L["17-5"], hand.place)


# -- the bank --------------------------------------------------------------------------------------


def bank(r: Round) -> Steps:
    """The bank uncovers its four covered cards; whether it plays."""
    yield from turn_up(r.bank, BANK, (L["18"], ()), {r.open})
    worth = r.worth(r.bank)
    plays = qualifies(r.bank, worth)
    yield Call(COMBINATION[worth.category], (L["18"],), call=worth.category, seat=BANK)
    yield Result(L["18-2"], hand=BANK, result="plays" if plays else "stays-out")
    r.results = (note(r.bank) if plays else "-", *r.results)[:RESULTS]
    return plays


def qualifies(cards: list[str], worth: Strength) -> bool:
    """Whether the bank plays: an ace and a king, or any combination."""
    ranks = {card[0] for card in cards}
    return worth.category != "high" or ranks.issuperset(QUALIFIES)


def turn_up(cards: list[str], hand: str, cite: tuple[str, tuple[str, ...]],
            lying: set[int] | None = None) -> Steps:
    """All cards of a hand are turned up but those that are open already."""
    for index, card in enumerate(cards):
        if index in (lying or ()):
            continue
        if card == UNKNOWN:
            cards[index] = yield Turn(*cite, hand=hand, index=index)
        else:
            yield Reveal(*cite, hand=hand, index=index, card=card, seen_by=ALL)

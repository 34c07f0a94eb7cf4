"""Players look at their cards and go on or pass; then the bank uncovers its cards (17, 18)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.equipment import UNKNOWN
from sabot.families.poker.hands import Strength
from sabot.games.no_draw_poker import people
from sabot.games.no_draw_poker.cards import short_name
from sabot.games.no_draw_poker.clauses import COMBINATION
from sabot.games.no_draw_poker.round import BANK, RESULTS, Hand, Round, Steps
from sabot.games.no_draw_poker.rules import SECOND
from sabot.procedure import ALL, Act, Call, Incident, Listen, Offer, Result, Reveal, Turn
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-sem-descarte")

QUALIFIES = ("A", "K")
"""The ranks that the bank needs to play without a combination (18-2)."""


def look(r: Round) -> Steps:
    """Show each player their own cards, after the call."""
    yield Call(L["17"], call="see-your-hand")
    for hand in r.hands:
        for index, card in enumerate(hand.cards):
            if card != UNKNOWN:
                yield Reveal(L["17"], hand=hand.place, index=index, card=card, seen_by=hand.player)


def decide(r: Round) -> Steps:
    """Ask each player in turn to go on with a second bet, or to pass."""
    for hand in r.hands:
        asked = 0
        while not (hand.called or hand.out):
            asked += 1
            answer = yield _question(r, hand, asked)
            if isinstance(answer, Incident):
                yield from people.handle_report(r, answer)
            elif isinstance(answer, Act) and answer.act == "call":
                hand.called = True
                yield r.stake(hand.second, hand.player, SECOND * r.staked(hand.place), L["17-7"],
                              L["2"])
            else:
                yield from _pass(r, hand, (L["17-8"], () if isinstance(answer, Act) else
                                           (IR[183],)))
    if r.rules.readings.calls == "revocable":
        for hand in r.in_play:
            yield from _take_back(r, hand)


def _take_back(r: Round, hand: Hand) -> Steps:
    """A player who went on may still pass, before the bank uncovers its cards (ir/183)."""
    asked = 0
    while not hand.out:
        asked += 1
        answer = yield Listen(IR[183], (L["17-2"],), offers=(
            Offer("call", hand.place, IR[183], hand.player),
            Offer("pass", hand.place, IR[183], hand.player, also=(L["17-3"],))),
            window=f"{hand.place}:again:{asked}", clock="decision", default="call",
            default_law=IR[183], faults=people.faults(r))
        if isinstance(answer, Incident):
            yield from people.handle_report(r, answer)
        elif isinstance(answer, Act) and answer.act == "pass":
            yield r.release("return", hand.second, r.staked(hand.second), IR[183])
            yield from _pass(r, hand, (L["17-8"], (IR[183],)))
        else:
            break


def _question(r: Round, hand: Hand, asked: int) -> Listen:
    """The question whether a player goes on or passes: «vou» or «passo»."""
    cost = SECOND * r.staked(hand.place)
    return Listen(L["17-2"], (IR[183],), offers=(
        Offer("call", hand.place, L["17-2"], hand.player, cost=cost, also=(L["17-7"],)),
        Offer("pass", hand.place, L["17-2"], hand.player, also=(L["17-3"], L["17-8"]))),
        window=f"{hand.place}:{asked}", clock="decision", default="pass", default_law=IR[183],
        faults=people.faults(r))


def _pass(r: Round, hand: Hand, cite: tuple[str, tuple[str, ...]]) -> Steps:
    """A player passes: the initial bet is lost at once, and the cards are collected face down."""
    hand.out = True
    yield Result(*cite, hand=hand.place, result="passed")
    yield r.lose(hand.place, cite[0], L["17-3"], *cite[1])
    yield r.discard(L["17-5"], hand.place)


# -- the bank --------------------------------------------------------------------------------------


def uncover_bank(r: Round) -> Steps:
    """The bank uncovers its other four cards; returns whether it plays."""
    yield from turn_up(r.bank, BANK, (L["18"], ()), r.open)
    worth = r.strength_of(r.bank)
    plays = qualifies(r.bank, worth)
    yield Call(COMBINATION[worth.category], (L["18"],), call=worth.category, seat=BANK)
    yield Result(L["18-2"], hand=BANK, result="plays" if plays else "stays-out")
    r.results = (short_name(r.bank) if plays else "-", *r.results)[:RESULTS]
    return plays


def qualifies(cards: list[str], worth: Strength) -> bool:
    """Whether the bank plays: it needs an ace and a king, or any combination."""
    ranks = {card[0] for card in cards}
    return worth.category != "high" or ranks.issuperset(QUALIFIES)


def turn_up(cards: list[str], hand: str, cite: tuple[str, tuple[str, ...]],
            open_cards: set[int] | None = None) -> Steps:
    """Turn up all cards of a hand except those that are open already."""
    for index, card in enumerate(cards):
        if index in (open_cards or ()):
            continue
        if card == UNKNOWN:
            cards[index] = yield Turn(*cite, hand=hand, index=index)
        else:
            yield Reveal(*cite, hand=hand, index=index, card=card, seen_by=ALL)

"""The capital of the bank from coup to coup, and what a coup means for the hand (33 to 35, 39, 46,
47, 77).

The banker's part is the bet "bank", the associate's is "bank/associate"; money set aside is
"garage" and "garage/associate".
"""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.layout.cloth import Cite
from sabot.games.chemin_de_fer import people
from sabot.games.chemin_de_fer.round import BANK, GARAGE, OF_ASSOCIATE, Carry, Round, Steps
from sabot.procedure import Call, Handle, Move, Void
from sabot.regulations import IR

L = law.Section("pt-217-2007/chemin-de-fer")


def resume_stakes(r: Round) -> Steps:
    """Put the stakes that stayed on the table in play again."""
    yield from r.resume({bet: (player, cents) for bet, player, cents in r.carry.held},
                        L["39-2"], L["46"])


def begin_hand(r: Round, banker: str, cite: Cite) -> Steps:
    """Begin a new hand, with the banker's capital on the table."""
    also: tuple[str, ...] = ()
    if r.suivi and banker != r.before and not r.repeated \
            and r.readings.suivi_new_bank == "after-suivi":
        r.suivi, also = "", (IR[421],)
    r.banker, r.due, r.associate = banker, "", ""
    r.wins = r.coups = r.won = r.cut = 0  # 34-2
    r.auctioned = r.covered = False
    if r.staked(BANK + OF_ASSOCIATE):
        r.associate = r.stakes[BANK + OF_ASSOCIATE][0]
    yield Handle(L["39-2"], (cite[0], *cite[1], L["34-2"], *also), what="place-bank",
                 seat=r.place(banker))


def shares(r: Round, amount: int) -> list[tuple[str, int]]:
    """Divide an amount between the bets of the banker and the associate, half each (31-2)."""
    half = min(r.staked(BANK + OF_ASSOCIATE), amount // 2)
    half = max(half, amount - r.staked(BANK))
    return [(bet, cents) for bet, cents in ((BANK, amount - half), (BANK + OF_ASSOCIATE, half))
            if cents]


def set_aside(r: Round, amount: int, cite: Cite) -> Steps:
    """Take an amount of the bank out of play, into the garage (34, 46)."""
    for bet, cents in shares(r, amount):
        yield r.travel(bet, bet.replace(BANK, GARAGE, 1), cite[0], *cite[1], amount=cents)


def return_bank(r: Round, cite: Cite) -> Steps:
    """The hand passes: bank and garage go back to their owners (76-2, 77)."""
    r.returned = True
    for bet in (BANK, BANK + OF_ASSOCIATE, GARAGE, GARAGE + OF_ASSOCIATE):
        if r.staked(bet):
            yield r.release("return", bet, r.staked(bet), cite[0], *cite[1])


def update_hand(r: Round) -> Steps:
    """After a decided coup: take the house's percentage, and settle whose hand it is now.

    ``won`` and ``covered`` are those of this coup. When nobody bet or the coup was void, nothing
    changes.
    """
    r.cut = 0
    if not r.call:  # nobody bet
        r.due = "void"
        if r.readings.nobody_bets == "hand-passes":  # IR 243
            yield from _pass_hand_on(r, IR[243])
        return
    r.before = r.banker
    r.coups += 1
    r.shoe.coups += 1
    if r.outcome == "bank":
        r.wins += 1
        r.due = "won"
        yield from _take_percentage(r)
    elif r.outcome == "ponto":
        yield from _pass_hand_on(r, IR[224])
    else:
        r.due = "tie" if r.outcome == "tie" else "void"
    if r.closing and r.shoe_ended:
        yield Call(L["96.c-12"], (L["107"],), call="last-coup-of-all")
        yield from people.close_table(r)


def _take_percentage(r: Round) -> Steps:
    """Take the cagnotte from what the bank has won, in whole cents (47)."""
    base = r.capital if r.readings.cagnotte_of == "whole-bank" else r.won  # IR 223
    r.cut = base * r.table.rules.cagnotte // 100
    for bet, cents in shares(r, r.cut):
        yield r.release("commission", bet, cents, L["47"], IR[223])


def _pass_hand_on(r: Round, reason: str) -> Steps:
    """The banker has lost: the hand goes to the player at their right; if the banker stood, to the
    player at the right of the last regular banker. ``reason``: the reading by which it goes on."""
    seated = r.banker in r.seats
    yield Call(L["96.c-2"], call="hand-passes", seat=r.place(r.banker))
    yield from return_bank(r, (L["77"], (reason,)))
    if r.readings.loss_passes_to == "regular-right":  # IR 224
        seated = seated and r.seats.index(r.banker) + 1 == r.regular
    if seated:
        r.regular = r.seats.index(r.banker) + 1
    r.banker = r.associate = ""
    r.due = "next" if seated else "regular"


def pay_percentage(r: Round) -> Move:
    """The banker pays the percentage of the last coup with money from outside the bank (47)."""
    paid, r.cut = r.cut, 0
    return r.stake(BANK, r.banker, paid, L["47"], IR[223])


def void_coup(r: Round, reason: Void) -> Steps:
    """End a coup that cannot be determined: its stakes go back. Stakes of the coup before stay for
    the next one, unless the table closes."""
    if reason.cause != people.TOO_FEW:
        yield Call(IR[24], call="void", facts={"cause": reason.cause})
    brought: dict[tuple[str, str], int] = {}
    for bet, player, cents in () if reason.closes else r.carry.held:
        if _kind(bet) != BANK or not r.returned:
            brought[_kind(bet), player] = brought.get((_kind(bet), player), 0) + cents
    for bet, (player, cents) in list(r.stakes.items()):
        kind = _kind(bet)
        kept_cents = min(cents, brought.get((kind, player), 0))
        brought[kind, player] = brought.get((kind, player), 0) - kept_cents
        if cents - kept_cents:
            yield r.release("refund", bet, cents - kept_cents, IR[24])
    r.outcome = ""
    if reason.closes:
        r.banker = r.associate = ""
        r.due = "first"
    elif r.banker:
        r.due = "void"
        if not r.staked(BANK + OF_ASSOCIATE):
            r.associate = ""


def _kind(bet: str) -> str:
    """The bet of a punter, or the bank for all money of the banker and the associate."""
    return BANK if bet.startswith((BANK, GARAGE)) else bet


def end_coup(r: Round) -> Steps:
    """End the coup: stakes in play stay on the table; returns the next carry."""
    r.barred = {}
    carry: Carry = r.next_carry()
    yield from r.hold(L["39-2"], L["46"])
    return carry

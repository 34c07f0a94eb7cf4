"""Portaria 217/2007, non-banked poker: the errors of 69 to 71 and 109 to 111 can be reported in
each moment in which they can happen or be found, in no other, and a written round shows each."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from sabot.procedure import Attended, Deal, Dealer, Handle, round_scripts
from sabot.regulations import evidence
from support.poker_table import begin, bets, do, evening, table, window

LATER = "second third fourth"
BETS = f"first big-bet {LATER}"     # a player is asked; the big bet is, when all have called it
FOUND = f"deal {BETS} called shown"       # what the deal made wrong
PACK = f"burn common {FOUND}"             # and what is wrong with the pack
HOLDEM = (
    ("33", "seen", "first-card"),
    ("53-2", "announced", BETS),
    ("57", "looked-again", BETS),
    ("58", "breach", f"between {BETS}"),
    ("58-2", "grave-breach", f"between {BETS}"),
    ("63", "wrong-announcement", "shown"),
    ("69.a", "wrong-order", FOUND),
    ("69.b", "wrong-count", FOUND),
    ("69.c", "card-seen", FOUND),
    ("69.d", "pack-face-up", PACK),
    ("69.e", "pack-incomplete", PACK),
    ("69.f", "damaged", PACK),
    ("69.g", "turned-more", "deal"),
    ("70.a", "wrong-winner", "shown"),
    ("70.b", "absent", "first big-bet"),
    ("70.c", "turned", "deal"),
    ("70.d", "early-flop", "first big-bet"),
    ("70.e", "early-turn", "second"),
    ("70.f", "early-river", "third"),
    ("70.g", "no-burn", "burn"),
    ("71.a", "slow", BETS),
    ("71.b", "mixed", f"{BETS} called"),
    ("71.c", "short", f"first {LATER}"),
    ("71.d", "unannounced", BETS),
    ("71.e", "uncovered", BETS),
    ("71.f", "out-of-turn", f"first {LATER}"),
    ("71.g", "mixed-together", f"{BETS} called"),
    ("71.h", "late-plea", f"{BETS} called"),
    ("71.i", "skipped", BETS),
    ("91", "no-first-bet", "first big-bet"),
    ("91-2", "first-bet-unknown", "first big-bet"),
)
"""Clause, the kind under which it is reported, and when."""

UNSEEN = "estardilho doubling"            # bets on cards that nobody has looked at (106)
LATER_5 = f"{LATER} fifth"
BETS_5 = f"first {LATER_5}"
FOUND_5 = f"deal {UNSEEN} {BETS_5} called shown"
PACK_5 = f"common {FOUND_5}"
SYNTHETIC = (
    ("33", "seen", "first-card"),
    ("53-2", "announced", f"doubling {BETS_5}"),
    ("57", "looked-again", BETS_5),
    ("58", "breach", f"between {UNSEEN} {BETS_5}"),
    ("58-2", "grave-breach", f"between {UNSEEN} {BETS_5}"),
    ("63", "wrong-announcement", "shown"),
    ("69.c", "card-seen", FOUND_5),
    ("69.d", "pack-face-up", PACK_5),
    ("69.e", "pack-incomplete", PACK_5),
    ("69.f", "damaged", PACK_5),
    ("70.a", "wrong-winner", "shown"),
    ("70.b", "absent", "doubling first"),
    ("71.a", "slow", f"doubling {BETS_5}"),
    ("71.b", "mixed", f"{UNSEEN} {BETS_5} called"),
    ("71.c", "short", f"doubling {BETS_5}"),
    ("71.d", "unannounced", f"doubling {BETS_5}"),
    ("71.e", "uncovered", f"{UNSEEN} {BETS_5}"),
    ("71.f", "out-of-turn", BETS_5),
    ("71.g", "mixed-together", f"{UNSEEN} {BETS_5} called"),
    ("71.h", "late-plea", f"{BETS_5} called"),
    ("71.i", "skipped", BETS_5),
    ("109.a", "wrong-order", FOUND_5),
    ("109.b", "wrong-count", FOUND_5),
    ("109.c", "face-up", "deal"),
    ("109.d", "turned", "deal"),
    ("110", "one-more", f"common first {LATER}"),
    ("111", "no-first-bet", f"{UNSEEN} first"),
    ("111-2", "first-bet-unknown", f"{UNSEEN} first"),
)
OWN = ("109", "110", "111", "70.b", "71.b")
"""What the rounds of synthetic poker show themselves; the rest is as at hold'em (112)."""
GAMES = pytest.mark.parametrize(("of", "errors"), [
    ("holdem", HOLDEM), ("sintetico", SYNTHETIC)], ids=["holdem", "sintetico"])
CARDS = [rank + suit for rank in "89TJQKA" for suit in "CDHS"]


def played(of: str, *, betting: bool) -> dict[str, set[str]]:
    """A hand to its end at a real table, all passing or one ``betting`` in each round: by each kind
    of error the moments in which it can be reported."""
    blind = of == "sintetico"
    dealer = begin(evening((10_000,) * 4, of, hand=10),
                   table(of, attended=True, estardilho=blind), Attended())
    found: dict[str, set[str]] = defaultdict(set)
    cards = iter(CARDS)
    while not dealer.over:
        step: Any = dealer.awaited or dealer.standing
        faults = getattr(step, "faults", ())
        if dealer.awaited is not None:
            moment = moment_of_step(dealer, step, cards)
        else:
            moment = asked(dealer, betting=betting)
        for kind in faults:
            found[kind].add("first-card" if kind == "seen" else moment)
    return found


def moment_of_step(dealer: Dealer, step: Any, cards: Any) -> str:
    """What the croupier does, and the moment that it is."""
    if isinstance(step, Handle):
        dealer.enter("done")
        return {"turn-up": "called", "agreed": "shown"}.get(step.what, step.what)
    hidden = isinstance(step, Deal) and not step.seen_by
    dealer.enter("??" if hidden else next(cards))
    to = step.to if isinstance(step, Deal) else "turned up"
    return {"burn": "burn", "board": "common"}.get(to, "deal")


def asked(dealer: Dealer, *, betting: bool) -> str:
    """What a player does, and the moment that it is."""
    name, *where = window(dealer).split(":")
    assert dealer.standing is not None
    offers = dealer.standing.offers
    if name == "turn":
        who = next(one.player for one in offers if one.act == "fold")
        own = {one.act for one in offers if one.player == who}
        bets(dealer, "1000" if betting and "bet" in own else "k" if "check" in own else "c")
        return "big-bet" if {"check", "raise"} <= own else [
            "first", *LATER_5.split()][int(where[0]) - 1]
    if name in ("in-double", "doubles"):
        bets(dealer, "c")
        return "doubling"
    if name == "estardilho":
        maker = next(one for one in offers if one.act == "estardilho")
        do(dealer, f"{maker.player}: estardilho {maker.seat} 1000")
    do(dealer, "time")
    return "estardilho" if name == "restardilho" else name


@GAMES
def test_every_error_can_be_told_when_it_may_be_found_and_at_no_other_time(
        of: str, errors: tuple[tuple[str, str, str], ...]) -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for betting in (False, True):
        for kind, moments in played(of, betting=betting).items():
            found[kind] |= moments
    assert dict(found) == {kind: set(when.split()) for _, kind, when in errors}


@GAMES
def test_a_written_round_shows_every_error(
        of: str, errors: tuple[tuple[str, str, str], ...]) -> None:
    """Its clause stands among those that the round shows, its kind among the cards or the acts."""
    heads = [
        round_scripts.read(path.read_text("utf-8")) for path in evidence.folder(of).glob("*.txt")
    ]
    rounds = [(head.shows, " ".join((*head.cards, *head.acts))) for head in heads]
    missing = [(clause, kind) for clause, kind, _ in errors
               if (of == "holdem" or clause.startswith(OWN))
               and not any(clause in shows and kind in script for shows, script in rounds)]
    assert not missing

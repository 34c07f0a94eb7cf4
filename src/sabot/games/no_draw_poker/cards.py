"""The pack before the deal: show, shuffle, cut, burn (16, 24); short names of hands."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.poker.hands import STANDARD, strength
from sabot.games.no_draw_poker.round import Round, Steps, known
from sabot.games.no_draw_poker.rules import CARDS
from sabot.procedure import Handle
from sabot.procedure.visible_events import NO_LABEL, HandLabel
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-sem-descarte")

ONE = 1
"""The number of packs in play at a time (1)."""
RUNS = ("straight", "straight-flush", "royal")
COUNTS = {"pair": (2,), "two-pair": (2, 2), "three": (3,), "full": (3, 2), "four": (4,)}
_SUITS = str.maketrans("SHDC", "♠♥♦♣")


def prepare(r: Round) -> Steps:
    """Prepare the pack of this round."""
    shoe = r.shoe
    if r.spoilt:
        r.spoilt = False
        yield Handle(L["24"], what="replace-packs")
    if not shoe.shown:
        shoe.shown = True
        yield Handle(L["16"], (IR[134],), what="show-cards")
    if r.rules.packs > 1:
        r.pack = 3 - (r.pack or 2)
        yield Handle(L["16-2"], what="take-pack", facts={"pack": r.pack})
    yield from shoe.shuffle((), ONE, 1, 0 if r.rules.shuffler else shoe.size - 1)
    yield from shoe.burn(shoe.law.burn)


def short_name(cards: list[str]) -> str:
    """A short name of five cards without words: "A K", "2×Q", "2×Q 2×7", "3×7", "10-A", "A♠", "3×K
    2×5", "4×8", "5-9♠"."""
    worth = strength(cards, distinct=False)
    tops = [_name(k) for k in worth.kickers]
    suit = cards[0][1].translate(_SUITS)
    if worth.category in RUNS:
        run = f"{_name(worth.kickers[0] - 4)}-{tops[0]}"  # the ace is below the two
        return run if worth.category == "straight" else run + suit
    if worth.category == "flush":
        return tops[0] + suit
    counts = COUNTS.get(worth.category)
    if counts is None:
        return " ".join(tops[:2])
    return " ".join(f"{n}×{top}" for n, top in zip(counts, tops, strict=False))


def _name(place: int) -> str:
    return STANDARD.ranks[place].replace("T", "10")


def label(hand: str, cards: list[str | None], calls: tuple[str, ...]) -> HandLabel:
    """The label of a hand when all its five cards are visible, else no label."""
    visible = [card for card in cards if card is not None]
    if hand == "burn" or len(visible) != CARDS or not known(visible):
        return NO_LABEL
    return HandLabel(total=short_name(visible),
                     combination=strength(visible, distinct=False).category)

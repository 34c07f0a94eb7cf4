"""The cards of a coup as they are turned up, pass from hand to hand, and leave the table."""

from __future__ import annotations

from sabot.equipment import UNKNOWN
from sabot.families.baccarat.values import points
from sabot.games.chemin_de_fer.play import BANCA, BURNT, PONTO
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.procedure import Discard, Reveal, Shift, Turn
from sabot.procedure.visible_events import NO_LABEL, HandLabel


def turn(r: Round, hand: str, law: str, *also: str) -> Steps:
    """Whatever of a hand lies face down is turned up."""
    p = r.play
    for index, card in enumerate(p.cards[hand]):
        if p.up[hand][index]:
            continue
        if card == UNKNOWN:
            p.cards[hand][index] = yield Turn(law, also, hand=hand, index=index)
        else:
            yield Reveal(law, also, hand=hand, index=index, card=card)
        p.up[hand][index] = True


def shift(r: Round, frm: str, to: str, law: str, *also: str, index: int = -1) -> Steps:
    """A card goes from one hand to another and lies face up there; the card."""
    p = r.play
    index %= len(p.cards[frm])
    if p.cards[frm][index] == UNKNOWN:
        p.cards[frm][index] = yield Turn(law, also, hand=frm, index=index)
    card = p.cards[frm].pop(index)
    p.up[frm].pop(index)
    p.lay(to, card, up=True)
    yield Shift(law, also, frm=frm, index=index, to=to, card=card)
    return card


def burn(r: Round, frm: str, law: str, *also: str, index: int = -1) -> Steps:
    """A card that lies in a hand is burnt."""
    yield from shift(r, frm, BURNT, law, *also, index=index)
    yield from put_away(r, (BURNT,), law, *also)


def put_away(r: Round, hands: tuple[str, ...], law: str, *also: str) -> Steps:
    """The cards of these hands go to the deposit."""
    lying = tuple(hand for hand in hands if r.play.cards.get(hand))
    if lying:
        yield Discard(law, also, hands=lying)
    for hand in lying:
        r.play.cards[hand], r.play.up[hand] = [], []


def looked(r: Round, law: str, *also: str) -> Steps:
    """Who has the ponto's cards looks at them, and nobody else does."""
    p = r.play
    for index, card in enumerate(p.cards[PONTO]):
        if not p.up[PONTO][index] and card != UNKNOWN:
            yield Reveal(law, also, hand=PONTO, index=index, card=card, seen_by=r.ponto)


def cleared(r: Round, law: str, *also: str) -> Steps:
    """Every card of the coup that still lies on the table is collected."""
    yield from put_away(r, tuple(r.play.cards), law, *also)


def label(hand: str, cards: list[str | None], calls: tuple[str, ...]) -> HandLabel:
    """The score of a hand that lies open (9, 10)."""
    if hand not in (PONTO, BANCA) or None in cards:
        return NO_LABEL
    return HandLabel(total=points([card for card in cards if card]))

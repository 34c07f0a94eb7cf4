"""What is done with cards: turn up, move between hands, burn, discard."""

from __future__ import annotations

from sabot.equipment import UNKNOWN
from sabot.families.baccarat.values import points
from sabot.games.chemin_de_fer.play import BANCA, BURNT, PONTO
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.procedure import Discard, Reveal, Shift, Turn
from sabot.procedure.visible_events import NO_LABEL, HandLabel


def turn_up(r: Round, hand: str, law: str, *also: str) -> Steps:
    """Turn up the cards of a hand that lie face down."""
    p = r.play
    for index, card in enumerate(p.cards[hand]):
        if p.up[hand][index]:
            continue
        if card == UNKNOWN:
            p.cards[hand][index] = yield Turn(law, also, hand=hand, index=index)
        else:
            yield Reveal(law, also, hand=hand, index=index, card=card)
        p.up[hand][index] = True


def move_card(r: Round, source: str, to: str, law: str, *also: str, index: int = -1) -> Steps:
    """Move a card to another hand, face up; returns the card."""
    p = r.play
    index %= len(p.cards[source])
    if p.cards[source][index] == UNKNOWN:
        p.cards[source][index] = yield Turn(law, also, hand=source, index=index)
    card = p.cards[source].pop(index)
    p.up[source].pop(index)
    p.add_card(to, card, up=True)
    yield Shift(law, also, frm=source, index=index, to=to, card=card)
    return card


def burn_card(r: Round, source: str, law: str, *also: str, index: int = -1) -> Steps:
    """Burn a card of a hand."""
    yield from move_card(r, source, BURNT, law, *also, index=index)
    yield from discard(r, (BURNT,), law, *also)


def discard(r: Round, hands: tuple[str, ...], law: str, *also: str) -> Steps:
    """Put the cards of these hands in the deposit."""
    dealt = tuple(hand for hand in hands if r.play.cards.get(hand))
    if dealt:
        yield Discard(law, also, hands=dealt)
    for hand in dealt:
        r.play.cards[hand], r.play.up[hand] = [], []


def show_to_ponto(r: Round, law: str, *also: str) -> Steps:
    """Show the ponto's cards to the player who has them, and to nobody else."""
    p = r.play
    for index, card in enumerate(p.cards[PONTO]):
        if not p.up[PONTO][index] and card != UNKNOWN:
            yield Reveal(law, also, hand=PONTO, index=index, card=card, seen_by=r.ponto)


def collect_cards(r: Round, law: str, *also: str) -> Steps:
    """Collect every card of the coup that still lies on the table."""
    yield from discard(r, tuple(r.play.cards), law, *also)


def label(hand: str, cards: list[str | None], calls: tuple[str, ...]) -> HandLabel:
    """The score of a hand when all its cards lie face up (9, 10)."""
    if hand not in (PONTO, BANCA) or None in cards:
        return NO_LABEL
    return HandLabel(total=points([card for card in cards if card]))

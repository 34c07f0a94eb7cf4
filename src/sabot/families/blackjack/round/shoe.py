"""The cards before they are dealt: shown, shuffled, cut, marked, burned, and taken back."""

from __future__ import annotations

from sabot.families.blackjack.round.faults import draw
from sabot.families.blackjack.round.round import BURN, PACK, Round, Steps
from sabot.families.blackjack.round.seats import gather_players
from sabot.families.blackjack.rules.cites import Cite, either
from sabot.procedure import (
    ALL,
    NOBODY,
    Act,
    Call,
    Cut,
    Discard,
    Handle,
    Listen,
    Offer,
    Open,
    Shuffle,
)
from sabot.regulations import IR

LEAST_CUT = 10  # the minimum of cards on either side of a cut
LID_ANSWERS = ("lid-open", "lid-closed")


def prepare(r: Round) -> Steps:
    """Everything before the call for bets: a new shoe where one is due, and the burn card."""
    table_law = r.table_law
    if r.machine:
        yield from _prepare_shuffler(r)
        return
    size, ends = PACK * table_law.packs, cards_end(r)
    if table_law.source == "sealed":
        ends = size - r.drawn <= table_law.warning
    if not r.seal or (ends and r.drawn):
        yield from shuffle_by_hand(r, shoe_end_law(r))
        return
    _set_warning_mark(r, size)
    for _ in range(table_law.burn_coup):
        yield from burn(r, r.c.burn_coup)


def cards_end(r: Round) -> bool:
    """Whether the cards in use serve for no further hand."""
    table_law = r.table_law
    ends = r.last or r.spoilt or table_law.each_coup or table_law.source == "box"
    return ends


def start_anew(r: Round, law: Cite) -> Steps:
    """All cards of the shoe lie spread on the table: shuffle them and start again."""
    r.cutter = 0
    if not r.machine:
        yield from shuffle_by_hand(r, law)
        return
    r.out_cards, r.used = [], []
    yield from _shuffle_by_machine(r, law)
    if r.table_law.burn_shuffled:
        yield from burn(r, r.c.burn)


def _show_order(r: Round, law: Cite) -> Steps:
    """Publish the order of a shoe that has ended, except with real cards."""
    if r.seal and not r.watch:
        yield Open(*law, seal=r.seal)


def _set_warning_mark(r: Round, size: int) -> None:
    """Set the card count at which the warning card comes; at a real table the croupier reports it.
    """
    if r.table_law.source == "hand" and r.warning and not r.watch and not r.last:
        r.warning_mark = size - r.warning


def shoe_end_law(r: Round) -> Cite:
    """The clause that ends a shoe: a damaged card, or its warning card."""
    return r.replacement_law if r.spoilt else r.c.shoe_ends


def shuffle_by_hand(r: Round, ends: Cite) -> Steps:
    """Show, shuffle and cut the packs; then the warning card, the shoe and the burn cards follow.

    ``ends``: the clause that ends the shoe in use.
    """
    table_law, c, size = r.table_law, r.c, PACK * r.table_law.packs
    if table_law.cut:
        yield from gather_players(r)
    yield from _show_order(r, ends)
    if r.spoilt:
        yield Handle(
            *r.replacement_law, what="replace-card" if table_law.spoilt_only else "replace-packs"
        )
        r.spoilt = False
    if table_law.shows_packs and not r.shown:
        yield Handle(*c.show_packs, what="show-packs", facts={"packs": table_law.packs})
    r.shown = True
    r.warning = _warning_cards(r, size)
    r.seal = yield Shuffle(*c.shuffle, packs=table_law.packs, warning=r.warning)
    r.drawn = r.at = 0
    r.last = False
    r.fresh = True
    r.unseen_kept = False
    if table_law.cut:
        yield from _ask_cut(r, size)
    if r.warning and c.warning[0]:
        yield Handle(*(c.warning_alone if _is_alone(r) else c.warning), what="warning-card",
                     facts={"behind": r.warning})
    if c.load[0]:
        yield Handle(*c.load, what="load-box" if table_law.source == "box" else "load-shoe")
    _set_warning_mark(r, size)
    for _ in range(table_law.burn):
        yield from burn(r, c.burn)


def _is_alone(r: Round) -> bool:
    """Whether one player is at the table."""
    return r.table_law.alone_half and len({player for player in r.seats if player}) == 1


def _warning_cards(r: Round, size: int) -> int:
    """The number of cards behind the warning card."""
    return size // 2 if _is_alone(r) else r.table_law.warning


def _ask_cut(r: Round, size: int) -> Steps:
    """Ask the players who may cut, place after place; if nobody does, the house cuts."""
    c = r.c
    # Each player once, at their lowest place.
    places = [n for n, player in enumerate(r.seats, start=1)
              if player and r.seats.index(player) == n - 1]
    if r.table_law.cut == "order":  # from the place after the one that cut the last shoe
        places = [n for n in places if n > r.cutter] + [n for n in places if n <= r.cutter]
    for n in places:
        player = r.seats[n - 1]
        law = c.cut_first if r.table_law.cut == "order" and not r.cutter else c.cut_next
        answer = yield Listen(
            *law,
            offers=(
                Offer("cut", str(n), law[0], player, low=LEAST_CUT, high=size - LEAST_CUT, unit=1,
                      note="cards", limit_law=law[0], unit_law=law[0]),
                Offer("no-cut", str(n), law[0], player),
            ),
            window=f"cut:{n}",
            clock="cut",
            default="no-cut",
            default_law=law[0],
        )
        if isinstance(answer, Act) and answer.act == "cut":
            r.at, r.cutter = answer.amount, n
            yield Cut(*c.cut, at=answer.amount)
            return
        if r.readings.cut_passes == "supervisor":
            break
    r.at, r.cutter = size // 2, 0
    yield Call(*c.house_cuts, call="house-cuts")
    yield Cut(*c.house_cuts, at=r.at)


def _prepare_shuffler(r: Round) -> Steps:
    """A machine: loaded once, then given back the cards of each round when its lid is open."""
    table_law, c = r.table_law, r.c
    if not r.shown:
        r.shown = True
        if r.carry.loaded and c.unload[0]:  # the table was closed in between
            yield Handle(*c.unload, what="unload-shuffler")
            yield Handle(*c.sort_packs, what="sort-packs")
        yield Handle(*c.show_packs_shuffler, what="show-packs", facts={"packs": table_law.packs})
        if c.mix[0]:
            yield Handle(*c.mix, what="mix")
        yield Handle(*c.load_shuffler, what="load-shuffler")
        yield from _shuffle_by_machine(r)
        r.fresh = True
        for _ in range(table_law.burn):
            yield from burn(r, c.burn)
        return
    if r.out_cards:
        is_due = r.carry.waits + 1 >= table_law.lid_every
        lid = "lid-open" if is_due or not c.lid_closed[0] else "lid-closed"
        if r.watch and c.lid_closed[0]:
            lid = (yield Handle(*either(c.try_lid, c.return_cards), what="try-lid",
                                answers=LID_ANSWERS)) or lid
        if lid == "lid-open":
            yield Handle(*c.return_cards, what="return-cards")
            r.out_cards = []
        else:
            yield Handle(*c.lid_closed, what="keep-cards")
    if r.carry.out != tuple(r.out_cards) or r.drawn:
        yield from _shuffle_by_machine(r)
    if table_law.burn_shuffled:
        yield from burn(r, c.burn)
    for _ in range(table_law.burn_coup):
        yield from burn(r, c.burn_coup)


def _shuffle_by_machine(r: Round, law: Cite | None = None) -> Steps:
    """The machine has shuffled its cards: the order of the next round is sealed."""
    yield from _show_order(r, law or either(r.c.machine_order, r.c.shoe_ends))
    r.seal = yield Shuffle(*r.c.shuffle_machine, packs=r.table_law.packs, warning=0,
                           without=tuple(sorted(r.out_cards)))
    r.drawn = r.at = 0


def burn(r: Round, law: Cite) -> Steps:
    """Burn one card to the discard corner, face down or face up (IR 28)."""
    seen_by = ALL if r.readings.burned_card == "face-up" else NOBODY
    cite = (law[0], (*law[1], IR[28])) if seen_by == ALL and IR[28] not in law[1] else law
    r.used.append((yield from draw(r, cite, BURN, seen_by)))
    yield Discard(*law, hands=(BURN,))

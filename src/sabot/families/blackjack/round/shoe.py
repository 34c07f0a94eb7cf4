"""The cards before they are dealt: shown, shuffled, cut, marked, burned, and what comes back."""

from __future__ import annotations

from sabot.families.blackjack.round.faults import draw
from sabot.families.blackjack.round.round import BURN, PACK, Round, Steps
from sabot.families.blackjack.round.seats import gather
from sabot.families.blackjack.rules.cites import Cite, either
from sabot.procedure import NOBODY, Act, Call, Cut, Discard, Handle, Listen, Offer, Open, Shuffle

ENDS = 10  # a cut leaves at least so many cards on either side
LID = ("lid-open", "lid-closed")


def prepare(r: Round) -> Steps:
    """Everything up to the call for bets: a new shoe where one is due, the card that is burned."""
    code = r.code
    if r.machine:
        yield from _shuffler(r)
        return
    size = PACK * code.packs
    ends = r.last or r.spoilt or code.each_coup or code.source == "box"
    if code.source == "sealed":
        ends = size - r.drawn <= code.warning
    if not r.seal or (ends and r.drawn):
        yield from by_hand(r, _why(r))
        return
    _mark(r, size)
    if code.burn_coup:
        yield from burn(r, r.c.burn_coup)


def anew(r: Round, why: Cite) -> Steps:
    """All cards of the shoe lie spread on the table: they are shuffled, and play begins anew."""
    r.cutter = 0
    if not r.machine:
        yield from by_hand(r, why)
        return
    r.out_cards, r.used = [], []
    yield from _machine(r, why)
    if r.code.burn_shuffled:
        yield from burn(r, r.c.burn)


def _opened(r: Round, why: Cite) -> Steps:
    """The order of a shoe that has ended is shown; that of real cards is nobody's to show."""
    if r.seal and not r.watch:
        yield Open(*why, seal=r.seal)


def _mark(r: Round, size: int) -> None:
    """From which card on the warning card has come; at a real table it is told."""
    if r.code.source == "hand" and r.warning and not r.watch and not r.last:
        r.mark = size - r.warning


def _why(r: Round) -> Cite:
    """Why a shoe ends: a damaged card, or its warning card."""
    return r.renewed if r.spoilt else r.c.shoe_ends


def by_hand(r: Round, ends: Cite) -> Steps:
    """The packs are shown, shuffled, cut; the warning card, the shoe and the burn card follow.

    ``ends`` orders that the shoe in use ends.
    """
    code, c, size = r.code, r.c, PACK * r.code.packs
    if code.cut:
        yield from gather(r)
    yield from _opened(r, ends)
    if r.spoilt:
        yield Handle(*r.renewed, what="replace-card" if code.spoilt_only else "replace-packs")
        r.spoilt = False
    if code.shows_packs and not r.shown:
        yield Handle(*c.show_packs, what="show-packs", facts={"packs": code.packs})
    r.shown = True
    r.warning = _warning(r, size)
    r.seal = yield Shuffle(*c.shuffle, packs=code.packs, warning=r.warning)
    r.drawn = r.at = 0
    r.last = False
    r.fresh = True
    r.kept = False
    if code.cut:
        yield from _cut(r, size)
    if r.warning and c.warning[0]:
        yield Handle(*(c.warning_alone if _alone(r) else c.warning), what="warning-card",
                     facts={"behind": r.warning})
    if c.load[0]:
        yield Handle(*c.load, what="load-box" if code.source == "box" else "load-shoe")
    _mark(r, size)
    for _ in range(code.burn):
        yield from burn(r, c.burn)


def _alone(r: Round) -> bool:
    """Whether one person is at the table."""
    return r.code.alone_half and len({player for player in r.seats if player}) == 1


def _warning(r: Round, size: int) -> int:
    """How many cards lie behind the warning card."""
    return size // 2 if _alone(r) else r.code.warning


def _cut(r: Round, size: int) -> Steps:
    """Who has the right to cut is asked, place after place; when nobody will, the house cuts."""
    c = r.c
    # Each player once, at the lowest of his places.
    places = [n for n, player in enumerate(r.seats, start=1)
              if player and r.seats.index(player) == n - 1]
    if r.code.cut == "order":  # from the place after the one that cut the last shoe
        places = [n for n in places if n > r.cutter] + [n for n in places if n <= r.cutter]
    for n in places:
        player = r.seats[n - 1]
        law = c.cut_first if r.code.cut == "order" and not r.cutter else c.cut_next
        heard = yield Listen(*law, offers=(
            Offer("cut", str(n), law[0], player, low=ENDS, high=size - ENDS, unit=1, note="cards",
                  limit_law=law[0], unit_law=law[0]),
            Offer("no-cut", str(n), law[0], player)),
            window=f"cut:{n}", clock="cut", default="no-cut", default_law=law[0])
        if isinstance(heard, Act) and heard.act == "cut":
            r.at, r.cutter = heard.amount, n
            yield Cut(*c.cut, at=heard.amount)
            return
    r.at, r.cutter = size // 2, 0
    yield Call(*c.house_cuts, call="house-cuts")
    yield Cut(*c.house_cuts, at=r.at)


def _shuffler(r: Round) -> Steps:
    """A machine: loaded once, then given back the cards of each coup, when its lid is open."""
    code, c = r.code, r.c
    if not r.shown:
        r.shown = True
        if r.carry.loaded and c.unload[0]:  # the table was closed in between
            yield Handle(*c.unload, what="unload-shuffler")
            yield Handle(*c.sort_packs, what="sort-packs")
        yield Handle(*c.show_packs_shuffler, what="show-packs", facts={"packs": code.packs})
        if c.mix[0]:
            yield Handle(*c.mix, what="mix")
        yield Handle(*c.load_shuffler, what="load-shuffler")
        yield from _machine(r)
        r.fresh = True
        for _ in range(code.burn):
            yield from burn(r, c.burn)
        return
    if r.out_cards:
        due = r.carry.waits + 1 >= code.lid_every
        lid = "lid-open" if due or not c.lid_closed[0] else "lid-closed"
        if r.watch and c.lid_closed[0]:
            lid = (yield Handle(*either(c.try_lid, c.return_cards), what="try-lid",
                                answers=LID)) or lid
        if lid == "lid-open":
            yield Handle(*c.return_cards, what="return-cards")
            r.out_cards = []
        else:
            yield Handle(*c.lid_closed, what="keep-cards")
    if r.carry.out != tuple(r.out_cards) or r.drawn:
        yield from _machine(r)
    if code.burn_shuffled:
        yield from burn(r, c.burn)
    if code.burn_coup:
        yield from burn(r, c.burn_coup)


def _machine(r: Round, why: Cite | None = None) -> Steps:
    """The machine has shuffled what is in it: the order of the next coup is sealed."""
    yield from _opened(r, why or either(r.c.machine_order, r.c.shoe_ends))
    r.seal = yield Shuffle(*r.c.shuffle_machine, packs=r.code.packs, warning=0,
                           without=tuple(sorted(r.out_cards)))
    r.drawn = r.at = 0


def burn(r: Round, law: Cite) -> Steps:
    """One card goes to the discard corner, face down."""
    r.used.append((yield from draw(r, law, BURN, NOBODY)))
    yield Discard(*law, hands=(BURN,))

"""What hands of poker win: a page for who studies, not for who sits at a table."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import FromPath, QueryParameter

from sabot import law
from sabot.families.poker.forms import FORMS
from sabot.families.poker.ranges import cards_of
from sabot.house import House, HouseError
from sabot.web.api import player_of
from sabot.web.odds import Pricer
from sabot.web.route_policies import ANYBODY, Ask, door

L = law.Section("pt-217-2007/poquer-nao-bancado")

MOST_HANDS = 6
MOST_LOOKS = 400_000_000
"""Hands that are looked at for a page: about a second."""
SAMPLES = 400_000
"""Deals by chance where all of them would take too long for a page."""

Text = Annotated[str, QueryParameter(max_length=200)]
Hands = Annotated[list[str], QueryParameter(max_length=200)]


class HandEquity(msgspec.Struct, frozen=True, kw_only=True):
    """What a hand or a range (``hands`` of them) wins: its part of the pot as a number and as a
    fraction, how often it wins and ties, and where that was found by chance an interval."""

    hand: str
    hands: int
    equity: float
    fraction: str
    win: float
    tie: float
    interval: tuple[float, float] | None


class Equities(msgspec.Struct, frozen=True, kw_only=True):
    """What hands and ranges win against one another, over so many ``deals``."""

    form: str
    board: list[str]
    dead: list[str]
    exact: bool
    deals: int
    players: list[HandEquity]


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """What an open hand had to win."""

    equity: float
    win: float
    tie: float


class Street(msgspec.Struct, frozen=True, kw_only=True):
    """What the hands of each place had to win when these cards lay on the table."""

    board: list[str]
    hands: dict[str, Chance]


class Race(msgspec.Struct, frozen=True, kw_only=True):
    """The coup of a table street by street; no streets where there is nothing to tell."""

    coup: str
    law: str
    streets: list[Street]


def _plays(house: House, player: str) -> bool:
    """Whether a player sits where players bet against one another."""
    return any(player in desk.seats and desk.game.purse is not None
               for desk in (room.desk for room in house.rooms.values()))


def _studies(request: Ask) -> House:
    """The house, for who does not sit at a table of poker."""
    house: House = request.app.state.house
    player = player_of(request)
    if player is not None and _plays(house, player.id):
        law.cite_clause(L["56"])
        raise HouseError("at-a-table", "you are seated at a poker table: leave your seat before "
                         "you study hand equity", law=L["56"], status=409)
    return house


def _equity(*args: Any, **how: Any) -> Any:
    """What `sabot.families.poker.equity.equity` counts: a house that nobody asks does not load the
    compiler for it."""
    from sabot.families.poker.equity import equity
    return equity(*args, **how)


@get("/api/equity", opt=door(ANYBODY, 409))
async def equities(request: Ask, hand: Hands, form: Text = "holdem",
                   board: Text = "", dead: Text = "") -> Equities:
    """What part of the pot each hand or range wins against the others, nobody folding: exactly
    where every deal can be counted in a moment, else by chance with an interval.

    Refused to who sits at a table of poker: nobody is helped there with a hand in play (14.m, 56).
    """
    _studies(request)
    if form not in FORMS:
        raise HouseError("form", f"there is no poker game {form!r}; the games are "
                         f"{', '.join(FORMS)}", status=400)
    texts = [text.strip() for text in hand if text.strip()]
    if not 2 <= len(texts) <= MOST_HANDS:
        raise HouseError("form", f"give 2 to {MOST_HANDS} hands, not {len(texts)}", status=400)
    if any(len(text) > 200 for text in texts):
        raise HouseError("form", "a range has at most 200 characters", status=400)
    pricer: Pricer = request.app.state.pricer
    try:
        return await pricer.ask(_counted, form, tuple(texts), board, dead)
    except ValueError as wrong:
        raise HouseError("form", str(wrong), status=400) from None


def _counted(form: str, texts: tuple[str, ...], board: str, dead: str) -> Equities:
    known, gone = cards_of(board), cards_of(dead)
    try:
        found = _equity(form, texts, known, gone, most=MOST_LOOKS, instead=SAMPLES)
    except MemoryError:
        raise ValueError("too many deals: name fewer hands") from None
    return Equities(
        form=form, board=list(found.board), dead=list(found.dead), exact=found.exact,
        deals=found.deals, players=[HandEquity(
            hand=share.text, hands=share.hands, equity=float(share.equity),
            fraction=str(share.equity), win=share.wins / found.deals,
            tie=sum(times for _, times in share.ties) / found.deals,
            interval=None if found.exact else share.interval) for share in found.shares])


# -- for who watches a table -----------------------------------------------------------------------


@get("/api/tables/{table_id:str}/race", opt=door(ANYBODY, 404, 409))
async def race(request: Ask, table_id: FromPath[str]) -> Race:
    """What the open hands of a table had to win at each street since nobody could bet any more;
    no streets while there is nothing to tell (62).

    Refused to who sits at a table of poker.
    """
    desk = _studies(request).room(table_id).desk
    hands = desk.game.hands
    found = hands.race([item.event for item in desk.cloth.of_coup if item.event is not None],
                       desk.playing) if hands else None
    told = Race(coup=desk.state.coup, law=L["62"], streets=[])
    if found is None:
        return told
    pricer: Pricer = request.app.state.pricer
    places = tuple(found.hands)
    try:
        shares = await pricer.ask(_raced, found.form, tuple(found.hands.values()), found.boards,
                                  found.dead)
    except ValueError:  # a croupier has entered cards that cannot be
        return told
    return msgspec.structs.replace(told, streets=[
        Street(board=list(board), hands=dict(zip(places, street, strict=True)))
        for board, street in zip(found.boards, shares, strict=True)])


@lru_cache(maxsize=256)
def _raced(form: str, hands: tuple[tuple[str, ...], ...], boards: tuple[tuple[str, ...], ...],
           dead: tuple[str, ...]) -> list[list[Chance]]:
    texts = ["".join(hand) for hand in hands]
    return [
        [Chance(equity=float(share.equity), win=share.wins / found.deals,
                tie=sum(times for _, times in share.ties) / found.deals) for share in found.shares]
        for found in (_equity(form, texts, board, dead) for board in boards)]

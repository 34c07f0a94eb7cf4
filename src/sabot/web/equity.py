"""Poker equities, for people who study; refused to players at a poker table."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import FromPath, QueryParameter

from sabot import regulations as law
from sabot.families.poker.forms import FORMS
from sabot.families.poker.ranges import cards_of
from sabot.games import game
from sabot.house import House, HouseError
from sabot.house.table.switches import base_of
from sabot.web.api import player_of
from sabot.web.odds import Pricer
from sabot.web.route_policies import ANYBODY, HttpRequest, policy
from sabot.words import phrase

L = law.Section("pt-217-2007/poquer-nao-bancado")

MAX_HANDS = 6
MAX_EVALUATIONS = 400_000_000
"""The maximum number of hands evaluated for a page: about a second."""
SAMPLES = 400_000
"""The number of random deals when evaluating all deals would take too long."""

Text = Annotated[str, QueryParameter(max_length=200)]
Hands = Annotated[list[str], QueryParameter(max_length=200)]


class HandEquity(msgspec.Struct, frozen=True, kw_only=True):
    """The equity of a hand or a range (``hands`` of them): its share of the pot as a number and as
    a fraction, how often it wins and ties, and an interval when it was sampled."""

    hand: str
    hands: int
    equity: float
    fraction: str
    win: float
    tie: float
    interval: tuple[float, float] | None


class Equities(msgspec.Struct, frozen=True, kw_only=True):
    """The equities of hands and ranges against each other, over so many ``deals``."""

    form: str
    board: list[str]
    dead: list[str]
    exact: bool
    deals: int
    players: list[HandEquity]


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """The equity of an open hand."""

    equity: float
    win: float
    tie: float


class Street(msgspec.Struct, frozen=True, kw_only=True):
    """The equities of the hands at each place with these cards on the table."""

    board: list[str]
    hands: dict[str, Chance]


class Race(msgspec.Struct, frozen=True, kw_only=True):
    """The coup of a table street by street; no streets when there is nothing to show."""

    coup: str
    law: str
    streets: list[Street]


def _at_poker_table(house: House, player: str) -> bool:
    """Whether a player sits at a table where players bet against each other."""
    return any(game(house.tables[base_of(table_id)].game).purse is not None
               for table_id in house.whereabouts.seats(player))


def _refuse_seated_player(request: HttpRequest) -> House:
    """Return the house; HouseError when the player sits at a poker table."""
    house: House = request.app.state.house
    player = player_of(request)
    if player is not None and _at_poker_table(house, player.id):
        law.cite_clause(L["56"])
        raise HouseError("at-a-table", "you are seated at a poker table: leave your seat before "
                         "you study hand equity", law=L["56"], status=409)
    return house


def _equity(*args: Any, **options: Any) -> Any:
    """Call `sabot.families.poker.equity.equity`; the import is here so that the compiler is loaded
    only when needed."""
    from sabot.families.poker.equity import equity
    return equity(*args, **options)


@get("/api/equity", opt=policy(ANYBODY, 409))
async def equities(request: HttpRequest, hand: Hands, form: Text = "holdem",
                   board: Text = "", dead: Text = "") -> Equities:
    """The share of the pot that each hand or range wins against the others when nobody folds: exact
    when every deal can be counted quickly, else sampled, with an interval.

    Refused to players at a poker table: nobody may be helped there with a hand in play (14.m, 56).
    """
    _refuse_seated_player(request)
    if form not in FORMS:
        raise HouseError("form", phrase("there is no poker game {form}; the games are {forms}",
                                        form=repr(form), forms=", ".join(FORMS)), status=400)
    texts = [text.strip() for text in hand if text.strip()]
    if not 2 <= len(texts) <= MAX_HANDS:
        raise HouseError("form", phrase("give 2 to {max_hands} hands, not {n}",
                                        max_hands=MAX_HANDS, n=len(texts)), status=400)
    if any(len(text) > 200 for text in texts):
        raise HouseError("form", "a range has at most 200 characters", status=400)
    pricer: Pricer = request.app.state.pricer
    try:
        return await pricer.ask(_compute_equities, form, tuple(texts), board, dead)
    except ValueError as wrong:
        raise HouseError("form", wrong.args[0], status=400) from None


def _compute_equities(form: str, texts: tuple[str, ...], board: str, dead: str) -> Equities:
    known, dead_cards = cards_of(board), cards_of(dead)
    try:
        equities = _equity(form, texts, known, dead_cards, most=MAX_EVALUATIONS, instead=SAMPLES)
    except MemoryError:
        raise ValueError("too many deals: name fewer hands") from None
    return Equities(
        form=form, board=list(equities.board), dead=list(equities.dead), exact=equities.exact,
        deals=equities.deals, players=[HandEquity(
            hand=share.text, hands=share.hands, equity=float(share.equity),
            fraction=str(share.equity), win=share.wins / equities.deals,
            tie=sum(times for _, times in share.ties) / equities.deals,
            interval=None if equities.exact else share.interval) for share in equities.shares])


# -- for onlookers ---------------------------------------------------------------------------------


@get("/api/tables/{table_id:str}/race", opt=policy(ANYBODY, 404, 409))
async def race(request: HttpRequest, table_id: FromPath[str]) -> Race:
    """The equities of the open hands of a table at each street since betting ended; no streets
    while there is nothing to show (62).

    Refused to players at a poker table.
    """
    desk = _refuse_seated_player(request).room(table_id).desk
    hands = desk.game.hands
    open_hands = (
        hands.open_hands(
            [item.event for item in desk.layout.coup_items if item.event is not None], desk.playing)
        if hands
        else None
    )
    race_view = Race(coup=desk.state.coup, law=L["62"], streets=[])
    if open_hands is None:
        return race_view
    pricer: Pricer = request.app.state.pricer
    places = tuple(open_hands.hands)
    try:
        shares = await pricer.ask(
            _compute_race, open_hands.form, tuple(open_hands.hands.values()), open_hands.boards,
            open_hands.dead)
    except ValueError:  # a croupier has entered cards that cannot be
        return race_view
    return msgspec.structs.replace(race_view, streets=[
        Street(board=list(board), hands=dict(zip(places, street, strict=True)))
        for board, street in zip(open_hands.boards, shares, strict=True)])


@lru_cache(maxsize=256)
def _compute_race(
    form: str, hands: tuple[tuple[str, ...], ...], boards: tuple[tuple[str, ...], ...],
    dead: tuple[str, ...]) -> list[list[Chance]]:
    texts = ["".join(hand) for hand in hands]
    return [
        [
            Chance(
                equity=float(share.equity), win=share.wins / equities.deals,
                tie=sum(times for _, times in share.ties) / equities.deals)
            for share in equities.shares
        ]
        for equities in (_equity(form, texts, board, dead) for board in boards)
    ]

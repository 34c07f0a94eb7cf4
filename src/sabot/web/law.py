"""The law at the door: regulations clause by clause, what shows each of them, and where it was last
applied."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import get
from litestar.params import FromPath, QueryParameter

from sabot import law
from sabot.games import game
from sabot.house import HouseError
from sabot.house.archive import clause_search
from sabot.house.shared_views import Names, more
from sabot.reports import golden_rounds as golden_coups
from sabot.reports import regulation_report, variants
from sabot.reports.variants import BetWorth, Value
from sabot.web.api import house_of, must_play
from sabot.web.odds import Pricer
from sabot.web.route_policies import ANYBODY, PLAYER, Ask, door
from sabot.web.staff import member

MOST_FOUND = 60
"""Clauses that one search lists."""

Words = Annotated[str, QueryParameter(max_length=200)]
Clause = Annotated[str, QueryParameter(max_length=200)]


class ClausesFound(msgspec.Struct, frozen=True, kw_only=True):
    """How many clauses were found, and the first of them."""

    found: int
    rows: list[regulation_report.Line]


class OptionOf(msgspec.Struct, frozen=True, kw_only=True):
    """An option of the rules of a game."""

    game: str
    option: str
    names: Names


class ClauseInFull(regulation_report.ClauseEntry, frozen=True, kw_only=True):
    """A clause with all that is known of it, and the options of rules that hang on it."""

    options: list[OptionOf]


class ReadingInFull(regulation_report.ReadingEntry, frozen=True, kw_only=True):
    """An interpretation with all that is known of it, and the options of rules that hang on it."""

    options: list[OptionOf]


class OptionWorth(OptionOf, frozen=True, kw_only=True):
    """An option with its default, whether bets of its game are priced, and what it is worth; null
    while that is priced."""

    default: Value
    priced: bool
    bets: list[BetWorth] | None


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """What the options that hang on a clause are worth; ``counting``: ask again."""

    clause: str
    options: list[OptionWorth]
    counting: bool


class GoldenCoup(msgspec.Struct, frozen=True, kw_only=True):
    """A golden coup: what is at stake, the clauses that it shows, and its text."""

    name: str
    title: str
    clauses: tuple[str, ...]
    text: str


def _known(clause: str) -> str:
    clause = law.current(clause)
    try:
        law.interpretation(clause) if clause.startswith("ir/") else law.row(clause)
    except law.UnknownClause as unknown:
        raise HouseError("no-clause", str(unknown.args[0]), status=404) from None
    return clause


@get("/api/regulations")
async def regulations() -> list[regulation_report.Regulation]:
    """The regulations of the register with their sections, and how many clauses of each a test or
    golden coup shows (``exercised``), no program performs (``outside``), or neither (``open``)."""
    return await asyncio.to_thread(regulation_report.documents)


@get("/api/regulations/{document:str}/{section:str}", opt=door(ANYBODY, 404))
async def section(document: FromPath[str], section: FromPath[str]) -> regulation_report.SectionTold:
    """The clauses of one section in the order of the text."""
    try:
        return await asyncio.to_thread(regulation_report.section, f"{document}/{section}")
    except law.UnknownClause as unknown:
        raise HouseError("no-section", str(unknown.args[0]), status=404) from None


@get("/api/clauses")
async def search(words: Words, document: Words = "") -> ClausesFound:
    """Clauses whose id, text or note holds all of these words, of one regulation or of all."""
    if not words.strip():
        raise HouseError("form", "give words to search for", status=400)
    found = [row for row in law.search(words) if document in ("", row.document)]
    return ClausesFound(
        found=len(found), rows=[regulation_report.line(row) for row in found[:MOST_FOUND]]
    )


@get("/api/clauses/{clause:path}", opt=door(ANYBODY, 404))
async def clause(clause: FromPath[str]) -> ClauseInFull | ReadingInFull:
    """A clause, or an interpretation, with all that is known of it: the code that cites it, the
    tests that name it, golden coups that show it, interpretations on it, and the options of rules
    that hang on these."""
    wanted = _known(clause.strip("/"))
    told = await asyncio.to_thread(regulation_report.entry, wanted)
    options = [OptionOf(game=name, option=option, names=game(name).names)
               for name, option in regulation_report.options(wanted)]
    if isinstance(told, regulation_report.ReadingEntry):
        return more(ReadingInFull, told, options=options)
    return more(ClauseInFull, told, options=options)


@get("/api/worth", opt=door(ANYBODY, 404))
async def worth(request: Ask, clause: Clause) -> Worth:
    """What each option that hangs on a clause changes in the edge of each bet, above 0 for the
    house; ``counting`` while some of it is priced: ask again."""
    pricer: Pricer = request.app.state.pricer
    told, counting = [], False
    for name, option in regulation_report.options(_known(clause)):
        found = pricer.begun(("option", name, option), list[BetWorth], variants.worth, game(name),
                             option)
        counting = counting or found is None
        told.append(OptionWorth(
            game=name, option=option, names=game(name).names,
            default=msgspec.to_builtins(getattr(game(name).rules(), option)),
            priced=game(name).pricing is not None,
            bets=found))
    return Worth(clause=clause, options=told, counting=counting)


@get("/api/rounds/{game_id:str}/{name:str}", opt=door(ANYBODY, 404))
async def golden(game_id: FromPath[str], name: FromPath[str]) -> GoldenCoup:
    """A golden coup: its script, and below the ruled line the coup as it is told."""
    wanted = f"{game_id}/{name}"
    try:
        text = await asyncio.to_thread(golden_coups.text, wanted)
    except LookupError as missing:
        raise HouseError("no-round", str(missing.args[0]), status=404) from None
    one = golden_coups.everything()[wanted]
    return GoldenCoup(name=wanted, title=one.title, clauses=one.clauses, text=text)


@get("/api/me/applied", opt=door(PLAYER, 404))
async def mine(request: Ask, clause: Clause) -> clause_search.MyApplied:
    """My latest coup in which a clause was applied, with the steps that cite it. My newest coups
    are looked through, no more of them than ``most``: ``looked`` says how many there were."""
    player, house = must_play(request), house_of(request)
    return await asyncio.to_thread(clause_search.own, house.ledger, player.id, _known(clause))


@get("/api/staff/applied", opt=door("journal", 404))
async def ours(request: Ask, clause: Clause) -> clause_search.HouseApplied:
    """For who may read the journal: the latest coups of the house in which a clause was applied,
    among the newest ``most`` entries of its journal; ``looked`` says how many there were."""
    member(request)
    return await asyncio.to_thread(
        clause_search.house, house_of(request).ledger, _known(clause), 10
    )


ROUTES = [regulations, section, search, clause, worth, golden, mine, ours]

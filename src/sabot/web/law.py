"""The law on the web: regulations clause by clause, what shows each clause, and where it was last
applied."""

from __future__ import annotations

import asyncio
from functools import reduce
from typing import Annotated

import msgspec
from litestar import get
from litestar.params import FromPath, QueryParameter

from sabot import regulations as law
from sabot.games import game
from sabot.house import HouseError
from sabot.house.archive import clause_search
from sabot.house.shared_views import Names, extend
from sabot.regulations.published_clauses import PublishedTexts
from sabot.reports import golden_rounds as golden_coups
from sabot.reports import regulation_report, variants
from sabot.reports.variants import BetWorth, Value
from sabot.web.api import Lang, house_of, require_player
from sabot.web.odds import Pricer
from sabot.web.route_policies import ANYBODY, PLAYER, HttpRequest, policy
from sabot.web.staff import require_member

MAX_CLAUSES = 60
"""The maximum number of clauses in one search."""

Words = Annotated[str, QueryParameter(max_length=200)]
Clause = Annotated[str, QueryParameter(max_length=200)]


class ClauseMatches(msgspec.Struct, frozen=True, kw_only=True):
    """How many clauses match, and the first of them."""

    found: int
    rows: list[regulation_report.Line]


class OptionOf(msgspec.Struct, frozen=True, kw_only=True):
    """An option of the rules of a game."""

    game: str
    option: str
    names: Names


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """The published text of a clause: the clause that has it (``row``, where the clause asked for
    is a part of it), and its paragraphs by language of publication."""

    row: str
    texts: dict[str, tuple[str, ...]]


class ClauseInFull(regulation_report.ClauseEntry, frozen=True, kw_only=True):
    """A clause with all that is known about it, and the options of rules that depend on it.
    ``published`` is its published text if the house has that; null if it was not found there."""

    options: list[OptionOf]
    published: Published | msgspec.UnsetType | None = msgspec.UNSET


class ReadingInFull(regulation_report.ReadingEntry, frozen=True, kw_only=True):
    """An interpretation with all that is known about it, and the options of rules that depend on
    it."""

    options: list[OptionOf]


class OptionWorth(OptionOf, frozen=True, kw_only=True):
    """An option with its default, whether bets of its game are priced, and its effect on each bet;
    null while that is computed."""

    default: Value
    priced: bool
    bets: list[BetWorth] | None


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """The effects of the options that depend on a clause; ``counting``: ask again."""

    clause: str
    options: list[OptionWorth]
    counting: bool


class GoldenCoup(msgspec.Struct, frozen=True, kw_only=True):
    """A golden round: its topic, the clauses that it shows, and its text. ``lang`` is the language
    of the topic and of the sentences at the head of the text; the rest is in that asked for."""

    name: str
    title: str
    lang: str
    clauses: tuple[str, ...]
    text: str


def _published(texts: PublishedTexts | None, clause: str) -> Published | msgspec.UnsetType | None:
    """The published text of a clause in the texts of a house."""
    if texts is None:
        return msgspec.UNSET
    passage = texts.passage(law.row(clause))
    return Published(row=passage.row, texts=passage.texts) if passage else None


def _current_clause(clause: str) -> str:
    clause = law.current(clause)
    try:
        law.interpretation(clause) if clause.startswith("ir/") else law.row(clause)
    except law.UnknownClause as unknown:
        raise HouseError("no-clause", unknown.args[0], status=404) from None
    return clause


@get("/api/regulations")
async def regulations(lang: Lang = "en") -> list[regulation_report.Regulation]:
    """The regulations of the register with their sections, and how many clauses of each a test or
    golden round shows (``exercised``), the program does not perform (``outside``), or neither
    (``open``)."""
    return await asyncio.to_thread(regulation_report.documents, lang)


@get("/api/regulations/{document:str}/{section:str}", opt=policy(ANYBODY, 404))
async def section(document: FromPath[str], section: FromPath[str], lang: Lang = "en"
                  ) -> regulation_report.SectionReport:
    """The clauses of one section in the order of the text."""
    try:
        return await asyncio.to_thread(regulation_report.section, f"{document}/{section}", lang)
    except law.UnknownClause as unknown:
        raise HouseError("no-section", unknown.args[0], status=404) from None


@get("/api/clauses")
async def search(words: Words, document: Words = "", lang: Lang = "en") -> ClauseMatches:
    """Clauses whose id, text or note contains all of these words, of one regulation or of all."""
    if not words.strip():
        raise HouseError("form", "give words to search for", status=400)
    matches = [row for row in law.search(words, lang) if document in ("", row.document)]
    return ClauseMatches(
        found=len(matches),
        rows=[regulation_report.line(row, lang) for row in matches[:MAX_CLAUSES]],
    )


@get("/api/clauses/{clause:path}", opt=policy(ANYBODY, 404))
async def clause(request: HttpRequest, clause: FromPath[str], lang: Lang = "en"
                 ) -> ClauseInFull | ReadingInFull:
    """A clause, or an interpretation, with all that is known about it: the code that cites it, the
    tests that name it, golden rounds that show it, interpretations of it, the options of rules that
    depend on these, and its published text if the house has that."""
    clause_id = _current_clause(clause.strip("/"))
    entry = await asyncio.to_thread(regulation_report.entry, clause_id, lang)
    options = [OptionOf(game=name, option=option, names=game(name).names)
               for name, option in regulation_report.options(clause_id)]
    if isinstance(entry, regulation_report.ReadingEntry):
        return extend(ReadingInFull, entry, options=options)
    return extend(ClauseInFull, entry, options=options,
                  published=await asyncio.to_thread(_published, request.app.state.texts, clause_id))


@get("/api/worth", opt=policy(ANYBODY, 404))
async def worth(request: HttpRequest, clause: Clause) -> Worth:
    """The change in the edge of each bet, above 0 for the house, for each option that depends on a
    clause; ``counting`` while some of it is computed: ask again."""
    pricer: Pricer = request.app.state.pricer
    worths, counting = [], False
    for name, option in regulation_report.options(_current_clause(clause)):
        bets = pricer.result_or_start(
            ("option", name, option), list[BetWorth], variants.worth, game(name), option)
        counting = counting or bets is None
        worths.append(OptionWorth(
            game=name, option=option, names=game(name).names,
            default=msgspec.to_builtins(reduce(getattr, option.split("."), game(name).rules())),
            priced=game(name).pricing is not None,
            bets=bets))
    return Worth(clause=clause, options=worths, counting=counting)


@get("/api/rounds/{game_id:str}/{name:str}", opt=policy(ANYBODY, 404))
async def golden(game_id: FromPath[str], name: FromPath[str], lang: Lang = "en") -> GoldenCoup:
    """A golden round: its script, and below the ruled line the coup as it was played, in the words
    of a language; its title and sentences in English where they have no words in it."""
    round_id = f"{game_id}/{name}"
    try:
        text = await asyncio.to_thread(golden_coups.text, round_id, lang)
    except LookupError as missing:
        raise HouseError("no-round", missing.args[0], status=404) from None
    golden_round = golden_coups.all_rounds()[round_id]
    title, title_lang = golden_coups.title(golden_round, lang)
    return GoldenCoup(name=round_id, title=title, lang=title_lang, clauses=golden_round.clauses,
                      text=text)


@get("/api/me/applied", opt=policy(PLAYER, 404))
async def mine(request: HttpRequest, clause: Clause) -> clause_search.MyCitations:
    """My latest coup in which a clause was applied, with the steps that cite it. My newest coups
    are searched, at most ``most``; ``looked`` says how many were."""
    player, house = require_player(request), house_of(request)
    return await asyncio.to_thread(
        clause_search.search_own, house.ledger, player.id, _current_clause(clause))


@get("/api/staff/applied", opt=policy("journal", 404))
async def ours(request: HttpRequest, clause: Clause) -> clause_search.HouseCitations:
    """For roles that may read the journal: the latest coups of the house in which a clause was
    applied, among the newest ``most`` entries of its journal; ``looked`` says how many were
    searched."""
    require_member(request)
    return await asyncio.to_thread(
        clause_search.search_house, house_of(request).ledger, _current_clause(clause), 10
    )


ROUTES = [regulations, section, search, clause, worth, golden, mine, ours]

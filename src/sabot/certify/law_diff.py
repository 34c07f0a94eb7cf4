"""What changed between two states of the law, and what each change is worth in the odds.

A state is a regulation or a section of it on a day. A change is worth what the bets of a game cost
more or less by it alone: the odds are computed once as the first state has them, and once with
those points of the law that the changed rule decides as the second has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sabot import games
from sabot import regulations as law
from sabot.certify import compare
from sabot.error_texts import error_text
from sabot.families.blackjack import RuleBook
from sabot.families.blackjack.declare import book_of
from sabot.families.blackjack.pricing.odds import price
from sabot.probability.answer import Answer
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.regulations import dated
from sabot.regulations.dated import AmendingAct, RuleChange, State
from sabot.regulations.published_clauses import own_rule
from sabot.reports import odds_report
from sabot.reports.odds_report import default_table
from sabot.words import phrase


class WrongState(ValueError):
    """A text that names no state of the law."""


class LawState(NamedTuple):
    """A state, and the section of it that is meant ("" for all of them). ``draft``: the state after
    an act that the register does not hold, so that no odds are computed by it."""

    state: State
    section: str
    draft: bool = False

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections that are meant, with their regulation."""
        known = dict.fromkeys(row.row.section for row in self.state.rows.values())
        return tuple(key for key in known if not self.section or key == self.section)


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a row in a language, and the act that gave them to it ("" for the regulation).
    """

    id: str
    text: str
    act: str


class BetChange(msgspec.Struct, frozen=True, kw_only=True):
    """The edge of a bet before and after, in units of its stake; None where it is not offered."""

    bet: str
    before: float | None
    after: float | None


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """A point that a changed rule decides: what each state says on it, and the bets whose edge
    changes by it alone."""

    title: str
    before: str
    after: str
    bets: tuple[BetChange, ...]


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that is not the same: ``was`` is its number before if it had another one."""

    section: str
    rule: str
    was: str
    does: dated.Does
    before: tuple[Text, ...]
    after: tuple[Text, ...]
    points: tuple[Point, ...]


class Priced(msgspec.Struct, frozen=True, kw_only=True):
    """The bets of a plain table of a game before and after."""

    before: str
    after: str
    bets: tuple[BetChange, ...]


class LawDiff(msgspec.Struct, frozen=True, kw_only=True):
    """The rules that differ between two states, how many are the same, and the odds of the games
    that they govern."""

    before: str
    after: str
    same: int
    rules: tuple[Rule, ...]
    games: tuple[Priced, ...]


def read_state(text: str) -> LawState:
    """The state that a text names: a regulation or a section, with ``@DAY`` for a day; or the file
    of an amending act, for its regulation after it. WrongState says what is allowed."""
    if text.endswith(".toml"):
        return after_draft(read_draft(Path(text)))
    name, _, day = text.partition("@")
    key, _, section = name.partition("/")
    if key not in law.documents():
        raise WrongState(phrase("there is no regulation {key}; allowed: {documents}",
                                key=repr(key), documents=", ".join(law.documents())))
    if section and name not in law.sections():
        known = [one for one in law.sections() if one.startswith(f"{key}/")]
        raise WrongState(phrase("there is no section {name}; allowed: {known}", name=repr(name),
                                known=", ".join(known)))
    state = dated.state(key, day)
    if not state.rows:
        document = state.document
        raise WrongState(phrase(
            "{act} is not in force on {day}; it is from {since} to {until}" if document.until else
            "{act} is not in force on {day}; it is from {since}", act=document.short, day=day,
            since=document.since, until=document.until))
    return LawState(state, name if section else "")


def read_draft(file: Path) -> AmendingAct:
    """The amending act in a file; `dated.WrongAct` where it is none."""
    try:
        return dated.read_act(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise WrongState(phrase("{file} cannot be read: {why}", file=str(file),
                                why=error_text(error))) from None


def after_draft(act: AmendingAct) -> LawState:
    """The regulation that an act changes, with the act."""
    return LawState(dated.state(act.document, act.since, [act]), "", draft=True)


def diff(before: LawState, after: LawState, lang: str = "en", priced: bool = True) -> LawDiff:
    """What changed between two states; ``priced``: with the odds, except for a draft."""
    rules, priced_games, same = list[Rule](), list[Priced](), 0
    priced = priced and not (before.draft or after.draft)
    for old, new in _pairs(before, after):
        compared = dated.compare(_rows(before, old), _rows(after, new))
        same += compared.same
        pairs = list(_games(old, new)) if priced and compared.changes else []
        books = [(one, other) for one, other in pairs if book_of(one) and book_of(other)]
        points = [point for pair in books for point in _points(*pair)] if old != new else []
        rules += [_rule(new if change.after else old, change, lang, points)
                  for change in compared.changes]
        priced_games += [_priced(*pair, before.state.amended, after.state.amended)
                         for pair in pairs]
    return LawDiff(before=before.state.id, after=after.state.id, same=same, rules=tuple(rules),
                   games=tuple(one for one in priced_games if one.bets))


def _rows(where: LawState, section: str) -> list[dated.DatedRow]:
    return [one for one in where.state.rows.values() if one.row.section == section]


def _pairs(before: LawState, after: LawState) -> Iterator[tuple[str, str]]:
    """The sections of two states that belong together, those of one name. Of two regulations only
    sections that both have are compared."""
    last = {key.rpartition("/")[2]: key for key in before.sections}
    others = {key.rpartition("/")[2]: key for key in after.sections}
    if len(last) == len(others) == 1:
        yield next(iter(last.values())), next(iter(others.values()))
        return
    same_document = before.state.document.key == after.state.document.key
    for name in dict.fromkeys((*last, *others)):
        if same_document or (name in last and name in others):
            yield last.get(name, ""), others.get(name, "")


def _games(old: str, new: str) -> Iterator[tuple[Game, Game]]:
    """The games of two sections that correspond: all pairs of one section each, or the same."""
    first = [game for game in games.catalogue().values() if game.section == old]
    second = [game for game in games.catalogue().values() if game.section == new]
    if old == new:
        yield from ((game, game) for game in first)
    elif len(first) == len(second) == 1:
        yield first[0], second[0]


def _rule(section: str, change: RuleChange, lang: str, points: Iterable[_CitedPoint]) -> Rule:
    def words(rows: Iterable[dated.DatedRow]) -> tuple[Text, ...]:
        return tuple(Text(id=one.row.id, text=one.wording(lang).text, act=one.act) for one in rows)

    rules = {f"{one.row.section}/{own_rule(one.row.rule)}"
             for one in (*change.before, *change.after)}
    return Rule(section=section, rule=change.rule, was=change.was, does=change.does,
                before=words(change.before), after=words(change.after),
                points=tuple(cited.point for cited in points if cited.rules & rules))


# -- what a change is worth ------------------------------------------------------------------------


class _CitedPoint(NamedTuple):
    """A point with the rules that decide it, in either state."""

    point: Point
    rules: frozenset[str]


def _points(before: Game, after: Game) -> Iterator[_CitedPoint]:
    """The points on which two blackjacks differ, each with its effect on the odds alone."""
    for line in compare.compare((before.id, after.id)):
        if not line.differs or line.group.startswith(compare.MOMENTS_HEAD):
            continue
        rules = frozenset(f"{section}/{own_rule(rule)}" for statement in line.said.values()
                          for section, _, rule in (clause.rpartition("/")
                                                   for clause in statement.clauses))
        old, new = line.said[before.id], line.said[after.id]
        yield _CitedPoint(Point(title=line.title, before=old.text, after=new.text,
                                bets=_worth(before, after, line.fields)), rules)


def _worth(before: Game, after: Game, fields: tuple[str, ...]) -> tuple[BetChange, ...]:
    """The bets whose edge changes when these fields alone become those of the second law."""
    book, other = book_of(before), book_of(after)
    if book is None or other is None or not fields:
        return ()
    table = richest_table(before)
    new = other.table_law(richest_table(after))
    mixed = RuleBook(book.clauses, lambda _: msgspec.structs.replace(
        book.table_law(table), **{field: getattr(new, field) for field in fields}))
    return _changes(price(book, table), price(mixed, table))


def _priced(before: Game, after: Game, first: str, second: str) -> Priced:
    """All bets of plain tables of two games, or of one game by the law of two days."""
    if before.pricing is None or after.pricing is None:
        return Priced(before=before.id, after=after.id, bets=())
    old = msgspec.structs.replace(richest_table(before), law_since=first)
    new = msgspec.structs.replace(richest_table(after), law_since=second)
    return Priced(before=before.id, after=after.id, bets=_changes(
        odds_report.odds(before, old, *odds_report.default_class(before)),
        odds_report.odds(after, new, *odds_report.default_class(after)), every=True))


def _changes(before: Answer, after: Answer, every: bool = False) -> tuple[BetChange, ...]:
    old = {bet.bet: bet.edge_float for bet in before.bets}
    new = {bet.bet: bet.edge_float for bet in after.bets}
    return tuple(BetChange(bet=bet, before=old.get(bet), after=new.get(bet))
                 for bet in dict.fromkeys((*old, *new))
                 if every or old.get(bet) != new.get(bet))


def richest_table(game: Game) -> Table:
    """A plain table of a game with every part that its house may leave out, as a jackpot."""
    table = default_table(game)
    parts: dict[str, Any] = {
        field.name: next(value for value in game.choices[field.name] if value is not None)
        for field in msgspec.structs.fields(game.rules)
        if field.default is None and any(game.choices.get(field.name, ()))}
    richer = msgspec.structs.replace(
        table, rules=msgspec.structs.replace(table.rules, **parts))
    return table if game.violations(richer) else richer

"""What a player must know about a table and their session (32, 33), and what staff see of a
room."""

from __future__ import annotations

import msgspec

from sabot.house.catalogue.lobby import TableCard, buy_in_limits
from sabot.house.shared_views import TableView
from sabot.house.table.session import Summary
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.regulations import cite_clause, document, interpretations, sections


class RuleView(msgspec.Struct, frozen=True, kw_only=True):
    """A clause of the regulation of a table."""

    id: str
    rule: str
    kind: str
    text: str


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a table in cents; ``brings`` are the minimum and maximum buy-in when the
    maximum does not limit a bet."""

    minimum: int
    maximum: int
    brings: list[int] | msgspec.UnsetType = msgspec.UNSET
    law: str


class ReadingView(msgspec.Struct, frozen=True, kw_only=True):
    """An interpretation of clauses of this regulation, with the reading that we apply."""

    id: str
    title: str
    ours: str
    clauses: list[str]


class HowToComplain(msgspec.Struct, frozen=True, kw_only=True):
    """How to complain: the maximum number of characters, and the clause that limits the time, ""
    for none."""

    law: str
    how: str
    limit: int
    until: str


class Information(msgspec.Struct, frozen=True, kw_only=True):
    """What rule 32 requires before, during and after a session."""

    law: str
    regulation: str
    rules: list[RuleView]
    limits: Limits
    readings: list[ReadingView]
    complaints: HowToComplain


class TableInformation(TableView, frozen=True, kw_only=True):
    """A table with its rules, limits and how to complain (32)."""

    information: Information


class RoomCard(TableCard, frozen=True, kw_only=True):
    """A room in use: its open coup, the stakes on it and the number of viewers; ``exposure`` is the
    maximum that the bank may have to pay on the next throw, when its game can compute it. Cents."""

    coup: str
    over: bool
    staked: int
    viewers: int
    exposure: int | msgspec.UnsetType = msgspec.UNSET


class EndedSession(Summary, frozen=True, kw_only=True):
    """The result of a session (33). With a bet in play it ends with the coup, and ``ended`` is 0.
    """

    law: str


def describe_information(table: Table, game: Game, longest: int) -> Information:
    """Describe a table as rule 32 requires; ``longest`` is the maximum length of a complaint."""
    laws, section = game.conduct.laws, f"{game.section}/"
    cite_clause(laws["information"], laws["limits"])
    return Information(
        law=laws["information"], regulation=document(game.section).title,
        rules=[RuleView(id=r.id, rule=r.rule, kind=r.kind, text=r.text)
               for r in sections()[game.section]],
        limits=Limits(minimum=table.minimum, maximum=table.maximum,
                      brings=buy_in_limits(table, game) or msgspec.UNSET, law=laws["limits"]),
        readings=[ReadingView(id=i.id, title=i.title, ours=i.ours,
                              clauses=[c.rsplit("/", 1)[1] for c in i.clauses
                                       if c.startswith(section)])
                  for i in interpretations().values()
                  if any(c.startswith(section) for c in i.clauses)],
        complaints=HowToComplain(law=laws["information"], how="POST /api/complaints",
                                 limit=longest, until=laws.get("complaint-until", "")))

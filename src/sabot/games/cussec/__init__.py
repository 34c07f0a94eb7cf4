"""Cussec: Portaria n.º 217/2007, cussec."""

from __future__ import annotations

from functools import partial
from typing import Any

from sabot.families.layout.declare import layout_parts
from sabot.families.layout.game import layout_game
from sabot.games.cussec.coup import coup
from sabot.games.cussec.felt import felt
from sabot.games.cussec.rules import BOOK, CONDUCT, Rules, violations
from sabot.games.cussec.spots import cloth
from sabot.games.cussec.words import WORDS
from sabot.procedure.table import Table


def _felt(table: Table) -> dict[str, Any]:
    return felt(cloth(), table.places)


GAME = layout_game(
    BOOK,
    id="cussec",
    section="pt-217-2007/cussec",
    names={"pt": "Cussec", "en": "Cussec", "zh": "骰寶"},
    rules=Rules,
    coup=partial(coup, BOOK),
    violations=violations,
    felt=_felt,
    conduct=CONDUCT,
    words=WORDS,
    parts=layout_parts(BOOK, first="small"),
)

"""The letters in a chart of the best play, which are the keys of the acts at a table."""

from __future__ import annotations

from sabot import games
from sabot.families.blackjack.pricing.odds_answer import ChartCell
from sabot.procedure.act_letters import letters
from sabot.words import LANGS, phrase, render

WITH_SECOND = ("double", "surrender")
"""Acts that are not always possible: a cell adds the alternative, unless that is a hit."""
ACTS = {"hit": "hit", "stand": "stand", "double": "double", "split": "split",
        "surrender": "surrender", "claim-five": "cash five cards"}


def key(act: str, lang: str = "en") -> str:
    """The letter of an act of blackjack."""
    return letters("blackjack")[f"key.{act}"][LANGS.index(lang)]


def letter(cell: ChartCell, lang: str = "en") -> str:
    """The text of a cell: the letter of its act, and in lower case that of the alternative if the
    act is not possible."""
    return letters_of(cell.act, cell.second, lang)


def letters_of(act: str, second: str, lang: str = "en") -> str:
    """The same for an act and the next best one ("" for none)."""
    return key(act, lang) + (
        key(second, lang).lower() if act in WITH_SECOND and second not in ("", "hit") else "")


def legend(lang: str = "en") -> str:
    """The meaning of the letters."""
    names = ACTS
    if lang != "en":  # the game with all of them
        words = games.game("blackjack-macau").words[lang]
        names = {act: words[f"act.{act}"].lower() for act in ACTS}
    entries = {act: f"{key(act, lang)} {name}" for act, name in names.items()}
    for act in WITH_SECOND:
        others = ("stand",) if act == "double" else ("stand", "split")
        entries[act] += " (" + ", ".join(
            render(phrase("{letters}: else {act}", letters=letters_of(act, other, lang),
                          act=names[other]), lang) for other in others) + ")"
    return ", ".join(entries.values())

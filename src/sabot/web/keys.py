"""The letters of acts in every game, for the page on which a person chooses their own."""

from __future__ import annotations

from functools import cache

import msgspec
from litestar import get

from sabot.games import catalogue
from sabot.house.shared_views import Names
from sabot.web.route_policies import ANYBODY, policy
from sabot.words import LANGS


class ActKey(msgspec.Struct, frozen=True, kw_only=True):
    """An act with the letter and the name that it has in each language, and the games that have it
    so. ``tool``: it is a function of the page, which names it itself."""

    act: str
    keys: Names
    names: Names
    games: list[str]
    tool: bool


@cache
def act_keys() -> list[ActKey]:
    """Return the acts of the catalogue, each once for each set of letters and names that it has."""
    acts: dict[tuple[str, ...], ActKey] = {}
    for game in catalogue().values():
        words = game.words
        for key in (key for key in words[LANGS[0]] if key.startswith("key.")):
            act = key.removeprefix("key.")
            letters = {lang: words[lang][key] for lang in LANGS}
            names = {lang: words[lang].get(f"act.{act}", "") for lang in LANGS}
            one = acts.setdefault((act, *letters.values(), *names.values()), ActKey(
                act=act, keys=letters, names=names, games=[], tool=not any(names.values())))
            one.games.append(game.id)
    return list(acts.values())


@get("/api/keys", opt=policy(ANYBODY))
async def keys() -> list[ActKey]:
    """The letters of the acts in every game, by language: those that the buttons of a table have
    until a person chooses others."""
    return act_keys()

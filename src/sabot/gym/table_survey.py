"""What a table can offer and show, found by playing at it.

A fixed number of decisions is taken by chance, always from the same streams, so that a table has
the same spaces on every machine. It is no promise of completeness, and none is needed: what was not
met has a slot that is kept for it (`actions`, `encode`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from sabot import games
from sabot.equipment import Seeded
from sabot.gym.names import OWN, order, seen_from
from sabot.gym.play import Open, Play, set_aside
from sabot.procedure import Act, Cover, Event, Offer, Part, Throw
from sabot.procedure.capabilities import Dice
from sabot.procedure.table import Table

DECISIONS = 600
RICH = 10**7  # minimums: nothing is found that only the rich do, and nothing is missed for lack


@dataclass
class Survey:
    """``acts``: by act the targets it was offered at, and whether it ever named a sum. ``hands`` of
    no place, ``spots`` on which bets lie (or may), ``things`` that are thrown with how many numbers
    each shows, ``figures`` that the table shows between coups. ``splits``: whether hands part."""

    acts: dict[str, set[str]] = field(default_factory=dict)
    priced: set[str] = field(default_factory=set)
    hands: set[str] = field(default_factory=set)
    spots: set[str] = field(default_factory=set)
    things: dict[str, int] = field(default_factory=dict)
    figures: set[str] = field(default_factory=set)
    splits: bool = False


def figures(shown: Mapping[str, object], head: str = "") -> dict[str, float]:
    """The numbers among what a table shows between coups, by name; a name within a section has that
    before it ("roads.wins")."""
    found: dict[str, float] = {}
    for name, value in shown.items():
        if isinstance(value, int) or (isinstance(value, str) and value.isdigit()
                                      and len(value) < 7):
            found[head + name] = float(value)
        elif isinstance(value, dict):
            found |= figures(value, f"{head}{name}.")
    return found


@lru_cache(maxsize=64)
def survey(table: Table, people: int) -> Survey:
    """What can be met at a table of so many people."""
    game = games.game(table.game)
    found = Survey()
    for act in game.words.get("en", ()):
        if act.startswith("act.") and act[4:] not in set_aside(game, table):
            found.acts[act[4:]] = set()
    play = Play(game, table, [f"player_{n}" for n in range(people)], (), seed=0,
                purse=RICH * table.minimum)
    dice, used = Seeded("survey", table.game).below, Counter[tuple[str, str]]()
    idle, noted = 0, dict[str, set[tuple[str, str]]]()
    for _ in range(DECISIONS):
        name = play.advance()
        _look(found, play)
        if not name:
            if not play.over or (idle := idle + 1) > 9:
                break
            play.next_coup()
            continue
        idle = 0
        _decide(found, play, name, dice, used, noted)
    return found


def _decide(found: Survey, play: Play, name: str, dice: Dice, used: Counter[tuple[str, str]],
            noted: dict[str, set[tuple[str, str]]]) -> None:
    """What is offered is noted, and one of it is done: what was done least, now and then nothing.
    """
    open_ = play.choices(name)
    _note(found, open_, play, name, noted.setdefault(play.place.get(name, ""), set()))
    if play.may_wait(name) and not dice(8):
        play.wait(name)
        return
    keys = list(open_)
    tried = [keys[dice(len(keys))] for _ in range(6)]
    own, places = play.place.get(name, ""), play.table.places

    def doing(one: tuple[str, str]) -> tuple[str, str]:
        return one[0], seen_from(one[1], own, places)[0]

    key = min(tried, key=lambda one: used[doing(one)])
    used[doing(key)] += 1
    offer = next((one for one in open_[key]
                  if one.note == "cards" or one.least <= play.books.purse[name]), open_[key][0])
    play.act(Act(name, key[0], key[1], offer.least))


def _note(found: Survey, open_: Open, play: Play, name: str, noted: set[tuple[str, str]]) -> None:
    """What is offered and is not ``noted`` yet: a roulette offers hundreds of spots each time."""
    own, places = play.place.get(name, ""), play.table.places
    for act, seat in open_.keys() - noted:
        offers = open_[act, seat]
        target, hand = seen_from(seat, own, places)
        found.acts.setdefault(act, set()).add(target)
        if any(offer.priced for offer in offers):
            found.priced.add(act)
            if hand or _is_spot(offers[0]):
                noted.add((act, seat))
            if not hand and _is_spot(offers[0]):
                found.spots.add(target)


def _is_spot(offer: Offer) -> bool:
    return offer.note != "cards" and offer.spots != ("table",)


def _look(found: Survey, play: Play) -> None:
    """What has happened is noted: hands, bets, throws, what the table shows."""
    places = play.table.places
    for event in play.news:
        _event(found, event, play)
    play.news = []
    for name in play.names:
        own = play.place.get(name, "")
        for bet, (owner, _) in play.books.lying.items():
            if owner == name:
                found.spots.add(spot_of(seen_from(bet, own, places)[0]))
    found.figures |= set(figures(play.game.shown(play.carry)))


def spot_of(bet: str) -> str:
    """The spot on which an own bet lies, as offers call it: "+0/straight/17" is on straight/17."""
    return bet.removeprefix(f"{OWN}/")


def _event(found: Survey, event: Event, play: Play) -> None:
    step = event.step
    if isinstance(step, Throw | Cover):
        found.things[step.thing] = max(len(step.sides), found.things.get(step.thing, 0))
    elif isinstance(step, Part):
        found.splits = True
    for view in play.views.values():
        found.hands |= {hand for hand in view.hands if not seen_from(hand, "", 1)[1]}


def ordered(names: set[str]) -> list[str]:
    """Names as people count."""
    return sorted(names, key=order)

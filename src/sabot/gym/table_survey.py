"""What a table can offer and show, found by playing a fixed number of random decisions.

The random streams are always the same, so that a table has the same spaces on every machine. The
survey need not be complete: what it did not find uses common slots (`actions`, `observation`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from sabot import games
from sabot.equipment import Seeded
from sabot.gym.names import OWN, order, seen_from
from sabot.gym.open_offers import OpenActs
from sabot.gym.play import Play, session_acts
from sabot.procedure import Act, Cover, Event, Offer, Part, Throw
from sabot.procedure.capabilities import Dice
from sabot.procedure.table import Table

DECISIONS = 600
PURSE = 10**7  # minimums, so that nothing is unaffordable


@dataclass
class Survey:
    """What was found at a table.

    Attributes:
        acts: The targets of each act.
        priced: The acts with a sum.
        hands: The hands that belong to no place.
        spots: The spots on which bets are or may be.
        things: What is thrown, with its number of results.
        figures: The numbers that the table shows between coups.
        splits: Whether hands are split.
    """

    acts: dict[str, set[str]] = field(default_factory=dict)
    priced: set[str] = field(default_factory=set)
    hands: set[str] = field(default_factory=set)
    spots: set[str] = field(default_factory=set)
    things: dict[str, int] = field(default_factory=dict)
    figures: set[str] = field(default_factory=set)
    splits: bool = False


def figures(data: Mapping[str, object], prefix: str = "") -> dict[str, float]:
    """The numbers that a table shows between coups, by name; names in a section are prefixed
    ("roads.wins")."""
    numbers: dict[str, float] = {}
    for name, value in data.items():
        if isinstance(value, int) or (isinstance(value, str) and value.isdigit()
                                      and len(value) < 7):
            numbers[prefix + name] = float(value)
        elif isinstance(value, dict):
            numbers |= figures(value, f"{prefix}{name}.")
    return numbers


@lru_cache(maxsize=64)
def survey(table: Table, people: int) -> Survey:
    """Survey a table with this number of players."""
    game = games.game(table.game)
    result = Survey()
    for act in game.words.get("en", ()):
        if act.startswith("act.") and act[4:] not in session_acts(game, table):
            result.acts[act[4:]] = set()
    play = Play(game, table, [f"player_{n}" for n in range(people)], (), seed=0,
                purse=PURSE * table.minimum)
    dice, times_done = Seeded("survey", table.game).below, Counter[tuple[str, str]]()
    idle, noted_offers = 0, dict[str, set[tuple[str, str]]]()
    for _ in range(DECISIONS):
        name = play.advance()
        _note_state(result, play)
        if not name:
            if not play.over or (idle := idle + 1) > 9:
                break
            play.next_coup()
            continue
        idle = 0
        _decide(result, play, name, dice, times_done, noted_offers)
    return result


def _decide(
    survey_: Survey,
    play: Play,
    name: str,
    dice: Dice,
    times_done: Counter[tuple[str, str]],
    noted_offers: dict[str, set[tuple[str, str]]],
) -> None:
    """Note the offers, and do one that was rarely done, or sometimes nothing."""
    choices = play.choices(name)
    _note_offers(
        survey_, choices, play, name, noted_offers.setdefault(play.place.get(name, ""), set())
    )
    if play.may_wait(name) and not dice(8):
        play.wait(name)
        return
    keys = list(choices)
    candidates = [keys[dice(len(keys))] for _ in range(6)]
    own, places = play.place.get(name, ""), play.table.places

    def action_of(key_: tuple[str, str]) -> tuple[str, str]:
        return key_[0], seen_from(key_[1], own, places)[0]

    key = min(candidates, key=lambda key_: times_done[action_of(key_)])
    times_done[action_of(key)] += 1
    offer = next((key_ for key_ in choices[key]
                  if key_.note == "cards" or key_.least <= play.money.purse[name]), choices[key][0])
    play.act(Act(name, key[0], key[1], offer.least))


def _note_offers(
    survey_: Survey, choices: OpenActs, play: Play, name: str, noted_offers: set[tuple[str, str]]
) -> None:
    """What is offered and is not ``noted`` yet: a roulette offers hundreds of spots each time."""
    own, places = play.place.get(name, ""), play.table.places
    for act, seat in choices.keys() - noted_offers:
        offers = choices[act, seat]
        target, hand = seen_from(seat, own, places)
        survey_.acts.setdefault(act, set()).add(target)
        if any(offer.priced for offer in offers):
            survey_.priced.add(act)
            if hand or _is_spot(offers[0]):
                noted_offers.add((act, seat))
            if not hand and _is_spot(offers[0]):
                survey_.spots.add(target)


def _is_spot(offer: Offer) -> bool:
    return offer.note != "cards" and offer.spots != ("table",)


def _note_state(survey_: Survey, play: Play) -> None:
    """Note new hands, bets, throws and shown numbers."""
    places = play.table.places
    for event in play.new_events:
        _note_event(survey_, event, play)
    play.new_events = []
    for name in play.names:
        own = play.place.get(name, "")
        for bet, (owner, _) in play.money.bets.items():
            if owner == name:
                survey_.spots.add(spot_of(seen_from(bet, own, places)[0]))
    survey_.figures |= set(figures(play.game.public_state(play.carry)))


def spot_of(bet: str) -> str:
    """The spot of an own bet as named in offers: "+0/straight/17" is on straight/17."""
    return bet.removeprefix(f"{OWN}/")


def _note_event(survey_: Survey, event: Event, play: Play) -> None:
    step = event.step
    if isinstance(step, Throw | Cover):
        survey_.things[step.thing] = max(len(step.sides), survey_.things.get(step.thing, 0))
    elif isinstance(step, Part):
        survey_.splits = True
    for name in play.everybody:
        survey_.hands |= {hand for hand in play.view(name).hands
                          if not seen_from(hand, "", 1)[1]}


def sort_names(names: set[str]) -> list[str]:
    """Names sorted with numbers in numeric order."""
    return sorted(names, key=order)

"""Places that decide in the order in which their answers arrive (IR 12)."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.families.blackjack.round.round import Round, Steps
from sabot.procedure import Listen, TimeOut


def decide_by_arrival(r: Round, places: Mapping[str, Steps]) -> Steps:
    """Play all places at once: every question is asked of all of them, and each answer goes to its
    place. ``places``: the play of each place."""
    questions: dict[str, Listen] = {}
    for place, play in places.items():
        yield from _advance(play, None, place, questions)
    law, also = r.c.decide
    asked = 0
    while questions:
        asked += 1
        offers = tuple(offer for listen in questions.values() for offer in listen.offers)
        answer = yield Listen(law, also, offers=offers, window=f"decisions:{asked}",
                              clock="decision", default="stand", default_law=r.c.default[0])
        if isinstance(answer, TimeOut):
            for place, listen in list(questions.items()):
                yield from _advance(places[place], TimeOut(listen.window), place, questions)
        else:
            place = answer.seat.partition(".")[0]
            yield from _advance(places[place], answer, place, questions)


def _advance(play: Steps, answer: object, place: str, questions: dict[str, Listen]) -> Steps:
    """Take the steps of a place until its next question, which is noted, or its end."""
    try:
        step = play.send(answer)
        while not isinstance(step, Listen):
            step = play.send((yield step))
    except StopIteration:
        questions.pop(place, None)
        return
    questions[place] = step

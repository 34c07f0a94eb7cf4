"""Little games that break one law each, for who looks whether it is noticed.

`altered` tells a game's coups with a change: each step is handed to it with the answers that came
before, and what it gives back is told instead, None for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

from sabot.procedure import AnyStep, Void
from sabot.procedure.game import Game

Change = Callable[[AnyStep, list[Any]], AnyStep | None]


def altered(game: Game, change: Change) -> Game:
    """The game with its steps changed as they are yielded."""
    def coup(table: Any, carry: Any) -> Generator[AnyStep, Any, Any]:
        inner, answers = game.coup(table, carry), list[Any]()
        try:
            step = next(inner)
            while True:
                changed = change(step, answers)
                try:
                    answer = None if changed is None else (yield changed)
                except Void as void:
                    step = inner.throw(void)
                    continue
                answers.append(answer)
                step = inner.send(answer)
        except StopIteration as end:
            return end.value
    return replace(game, coup=coup)


def without(game: Game, of: type, /, **fields: Any) -> Game:
    """The game with the steps left out that are of this kind and have these values."""
    def change(step: AnyStep, answers: list[Any]) -> AnyStep | None:
        left_out = isinstance(step, of) and all(
            getattr(step, name) == value for name, value in fields.items())
        return None if left_out else step
    return altered(game, change)


def spoken(game: Game, **more: str | None) -> Game:
    """The game with other words in Chinese: ``act_cut="切牌"`` for ``act.cut``, None for none."""
    named = {key.replace("_", ".", 1): word for key, word in more.items()}
    chinese = {**game.words["zh"], **named}
    return replace(game, words={**game.words, "zh": {
        key: word for key, word in chinese.items() if word is not None}})

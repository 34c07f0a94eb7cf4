"""The full view of a player, described when somebody reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import msgspec

from sabot.gym.play import Play
from sabot.procedure import TableState, describe_offer, offers_for, redact

PARTS = ("table", "shown", "place", "purse", "offers")


class View(Mapping[str, Any]):
    """What a player sees at one moment: the ``table``, what is ``shown`` between coups, their
    ``place`` and their ``purse`` in cents, and the ``offers`` open to them.

    It is described when it is first read, and does not change with the table.
    """

    def __init__(self, play: Play, name: str) -> None:
        self._play, self._name = play, name
        self._dealer, self._length = play.dealer, len(play.dealer.record)
        self._record = play.dealer.record
        self._asked, self._carry = play.dealer.standing, play.carry
        self._place, self._purse = play.place.get(name, ""), play.money.purse[name]
        self._parts: dict[str, Any] | None = None

    def __getitem__(self, part: str) -> Any:
        return self._described[part]

    def __iter__(self) -> Iterator[str]:
        return iter(PARTS)

    def __len__(self) -> int:
        return len(PARTS)

    def __repr__(self) -> str:
        return repr(self._described)

    def __deepcopy__(self, memo: dict[int, object]) -> dict[str, Any]:
        return deepcopy(self._described, memo)

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        return dict, (self._described,)

    @property
    def _described(self) -> dict[str, Any]:
        if self._parts is None:
            game = self._play.game
            self._parts = {
                "table": msgspec.to_builtins(self._state().show()),
                "shown": _copy_plain(game.public_state(self._carry)),
                "place": self._place, "purse": self._purse,
                "offers": [msgspec.to_builtins(describe_offer(offer, self._name))
                           for offer in offers_for(self._asked, self._name)]}
        return self._parts

    def _state(self) -> TableState:
        """The state of the table then: that of now, or folded anew from the record."""
        if self._play.dealer is self._dealer and len(self._record) == self._length:
            return self._play.view(self._name)
        state = TableState(self._play.game.label)
        for event in self._record[:self._length]:
            state.fold(redact(event, self._name))
        return state


def _copy_plain(value: Any) -> Any:
    """A copy of plain values, like `deepcopy` but faster."""
    kind = type(value)
    if kind is dict:
        return {key: _copy_plain(item) for key, item in value.items()}
    if kind is list:
        return [_copy_plain(item) for item in value]
    return value if kind in _CONSTANT else deepcopy(value)


_CONSTANT = (str, int, bool, float, type(None))

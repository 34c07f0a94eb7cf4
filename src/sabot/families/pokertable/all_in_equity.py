"""The equity of open hands once nobody can bet any more, for people who do not sit at a poker table
(14.m, 54, 56, 62, IR 332).

It uses only what an onlooker sees, and only where no decision is left: after the cards were turned
up, or earlier where all players in the hand have uncovered theirs (71.e).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sabot import regulations as law
from sabot.families.pokertable.public_state import label
from sabot.families.pokertable.round import BOARD, BURN, CAVE
from sabot.families.pokertable.variant import VARIANTS, Variant, as_read
from sabot.procedure import Call, Discard, Event, Result, TableState, redact
from sabot.procedure.table import Table
from sabot.procedure.visible_events import (
    ShownDeal,
    ShownEvent,
    ShownHandle,
    ShownListen,
    ShownVoid,
)
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/poquer-nao-bancado")
LAW = L["62"]
"""The clause before which no card is turned up, so that no equity may be shown."""

_DECIDES = ("turn:", "in-double:", "doubles:", "first-bet:", "estardilho", "restardilho")
"""Windows in which a player decides on the hand."""
_NULL = ("annulled", "void")


@dataclass(frozen=True)
class Race:
    """``hands``: the cards of each place in the hand. ``boards``: the common cards when the last
    decision was made, and after each later street but the last. ``dead``: other cards that
    everybody saw. ``form``: the form of poker under which equity compares the hands."""

    form: str
    hands: dict[str, tuple[str, ...]]
    boards: tuple[tuple[str, ...], ...]
    dead: tuple[str, ...]


def race(events: Iterable[Event], table: Table) -> Race | None:
    """The open hands of a round and the boards they ran over; None where an onlooker may be shown
    nothing."""
    onlooker = _Onlooker(table)
    for event in events:
        seen = redact(event, "")
        if seen is not None and not onlooker.follow(seen):
            break
    return onlooker.race()


def form_of(variant: Variant) -> str:
    """The form of poker under which equity compares the hands of a variant."""
    usual = VARIANTS[variant.name].ranking.name
    return (usual if variant.antes else variant.name) + variant.ranking.name.removeprefix(usual)


class _Onlooker:
    """What an onlooker knows of a hand, step by step."""

    def __init__(self, table: Table) -> None:
        self.readings = table.rules.readings
        self.variant = as_read(table.game, self.readings)
        self.state = TableState(label)
        self.boards: list[tuple[str, ...]] = []
        self.gone: list[str] = []
        self.asked = self.compared = self.null = False

    def follow(self, seen: ShownEvent) -> bool:
        """Takes one step; returns whether later ones may matter."""
        match seen:
            case Result():
                self.compared = True
                return False
            case ShownVoid():
                self.null = True
                return False
            case ShownListen():
                self.asked = seen.window.startswith(_DECIDES)
                if self.asked:
                    self.boards = [self._board()]
            case ShownDeal(to=to) if to == BOARD:  # betting is over when the next street is dealt
                self.asked = False
            case Call(call=word) | ShownHandle(what=word):
                if word in _NULL:
                    self.null = True
                    return False
                if word.startswith("marker-"):
                    self.variant = as_read(word.removeprefix("marker-"), self.readings)
            case Discard():
                self.gone += [card for hand in seen.hands if hand.isdigit()
                              for card in self.state.hands.get(hand, ()) if card]
            case _:  # other steps do not matter
                pass
        self.state.fold(seen)
        board = self._board()
        if self.boards and board != self.boards[-1] and len(board) in self._streets():
            self.boards.append(board)
        return True

    def _board(self) -> tuple[str, ...]:
        return tuple(card or "" for card in self.state.hands.get(BOARD, ()))

    def _streets(self) -> list[int]:
        return [sum(self.variant.board[:n]) for n in range(1, len(self.variant.board) + 1)]

    def race(self) -> Race | None:
        """The race, where it may be shown now."""
        on_table, full = self.state.hands, sum(self.variant.board)
        hands = {place: tuple(card or "" for card in cards) for place, cards in on_table.items()
                 if place.isdigit()}
        able = [place for place in hands if self.state.bets.get(f"{place}{CAVE}")]
        open_ = all(all(cards) and len(cards) == self.variant.hole for cards in hands.values())
        over = self.compared or (not self.asked and len(able) < 2)
        boards = tuple(board for board in self.boards if len(board) < full)
        if self.null or len(hands) < 2 or not open_ or not over or not boards:
            return None
        cite_clause(LAW, L["54"], IR[332])
        dead = [*self.gone, *(card for card in on_table.get(BURN, ()) if card)]
        return Race(form_of(self.variant), hands, boards, tuple(dict.fromkeys(dead)))

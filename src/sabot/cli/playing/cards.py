"""Cards in the terminal: as coloured text, or drawn in boxes where the window has room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from sabot.procedure.narration import card_name

TWO_COLOURS = {"S": "bold", "H": "bold red", "D": "bold red", "C": "bold"}
FOUR_COLOURS = {"S": "bold", "H": "bold red", "D": "bold blue", "C": "bold green"}
_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_BACK, _BACK_STYLE = "▒▒", "blue"
_BOX = 5  # columns of a drawn card with the space after it, at the most
_NAME = 40  # columns of a row of the table beside its cards
_AROUND = 14  # lines of the window beside the cards: question, acts, totals


def fit(width: int, height: int, hands: int, face_up: int, most: int) -> bool:
    """Whether a window of this size has room for so many hands of ``most`` cards or fewer, those
    with a card face up drawn."""
    return _NAME + most * _BOX <= width and _AROUND + hands + face_up * 2 <= height


def row(hand: Sequence[str | None], suits: Mapping[str, str]) -> Text:
    """The cards of a hand in one line; None is a card face down."""
    return Text(" ").join(_card(code, suits) for code in hand)


def drawn(hand: Sequence[str | None], suits: Mapping[str, str]) -> Text:
    """The cards of a hand in boxes, three lines high."""
    cards = [_card(code, suits) for code in hand]
    top = " ".join(f"╭{'─' * card.cell_len}╮" for card in cards)
    bottom = " ".join(f"╰{'─' * card.cell_len}╯" for card in cards)
    middle = Text(" ").join(Text.assemble("│", card, "│") for card in cards)
    return Text("\n").join((Text(top), middle, Text(bottom)))


def colour(text: Text, suits: Mapping[str, str]) -> None:
    """Colour the cards in a line of text."""
    for suit, sign in _SUITS.items():
        if suits[suit] != "bold":
            text.highlight_regex(rf"\w+{sign}", suits[suit])


def _card(code: str | None, suits: Mapping[str, str]) -> Text:
    if code is None:
        return Text(_BACK, style=_BACK_STYLE)
    return Text(card_name(code), style=suits.get(code[1], "bold"))

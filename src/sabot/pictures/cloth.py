"""Draws a table from above: its layout, cards and chips."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape
from typing import assert_never

import msgspec
from msgspec import UNSET

from sabot.equipment import is_card
from sabot.pictures.kit import DEFS, FACE, INK, RED, SANS, SERIF, card, die, stack
from sabot.procedure import LOT
from sabot.procedure.felt import (
    ArcFelt,
    CabinetFelt,
    Felt,
    LayoutFelt,
    OvalFelt,
    card_boxes,
)
from sabot.procedure.felt.layout import OnSpot, Zone
from sabot.procedure.felt.parts import At, Label
from sabot.procedure.visible_events import ShownHand

CLOTHS = {"blackjack": "#0f4534", "roulette": "#103f3c", "baccarat": "#4b1a28", "dice": "#143a50",
          "counters": "#1e4075", "poker": "#1f2f57", "slots": "#33294a"}
GOLD, WALNUT, BRASS_LINE, CREAM = "#e6cf95", "#3a2618", "#d9b974", "#f1e6c8"
SIZE = (1056, 640)
CARD = (58, 81.2)
LEAN = 0.44  # of a card that stays visible under the next one
_PLACE = re.compile(r"(\d+)(?:\.\d+)?(?:\+\d+)?(?:/(.*))?")


class VisibleTable(msgspec.Struct, frozen=True):
    """What is drawn of a table as one player sees it: hands, stakes in cents, throws; of a machine
    the symbols that its reels show, reel by reel."""

    hands: dict[str, ShownHand] = {}
    bets: dict[str, int] = {}
    fell: dict[str, list[int] | None] = {}
    reels: list[list[str]] = []


def cloth(felt: Felt, seen: VisibleTable, money: Callable[[int], str]) -> str:
    """The SVG of a table: ``felt`` is its layout, ``seen`` what one player sees, ``money`` formats
    cents. A hidden card is a back."""
    width, height = _size(felt)
    colour = CLOTHS.get(felt.cloth, CLOTHS["blackjack"])
    parts = [DEFS, _ground(felt.shape, width, height, colour), 
             *_print(felt, seen, width, height)]
    places = _places(felt, width, height)
    parts += [_place(number, at) for number, at in places.items()]
    parts += _hands(felt, seen.hands, places, width, height)
    parts += _bets(felt, seen.bets, places, width, money)
    parts += _throws(felt, seen.fell, width)
    return svg(width, height, "".join(parts), "a table with its cards and bets")


def svg(width: float, height: float, inner: str, label: str) -> str:
    """A complete SVG, which a page may scale down."""
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" style="max-width:100%;height:auto" role="img" '
            f'aria-label="{escape(label)}">{inner}</svg>')


def text(content: str, x: float, y: float, size: float, *, fill: str = CREAM, family: str = SERIF,
         anchor: str = "middle", more: str = "") -> str:
    """A line of text."""
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}" '
            f'font-family="{family}"{more}>{escape(content)}</text>')


def _size(felt: Felt) -> tuple[float, float]:
    match felt:
        case LayoutFelt() | OvalFelt():
            return felt.size
        case ArcFelt() | CabinetFelt():
            return SIZE
        case _:
            assert_never(felt)


def _print(felt: Felt, seen: VisibleTable, width: float, height: float) -> list[str]:
    """What is printed on the layout; of a machine its name and its reels."""
    match felt:
        case LayoutFelt():
            return [*map(_zone, felt.zones), *map(_label, felt.labels)]
        case OvalFelt():
            return [*map(_label, felt.labels)]
        case ArcFelt():
            return [_lettering(felt, width, height)]
        case CabinetFelt():
            return [text(felt.name, width / 2, height * .15, 38, fill=GOLD), *_reels(felt, seen)]
        case _:
            assert_never(felt)


def _reels(felt: CabinetFelt, seen: VisibleTable) -> list[str]:
    """The reels side by side: the symbols that they show, empty before the first game; at a game
    with cards the cards."""
    width, height = SIZE
    reels = seen.reels or [[""] * rows for rows in felt.window]
    if felt.play == "cards":
        reels = [[code] for reel in reels for code in reel]
    w = min(190.0, .86 * width / max(len(reels), 1))
    h = min(150.0, .68 * height / max(1, *map(len, reels)))
    parts = []
    for n, symbols in enumerate(reels):
        x = width / 2 + (n - len(reels) / 2) * w
        for k, symbol in enumerate(symbols):
            y = height * .56 + (k - len(symbols) / 2) * h
            if is_card(symbol):
                scale = h / 140
                parts.append(f'<g transform="translate({x + w / 2 - 50 * scale:g} {y:g}) '
                             f'scale({scale:g})">{card(symbol)}</g>')
                continue
            parts.append(f'<rect x="{x + 4:g}" y="{y + 4:g}" width="{w - 8:g}" '
                         f'height="{h - 8:g}" rx="10" fill="{FACE}"/>')
            if symbol:
                parts.append(text(symbol, x + w / 2, y + h / 2 + 8, min(26.0, w / 7), fill=INK))
    return parts


def _ground(shape: str, width: float, height: float, colour: str) -> str:
    def form(inset: float) -> str:
        x, y, w, h = inset, inset, width - 2 * inset, height - 2 * inset
        if shape == "arc":
            r = 26 - inset
            return (f"M{x + r} {y}H{x + w - r}Q{x + w} {y} {x + w} {y + r}"
                    f"C{x + w} {y + h * .74} {x + w * .8} {y + h} {x + w / 2} {y + h}"
                    f"S{x} {y + h * .74} {x} {y + r}Q{x} {y} {x + r} {y}Z")
        r = h / 2.2 if shape == "oval" else 22
        return (f"M{x + r} {y}H{x + w - r}Q{x + w} {y} {x + w} {y + r}V{y + h - r}"
                f"Q{x + w} {y + h} {x + w - r} {y + h}H{x + r}Q{x} {y + h} {x} {y + h - r}"
                f"V{y + r}Q{x} {y} {x + r} {y}Z")
    return (f'<path d="{form(0)}" fill="{WALNUT}"/><path d="{form(11)}" fill="{colour}" '
            f'stroke="{BRASS_LINE}" stroke-width="1.4"/><path d="{form(11)}" '
            'fill="url(#sabot-lamp)"/>')


def _zone(zone: Zone) -> str:
    x, y, w, h = zone.x, zone.y, zone.w, zone.h
    form = (f'd="{zone.path}"' if zone.path
            else f'd="M{x:g} {y:g}H{x + w:g}V{y + h:g}H{x:g}Z"')
    fill = {"red": RED, "black": "#14181c", "green": "#1c5f43"}.get(zone.style, "none")
    parts = (f'<path {form} fill="{fill}" fill-opacity=".72" stroke="{GOLD}" '
             'stroke-opacity=".6" stroke-width="1.2"/>')
    content = zone.text
    sub_lines = [line for line in (zone.sub or "").split("\n") if line]
    size = min(22 if zone.size is UNSET else zone.size, 1.45 * w / max(len(content), 1), h * .5)
    small = 12 if zone.small is UNSET else zone.small
    faces = zone.faces
    lines = (size if content else 0) + (small + 3) * len(sub_lines) + (30 if faces else 0)
    middle, centre = (x + w / 2, y + h / 2) if zone.at is UNSET else zone.at
    middle += zone.dx or 0
    y_ = centre + (zone.dy or 0) - lines / 2
    if faces:
        side = min(26.0, (w - 8) / len(faces))
        for n, shows in enumerate(faces):
            x_ = middle + (n - (len(faces) - 1) / 2) * (side + 3)
            parts += (f'<g transform="translate({x_:g} {y_ + 13:g}) scale({side / 104:g})">'
                      f"{die(shows)}</g>")
        y_ += 30
    if content:
        parts += text(content, middle, y_ + size * .82, size)
        y_ += size
    for line in sub_lines:
        y_ += small + 3
        parts += text(line, middle, y_ - 3, small, fill=GOLD, family=SANS)
    return parts


def _label(label: Label) -> str:
    return text(label.text, label.x, label.y, label.size, fill=GOLD)


def _lettering(felt: ArcFelt, width: float, height: float) -> str:
    parts, y_ = "", height * .37
    for line in felt.lettering:
        large = line.size == "large"
        parts += text(line.text, width / 2, y_, 25 if large else 15, fill=GOLD,
                      more=' letter-spacing=".06em" fill-opacity=".8"')
        y_ += 30 if large else 24
    if band := felt.band:
        parts += (f'<path d="M{width * .2:g} {y_ + 2:g}Q{width / 2:g} {y_ + 74:g} {width * .8:g} '
                  f'{y_ + 2:g}" fill="none" stroke="{GOLD}" stroke-opacity=".5"/>')
        parts += text(band.text, width / 2, y_ + 22, 15, fill=GOLD)
    return parts


def _places(felt: Felt, width: float, height: float) -> dict[str, At]:
    """The positions of the places of a table."""
    match felt:
        case ArcFelt():
            return {
                place.place: (place.x * width / 100, place.y * height / 100)
                for place in felt.places
            }
        case OvalFelt():
            return {place.place: (place.x, place.y) for place in felt.places}
        case LayoutFelt() | CabinetFelt():
            return {}
        case _:
            assert_never(felt)


def _place(number: str, at: At) -> str:
    x, y = at
    return (f'<circle cx="{x:g}" cy="{y:g}" r="25" fill="#000" fill-opacity=".14" '
            f'stroke="{GOLD}" stroke-opacity=".6" stroke-width="1.3"/>'
            + text(number, x, y + 6, 17, fill=GOLD, more=' fill-opacity=".75"'))


def _row(cards: list[str | None], at: At, size: At, label: str) -> str:
    """Cards in a row around a point, with their total."""
    w, h = size
    span = w * (1 + LEAN * (len(cards) - 1))
    x, y = at[0] - span / 2, at[1] - h / 2
    parts = "".join(
        f'<g transform="translate({x + n * w * LEAN:g} {y:g}) scale({w / 100:g})">'
        f'{card(code or "")}</g>' for n, code in enumerate(cards))
    if label:
        half = 9 + 4.5 * len(label)
        parts += (f'<rect x="{at[0] - half:g}" y="{y - 25:g}" width="{2 * half:g}" height="21" '
                  'rx="10.500" fill="#0b1114" fill-opacity=".72"/>'
                  + text(label, at[0], y - 9.5, 14.5, fill=FACE))
    return parts


def _hands(felt: Felt, hands: Mapping[str, ShownHand], places: dict[str, At],
           width: float, height: float) -> list[str]:
    parts: list[str] = []
    hands_of_place: dict[str, int] = {}
    for name in hands:
        if match := _PLACE.fullmatch(name):
            hands_of_place[match[1]] = hands_of_place.get(match[1], 0) + 1
    nth: dict[str, int] = {}
    boxes = card_boxes(felt)
    other = 0
    for name, hand in hands.items():
        cards = hand.cards
        if not cards:
            continue
        total = "" if hand.total is UNSET else str(hand.total)
        match = _PLACE.fullmatch(name)
        box = boxes.get(name)
        at: At
        size: At = CARD
        if box:
            at, size = (box.x + box.w / 2, box.y + box.h / 2), box.card or CARD
        elif match and match[1] in places:
            at = _cards_point(places[match[1]], felt.shape, width, height)
            n = nth[match[1]] = nth.get(match[1], 0) + 1
            at = (at[0] + (n - (hands_of_place[match[1]] + 1) / 2) * 92, at[1])
        elif name == "bank":
            at, size = (width / 2, height * .16), (66.0, 92.4)
        elif name == "board":
            at, size = (width / 2, height * .47), (66.0, 92.4)
        elif len(cards) > 12:
            continue  # a pile of cards, not a hand
        else:
            at, size = (width * .12 + other * 150, height * .16), (46.0, 64.4)
            other += 1
        parts.append(_row(cards, at, size, total))
    return parts


def _cards_point(place: At, shape: str, width: float, height: float) -> At:
    """The position of the cards of a place: towards the bank, or towards the middle of the
    table."""
    x, y = place
    if shape == "arc":
        return x + (width / 2 - x) * .15, y - 90
    distance = max(((width / 2 - x) ** 2 + (height * .42 - y) ** 2) ** .5, 1.0)
    return x + (width / 2 - x) / distance * 92, y + (height * .42 - y) / distance * 92


def _bets(felt: Felt, bets: Mapping[str, int], places: dict[str, At], width: float,
          money: Callable[[int], str]) -> list[str]:
    areas: tuple[OnSpot, ...] = \
        (*felt.zones, *felt.points) if isinstance(felt, LayoutFelt) else ()
    spots = {area.spot: _chip_at(area) for area in areas}
    sums: dict[At, int] = {}
    for bet, cents in bets.items():
        match = _PLACE.fullmatch(bet)
        spot = (match[2] or "") if match else bet
        at = spots.get(spot) or (places.get(match[1]) if match else None)
        if at:
            sums[at] = sums.get(at, 0) + cents
    return [f'<g transform="translate({x:g} {y:g}) scale(.36)">{stack(cents)}</g>'
            + text(money(cents), x, y + 33, 13.5, fill=FACE, more=' paint-order="stroke" '
                   f'stroke="{INK}" stroke-width="3" stroke-opacity=".7"')
            for (x, y), cents in sums.items()]


def _chip_at(area: OnSpot) -> At:
    if isinstance(area, Zone) and area.chip:
        return area.chip
    return area.x + area.w / 2, area.y + area.h / 2


def _throws(felt: Felt, fell: Mapping[str, list[int] | None], width: float) -> list[str]:
    """The last throws at the upper edge: dice as dice, others as numbers."""
    parts, x = [], width - 60.0
    for thing, numbers in fell.items():
        if thing == LOT:
            continue
        for number in reversed(numbers or ()):
            if felt.cloth == "dice" and 1 <= number <= 6:
                parts.append(f'<g transform="translate({x:g} 52) scale(.4)">{die(number)}</g>')
            else:
                parts.append(f'<g><title>{escape(thing)}</title><circle cx="{x:g}" cy="52" r="22" '
                             f'fill="#0b1114" stroke="{BRASS_LINE}"/>'
                             + text(str(number), x, 59, 20, fill=FACE) + "</g>")
            x -= 50
    return parts

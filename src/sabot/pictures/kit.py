"""Cards, chips and dice as SVG, the same drawings as in the browser.

No image files are used. A card is 100 by 140; a chip and a die are in a square of 100 around the
origin. `DEFS` are shared gradients and patterns; a picture contains them once.
"""

from __future__ import annotations

INK, RED, COBALT, BRASS, FACE = "#1b2230", "#a81e2b", "#23478f", "#c9a45c", "#fbf7ec"
GLAZE = "#eef1ee"
SERIF = ("Iowan Old Style,Palatino Linotype,Palatino,URW Palladio L,P052,Book Antiqua,Georgia,"
         "Noto Serif,serif")
SANS = "Seravek,Segoe UI,Noto Sans,Open Sans,Ubuntu,system-ui,sans-serif"
HIDDEN = "??"
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}

PIP = {
    "H": "M0 46C-12 26-45 8-45-18-45-35-33-45-21-45-10-45-3-38 0-28 3-38 10-45 21-45 33"
         "-45 45-35 45-18 45 8 12 26 0 46Z",
    "D": "M0-49Q13-20 37 0 13 20 0 49-13 20-37 0-13-20 0-49Z",
    "S": "M0-49C10-25 44-8 44 17 44 30 34 37 24 37 14 37 7 31 4 22 5 34 9 43 17 48H-17C-9"
         " 43-5 34-4 22-7 31-14 37-24 37-34 37-44 30-44 17-44-8-10-25 0-49Z",
    "C": "M0-48A21 21 0 0 1 14-12 21 21 0 1 1 6 18C7 32 10 42 18 48H-18C-10 42-7 32-6"
         " 18A21 21 0 1 1-14-12 21 21 0 0 1 0-48Z",
}
"""One path for each suit, in a box from -50 to 50."""

_L, _M, _R = 35, 50, 65
_ROWS: dict[
    str, list[tuple[float, float]]
] = {  # positions of pips in the upper half, which is mirrored
    "2": [(_M, 32)],
    "3": [(_M, 32), (_M, 70)],
    "4": [(_L, 32), (_R, 32)],
    "5": [(_L, 32), (_R, 32), (_M, 70)],
    "6": [(_L, 32), (_R, 32), (_L, 70), (_R, 70)],
    "7": [(_L, 32), (_R, 32), (_L, 70), (_R, 70), (_M, 51)],
    "8": [(_L, 32), (_R, 32), (_L, 70), (_R, 70), (_M, 51)],
    "9": [(_L, 30), (_R, 30), (_L, 56.5), (_R, 56.5), (_M, 70)],
    "T": [(_L, 30), (_R, 30), (_L, 56.5), (_R, 56.5), (_M, 43.5)],
}


def is_red(suit: str) -> bool:
    """Whether a suit is red."""
    return suit in "HD"


def card_name(card: str) -> str:
    """The name of a card: "king of hearts"."""
    return f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"


def pip(suit: str, x: float, y: float, size: float, *, engraved: bool = False, fill: str = ""
        ) -> str:
    """A suit. Red ones have an inner line, so that they can be distinguished in grey."""
    line = (f'<path d="{PIP[suit]}" transform="scale(.64)" fill="none" stroke="{FACE}" '
            'stroke-width="7"/>' if engraved and is_red(suit) else "")
    return (f'<g transform="translate({x} {y}) scale({size / 100:g})"><path d="{PIP[suit]}" '
            f'fill="{fill or (RED if is_red(suit) else INK)}"/>{line}</g>')


def _tile(size: float) -> str:
    """One azulejo: an eight-petal rosette between four quarter rings."""
    corners = "".join(
        f'<circle cx="{x}" cy="{y}" r="26" fill="none" stroke="{GLAZE}" stroke-width="4"/>'
        f'<circle cx="{x}" cy="{y}" r="14" fill="{GLAZE}"/>'
        f'<circle cx="{x}" cy="{y}" r="6" fill="{COBALT}"/>'
        for x, y in ((0, 0), (84, 0), (0, 84), (84, 84)))
    petals = "".join(f'<path d="M0-5Q9-17 0-30-9-17 0-5Z" transform="rotate({angle})"/>'
                     for angle in range(0, 360, 45))
    return (f'<g transform="scale({size / 84:g})"><rect width="84" height="84" fill="{COBALT}"/>'
            f'{corners}<g transform="translate(42 42)" fill="{GLAZE}">{petals}'
            f'<circle r="4.5" fill="{BRASS}"/></g></g>')


DEFS = (
    '<defs><pattern id="sabot-tile" width="21" height="21" x="8" y="7" '
    f'patternUnits="userSpaceOnUse">{_tile(21)}</pattern>'
    '<pattern id="sabot-robe" width="6" height="6" patternUnits="userSpaceOnUse">'
    f'<path d="M3 0 6 3 3 6 0 3Z" fill="none" stroke="{BRASS}" stroke-width=".7"/></pattern>'
    '<linearGradient id="sabot-face" x2="0" y2="1"><stop stop-color="#fffdf6"/>'
    '<stop offset="1" stop-color="#f3ecdb"/></linearGradient>'
    '<radialGradient id="sabot-dome" cx=".4" cy=".32" r=".75">'
    '<stop stop-color="#fff" stop-opacity=".22"/><stop offset=".6" stop-color="#fff" '
    'stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".25"/></radialGradient>'
    '<radialGradient id="sabot-lamp" cx=".5" cy=".3" r=".8"><stop stop-color="#fff" '
    'stop-opacity=".13"/><stop offset=".7" stop-color="#fff" stop-opacity="0"/>'
    '<stop offset="1" stop-color="#000" stop-opacity=".28"/></radialGradient></defs>')


def _flip(content: str) -> str:
    return f'<g transform="rotate(180 50 70)">{content}</g>'


def _court(rank: str, suit: str) -> str:
    red = is_red(suit)
    robe, trim = ("#9a2029", "#24345c") if red else ("#24345c", "#9a2029")
    gold, skin = "#d9b86d", "#f3dfc4"
    o = f'stroke="{INK}" stroke-width=".9" stroke-linejoin="round" stroke-linecap="round"'
    body = (
        f'<path d="M26 70V61C27 52 37 49 44 47L50 53 56 47C63 49 73 52 74 61V70Z" fill="{robe}" '
        f'{o}/><path d="M26 70V61C27 52 37 49 44 47L50 53 56 47C63 49 73 52 74 61V70Z" '
        'fill="url(#sabot-robe)" opacity=".55"/>'
        f'<path d="M44 47 50 53 56 47 57 70H43Z" fill="{gold}" {o}/>'
        f'<path d="M46 70V56M50 70V57M54 70V56" stroke="{trim}" stroke-width="1.5"/>')
    face = (
        f'<path d="M45.5 42H54.5V48L50 52 45.5 48Z" fill="{skin}" {o}/>'
        f'<path d="M42 31Q42 46 50 46 58 46 58 31Z" fill="{skin}" {o}/>'
        '<path d="M44.5 35.5q2-1.4 3.6 0M52 35.5q2-1.4 3.6 0M50 36.5V40.5H48.8M48.2 43.2H51.8" '
        f'fill="none" {o}/>')
    head = {
        "K": (
            f'<path d="M41 30Q36 41 42 46 43 50 50 53 57 50 58 46 64 41 59 30Z" fill="{INK}"/>'
            f'{face}<path d="M44.6 42Q50 39 55.4 42 56 49 50 52 44 49 44.6 42Z" fill="{INK}"/>'
            f'<path d="M47.6 43.4H52.4" stroke="{skin}" stroke-width="1"/>'
            f'<path d="M40 31 37 18 44.5 24 50 14.5 55.5 24 63 18 60 31Z" fill="{gold}" {o}/>'
            f'<path d="M40.6 28H59.4" stroke="{trim}" stroke-width="2"/><g fill="{trim}">'
            '<circle cx="37" cy="17.6" r="1.7"/><circle cx="50" cy="14.5" r="1.9"/>'
            '<circle cx="63" cy="17.6" r="1.7"/></g>'),
        "Q": (
            '<path d="M50 20Q38 20 39 34 38 46 34 54 41 55 45 47H55Q59 55 66 54 62 46 61 34 62 '
            f'20 50 20Z" fill="{gold}" {o}/>{face}'
            f'<path d="M42 33Q43 25 50 25 57 25 58 33 54 28 50 28 46 28 42 33Z" fill="{gold}" '
            f'{o}/>'
            f'<path d="M41 25Q50 18 59 25L58 19.5 54.5 21 50 15.5 45.5 21 42 19.5Z" fill="{trim}" '
            f'{o}/><circle cx="50" cy="15.5" r="1.9" fill="{gold}" {o}/>'
            f'<circle cx="50" cy="54" r="1.6" fill="{trim}"/>'),
        "J": (
            f'<path d="M41 29Q38 41 40 46H44V32H56V46H60Q62 41 59 29Z" fill="{gold}" {o}/>{face}'
            f'<path d="M39 31Q38 21 50 20 62 21 61 31 50 26.5 39 31Z" fill="{trim}" {o}/>'
            f'<path d="M58 24Q68 20 69 14 60 13 55 22Z" fill="{FACE}" {o}/>'
            f'<path d="M57 23 66 16" {o}/>'),
    }[rank]
    attribute = {
        "K": (
            f'<path d="M69 70V33" stroke="{gold}" stroke-width="2.4"/>'
            f'<g fill="none" stroke="{gold}" stroke-width="1.3">'
            f'<circle cx="69" cy="27.5" r="5" fill="{FACE}"/>'
            '<ellipse cx="69" cy="27.5" rx="2" ry="5"/><path d="M64 27.5H74"/></g>'),
        "Q": (
            '<path d="M68 66Q70 54 68.5 44" fill="none" stroke="#2c6b4a" stroke-width="1.6"/>'
            '<path d="M62.5 37 65 39 66 35.5 68.5 38 71 35.5 72 39 74.5 37Q74 45 68.5 45 63 45 '
            f'62.5 37Z" fill="{trim}" {o}/>'),
        "J": (
            f'<path d="M68 70V34" stroke="{gold}" stroke-width="2.2"/>'
            f'<path d="M68 24 72 34 68 38 64 34Z" fill="{FACE}" {o}/>'),
    }[rank]
    half = f"{attribute}{body}{head}{pip(suit, 31.6, 20.5, 9.5)}"
    sash = ("M26 70 30 67 34 70 38 67 42 70 46 67 50 70 54 67 58 70 62 67 66 70 70 67 74 70 70 73 "
            "66 70 62 73 58 70 54 73 50 70 46 73 42 70 38 73 34 70 30 73Z")
    return (f'<rect x="25" y="13" width="50" height="114" rx="2.5" fill="none" stroke="{BRASS}" '
            f'stroke-width=".9"/>{half}{_flip(half)}<rect x="25.4" y="66.4" width="49.2" '
            f'height="7.2" fill="{gold}" {o}/><path d="{sash}" fill="{robe}"/>')


def _shell(label: str, inner: str) -> str:
    return (f'<g role="img" aria-label="{label}"><rect x=".75" y=".75" width="98.5" '
            'height="138.5" rx="8" fill="url(#sabot-face)" stroke="#2a2417" stroke-opacity=".55" '
            f'stroke-width="1.1"/>{inner}</g>')


def card(code: str) -> str:
    """A card by its code ("QH"), face up; any other text gives a back."""
    if len(code) != 2 or code[1] not in SUITS or code[0] not in "A23456789TJQK":
        return back()
    rank, suit = code[0], code[1]
    colour, rank_text = RED if is_red(suit) else INK, "10" if rank == "T" else rank
    squeeze = ' textLength="22" lengthAdjust="spacingAndGlyphs"' if rank == "T" else ""
    corner = (f'<text x="13.5" y="26" font-size="25.5" text-anchor="middle" fill="{colour}" '
              f'font-family="{SERIF}" font-weight="700"{squeeze}>{rank_text}</text>'
              + pip(suit, 13.5, 39, 16.5))
    if rank in "KQJ":
        body = _court(rank, suit)
    elif rank == "A":
        body = (f'<circle cx="50" cy="70" r="25" fill="none" stroke="{BRASS}" stroke-width=".9"/>'
                f'<circle cx="50" cy="70" r="27.4" fill="none" stroke="{BRASS}" '
                'stroke-width=".5" stroke-dasharray="1.2 2.2"/>'
                + pip(suit, 50, 70, 34, engraved=True))
    else:
        body = "".join(_both(rank, suit, x, y) for x, y in _ROWS[rank])
    return _shell(card_name(code), corner + _flip(corner) + body)


def _both(rank: str, suit: str, x: float, y: float) -> str:
    upper = pip(suit, x, y, 20, engraved=True)
    if y == 70 or (rank == "7" and x == _M):
        return upper
    return upper + _flip(pip(suit, 100 - x, y, 20, engraved=True))


def back() -> str:
    """The back of a card: azulejos, a brass line and the star of the house."""
    def square(angle: int) -> str:
        return f'<rect x="-11" y="-11" width="22" height="22" transform="rotate({angle})"/>'
    star = square(0) + square(45)
    return _shell("a hidden card", (
        '<rect x="8" y="7" width="84" height="126" rx="3" fill="url(#sabot-tile)"/>'
        '<rect x="8" y="7" width="84" height="126" rx="3" fill="none" '
        f'stroke="{BRASS}" stroke-width="1.6"/><g transform="translate(50 70)">'
        f'<g fill="{COBALT}" stroke="{GLAZE}" stroke-width="5.5" stroke-linejoin="round">'
        f'{star}</g><g fill="{COBALT}">{star}</g><g fill="none" stroke="{BRASS}" '
        f'stroke-width="1.1">{star}</g>{pip("S", 0, 0, 13, fill=GLAZE)}</g>'))


# -- chips and dice --------------------------------------------------------------------------------

CHIPS = {
    1: ("#e6dfca", COBALT, "block", 4), 5: ("#a0252f", "#f3ead6", "block", 6),
    10: ("#2b52a0", "#f3ead6", "pair", 4), 25: ("#1f6a4b", "#f3ead6", "tooth", 8),
    50: ("#a85a24", "#f3ead6", "pair", 6), 100: ("#1d212a", "#dcbd78", "flag", 6),
    500: ("#5b3b78", "#f3ead6", "bead", 10), 1000: ("#c39a4a", "#1d212a", "lozenge", 8),
}
_EDGE = {  # drawn at the top, then rotated
    "block": '<path d="M-8-48.4A49 49 0 0 1 8-48.4L6-37A37 37 0 0 0-6-37Z"/>',
    "pair": '<path d="M-10-48A49 49 0 0 1-3-49L-2.4-37.4-8-36.7ZM3-49A49 49 0 0 1 10-48L8-36.7 '
            '2.4-37.4Z"/>',
    "tooth": '<path d="M-9-48.2A49 49 0 0 1 9-48.2L0-36Z"/>',
    "flag": '<path d="M-9-48.2-6-37 0-43 6-37 9-48.2Q0-50 -9-48.2Z"/>',
    "bead": '<circle cy="-42.6" r="4.6"/>', "lozenge": '<path d="M0-49 5.5-42.6 0-36-5.5-42.6Z"/>',
}


def _disc(value: int) -> str:
    base, spot, kind, n = CHIPS[value]
    edge = "".join(f'<g transform="rotate({i * 360 / n:g})">{_EDGE[kind]}</g>' for i in range(n))
    size = (30, 28, 24, 19)[len(str(value)) - 1]
    return (f'<circle r="49" fill="{base}"/><g fill="{spot}">{edge}</g><circle r="34" '
            f'fill="{base}" stroke="{spot}" stroke-width="1.6"/><circle r="30" fill="none" '
            f'stroke="{spot}" stroke-opacity=".6" stroke-dasharray="2 3"/><text y="{size * .35:g}" '
            f'font-size="{size}" text-anchor="middle" fill="{spot}" font-family="{SERIF}" '
            f'font-weight="700">{value}</text><circle r="49" fill="url(#sabot-dome)" '
            'stroke="#000" stroke-opacity=".55" stroke-width="1.4"/>')


def discs(cents: int, max_discs: int = 5) -> list[int]:
    """The chips for a sum, the largest at the bottom, at most ``max_discs``."""
    remainder, discs_ = cents // 100, list[int]()
    for value in (1000, 500, 100, 50) if remainder % 50 == 0 else (1000, 500, 100, 25, 10, 5, 1):
        while remainder >= value and len(discs_) < max_discs:
            discs_.append(value)
            remainder -= value
    return discs_ or [1]


def stack(cents: int) -> str:
    """A pile of chips for a sum in cents, with its lowest chip at the origin."""
    pile = discs(cents)
    return "".join(
        f'<g transform="translate({1.5 if i % 2 else -1} {-9 * i}) '
        f'rotate({0 if i == len(pile) - 1 else i * 47 % 90})">{_disc(value)}</g>'
        for i, value in enumerate(pile))


_DOTS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)),
         4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
         5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
         6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0))}


def die(shows: int) -> str:
    """A die that shows a number."""
    dots = "".join(f'<circle cx="{x * 25}" cy="{y * 25}" r="{13 if shows == 1 else 9.5}" '
                   f'fill="{RED if shows == 1 else INK}"/>' for x, y in _DOTS[shows])
    return (f'<rect x="-48" y="-48" width="96" height="96" rx="16" fill="{FACE}" stroke="#000" '
            f'stroke-opacity=".45" stroke-width="2"/>{dots}')

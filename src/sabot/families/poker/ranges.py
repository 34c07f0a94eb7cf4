"""Ranges: the hands that a player may have, in the usual notation.

``AsKs`` is two cards. ``TT``, ``AK``, ``AKs`` (of one suit) and ``AKo`` (of two) are ranks. ``TT+``
and ``A9s+`` raise the pair or the lower card; ``77-TT`` and ``A2s-A5s`` are intervals. ``20%`` is
the strongest fifth; ``random`` is every hand. Commas separate several. In Omaha ``AKQJ`` is four
ranks of any suits and ``AAxx`` two aces with any two cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from sabot.equipment.cards import PACK, SUITS
from sabot.families.poker.forms import Form
from sabot.words import phrase

Hand = tuple[int, ...]
"""Places of cards in `sabot.equipment.cards.PACK`, ascending."""

STRONGEST = {
    "holdem": (
        "AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s "
        "A9o KJo 55 QJs K9s A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s "
        "QTo 44 A4o K6s K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o "
        "K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s "
        "T8o J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o "
        "T6o 95s T3s 76s J3o 87o T2s 85s 96o J2o T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s "
        "76o 74s T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s 63s 84o 92o 43s 74o 72s 54o "
        "64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o"),
    "synthetic": (
        "AA AJs QJs AJo KQs QJo AKs KQo KK JJ JTs KJs QQ AKo JTo AQs KJo ATs AQo QTs ATo QTo "
        "KTs KTo J9s J9o T9s TT Q9s T9o A9s Q9o K9s A9o 99 K9o A8s J8s T8s J8o A8o Q8s 88 T8o "
        "Q8o 98s 98o K8s K8o")}
"""Hands of two cards from the strongest to the weakest, by equity against a random hand over all
boards."""

COMBOS = {"pair": 6, "s": 4, "o": 12}
"""The number of hands of two cards of a pair, of two ranks in one suit, and in two suits."""


def cards_of(text: str) -> list[str]:
    """Cards as typed, one after another, with or without spaces: "2c7d 10h"; ValueError for other
    text."""
    left = re.sub(r"[\s,]+", "", text).replace("10", "T")
    for sign, suit in zip("♠♥♦♣", SUITS, strict=True):
        left = left.replace(sign, suit)
    cards = [(left[i:i + 2]).upper() for i in range(0, len(left), 2)]
    for card in cards:
        if card not in PACK:
            raise ValueError(phrase("not a card: {card}; a card is a rank (A K Q J T 9 ... 2) and "
                                    "a suit (s h d c), as in As or Th", card=repr(card)))
    return cards


@lru_cache(maxsize=64)
def hands_of(text: str, form: Form) -> tuple[Hand, ...]:
    """The hands of a range, each once; ValueError for a text that is not a range."""
    hands: dict[Hand, None] = {}
    for part in re.split(r"[,;]", text):
        # Cards separated by spaces are one hand: "As Ks".
        cards = all(re.fullmatch(r"(10|.)[shdc♠♥♦♣]", word, re.IGNORECASE)
                    for word in part.split())
        for word in ["".join(part.split())] if cards else part.split():
            if word:
                hands.update(dict.fromkeys(_hands(word, form)))
    if not hands:
        raise ValueError(phrase("an empty range; {form}", form=_known(form)))
    return tuple(sorted(hands))


def classes(form: Form) -> list[str]:
    """The names of the hands of two cards, regardless of suits' names, pairs first."""
    ranks = form.ranking.ranks[::-1]
    return [*(rank + rank for rank in ranks),
            *(high + low + suits for high, low in combinations(ranks, 2) for suits in "so")]


def _hands(word: str, form: Form) -> Iterator[Hand]:
    ranks = form.ranking.ranks
    low = word.lower()
    if low in ("random", "any", "*"):
        yield from combinations(_pack(form), form.hole)
    elif share := re.fullmatch(r"(\d+(?:\.\d+)?)%", word):
        yield from _top_share(float(share[1]), word, form)
    elif form.hole == 2 and (match := re.fullmatch(
            rf"([{ranks}])([{ranks}])([so]?)(\+?)", word.upper().replace("S", "s").replace(
                "O", "o"))):
        yield from _from_ranks(word, match[1], match[2], match[3], bool(match[4]), form)
    elif form.hole == 2 and "-" in word:
        yield from _between(word, form)
    elif form.hole > 2 and re.fullmatch(rf"[{ranks}X]{{{form.hole}}}", word.upper()):
        yield from _pattern(word.upper(), form)
    else:
        try:
            cards = cards_of(word)
        except ValueError:
            raise ValueError(phrase("not a hand: {word}; {form}", word=repr(word),
                                    form=_known(form))) from None
        if len(cards) != form.hole:
            raise ValueError(phrase("a hand of {title} has {hole} cards, but {word} has {n}",
                                    title=form.title, hole=form.hole, word=repr(word),
                                    n=len(cards)))
        if len(set(cards)) != len(cards):
            raise ValueError(phrase("the same card twice in {word}", word=repr(word)))
        if wrong := [card for card in cards if card[0] not in ranks]:
            raise ValueError(phrase("not a card of this pack: {wrong}; {title} is played with "
                                    "{ranks}", wrong=wrong[0], title=form.title,
                                    ranks=" ".join(ranks[::-1])))
        yield tuple(sorted(PACK.index(card) for card in cards))


def _known(form: Form) -> str:
    if form.hole == 2:
        return "a range is AsKs, TT, AK, AKs, AKo, TT+, A9s+, 77-TT, 20% or random, with commas"
    return "a range is AsKsQhJh, AKQJ, AAxx or random, with commas"


def _pack(form: Form) -> list[int]:
    return sorted(PACK.index(card) for card in form.ranking.pack)


def _from_ranks(word: str, first: str, second: str, suits: str, up: bool, form: Form
                ) -> Iterator[Hand]:
    ranks = form.ranking.ranks
    high, low = sorted((ranks.index(first), ranks.index(second)), reverse=True)
    if high == low:
        if suits:
            raise ValueError(phrase("not a hand: {word}; a pair is always of two suits",
                                    word=repr(word)))
        for pair in range(high, len(ranks) if up else high + 1):
            yield from _suited(ranks[pair], ranks[pair], "")
    else:
        for kicker in range(low, high if up else low + 1):
            yield from _suited(ranks[high], ranks[kicker], suits)


def _between(word: str, form: Form) -> Iterator[Hand]:
    ranks, ends = form.ranking.ranks, []
    for part in word.split("-"):
        end = re.fullmatch(rf"([{ranks}])([{ranks}])([so]?)",
                           part[:2].upper() + part[2:].lower())
        if end is None:
            raise ValueError(phrase("not a hand: {word}; {form}", word=repr(word),
                                    form=_known(form)))
        high, low = sorted((ranks.index(end[1]), ranks.index(end[2])), reverse=True)
        ends.append((high, low, end[3]))
    pairs = all(high == low and not suits for high, low, suits in ends)
    same = all(high > low for high, low, _ in ends) and len({(h, s) for h, _, s in ends}) == 1
    if len(ends) != 2 or not (pairs or same):
        raise ValueError(phrase("not a range: {word}; an interval goes from pair to pair (77-TT), "
                                "or over the lower card of similar hands (A2s-A5s)",
                                word=repr(word)))
    first, last = sorted(low for _, low, _ in ends)
    for low in range(first, last + 1):
        yield from _suited(ranks[low if pairs else ends[0][0]], ranks[low], ends[0][2])


def _suited(first: str, second: str, suits: str) -> Iterator[Hand]:
    """Two ranks in one suit (s), in two (o), or in any."""
    for a, b in product(SUITS, SUITS):
        if first == second and SUITS.index(a) >= SUITS.index(b):
            continue
        if suits in ("", "s" if a == b else "o"):
            yield tuple(sorted((PACK.index(first + a), PACK.index(second + b))))


def _pattern(word: str, form: Form) -> Iterator[Hand]:
    """The hands with these ranks in any suits; x is any card."""
    ranks = [rank for rank in word if rank != "X"]
    sets: list[list[int]] = [[]]
    for rank in sorted(set(ranks)):
        of_rank = [PACK.index(rank + suit) for suit in SUITS]
        sets = [[*named, *chosen] for named in sets
                for chosen in combinations(of_rank, ranks.count(rank))]
    hands = set[Hand]()
    for named in sets:
        others = [card for card in _pack(form) if card not in named]
        hands.update(tuple(sorted((*named, *rest)))
                     for rest in combinations(others, form.hole - len(named)))
    if not hands:
        raise ValueError(phrase("not a hand: {word}; a rank has only four cards",
                                word=repr(word)))
    yield from sorted(hands)


def _top_share(share: float, word: str, form: Form) -> Iterator[Hand]:
    """The strongest hands, as many as are at most this share of all."""
    if form.name not in STRONGEST:
        raise ValueError(phrase("{title} has no list of strongest hands: {word}; {form}",
                                title=form.title, word=repr(word), form=_known(form)))
    if not 0 < share <= 100:
        raise ValueError(phrase("a share is above 0 % and at most 100 %, not {word}", word=word))
    most = share / 100 * sum(1 for _ in combinations(_pack(form), 2))
    taken = 0
    for name in STRONGEST[form.name].split():
        taken += COMBOS["pair" if len(name) == 2 else name[2]]
        if taken > most + 1e-9:
            if taken == COMBOS["pair" if len(name) == 2 else name[2]]:
                raise ValueError(phrase("{word} is less than the strongest hand, {name}",
                                        word=word, name=name))
            return
        yield from _from_ranks(name, name[0], name[1], name[2:], False, form)

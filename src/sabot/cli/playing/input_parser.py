"""Parsing of what is typed at a table: cards, incidents, acts, names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sabot.cli.language_option import words_under
from sabot.cli.playing import machine_input as machine
from sabot.cli.playing import spots as cloth
from sabot.cli.playing.machine_input import DRAW, SPIN, Dials
from sabot.equipment import UNKNOWN, is_card
from sabot.money import cents
from sabot.procedure import COUNTED, Act, AnyStep, Handle, Incident, Offer, Throw

MAX_NAME = 30
RESERVED = ("croupier", "time", "report", "fault", "void", "help", "done", "bank", "table", "q")
_THROW = re.compile(r"[0-9]{1,4}(-[0-9]{1,4})+")
_SUM = re.compile(r"[0-9]+[.,][0-9]{2}")
_PREPOSITIONS = {"on", "at", "em", "no", "na", "nos", "nas", "a", "ao", "à", "在", "押"}
"""Words that may stand between a sum and a spot: 10 on red."""
_SUITS = str.maketrans("♠♥♦♣", "SHDC")


PHRASES = words_under("typed")


class InputError(ValueError):
    """The input cannot be understood; the text says what is accepted instead."""


def name(text: str) -> str:
    """A player's name; InputError if the text is no name."""
    text_ = text.strip()
    if not text_[:1].isalpha() or len(text_) > MAX_NAME or not text_.isprintable() \
            or ":" in text_ or "," in text_:
        raise InputError(f"{text_!r} is not a name: a name begins with a letter, has at most "
                         f"{MAX_NAME} characters, and no colon or comma")
    if text_.lower() in RESERVED:
        raise InputError(f"{text_!r} has another meaning here: choose another name")
    return text_


def names(text: str) -> tuple[str, ...]:
    """The players in ``Ana,Rui``; InputError if these are no names."""
    players = tuple(name(part) for part in text.split(","))
    if len({player.lower() for player in players}) < len(players):
        raise InputError("two players have the same name")
    return players


def card(text: str) -> str:
    """The card typed as ``7h``, ``10s``, ``ts``, ``q♦`` or ``??``; any other text as typed."""
    code = text.upper().translate(_SUITS)
    code = f"T{code[2:]}" if code.startswith("10") else code
    return code if is_card(code) or code == UNKNOWN else text


def cause(words: Sequence[str]) -> str:
    """The cause of a void, which is recorded; InputError if it is empty."""
    if not words:
        raise InputError("give the reason why the coup cannot be determined: void CAUSE")
    return " ".join(words)


def incident(words: Sequence[str], kinds: Sequence[str] = ()) -> Incident:
    """An incident from ``KIND`` with a card or a throw (5-5-5), a place and a sum (20.00) in any
    order; ``kinds`` are the possible kinds, for the message."""
    if not words:
        hint = f", one of {', '.join(kinds)}" if kinds else ""
        raise InputError(f"name the fault: fault KIND [CARD] [PLACE]{hint}")
    card_, seat, amount = "", "", 0
    throw: tuple[int, ...] = ()
    for word in words[1:]:
        if is_card(card(word)) and not card_:
            card_ = card(word)
        elif not throw and (match := _THROW.fullmatch(word)):
            throw = tuple(map(int, match[0].split("-")))
        elif not amount and _SUM.fullmatch(word):
            amount = cents(word.replace(",", "."))
        elif not seat:
            seat = word
        else:
            raise InputError("a fault takes a card, a place and a sum: fault KIND [CARD] [PLACE] "
                             "[SUM]")
    return Incident(words[0].lower(), card_, throw, seat, amount=amount)


def fact(step: AnyStep, words: Sequence[str]) -> str | tuple[int, ...] | Incident:
    """What a croupier entered for a step; the dealer checks whether it is possible."""
    if words[0].lower() == "fault":
        return incident(words[1:], getattr(step, "faults", ()))
    if isinstance(step, Throw):
        words = [part for word in words for part in word.split("-")]
        if not all(word.isascii() and word.isdigit() and len(word) < 9 for word in words):
            raise InputError(f"{' '.join(words)!r} is not a throw: type its numbers, "
                             f"{len(step.sides)} of them")
        return tuple(int(word) for word in words)
    if len(words) > 1:
        raise InputError("one word at a time" if isinstance(step, Handle) else "one card at a time")
    return words[0].lower() if isinstance(step, Handle) else card(words[0])


PLACE_ACTS = {"sit", "leave", "bet", "clear", "wait", "deal"}
"""Acts on a place or its bet, while bets are open."""


class TypedWords:
    """The words for typed acts: in one language, with the names and keys of one game."""

    def __init__(self, words: Mapping[str, str], keys: dict[str, str], lang: str) -> None:
        self.words, self.keys, self.lang = words, keys, lang

    def say(self, phrase: str, **facts: object) -> str:
        """A phrase about typed input."""
        return PHRASES[self.lang][phrase].format(**facts)

    def name(self, act: str) -> str:
        """The name of an act in the language; in English its id."""
        return act if self.lang == "en" else self.words.get(f"act.{act}", act)

    def typed_forms(self, act: str) -> set[str]:
        """Everything that may be typed for an act: its id, its key, its name in the language."""
        return {act, self.keys[act], slug(self.words.get(f"act.{act}", act))}

    def known(self, offers: Sequence[Offer]) -> str:
        """The possible acts, each with its key, as text."""
        known = [f"{self.name(one)} ({self.keys[one]})"
                 if self.keys.get(one, one) != self.name(one) else one
                 for one in dict.fromkeys(offer.act for offer in offers)]
        return ", ".join(known) or self.say("nothing")


def slug(text: str) -> str:
    """A name as one word without accents: «Levantar crédito» becomes levantar-credito."""
    return re.sub(r"[^\w]+", "-", cloth.plain_letters(text)).strip("-")


def act(player: str, words: Sequence[str], offers: Sequence[Offer], typed_words: TypedWords,
        alone: bool = False, languages: cloth.Words = (), dials: Dials | None = None) -> Act:
    """The act of a player from typed words: an act or its key, a place and a sum.

    Args:
        player: Who acts.
        words: What was typed.
        offers: The offers to this player. The procedure refuses any other act.
        typed_words: The words for acts, in the reader's language.
        alone: A missing place means the first that is offered; otherwise a place may be missing
            only if there is just one.
        languages: The words of the game in all languages, for spots of a layout; a sum may stand
            before a spot (10 on red).
        dials: The dials of a machine; a bet has a number for each.

    InputError if the words cannot be understood.
    """
    if not words:
        raise InputError(typed_words.say("act", who=player, acts=typed_words.known(offers)))
    keys = typed_words.keys
    key, rest = words[0].lower(), list(words[1:])
    word = cloth.plain_letters(key)
    candidates = [act_ for act_ in keys if word in typed_words.typed_forms(act_)]
    open_now = {offer.act for offer in offers}
    # Prefer possible acts, then acts of the same kind (on a place and its bet, or not).
    candidates.sort(
        key=lambda act_: (act_ not in open_now, (act_ in PLACE_ACTS) != bool(open_now & PLACE_ACTS))
    )
    if key[0].isdecimal():
        sum_acts = _bet_acts(offers) or list(
            dict.fromkeys(offer.act for offer in offers if offer.priced)
        )
        if len(sum_acts) != 1:
            raise InputError(
                typed_words.say("bare", typed=repr(words[0]), acts=typed_words.known(offers))
            )
        candidates, rest = sum_acts, list(words)
        if len(rest) > 1 and not rest[-1][0].isdecimal():
            rest = [*rest[1 + (len(rest) > 2 and rest[1].lower() in _PREPOSITIONS):], rest[0]]
    elif not candidates and (bet := _implied_bet(words, offers, languages)):
        candidates, rest = [bet], list(words)
    if not candidates:
        raise InputError(
            typed_words.say("no-act", typed=repr(words[0]), acts=typed_words.known(offers))
        )
    act_id = candidates[0]
    matching = [offer for offer in offers if offer.act == act_id]
    if dials is not None and (act_id == SPIN or (act_id == DRAW and matching)):
        return Act(player, act_id, _machine_choice(act_id, rest, matching, typed_words, dials))
    priced = any(offer.priced for offer in matching) or (not matching and len(rest) == 2)
    layout_spots = cloth.layout_spots(offers) if matching and cloth.layout_spots(matching) else []
    if layout_spots:
        rest = _with_spot(act_id, rest, matching, layout_spots, typed_words, languages)
    if len(rest) > 1 + priced:
        raise InputError(
            typed_words.say("too-many-sum" if priced else "too-many", act=typed_words.name(act_id))
        )
    amount = 0
    if priced:
        if not rest:
            low = next(offer.low for offer in matching if offer.priced)
            example_sum = low if act_id in COUNTED else f"{low // 100}.{low % 100:02}"
            raise InputError(
                typed_words.say(
                    "cards" if act_id in COUNTED else "sum", act=typed_words.name(act_id),
                    example=f"{keys[act_id]} {example_sum}")
            )
        amount = _amount(act_id, rest.pop())
    spots = list(dict.fromkeys(seat for offer in matching or offers for seat in offer.spots))
    if not rest and matching and len(spots) > 1 and not alone:
        raise InputError(
            typed_words.say("place", act=typed_words.name(act_id), places=", ".join(spots))
        )
    return Act(player, act_id, rest[0] if rest else spots[0] if spots else "", amount)


def _bet_acts(offers: Sequence[Offer]) -> list[str]:
    """The acts that bet a sum on a spot of a layout."""
    return list({offer.act: 0 for offer in offers if offer.priced and cloth.layout_spots([offer])})


def _implied_bet(words: Sequence[str], offers: Sequence[Offer],
                 languages: cloth.Words) -> str:
    """The act of a bet typed as a spot and a sum only (red 10); "" if it is none."""
    layout_spots = cloth.layout_spots(offers)
    bet_acts = _bet_acts(offers)
    if len(words) < 2 or len(bet_acts) != 1 or not words[-1][0].isdecimal():
        return ""
    try:
        cloth.find_spot(" ".join(words[:-1]), layout_spots, languages)
    except LookupError:
        return ""
    return bet_acts[0]


def _machine_choice(
    act_id: str, rest: list[str], matching: Sequence[Offer], typed_words: TypedWords, dials: Dials
) -> str:
    """The bet at a machine, or the cards to hold, from the words after the act."""
    key = typed_words.keys[act_id]
    if act_id == DRAW:
        choice = machine.cards_to_hold(rest, [spot for offer in matching for spot in offer.spots])
        if choice is None:
            raise InputError(typed_words.say("keep", key=key))
        return choice
    usual_bet = (
        dials.usual(matching) or dials.last
    )  # if the credit covers no bet, the procedure refuses it
    choice = dials.find(rest) if rest else usual_bet.seat
    if choice is None:
        example = f"{key} {dials.bet_text(dials.last)}".strip()
        raise InputError(typed_words.say("dials", key=key, example=example))
    return choice


def _with_spot(
    act_id: str,
    rest: list[str],
    matching: Sequence[Offer],
    layout_spots: Sequence[str],
    typed_words: TypedWords,
    languages: cloth.Words,
) -> list[str]:
    """The words after an act on a layout, with the spot replaced by its name."""
    priced = any(offer.priced for offer in matching)
    if len(rest) < 1 + priced:
        general = next((offer for offer in matching if not offer.player), matching[0])
        example = f"{typed_words.keys[act_id]} {general.spots[len(general.spots) // 2]}"
        if priced:
            example += f" {-(-general.low // 100)}"
        raise InputError(
            typed_words.say(
                "spot-sum" if priced else "spot", act=typed_words.name(act_id), example=example
            )
        )
    spot_words = rest[:-1] if priced else rest
    try:
        return [
            cloth.find_spot(" ".join(spot_words), layout_spots, languages),
            *rest[len(spot_words) :],
        ]
    except LookupError as unknown:
        raise InputError(str(unknown.args[0])) from None


def _amount(act_id: str, text: str) -> int:
    if act_id not in COUNTED:
        try:
            return cents(text.removesuffix("€"))
        except ValueError as error:
            raise InputError(str(error)) from None
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise InputError(f"{text!r} is not a number of cards")
    return int(text)

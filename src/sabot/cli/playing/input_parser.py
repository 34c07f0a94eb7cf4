"""Parsing of what is typed at a table: cards, incidents, acts, names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from sabot.cli.language import words_under
from sabot.cli.playing import machine_input as machine
from sabot.cli.playing import spots as cloth
from sabot.cli.playing.machine_input import DRAW, SPIN, Dials
from sabot.cli.terminal import reason
from sabot.equipment import as_card, is_card
from sabot.money import cents
from sabot.procedure import COUNTED, Act, AnyStep, Handle, Incident, Offer, Throw
from sabot.words import phrase

MAX_NAME = 30
RESERVED = ("croupier", "time", "report", "fault", "void", "help", "done", "bank", "table", "q")
_THROW = re.compile(r"[0-9]{1,4}(-[0-9]{1,4})+")
_SUM = re.compile(r"[0-9]+[.,][0-9]{2}")

PHRASES = words_under("typed")
STAKE = frozenset({"b", *(texts["stake"] for texts in PHRASES.values())})
"""What may stand before the sum of a bet at a machine."""


class InputError(ValueError):
    """The input cannot be understood; the text says what is accepted instead."""


def name(text: str) -> str:
    """A player's name; InputError if the text is no name."""
    text_ = text.strip()
    if not text_[:1].isalpha() or len(text_) > MAX_NAME or not text_.isprintable() \
            or ":" in text_ or "," in text_:
        raise InputError(phrase("{name!r} is not a name: a name begins with a letter, has at most "
                                "{most} characters, and no colon or comma", name=text_,
                                most=MAX_NAME))
    if text_.lower() in RESERVED:
        raise InputError(phrase("{name!r} has another meaning here: choose another name",
                                name=text_))
    return text_


def names(text: str) -> tuple[str, ...]:
    """The players in ``Ana,Rui``; InputError if these are no names."""
    players = tuple(name(part) for part in text.split(","))
    if len({player.lower() for player in players}) < len(players):
        raise InputError("two players have the same name")
    return players


def card(text: str) -> str:
    """The card typed as ``7h``, ``10s``, ``ts``, ``q♦`` or ``??``; any other text as typed."""
    return as_card(text)


def cause(words: Sequence[str]) -> str:
    """The cause of a void, which is recorded; InputError if it is empty."""
    if not words:
        raise InputError("give the reason why the coup cannot be determined: void CAUSE")
    return " ".join(words)


def incident(words: Sequence[str], kinds: Sequence[str] = ()) -> Incident:
    """An incident from ``KIND`` with a card or a throw (5-5-5), a place and a sum (20.00) in any
    order; ``kinds`` are the possible kinds, for the message."""
    if not words:
        raise InputError(phrase("name the fault: fault KIND [CARD] [PLACE], one of {kinds}",
                                kinds=", ".join(kinds)) if kinds else
                         "name the fault: fault KIND [CARD] [PLACE]")
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
            raise InputError(phrase("{typed!r} is not a throw: type its numbers, {n} of them",
                                    typed=" ".join(words), n=len(step.sides)))
        return tuple(int(word) for word in words)
    if len(words) > 1:
        raise InputError("one word at a time" if isinstance(step, Handle) else "one card at a time")
    return words[0].lower() if isinstance(step, Handle) else card(words[0])


PLACE_ACTS = {"sit", "leave", "bet", "clear", "wait", "deal"}
"""Acts on a place or its bet, while bets are open."""


class TypedWords:
    """The words for typed acts: in one language, with the names and keys of one game.

    Attributes:
        spot_name: The name of a spot of the layout in the language.
        time_end: What ends the time that runs, with its key, as text; "" where no act does.
    """

    def __init__(self, words: Mapping[str, str], keys: dict[str, str], lang: str,
                 spot_name: Callable[[str], str] = str) -> None:
        self.words, self.keys, self.lang, self.spot_name = words, keys, lang, spot_name
        self.time_end = ""

    def tell(self, phrase: str, **facts: object) -> str:
        """A phrase about typed input."""
        return PHRASES[self.lang][phrase].format(**facts)

    def name(self, act: str) -> str:
        """The name of an act in the language, as within a sentence."""
        word = self.words.get(f"act.{act}", act)
        return word[:1].lower() + word[1:] if self.lang == "en" else word

    def bet(self, spot: str, amount: object) -> str:
        """A bet on a spot as it may be typed in the language: 5 on red."""
        return self.tell("bet", spot=self.spot_name(spot), sum=amount)

    def stake(self, cost: int) -> str:
        """A bet at a machine as it may be typed by its sum: bet 5."""
        return f"{self.tell('stake')} {plain_sum(cost)}"

    def typed_forms(self, act: str) -> set[str]:
        """Everything that may be typed for an act: its id, its key, its name in the language."""
        return {act, self.keys[act], slug(self.words.get(f"act.{act}", act))}

    def known(self, offers: Sequence[Offer]) -> str:
        """Everything that is possible, each act with its key, as text."""
        known = [f"{self.name(one)} ({self.keys[one]})"
                 if self.keys.get(one, one) != self.name(one) else one
                 for one in dict.fromkeys(offer.act for offer in offers)]
        known += [self.time_end] if self.time_end else []
        return ", ".join(known) or self.tell("nothing")


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
        languages: The words of the game in all languages, for spots of a layout; a bet may be
            typed as a spot and a sum, in any order (10 on red).
        dials: The dials of a machine; a bet has a number for each.

    InputError if the words cannot be understood.
    """
    if not words:
        raise InputError(typed_words.tell("act", who=player, acts=typed_words.known(offers)))
    keys = typed_words.keys
    key = words[0].lower()
    candidates, rest = _named_act(words, typed_words)
    open_now = {offer.act for offer in offers}
    # Prefer possible acts, then acts of the same kind (on a place and its bet, or not).
    candidates.sort(
        key=lambda act_: (act_ not in open_now, (act_ in PLACE_ACTS) != bool(open_now & PLACE_ACTS))
    )
    if dials is not None and key in STAKE and SPIN in open_now:
        return Act(player, SPIN, _bet_of_sum(rest, offers, typed_words, dials))
    if key[0].isdecimal() or cloth.is_sum(key):
        sum_acts = _bet_acts(offers) or list(
            dict.fromkeys(offer.act for offer in offers if offer.priced)
        )
        if len(sum_acts) != 1:
            raise InputError(
                typed_words.tell("bare", typed=repr(words[0]), acts=typed_words.known(offers))
            )
        candidates, rest = sum_acts, list(words)
        if not _bet_acts(offers) and len(rest) > 2:
            rest = list(next(cloth.bets_typed(words), rest))  # 10 on 2: the sum comes last
    elif not candidates and (bet := _implied_bet(words, offers, languages)):
        candidates, rest = [bet], list(words)
    if not candidates:
        raise InputError(
            typed_words.tell("no-act", typed=repr(words[0]), acts=typed_words.known(offers))
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
            typed_words.tell("too-many-sum" if priced else "too-many", act=typed_words.name(act_id))
        )
    amount = 0
    if priced:
        if not rest:
            low = next(offer.low for offer in matching if offer.priced)
            example_sum = low if act_id in COUNTED else f"{low // 100}.{low % 100:02}"
            raise InputError(
                typed_words.tell(
                    "cards" if act_id in COUNTED else "sum", act=typed_words.name(act_id),
                    example=f"{keys[act_id]} {example_sum}")
            )
        amount = _amount(act_id, rest.pop())
    spots = list(dict.fromkeys(seat for offer in matching or offers for seat in offer.spots))
    if not rest and matching and len(spots) > 1 and not alone:
        raise InputError(
            typed_words.tell("place", act=typed_words.name(act_id), places=", ".join(spots))
        )
    return Act(player, act_id, rest[0] if rest else spots[0] if spots else "", amount)


def _named_act(words: Sequence[str], typed_words: TypedWords) -> tuple[list[str], list[str]]:
    """The acts that the first words name (``take back``), and the words after that."""
    for n in (3, 2, 1):
        name = slug(" ".join(words[:n])) if n > 1 else cloth.plain_letters(words[0])
        acts = [act for act in typed_words.keys if name in typed_words.typed_forms(act)]
        if acts and len(words) >= n:
            return acts, list(words[n:])
    return [], list(words[1:])


def _bet_acts(offers: Sequence[Offer]) -> list[str]:
    """The acts that bet a sum on a spot of a layout."""
    return list({offer.act: 0 for offer in offers if offer.priced and cloth.layout_spots([offer])})


def _implied_bet(words: Sequence[str], offers: Sequence[Offer],
                 languages: cloth.Words) -> str:
    """The act of a bet typed as a spot and a sum only (red 10), or as a spot alone; "" if it is
    none."""
    bet_acts = _bet_acts(offers)
    if len(bet_acts) != 1:
        return ""
    if next(cloth.bets_typed(words), None) is not None:
        return bet_acts[0]
    try:
        cloth.find_spot(" ".join(words), cloth.layout_spots(offers), languages)
    except LookupError:
        return ""
    return bet_acts[0]


def _bet_of_sum(words: Sequence[str], offers: Sequence[Offer], typed_words: TypedWords,
                dials: Dials) -> str:
    """The bet at a machine that costs the typed sum; InputError with the nearest if none does."""
    costs = sorted({bet.cost for bet in dials.open(offers)})
    try:
        amount = cents(words[0].strip("€").replace(",", ".")) if len(words) == 1 else 0
    except ValueError:
        amount = 0
    choice = dials.of_cost(amount, offers)
    if choice is None:
        nearest = sorted(costs, key=lambda cost: abs(cost - amount))[:2]
        raise InputError(typed_words.tell("cost", bets=", ".join(
            typed_words.stake(cost) for cost in sorted(nearest))))
    return choice


def plain_sum(amount: int) -> str:
    """A sum as it is typed: 5, or 2.50."""
    return f"{amount // 100}.{amount % 100:02}".removesuffix(".00")


def _machine_choice(
    act_id: str, rest: list[str], matching: Sequence[Offer], typed_words: TypedWords, dials: Dials
) -> str:
    """The bet at a machine, or the cards to hold, from the words after the act."""
    key = typed_words.keys[act_id]
    if act_id == DRAW:
        choice = machine.cards_to_hold(rest, [spot for offer in matching for spot in offer.spots])
        if choice is None:
            raise InputError(typed_words.tell("keep", key=key))
        return choice
    usual_bet = (
        dials.usual(matching) or dials.last
    )  # if the credit covers no bet, the procedure refuses it
    choice = dials.find(rest) if rest else usual_bet.seat
    if choice is None:
        example = f"{key} {dials.bet_text(dials.last)}".strip()
        raise InputError(typed_words.tell("dials", key=key, example=example))
    return choice


def _with_spot(
    act_id: str,
    rest: list[str],
    matching: Sequence[Offer],
    layout_spots: Sequence[str],
    typed_words: TypedWords,
    languages: cloth.Words,
) -> list[str]:
    """The words after an act on a layout as its spot, and the sum of a bet."""
    priced = any(offer.priced for offer in matching)
    general = next((offer for offer in matching if not offer.player), matching[0])
    spot = general.spots[len(general.spots) // 2]
    try:
        if priced:
            return list(cloth.find_bet(rest, layout_spots, languages, typed_words.spot_name))
        if rest:
            typed = " ".join(rest)
            return [cloth.find_spot(typed, layout_spots, languages, typed_words.spot_name)]
    except LookupError as unknown:
        raise InputError(unknown.args[0]) from None
    except ValueError:
        if len(rest) > 1:
            return rest  # the last word is no sum: its own message says so
        spot = _spot_alone(rest, layout_spots, languages, typed_words) or spot
    name = typed_words.name(act_id)
    if priced:
        low = next((offer.low for offer in matching if spot in offer.spots), general.low)
        raise InputError(typed_words.tell(
            "spot-sum", act=name, example=typed_words.bet(spot, plain_sum(low))))
    raise InputError(typed_words.tell(
        "spot", act=name, example=f"{typed_words.keys[act_id]} {typed_words.spot_name(spot)}"))


def _spot_alone(words: Sequence[str], layout_spots: Sequence[str], languages: cloth.Words,
                typed_words: TypedWords) -> str:
    """The spot that was typed without a sum; "" if the word is a sum or there is none."""
    if not words or cloth.is_sum(words[0]):
        return ""
    try:
        return cloth.find_spot(words[0], layout_spots, languages, typed_words.spot_name)
    except LookupError as unknown:
        raise InputError(unknown.args[0]) from None


def _amount(act_id: str, text: str) -> int:
    if act_id not in COUNTED:
        try:
            return cents(text.strip("€"))
        except ValueError as error:
            raise InputError(reason(error)) from None
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise InputError(phrase("{text!r} is not a number of cards", text=text))
    return int(text)

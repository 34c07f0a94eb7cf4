"""Chemin de fer: Portaria n.º 217/2007, chemin-de-fer."""

from __future__ import annotations

from sabot.families.shoe.shoe import shoe_at
from sabot.games.chemin_de_fer.bets import menu
from sabot.games.chemin_de_fer.bot import bot
from sabot.games.chemin_de_fer.coup import coup
from sabot.games.chemin_de_fer.felt import felt
from sabot.games.chemin_de_fer.parts import PRICING, SIMULATION, load_hint
from sabot.games.chemin_de_fer.people import LAST_PLAY
from sabot.games.chemin_de_fer.playing import label
from sabot.games.chemin_de_fer.public_state import (
    hold_stakes,
    public_state,
    rare_carry,
    renew,
    reopen,
)
from sabot.games.chemin_de_fer.round import Carry, opening
from sabot.games.chemin_de_fer.rules import (
    CALLS,
    CHOICES,
    CONDUCT,
    MIN_SEATED,
    SEATS,
    Rules,
    violations,
)
from sabot.games.chemin_de_fer.settle import complaint_open
from sabot.games.chemin_de_fer.standing import standing_players
from sabot.games.chemin_de_fer.words import WORDS
from sabot.procedure.capabilities import Trial
from sabot.procedure.game import Game

GAME = Game(
    id="chemin-de-fer",
    section="pt-217-2007/chemin-de-fer",
    names={"pt": "Bacará chemin de fer", "en": "Baccarat chemin de fer", "zh": "鐵路百家樂"},
    rules=Rules,
    carry=Carry,
    opening=opening,
    reopen=reopen,
    renew=renew,
    hold_stakes=hold_stakes,
    coup=coup,
    violations=violations,
    felt=felt,
    bets=menu,
    public_state=public_state,
    label=label,
    conduct=CONDUCT,
    shoe=shoe_at,
    steps_bound=20_000,
    words=WORDS,
    calls=CALLS,
    choices=CHOICES,
    pricing=PRICING,
    simulation=SIMULATION,
    hints=load_hint,
    bot=bot,
    players_needed=MIN_SEATED,
    lost_bets_to="the banker",
    standing_players=standing_players,
    last_play=LAST_PLAY,
    trial=Trial(rare=rare_carry),
    complaint_open=complaint_open,
    places=SEATS,
)

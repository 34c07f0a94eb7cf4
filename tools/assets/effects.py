"""The sounds of cards, chips, the ball, dice and reels, computed: no recording is needed.

A thing that is struck rings in its own modes, each a sine that dies away (`strike`); paper that
slides and a ball that rolls are noise in a band (`noise`). What is struck, how hard and how often
is the physics of each sound below. The same seed gives the same samples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

RATE = 44_100
SEED = 7
Sound = NDArray[np.float64]
Modes = Sequence[tuple[float, float, float]]
"""Of each mode: hertz, the seconds in which it falls to a thousandth, and its strength."""

CLAY: Modes = ((1_930, .045, .5), (3_270, .05, 1), (4_610, .04, .8), (6_350, .03, .5),
               (8_240, .02, .3))
CLOTH: Modes = ((120, .09, 1), (210, .07, .6), (345, .05, .3))
WOOD: Modes = ((186, .11, 1), (322, .09, .8), (515, .07, .5), (890, .045, .3), (1_460, .03, .15))
FRET: Modes = ((1_480, .06, .5), (2_390, .07, 1), (3_820, .05, .6), (5_760, .035, .4))
ACRYLIC: Modes = ((2_150, .03, .6), (3_480, .035, 1), (5_130, .025, .7), (7_020, .02, .4))
GLASS: Modes = ((2_640, .20, .6), (4_180, .24, 1), (6_730, .16, .6), (9_450, .1, .35))
STEEL: Modes = ((430, .07, .8), (1_120, .06, 1), (2_260, .05, .6), (3_910, .035, .35))


@dataclass(frozen=True)
class Effect:
    """A sound of the sprite. ``peak`` is its loudest sample; a ``loop`` goes on without a seam."""

    name: str
    sound: Callable[[np.random.Generator], Sound]
    peak: float
    loop: bool = False


def silence(seconds: float) -> Sound:
    """Nothing, as long as this."""
    return np.zeros(round(seconds * RATE))


def noise(rng: np.random.Generator, seconds: float, low: float, high: float) -> Sound:
    """Noise between two frequencies. Its end goes on in its beginning, as a loop needs it."""
    spectrum = np.fft.rfft(rng.standard_normal(round(seconds * RATE)))
    hertz = np.fft.rfftfreq(round(seconds * RATE), 1 / RATE)
    shape = 1 / np.sqrt((1 + (low / np.maximum(hertz, 1)) ** 6) * (1 + (hertz / high) ** 6))
    sound: Sound = np.fft.irfft(spectrum * shape, round(seconds * RATE))
    sound /= np.abs(sound).max()
    return sound


def strike(rng: np.random.Generator, modes: Modes, hardness: float = 1.0) -> Sound:
    """One blow on a thing. A harder blow excites more of the high modes; no two are alike."""
    seconds = max(fall for _, fall, _ in modes)
    time = np.arange(round(seconds * RATE)) / RATE
    sound = np.zeros_like(time)
    for n, (hertz, fall, strength) in enumerate(modes):
        pitch = hertz * (1 + .015 * rng.standard_normal())
        power = strength * hardness ** (n / 2) * (.7 + .6 * rng.random())
        sound += power * np.sin(2 * np.pi * pitch * time) * np.exp(-6.9 * time / fall)
    contact = min(len(time), round(.004 * RATE))
    sound[:contact] += hardness * .4 * noise(rng, contact / RATE, 1_500, 9_000) \
        * np.linspace(1, 0, contact) ** 2
    return sound * np.minimum(1, time / .0004)


def lay(length: float, blows: Sequence[tuple[float, float, Sound]]) -> Sound:
    """Sounds at their times, each with its strength, on one track."""
    track = silence(length)
    for at, strength, sound in blows:
        begin = round(at * RATE)
        part = sound[:max(0, len(track) - begin)]
        track[begin:begin + len(part)] += strength * part
    return track


def swell(length: float, rise: float, power: float = 2.0) -> Sound:
    """An envelope that rises for the share ``rise`` of its length, then falls."""
    place = np.linspace(0, 1, round(length * RATE))
    return np.where(place < rise, (place / rise) ** power, ((1 - place) / (1 - rise)) ** power)


def bounces(rng: np.random.Generator, first: float, keeps: float, count: int) -> list[float]:
    """The times of a thing that bounces: each flight is the share ``keeps`` of the one before."""
    at, flight, times = 0.0, first, []
    for _ in range(count):
        times.append(at)
        at += flight * (.85 + .3 * rng.random())
        flight *= keeps
    return times


def card(rng: np.random.Generator) -> Sound:
    """A card leaves the shoe and comes to lie on the cloth."""
    slide = noise(rng, .13, 2_200, 7_500) * swell(.13, .7, 1.2)
    settle = noise(rng, .05, 900, 4_000) * swell(.05, .08, 3)
    return lay(.24, [(0, .5, slide), (.125, .8, settle), (.127, .5, strike(rng, CLOTH, .3))])


def turn(rng: np.random.Generator) -> Sound:
    """A card is turned: its edge snaps, its face meets the cloth."""
    snap = noise(rng, .018, 2_500, 9_000) * swell(.018, .1, 2)
    rub = noise(rng, .1, 1_500, 5_000) * swell(.1, .5)
    return lay(.26, [(0, .6, snap), (.01, .25, rub), (.12, .9, snap[::-1]),
                     (.13, .8, strike(rng, CLOTH, .4))])


def shuffle(rng: np.random.Generator) -> Sound:
    """A riffle: some forty edges, faster and faster, then the packs close."""
    times = np.cumsum(np.linspace(.022, .009, 42))
    edges = [(float(t), .4 + .5 * rng.random(),
              noise(rng, .012, 1_800, 8_000) * swell(.012, .1, 2)) for t in times]
    close = noise(rng, .09, 700, 4_000) * swell(.09, .3)
    return lay(.92, [*edges, (float(times[-1]) + .03, .7, close)])


def chip(rng: np.random.Generator) -> Sound:
    """A chip is put on another one."""
    return lay(.16, [(0, 1, strike(rng, CLAY)), (.021, .35, strike(rng, CLAY, .7)),
                     (.034, .15, strike(rng, CLAY, .5)), (0, .5, strike(rng, CLOTH, .5))])


def stake(rng: np.random.Generator) -> Sound:
    """A chip is put on the cloth."""
    return lay(.16, [(0, 1, strike(rng, CLOTH, .6)), (.001, .7, strike(rng, CLAY, .7)),
                     (.045, .12, strike(rng, CLAY, .4))])


def chips(rng: np.random.Generator) -> Sound:
    """A stack slides over the cloth and closes up."""
    rub = noise(rng, .4, 700, 3_200) * swell(.4, .55)
    knocks = [(float(t), float(.25 + .55 * rng.random()), strike(rng, CLAY, .8))
              for t in [0.0, *np.sort(.06 + .38 * rng.random(9))]]
    return lay(.62, [(0, .22, rub), *knocks, (.46, .9, strike(rng, CLAY))])


def ball_roll(rng: np.random.Generator) -> Sound:
    """The ball on its track, two rounds: a loop. Wood hums below it, each joint ticks softly."""
    length = 2.0
    turn_of_ball = np.sin(2 * np.pi * np.arange(round(length * RATE)) / RATE)
    hum = noise(rng, length, 260, 900) * (1 + .25 * turn_of_ball)
    hiss = noise(rng, length, 1_300, 3_800) * (.3 + .1 * turn_of_ball)
    joints = silence(length)
    for at in np.arange(0, length, .125):
        tick = strike(rng, FRET, .3) * (.03 + .03 * rng.random())
        joints[(round(at * RATE) + np.arange(len(tick))) % len(joints)] += tick
    return hum + hiss + joints


def ball_drop(rng: np.random.Generator) -> Sound:
    """The ball strikes a diamond, jumps from fret to fret and comes to rest in a pocket."""
    blows = [(0.0, 1.0, strike(rng, STEEL, 1.1))]
    for n, at in enumerate(bounces(rng, .21, .84, 11)):
        force = .95 * .82 ** n
        blows += [(.16 + at, force, strike(rng, FRET, .5 + force / 2)),
                  (.16 + at, .5 * force, strike(rng, WOOD, .5))]
    blows += [(1.42 + at, .16 * .7 ** n, strike(rng, WOOD, .4))
              for n, at in enumerate(bounces(rng, .05, .8, 6))]
    return lay(1.75, blows)


def dice(rng: np.random.Generator) -> Sound:
    """Two dice are thrown: they strike the wall, fall on the cloth and roll to rest."""
    blows: list[tuple[float, float, Sound]] = []
    for start in (0.0, .045):
        for n, at in enumerate(bounces(rng, .15, .72, 7)):
            force = .9 * .75 ** n
            blows += [(start + at, .5 * force, strike(rng, ACRYLIC, .4 + force)),
                      (start + at, .8 * force, strike(rng, CLOTH, .6))]
    blows.append((.05, .4, strike(rng, ACRYLIC, 1.2)))
    return lay(.8, blows)


def dome(rng: np.random.Generator) -> Sound:
    """Three dice are shaken under the dome: three presses of the lever."""
    blows: list[tuple[float, float, Sound]] = []
    for press in (0.0, .42, .84):
        blows += [(press, .8, strike(rng, WOOD, .6)), (press + .015, .25, strike(rng, STEEL, .5))]
        blows += [(press + .03 + float(t), float(.18 + .3 * rng.random()),
                   strike(rng, GLASS if n % 3 == 0 else ACRYLIC, .6))
                  for n, t in enumerate(np.sort(.2 * rng.random(13) ** 1.4))]
        blows.append((press + .3, .3, strike(rng, WOOD, .4)))
    return lay(1.35, blows)


def dome_lift(rng: np.random.Generator) -> Sound:
    """The cover is lifted from its base."""
    rub = noise(rng, .16, 500, 2_600) * swell(.16, .4)
    return lay(.42, [(0, .35, rub), (.1, .5, strike(rng, GLASS, .4)),
                     (.0, .3, strike(rng, WOOD, .3))])


def reel_spin(rng: np.random.Generator) -> Sound:
    """The reels turn: a hum of the motor and the pawl on the teeth, a loop."""
    length = 1.0
    time = np.arange(round(length * RATE)) / RATE
    whir = noise(rng, length, 180, 700) + .35 * noise(rng, length, 1_200, 3_600)
    motor = .25 * np.sin(2 * np.pi * 98 * time) + .12 * np.sin(2 * np.pi * 196 * time + 1)
    teeth = silence(length)
    for at in np.arange(0, length, 1 / 25):
        tick = strike(rng, STEEL, .4) * (.22 + .08 * rng.random())
        teeth[(round(at * RATE) + np.arange(len(tick))) % len(teeth)] += tick
    return .5 * whir + motor + teeth


def reel_stop(rng: np.random.Generator) -> Sound:
    """A reel locks: the pawl strikes, the frame answers, the drum swings back once."""
    return lay(.26, [(0, 1, strike(rng, STEEL, .9)), (.002, .9, strike(rng, WOOD, .7)),
                     (.06, .3, strike(rng, STEEL, .5))])


def bar(rng: np.random.Generator, hertz: float, fall: float) -> Sound:
    """A wooden bar that is struck with a soft mallet, over its tube."""
    return strike(rng, ((hertz, fall, 1), (hertz * 3.93, fall * .3, .22),
                        (hertz * 9.2, fall * .12, .06)), .25)


def win_small(rng: np.random.Generator) -> Sound:
    """Chips come, and two bars are struck."""
    return lay(1.1, [(0, .5, chips(rng)), (.1, .45, bar(rng, 523.25, .8)),
                     (.24, .5, bar(rng, 783.99, .8))])


def win_large(rng: np.random.Generator) -> Sound:
    """Chips are poured, and four bars rise."""
    pour = [(float(t), float(.2 + .5 * rng.random()), strike(rng, CLAY, .8))
            for t in np.sort(1.1 * rng.random(38))]
    notes = ((.1, 523.25), (.26, 659.25), (.42, 783.99), (.62, 1_046.5))
    return lay(2.0, [*pour, *((at, .55, bar(rng, hertz, 1.3)) for at, hertz in notes)])


def knock(rng: np.random.Generator) -> Sound:
    """Knuckles on the rail: a player checks."""
    return lay(.36, [(0, .8, strike(rng, WOOD, 1.6)), (.14, 1, strike(rng, WOOD, 1.6))])


def refusal(rng: np.random.Generator) -> Sound:
    """The rake's end on the cloth, twice and low: not this."""
    low = tuple((hertz * .8, fall * 1.2, strength) for hertz, fall, strength in WOOD)
    return lay(.42, [(0, 1, strike(rng, low, 1.4)), (.13, .8, strike(rng, low, 1.2))])


def tick(rng: np.random.Generator) -> Sound:
    """A second that passes: a peg of wood."""
    return lay(.07, [(0, 1, strike(rng, ((1_150, .05, 1), (2_480, .035, .5)), .4))])


def bell(rng: np.random.Generator) -> Sound:
    """The hand bell of the floor, once."""
    modes = ((1_318.5, 1.4, 1), (2_650, 1.0, .6), (3_980, .6, .4), (5_570, .4, .25),
             (7_300, .25, .15))
    return lay(1.4, [(0, 1, strike(rng, modes, .6))])


EFFECTS = (
    Effect("card", card, .50), Effect("turn", turn, .62), Effect("shuffle", shuffle, .40),
    Effect("chip", chip, .70), Effect("stake", stake, .70), Effect("chips", chips, .62),
    Effect("ball-roll", ball_roll, .27, loop=True), Effect("ball-drop", ball_drop, .70),
    Effect("dice", dice, .62), Effect("dome", dome, .42), Effect("dome-lift", dome_lift, .36),
    Effect("reel-spin", reel_spin, .26, loop=True), Effect("reel-stop", reel_stop, .70),
    Effect("win-small", win_small, .38), Effect("win-large", win_large, .40),
    Effect("knock", knock, .70), Effect("refusal", refusal, .70), Effect("tick", tick, .60),
    Effect("bell", bell, .25),
)


def render(effect: Effect, seed: int = SEED) -> Sound:
    """The samples of one effect, at its level. A sound that is no loop ends in silence."""
    numbers = np.random.default_rng([seed, *effect.name.encode()])
    sound = effect.sound(numbers)
    if not effect.loop:
        sound = sound - sound.mean()
        fade = round(.012 * RATE)
        sound[-fade:] *= np.linspace(1, 0, fade)
    sound *= effect.peak / np.abs(sound).max()
    return sound


def seam(sound: Sound) -> float:
    """How far a loop jumps where it begins again, compared with its largest step elsewhere."""
    steps = [abs(b - a) for a, b in pairwise(sound)]
    return float(abs(sound[0] - sound[-1]) / max(steps))

// Sounds of the table and calls of the croupier. Nothing is loaded until a visitor has chosen to hear them and has
// touched the page; whatever fails, the page stays silent and goes on. Every sound is also in words.

import { SOUND_LEVELS, changeSettings, onSettingsChange, settings } from './settings.js';

/**
 * @typedef {import('./settings.js').SoundLevel} Level
 * @typedef {{file: string, places: Object<string, [number, number]>, loops: string[]}} Sprite begin and length of each
 *   sound in seconds
 * @typedef {{effects?: Sprite, voices?: Object<string, Sprite>}} Index what the folder has
 * @typedef {{buffer: AudioBuffer, sprite: Sprite, mark: number}} Loaded
 * @typedef {{rate?: number, gain?: number, pan?: number}} Manner pitch and speed, loudness, and the side from -1 to 1
 * @typedef {{stop: () => void, ended: Promise<void>}} Playing
 */

const LOUDNESS = { off: 0, low: 0.35, on: 1 };
const VOICE_LOUDNESS = 0.9;
/** Effects of what rolls, falls and spins; the others are of cards and chips. */
const OF_BALL = new Set(['ball-roll', 'ball-drop', 'dice', 'dome', 'dome-lift', 'reel-spin', 'reel-stop']);
const FOLDER = new URL('../../sound/', import.meta.url);
/** How many calls wait for their turn: of an older one nobody would know what it meant. */
const WAITING_CALLS = 3;
/** After how many milliseconds a call that waited for its file is past. */
const STALE = 2500;
const GESTURES = ['pointerdown', 'keydown', 'touchend'];

/** @type {AudioContext | null} */ let context = null;
/** @type {GainNode | null} */ let master = null;
/** @type {Promise<Index | null> | null} */ let index = null;
/** @type {Map<string, Promise<Loaded | null>>} */ const loaded = new Map();
/** @type {Loaded | null} */ let effects = null;
let touched = false;
let calls = 0;
let speaking = Promise.resolve();

/** What the visitor has chosen; off until they choose. */
export const soundLevel = () => settings().sound;

/** Choose how loud it is, here and on later visits. @param {Level} wanted */
export function setSoundLevel(wanted) {
  if (SOUND_LEVELS.includes(wanted)) changeSettings({ sound: wanted });
  wake();
}
onSettingsChange((to, from) => {
  if (to.sound === from.sound) return;
  if (master && context) master.gain.setTargetAtTime(LOUDNESS[to.sound], context.currentTime, 0.02);
  wake();
});

/** How loud an effect is beside the others. @param {string} name */
const volumeOf = name => settings().volume[OF_BALL.has(name) ? 'ball' : 'cards'] / 70;

/**
 * Play an effect of the sprite. A loop goes on until it is stopped.
 * @param {string} name @param {Manner} [manner] @returns {Playing | null} null if nothing can be heard
 */
export function play(name, manner = {}) {
  try {
    wake();
    const volume = volumeOf(name);
    return effects && volume && audible()
      ? start(effects, name, { ...manner, gain: (manner.gain ?? 1) * volume })
      : null;
  } catch {
    return null;
  }
}

/**
 * Let somebody hear once what they chose, as soon as it can be heard.
 * @param {string} name an effect, or a call @param {boolean} [spoken]
 */
export async function preview(name, spoken = false) {
  wake();
  if (soundLevel() === 'off' || !context) return;
  await context.resume().catch(() => {});
  if (spoken) await say(name);
  else if (await loadEffects()) play(name);
}

/**
 * Say a call in the language of the page, after the calls before it; several keys are said one after another.
 * @param {string | string[]} key @returns {Promise<boolean>} whether it was said
 */
export async function say(key) {
  try {
    wake();
    const language = document.documentElement.lang.slice(0, 2);
    const keys = [key].flat();
    if (!audible() || !settings().voice || calls >= WAITING_CALLS) return false;
    const places = (await readIndex())?.voices?.[language]?.places;
    if (!places || !keys.every(one => places[one])) return false; // nothing is loaded for a game without calls
    const asked = performance.now();
    const voice = await voiceOf(language);
    if (performance.now() - asked > STALE) return false;
    if (!voice || calls >= WAITING_CALLS || !keys.every(one => voice.sprite.places[one])) return false;
    calls++;
    const turn = speaking
      .then(async () => {
        for (const one of keys) await sayOne(voice, one);
      })
      .catch(() => {});
    speaking = turn.finally(() => {
      calls--;
    });
    await speaking;
    return true;
  } catch {
    return false;
  }
}

/** The language's voice, if it has one. @param {string} language @returns {Promise<Loaded | null>} */
const voiceOf = async language => {
  const sprite = (await readIndex())?.voices?.[language];
  return sprite ? load(sprite, 24000) : null;
};

/** @param {Loaded} voice @param {string} key */
async function sayOne(voice, key) {
  if (audible()) await start(voice, key, { gain: (VOICE_LOUDNESS * settings().volume.voice) / 80 })?.ended;
}

const audible = () => soundLevel() !== 'off' && context?.state === 'running';

/** Begin to load when sound is wanted and the browser lets a page make it. */
function wake() {
  if (!touched || soundLevel() === 'off') return;
  if (!context) open();
  if (context?.state === 'suspended' && !document.hidden) context.resume().catch(() => {});
}

function open() {
  if (!window.AudioContext) return;
  context = new AudioContext({ latencyHint: 'interactive' });
  master = context.createGain();
  master.gain.value = LOUDNESS[soundLevel()];
  master.connect(context.destination);
  loadEffects().catch(() => {});
}

/** The effects, once they have come; null where they cannot be had. */
async function loadEffects() {
  const sprite = (await readIndex())?.effects;
  effects = (sprite && (await load(sprite))) || null;
  return effects;
}

/** What the folder has: once, and again only after it could not be read. */
function readIndex() {
  index ||= fetch(new URL('sounds.json', FOLDER))
    .then(answer => (answer.ok ? answer.json() : Promise.reject(answer)))
    .catch(() => {
      index = null;
      return null;
    });
  return index;
}

/** @param {Sprite} sprite @param {number} [rate] samples per second, where fewer are enough */
function load(sprite, rate) {
  const known = loaded.get(sprite.file);
  if (known) return known;
  const loading = decode(sprite, rate).catch(() => {
    loaded.delete(sprite.file);
    return null;
  });
  loaded.set(sprite.file, loading);
  return loading;
}

/** @param {Sprite} sprite @param {number} [rate] @returns {Promise<Loaded>} */
async function decode(sprite, rate) {
  const answer = await fetch(new URL(sprite.file, FOLDER));
  if (!answer.ok) throw new Error(`${answer.status}`);
  const bytes = await answer.arrayBuffer();
  const decoder = rate && window.OfflineAudioContext ? new OfflineAudioContext(1, 1, rate) : context;
  if (!decoder) throw new Error('no decoder');
  const buffer = await decoder.decodeAudioData(bytes);
  return { buffer, sprite, mark: findMark(buffer) };
}

/**
 * Where the pulse lies that begins each file, in seconds: decoders put silence of different lengths before it.
 * @param {AudioBuffer} buffer
 */
export function findMark(buffer) {
  const samples = buffer.getChannelData(0);
  const end = Math.min(samples.length, buffer.sampleRate * 0.2);
  let at = 0;
  while (at < end && Math.abs(samples[at]) < 0.2) at++;
  return at < end ? at / buffer.sampleRate : 0;
}

/**
 * A number within bounds, or the usual one.
 * @param {number | undefined} value @param {number} usual @param {number} low @param {number} high
 */
const within = (value, usual, low, high) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : usual;

/** @param {Loaded} from @param {string} name @param {Manner} manner @returns {Playing | null} */
function start(from, name, { rate, gain, pan }) {
  const place = from.sprite.places[name];
  if (!place || !context || !master) return null;
  const source = context.createBufferSource();
  const volume = context.createGain();
  const begin = from.mark + place[0];
  const looped = from.sprite.loops.includes(name);
  source.buffer = from.buffer;
  source.playbackRate.value = within(rate, 1, 0.5, 2);
  volume.gain.value = within(gain, 1, 0, 2);
  source.connect(volume);
  if (pan && context.createStereoPanner) {
    const side = context.createStereoPanner();
    side.pan.value = within(pan, 0, -1, 1);
    volume.connect(side).connect(master);
  } else volume.connect(master);
  const ended = new Promise(done => {
    source.onended = () => {
      volume.disconnect();
      done(undefined);
    };
  });
  if (looped) Object.assign(source, { loop: true, loopStart: begin, loopEnd: begin + place[1] });
  if (looped) source.start(0, begin);
  else source.start(0, begin, place[1]);
  const { currentTime } = context;
  const stop = () => {
    try {
      const now = context?.currentTime ?? currentTime;
      volume.gain.setTargetAtTime(0, now, 0.03);
      source.stop(now + 0.15);
    } catch {
      /* it had ended */
    }
  };
  return { stop, ended: /** @type {Promise<void>} */ (ended) };
}

for (const gesture of GESTURES) {
  addEventListener(
    gesture,
    () => {
      touched = true;
      wake();
    },
    { passive: true, capture: true },
  );
}
document.addEventListener('visibilitychange', () => {
  if (document.hidden) context?.suspend().catch(() => {});
  else wake();
});

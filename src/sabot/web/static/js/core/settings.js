// What a person chose, kept on this device: one frozen record that everything reads which draws, sounds or takes keys.
// Nothing here changes a rule or a chance.

import { readText, readValue, storeText } from './storage.js';

/**
 * @typedef {'off' | 'low' | 'on'} SoundLevel
 * @typedef {'full' | 'short' | 'none'} Motion
 * @typedef {{cards: number, ball: number, voice: number}} Volumes per cent, of cards and chips, of what rolls and spins,
 *   of the croupier
 * @typedef {Readonly<{
 *   language: string,
 *   sound: SoundLevel,
 *   voice: boolean,
 *   late: boolean,
 *   volume: Readonly<Volumes>,
 *   motion: Motion,
 *   system: boolean,
 *   deck: 'own' | 'two' | 'four',
 *   back: string,
 *   largeIndex: boolean,
 *   cloth: string,
 *   keys: Readonly<Record<string, Readonly<Record<string, string>>>>,
 *   askOver: number,
 * }>} Settings language: "" until one is chosen; late: whether five seconds left can be heard; system: whether a system
 *   that asks for less motion gets none; deck: "own", as is usual at each game; cloth: "own", or the cloth of all tables; keys: by language, letters by
 *   `keyId`; askOver: cents, 0 for never
 */

/** @type {SoundLevel[]} */
export const SOUND_LEVELS = ['off', 'low', 'on'];
/** @type {Motion[]} */
export const MOTIONS = ['full', 'short', 'none'];
/** @type {('own' | 'two' | 'four')[]} */
export const DECKS = ['own', 'two', 'four'];
export const BACKS = ['tiles', 'waves', 'lattice', 'knots'];
export const CLOTHS = ['own', 'blackjack', 'roulette', 'baccarat', 'dice', 'poker'];
/** What one may choose for the own limit, in cents. */
export const LIMITS = [0, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000];

/** Everything as delivered. @type {Settings} */
export const DELIVERED = Object.freeze({
  language: '',
  sound: 'off',
  voice: true,
  late: true,
  volume: Object.freeze({ cards: 70, ball: 55, voice: 80 }),
  motion: 'full',
  system: true,
  deck: 'own',
  back: 'tiles',
  largeIndex: false,
  cloth: 'own',
  keys: Object.freeze({}),
  askOver: 0,
});

/** Language and sound were kept before there was a record, each under a name of its own. */
const KEYS = { language: 'sabot.lang', sound: 'sabot.sound', rest: 'sabot.settings' };

/** @param {unknown} value @returns {Record<string, unknown>} */
const asObject = value =>
  value && typeof value === 'object' && !Array.isArray(value) ? /** @type {Record<string, unknown>} */ (value) : {};

/**
 * The value if it is one of those that may be chosen, else the usual one.
 * @template T
 * @param {unknown} value @param {readonly T[]} may @param {T} usual
 */
const oneOf = (value, may, usual) => (may.includes(/** @type {T} */ (value)) ? /** @type {T} */ (value) : usual);
/** @param {unknown} value @param {boolean} usual */
const yesOrNo = (value, usual) => (typeof value === 'boolean' ? value : usual);
/** @param {unknown} value @param {number} usual */
const percent = (value, usual) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(100, Math.max(0, Math.round(value))) : usual;

/** A letter that a key can have: one letter of any alphabet. Digits choose chips. */
const LETTER = /^\p{L}$/u;
/** @param {unknown} value */
export const isKeyLetter = value => typeof value === 'string' && LETTER.test(value) && value === value.toUpperCase();

/** @param {unknown} value @returns {Settings['keys']} */
function readKeys(value) {
  const all = Object.entries(asObject(value))
    .filter(([language]) => /^[a-z]{2}$/.test(language))
    .map(([language, letters]) => [
      language,
      Object.freeze(Object.fromEntries(Object.entries(asObject(letters)).filter(([, letter]) => isKeyLetter(letter)))),
    ]);
  return Object.freeze(Object.fromEntries(all));
}

/** A record of what is lawful in a value; the rest as delivered. @param {unknown} value @returns {Settings} */
export function readSettings(value) {
  const x = asObject(value);
  const volume = asObject(x.volume);
  const d = DELIVERED;
  return Object.freeze({
    language: typeof x.language === 'string' && /^[a-z]{2}$/.test(x.language) ? x.language : d.language,
    sound: oneOf(x.sound, SOUND_LEVELS, d.sound),
    voice: yesOrNo(x.voice, d.voice),
    late: yesOrNo(x.late, d.late),
    volume: Object.freeze({
      cards: percent(volume.cards, d.volume.cards),
      ball: percent(volume.ball, d.volume.ball),
      voice: percent(volume.voice, d.volume.voice),
    }),
    motion: oneOf(x.motion, MOTIONS, d.motion),
    system: yesOrNo(x.system, d.system),
    deck: oneOf(x.deck, DECKS, d.deck),
    back: oneOf(x.back, BACKS, d.back),
    largeIndex: yesOrNo(x.largeIndex, d.largeIndex),
    cloth: oneOf(x.cloth, CLOTHS, d.cloth),
    keys: readKeys(x.keys),
    askOver: oneOf(x.askOver, LIMITS, d.askOver),
  });
}

/** What the device keeps. */
function load() {
  const rest = asObject(readValue(KEYS.rest));
  return readSettings({ ...rest, language: readText(KEYS.language), sound: readText(KEYS.sound) });
}

let now = load();
/** @type {Set<(to: Settings, from: Settings) => void>} */
const listeners = new Set();

/** What is chosen now. */
export const settings = () => now;

/**
 * Call fn after each change, on this page or on another one; returns what ends that.
 * @param {(to: Settings, from: Settings) => void} fn
 */
export function onSettingsChange(fn) {
  listeners.add(fn);
  return () => {
    listeners.delete(fn);
  };
}

/** @param {Settings} to */
function become(to) {
  const from = now;
  if (JSON.stringify(from) === JSON.stringify(to)) return;
  now = to;
  dressPage();
  for (const fn of listeners) fn(to, from);
}

/** Choose, here and on later visits; what may not be chosen stays as it was. @param {Partial<Settings>} changed */
export function changeSettings(changed) {
  const wanted = { ...now, ...changed };
  const to = readSettings(wanted);
  const { language, sound, ...rest } = to;
  const was = JSON.stringify({ ...now, language: '', sound: '' });
  if (language !== now.language) storeText(KEYS.language, language);
  if (sound !== now.sound) storeText(KEYS.sound, sound);
  if (JSON.stringify({ ...to, language: '', sound: '' }) !== was) storeText(KEYS.rest, JSON.stringify(rest));
  become(to);
}

// ---- what follows from it -------------------------------------------------------------------------------

const calm = matchMedia('(prefers-reduced-motion: reduce)');
/** Whether the system asks for less motion. */
export const systemIsCalm = () => calm.matches;
/** How much moves: what was chosen, or nothing where the system asks for that and is followed. @returns {Motion} */
export const motionNow = () => (now.system && calm.matches ? 'none' : now.motion);

/** Styles read these: how much moves, and the one cloth of all tables. */
function dressPage() {
  const { dataset } = document.documentElement;
  dataset.motion = motionNow();
  dataset.oneCloth = now.cloth;
}

/**
 * The name of an act whose letter one may choose: acts of one name have several letters in different games.
 * @param {string} act @param {(string | undefined)[]} letters as delivered, in Portuguese, English and Chinese
 */
export const keyId = (act, letters) => `${act}:${letters.map(one => one ?? '').join('')}`;

/**
 * The letter that a person chose for an act, where they chose one.
 * @param {Record<string, Record<string, string>> | undefined} words those of a game, by language
 * @param {string} key `key.ACT`
 * @param {string} as
 */
export function chosenKey(words, key, as) {
  const mine = now.keys[as];
  if (!mine || !words?.[as]?.[key]) return undefined;
  return mine[
    keyId(
      key.slice(4),
      ['pt', 'en', 'zh'].map(one => words[one]?.[key]),
    )
  ];
}

dressPage();
calm.addEventListener?.('change', () => {
  dressPage();
  for (const fn of listeners) fn(now, now);
});
addEventListener('storage', e => {
  if (e.key === null || Object.values(KEYS).includes(e.key)) become(load());
});
// A page that comes back from the memory of the browser has missed what was chosen meanwhile.
addEventListener('pageshow', e => {
  if (e.persisted) become(load());
});

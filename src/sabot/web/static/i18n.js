// Languages: the interface's own words, the game's words, money and time. Switched in place.

import { PT, EN } from './lang.js';

const OWN = { pt: PT, en: EN };
export const LANGS = { pt: 'PT', en: 'EN' };
const LOCALE = { pt: 'pt-PT', en: 'en-GB' };
const heard = new Set();

const stored = () => { try { return localStorage.getItem('sabot.lang'); } catch { return null; } };
let now = stored() ?? (navigator.language?.toLowerCase().startsWith('pt') ? 'pt' : 'en');
if (!OWN[now]) now = 'pt';
document.documentElement.lang = now;

export const lang = () => now;

/** Speak another language from now on; every listener draws itself again. @param {string} to */
export function speak(to) {
  now = OWN[to] ? to : 'pt';
  document.documentElement.lang = now;
  try { localStorage.setItem('sabot.lang', now); } catch { /* a private window forgets */ }
  label(document);
  for (const fn of heard) fn(now);
}

/** Call fn after each change of language. @param {(lang: string) => void} fn */
export const onSpeak = fn => { heard.add(fn); };

const fill = (text, facts = {}) => text.replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);

/** The interface's own words. @param {string} key @param {object} [facts] @param {string} [as] */
export const t = (key, facts, as = now) => fill(OWN[as][key] ?? OWN.pt[key] ?? key, facts);

/** The interface's words for a number of things: one has its own where it needs them (`key.1`). @param {string} key @param {number} n @param {object} [facts] */
export const many = (key, n, facts) => t(n === 1 && OWN[now][`${key}.1`] ? `${key}.1` : key, { n, ...facts });

/** The game's words, from the table; "" when it has none. @param {any} table @param {string} key @param {object} [facts] @param {string} [as] */
export const word = (table, key, facts, as = now) => {
  const text = table?.words?.[as]?.[key] ?? table?.words?.pt?.[key];
  return text === undefined ? '' : fill(text, facts);
};

/** The name of the game in the reader's language. @param {any} table */
export const gameName = table => table.names?.[now] ?? table.names?.pt ?? table.game;

/** Put words into every element with data-t (text), data-t-title (title) or data-t-label (aria-label). @param {ParentNode} root */
export function label(root) {
  for (const el of root.querySelectorAll('[data-t]')) el.textContent = t(el.dataset.t);
  for (const el of root.querySelectorAll('[data-t-title]')) el.title = t(el.dataset.tTitle);
  for (const el of root.querySelectorAll('[data-t-label]')) el.setAttribute('aria-label', t(el.dataset.tLabel));
}

// ---- money and time ------------------------------------------------------------------------------------

const numbers = new Map();
const format = (places, currency, as = now) => {
  const key = as + places + currency;
  if (!numbers.has(key)) numbers.set(key, new Intl.NumberFormat(LOCALE[as], { ...(currency ? { style: 'currency', currency } : {}), minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: 'always' }));
  return numbers.get(key);
};
const CODES = { '€': 'EUR' };
let coin = 'EUR';
/** The currency of the table that is told from now on, by its sign. @param {string|undefined} sign */
export const coinage = sign => { coin = CODES[sign] ?? sign ?? 'EUR'; };
/** What is made while another currency holds: a list tells tables of several. @template T @param {string|undefined} sign @param {() => T} make @returns {T} */
export const inCoin = (sign, make) => { const was = coin; coinage(sign); try { return make(); } finally { coin = was; } };
const places = cents => cents % 100 ? 2 : 0;
/** Cents as a full sum: 1 220,00 €. @param {number} cents */
export const money = cents => format(2, coin).format(cents / 100);
/** Cents as short as they go: 15 €, 7,50 €, MOP 15. @param {number} cents @param {string} [as] */
export const cash = (cents, as = now) => format(places(cents), coin, as).format(cents / 100);
/** Cents as they go where the currency is known: 1 220. @param {number} cents */
export const bare = cents => format(places(cents), '').format(cents / 100);
/** Demo credits, which are of no currency: 1 000 créditos. @param {number} cents */
export const credits = cents => t('credits.n', { n: bare(cents) });
/** Cents as they stand on a chip: 15, 7,5, 1,2k. @param {number} cents */
export const brief = cents => {
  const v = cents / 100, text = v >= 10_000 ? `${Math.round(v / 1000)}k` : String(Math.round(v * 100) / 100);
  return now === 'pt' ? text.replace('.', ',') : text;
};
/** Cents as they are typed: 7,50. @param {number} cents */
export const plain = cents => (cents / 100).toFixed(2).replace('.', now === 'pt' ? ',' : '.');
/** A gain or a loss, always with its sign. @param {number} cents */
export const signed = (cents, short = false, as = short ? cash : money) => `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${as(Math.abs(cents))}`;
export const sign = cents => cents > 0 ? 'up' : cents < 0 ? 'down' : '';

/** Seconds as 0:42:10. @param {number} s */
export const span = s => `${Math.floor(s / 3600)}:${String(Math.floor(s / 60) % 60).padStart(2, '0')}:${String(Math.floor(s) % 60).padStart(2, '0')}`;
/** @param {number|string} at unix seconds, or a date text */
export const clock = at => new Date(typeof at === 'number' ? at * 1000 : at).toLocaleString(LOCALE[now], { dateStyle: 'short', timeStyle: 'short' });

// ---- what is spoken -------------------------------------------------------------------------------------

const SAID = {
  pt: ['zero', 'um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez', 'onze', 'doze', 'treze', 'catorze', 'quinze', 'dezasseis', 'dezassete', 'dezoito', 'dezanove', 'vinte'],
  en: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
};
/** A small number in words, as it is called at the table. @param {number} n */
export const said = (n, as = now) => SAID[as][n] ?? (n < 30 ? SAID[as][20] + (as === 'pt' ? ' e ' : '-') + SAID[as][n - 20] : n < 40 ? (as === 'pt' ? 'trinta' : 'thirty') + (n === 30 ? '' : (as === 'pt' ? ' e ' : '-') + SAID[as][n - 30]) : String(n));

const SUITS = { pt: { S: 'espadas', H: 'copas', D: 'ouros', C: 'paus' }, en: { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' } };
const RANKS = { pt: { A: 'ás', K: 'rei', Q: 'dama', J: 'valete', T: 'dez' }, en: { A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten' } };
/** "rei de copas", "king of hearts"; a hidden card says only that. @param {string|null} code */
export function cardName(code) {
  if (!code) return t('card.hidden');
  const [rank, suit] = code;
  return `${RANKS[now][rank] ?? said(Number(rank))} ${now === 'pt' ? 'de' : 'of'} ${SUITS[now][suit]}`;
}
/** The clause as it is printed: "15.a" of a full id, "interp. 4" of ir/4. @param {string} ref */
export const short = ref => ref.startsWith('ir/') ? `${t('law.ir')} ${ref.slice(3)}` : ref.split('/').pop() ?? '';

/** A day as it is written: 7 de dezembro de 2001; a year stays one. @param {string} iso */
export const day = iso => /^\d{4}-\d\d-\d\d$/.test(iso) ? new Date(`${iso}T12:00:00`).toLocaleDateString(LOCALE[now], { dateStyle: 'long' }) : iso;

// The words of the odds pages. Names of bets, acts and classes of play come from the game.

import { locale, t, topic } from '../core/i18n.js';

/** A text of this page in the reader's language. */
export const { w: o } = topic('odds');

/** A number with so many places, a true minus, and its sign where it is asked for. @param {number} n @param {number} places @param {boolean} [sign] */
export const figure = (n, places, sign = false) => `${n < 0 ? '−' : sign && n > 0 ? '+' : ''}${Math.abs(n).toLocaleString(locale(), { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: 'always' })}`;
/** A part as a percentage. @param {number} part @param {number} [places] @param {boolean} [sign] */
export const percent = (part, places = 2, sign = false) => t('sign.percent', { n: figure(100 * part, places, sign) });
/** A chance as people say it: a percentage, or one in so many where it is rare. @param {number} p */
export const chance = p => p >= .001 ? percent(p, p >= .1 ? 1 : 2) : p > 0 ? o('one-in', { n: figure(Math.round(1 / p), 0) }) : '–';
/** A fraction as text, or a number, as a number. @param {string|number} v */
export const value = v => { const [a, b] = String(v).split('/'); return Number(a) / Number(b ?? 1); };

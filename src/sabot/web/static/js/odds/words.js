// The words of the odds pages. Names of bets, acts and classes of play come from the game.

import { locale, t, wordGroup } from '../core/i18n.js';

/** A text of this page in the reader's language. */
export const { w: oddsWord } = wordGroup('odds');

/**
 * A number with fixed decimals and a typographic minus; with `sign` also a plus.
 * @param {number} n
 * @param {number} places
 * @param {boolean} [sign]
 */
export const formatFigure = (n, places, sign = false) =>
  `${n < 0 ? '−' : sign && n > 0 ? '+' : ''}${Math.abs(n).toLocaleString(locale(), {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    useGrouping: 'always',
  })}`;
/** A part as a percentage. @param {number} part @param {number} [places] @param {boolean} [sign] */
export const formatPercent = (part, places = 2, sign = false) =>
  t('sign.percent', { n: formatFigure(100 * part, places, sign) });
/** A chance in words: a percentage, or "one in n" if it is small. @param {number} p */
export const formatChance = p =>
  p >= 0.001
    ? formatPercent(p, p >= 0.1 ? 1 : 2)
    : p > 0
      ? oddsWord('one-in', { n: formatFigure(Math.round(1 / p), 0) })
      : '–';
/** The value of a fraction such as "7/495", or of a number. @param {string|number} v */
export const fractionValue = v => {
  const [a, b] = String(v).split('/');
  return Number(a) / Number(b ?? 1);
};

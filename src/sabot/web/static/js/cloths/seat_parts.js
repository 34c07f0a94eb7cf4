// Elements and figures of the places of an arc.

import { formatChip, formatNet, formatNumber, formatSum, joinPhrases, joinWithColon } from '../core/i18n.js';
import { bettorName } from '../record/names.js';

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} [cls]
 * @param {string} [html]
 */
export const el = (tag, cls = '', html = '') => {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  if (html) e.innerHTML = html;
  return e;
};
/** The cards of a hand with its circle. @param {HTMLElement} sub */
export const firstRow = sub => /** @type {HTMLElement} */ (sub.firstElementChild);
/** @param {unknown} s */
export const escapeHtml = s => String(s ?? '').replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
/** @param {Element} e @param {string} name @param {unknown} on */
export const toggleClass = (e, name, on) => e.classList.toggle(name, Boolean(on));
/** A name for a narrow plate: a player of the house without the mark that the whole name has. @param {string} name */
export const shortName = name => name.replace(/ \(bot\)$/, '');
/** A sum of at most four characters: 200, 2,4k. @param {number} cents */
export const shortFigure = cents =>
  Math.abs(cents) < 100_000 ? formatChip(Math.abs(cents)) : `${formatChip(Math.round(Math.abs(cents) / 10_000) * 10)}k`;
/**
 * The owners of bets, each with the sum, for those who cannot tell them by colour.
 * @param {Client.State} s
 * @param {string[]} bets
 */
export const betOwners = (s, bets) =>
  joinPhrases(bets.map(bet => joinWithColon(bettorName(s, bet), formatSum(s.bets[bet]))));
/** A net result without its currency: +1 220, −7,50, =. @param {number} cents */
export const netFigure = cents =>
  // cents of large sums are shown only in the summary
  cents ? formatNet(Math.abs(cents) < 100_000 ? cents : Math.trunc(cents / 100) * 100, true, formatNumber) : '=';

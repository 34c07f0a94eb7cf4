// What is wrong with a sum that somebody typed.

import { formatSum, t } from '../core/i18n.js';
import { clauseLink, esc } from '../core/text.js';
import { setHtml } from '../core/update.js';

/**
 * Show what is wrong with a typed sum, and under which clause.
 * @param {HTMLElement} root
 * @param {{offer: Client.Offer, highest: number}} of
 * @param {number} value
 * @param {boolean} good
 */
export function showAmountError(root, { offer, highest }, value, good) {
  const why = !Number.isFinite(value)
    ? { key: 'none' }
    : value < (offer.low ?? 0)
      ? { key: 'low', sum: offer.low, law: offer.limit_law }
      : value > highest
        ? { key: 'high', sum: highest, law: offer.high_law || offer.limit_law }
        : { key: 'unit', sum: offer.unit, law: offer.unit_law };
  const out = /** @type {HTMLElement | null} */ (root.querySelector('.sum .bad'));
  if (!out) return;
  out.hidden = good;
  if (out.previousElementSibling instanceof HTMLElement) out.previousElementSibling.hidden = !good;
  const html = good
    ? ''
    : `${esc(t(`amount.${why.key}`, { sum: formatSum(why.sum ?? 0) }))} ${clauseLink(why.law || offer.law)}`;
  setHtml(out, html);
}

// The bar above every page: the house, the current page, language and balance.

import { find, hit } from './dom.js';
import { sharedDefs, houseStar, tile } from './kit.js';
import { LANGS } from './language.js';
import { followDeck } from './redraw_cards.js';
import { setHtml } from './update.js';
import {
  formatNumber,
  formatSum,
  formatCredits,
  inCurrency,
  lang,
  formatFullSum,
  onLanguageChange,
  switchLanguage,
  t,
} from './i18n.js';

/** The page of settings, from whatever address a page has. */
const SETTINGS = new URL('../../settings.html', import.meta.url);
/** The wheel of the settings: eight teeth. */
const GEAR = `<svg viewBox="-12 -12 24 24" aria-hidden="true"><g fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"><circle r="3.1"/><path d="${Array.from(
  { length: 8 },
  (_, i) => {
    /** @param {number} r @param {number} a */
    const at = (r, a) =>
      `${(r * Math.cos(((i * 45 + a) * Math.PI) / 180)).toFixed(2)} ${(r * Math.sin(((i * 45 + a) * Math.PI) / 180)).toFixed(2)}`;
    return `${i ? 'L' : 'M'}${at(7, -13)}L${at(9.6, -8)}L${at(9.6, 8)}L${at(7, 13)}`;
  },
).join('')}Z"/></g></svg>`;

/** Fill the page's header and put the shared gradients in. @param {HTMLElement} header */
export function setUpHeader(header) {
  document.body.insertAdjacentHTML('afterbegin', sharedDefs());
  followDeck();
  const brand = find(header, '.brand');
  brand.innerHTML = `${houseStar()}<span>Sabot</span>`;
  const nav = find(header, '.langs');
  nav.innerHTML = Object.entries(LANGS)
    .map(([code, name]) => `<button type="button" lang="${code}" data-lang="${code}">${name}</button>`)
    .join('');
  const gear = document.createElement('a');
  gear.className = 'gear';
  gear.href = SETTINGS.href;
  gear.innerHTML = GEAR;
  if (location.pathname !== SETTINGS.pathname) nav.after(gear);
  const updateLabels = () => {
    gear.setAttribute('aria-label', t('settings'));
    gear.title = t('settings');
    brand.setAttribute('aria-label', `Sabot, ${t('lobby')}`);
    nav.setAttribute('aria-label', t('language'));
    for (const b of nav.querySelectorAll('[data-lang]'))
      b.setAttribute('aria-pressed', String(b.dataset.lang === lang()));
  };
  nav.onclick = e => {
    const b = hit(e, '[data-lang]');
    if (b?.dataset.lang) switchLanguage(b.dataset.lang);
  };
  onLanguageChange(updateLabels);
  updateLabels();
}

/**
 * Show a player's balances at the right of the bar, one for each currency. `currency` is "" where the house keeps one
 * account for all.
 * @param {HTMLElement} el
 * @param {{currency: string, cents: number}[]|null} balances
 * @param {boolean} demo
 */
export function showBalances(el, balances, demo) {
  el.hidden = balances === null;
  if (balances === null) return;
  const full = balances.map(x =>
    inCurrency(x.currency || undefined, () => (x.currency || !demo ? formatFullSum(x.cents) : formatCredits(x.cents))),
  );
  const short = balances.map(x =>
    inCurrency(x.currency || undefined, () => (x.currency || !demo ? formatSum(x.cents) : formatNumber(x.cents))),
  ); // short: on a phone the line above already says "credits"
  setHtml(
    el,
    `<span class="eyebrow">${t(demo ? 'balance.demo' : 'balance')}</span><b><span class="long">${full.join(' · ')}</span><span class="brief">${short.join(' · ')}</span></b>`,
  );
}

/** Draw a narrow band of tiles. @param {HTMLElement} el */
export function drawTileBand(el) {
  el.style.backgroundImage = `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="84" height="84" viewBox="0 0 84 84">${tile(84)}</svg>`,
  )}")`;
}

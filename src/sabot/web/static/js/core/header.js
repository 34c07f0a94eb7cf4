// The bar above every page: the house, the current page, language and balance.

import { sharedDefs, houseStar, tile } from './kit.js';
import { setHtml } from './update.js';
import { LANGS, formatNumber, formatSum, formatCredits, inCurrency, lang, formatFullSum, onLanguageChange, switchLanguage, t } from './i18n.js';

/** Fill the page's header and put the shared gradients in. @param {HTMLElement} header */
export function setUpHeader(header) {
  document.body.insertAdjacentHTML('afterbegin', sharedDefs());
  const brand = header.querySelector('.brand');
  brand.innerHTML = `${houseStar()}<span>Sabot</span>`;
  const nav = header.querySelector('.langs');
  nav.innerHTML = Object.entries(LANGS).map(([code, name]) => `<button type="button" lang="${code}" data-lang="${code}">${name}</button>`).join('');
  const updateLabels = () => {
    brand.setAttribute('aria-label', `Sabot, ${t('lobby')}`);
    nav.setAttribute('aria-label', t('language'));
    for (const b of nav.children) b.setAttribute('aria-pressed', String(b.dataset.lang === lang()));
  };
  nav.onclick = e => { const b = e.target.closest('[data-lang]'); if (b) switchLanguage(b.dataset.lang); };
  onLanguageChange(updateLabels);
  updateLabels();
}

/**
 * Show a player's balances at the right of the bar, one for each currency. `currency` is "" where the house keeps one account for all.
 * @param {HTMLElement} el @param {{currency: string, cents: number}[]|null} balances @param {boolean} demo
 */
export function showBalances(el, balances, demo) {
  el.hidden = balances === null;
  if (balances === null) return;
  const full = balances.map(x => inCurrency(x.currency || undefined, () => x.currency || !demo ? formatFullSum(x.cents) : formatCredits(x.cents)));
  const short = balances.map(x => inCurrency(x.currency || undefined, () => x.currency || !demo ? formatSum(x.cents) : formatNumber(x.cents)));   // short: on a phone the line above already says "credits"
  setHtml(el, `<span class="eyebrow">${t(demo ? 'balance.demo' : 'balance')}</span><b><span class="long">${full.join(' · ')}</span><span class="brief">${short.join(' · ')}</span></b>`);
}

/** Draw a narrow band of tiles. @param {HTMLElement} el */
export function drawTileBand(el) {
  el.style.backgroundImage = `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="84" height="84" viewBox="0 0 84 84">${tile(84)}</svg>`)}")`;
}

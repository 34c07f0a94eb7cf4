// The bar above every page: the house, the current page, language and balance.

import { defs, star, tile } from './kit.js';
import { put } from './update.js';
import { LANGS, bare, cash, credits, inCoin, lang, money, onSpeak, speak, t } from './i18n.js';

/** Fill the page's header and put the shared gradients in. @param {HTMLElement} top */
export function head(top) {
  document.body.insertAdjacentHTML('afterbegin', defs());
  const brand = top.querySelector('.brand');
  brand.innerHTML = `${star()}<span>Sabot</span>`;
  const nav = top.querySelector('.langs');
  nav.innerHTML = Object.entries(LANGS).map(([code, name]) => `<button type="button" lang="${code}" data-lang="${code}">${name}</button>`).join('');
  const mark = () => {
    brand.setAttribute('aria-label', `Sabot, ${t('lobby')}`);
    nav.setAttribute('aria-label', t('language'));
    for (const b of nav.children) b.setAttribute('aria-pressed', String(b.dataset.lang === lang()));
  };
  nav.onclick = e => { const b = e.target.closest('[data-lang]'); if (b) speak(b.dataset.lang); };
  onSpeak(mark);
  mark();
}

/**
 * The purse at the right of the bar: what a player has in each currency, by its sign; "" where the house keeps one account for all.
 * @param {HTMLElement} el @param {{currency: string, cents: number}[]|null} has @param {boolean} demo
 */
export function purse(el, has, demo) {
  el.hidden = has === null;
  if (has === null) return;
  const long = has.map(x => inCoin(x.currency || undefined, () => x.currency || !demo ? money(x.cents) : credits(x.cents)));
  const brief = has.map(x => inCoin(x.currency || undefined, () => x.currency || !demo ? cash(x.cents) : bare(x.cents)));   // on a phone the line above says that they are credits
  put(el, `<span class="eyebrow">${t(demo ? 'balance.demo' : 'balance')}</span><b><span class="long">${long.join(' · ')}</span><span class="brief">${brief.join(' · ')}</span></b>`);
}

/** A narrow band of azulejos. @param {HTMLElement} el */
export function frieze(el) {
  el.style.backgroundImage = `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="84" height="84" viewBox="0 0 84 84">${tile(84)}</svg>`)}")`;
}

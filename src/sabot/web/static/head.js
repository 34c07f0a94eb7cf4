// The bar above every page: the house, where one is, language, purse.

import { defs, star, tile } from './kit.js';
import { put } from './put.js';
import { LANGS, bare, credits, lang, money, onSpeak, speak, t } from './i18n.js';

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

/** The purse at the right of the bar. @param {HTMLElement} el @param {number|null} cents @param {boolean} demo */
export function purse(el, cents, demo) {
  el.hidden = cents === null;
  if (cents !== null) put(el, `<span class="eyebrow">${t(demo ? 'balance.demo' : 'balance')}</span><b>${demo ? `<span class="long">${credits(cents)}</span><span class="brief">${bare(cents)}</span>` : money(cents)}</b>`);   // on a phone the line above says that they are credits
}

/** A narrow band of azulejos. @param {HTMLElement} el */
export function frieze(el) {
  el.style.backgroundImage = `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="84" height="84" viewBox="0 0 84 84">${tile(84)}</svg>`)}")`;
}

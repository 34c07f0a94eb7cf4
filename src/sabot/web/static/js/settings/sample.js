// The sample table: a hand against the bank, its cards, back, cloth and keys as they are chosen.

import { gameWord, lang, t } from '../core/i18n.js';
import { back, card } from '../core/kit.js';
import { LANGS } from '../core/language.js';
import { deal } from '../core/motion.js';
import { esc } from '../core/text.js';

/** @param {HTMLElement} felt */
export function drawSample(felt) {
  felt.innerHTML = `<div class="bk"><span>${card('QD', { label: '' })}</span><span>${back({ label: '' })}</span></div><div class="you"><span>${card('AC', { label: '' })}</span><span>${card('9H', { label: '' })}</span><b class="pill">20</b></div><div class="keyrow"></div>`;
}

/**
 * The keys of some acts, as on the buttons of a table.
 * @param {HTMLElement} felt @param {House.ActKey[]} acts
 */
export function drawSampleKeys(felt, acts) {
  const row = felt.querySelector('.keyrow');
  if (!row) return;
  row.innerHTML = acts
    .map(one => {
      const words = Object.fromEntries(
        Object.keys(LANGS).map(as => [as, { [`key.${one.act}`]: one.keys[as], [`act.${one.act}`]: one.names[as] }]),
      );
      return `<span><kbd>${esc(gameWord({ words }, `key.${one.act}`))}</kbd>${esc(one.names[lang()] || t(`set.key.${one.act}`))}</span>`;
    })
    .join('');
}

/** Deal the sample anew, so that the motion is seen. @param {HTMLElement} felt */
export function dealSample(felt) {
  const { right, top } = felt.getBoundingClientRect();
  for (const el of felt.querySelectorAll('.bk span, .you span')) deal(el, { x: right - 20, y: top + 10 }, 0);
}

// The controls of the settings: switches that say on or off, choices of one, sliders with their number.

import { t, wordGroup } from '../core/i18n.js';
import { esc } from '../core/text.js';

const { w } = wordGroup('set');

/**
 * A row: what is chosen, a remark, and its control.
 * @param {string} id @param {string} text @param {string} control @param {string} [remark] @param {string} [cls]
 */
export const row = (id, text, control, remark = '', cls = '') =>
  `<div class="row ${cls}"><span class="name"><span id="n-${id}">${esc(text)}</span>${remark ? `<small id="r-${id}">${esc(remark)}</small>` : ''}</span>${control}</div>`;

/** A switch for a field of the record that is true or false. @param {string} field */
export const switchHtml = field =>
  `<span class="swl"><b aria-hidden="true"></b><button type="button" class="sw" role="switch" data-switch="${field}" aria-labelledby="n-${field}"></button></span>`;

/**
 * One of several values of a field, as buttons in a row.
 * @param {string} field @param {readonly string[]} values @param {(value: string) => string} name
 */
export const choiceHtml = (field, values, name) =>
  `<span class="seg" role="group" aria-labelledby="n-${field}">${values
    .map(v => `<button type="button" data-field="${field}" data-to="${v}">${esc(name(v))}</button>`)
    .join('')}</span>`;

/** How loud something is. @param {string} what */
export const volumeHtml = what =>
  `<span class="vol"><input type="range" min="0" max="100" step="5" data-volume="${what}" aria-labelledby="n-${what}"><output></output></span>`;

/**
 * Show in the controls what is chosen.
 * @param {ParentNode} root @param {import('../core/settings.js').Settings} chosen
 */
export function showChosen(root, chosen) {
  const record = /** @type {Record<string, unknown>} */ (chosen);
  for (const b of root.querySelectorAll('[data-switch]')) {
    const on = Boolean(record[b.dataset.switch ?? '']);
    b.setAttribute('aria-checked', String(on));
    if (b.previousElementSibling) b.previousElementSibling.textContent = w(on ? 'on' : 'off');
  }
  for (const b of root.querySelectorAll('[data-field]'))
    b.setAttribute('aria-pressed', String(record[b.dataset.field ?? ''] === b.dataset.to));
  for (const one of root.querySelectorAll('[data-volume]')) {
    const slider = /** @type {HTMLInputElement} */ (one);
    const value = /** @type {Record<string, number>} */ (chosen.volume)[slider.dataset.volume ?? ''];
    slider.value = String(value);
    showVolume(slider);
  }
}

/** The number beside a slider. @param {HTMLInputElement} slider */
export function showVolume(slider) {
  const text = t('set.percent', { n: slider.value });
  slider.style.setProperty('--v', `${slider.value}%`);
  slider.setAttribute('aria-valuetext', text);
  if (slider.nextElementSibling) slider.nextElementSibling.textContent = text;
}

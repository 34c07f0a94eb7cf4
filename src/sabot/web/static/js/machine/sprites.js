// The drawings of machines: one sheet for each model, loaded once a page. A symbol of a model without a sheet is a tile
// with
// its name.

import { hasDrawing, symbolName } from './words.js';
import { esc } from '../core/text.js';

/** The models that have a sheet. */
export const MODELS = ['azulejo', 'costa', 'vindima'];
/** @type {Map<string, Promise<void>>} */
const loads = new Map();

/** Load the drawings of a model into this page. @param {string} model @returns {Promise<void>} */
export function loadSprites(model) {
  if (!MODELS.includes(model)) return Promise.resolve();
  const known = loads.get(model);
  if (known) return known;
  const load = fetch(new URL(`../../machines/${model}.svg`, import.meta.url))
    .then(reply => (reply.ok ? reply.text() : ''))
    .then(text => {
      const holder = document.createElement('div');
      holder.innerHTML = text.replace(
        '<svg ',
        '<svg width="0" height="0" aria-hidden="true" style="position:absolute" ',
      );
      if (holder.firstElementChild) document.body.append(holder.firstElementChild);
    });
  load.catch(() => loads.delete(model));
  loads.set(model, load);
  return load;
}

const HUES = ['#23478f', '#2b7249', '#8a5a1c', '#7a2f44', '#4b4a7a', '#2d6f82', '#6b4a2a', '#5b3b78'];

/**
 * A symbol without a drawing: a tile with its name; frame, colour and dots differ from symbol to symbol.
 * @param {import('./words.js').Symbols} felt
 * @param {string} name
 */
function symbolTile(felt, name) {
  const all = [...new Set([...felt.reels, ...(felt.free_reels ?? [])].flat())];
  const i = Math.max(0, all.indexOf(name));
  const text = symbolName(felt, name);
  const size = Math.min(26, 130 / Math.max(4, text.length));
  const dots = Array.from(
    { length: (i % 5) + 1 },
    (_, n) => `<circle cx="${50 + (n - (i % 5) / 2) * 11}" cy="24" r="3.4"/>`,
  ).join('');
  return `<svg class="sym" viewBox="0 0 100 100" aria-hidden="true"><rect x="7" y="7" width="86" height="86" rx="${[4, 14, 26, 43][Math.floor(i / 5) % 4]}" fill="#fbf7ec" stroke="${HUES[i % HUES.length]}" stroke-width="5"/><g fill="${HUES[i % HUES.length]}">${dots}<text x="50" y="${56 + size / 3}" font-size="${size}" text-anchor="middle" font-weight="700" font-family="Georgia, serif">${esc(text)}</text></g></svg>`;
}

/**
 * The drawing of a symbol, without its name.
 * @param {import('./words.js').Symbols} felt
 * @param {string} name
 * @returns {string}
 */
export const symbolSvg = (felt, name) =>
  hasDrawing(felt.model, name)
    ? `<svg class="sym" viewBox="0 0 100 100" aria-hidden="true"><use href="#${felt.model}-${esc(name)}"/></svg>`
    : felt.groups?.[name]
      ? `<span class="group">${felt.groups[name].map(one => symbolSvg(felt, one)).join('')}</span>`
      : felt.line_rules?.mixed?.[name]
        ? `<span class="group">${felt.line_rules.mixed[name].symbols
            .map(one => (one === '*' ? '' : symbolSvg(felt, one)))
            .join('')}</span>`
        : symbolTile(felt, name);

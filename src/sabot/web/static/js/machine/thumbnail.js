// The small picture of a machine for its card in the lobby: its symbols and its return.

import { card } from '../core/kit.js';
import { formatShare } from './glass.js';
import { w } from './words.js';
import { MODELS, loadSprites, symbolSvg } from './sprites.js';
import { esc } from '../core/text.js';

/** @type {Record<string, string[]>} */
const SHOW = {
  azulejo: ['ship', 'star', 'crown'],
  costa: ['whale', 'lighthouse', 'anchor'],
  vindima: ['barrel', 'bunch', 'glass'],
};
/** @type {Record<string, string>} */
const GROUND = { costa: '#143345' };
/** @type {Record<string, string[]>} */
const BODY = {
  azulejo: ['#1d3157', '#0c1526'],
  costa: ['#1b4553', '#0a1b23'],
  vindima: ['#4c1c2e', '#1d0b13'],
  cinco: ['#174a3a', '#0a2119'],
};
const HAND = ['TH', 'JH', 'QH', 'KH', 'AH'];

/**
 * Load the drawings that a list of machines needs.
 * @param {{sign?: House.MachineSign | null}[]} all cards of the gaming room
 */
export const loadDrawings = all =>
  Promise.all([...new Set(all.flatMap(x => x.sign?.model ?? []).filter(m => MODELS.includes(m)))].map(loadSprites));

/** @param {House.MachineSign} sign of a card of the gaming room */
export function machineThumbnail(sign) {
  const { model, symbols, name } = sign;
  const [hi, lo] = BODY[model] ?? ['#2b2440', '#14101f'];
  const three = SHOW[model] ?? symbols.slice(0, 3);
  const felt = { model, reels: [symbols], groups: {} };
  /** @param {string} html @param {number} left @param {number} top @param {number} side */
  const positioned = (html, left, top, side) =>
    html.replace('<svg ', `<svg x="${left}" y="${top}" width="${side}" height="${side}" `);
  const middle = symbols.length
    ? `<rect x="51" y="44" width="198" height="76" rx="5" fill="${GROUND[model] ?? '#efe9d8'}" stroke="#c9a45c" stroke-width="2.4"/>${three
        .map((s, i) => positioned(symbolSvg(felt, s), 57 + i * 66, 53, 58))
        .join('')}<path d="M117 45V119M183 45V119" stroke="#0003"/>`
    : HAND.map(
        (c, i) =>
          `<g transform="translate(${i * 40 + 54} 49)">${card(c, { label: '' }).replace(
            '<svg ',
            '<svg width="34" height="48" ',
          )}</g>`,
      )
        .join('')
        .replace(/width="34" height="48"/g, 'width="38" height="54"');
  return `<svg viewBox="0 0 300 168" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><rect width="300" height="168" fill="${lo}"/><path d="M24 168V34Q24 12 46 12H254Q276 12 276 34V168Z" fill="${hi}" stroke="#8b6b31" stroke-width="2"/><text x="150" y="34" font-size="17" text-anchor="middle" fill="#f0dca8" font-family="Iowan Old Style,Palatino,P052,Georgia,serif">${esc(name)}</text>${middle}<rect x="70" y="132" width="160" height="10" rx="5" fill="#0006"/><circle cx="250" cy="137" r="7" fill="#d9b974"/></svg>`;
}

/** The return to the player, in short: "devolve 96,06 % – 97,30 %". @param {House.MachineSign} sign */
export function returnText(sign) {
  const [least, most] = sign.returned;
  return w('lobby.returns', {
    percent: least === most ? formatShare(least) : `${formatShare(least).replace(/\s*%$/, '')} – ${formatShare(most)}`,
  });
}

// The wood and the cloth of a poker table: the rail, one brass line, the line that a stake must cross, the dealer's tray.

import { esc } from '../core/text.js';
import { WIDE } from './ring_places.js';

/** The discs of the dealer's tray: ground and mark of each column. */
const TRAY = [
  ['#e6dfca', '#23478f'],
  ['#a0252f', '#f3ead6'],
  ['#2b52a0', '#f3ead6'],
  ['#1f6a4b', '#f3ead6'],
  ['#3a404b', '#dcbd78'],
  ['#5b3b78', '#f3ead6'],
];

/** @param {number} x @param {number} y @param {number} k */
function tray(x, y, k) {
  const columns = TRAY.map(([ground, mark], i) => {
    const discs = Array.from(
      { length: 9 },
      (_, j) =>
        `<rect x="3" y="${2 + j * 3.2}" width="28" height="2.7" rx="1" fill="${ground}"/><rect x="${8 + (j % 3) * 5}" y="${2 + j * 3.2}" width="5" height="2.7" fill="${mark}"/>`,
    ).join('');
    return `<g transform="translate(${-111 + i * 37.5} -16)"><rect width="34" height="32" rx="4" fill="#07090e"/>${discs}</g>`;
  }).join('');
  return `<g transform="translate(${x} ${y}) scale(${k})"><rect x="-118" y="-21" width="236" height="42" rx="6" fill="#1a100a" stroke="#8b6b31"/>${columns}</g>`;
}

const PAINT = `<defs><radialGradient id="r-lamp" cx=".5" cy=".4" r=".72"><stop stop-color="#35508f"/><stop offset=".55" stop-color="#253a6c"/><stop offset="1" stop-color="#152142"/></radialGradient>
  <linearGradient id="r-wood" x2="0" y2="1"><stop stop-color="#2a1910"/><stop offset=".45" stop-color="#5a3722"/><stop offset="1" stop-color="#2a1910"/></linearGradient><pattern id="r-weave" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 4 4 0" stroke="#fff" stroke-opacity=".025"/></pattern></defs>`;

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} r @param {number} rail */
const table = (x, y, w, h, r, rail) => {
  const inner = `<rect x="${x + rail}" y="${y + rail}" width="${w - 2 * rail}" height="${h - 2 * rail}" rx="${r - rail}"`;
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="url(#r-wood)" stroke="#000" stroke-opacity=".6" stroke-width="2"/>${inner} fill="url(#r-lamp)" stroke="url(#k-brass)" stroke-width="2.5"/>${inner} fill="url(#r-weave)"/>`;
};

/**
 * The table under the places: wide, or tall for a small screen.
 * @param {House.OvalFelt} felt
 * @param {boolean} tall
 */
export function renderRing(felt, tall) {
  if (tall)
    return `<svg class="cloth" viewBox="0 0 390 480" preserveAspectRatio="none" aria-hidden="true">${PAINT}${table(36, 16, 318, 456, 130, 15)}<rect x="84" y="82" width="222" height="318" rx="96" fill="none" stroke="#dcc083" stroke-opacity=".3"/></svg>`;
  const [label] = felt.labels ?? [];
  return `<svg class="cloth" lang="pt" viewBox="0 0 ${WIDE.w} ${WIDE.h}" aria-hidden="true">${PAINT}${table(40, 24, 976, 508, 250, 24)}<rect x="172" y="76" width="712" height="340" rx="168" fill="none" stroke="#dcc083" stroke-opacity=".38" stroke-width="1.3"/>${tray(528, 46, 1)}<g stroke="#8b6b31" fill="#0a0d14"><rect x="376" y="40" width="24" height="6" rx="3"/><rect x="656" y="40" width="24" height="6" rx="3"/></g><text x="528" y="352" font-size="17" letter-spacing="6" text-anchor="middle" opacity=".95">${esc(label?.text ?? '')}</text></svg>`;
}

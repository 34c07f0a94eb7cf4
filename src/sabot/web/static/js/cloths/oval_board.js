// The wood and the cloth of an oval table, and the figures on it.

import { tile } from '../core/kit.js';
import { esc } from '../core/text.js';
import { lamp } from './felt.js';

/** The background: an oval cloth with a wooden rail. @param {Client.Oval} felt @param {number} w @param {number} h */
export function renderBoard(felt, w, h) {
  const [hi, mid, low] = lamp(felt.cloth, 'baccarat');
  const { labels = [], lines = [] } = felt;
  /** @param {number} d */
  const oval = d => `<rect x="${d}" y="${d}" width="${w - 2 * d}" height="${h - 2 * d}" rx="${Math.min(w, h) / 2 - d}"`;
  return `<svg class="cloth" lang="pt" viewBox="0 0 ${w} ${h}" aria-hidden="true"><defs><radialGradient id="o-lamp" cx=".5" cy=".38" r=".8"><stop stop-color="${hi}"/><stop offset=".58" stop-color="${mid}"/><stop offset="1" stop-color="${low}"/></radialGradient>
    <linearGradient id="o-wood" x2="0" y2="1"><stop stop-color="#2a1910"/><stop offset=".6" stop-color="#553420"/><stop offset="1" stop-color="#2a1910"/></linearGradient><pattern id="o-weave" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 4 4 0" stroke="#fff" stroke-opacity=".03"/></pattern></defs>
    ${oval(2)} fill="url(#o-wood)" stroke="#000" stroke-opacity=".6" stroke-width="2"/>${oval(22)} fill="url(#o-lamp)" stroke="url(#k-brass)" stroke-width="2.4"/>${oval(23)} fill="url(#o-weave)"/>${
      felt.track ? `${oval(felt.track)} fill="none" stroke="#e6cf95" stroke-opacity=".55" stroke-width="1.4"/>` : ''
    }
    ${lines.map(l => `<path d="${l.path}" fill="none" stroke="#e6cf95" stroke-opacity=".45"/>`).join('')}
    ${labels
      .map(
        l =>
          `<text x="${l.x}" y="${l.y}" font-size="${l.size}" text-anchor="middle" letter-spacing="${l.spaced ?? 1.5}"${l.faint ? ' fill-opacity=".75"' : ''}>${esc(l.text)}</text>`,
      )
      .join('')}</svg>`;
}
export const SHOE = `<svg viewBox="0 0 120 74" aria-hidden="true"><path d="M0 16 18 0H118V54L100 72H0Z" fill="#140d09"/><path d="M0 16H100V72H0Z" fill="#2c1b11" stroke="#8b6b31" stroke-width="1.4"/><path d="M100 16 118 0V54L100 72Z" fill="#1c110a" stroke="#8b6b31" stroke-width="1.4"/><rect x="-5" y="30" width="44" height="32" rx="2" fill="#f3ecdb"/><svg x="-2" y="33" width="38" height="26" viewBox="0 0 42 28">${[
  0, 21,
]
  .map(a => [0, 21].map(b => `<g transform="translate(${a} ${b})">${tile(21)}</g>`).join(''))
  .join('')}</svg></svg>`;

export const STANDING_FIGURE =
  '<svg class="glyph" viewBox="0 0 12 20" aria-hidden="true"><circle cx="6" cy="3.4" r="2.9"/><path d="M1 19v-7a5 5 0 0 1 10 0v7Z"/></svg>';

// The small picture of a table with a wheel, dice or counters, for its card in the lobby.

import { die } from '../core/kit.js';

const G = '#e6cf95', RED = '#a81e2b', BLACK = '#14181c', GREEN = '#1f6a4b';
const framed = inner => `<svg viewBox="0 0 300 168" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path d="M8 0H292V128Q292 160 260 160H40Q8 160 8 128Z" fill="none" stroke="#4a2d1a" stroke-width="9"/><path d="M12.500 0H287.500V127Q287.500 155.500 259 155.500H41Q12.500 155.500 12.500 127Z" fill="none" stroke="#c9a45c" stroke-width="1.2"/>${inner}</svg>`;

function wheel() {
  const step = 360 / 37, at = (r, a) => [r * Math.sin(a * Math.PI / 180), -r * Math.cos(a * Math.PI / 180)].map(v => v.toFixed(1)).join(' ');
  const pockets = Array.from({ length: 37 }, (_, i) => `<path d="M${at(41, i * step - step / 2)}L${at(41, i * step + step / 2)} ${at(27, i * step + step / 2)} ${at(27, i * step - step / 2)}Z" fill="${i ? i % 2 ? RED : BLACK : GREEN}"/>`).join('');
  const cells = Array.from({ length: 24 }, (_, i) => { const x = 138 + i % 8 * 17, y = 52 + Math.floor(i / 8) * 24; return `<rect x="${x}" y="${y}" width="17" height="24" fill="none" stroke="${G}" stroke-opacity=".6"/>${(i + Math.floor(i / 8)) % 2 ? `<path d="M${x + 2.5} ${y + 12}L${x + 8.500} ${y + 3} ${x + 14.500} ${y + 12} ${x + 8.500} ${y + 21}Z" fill="${RED}"/>` : `<rect x="${x + 3.500}" y="${y + 4}" width="10" height="16" rx="5" fill="${BLACK}"/>`}`; }).join('');
  return framed(`<g transform="translate(78 84)"><circle r="52" fill="#3b2213" stroke="#c9a45c"/>${pockets}<circle r="27" fill="#5a371f" stroke="${G}" stroke-width="1.2"/><path d="M-16 0H16M0-16V16" stroke="${G}" stroke-width="3" stroke-linecap="round"/><circle r="4.5" fill="${G}"/><circle cx="9" cy="-33" r="3.4" fill="#fff"/></g>${cells}<path d="M138 124H274M206 124V142M138 142H274V124M138 124V142" stroke="${G}" stroke-opacity=".6" fill="none"/>`);
}

const dice = () => framed(`<rect x="40" y="34" width="220" height="96" rx="8" fill="none" stroke="${G}" stroke-opacity=".55"/><path d="M40 98H260M113 98V130M187 98V130" stroke="${G}" stroke-opacity=".45"/>${[[5, 104, 66, -14], [3, 152, 58, 9], [6, 200, 68, 20]].map(([v, x, y, a]) => `<g transform="translate(${x} ${y}) rotate(${a}) scale(.36)">${die(v)}</g>`).join('')}`);

const bell = (x, y, k) => `<g transform="translate(${x} ${y}) scale(${k})"><ellipse cy="4" rx="33" ry="9" fill="#0005"/><path d="M-30 0C-30-34-20-50 0-50S30-34 30 0A30 8 0 0 1-30 0Z" fill="#c9a45c" stroke="#4b3613"/><path d="M-19-10Q-20-36-7-43" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="3" stroke-linecap="round"/><circle cy="-53" r="5" fill="#e6cf95" stroke="#4b3613"/></g>`;
const button = (x, y) => `<circle cx="${x}" cy="${y}" r="4.6" fill="#f4ecd9" stroke="#6b5a34" stroke-width=".7"/><circle cx="${x}" cy="${y}" r="1.2" fill="#3a2c16"/>`;
const counters = () => framed(`<rect x="34" y="26" width="232" height="82" rx="10" fill="#0e0906a8" stroke="${G}" stroke-opacity=".45"/>${bell(90, 92, .92)}${Array.from({ length: 5 }, (_, b) => [0, 1, 2, 3].map(m => button(144 + b * 23 + m % 2 * 10.5, 46 + Math.floor(m / 2) * 10.500)).join('')).join('')}${[0, 1, 2].map(i => button(180 + i * 14, 90)).join('')}<path d="M34 118H266V144H34ZM92 118V144M150 118V144M208 118V144" fill="none" stroke="${G}" stroke-opacity=".55"/>`);

/** An oval table: a chip where somebody sits, a ring where nobody does. @param {number} n places @param {(string)[]} seats @param {string} middle SVG in the middle */
export function ovalThumbnail(n, seats, middle) {
  // The dealer's place is at the top.
  const spots = Array.from({ length: n }, (_, i) => { const a = 2 * Math.PI * (i + 1) / (n + 1), x = 150 + 122 * Math.sin(a), y = 84 - 60 * Math.cos(a); return seats[i] ? `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="9" fill="#c9a45c" stroke="#f0dca8" stroke-width="1.5"/><circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4.5" fill="#1d2540"/>` : `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="9" fill="#0003" stroke="${G}" stroke-opacity=".8" stroke-dasharray="2.5 2.5"/>`; }).join('');
  return `<svg viewBox="0 0 300 168" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><rect x="6" y="6" width="288" height="156" rx="78" fill="none" stroke="#4a2d1a" stroke-width="9"/><rect x="11" y="11" width="278" height="146" rx="73" fill="none" stroke="#c9a45c" stroke-width="1.2"/><rect x="52" y="44" width="196" height="80" rx="40" fill="none" stroke="${G}" stroke-opacity=".4"/>${middle}${spots}</svg>`;
}

const DRAWINGS = { roulette: wheel, dice, counters };
/** @param {string} cloth @returns {string} "" for a table of cards */
export const clothThumbnail = cloth => DRAWINGS[cloth]?.() ?? '';

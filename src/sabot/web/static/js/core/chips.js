// Chips, dice and the timer ring as SVG strings. Pure functions, no DOM.

import { COBALT, FACE, INK, RED } from './kit.js';

// ---- chips: 100 x 100, a denomination is told by its edge as well as by its colour -----------------
/** @type {Record<string, Client.ChipLook>} */
export const CHIPS = {
  1: ['#e6dfca', COBALT, 'block', 4],
  5: ['#a0252f', '#f3ead6', 'block', 6],
  10: ['#2b52a0', '#f3ead6', 'pair', 4],
  25: ['#1f6a4b', '#f3ead6', 'tooth', 8],
  50: ['#a85a24', '#f3ead6', 'pair', 6],
  100: ['#1d212a', '#dcbd78', 'flag', 6],
  500: ['#5b3b78', '#f3ead6', 'bead', 10],
  1000: ['#c39a4a', '#1d212a', 'lozenge', 8],
};
/** @type {Record<string, string>} */
const EDGE = {
  // drawn at twelve o'clock, then turned
  block: '<path d="M-8-48.4A49 49 0 0 1 8-48.4L6-37A37 37 0 0 0-6-37Z"/>',
  pair: '<path d="M-10-48A49 49 0 0 1-3-49L-2.4-37.4-8-36.7ZM3-49A49 49 0 0 1 10-48L8-36.7 2.4-37.4Z"/>',
  tooth: '<path d="M-9-48.2A49 49 0 0 1 9-48.2L0-36Z"/>',
  flag: '<path d="M-9-48.2-6-37 0-43 6-37 9-48.2Q0-50 -9-48.2Z"/>',
  bead: '<circle cy="-42.6" r="4.6"/>',
  lozenge: '<path d="M0-49 5.5-42.6 0-36-5.5-42.6Z"/>',
};
/** @param {string} kind @param {number} n @param {string} fill */
const edgeMarks = (kind, n, fill) =>
  `<g fill="${fill}">${Array.from(
    { length: n },
    (_, i) => `<g transform="rotate(${(i * 360) / n})">${EDGE[kind]}</g>`,
  ).join('')}</g>`;

/** @param {Client.ChipLook} look @param {string} centre */
function disc([base, spot, kind, n], centre) {
  return (
    `<circle r="49" fill="${base}"/>${edgeMarks(kind, n, spot)}<circle r="34" fill="${base}" stroke="${spot}" stroke-width="1.6"/>` +
    `<circle r="30" fill="none" stroke="${spot}" stroke-opacity=".6" stroke-width="1" stroke-dasharray="2 3"/>${centre}<circle r="49" fill="url(#k-dome)" stroke="#000" stroke-opacity=".55" stroke-width="1.4"/>`
  );
}
/** @param {number} n @param {string} one @param {string} cls @param {string} label */
const pile = (n, one, cls, label) => {
  // n discs, each 7 units higher
  const lift = 7 * (n - 1);
  const low = Array.from(
    { length: n },
    (_, i) => `<g transform="translate(${i % 2} ${-7 * i}) rotate(${i === n - 1 ? 0 : (i * 47) % 90})">${one}</g>`,
  ).join('');
  return `<svg class="chip ${cls}" viewBox="-50 ${-50 - lift} 100 ${100 + lift}" style="--n:${n}" role="img" aria-label="${label}">${low}</svg>`;
};
/** @param {number} v @param {string} fill */
const chipValue = (v, fill) =>
  `<text y="${v >= 1000 ? 8 : 10}" font-size="${[0, 30, 28, 24, 19][String(v).length]}" text-anchor="middle" fill="${fill}" class="idx">${v}</text>`;

/** A value chip, or a stack of n. @param {number} v @param {{n?: number, cls?: string}} [how] */
export const chip = (v, { n = 1, cls = '' } = {}) =>
  pile(n, disc(CHIPS[v], chipValue(v, CHIPS[v][1])), cls, `${n} × ${v}`);

/**
 * The chips that make a sum, the largest first. At most `most` of them, so the figure must be shown too.
 * @param {number} cents
 */
export function chipsOfSum(cents, most = 5) {
  /** @type {number[]} */
  const out = [];
  let left = Math.floor(cents / 100);
  for (const v of left % 50 === 0 ? [1000, 500, 100, 50] : [1000, 500, 100, 25, 10, 5, 1])
    while (left >= v && out.length < most) {
      out.push(v);
      left -= v;
    }
  return out.length ? out : [1];
}

/**
 * A pile of mixed chips for a sum in cents. The parent element names the sum.
 * @param {number} cents
 * @param {{cls?: string, most?: number}} [how]
 */
export function stack(cents, { cls = '', most = 5 } = {}) {
  const all = chipsOfSum(cents, most);
  const lift = 9 * (all.length - 1);
  const discs = all
    .map(
      (v, i) =>
        `<g transform="translate(${i % 2 ? 1.5 : -1} ${-9 * i}) rotate(${i === all.length - 1 ? 0 : (i * 47) % 90})">${disc(CHIPS[v], chipValue(v, CHIPS[v][1]))}</g>`,
    )
    .join('');
  return `<svg class="chip stack ${cls}" viewBox="-52 ${-50 - lift} 104 ${102 + lift}" aria-hidden="true">${discs}</svg>`;
}

/** Roulette colours have no value: one colour and edge per player, one symbol per table (217/2007, 7). */
/** @type {Record<string, Client.ChipLook>} */
export const COLOURS = {
  azul: ['#2f5fb8', '#f3ead6', 'pair', 6],
  ocre: ['#d39a2c', '#2a1d06', 'tooth', 10],
  rosa: ['#a8466a', '#fff4ea', 'bead', 12],
  verde: ['#2b7249', '#f3ead6', 'block', 5],
  malva: ['#75559c', '#f3ead6', 'lozenge', 6],
  cinza: ['#9aa1a6', '#1d212a', 'flag', 6],
};
const STAR = 'M0-26 6-7 26 0 6 7 0 26-6 7-26 0-6-7Z';
/** @param {string} c @param {{n?: number, cls?: string, count?: number}} [how] */
export const colourChip = (c, { n = 1, cls = '', count } = {}) =>
  pile(
    n,
    disc(
      COLOURS[c],
      count
        ? `<circle r="33" fill="${COLOURS[c][0]}"/><text y="16" font-size="${count > 9 ? 42 : 48}" text-anchor="middle" fill="${COLOURS[c][1]}" class="idx">${count}</text>`
        : `<path d="${STAR}" fill="${COLOURS[c][1]}"/>`,
    ),
    cls,
    `${count ?? n} fichas, cor ${c}`,
  );

// Each bettor at a place has a colour and an edge; the disc shows the sum.
const BETTORS = ['azul', 'ocre', 'rosa', 'malva', 'verde', 'cinza'];
/** The colour and edge of a bettor by number at the place: 0 is the holder. @param {number} n */
export const bettorColours = n => COLOURS[BETTORS[n % BETTORS.length]];

/**
 * A bet as one disc in its bettor's colour with the sum on it. The parent element names the bettor.
 * @param {number} n the bettor's number
 * @param {string} text the sum, short
 * @param {{mine?: boolean, more?: boolean, small?: boolean}} [how] mine: ringed in brass; more: another disc below it;
 *   small: almost only the sum
 */
export function token(n, text, { mine = false, more = false, small = false } = {}) {
  if (small) {
    // on a small spot the sum fills the disc
    const [base, ink] = bettorColours(n);
    const size = [0, 66, 58, 48, 37, 30, 25][Math.min(6, text.length)];
    return `<svg class="chip token" viewBox="-52 -52 104 104" aria-hidden="true">${
      more ? `<circle cx="2" cy="5" r="46" fill="${base}" stroke="${ink}" stroke-width="3"/>` : ''
    }<circle r="47" fill="${base}" stroke="${ink}" stroke-opacity=".75" stroke-width="4" stroke-dasharray="12 9"/><text y="${size * 0.35}" font-size="${size}" text-anchor="middle" fill="${ink}" class="idx">${text}</text></svg>`;
  }
  const [base, ink] = bettorColours(n);
  const size = [0, 46, 42, 33, 27, 22, 19][Math.min(6, text.length)];
  const ring = mine ? `<circle r="54" fill="none" stroke="#f0dca8" stroke-width="5"/>` : '';
  const low = more ? `<g transform="translate(2 9)">${disc(bettorColours(n), '')}</g>` : '';
  return `<svg class="chip token${mine ? ' own' : ''}" viewBox="-58 -58 116 116" aria-hidden="true">${low}${ring}${disc(
    bettorColours(n),
    `<circle r="33.500" fill="${base}"/><text y="${size * 0.36}" font-size="${size}" text-anchor="middle" fill="${ink}" class="idx">${text}</text>`,
  )}</svg>`;
}

// ---- dice and the timer ring -----------------------------------------------------------------------
/** @type {Record<number, number[][]>} */
const DOTS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
    [0, 0],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
    [-1, 0],
    [1, 0],
  ],
};
/** @param {number} v @param {{body?: string, dot?: string}} [look] */
export const die = (v, { body = FACE, dot = INK } = {}) =>
  `<rect x="-48" y="-48" width="96" height="96" rx="16" fill="${body}" stroke="#000" stroke-opacity=".45" stroke-width="2"/>` +
  DOTS[v]
    .map(([x, y]) => `<circle cx="${x * 25}" cy="${y * 25}" r="${v === 1 ? 13 : 9.5}" fill="${v === 1 ? RED : dot}"/>`)
    .join('');

/** @param {number} long @param {number} c */
const dashes = (long, c) => `${'4 3 '.repeat(Math.max(1, Math.round(long / 7)))}0 ${c}`;

/**
 * Time left: a brass arc that shortens; under 5 s it also becomes dashed and thicker.
 * @param {number} left
 * @param {number} of
 */
export function timerRing(left, of) {
  const c = 2 * Math.PI * 26;
  const late = left < 5;
  return (
    `<svg class="ring" viewBox="-32 -32 64 64" role="timer" aria-label="${left} s"><circle r="26" fill="none" stroke="#fff" stroke-opacity=".13" stroke-width="3"/>` +
    `<circle r="26" fill="none" stroke="url(#k-brass)" stroke-width="${late ? 5 : 3.5}" stroke-linecap="${late ? 'butt' : 'round'}" transform="rotate(-90)" stroke-dasharray="${
      late ? dashes((c * left) / of, c) : `${(c * left) / of} ${c}`
    }"/>` +
    `<text y="7" font-size="20" text-anchor="middle" fill="#f4ecd9" class="num">${left}</text></svg>`
  );
}

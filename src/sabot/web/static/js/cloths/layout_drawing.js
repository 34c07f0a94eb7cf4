// The drawing of a layout with spots: wooden rim, boxes with lettering, numbers in lozenges and discs, dice.

import { die } from '../core/chips.js';
import { lamp } from './felt.js';

/** @param {string} text */
const esc = text => String(text).replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
const GOLD = '#e6cf95';
const IVORY = '#f4ecd9';
const RED = '#a81e2b';
const BLACK = '#14181c';
const GREEN = '#1f6a4b';

/** @type {Record<string, string>} */
const TRACK_COLOURS = { red: RED, black: BLACK, green: GREEN };

/** The background: wooden rim, brass line, cloth. @param {string} cloth @param {number} w @param {number} h */
export function renderBoard(cloth, w, h) {
  const [hi, mid, low] = lamp(cloth, 'roulette');
  /** @param {number} d @param {number} r */
  const box = (d, r) => `x="${d}" y="${d}" width="${w - 2 * d}" height="${h - 2 * d}" rx="${r}"`;
  return `<defs><radialGradient id="l-lamp" cx=".3" cy=".22" r=".95"><stop stop-color="${hi}"/><stop offset=".58" stop-color="${mid}"/><stop offset="1" stop-color="${low}"/></radialGradient>
    <linearGradient id="l-wood" x2="0" y2="1"><stop stop-color="#2a1910"/><stop offset=".6" stop-color="#553420"/><stop offset="1" stop-color="#2a1910"/></linearGradient>
    <pattern id="l-weave" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 4 4 0" stroke="#fff" stroke-opacity=".03"/></pattern></defs>
    <rect ${box(1, 26)} fill="url(#l-wood)" stroke="#000" stroke-opacity=".6" stroke-width="2"/><rect ${box(13, 16)} fill="url(#l-lamp)" stroke="url(#k-brass)" stroke-width="2.4"/><rect ${box(14, 15)} fill="url(#l-weave)"/><rect ${box(19, 12)} fill="none" stroke="#000" stroke-opacity=".16" stroke-width="10"/>`;
}

/** About how wide lettering of one line is: capitals are wide, spaces and signs are not. @param {string} text */
const lineWidth = text =>
  [...text].reduce(
    (sum, c) => sum + (c > '\u2e7f' ? 1 : /\p{Lu}/u.test(c) ? 0.74 : /[\p{Ll}\d]/u.test(c) ? 0.5 : 0.27),
    0,
  );

/**
 * @param {string} text
 * @param {number | string} x
 * @param {number | string} y
 * @param {number} size
 * @param {{fill?: string, bold?: boolean, spaced?: number, turn?: number, room?: number}} [look] ``room``: what is
 *   wider than this is drawn narrower
 */
const svgText = (text, x, y, size, { fill = IVORY, bold = false, spaced = 0.05, turn = 0, room = 0 } = {}) =>
  `<text x="${x}" y="${y}" font-size="${size}"${bold ? ' font-weight="700"' : ''} fill="${fill}"${spaced ? ` letter-spacing="${spaced}em"` : ''}${
    turn ? ` transform="rotate(${turn} ${x} ${y})"` : ''
  }${
    room && lineWidth(text) * size > room ? ` textLength="${room}" lengthAdjust="spacingAndGlyphs"` : ''
  } dy=".35em" text-anchor="middle">${esc(text)}</text>`;
/** @param {number} x @param {number} y @param {number} w @param {number} h */
const lozenge = (x, y, w, h) => `<path d="M${x - w} ${y}L${x} ${y - h} ${x + w} ${y} ${x} ${y + h}Z" fill="${RED}"/>`;
/** @param {number} x @param {number} y @param {number} w @param {number} h */
const disc = (x, y, w, h) =>
  `<rect x="${x - w}" y="${y - h}" width="${2 * w}" height="${2 * h}" rx="${Math.min(w, h)}" fill="${BLACK}"/>`;

/**
 * One box of a layout with its contents.
 * @param {House.Zone} z
 * @param {string} [name] the bet in the reader's language, below its lettering where there is room
 */
export function renderZone(z, name = '') {
  const cx = (z.at?.[0] ?? z.x + z.w / 2) + (z.dx ?? 0);
  const cy = (z.at?.[1] ?? z.y + z.h / 2) + (z.dy ?? 0);
  const number = /^\d+$/.test(z.text);
  const low = z.h < 40;
  /** @param {string} fill */
  const edge = fill =>
    z.path
      ? `<path class="edge" d="${z.path}" fill="${fill}" fill-rule="evenodd"/>`
      : `<rect class="edge" x="${z.x}" y="${z.y}" width="${z.w}" height="${z.h}" fill="${fill}"/>`;
  let inner;
  if (z.track) {
    inner =
      edge(TRACK_COLOURS[z.style]) + svgText(z.text, cx, cy, z.size ?? 15, { fill: '#fff', bold: true, spaced: 0 });
  } else if (z.style === 'green') {
    inner =
      edge(GREEN) +
      svgText(z.text, cx - (low ? 0 : z.path ? 1 : 0), cy, z.size ?? (low ? 19 : 26), {
        fill: '#fff',
        bold: true,
        spaced: 0,
      });
  } else if (number && (z.style === 'red' || z.style === 'black')) {
    const sign =
      z.style === 'red' ? lozenge(cx, cy, low ? 25 : 24, z.h * 0.44) : disc(cx, cy, low ? 20 : 20, z.h * 0.36);
    inner =
      edge('transparent') +
      sign +
      svgText(z.text, cx, cy, z.size ?? (low ? 17 : 20), { fill: '#fff', bold: true, spaced: 0 });
  } else if (z.style === 'lozenge' || z.style === 'disc') {
    const big = z.h > 90;
    const named = Boolean(name) && !big && z.h > 56; // both names below a smaller sign
    const k = big ? 2.1 : named ? 0.76 : 1;
    const up = big || named ? 16 : z.h > 46 ? 8 : 6;
    const x = cx + (z.shift ?? 0);
    const sign = z.style === 'lozenge' ? lozenge(x, cy - up, 27 * k, 14 * k) : disc(x, cy - up, 25 * k, 12.5 * k);
    inner =
      edge('transparent') +
      sign +
      svgText(z.text, cx, big ? cy + 38 : cy + (named ? 4 : z.h / 2 - 11), big ? 18 : Math.min(12, z.size ?? 12), {
        spaced: 0.02,
      }) +
      (name && (big || named) ? svgText(name, cx, cy + (big ? 57 : 19), z.small ?? 12.5, { spaced: 0.02 }) : '');
  } else {
    inner = edge(z.fill ?? 'transparent') + stackedText(z, cx, cy, name);
  }
  return `<g class="zone z-${z.style}">${inner}</g>`;
}

/**
 * Numbers as counters: those that win are ivory discs, those that tie are rings.
 * @param {{wins: number[], ties: number[], r: number}} c
 * @param {number} x
 * @param {number} y
 */
function counters({ wins, ties, r }, x, y) {
  const all = [...wins, ...ties];
  const step = 2 * r + Math.max(2, r * 0.2);
  return all
    .map((v, i) => {
      const cx = (x + (i - (all.length - 1) / 2) * step).toFixed(1);
      const cy = y.toFixed(1);
      const tie = i >= wins.length;
      /** @param {number} at @param {string} more */
      const ring = (at, more) => `<circle cx="${cx}" cy="${cy}" r="${at.toFixed(1)}" ${more}/>`;
      return (
        (tie
          ? ring(r - 1, `fill="none" stroke="${GOLD}" stroke-width="1.5" stroke-dasharray="2.5 2.2"`)
          : `${ring(
              r + 0.6,
              'fill="#000" fill-opacity=".35" transform="translate(.8 1.2)"',
            )}${ring(r, `fill="${IVORY}" stroke="#6b5a34"`)}${ring(
              r * 0.8,
              'fill="none" stroke="#b49f73" stroke-opacity=".7"',
            )}`) + svgText(String(v), cx, cy, r * 1.2, { fill: tie ? GOLD : BLACK, bold: true, spaced: 0 })
      );
    })
    .join('');
}

/** About how wide a text is, in its own sizes. @param {string} text */
const widthOf = text => [...text].reduce((sum, c) => sum + (c > '\u2e7f' ? 1 : 0.56), 0);

/**
 * Dice, text and the text below it, stacked in the middle of a box.
 * @param {House.Zone} z
 * @param {number} cx
 * @param {number} cy
 * @param {string} name
 */
function stackedText(z, cx, cy, name) {
  const size = z.size ?? 17;
  const fill = z.ink ?? IVORY;
  const room = z.path || z.turn ? 0 : z.w - 5 - 2 * Math.abs(z.dx ?? 0);
  /** @type {[height: number, make: (y: number) => string][]} */
  const rows = [];
  const { faces = [], counters: heap } = z;
  if (z.faces?.length && z.upright) {
    const k = z.die ?? 0;
    for (const v of faces)
      rows.push([
        k + 2,
        y => `<g transform="translate(${cx.toFixed(1)} ${y.toFixed(1)}) scale(${(k / 96).toFixed(3)})">${die(v)}</g>`,
      ]);
  } else if (z.faces?.length) {
    const k = z.die ?? Math.min(26, (z.w - 8) / faces.length - 3);
    rows.push([
      k + 2,
      y =>
        faces
          .map(
            (v, i) =>
              `<g transform="translate(${(cx + (i - (faces.length - 1) / 2) * (k + 3)).toFixed(
                1,
              )} ${y.toFixed(1)}) scale(${(k / 96).toFixed(3)})">${die(v)}</g>`,
          )
          .join(''),
    ]);
  }
  if (heap) rows.push([2 * heap.r + 2, y => counters(heap, cx, y)]);
  for (const part of String(z.text ?? '')
    .split('\n')
    .filter(Boolean))
    rows.push([
      size * 1.15,
      y =>
        svgText(part, cx, y, size, { turn: z.turn, fill, bold: z.bold, spaced: z.spaced ?? (z.bold ? 0 : 0.05), room }),
    ]);
  const small = z.small ?? 12.5;
  const under = String(z.sub ?? '')
    .split('\n')
    .filter(Boolean);
  const high = rows.reduce((n, [h]) => n + h, 0) + under.length * small * 1.25;
  /** @param {string} text */
  const fits = text => widthOf(text) * small <= z.w - 8;
  const named = Boolean(name) && !z.path && !z.turn && fits(name);
  const row = named && high + small * 1.25 <= z.h - 4;
  const nameAndOdds = `${name} · ${under.at(-1)}`;
  // Where there is no room for a row of its own, the name stands before what the bet pays.
  if (named && !row && under.length && high <= z.h && widthOf(nameAndOdds) * small <= z.w * 0.7)
    under.splice(-1, 1, nameAndOdds);
  for (const part of under)
    rows.push([
      small * 1.25,
      y => svgText(part, cx, y, small, { fill: z.style === 'track' || z.pays ? GOLD : fill, spaced: 0.02, room }),
    ]);
  if (z.turn) return rows.map(([, make]) => make(cy)).join('');
  if (row)
    rows.splice(rows.length - under.length, 0, [
      small * 1.25,
      y => svgText(name, cx, y, small, { fill, spaced: 0.02 }),
    ]);
  let y = cy - rows.reduce((n, [h]) => n + h, 0) / 2;
  return rows
    .map(([h, make]) => {
      const out = make(y + h / 2);
      y += h;
      return out;
    })
    .join('');
}

/** Lettering outside the boxes of bets. @param {House.Label} l */
export const renderLettering = l =>
  svgText(l.text, l.x, l.y, l.size, { fill: l.fill ?? GOLD, spaced: l.spaced ?? 0.05 });

/**
 * The marker of the winning number: a small brass figure, or the croupier's rake.
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {number} k
 */
export const renderMarker = (kind, x, y, k) =>
  kind === 'rake'
    ? `<g class="dolly" transform="translate(${x} ${y}) rotate(24) scale(${k})"><path d="M0 4V58" stroke="#0006" stroke-width="6" transform="translate(3 3)"/><path d="M0 4V58" stroke="#7b4f2c" stroke-width="4.5" stroke-linecap="round"/><path d="M-17 0H17" stroke="url(#k-brass)" stroke-width="7" stroke-linecap="round"/></g>`
    : `<g class="dolly" transform="translate(${x} ${y}) scale(${k})"><ellipse cy="9" rx="10" ry="4.5" fill="#00000066"/><path d="M-9 8Q-9 4-4 2L-3-6A5.5 5.5 0 1 1 3-6L4 2Q9 4 9 8A9 4 0 0 1-9 8Z" fill="url(#k-brass)" stroke="#4b3613"/></g>`;

/**
 * The puck: black with OFF at its rest position, white with ON beside the point.
 * @param {number[]} at
 * @param {boolean} on
 * @param {boolean} small
 */
export const renderPuck = ([x, y], on, small) =>
  `<g class="puck" transform="translate(${x} ${y}) scale(${small ? 0.8 : 1})"><circle r="19" cy="2" fill="#0007"/><circle r="18" fill="${on ? '#f7f1e0' : '#14181c'}" stroke="${on ? '#1d212a' : '#e6cf95'}" stroke-width="2"/>${small ? '' : `<circle r="13.5" fill="none" stroke="${on ? '#1d212a' : '#e6cf95'}" stroke-opacity=".5"/>`}<text y="5" font-size="${small ? 15 : 13}" font-weight="700" text-anchor="middle" fill="${on ? '#14181c' : '#f4ecd9'}">${on ? 'ON' : 'OFF'}</text></g>`;

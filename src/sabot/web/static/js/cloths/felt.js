// Draws the felt once from the table's felt data, in units of 1056 x 640. It knows no game.

import { CHIPS } from '../core/chips.js';
import { tile } from '../core/kit.js';

export const W = 1056;
export const H = 640;
/** @param {string} text */
const esc = text => String(text).replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);

/** @type {Record<string, string[]>} */
const GROUND = {
  blackjack: ['#1d654c', '#124a38', '#0a2e23'],
  roulette: ['#1b5f5a', '#114642', '#0a2d2b'],
  baccarat: ['#6b2a3d', '#4b1a28', '#2e0f18'],
  dice: ['#205a78', '#143a50', '#0c2535'],
  counters: ['#2a5490', '#1e4075', '#122850'],
  poker: ['#31477d', '#1f2f57', '#131d38'],
  slots: ['#4e3f66', '#33294a', '#1f182e'],
};

/**
 * The three stops of the lamp on a cloth, unless a person chose one cloth for all tables.
 * @param {string} cloth @param {string} [usual] the cloth of a table that names none
 */
export const lamp = (cloth, usual = 'blackjack') =>
  (GROUND[cloth] ?? GROUND[usual]).map((stop, i) => `var(--one-${['hi', 'mid', 'low'][i]},${stop})`);

// Two arcs of lettering, then the band; each is a quadratic from left to right.
const ARC = {
  large: 'M208 208Q528 298 848 208',
  small: 'M200 238.5Q528 331 856 238.5',
  band: 'M200 279Q528 376 856 279',
};
const BAND = { from: [204, 274], dip: 371, to: [852, 274] };

/**
 * Where a bet on the band lies, in percent of the cloth: left and right of the lettering, in the order of the places.
 * @param {{place: string, x: number}[]} places the felt's places @param {string} place
 */
export function bandPosition(places, place) {
  const ownPlace = places.find(p => p.place === place) ?? { place, x: 50 };
  const right = ownPlace.x >= 50;
  const group = places.filter(p => p.x >= 50 === right).sort((a, b) => Math.abs(a.x - 50) - Math.abs(b.x - 50));
  const i = Math.max(0, group.indexOf(ownPlace));
  const gap = [0, 2, 7, 14][group.length] ?? 16;
  const offset = ((12.5 + (group.length > 1 ? (i * gap) / (group.length - 1) : gap)) * W) / 100;
  const [x0, y0] = BAND.from;
  const [x1] = BAND.to;
  const x = right ? W / 2 + offset : W / 2 - offset;
  const k = (x - x0) / (x1 - x0);
  return { x: (x / W) * 100, y: (((1 - k) ** 2 * y0 + 2 * k * (1 - k) * BAND.dip + k ** 2 * y0) / H) * 100 };
}

const chipTray = () => {
  /** @param {number} x @param {string} c @param {string} e */
  const col = (x, c, e) =>
    `<g transform="translate(${x} 9)"><rect width="34" height="32" rx="4" fill="#07120e"/>${Array.from(
      { length: 9 },
      (_, i) =>
        `<rect x="3" y="${2 + i * 3.2}" width="28" height="2.7" rx="1" fill="${c}"/><rect x="${8 + (i % 3) * 5}" y="${2 + i * 3.2}" width="5" height="2.7" fill="${e}"/>`,
    ).join('')}</g>`;
  return `<g><rect x="386" y="4" width="284" height="42" rx="6" fill="#1a100a" stroke="#8b6b31"/>${Object.entries(CHIPS)
    .filter(([v]) => v !== '50')
    .map(([, [a, b]], i) => col(394 + i * 39, a === '#1d212a' ? '#3a404b' : a, b))
    .join('')}</g>`;
};

/** @param {number} x @param {number} y @param {number} w @param {number} h */
const tilePatch = (x, y, w, h) =>
  `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="0 0 42 28" preserveAspectRatio="none">${[0, 21]
    .map(a => [0, 21].map(b => `<g transform="translate(${a} ${b})">${tile(21)}</g>`).join(''))
    .join('')}</svg>`;
/** @param {number} x @param {number} y @param {string} text */
const label = (x, y, text, size = 17) =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle">${esc(text)}</text>`;
/** @param {string} text */
const woodenShoe =
  text => `<g transform="translate(838 14) rotate(7)"><path d="M0 18 20 0H136V62L116 80H0Z" fill="#140d09"/><path d="M0 18H116V80H0Z" fill="#2c1b11" stroke="#8b6b31" stroke-width="1.2"/>
  <path d="M116 18 136 0V62L116 80Z" fill="#1c110a" stroke="#8b6b31" stroke-width="1.2"/><path d="M0 18 20 0H136L116 18Z" fill="#3a2416" stroke="#8b6b31" stroke-width="1.2"/>
  <rect x="-9" y="33" width="48" height="34" fill="#f3ecdb" rx="2"/><rect x="-6" y="36" width="42" height="28" fill="#23478f"/>${tilePatch(-6, 36, 42, 28)}
  ${label(78, 56, text)}</g>`;
// A machine: dark metal, a slot with the next card, a window with its state; two drawers when it works in batches.
/** @param {boolean} batches */
const shufflingMachine =
  batches => `<g transform="translate(836 12)"><rect x="0" y="0" width="146" height="88" rx="9" fill="#0d1113" stroke="#8b6b31" stroke-width="1.3"/><rect x="4" y="4" width="138" height="32" rx="6" fill="#20292c"/>
  <rect x="14" y="11" width="64" height="18" rx="3" fill="#07130f" stroke="#3c5a4c"/><g fill="#7ed0a0">${[0, 1, 2]
    .map(i => `<circle cx="${25 + i * 12}" cy="20" r="3" opacity="${1 - i * 0.28}"/>`)
    .join('')}</g><path d="M58 16v8M62 16v8M66 16v8" stroke="#7ed0a0" stroke-width="1.6"/>
  <g fill="none" stroke="#8b6b31" stroke-width="1"><circle cx="100" cy="20" r="8"/><circle cx="124" cy="20" r="8"/></g><path d="M96 20h8M100 16v8M121 17l6 6M127 17l-6 6" stroke="#c9a45c" stroke-width="1.2"/>
  <rect x="-8" y="46" width="52" height="34" rx="3" fill="#1a2225" stroke="#8b6b31"/><rect x="-4" y="50" width="42" height="26" fill="#f3ecdb" rx="2"/>${tilePatch(-2, 52, 38, 22)}
  ${
    batches
      ? `<path d="M54 42H138M96 42V${50}" stroke="#8b6b31"/><rect x="56" y="44" width="36" height="9" rx="2" fill="#5b3b78"/><rect x="100" y="44" width="36" height="9" rx="2" fill="#23478f"/>`
      : `<path d="M58 48a9 9 0 0 1 16-4M74 40v5h-5" fill="none" stroke="#c9a45c" stroke-width="1.4"/>`
  }
  ${label(97, 74, 'Baralhador', 15)}</g>`;
// A box of plain metal with a sloping lid, from which one pack is dealt.
const BOX = `<g transform="translate(850 14) rotate(4)"><path d="M0 24 16 4H126V58L110 78H0Z" fill="#1b2326"/><path d="M0 24H110V78H0Z" fill="#5d6a6c" stroke="#c3ccc9" stroke-width="1.2"/><path d="M110 24 126 4V58L110 78Z" fill="#3f4a4c" stroke="#c3ccc9" stroke-width="1"/><path d="M0 24 16 4H126L110 24Z" fill="#8a9798" stroke="#c3ccc9" stroke-width="1"/>
  <g fill="#c3ccc9">${[
    [6, 30],
    [104, 30],
    [6, 72],
    [104, 72],
  ]
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2"/>`)
    .join('')}</g><path d="M6 42H104" stroke="#46525400" stroke-width="2"/>
  <rect x="-7" y="40" width="44" height="32" rx="2" fill="#f3ecdb"/><rect x="-4" y="43" width="38" height="26" fill="#23478f"/>${tilePatch(-4, 43, 38, 26)}<text x="72" y="58" font-size="16" text-anchor="middle" style="fill:#10181b">Caixa</text></g>`;
// One pack that lies face down, squared, with the card that cuts it below.
const PACK = `<g transform="translate(862 20) rotate(4)"><rect x="3" y="5" width="92" height="66" rx="5" fill="#060a14" fill-opacity=".55"/>${[
  7, 6, 5, 4, 3, 2, 1,
]
  .map(
    i =>
      `<rect x="${-i * 0.5}" y="${i * 1.1}" width="92" height="64" rx="5" fill="${
        i === 7 ? '#c9a45c' : i % 2 ? '#d8cfb8' : '#efe7d3'
      }"/>`,
  )
  .join('')}
  <rect width="92" height="64" rx="5" fill="#f3ecdb"/><rect x="4" y="4" width="84" height="56" rx="2" fill="#23478f"/>${tilePatch(4, 4, 84, 56)}</g>`;
/** @type {Record<string, () => string>} */
const CARD_SOURCES = {
  pack: () => PACK,
  sealed: () => woodenShoe('Sabot'),
  hand: () => woodenShoe('Sabot'),
  box: () => BOX,
  batch: () => shufflingMachine(true),
  continuous: () => shufflingMachine(false),
};

/** Where a card leaves the shoe, in percent of the cloth. */
export const SHOE_POSITION = { x: 79.6, y: 8 };
// With more than seven places the outermost are where the tray would be.
/** @param {House.ArcFelt} felt */
const isCrowded = felt => felt.places.length > 7;
/** Whether a place is so far out that its split hands would reach the tray. @param {House.ArcFelt} felt */
const reachesTray = felt => felt.places.some(p => p.x < 20);
/** Where cards are put away, in percent of the cloth. @param {House.ArcFelt} felt */
export const trayPosition = felt => (reachesTray(felt) ? { x: 31.8, y: 8 } : { x: 9.4, y: 23.5 });

/**
 * Half the width of the cloth inside the rail at a height; it follows the curve that renderCloth draws.
 * @param {number} y
 */
function railHalfWidth(y) {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 12; i++) {
    const t = (low + high) / 2;
    const u = 1 - t;
    if (248 * u ** 3 + 1410 * u * u * t + 1833 * u * t * t + 611 * t ** 3 < y) low = t;
    else high = t;
  }
  const u = 1 - low;
  return y < 248 ? 498 : 498 * u ** 3 + 1494 * u * u * low + 930 * u * low * low;
}

/**
 * The part of the cloth that belongs to a place, in units of the cloth: its extent left and right of the line from its
 * circle to the bank, shared with the neighbours by how much each has to show, and its depth up to the band.
 * @param {House.ArcFelt} felt
 * @param {House.ArcPlace} place
 * @param {(place: string) => number} [want] how much a place has to show; equal if not given
 * @param {(place: string) => boolean} [split] whether it has several hands
 */
export function placeRoom(felt, place, want = () => 1, split = () => false) {
  const { places } = felt;
  const spots = (felt.spots ?? []).length;
  const row = Math.min(5, spots) * (isCrowded(felt) ? 11 : 13) + 3;
  const tail = spots > 5 ? 76 : spots ? 56 : 0;
  /** @param {House.ArcPlace} p */
  const centre = p => [(p.x / 100) * W, (p.y / 100) * H - 31];
  /** @param {House.ArcPlace} p */
  const angle = p => (p.lean * Math.PI) / 180;
  /** @param {House.ArcPlace} p */
  const depth = p => {
    const off = Math.abs(centre(p)[0] - W / 2);
    return (
      ((p.y / 100) * H - (off < 324 ? 347 - 71 * (off / 324) ** 2 : off > 420 && places.length > 7 ? 112 : 186)) /
      Math.cos(angle(p))
    );
  };
  const [x0, y0] = centre(place);
  const a = angle(place);
  const deep = depth(place);
  const most = places.length === 1 ? 300 : places.length < 4 ? 160 : 130;
  // A row of circles, or the cards above one, must stay on the cloth.
  const low = split(place.place) ? 24 : -30;
  /** @param {number} sign */
  const edge = sign => {
    let s = 22;
    while (
      s < most &&
      Math.abs(x0 + sign * s * Math.cos(a) - W / 2) + 6 < railHalfWidth(y0 + sign * s * Math.sin(a) + low)
    )
      s += 2;
    return s;
  };
  let left = edge(-1);
  let right = edge(1);
  for (const other of places) {
    if (other === place) continue;
    const [x1, y1] = centre(other);
    const b = angle(other);
    const share = want(place.place) / (want(place.place) + want(other.place));
    for (let d = -30 - tail; d < depth(other) - 30; d += 8) {
      const dx = x1 + Math.sin(b) * d - x0;
      const dy = y1 - Math.cos(b) * d - y0;
      const side = dx * Math.cos(a) + dy * Math.sin(a);
      const along = dx * Math.sin(a) - dy * Math.cos(a);
      const off = Math.abs(side);
      if (along < -30 || along > deep - 20) continue;
      // In front of a circle are its spots, beside it chips of other bettors, behind it its cards; the space between is
      // shared.
      const free =
        d < -30 ? off - row - 4 : d < 30 && !split(other.place) ? Math.max(off - 66, off * share - 8) : off * share;
      if (side < 0) left = Math.min(left, Math.max(22, free));
      else right = Math.min(right, Math.max(22, free));
    }
  }
  return { left, right, deep };
}

/** The meter of a jackpot: a small display on the cloth. @param {string} title @param {string} sum */
export const jackpotMeter = (
  title,
  sum,
) => `<rect width="150" height="56" rx="7" fill="#120a0d" stroke="url(#k-brass)" stroke-width="1.6"/><rect x="5" y="22" width="140" height="29" rx="4" fill="#2a0d12"/>
  <text x="75" y="16" font-size="12.5" text-anchor="middle">${esc(title)}</text><text x="75" y="43.500" font-size="19" text-anchor="middle" style="fill:#ffdfae;font-variant-numeric:tabular-nums lining-nums">${esc(sum)}</text>`;

/** The cards already played, as the edges of a pile behind its guard. @param {number} n */
export function discardPile(n) {
  const edges = Math.min(26, Math.ceil(n / 12));
  const top = 66 - edges * 1.7;
  return (
    `<path d="M0 14V74H84V14" fill="#0b2019" fill-opacity=".75" stroke="#8b6b31" stroke-width="1.4"/>` +
    (edges
      ? Array.from(
          { length: edges },
          (_, i) =>
            `<rect x="${6 + ((i * 7) % 3)}" y="${68 - i * 1.7}" width="70" height="1.5" fill="${i % 2 ? '#d8cfb8' : '#efe7d3'}"/>`,
        ).join('') +
        `<path d="M${10} ${top - 10}H${74}L${78} ${top + 2}H${6}Z" fill="#23478f" stroke="#eef1ee" stroke-width="1.2"/><path d="M${16} ${top - 8}H${68}L${71} ${top}H${13}Z" fill="none" stroke="#c9a45c" stroke-width="1"/>`
      : '') +
    `<path d="M-4 74H88" stroke="#8b6b31" stroke-width="3"/>`
  );
}

/** The whole cloth as one SVG. @param {House.ArcFelt} felt */
export function renderCloth(felt) {
  const [hi, mid, low] = lamp(felt.cloth);
  const lines = (felt.lettering ?? [])
    .slice(0, 2)
    .map((line, i) => {
      const big = line.size === 'large';
      const id = i ? 'small' : 'large';
      return `<path id="f-${id}" d="${ARC[id]}" fill="none"/><text font-size="${big ? 25 : 15}" letter-spacing="${big ? 5.5 : 1.6}" text-anchor="middle"${big ? '' : ' fill-opacity=".94"'}><textPath href="#f-${id}" startOffset="50%">${esc(
        big ? line.text.toLocaleUpperCase('pt') : line.text,
      )}</textPath></text>`;
    })
    .join('');
  const [[x0, y0], [x1]] = [BAND.from, BAND.to];
  const long = (felt.band?.text.length ?? 0) > 46; // long: a whole table of prizes
  const band = felt.band
    ? `<path d="M${x0 + 4} ${y0 - 14}Q528 ${BAND.dip - 15} ${x1 - 4} ${y0 - 14}L${x1} ${y0 + 14}Q528 ${BAND.dip + 15} ${x0} ${y0 + 14}Z" fill="#0000001c" stroke="#dcc083" stroke-opacity=".6"/>
    <path id="f-band" d="${ARC.band}" fill="none"/><text font-size="${long ? 14.5 : 15}" letter-spacing="${long ? 0.4 : 4.5}" text-anchor="middle"><textPath href="#f-band" startOffset="50%">${esc(
      long ? felt.band.text : felt.band.text.toLocaleUpperCase('pt'),
    )}</textPath></text>`
    : '';
  const outer = 'M6 0H1050V250C1050 486 850 634 528 634S6 486 6 250Z';
  const inner = 'M30 0H1026V248C1026 470 838 611 528 611S30 470 30 248Z';
  return `<svg class="cloth" lang="pt" viewBox="0 0 ${W} ${H}" aria-hidden="true"><defs>
    <radialGradient id="f-lamp" cx=".5" cy=".2" r=".85"><stop stop-color="${hi}"/><stop offset=".55" stop-color="${mid}"/><stop offset="1" stop-color="${low}"/></radialGradient>
    <linearGradient id="f-wood" x2="0" y2="1"><stop stop-color="#2a1910"/><stop offset=".6" stop-color="#553420"/><stop offset="1" stop-color="#2a1910"/></linearGradient>
    <linearGradient id="f-shine" x2="0" y2="1"><stop offset=".5" stop-color="#ffdfae" stop-opacity="0"/><stop offset=".86" stop-color="#ffdfae" stop-opacity=".16"/><stop offset="1" stop-color="#ffdfae" stop-opacity="0"/></linearGradient>
    <pattern id="f-weave" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 4 4 0" stroke="#fff" stroke-opacity=".03"/></pattern></defs>
    <path d="${outer}" fill="url(#f-wood)"/><path d="${outer}" fill="url(#f-shine)"/><path d="${outer}" fill="none" stroke="#000" stroke-opacity=".5" stroke-width="2"/>
    <path d="${inner}" fill="url(#f-lamp)" stroke="url(#k-brass)" stroke-width="2.5"/><path d="${inner}" fill="url(#f-weave)"/>
    <path d="${inner}" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="10" transform="translate(6.3 0) scale(.988 .99)"/>
    <g class="lettering">${lines}${band}</g>${
      felt.tray
        ? chipTray() +
          `<g id="f-discards" transform="${
            reachesTray(felt) ? 'translate(300 14) scale(.84)' : 'translate(56 112)'
          }"></g>`
        : ''
    }${
      felt.discard
        ? `<text id="f-discards-name" x="${reachesTray(felt) ? 335 : 98}" y="${reachesTray(felt) ? 92 : 107}" font-size="12.5" text-anchor="middle" fill-opacity=".9"></text>`
        : ''
    }${
      felt.jackpot ? '<g id="f-meter" transform="translate(866 112)"></g>' : ''
    }${felt.shoe ? (CARD_SOURCES[felt.shoe] ?? CARD_SOURCES.hand)() : ''}</svg>`;
}

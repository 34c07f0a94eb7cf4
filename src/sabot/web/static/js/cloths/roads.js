// The five roads of a shoe, drawn as on a score card. The game computes them.

const ROWS = 6;   // rows
const RED = '#e0524d', BLUE = '#6ea8ff', GREEN = '#7ed0a0';

/** The mark of each road: a ring, a disc or a stroke. Blue differs from red by its form too: a broken line, a hollow disc. */
const MARKS = {
  big: (c, x, y, k) => `<circle cx="${x}" cy="${y}" r="${k * .36}" fill="none" stroke="${c.value === 'B' ? RED : BLUE}" stroke-width="${k * .15}"${c.value === 'P' ? ` stroke-dasharray="${k * .3} ${k * .12}"` : ''}/>${c.ties ? `<path d="M${x - k * .3} ${y + k * .3}L${x + k * .3} ${y - k * .3}" stroke="${GREEN}" stroke-width="${k * .12}"/>${c.ties > 1 ? `<text x="${x}" y="${y + k * .2}" font-size="${k * .55}" text-anchor="middle" fill="#fff">${c.ties}</text>` : ''}` : ''}`,
  bead: (c, x, y, k) => `<circle cx="${x}" cy="${y}" r="${k * .42}" fill="${{ B: '#a81e2b', P: '#24519e', T: '#1f6a4b' }[c.value]}"/><text x="${x}" y="${y + k * .2}" font-size="${k * .58}" text-anchor="middle" fill="#fff" font-weight="700">${c.value}</text>${c.pairs?.includes('b') ? `<circle cx="${x - k * .32}" cy="${y - k * .32}" r="${k * .12}" fill="#ff9c95"/>` : ''}${c.pairs?.includes('p') ? `<circle cx="${x + k * .32}" cy="${y + k * .32}" r="${k * .12}" fill="#a9c8ff"/>` : ''}`,
  eye: (c, x, y, k) => `<circle cx="${x}" cy="${y}" r="${k * .32}" fill="none" stroke="${c.value === 'red' ? RED : BLUE}" stroke-width="${k * .18}"${c.value === 'red' ? '' : ` stroke-dasharray="${k * .26} ${k * .14}"`}/>`,
  small: (c, x, y, k) => c.value === 'red' ? `<circle cx="${x}" cy="${y}" r="${k * .36}" fill="${RED}"/>` : `<rect x="${x - k * .3}" y="${y - k * .3}" width="${k * .6}" height="${k * .6}" fill="${BLUE}"/>`,
  cockroach: (c, x, y, k) => c.value === 'red' ? `<path d="M${x - k * .32} ${y + k * .32}L${x + k * .32} ${y - k * .32}" stroke="${RED}" stroke-width="${k * .2}"/>` : `<path d="M${x - k * .32} ${y - k * .32}L${x + k * .32} ${y + k * .32}" stroke="${BLUE}" stroke-width="${k * .2}"/>`,
};

/** One road in a box: the last columns that fit. @param {string} name @param {any[]} cells @param {number} x @param {number} y @param {number} w @param {number} h */
function renderRoad(name, cells, x, y, w, h) {
  const k = h / ROWS, cols = Math.floor(w / k), last = Math.max(0, ...cells.map(c => c.column)), from = Math.max(0, last - cols + 1);
  const lines = Array.from({ length: cols + 1 }, (_, i) => `M${x + i * k} ${y}v${h}`).join('') + Array.from({ length: ROWS + 1 }, (_, i) => `M${x} ${y + i * k}h${cols * k}`).join('');
  return `<path d="${lines}" stroke="#dcc083" stroke-opacity=".2" stroke-width=".6" fill="none"/>` + cells.filter(c => c.column >= from && c.row < ROWS).map(c => MARKS[name](c, x + (c.column - from + .5) * k, y + (c.row + .5) * k, k)).join('');
}

/** All five roads in a box. @param {Object<string, any[]>} roads @param {number} w @param {number} h */
export function renderRoads(all, w, h) {
  const rest = ['eye', 'small', 'cockroach'], cells = name => all[name] ?? [], third = (w - 8) / 3;
  const parts = w / h > 5 ? [renderRoad('bead', cells('bead'), 0, 0, w * .22, h), renderRoad('big', cells('big'), w * .23, 0, w * .4, h), ...rest.map((name, i) => renderRoad(name, cells(name), w * (.64 + i * .122), 0, w * .116, h))]
    : w / h > 2.2 ? [renderRoad('bead', cells('bead'), 0, 0, w * .3, h * .6), renderRoad('big', cells('big'), w * .31, 0, w * .69, h * .6), ...rest.map((name, i) => renderRoad(name, cells(name), i * (third + 4), h * .64, third, h * .36))]
      : [renderRoad('bead', cells('bead'), 0, 0, w * .38, h * .48), renderRoad('big', cells('big'), w * .4, 0, w * .6, h * .48), ...rest.map((name, i) => renderRoad(name, cells(name), 0, h * (.53 + i * .165), w, h * .14))];
  return `<svg viewBox="0 0 ${w} ${h}" preserveAspectRatio="xMinYMin meet" aria-hidden="true">${parts.join('')}</svg>`;
}

/** The last coups in words, the newest first. @param {Object<string, any[]>} all @param {(value: string) => string} name */
export const roadsInWords = (all, name) => [...(all.bead ?? [])].reverse().slice(0, 12).map(c => name(c.value)).join(', ');

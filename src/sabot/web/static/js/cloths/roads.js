// The five roads of a shoe, drawn as on a score card. The house computes them; here they are only drawn, and it is
// worked out what the next result would add to the derived ones. No mark is told by its colour alone.

const ROWS = 6;
const FREE = 2; // columns at the right that stay free
const RED = '#e0555f';
const BLUE = '#6fa5ee';
const GREEN = '#6cc493';
/** How many columns to the left each derived road compares. @type {Record<string, number>} */
export const DISTANCE = { eye: 1, small: 2, cockroach: 3 };
/** The sides of a column in pixels. @type {Record<string, number>} */
export const CELL = { bead: 16, big: 19, eye: 9, small: 9, cockroach: 9 };

/**
 * A mark of a road: its column and row, what it says, how many ties it has, and its pairs.
 * @typedef {{column: number, row: number, value: string, ties?: number, pairs?: string}} Mark
 */

/** @param {number} r */
const lozenge = r => `<path d="M0-${r}L${r} 0 0 ${r}-${r} 0Z"`;

/**
 * The mark of each road in a cell of 20 by 20. Banca a ring or a square, ponto a ring with a dot or a disc, a tie a
 * stroke or a lozenge; a derived road is round (or /) where it is regular, a lozenge (or \) where it is not.
 * @type {Record<string, (c: Mark, letter: string) => string>}
 */
const MARKS = {
  bead: (c, letter) =>
    `${
      c.value === 'P'
        ? '<circle r="8.4" fill="#1f5cab"/>'
        : c.value === 'B'
          ? '<rect x="-8.2" y="-8.2" width="16.4" height="16.4" rx="4" fill="#b12531"/>'
          : `${lozenge(9.6)} fill="#1f7a50"/>`
    }<text y="4.2" font-size="11.5" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text>${
      c.pairs?.includes('b') ? '<circle cx="-7.4" cy="-7.4" r="2.6" fill="#ffb3ab" stroke="#0a1113"/>' : ''
    }${c.pairs?.includes('p') ? '<circle cx="7.4" cy="7.4" r="2.6" fill="#a9c8ff" stroke="#0a1113"/>' : ''}`,
  big: c =>
    `<circle r="7" fill="none" stroke="${c.value === 'P' ? BLUE : RED}" stroke-width="2.8"/>${
      c.value === 'P' ? `<circle r="2.1" fill="${BLUE}"/>` : ''
    }${c.ties ? `<path d="M-7.5 7.5 7.5-7.5" stroke="${GREEN}" stroke-width="2.6"/>` : ''}${
      (c.ties ?? 0) > 1
        ? `<text y="4" font-size="11" font-weight="700" text-anchor="middle" fill="#fff" stroke="#0a1113" stroke-width="2.5" paint-order="stroke">${c.ties}</text>`
        : ''
    }`,
  eye: c =>
    c.value === 'red'
      ? `<circle r="6.4" fill="none" stroke="${RED}" stroke-width="3"/>`
      : `${lozenge(8)} fill="none" stroke="${BLUE}" stroke-width="3"/>`,
  small: c => (c.value === 'red' ? `<circle r="7" fill="${RED}"/>` : `${lozenge(8.6)} fill="${BLUE}"/>`),
  cockroach: c =>
    `<path d="M${c.value === 'red' ? '-6 7 6-7' : '-6-7 6 7'}" stroke="${c.value === 'red' ? RED : BLUE}" stroke-width="3.6" stroke-linecap="round"/>`,
};

/**
 * The first column that is drawn, so that the newest stands at the right with free columns beside it.
 * @param {Mark[]} cells
 * @param {number} columns
 */
export const firstColumn = (cells, columns) =>
  Math.max(0, Math.max(-1, ...cells.map(c => c.column)) + 1 + FREE - columns);

/**
 * One road on its own grid of so many columns.
 * @param {string} name
 * @param {Mark[]} cells
 * @param {number} columns
 * @param {(value: string) => string} [letter] what a bead says
 * @param {number} [cell] the side of a column
 */
export function renderRoad(name, cells, columns, letter = v => v, cell = CELL[name]) {
  const from = firstColumn(cells, columns);
  const [w, h] = [columns * cell, ROWS * cell];
  const lines =
    Array.from({ length: columns + 1 }, (_, i) => `M${i * cell} 0V${h}`).join('') +
    Array.from({ length: ROWS + 1 }, (_, i) => `M0 ${i * cell}H${w}`).join('');
  return `<svg class="road" width="${w + 2}" height="${h + 2}" viewBox="-1 -1 ${w + 2} ${h + 2}" aria-hidden="true"><path d="${lines}" stroke="#ffffff1c" fill="none"/>${cells
    .filter(c => c.column >= from && c.row < ROWS)
    .map(
      c =>
        `<g transform="translate(${(c.column - from + 0.5) * cell} ${(c.row + 0.5) * cell}) scale(${cell / 20})">${MARKS[name](c, esc(letter(c.value)))}</g>`,
    )
    .join('')}</svg>`;
}

/** @param {string} text */
const esc = text => String(text).replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);

/** A single mark, for a sentence about it. @param {string} name @param {string} value @param {number} size */
export const renderMark = (name, value, size) =>
  `<svg class="mark" width="${size}" height="${size}" viewBox="-10 -10 20 20" aria-hidden="true">${MARKS[name]({ column: 0, row: 0, value }, '')}</svg>`;

/**
 * What a result of this side would add to each derived road: "red" where the columns of the big road repeat, "blue"
 * where they do not, null where the road has not begun.
 * @param {Mark[]} bead the results of the shoe, the oldest first
 * @param {string} side
 * @returns {Record<string, 'red' | 'blue' | null>}
 */
export function nextMarks(bead, side) {
  /** @type {{value: string, length: number}[]} */
  const columns = [];
  for (const { value } of [...bead, { value: side }]) {
    const last = columns.at(-1);
    if (value === 'T') continue;
    if (last?.value === value) last.length += 1;
    else columns.push({ value, length: 1 });
  }
  const at = columns.length - 1;
  /** @param {number} column */
  const length = column => columns[column].length;
  /** @param {number} distance */
  const mark = distance => {
    const row = length(at) - 1;
    if (!row) return at > distance ? length(at - 1) === length(at - 1 - distance) : null;
    return at >= distance ? length(at - distance) !== row : null;
  };
  return Object.fromEntries(
    Object.entries(DISTANCE).map(([name, distance]) => {
      const regular = mark(distance);
      return [name, regular === null ? null : regular ? 'red' : 'blue'];
    }),
  );
}

/** How often each side won, and how often nobody. @param {Mark[]} bead @returns {Record<string, number>} */
export const countResults = bead => ({
  B: bead.filter(c => c.value === 'B').length,
  P: bead.filter(c => c.value === 'P').length,
  T: bead.filter(c => c.value === 'T').length,
});

/**
 * The last coups in words, the newest first.
 * @param {Mark[]} bead
 * @param {(value: string) => string} name
 */
export const resultsInWords = (bead, name) =>
  [...bead]
    .reverse()
    .slice(0, 12)
    .map(c => name(c.value))
    .join(', ');

/**
 * The beads and the big road side by side, where there is no room for the others.
 * @param {Record<string, Mark[]>} all
 * @param {number} w
 * @param {number} h
 */
export function renderRoads(all, w, h) {
  const cell = h / ROWS;
  const beads = Math.floor((w * 0.3) / cell);
  const [bead, big] = [
    renderRoad('bead', all.bead ?? [], beads, v => v, cell),
    renderRoad('big', all.big ?? [], Math.floor(w / cell) - beads - 1, v => v, cell),
  ];
  return `<svg viewBox="0 0 ${w} ${h}" preserveAspectRatio="xMinYMin meet" aria-hidden="true">${bead}<g transform="translate(${(beads + 1) * cell} 0)">${big}</g></svg>`;
}

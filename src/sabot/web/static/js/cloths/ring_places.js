// Where the places of a poker table are drawn. The viewer sits at the bottom centre whatever their number, and the
// numbers turn with them, clockwise; somebody without a seat sees the middle place there. The dealer is at the top.

/** The wide drawing, in units. */
export const WIDE = { w: 1056, h: 568 };

/**
 * Where one place is drawn: its name, its cards and its bet, each by its middle, in per cent of the drawing.
 * @typedef {{x: number, y: number, cards: [number, number], chips: [number, number], side: 'left' | 'right' | 'bottom',
 *   row: number}} Spot
 */

/**
 * The right side of the wide drawing, from the viewer's right up to the dealer: name, cards, bet.
 * @type {[name: [number, number], cards: [number, number], chips: [number, number]][]}
 */
const RIGHT = [
  [
    [882, 478],
    [900, 416],
    [836, 394],
  ],
  [
    [976, 352],
    [860, 346],
    [786, 338],
  ],
  [
    [976, 252],
    [860, 250],
    [788, 252],
  ],
  [
    [950, 148],
    [836, 150],
    [822, 196],
  ],
  [
    [794, 46],
    [738, 102],
    [712, 154],
  ],
];
/** Which of these are taken where fewer sit on a side. @type {Record<number, number[]>} */
const TAKEN = { 1: [2], 2: [1, 4], 3: [0, 2, 4], 4: [0, 1, 3, 4], 5: [0, 1, 2, 3, 4] };
/** The rows of a tall drawing, from the bottom up, in per cent. @type {Record<number, number[]>} */
const ROWS = { 1: [30], 2: [72, 20], 3: [76, 30, 9], 4: [78, 33.6, 20.6, 7.6], 5: [84.5, 71.5, 33.6, 20.6, 7.6] };
const COLUMN = 13.2;
const HERO = { x: 528, y: 532, cards: [528, 440], chips: [376, 392] };

/** @param {number} x @param {number} y @returns {[number, number]} */
const percent = (x, y) => [(100 * x) / WIDE.w, (100 * y) / WIDE.h];

/**
 * @param {number} at
 * @param {number} count
 * @param {boolean} right
 * @param {boolean} tall
 * @returns {Spot}
 */
function spotOnSide(at, count, right, tall) {
  const side = right ? 'right' : 'left';
  if (tall) {
    const y = ROWS[count][at];
    const x = right ? 100 - COLUMN : COLUMN;
    return { x, y, cards: [x, y], chips: [x, y], side, row: y > 50 ? -1 : 1 };
  }
  const slot = TAKEN[count][at];
  const [name, cards, chips] = RIGHT[slot].map(([x, y]) => percent(right ? x : WIDE.w - x, y));
  return { x: name[0], y: name[1], cards, chips, side, row: slot };
}

/**
 * Where each place is drawn.
 * @param {string[]} places their names, clockwise
 * @param {string} mine my place, or ""
 * @param {boolean} tall
 * @returns {Map<string, Spot>}
 */
export function arrangePlaces(places, mine, tall) {
  const count = places.length;
  const bottom = Math.max(0, mine ? places.indexOf(mine) : Math.ceil(count / 2) - 1);
  const lefts = Math.ceil((count - 1) / 2);
  const rights = count - 1 - lefts;
  const [x, y] = tall ? [50, 100] : percent(HERO.x, HERO.y);
  /** @type {[string, Spot][]} */
  const all = places.map((place, i) => {
    const after = (i - bottom + count) % count; // 1 sits at the left of the bottom
    if (!after)
      return [
        place,
        {
          x,
          y,
          cards: tall ? [50, 100] : percent(HERO.cards[0], HERO.cards[1]),
          chips: tall ? [50, 100] : percent(HERO.chips[0], HERO.chips[1]),
          side: 'bottom',
          row: 0,
        },
      ];
    return [
      place,
      after <= lefts ? spotOnSide(after - 1, lefts, false, tall) : spotOnSide(count - 1 - after, rights, true, tall),
    ];
  });
  return new Map(all);
}

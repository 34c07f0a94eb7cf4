// Where the net result stands on a cloth: where it hides nothing that was decided.

import { narrowScreen } from '../cloths/screens.js';

const PLAIN = 0.8;
/** How far a pocket reaches beyond its ball, in pixels. */
const POCKET = 12;

/** What must stay to be seen, and how much. @type {[css: string, weight: number][]} */
const IN_THE_WAY = [
  ['.cardbox, .cb:not(.empty), .pill:not([hidden]), .five [data-card]', 40], // a card may still be on its way
  ['.zone.won, .laid, .spot .stack, .gainin, .gain:not([hidden])', 30],
  ['.h-dots use, .h-left', 30],
  ['.layout .wheel, .layout .dice, .crown.cup:not(.wide), .h-rod, .h-rest', 9],
  ['.obet:not([hidden]), .opile, .rbet, .rpot, .rparts li, .oname, .omid > *', 9],
  ['.spot, .sp, .seat:not(.me) .tag, .last, .corner:not([hidden]), #f-shoe, .oroads, .results', 4],
  ['.zone:is(.z-red,.z-black,.z-green):not(.won)', 3], // numbers of a wheel
  ['.zone:not(.won, .z-track), .crown:not(.cup)', PLAIN],
  ['.people, .ways', 0.7],
  ['.z-track:not(.won)', 0.3], // within the numbers of the wheel nothing wins by itself
];

/** @type {[css: string, weight: number][]} */
const MY_NAME = [['.me .tag', 4]];

/** @typedef {{left: number, top: number, right: number, bottom: number, weight: number}} Box */

/**
 * Where an element lies, and a card of a layout that still moves where it will lie: a third one sideways.
 * @param {Element} e
 */
function restingBox(e) {
  const box = e.closest('.cb');
  if (!(e instanceof HTMLElement) || !box || !e.matches('.cardbox')) return e.getBoundingClientRect();
  const { left, top } = box.getBoundingClientRect();
  const across = e.querySelector('.across') ? (e.offsetHeight - e.offsetWidth) / 2 : 0;
  return new DOMRect(
    left + e.offsetLeft - across,
    top + e.offsetTop + across,
    e.offsetWidth + 2 * across,
    e.offsetHeight - 2 * across,
  );
}

/**
 * The pocket in which the ball lies, where only the crown of the wheel is seen.
 * @param {Element} board
 * @returns {Box[]}
 */
function pocketOn(board) {
  const crown = board.querySelector('.crown:not(.cup)')?.getBoundingClientRect();
  const ball = board.querySelector('.crown .w-ball')?.getBoundingClientRect();
  if (!crown || !ball?.width) return [];
  const { top, bottom } = crown;
  return [{ left: ball.left - POCKET, right: ball.right + POCKET, top, bottom, weight: 30 }];
}

/** @param {Element} board @returns {Box[]} */
function boxesOn(board) {
  const most = (board.clientWidth * board.clientHeight) / 3;
  // On a phone the name of my place steps back.
  const boxes = [...IN_THE_WAY, ...(narrowScreen.matches ? [] : MY_NAME)].flatMap(([css, weight]) =>
    [...board.querySelectorAll(css)]
      .map(restingBox)
      .filter(r => r.width && r.height)
      .map(({ left, top, right, bottom }) => {
        const edge = weight > 8 ? 2 : 0; // room around what was decided
        const around = weight > 8 && (right - left) * (bottom - top) > most; // a line around other boxes
        return {
          left: left - edge,
          top: top - edge,
          right: right + edge,
          bottom: bottom + edge,
          weight: around ? PLAIN : weight,
        };
      }),
  );
  return [...boxes, ...pocketOn(board)];
}

/**
 * Put an element on the board, near the middle of its upper half, where it lies over the least; it shrinks where there
 * is no room.
 * @param {HTMLElement} board
 * @param {HTMLElement} e
 * @param {number[]} sizes of the figure in pixels, the best first
 */
export function placeVerdict(board, e, sizes) {
  const frame = board.getBoundingClientRect();
  if (!frame.width) return;
  const boxes = boxesOn(board);
  const onCloth = clothOf(board);
  let best = { cost: Infinity, x: 0.5, y: 0.44, size: sizes[0] };
  for (const size of sizes) {
    const small = (sizes[0] - size) * 0.012;
    if (small >= best.cost) break; // no place can be better now
    e.style.setProperty('--net', `${size}px`);
    const { offsetWidth: w, offsetHeight: h } = e;
    for (const { x, y, far } of spotsFrom(frame, w, h)) {
      if (far + small >= best.cost) break; // nor is any of those further away
      const cost = overlap(boxes, x, y, w, h) / (w * h) + far + small;
      if (cost < best.cost && onCloth(x, y, w, h))
        best = { cost, x: (x - frame.left) / frame.width, y: (y - frame.top) / frame.height, size };
    }
  }
  e.style.setProperty('--net', `${best.size}px`);
  e.style.left = `${(best.x * 100).toFixed(2)}%`;
  e.style.top = `${(best.y * 100).toFixed(2)}%`;
}

/**
 * Where the middle of a box may be within a frame, and how far that is from where it is best, the nearest first.
 * @param {DOMRect} frame
 * @param {number} w
 * @param {number} h
 */
function spotsFrom(frame, w, h) {
  const step = Math.max(8, frame.width / 40);
  const spots = [];
  for (let x = frame.left + w / 2 + 12; x <= frame.right - w / 2 - 12; x += step)
    for (let y = frame.top + h / 2 + 8; y <= frame.bottom - h / 2 - 8; y += step) {
      const middle = Math.abs(x - frame.left - frame.width / 2) / frame.width;
      const height = Math.abs(y - frame.top - frame.height * 0.44) / frame.height;
      spots.push({ x, y, far: middle * 1.2 + height * 0.12 });
    }
  return spots.sort((a, b) => a.far - b.far);
}

/**
 * Whether a box lies on the cloth, within its brass line; on a phone the cloth has none.
 * @param {HTMLElement} board
 * @returns {(x: number, y: number, w: number, h: number) => boolean}
 */
function clothOf(board) {
  const line = narrowScreen.matches ? null : board.querySelectorAll('.cloth > path')[3];
  const toCloth = line instanceof SVGPathElement ? line.getScreenCTM()?.inverse() : null;
  if (!(line instanceof SVGPathElement) || !toCloth) return () => true;
  return (x, y, w, h) =>
    [-1, 1].every(i =>
      [-1, 1].every(j =>
        line.isPointInFill(new DOMPoint(x + i * (w / 2 + 6), y + (j * h) / 2).matrixTransform(toCloth)),
      ),
    );
}

/** @param {Box[]} boxes @param {number} x @param {number} y @param {number} w @param {number} h */
function overlap(boxes, x, y, w, h) {
  let sum = 0;
  for (const b of boxes) {
    const across = Math.min(b.right, x + w / 2) - Math.max(b.left, x - w / 2);
    const down = Math.min(b.bottom, y + h / 2) - Math.max(b.top, y - h / 2);
    if (across > 0 && down > 0) sum += across * down * b.weight;
  }
  return sum;
}

// The face of a player: an azulejo in a disc, told by its drawing. The same name always has the same one.

import { BRASS, COBALT } from '../core/kit.js';

const PETALS = [8, 6, 12, 4, 10, 5, 16, 7];

/** A number of a name, the same on every page. @param {string} name */
export const seedOf = name => [...name].reduce((n, letter) => (n * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);

/** @param {number} seed */
export function medallion(seed) {
  const petals = PETALS[seed % 8];
  const light = Math.floor(seed / 8) % 2 === 1;
  const ground = light ? '#e9ece6' : COBALT;
  const figure = light ? COBALT : '#e9ece6';
  const ring = Math.floor(seed / 16) % 3;
  const wide = Math.min(11, 62 / petals);
  /** @param {(angle: number) => string} one */
  const round = one => Array.from({ length: petals }, (_, i) => one((i * 360) / petals)).join('');
  const rim =
    ring === 0
      ? round(a => `<circle cy="-36.5" r="${petals > 10 ? 1.6 : 2.6}" transform="rotate(${a + 180 / petals})"/>`)
      : ring === 1
        ? round(a => `<path d="M0-40 3-35 0-30-3-35Z" transform="rotate(${a + 180 / petals})"/>`)
        : `<circle r="38" fill="none" stroke="${figure}" stroke-width="2.5" stroke-dasharray="3 5"/>`;
  return `<svg class="medal" viewBox="-50 -50 100 100" aria-hidden="true"><circle r="48" fill="${ground}" stroke="${BRASS}" stroke-width="2.5"/><circle r="42" fill="none" stroke="${figure}" stroke-width="1.5"/><g fill="${figure}">${round(
    a => `<path d="M0-7Q${wide.toFixed(1)}-20 0-34-${wide.toFixed(1)}-20 0-7Z" transform="rotate(${a})"/>`,
  )}${rim}</g><circle r="6" fill="${BRASS}"/></svg>`;
}

/** The time that is left, round a face: the arc is full at the beginning. */
export const timeArc = () =>
  '<svg class="seatring" viewBox="-50 -50 100 100" aria-hidden="true"><circle r="47" class="all"/><circle r="47" class="left" pathLength="100"/></svg>';

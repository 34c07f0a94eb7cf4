// How long a call at a machine stays before the next.

import { pace, reducedMotion } from '../core/motion.js';
import { spinTime } from './reels.js';

/** How long each call is shown, in milliseconds. @type {Record<string, number>} */
const CALL_MS = {
  fall: 650,
  expanded: 600,
  'free-games': 1500,
  'free-over': 900,
  'hold-begins': 1300,
  held: 850,
  'hold-over': 1700,
  'ladder-begins': 700,
  rung: 1100,
  'ladder-over': 700,
};

/**
 * How long to wait before and after a part, in milliseconds.
 * @param {Client.Part} part
 * @returns {[number, number]}
 * @param {number} reels
 * @param {boolean} lit whether wins are shown line by line
 */
export function pauseFor(part, reels, lit) {
  const e = part.event;
  const calm = reducedMotion() ? 0.6 : pace();
  if (e?.step === 'call') return [0, e.call === 'stopped' ? spinTime(reels) + 150 : (CALL_MS[e.call] ?? 0) * calm];
  if (e?.step === 'result') return [0, e.hand !== '1' && lit ? 800 * calm : e.hand === '1/hand' ? 400 : 0];
  if (e?.step === 'deal') return [0, 170 * calm];
  if (e?.step === 'discard') return [0, e.hands.length < 5 ? 200 : 0];
  return [0, 0];
}

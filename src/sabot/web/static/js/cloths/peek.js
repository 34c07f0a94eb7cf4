// A player's own cards lie open to them; somebody may choose to hide them until they look: while a finger or key is
// held. Only this choice is stored.

import { readText, storeText } from '../core/storage.js';

const listeners = new Set();
const KEY = 'sabot.peek';
let always = readText(KEY) !== '0';

export const peek = {
  get always() {
    return always;
  },
  /** @param {boolean} on */
  setAlways(on) {
    always = on;
    storeText(KEY, on ? '1' : '0');
    for (const fn of listeners) fn();
  },
  /** @param {() => void} fn */
  onChange(fn) {
    listeners.add(fn);
  },
};

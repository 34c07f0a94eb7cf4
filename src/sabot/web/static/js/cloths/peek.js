// A player's own cards lie face down until they look: while a finger or key is held, or always if they chose so. Only this
// choice is stored.

const listeners = new Set(), KEY = 'sabot.peek';
let always = (() => { try { return localStorage.getItem(KEY) === '1'; } catch { return false; } })();

export const peek = {
  get always() { return always; },
  /** @param {boolean} on */
  setAlways(on) {
    always = on;
    try { localStorage.setItem(KEY, on ? '1' : '0'); } catch { /* a private window forgets */ }
    for (const fn of listeners) fn();
  },
  /** @param {() => void} fn */
  onChange(fn) { listeners.add(fn); },
};

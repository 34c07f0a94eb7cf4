// One's own cards lie face down until one looks at them: for as long as a finger or a key holds them, or always where
// the reader has said so. What is kept is only that wish.

const heard = new Set(), KEY = 'sabot.peek';
let always = (() => { try { return localStorage.getItem(KEY) === '1'; } catch { return false; } })();

export const peek = {
  get always() { return always; },
  /** @param {boolean} on */
  keep(on) {
    always = on;
    try { localStorage.setItem(KEY, on ? '1' : '0'); } catch { /* a private window forgets */ }
    for (const fn of heard) fn();
  },
  /** @param {() => void} fn */
  onChange(fn) { heard.add(fn); },
};

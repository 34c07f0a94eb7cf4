// Keeps a press on one button: a button that is redrawn or replaced under the finger waits until the finger is up.

const LONG = 2000;   // milliseconds: who holds longer has gone to sleep on it
const TAP = 60;      // a finger that is lifted clicks a moment later
const HELD = '.peek, .cover, input';   // held to look, lifted, dragged: the page goes on meanwhile
const pressed = { now: false, long: 0, up: 0 }, waiting = new Set();

function begin(e) {
  if (e.target.closest?.(HELD)) return;
  clearTimeout(pressed.long);
  clearTimeout(pressed.up);
  pressed.now = true;
  pressed.long = setTimeout(end, LONG);
}

function end() {
  clearTimeout(pressed.long);
  clearTimeout(pressed.up);
  pressed.now = false;
  // What the press itself changes is drawn first.
  if (waiting.size) setTimeout(() => { if (!pressed.now) for (const draw of waiting) { waiting.delete(draw); draw(); } });
}

const up = () => { clearTimeout(pressed.up); pressed.up = setTimeout(end, TAP); };
addEventListener('pointerdown', begin, true);
addEventListener('pointerup', up, true);
addEventListener('pointercancel', end, true);
addEventListener('click', end, true);
addEventListener('blur', end);
// A button takes the space bar when it is let go of.
addEventListener('keydown', e => { if (e.key === ' ' && !e.repeat && e.target.closest?.('button, summary')) begin(e); }, true);
addEventListener('keyup', e => { if (e.key === ' ' && pressed.now) up(); }, true);

// What is done with one click is done once: the second click of a double click changes nothing, also where another button has
// come under it. Chips, and what is turned up and down, are clicked as fast as a hand can. A key that is held down is one press.
const OFTEN = '[data-chip], [data-step], [data-lay], [data-id="undo"], .spot, .sides button, .obet, .oname, .note, .dialer button, .loupe button';
let often = true;

/** What is being clicked is done once, wherever it stands. */
export const once = () => { often = false; };
const many = e => { const b = e.target.closest?.('button'); return !b || b.matches(OFTEN); };
addEventListener('click', e => {
  if (e.detail < 2) { often = many(e); return; }
  if (often && many(e)) return;
  e.stopImmediatePropagation();
  e.preventDefault();
}, true);
addEventListener('keydown', e => { if (e.repeat && e.key === 'Enter' && !many(e)) { e.stopImmediatePropagation(); e.preventDefault(); } }, true);

/** The same drawing, which waits while something on the page is pressed. @param {() => void} draw */
export const steady = draw => () => {
  if (pressed.now) { waiting.add(draw); return; }
  waiting.delete(draw);
  draw();
};

// Keeps a press on one button: a button that is redrawn or replaced under the finger waits until the finger is up.

const LONGEST_PRESS_MS = 2000;   // milliseconds: who holds longer has gone to sleep on it
const CLICK_DELAY_MS = 60;      // a finger that is lifted clicks a moment later
const NOT_HELD_BACK = '.peek, .cover, input';   // held to look, lifted, dragged: the page goes on meanwhile
const press = { active: false, longTimer: 0, endTimer: 0 }, waitingDraws = new Set();

function beginPress(e) {
  if (e.target.closest?.(NOT_HELD_BACK)) return;
  clearTimeout(press.longTimer);
  clearTimeout(press.endTimer);
  press.active = true;
  press.longTimer = setTimeout(endPress, LONGEST_PRESS_MS);
}

function endPress() {
  clearTimeout(press.longTimer);
  clearTimeout(press.endTimer);
  press.active = false;
  // What the press itself changes is drawn first.
  if (waitingDraws.size) setTimeout(() => { if (!press.active) for (const draw of waitingDraws) { waitingDraws.delete(draw); draw(); } });
}

const endPressSoon = () => { clearTimeout(press.endTimer); press.endTimer = setTimeout(endPress, CLICK_DELAY_MS); };
addEventListener('pointerdown', beginPress, true);
addEventListener('pointerup', endPressSoon, true);
addEventListener('pointercancel', endPress, true);
addEventListener('click', endPress, true);
addEventListener('blur', endPress);
// A button takes the space bar when it is let go of.
addEventListener('keydown', e => { if (e.key === ' ' && !e.repeat && e.target.closest?.('button, summary')) beginPress(e); }, true);
addEventListener('keyup', e => { if (e.key === ' ' && press.active) endPressSoon(); }, true);

// What is done with one click is done once: the second click of a double click changes nothing, also where another button has
// come under it. Chips, and what is turned up and down, are clicked as fast as a hand can. A key that is held down is one press.
const REPEATABLE = '[data-chip], [data-step], [data-lay], [data-id="undo"], .spot, .sides button, .obet, .oname, .note, .dialer button, .loupe button';
let repeatable = true;

/** What is being clicked is done once, wherever it stands. */
export const ignoreRepeats = () => { repeatable = false; };
const isRepeatable = e => { const b = e.target.closest?.('button'); return !b || b.matches(REPEATABLE); };
addEventListener('click', e => {
  if (e.detail < 2) { repeatable = isRepeatable(e); return; }
  if (repeatable && isRepeatable(e)) return;
  e.stopImmediatePropagation();
  e.preventDefault();
}, true);
addEventListener('keydown', e => { if (e.repeat && e.key === 'Enter' && !isRepeatable(e)) { e.stopImmediatePropagation(); e.preventDefault(); } }, true);

/** The same drawing, which waits while something on the page is pressed. @param {() => void} draw */
export const deferWhilePressed = draw => () => {
  if (press.active) { waitingDraws.add(draw); return; }
  waitingDraws.delete(draw);
  draw();
};

// Keeps a press on one button: nothing is redrawn under a finger until it is lifted.

import { hit } from './dom.js';

const LONGEST_PRESS_MS = 2000; // milliseconds; after this a press no longer holds anything back
const CLICK_DELAY_MS = 60; // milliseconds; the click comes a moment after the finger is lifted
const NOT_HELD_BACK = '.peek, .cover, input'; // these are held or dragged on purpose, and the page goes on meanwhile
const press = { active: false, longTimer: 0, endTimer: 0 };
/** @type {Set<() => void>} */
const waitingDraws = new Set();

/** @param {Event} e */
function beginPress(e) {
  if (hit(e, NOT_HELD_BACK)) return;
  clearTimeout(press.longTimer);
  clearTimeout(press.endTimer);
  press.active = true;
  press.longTimer = setTimeout(endPress, LONGEST_PRESS_MS);
}

function endPress() {
  clearTimeout(press.longTimer);
  clearTimeout(press.endTimer);
  press.active = false;
  // In a timeout, so that what the press itself changes is drawn first.
  if (waitingDraws.size)
    setTimeout(() => {
      if (!press.active)
        for (const draw of waitingDraws) {
          waitingDraws.delete(draw);
          draw();
        }
    });
}

const endPressSoon = () => {
  clearTimeout(press.endTimer);
  press.endTimer = setTimeout(endPress, CLICK_DELAY_MS);
};
addEventListener('pointerdown', beginPress, true);
addEventListener('pointerup', endPressSoon, true);
addEventListener('pointercancel', endPress, true);
addEventListener('click', endPress, true);
addEventListener('blur', endPress);
// A button reacts to the space bar when the key is released.
addEventListener(
  'keydown',
  e => {
    if (e.key === ' ' && !e.repeat && hit(e, 'button, summary')) beginPress(e);
  },
  true,
);
addEventListener(
  'keyup',
  e => {
    if (e.key === ' ' && press.active) endPressSoon();
  },
  true,
);

// The second click of a double click is ignored, also when another button has appeared under the pointer. Chips and
// plus and
// minus buttons are the exception: they can be clicked quickly. A key that is held down counts as one press.
const REPEATABLE =
  '[data-chip], [data-step], [data-lay], [data-id="undo"], .spot, .sides button, .obet, .oname, .note, .dialer button, .loupe button';
let repeatable = true;

/** Ignore further clicks of this series, whatever button they hit. */
export const ignoreRepeats = () => {
  repeatable = false;
};
/** @param {Event} e */
const isRepeatable = e => {
  const b = hit(e, 'button');
  return !b || b.matches(REPEATABLE);
};
addEventListener(
  'click',
  e => {
    if (e.detail < 2) {
      repeatable = isRepeatable(e);
      return;
    }
    if (repeatable && isRepeatable(e)) return;
    e.stopImmediatePropagation();
    e.preventDefault();
  },
  true,
);
addEventListener(
  'keydown',
  e => {
    if (e.repeat && e.key === 'Enter' && !isRepeatable(e)) {
      e.stopImmediatePropagation();
      e.preventDefault();
    }
  },
  true,
);

/** A drawing function that waits while something on the page is pressed. @param {() => void} draw */
export const deferWhilePressed = draw => () => {
  if (press.active) {
    waitingDraws.add(draw);
    return;
  }
  waitingDraws.delete(draw);
  draw();
};

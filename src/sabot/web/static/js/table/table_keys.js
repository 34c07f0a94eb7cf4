// The keys at a table: amounts, the target of a chip, the end of what is shown, and the letters of the acts.

import { hit } from '../core/dom.js';
import { gameWord } from '../core/i18n.js';
import * as store from '../core/store.js';
import { mayBeReady } from './ready.js';

/** @typedef {import('../machine/desk.js').MachineControls} MachineControls */
/**
 * What the keys of a table act on.
 * @typedef {{
 *   live: () => Client.State,
 *   controls: () => import('./controls.js').Controls | MachineControls,
 *   machine: () => MachineControls | undefined,
 *   bets: () => import('./bets.js').Bets,
 *   look: (shown: boolean, aloud?: boolean) => void,
 *   playback: import('../core/playback.js').Playback,
 *   escape: () => void,
 *   sayReady: () => void,
 * }} KeyTargets
 */

/** @type {Record<string, number>} */
const STEP_KEYS = { ArrowUp: 1, ArrowDown: -1, ArrowRight: 1, ArrowLeft: -1, '+': 1, '=': 1, '-': -1, '−': -1 };

/** @param {KeyTargets} at */
export function listenToKeys(at) {
  document.addEventListener('keydown', e => {
    const field = /** @type {HTMLInputElement | null} */ (hit(e, 'input, textarea, select'));
    // letters also work while a slider has the focus
    if (e.ctrlKey || e.metaKey || e.altKey || (field && (field.type !== 'range' || e.key.length > 1))) return;
    const idle = !hit(e, 'button, a, summary, [tabindex="0"]');
    if (leftToMachine(at, e, idle)) return;
    if (keptByHold(at, e, Boolean(field))) return;
    if (moved(at, e)) return;
    if (e.key === 'Escape') at.escape();
    else if (!(idle && wentOn(at, e))) pressLetter(at, e);
  });
  // My cards are shown while the key for it is held.
  /** @param {KeyboardEvent} e */
  const isLookKey = e => Boolean(e.key) && e.key.toUpperCase() === gameWord(at.live().table, 'key.look');
  document.addEventListener('keydown', e => {
    if (isLookKey(e) && !e.ctrlKey && !e.metaKey && !e.altKey && !hit(e, 'input, textarea')) at.look(true, true);
  });
  document.addEventListener('keyup', e => {
    if (isLookKey(e)) at.look(false);
  });
  addEventListener('blur', () => at.look(false));
}

/**
 * At a machine: nothing while a dialog is open, and one game for each press of the space bar.
 * @param {KeyTargets} at
 * @param {KeyboardEvent} e
 * @param {boolean} idle whether nothing that can be pressed has the focus
 */
function leftToMachine(at, e, idle) {
  if (!at.machine()) return false;
  if (document.querySelector('dialog[open]')) return true;
  if (e.key !== ' ') return false;
  if (e.repeat || idle) e.preventDefault();
  return e.repeat || !idle;
}

/**
 * At a turn the arrows and + and − change the amount; a focused slider handles its keys itself. A key that is held down
 * counts as one press.
 * @param {KeyTargets} at
 * @param {KeyboardEvent} e
 * @param {boolean} inField
 */
function keptByHold(at, e, inField) {
  const stepBy = STEP_KEYS[e.key];
  const stepped = stepBy && !inField && !hit(e, '.steps, .body, .sizes') && at.controls().step(stepBy);
  const held = e.repeat && (e.key === 'Enter' || (e.key.length === 1 && e.key !== ' ' && !stepBy));
  if (stepped || held) e.preventDefault();
  return Boolean(stepped || held);
}

/**
 * The arrows move the target of the next chip.
 * @param {KeyTargets} at
 * @param {KeyboardEvent} e
 */
function moved(at, e) {
  const betting = store.isBetting(at.live());
  if (e.key === 'ArrowLeft' || e.key === 'ArrowRight') {
    if (betting) at.bets().moveTarget(e.key === 'ArrowLeft' ? 1 : -1);
    return true;
  }
  if ((e.key === 'ArrowUp' || e.key === 'ArrowDown') && betting && at.bets().target() && !hit(e, '.steps, .body')) {
    e.preventDefault();
    at.bets().moveTarget(e.key === 'ArrowDown' ? 1 : -1, true);
    return true;
  }
  return false;
}

/**
 * Space ends what is shown; Space and Enter begin the next round; Enter presses the first button.
 * @param {KeyTargets} at
 * @param {KeyboardEvent} e
 */
function wentOn(at, e) {
  const live = at.live();
  if (e.key === ' ' && !at.playback.idle && !at.machine()) {
    e.preventDefault();
    at.playback.flush();
    return true;
  }
  if ((e.key === ' ' || e.key === 'Enter') && live.over && mayBeReady(live)) {
    e.preventDefault();
    at.sayReady();
    return true;
  }
  if (e.key !== 'Enter') return false;
  const first = store.isBetting(live) ? document.querySelector('.act.first:not(:disabled)') : null;
  if (first) {
    e.preventDefault();
    /** @type {HTMLElement} */ (first).click();
  }
  return true;
}

/** @param {KeyTargets} at @param {KeyboardEvent} e */
function pressLetter(at, e) {
  const machine = at.machine();
  const pressed = e.key.length === 1 && (machine ? machine.key(e.key, e.shiftKey) : at.controls().key(e.key));
  if (pressed) e.preventDefault();
}

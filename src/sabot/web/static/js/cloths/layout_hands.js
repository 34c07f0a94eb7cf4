// What a press or a key does on a layout.

import { isBetting, isClosed, offersOf } from '../core/offers.js';
import { DIRECTIONS, nextTarget } from './layout_zones.js';

const SEATED_WITHIN_MS = 5000; // after this the bets may be another coup's

/** The place where I may sit down, if I have none. @param {Client.State} s */
const freePlace = s =>
  s && !isClosed(s) && !s.seats.some(x => x.yours) && !offersOf(s, 'bet').length ? offersOf(s, 'sit')[0] : null;

/** @param {import('./layout.js').Layout} cloth @param {PointerEvent} e */
export function handleClick(cloth, e) {
  if (e.pointerType === 'touch' && cloth.lens.tookPress) return;
  cloth.actions.onTouch();
  // A click of a screen reader has no coordinates.
  const target = e.detail || e.clientX ? cloth.targetAt(e) : cloth.targetOf(e);
  if (target) pressTarget(cloth, target);
  else if (freePlace(cloth.last)) sitFirst(cloth, '');
}

/**
 * Lay a chip on a target. Who has no place yet sits down, and the chip follows.
 * @param {import('./layout.js').Layout} cloth
 * @param {import('./layout.js').Target} target
 */
function pressTarget(cloth, target) {
  if (freePlace(cloth.last)) sitFirst(cloth, cloth.spotOf(target));
  else cloth.placeBet(target);
}

/** @param {import('./layout.js').Layout} cloth @param {string} spot where a chip follows, "" for nowhere */
function sitFirst(cloth, spot) {
  const place = freePlace(cloth.last);
  if (!place) return;
  cloth.spotAfterSeat = isBetting(cloth.last) ? spot : '';
  setTimeout(() => {
    cloth.spotAfterSeat = '';
  }, SEATED_WITHIN_MS);
  cloth.actions.sit(place.seat);
}

/** Lay the chip of the press by which I sat down. @param {import('./layout.js').Layout} cloth @param {Client.State} s */
export function layWhenSeated(cloth, s) {
  const spot = cloth.spotAfterSeat;
  if (!spot || !s.seats.some(x => x.yours) || !cloth.actions.bets.offer(spot)) return;
  cloth.spotAfterSeat = '';
  cloth.actions.bets.addChip(spot);
}

/**
 * A finger was lifted from a target: lay the chip, and name the spot for a moment.
 * @param {import('./layout.js').Layout} cloth
 * @param {import('./layout.js').Target} target
 */
export function touchTarget(cloth, target) {
  pressTarget(cloth, target);
  cloth.touched = true;
  if (cloth.tall) return; // the sheet below says what lies
  cloth.showTip(target, true);
  clearTimeout(cloth.fadeTimer);
  cloth.fadeTimer = setTimeout(() => cloth.showTip(null), 2500);
}

/** @param {import('./layout.js').Layout} cloth @param {KeyboardEvent} e */
export function handleKey(cloth, e) {
  const target = cloth.targetOf(e);
  if (!target) return;
  const { bets } = cloth.actions;
  const direction = DIRECTIONS[e.key];
  if (direction) {
    e.preventDefault();
    e.stopPropagation();
    nextTarget(cloth, target, direction)?.g.focus();
    return;
  }
  if (e.key === 'Enter' || e.key === ' ') {
    e.preventDefault();
    e.stopPropagation();
    cloth.actions.onTouch();
    pressTarget(cloth, target);
    return;
  }
  if (e.key === 'Delete' || e.key === 'Backspace') {
    e.preventDefault();
    e.stopPropagation();
    cloth.actions.onTouch();
    if (e.shiftKey) bets.setBet(cloth.spotOf(target), 0);
    else bets.removeChip(cloth.spotOf(target));
  }
  if (e.key === 'Home' || e.key === 'End') {
    e.preventDefault();
    const row = cloth.targets.filter(x => Math.abs(x.cy - target.cy) < 3).sort((a, b) => a.cx - b.cx);
    row[e.key === 'Home' ? 0 : row.length - 1].g.focus();
  }
}

// The wheel, the dice and the heap of a layout, and how a throw is drawn.

import { find } from '../core/dom.js';
import { Dice } from './dice.js';
import { Heap } from './heap.js';
import { group } from './layout_zones.js';
import { Wheel } from './wheel.js';

/** The group of the drawing in the crown. @param {HTMLElement} crown */
const svgIn = crown => /** @type {SVGGElement} */ (/** @type {Element} */ (find(crown, 'g')));

/** Build the wheel, the dice or the heap. @param {import('./layout.js').Layout} cloth */
export function buildEquipment(cloth) {
  const { wheel, dice, heap } = cloth.felt;
  const crown = cloth.root.querySelector('.crown');
  const data = cloth.data;
  cloth.wheel = cloth.dice = cloth.heap = null;
  if (wheel) {
    let g;
    if (crown) {
      crown.innerHTML = '<svg viewBox="-200 -200 400 400"><g></g></svg>';
      g = svgIn(crown);
    } else {
      g = group(cloth.svg, 'wheel');
      g.setAttribute('transform', `translate(${wheel.x} ${wheel.y}) scale(${wheel.r / 200})`);
      g.setAttribute('aria-hidden', 'true');
      cloth.svg.insertBefore(g, cloth.over);
    }
    cloth.wheel = new Wheel(g, wheel);
  }
  if (dice) {
    const box = data.dice ?? dice;
    const g = group(cloth.svg, 'dice');
    if (crown) {
      crown.classList.add('cup');
      crown.innerHTML = `<svg viewBox="0 0 ${box.w} ${box.h}"><g></g></svg>`;
    }
    g.setAttribute('transform', `translate(${box.x} ${box.y})`);
    g.setAttribute('aria-hidden', 'true');
    cloth.svg.insertBefore(g, cloth.over);
    if (crown) g.remove();
    cloth.dice = new Dice(crown ? svgIn(crown) : g, { count: 1, ...dice, ...box });
  }
  if (heap) {
    const box = data.heap ?? heap;
    const g = group(cloth.svg, 'heap');
    if (crown) {
      crown.classList.add('cup', 'wide');
      crown.innerHTML = `<svg viewBox="0 0 ${box.w} ${box.h}"><g></g></svg>`;
      g.remove();
    } else {
      g.setAttribute('transform', `translate(${box.x} ${box.y})`);
      g.setAttribute('aria-hidden', 'true');
      cloth.svg.insertBefore(g, cloth.over);
    }
    cloth.heap = new Heap(crown ? svgIn(crown) : g, { by: 1, ...heap, ...box });
  }
}

/**
 * The throw of this coup, or null while there is none.
 * @param {import('./layout.js').Layout} cloth
 * @param {Client.State} s
 */
export function thrown(cloth, s) {
  const { wheel, heap } = cloth.felt;
  const fell = s.fell?.[wheel ? 'ball' : heap ? 'counters' : 'dice'] ?? null;
  return fell && heap ? [((fell[0] - 1) % (heap.by ?? 1)) + 1] : fell; // the remainder of a heap decides
}

/**
 * Whether a croupier has covered a real heap and has not lifted the cover yet.
 * @param {import('./layout.js').Layout} cloth
 * @param {Client.State} s
 */
function heapIsCovered(cloth, s) {
  const { covers, lifts } = cloth.felt.heap ?? {};
  const last = s.table.attended ? s.steps.findLast(e => e.step === 'handle' && [covers, lifts].includes(e.what)) : null;
  return last?.what === covers;
}

/**
 * Animate a throw once; it ends early when later events arrive.
 * @param {import('./layout.js').Layout} cloth
 * @param {Client.State} s
 */
export function animate(cloth, s) {
  const fell = thrown(cloth, s);
  const mark = fell ? `${s.coup.id} ${s.throws ?? 0} ${fell}` : '';
  const last = s.shown?.results?.[0];
  if (cloth.wheel) {
    if (s.ballRunning && !mark && !cloth.wheel.running && s.animate !== false)
      cloth.wheel.run(s.spinDirection !== 'left');
    if (mark && mark !== cloth.shownThrow) {
      if (cloth.shownThrow === undefined || s.animate === false) cloth.wheel.rest(fell?.[0] ?? null);
      else {
        cloth.stepsAtThrow = s.steps.length;
        cloth.root.classList.add('moving');
        cloth.wheel.spin(fell?.[0] ?? 0, {
          right: s.spinDirection !== 'left',
          done: () => cloth.last && cloth.draw(cloth.last),
        });
      }
    } else if (!mark && !s.ballRunning && (cloth.shownThrow !== '' || !cloth.wheel.spinning))
      cloth.wheel.rest(last === undefined ? null : Number(last));
    else if (cloth.wheel.spinning && s.steps.length > cloth.stepsAtThrow) cloth.wheel.hurry();
  }
  if (cloth.dice) {
    cloth.dice.cover(Boolean(cloth.felt.dice?.cover && s.covered));
    if (mark && mark !== cloth.shownThrow) {
      if (cloth.shownThrow === undefined || s.animate === false || cloth.felt.dice?.cover) cloth.dice.rest(fell);
      else {
        cloth.stepsAtThrow = s.steps.length;
        cloth.root.classList.add('moving');
        cloth.dice.roll(fell ?? [], { done: () => cloth.last && cloth.draw(cloth.last) });
      }
    } else if (!mark && !cloth.dice.rolling)
      cloth.dice.rest(
        cloth.felt.dice?.cover && s.covered ? null : (s.lastFell.dice ?? faces(last, cloth.felt.dice?.count ?? 0)),
      );
    else if (cloth.dice.rolling && s.steps.length > cloth.stepsAtThrow) cloth.dice.hurry();
  }
  if (cloth.heap) {
    const counters = s.fell?.counters?.[0];
    cloth.heap.cover(Boolean(s.covered || heapIsCovered(cloth, s)));
    if (mark && mark !== cloth.shownThrow) {
      if (cloth.shownThrow === undefined || s.animate === false) cloth.heap.rest(counters ?? null);
      else {
        cloth.stepsAtThrow = s.steps.length;
        cloth.root.classList.add('moving');
        cloth.heap.count(counters ?? 0, { done: () => cloth.last && cloth.draw(cloth.last) });
      }
    } else if (!mark && !cloth.heap.counting)
      cloth.heap.rest(cloth.heap.covered ? null : (s.lastFell.counters?.[0] ?? null));
    else if (cloth.heap.counting && s.steps.length > cloth.stepsAtThrow) cloth.heap.hurry();
  }
  cloth.shownThrow = mark;
}

/** The faces of "4-3-1", or null. @param {unknown} v @param {number} count */
export const faces = (v, count) => {
  const d = String(v ?? '')
    .split('-')
    .map(Number);
  return d.length === count && d.every(n => n >= 1 && n <= 6) ? d : null;
};

// A table with places along an arc.

import { ArcTable } from '../cloths/seats.js';
import { byId as $ } from '../core/dom.js';
import { Bets } from './bets.js';

/** @type {import('./cloth_builders.js').Builder} */
export function build(page) {
  const bets = new Bets(page.live, page.act, page.draw);
  const cloth = new ArcTable($('board'), {
    onSpot: seat => {
      page.playback.flush();
      bets.addChip(seat);
    },
    onPlace: page.openPlace,
    onSit: place => page.act(page.live().reservedPlace === place ? 'leave' : 'sit', place),
    reserve: page.mayReserve,
    pending: place => bets.pendingSum(place),
    target: () => bets.target(),
    chip: () => bets.selectedChip(),
  });
  return { bets, cloth };
}

// A table whose players sit around a pot.

import { PotTable } from '../cloths/ring.js';
import { byId as $ } from '../core/dom.js';
import { Bets } from './bets.js';

/** @type {import('./cloth_builders.js').Builder} */
export function build(page) {
  const bets = new Bets(page.live, page.act, page.draw);
  /** @param {string} place */
  const sit = place => {
    if (!page.openAmount('sit', place)) page.act('sit', place);
  };
  page.playback.potTable = true;
  return { bets, cloth: new PotTable($('board'), { sit }) };
}

// A table whose players stand around an oval, one of them the banker.

import { OvalTable } from '../cloths/oval.js';
import { byId as $ } from '../core/dom.js';
import { Bets } from './bets.js';

/** @type {import('./cloth_builders.js').Builder} */
export function build(page) {
  const bets = new Bets(page.live, page.act, page.draw);
  /** @param {string} place */
  const sit = place => {
    if (!page.openAmount('sit', place)) page.act('sit', place);
  };
  return { bets, cloth: new OvalTable($('board'), { bets, sit, act: page.act }) };
}

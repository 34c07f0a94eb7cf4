// A layout of betting spaces: wheels, dice, buttons.

import { Layout } from '../cloths/layout.js';
import { byId as $ } from '../core/dom.js';
import { LayoutBets } from './layout_bets.js';

/** @type {import('./cloth_builders.js').Builder} */
export function build(page) {
  const bets = new LayoutBets(page.live, page.act, page.draw);
  const cloth = new Layout($('board'), {
    bets,
    sit: place => page.act('sit', place),
    onTouch: () => {
      if (!page.playback.idle) page.playback.flush();
    },
  });
  return { bets, cloth };
}

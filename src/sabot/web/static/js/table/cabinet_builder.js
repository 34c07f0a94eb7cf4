// A gaming machine: its cabinet, its buttons, its sheet of prizes and its tickets.

import { byId as $ } from '../core/dom.js';
import { Cabinet } from '../machine/cabinet.js';
import { pauseFor } from '../machine/call_pauses.js';
import { MachineControls } from '../machine/desk.js';
import { paySheet } from '../machine/glass.js';
import { cabinetOf } from '../machine/replay.js';
import { TicketDialog } from '../machine/tickets.js';
import { Bets } from './bets.js';

/** @type {import('./cloth_builders.js').Builder} */
export function build(page) {
  const bets = new Bets(page.live, page.act, page.draw);
  const controls = new MachineControls($('controls'), {
    act: page.act,
    credits: page.refillCredits,
    again: () => location.reload(),
    pays: page.openPays,
    skip: () => page.playback.flush(),
    shown: page.shown,
    changed: page.machineChanged,
  });
  const cloth = new Cabinet($('board'), { controls, pays: page.openPays });
  page.playback.longestQueue = Infinity;
  page.playback.wait = part => pauseFor(part, cabinetOf(page.live()).window.length, cloth.isNetWin());
  document.body.dataset.felt = 'cabinet';
  return {
    bets,
    cloth,
    machine: {
      controls,
      pays: () => paySheet(cabinetOf(page.live()), controls.bet()),
      tickets: new TicketDialog(page.redeem),
    },
  };
}

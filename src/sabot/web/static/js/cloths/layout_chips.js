// The chips on a layout.

import { token } from '../core/chips.js';
import { find } from '../core/dom.js';
import { formatChip, formatSum } from '../core/i18n.js';
import { isMyBet, locateBet } from '../core/state.js';
import { esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { group } from './layout_zones.js';

/**
 * Draw everybody's chips, each player's in their colour and edge, mine on top; next to them what was paid.
 * @param {import('./layout.js').Layout} cloth
 * @param {Client.State} s
 */
export function drawBets(cloth, s) {
  /** @type {Map<string, Map<string, import('./layout.js').Laid>>} */
  const bySpot = new Map();
  const { bets } = cloth.actions;
  const known = new Map(cloth.targets.flatMap(x => [x.spot, ...Object.values(x.spots ?? {})].map(name => [name, x])));
  /**
   * @param {string} spot
   * @param {string} place
   * @param {number} cents
   * @param {Omit<import('./layout.js').Laid, 'cents'>} details
   */
  const lay = (spot, place, cents, details) => {
    const byPlace = bySpot.get(spot) ?? new Map();
    bySpot.set(spot, byPlace);
    const old = byPlace.get(place);
    byPlace.set(place, { cents: (old?.cents ?? 0) + cents, ...details, pay: (old?.pay ?? 0) + details.pay });
  };
  const places = new Map(s.seats.map(x => [x.place, x]));
  const own1 = s.seats.find(x => x.yours)?.place ?? '1';
  for (const [bet, cents] of Object.entries(s.bets)) {
    const { place, spot } = locateBet(s, bet);
    lay(spot, place, cents, { mine: isMyBet(s, bet), name: places.get(place)?.name, pay: 0 });
  }
  for (const [bet, f] of Object.entries(s.settlements))
    if (f.pay) {
      const { place, spot } = locateBet(s, bet);
      lay(spot, place, s.bets[bet] ? 0 : f.stake, { mine: isMyBet(s, bet), name: places.get(place)?.name, pay: f.pay });
    }
  // Bets that no throw has decided stay.
  for (const [bet, f] of Object.entries(s.settlements))
    if (f.held && !s.bets[bet]) {
      const { place, spot } = locateBet(s, bet);
      lay(spot, place, f.held, { mine: isMyBet(s, bet), name: places.get(place)?.name, pay: 0 });
    }
  // What I lost stays to be seen until the next round is played.
  for (const [bet, f] of Object.entries(s.settlements))
    if (f.yours && f.collect && !f.pay && !f.held && !s.bets[bet]) {
      const { place, spot } = locateBet(s, bet);
      lay(spot, place, f.collect, { mine: true, lost: true, name: places.get(place)?.name, pay: 0 });
    }
  for (const spot of bets.pendingSpots()) {
    const sum = bets.pendingSum(spot);
    bySpot.get(spot)?.delete(own1);
    if (sum) lay(spot, own1, sum, { mine: true, draft: true, pay: 0 });
  }
  const r = cloth.tall ? 12 : 13.5;
  const htmlBySpot = new Map();
  for (const [spot, people] of bySpot) {
    const target = known.get(spot);
    if (!target) continue;
    const [x, y] = target.chip ?? [target.cx, target.cy];
    const all = [...people].sort(([, a], [, b]) => Number(a.mine) - Number(b.mine));
    all.forEach(([place, b], i) => {
      const dx = (i - (all.length - 1)) * r * 0.62;
      const paid =
        b.pay || b.lost
          ? `<text class="paid" y="${-r - 3}" font-size="${cloth.tall ? 12 : 13}" text-anchor="middle">${
              b.pay ? `+${esc(formatChip(b.pay))}` : `−${esc(formatChip(b.cents))}`
            }</text>`
          : '';
      const disc = b.cents
        ? token(Number(place) - 1, cloth.chipLabel(s, place, b.cents), {
            mine: b.mine && i === all.length - 1,
            small: cloth.tall,
          }).replace('<svg ', `<svg x="${-r}" y="${-r}" width="${2 * r}" height="${2 * r}" `)
        : '';
      htmlBySpot.set(
        spot,
        `${htmlBySpot.get(spot) ?? ''}<g class="laid${b.draft ? ' draft' : ''}${b.mine ? ' own' : ''}${
          b.lost ? ' lost' : b.mine && b.pay ? ' prize' : ''
        }" data-spot="${esc(spot)}" transform="translate(${(x + dx).toFixed(1)} ${y.toFixed(1)})">${disc}${paid}</g>`,
      );
    });
  }
  updatePiles(cloth, htmlBySpot);
  for (const b of cloth.views?.querySelectorAll('button') ?? []) {
    const sum = [...bySpot].reduce(
      (n, [spot, people]) =>
        n +
        (viewOf(cloth, spot) === b.dataset.view
          ? [...people.values()].reduce((m, p) => m + (p.mine ? p.cents : 0), 0)
          : 0),
      0,
    );
    setHtml(find(b, 'b'), sum && b.dataset.view !== cloth.view ? esc(formatSum(sum)) : '');
  }
}

/**
 * Redraw the chips of the spots that changed.
 * @param {import('./layout.js').Layout} cloth
 * @param {Map<string, string>} htmlBySpot
 */
function updatePiles(cloth, htmlBySpot) {
  for (const [spot, g] of cloth.piles)
    if (!htmlBySpot.has(spot)) {
      g.remove();
      cloth.piles.delete(spot);
    }
  for (const [spot, html] of htmlBySpot) {
    const pile = cloth.piles.get(spot) ?? group(cloth.chips, 'pile');
    cloth.piles.set(spot, pile);
    setHtml(pile, html);
  }
}

/** @param {import('./layout.js').Layout} cloth @param {string} spot */
function viewOf(cloth, spot) {
  cloth.viewsOf ??= new Map(
    [
      ...cloth.data.zones.flatMap(x => [x.spot, ...Object.values(x.spots ?? {})].map(n => ({ n, view: x.view }))),
      ...(cloth.data.points ?? []).map(x => ({ n: x.spot, view: x.view })),
    ].map(({ n, view }) => [n, view ?? '']),
  );
  return cloth.viewsOf.get(spot);
}

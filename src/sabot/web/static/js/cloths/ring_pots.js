// The pots of a poker table, and the chips that move to and from them.

import { stack } from '../core/chips.js';
import { formatSum, gameWord, joinList, t, withAside } from '../core/i18n.js';
import * as motion from '../core/motion.js';
import { clauseLink, esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { myPlace } from './pot_state.js';

/** Places as ranges: 1, 3–10. @param {string[]} places */
const joinRanges = places =>
  places
    .map(Number)
    .reduce((/** @type {[number, number][]} */ all, n) => {
      const last = all[all.length - 1];
      if (last?.[1] === n - 1) last[1] = n;
      else all.push([n, n]);
      return all;
    }, [])
    .map(([a, b]) => (a === b ? a : `${a}–${b}`));

/**
 * Chips fly from a stack to its player's bet, from the bets into the pot, and from the pot to its winner.
 * @param {import('./ring.js').PotTable} cloth
 * @param {Client.State} s
 * @param {import('./pot_state.js').Pots} pots
 */
export function moveChips(cloth, s, pots) {
  const was = cloth.lastPots;
  const { round, won, gathered } = pots;
  cloth.lastPots = { coup: s.coup.id, round, won, gathered };
  if (was?.coup !== s.coup.id || s.animate === false) return;
  /** @param {string} place @param {string} what */
  const part = (place, what) => cloth.items.get(place)?.querySelector(what) ?? null;
  /** @param {Record<string, number>} after @param {Record<string, number>} before */
  const moved = (after, before) => Object.keys(after).filter(p => after[p] > (before[p] ?? 0));
  for (const p of moved(round, was.round))
    motion.fly(part(p, '.oname'), part(p, '.rbet'), stack(round[p] - (was.round[p] ?? 0)));
  if (gathered > was.gathered)
    for (const p of Object.keys(was.round).filter(place => !round[place]))
      motion.fly(part(p, '.rbet'), cloth.pot, stack(was.round[p]));
  for (const p of moved(won, was.won)) motion.fly(cloth.pot, part(p, '.oname'), stack(won[p] - (was.won[p] ?? 0)));
}

/**
 * Draw the pot, and the parts in which it is paid.
 * @param {import('./ring.js').PotTable} cloth
 * @param {Client.State} s
 * @param {import('./pot_state.js').Pots} pots
 */
export function drawMiddle(cloth, s, pots) {
  const { table } = s;
  const { ring } = cloth.data;
  const sum = pots.gathered;
  const laidSum = pots.total - sum;
  setHtml(
    cloth.pot,
    pots.total
      ? `${stack(sum || pots.total)}<span class="sums"><small>${esc(gameWord(table, ring.pot))}</small> <b>${formatSum(pots.total)}</b>${
          laidSum && sum && !pots.shown
            ? `<span>${esc(t(cloth.tall ? 'ring.round.short' : 'ring.round', { before: formatSum(sum), sum: formatSum(laidSum) }))}</span>`
            : ''
        }</span>`
      : '',
  );
  cloth.parts.classList.toggle('piles', pots.piles.length > 0);
  setHtml(
    cloth.parts,
    pots.piles.length
      ? pots.piles
          .map(
            (p, i) =>
              `<li class="pile${p.seats.includes(myPlace(s)) ? ' mine' : ''}" title="${esc(p.words)}"><span class="sr">${esc(p.words)}</span><span aria-hidden="true">${i ? '' : `${esc(t('pile.main'))} `}<b>${esc(p.sum)}</b> <small>${joinList(joinRanges(p.seats))}</small></span></li>`,
          )
          .join('') + `<li class="pile">${clauseLink(pots.piles[0].law)}</li>`
      : pots.parts
          .slice(cloth.tall ? -1 : -3)
          .map(
            p =>
              `<li>${esc(
                withAside(
                  p.words,
                  s.seats.find(x => x.place === p.seat)?.yours
                    ? t('you')
                    : s.seats.find(x => x.place === p.seat)?.name || t('place.n', { n: p.seat }),
                ),
              )} ${clauseLink(p.law)}</li>`,
          )
          .join(''),
  );
}

/**
 * Draw what I have put into the pot in this hand, beside my cards.
 * @param {import('./ring.js').PotTable} cloth
 * @param {Client.State} s
 * @param {import('./pot_state.js').Pots} pots
 */
export function drawPaid(cloth, s, pots) {
  const mine = myPlace(s);
  const sum = Object.entries(s.bets).reduce(
    (n, [bet, v]) => n + (mine && bet.startsWith(`${mine}/`) && !bet.endsWith(`/${cloth.data.ring.cave}`) ? v : 0),
    0,
  );
  cloth.paid.hidden = !sum || pots.shown || !s.hands[mine];
  setHtml(cloth.paid, `<span>${esc(t('ring.paid'))}</span><b>${formatSum(sum)}</b>`);
}

/** Draw the last pots where there is room. @param {import('./ring.js').PotTable} cloth @param {Client.State} s */
export function drawLastPots(cloth, s) {
  /** @type {unknown[]} */
  const results = s.shown?.results ?? [];
  const all = results.slice(0, 4).map(r => String(r).split(' '));
  setHtml(
    cloth.past,
    all.length && !cloth.tall
      ? `<small>${esc(t('ring.last'))}</small>${all
          .map(
            ([what, sum]) =>
              `<span>${esc(
                gameWord(s.table, `category.${what}`) || what,
              )} <b>${formatSum(Number(sum) || 0)}</b></span>`,
          )
          .join('')}`
      : '',
  );
}

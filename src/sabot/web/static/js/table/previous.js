// The previous coup in the panel: its hands, bets and sums, in the form of each kind of table.

import { formatFullSum, formatNet, gameWord, joinWithColon, netClass, t, voidCause } from '../core/i18n.js';
import { netBySpot } from '../core/state.js';
import { capitalise, clauseLink, esc } from '../core/text.js';
import { w } from '../machine/words.js';
import { handName, spotName } from '../record/names.js';

/** Whether a bet lies on a hand, whoever made it. @param {string} bet @param {string} hand */
export const isOnHand = (bet, hand) => bet === hand || (bet.startsWith(`${hand}+`) && !bet.includes('/'));

/** The previous coup at a layout: each of my bets, losses first. @param {Client.State} s @param {Client.Previous} b */
export function layoutPrevious(s, b) {
  const rows = netBySpot(s.table, b.settlements)
    .map(
      r =>
        `<p class="paid"><span>${esc(capitalise(spotName(s.table, r.spot)))}</span><b class="${netClass(r.net)}">${formatNet(r.net, true) || '='}</b>${clauseLink(r.law)}</p>`,
    )
    .join('');
  return `<p class="paid net"><span>${t('previous.net')}</span><b class="${netClass(b.net)}">${b.net ? formatNet(b.net) : '='}</b></p>${rows}${
    b.void ? `<p class="none">${esc(t('tell.void', { cause: voidCause(s.table, b.void) }))}</p>` : ''
  }`;
}

/**
 * The previous hand at a table with pots: my result, and the hands that were shown.
 * @param {Client.State} s
 * @param {Client.Previous} b
 */
export function potPrevious(s, b) {
  const rows = Object.values(b.results)
    .map(
      r =>
        `<p class="paid"><span>${esc(
          joinWithColon(
            handName(s.table, r.hand),
            gameWord(s.table, `category.${r.facts?.category}`) || gameWord(s.table, `result.${r.result}`),
          ),
        )}</span><b>${
          r.result === 'lost' ? '' : esc(gameWord(s.table, `result.${r.result}`))
        }</b>${clauseLink(r.law)}</p>`,
    )
    .join('');
  return `<p class="paid net"><span>${t('previous.net')}</span><b class="${netClass(b.net)}">${b.net ? formatNet(b.net) : '='}</b></p>${rows}${
    b.void ? `<p class="none">${esc(t('tell.void', { cause: voidCause(s.table, b.void) }))}</p>` : ''
  }`;
}

/** The last game of a machine. @param {Client.Previous} b */
export function machinePrevious(b) {
  const r = b.results['1'];
  const { bet = 0, prize = 0 } = r?.facts ?? {};
  return r
    ? `<p class="paid net"><span>${t('previous.net')}</span><b class="${netClass(b.net)}">${b.net ? formatNet(b.net) : '='}</b></p><p class="paid"><span>${esc(
        w(prize ? 'story.prize' : 'story.nothing', { prize: formatFullSum(prize), bet: formatFullSum(bet) }),
      )}</span><b></b>${clauseLink(r.law)}</p>`
    : `<p class="none">${t('previous.none')}</p>`;
}

/**
 * Rows of money brought to the table, taken from it, and tips.
 * @param {{brought?: number, taken?: number, given?: number} | null | undefined} sums
 * @param {(key: string, value: string) => string} row
 */
export const cashRows = (sums, row) =>
  Object.entries({ brought: sums?.brought, taken: sums?.taken, given: sums?.given })
    .map(([key, v]) => (v ? row(`session.${key}`, formatFullSum(v)) : ''))
    .join('');

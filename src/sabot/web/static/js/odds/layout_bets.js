// The odds of all bets on a layout, in one table.

import { formatChance, formatFigure, oddsWord, formatPercent, fractionValue } from './words.js';
import { esc } from '../core/text.js';

/**
 * Whether these are bets on a layout, where there is nothing to decide.
 * @param {{bets: {spots?: string[]}[]}} answer
 */
export const isLayout = answer => answer.bets.every(bet => bet.spots);

/** The odds of a bet: 35:1, 3:2, or several. @param {{net: [string, string | number][]}} bet */
const payText = bet =>
  bet.net
    .map(([gain]) => gain)
    .filter(gain => fractionValue(gain) > 0)
    .map(gain => (gain.includes('/') ? gain.replace('/', ':') : `${gain}:1`))
    .join(` ${oddsWord('or')} `);

/**
 * All bets of a layout: odds, chance to win, house edge. If bets can stay for several throws or coups, also the edge
 * for each.
 * @param {Client.Odds} answer
 * @param {(bet: string) => string} name
 */
export function betTable(answer, name) {
  const lasting = answer.bets.some(bet => bet.throws);
  const undecided = answer.bets.some(bet => bet.edge_decided);
  const by = answer.by ?? 'throw';
  const head = ['pays', 'wins', 'edge', ...(undecided ? ['decided'] : []), ...(lasting ? [`${by}s`, by] : [])];
  /** @param {Client.OddsBet} bet */
  const row = bet => {
    const edge = fractionValue(bet.edge);
    const exact = String(bet.edge).replace('-', '−');
    /** @param {string} html */
    const cell = html => `<td class="n">${html}</td>`;
    return `<tr><th scope="row">${esc(name(bet.bet))}${
      (bet.spots?.length ?? 0) > 1 ? ` <small>${esc(oddsWord('laid.spots', { n: bet.spots?.length }))}</small>` : ''
    }</th>${cell(esc(payText(bet)))}${cell(esc(formatChance(fractionValue(bet.p_win))))}${cell(
      `<b class="${edge < 0 ? 'up' : ''}">${formatPercent(edge, 3)}</b> <small>${esc(exact)}</small>`,
    )}${
      undecided
        ? cell(
            bet.edge_decided
              ? `${formatPercent(fractionValue(bet.edge_decided), 3)} <small>${esc(bet.edge_decided)}</small>`
              : '',
          )
        : ''
    }${
      lasting
        ? cell(formatFigure(fractionValue(bet.throws ?? '1'), 2)) +
          cell(formatPercent(fractionValue(bet.edge_throw ?? bet.edge), 3))
        : ''
    }</tr>`;
  };
  return `<div class="scroll" role="group" tabindex="0"><table class="laid"><thead><tr><th scope="col">${oddsWord('laid.bet')}</th>${head
    .map(key => `<th scope="col" class="n">${oddsWord(`laid.${key}`)}</th>`)
    .join(
      '',
    )}</tr></thead><tbody>${answer.bets.map(row).join('')}</tbody></table></div><p class="given">${oddsWord('laid.note')}${
    undecided ? ` ${oddsWord('laid.decided.note')}` : ''
  }${lasting ? ` ${oddsWord(`laid.${by}s.note`)}` : ''}</p>`;
}

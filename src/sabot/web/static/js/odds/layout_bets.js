// The odds of all bets on a layout, in one table.

import { chance, figure, o, percent, value } from './words.js';
import { esc } from '../core/text.js';

/** Whether these are bets on the spots of a layout: there is nothing to decide once they are made. @param {{bets: {spots?: string[]}[]}} told */
export const laid = told => told.bets.every(bet => bet.spots);

/** What a bet wins by its stake: 35:1, 3:2, or several. @param {{net: [string, string][]}} bet */
const pays = bet => bet.net.map(([gain]) => gain).filter(gain => value(gain) > 0).map(gain => gain.includes('/') ? gain.replace('/', ':') : `${gain}:1`).join(` ${o('or')} `);

/**
 * All bets of a layout: what they pay, how often they win, what the house keeps; and, where some last, for each throw or coup.
 * @param {any} told @param {(bet: string) => string} name
 */
export function table(told, name) {
  const lasting = told.bets.some(bet => bet.throws), undecided = told.bets.some(bet => bet.edge_decided);
  const by = told.by ?? 'throw';
  const head = ['pays', 'wins', 'edge', ...undecided ? ['decided'] : [], ...lasting ? [`${by}s`, by] : []];
  const row = bet => {
    const edge = value(bet.edge), exact = String(bet.edge).replace('-', '−');
    const cell = html => `<td class="n">${html}</td>`;
    return `<tr><th scope="row">${esc(name(bet.bet))}${bet.spots.length > 1 ? ` <small>${esc(o('laid.spots', { n: bet.spots.length }))}</small>` : ''}</th>${cell(esc(pays(bet)))}${cell(esc(chance(value(bet.p_win))))}${cell(`<b class="${edge < 0 ? 'up' : ''}">${percent(edge, 3)}</b> <small>${esc(exact)}</small>`)}${undecided ? cell(bet.edge_decided ? `${percent(value(bet.edge_decided), 3)} <small>${esc(bet.edge_decided)}</small>` : '') : ''}${lasting ? cell(figure(value(bet.throws ?? '1'), 2)) + cell(percent(value(bet.edge_throw ?? bet.edge), 3)) : ''}</tr>`;
  };
  return `<div class="scroll" role="group" tabindex="0"><table class="laid"><thead><tr><th scope="col">${o('laid.bet')}</th>${head.map(key => `<th scope="col" class="n">${o(`laid.${key}`)}</th>`).join('')}</tr></thead><tbody>${told.bets.map(row).join('')}</tbody></table></div><p class="given">${o('laid.note')}${undecided ? ` ${o('laid.decided.note')}` : ''}${lasting ? ` ${o(`laid.${by}s.note`)}` : ''}</p>`;
}

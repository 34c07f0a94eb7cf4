// Games between players: the house's share, and the number of hands in each combination.

import { formatSum, wordGroup } from '../core/i18n.js';
import { bar, clauseLink, section, formatWhole } from './parts.js';
import { formatChance, formatPercent } from './words.js';
import { esc } from '../core/text.js';

const { w } = wordGroup('study');

/** The house's commission, in one sentence. @param {Client.Odds['cost']} c */
export const feeText = c =>
  c.of === 'session'
    ? w('cost.session', { sum: formatSum(c.cents), n: c.seconds / 60 })
    : w(c.cap ? 'cost.cap' : 'cost.hand', { rate: c.rate, sum: formatSum(c.cap) });

/** @param {Client.Odds['cost']} c */
function costSection(c) {
  const pots = c.pots
    ? `<dl>${c.pots
        .map(one => `<div><dt>${w('cost.pot')} ${formatSum(one.pot)}</dt><dd>${formatSum(one.kept)}</dd></div>`)
        .join('')}</dl>`
    : '';
  return `<section class="keeps people" aria-labelledby="h-keeps"><div><h2 id="h-keeps">${esc(feeText(c))}</h2><p>${esc(w('cost.why'))} ${clauseLink(c.law)}</p></div>${pots}</section>`;
}

/**
 * The combinations, strongest first: of five cards, and of a deal with its board if computed.
 * @param {Client.Odds} answer
 * @param {(key: string) => string} gameOwnWord
 */
function combinationSection(answer, gameOwnWord) {
  const deal = answer.deal;
  const dealt = new Map((deal?.combinations ?? []).map(one => [one.name, one]));
  const names = answer.five.combinations.map(one => one.name);
  const five = new Map(answer.five.combinations.map(one => [one.name, one]));
  const most = Math.max(...[...five.values(), ...dealt.values()].map(one => one.chance_float));
  /** @param {House.Combination | undefined} one @param {string} cls */
  const cell = (one, cls) =>
    one
      ? `<td class="many" ><span aria-hidden="true">${bar(one.chance_float / most, cls)}</span></td><td class="n"><b>${formatPercent(
          one.chance_float,
          one.chance_float < 0.001 ? 5 : 3,
        )}</b> <small>${
          formatChance(one.chance_float).includes('%') ? '' : esc(formatChance(one.chance_float))
        }</small></td><td class="n small">${formatWhole(one.many)}</td>`
      : '<td colspan="3"></td>';
  /** @param {string} key @param {House.Census | null} count */
  const head = (key, count) =>
    `<th scope="colgroup" colspan="3">${w(key)} <small>${
      count ? esc(w('deal.n', { n: formatWhole(count.deals) })) : ''
    }</small></th>`;
  return section(
    'hands',
    w('hands'),
    `<div class="scroll" role="group" tabindex="0"><table class="lines census"><thead><tr><td></td>${head('five', answer.five)}${head('deal', deal)}</tr></thead><tbody>${names
      .map(
        name =>
          `<tr><th scope="row">${esc(gameOwnWord(`category.${name}`) || name)}</th>${cell(five.get(name), 'push')}${
            deal ? cell(dealt.get(name), 'win') : '<td colspan="3"></td>'
          }</tr>`,
      )
      .join('')}</tbody></table></div>${deal ? '' : `<p class="given" role="status">${esc(w('deal.waits'))}</p>`}`,
    w('hands.say'),
    'wide',
  );
}

/** @param {Client.Odds} answer @param {(key: string) => string} gameOwnWord the game's words */
export const renderPlayerGame = (answer, gameOwnWord) =>
  `${costSection(answer.cost)}${combinationSection(answer, gameOwnWord)}${
    answer.equity
      ? `<p class="links"><a class="ghost" href="equity.html?form=${encodeURIComponent(answer.equity)}">${w('equity')}</a></p>`
      : ''
  }`;

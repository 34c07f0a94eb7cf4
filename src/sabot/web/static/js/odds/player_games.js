// Games between players: the house's share, and the number of hands in each combination.

import { cash, topic } from '../core/i18n.js';
import { bar, cite, section, whole } from './parts.js';
import { chance, percent } from './words.js';
import { esc } from '../core/text.js';

const { w } = topic('study');

/** What it costs, in one sentence. @param {any} c */
export const fee = c => c.of === 'session' ? w('cost.session', { sum: cash(c.cents), n: c.seconds / 60 }) : w(c.cap ? 'cost.cap' : 'cost.hand', { rate: c.rate, sum: cash(c.cap) });

function cost(c) {
  const pots = c.pots ? `<dl>${c.pots.map(one => `<div><dt>${w('cost.pot')} ${cash(one.pot)}</dt><dd>${cash(one.kept)}</dd></div>`).join('')}</dl>` : '';
  return `<section class="keeps people" aria-labelledby="h-keeps"><div><h2 id="h-keeps">${esc(fee(c))}</h2><p>${esc(w('cost.why'))} ${cite(c.law)}</p></div>${pots}</section>`;
}

/** The combinations, strongest first: of five cards, and of a deal with its board as far as it is counted. */
function hands(told, own) {
  const deal = told.deal, by = new Map((deal?.combinations ?? []).map(one => [one.name, one]));
  const names = told.five.combinations.map(one => one.name), five = new Map(told.five.combinations.map(one => [one.name, one]));
  const most = Math.max(...[...five.values(), ...by.values()].map(one => one.chance_float));
  const cell = (one, cls) => one ? `<td class="many" ><span aria-hidden="true">${bar(one.chance_float / most, cls)}</span></td><td class="n"><b>${percent(one.chance_float, one.chance_float < .001 ? 5 : 3)}</b> <small>${chance(one.chance_float).includes('%') ? '' : esc(chance(one.chance_float))}</small></td><td class="n small">${whole(one.many)}</td>` : '<td colspan="3"></td>';
  const head = (key, found) => `<th scope="colgroup" colspan="3">${w(key)} <small>${found ? esc(w('deal.n', { n: whole(found.deals) })) : ''}</small></th>`;
  return section('hands', w('hands'), `<div class="scroll" role="group" tabindex="0"><table class="lines census"><thead><tr><td></td>${head('five', told.five)}${head('deal', deal)}</tr></thead><tbody>${names.map(name => `<tr><th scope="row">${esc(own(`category.${name}`) || name)}</th>${cell(five.get(name), 'push')}${deal ? cell(by.get(name), 'win') : '<td colspan="3"></td>'}</tr>`).join('')}</tbody></table></div>${deal ? '' : `<p class="given" role="status">${esc(w('deal.waits'))}</p>`}`, w('hands.say'), 'wide');
}

/** @param {any} told @param {(key: string) => string} own the game's words */
export const people = (told, own) => `${cost(told.cost)}${hands(told, own)}${told.equity ? `<p class="links"><a class="ghost" href="equity.html?form=${encodeURIComponent(told.equity)}">${w('equity')}</a></p>` : ''}`;

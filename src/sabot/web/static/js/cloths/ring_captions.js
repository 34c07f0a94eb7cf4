// The text of the croupier's bar at a table with pots: the cost of a turn, for whom a hand waits, how it ended.

import { callsIn, cash, colon, list, lists, money, sentences, t, topic, word } from '../core/i18n.js';
import { due, myPlace, pots } from './pot_state.js';
import { callWords } from '../record/narration.js';
import { elsewhere, offersOf, outcome } from '../core/store.js';

const { w: listWord } = topic('list');

const name = (s, place) => { const seat = s.seats.find(x => x.place === place); return seat?.yours ? t('you') : seat?.name || t('place.n', { n: place }); };

/** Which variant is dealt now, or that it is being chosen; at a mixed table also which there are. @param {import('../core/store.js').State} s */
export function variantSaid(s) {
  const { table } = s, called = name => word(table, `variant.${name}`), names = [table.game, table.rules.second].filter(Boolean), variants = names.map(called).join(' / ');
  if (s.listen?.window === 'choice') return word(table, 'variant.choice', { variants });
  const shows = s.steps.findLast(e => e.step === 'handle' && e.what?.startsWith('marker-'))?.what.slice(7), now = word(table, 'variant.now', { variant: called(shows || s.shown?.variant || table.game) });
  return names.length > 1 ? word(table, 'variant.mixed', { now, variants }) : now;
}

/** My turn: what it costs to stay in. @param {import('../core/store.js').State} s */
export const ringAsked = s => offersOf(s, 'call').length ? t('ring.due', { sum: cash(due(s)) }) : t('ring.free');

/** Between two hands, or while players are lacking. @param {import('../core/store.js').State} s @param {(text: string) => string} here */
export function ringWaits(s, here) {
  const kind = s.listen.window, ask = as => word(s.table, `ask.${kind}`, {}, as), seated = s.seats.filter(x => x.name || x.yours).length;
  const off = elsewhere(s), mine = myPlace(s) ? kind === 'between' ? t('ring.wait') : t('ring.needs', { n: seated }) : off ? listWord(`off.${off.code}`, off) : offersOf(s, 'sit').length ? t('ring.sit') : '';
  return { q: ask(callsIn()), p: here(ask()) + mine, law: mine && off && !myPlace(s) ? off.law : s.listen.law };
}

/** How a hand ended: who won what with which combination, and what it brought me. @param {import('../core/store.js').State} s @param {{called: Function, here: Function}} as */
export function ringEnded(s, { called, here }) {
  const { table } = s, found = pots(s), winners = Object.entries(found.won), call = s.call;
  const what = (place, as) => { const c = s.results[place]?.facts?.category; return c ? word(table, `category.${c}`, {}, as) || c : word(table, 'call.wins-unseen', {}, as); };
  if (!winners.length) return { q: call ? callWords(table, call, callsIn()) : '', p: call ? here(callWords(table, call)) : '', law: call?.law ?? '' };
  const q = lists(winners.map(([place]) => colon(called(table, place), what(place, callsIn()), callsIn())), callsIn()), own = lists(winners.map(([place, sum]) => colon(name(s, place), list([what(place), cash(sum)]))));
  const played = Object.values(s.fates).some(f => f.yours && (f.pay || f.collect)), { net } = outcome(s);
  const sum = !played ? '' : net > 0 ? t('result.net.up', { sum: money(net) }) : net < 0 ? t('result.net.down', { sum: money(-net) }) : t('result.net.even');
  return { q, p: sentences([own, sum]), law: Object.values(s.results).find(r => r.result !== 'lost')?.law ?? s.steps.findLast(e => e.call === 'wins-unseen')?.law ?? call?.law ?? '', net: played ? net : undefined };
}

// What a clause means at this table now: what it lets me do, what it forbids me, and what it ordered in this coup.

import { gameWord, joinList, joinWithColon, t } from '../core/i18n.js';
import { placeOf } from '../core/bet_names.js';
import { barredActs, myOffers } from '../core/offers.js';
import { handsOf } from '../core/state.js';
import { handName } from '../record/names.js';
import { eventItems } from '../record/narration.js';
import { esc } from '../core/text.js';

/** @param {House.Open} x @param {string} ref */
const cites = (x, ref) => x.law === ref || (x.also ?? []).includes(ref);

/** The names of acts in the words of the game, each once. @param {Client.Table} table @param {Client.Offer[]} acts */
const actNames = (table, acts) => [...new Set(acts.map(o => gameWord(table, `act.${o.act}`) || o.act))];

/**
 * The hands that are asked, with their totals and that of the bank: "place 3: 16; bank: 10".
 * @param {Client.State} s
 */
function askedHands(s) {
  /** @param {string} name */
  const total = name =>
    s.hands[name]?.total === undefined ? '' : joinWithColon(handName(s.table, name), String(s.hands[name].total));
  const asked = (s.listen?.awaiting ?? [])
    .filter(name => handsOf(s, placeOf(name)).includes(name))
    .map(total)
    .filter(Boolean);
  return asked.length ? [...asked, total('bank')].filter(Boolean) : [];
}

/**
 * The clause at this table now, as HTML; "" where it means nothing at the moment.
 * @param {Client.State} s
 * @param {string} ref
 */
export function clauseNow(s, ref) {
  if (!s.table) return '';
  const open = myOffers(s).filter(o => cites(o, ref));
  const barred = barredActs(s).filter(o => cites(o, ref));
  const lines = [];
  if (open.length || (s.listen && cites(s.listen, ref))) {
    const hands = askedHands(s);
    if (hands.length) lines.push(joinList(hands));
  }
  if (open.length) lines.push(t('law.now.may', { acts: joinList(actNames(s.table, open)) }));
  if (barred.length) lines.push(t('law.now.barred', { acts: joinList(actNames(s.table, barred)) }));
  const steps = (s.steps ?? []).filter(e => cites(e, ref));
  const story = steps.length
    ? `<p class="small">${t('law.now.coup')}</p><ol class="story">${eventItems(s.table, steps)}</ol>`
    : '';
  return lines.length || story
    ? `<h3>${t('law.now')}</h3>${lines.map(line => `<p>${esc(line)}</p>`).join('')}${story}`
    : '';
}

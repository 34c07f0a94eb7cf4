// One place, seen closely: who holds it and who decides, every bet that lies there, every spot with its price, its
// limits and what may be laid; and why not, where it may not.

import { token } from '../core/kit.js';
import { brief, cash, t, word } from '../core/i18n.js';
import { bettorName, forbids, odds, spotName } from '../record/narration.js';
import { esc, tag } from '../core/text.js';
import { barred, chief, handsOf, mine, named, offersOf, own, placeOf, shut } from '../core/store.js';

/** What a spot pays, in short. @param {any} table @param {string} spot "" for the main bet */
function prices(table, spot) {
  const bet = (table.bets ?? []).find(b => b.bet === (spot || 'main')), list = (bet?.pays ?? []).filter(p => spot || p.odds !== '0:1');
  if (!list.length) return '';
  const one = p => /^\d+:\d+$/.test(p.odds) ? odds(p.odds) : p.odds.replace(/x$/, ' ×');
  const few = list.length > 2 ? [list[0], list[list.length - 1]] : list;
  return few.map(one).join(list.length > 2 ? ' … ' : ', ');
}

/** Why nothing may be laid on a spot now, with its clause. */
function whyNot(s, place, spot, offer) {
  const no = offer ? null : barred(s).find(o => o.act === 'bet' && o.seat === `${place}/${spot.spot}`);
  if (no) return [forbids(s.table, no), no.law];
  if (offer?.disabled) return [t('no-credit', { need: cash(offer.disabled.need - offer.disabled.have) }), offer.law];
  if (!offersOf(s, 'bet').length && !offersOf(s, 'clear').length) return [t('place.closed'), s.listen?.law ?? ''];
  const lies = Object.keys(s.bets).some(b => placeOf(b) === place && named(b).spot === spot.spot && own(s, b));
  if (lies) return [t('place.stays'), spot.law];
  const main = Object.keys(s.bets).some(b => !b.includes('/') && own(s, b));
  return main ? [t('place.law'), spot.law] : [t('place.needs'), spot.needs ?? spot.law];
}

/** Everything about one place. @param {import('../core/store.js').State} s the record @param {string} place @param {import('./bets.js').Bets} bets @returns {[string, string]} title, HTML */
export function placeSheet(s, place, bets) {
  const { table } = s, seat = s.seats.find(x => x.place === place), yours = mine(s, place), closed = shut(s);
  const title = `${t('place.n', { n: place })}${yours ? ` · ${t('you')}` : seat?.name ? ` · ${seat.name}` : ''}`;
  const lie = Object.keys(s.bets).filter(b => placeOf(b) === place).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const row = bet => {
    const n = named(bet), hand = n.hand.split('.')[1];
    return `<li class="${own(s, bet) ? 'ours' : ''}">${token(Number(n.tag), brief(s.bets[bet]), { mine: own(s, bet) })}<span>${esc(bettorName(s, bet))}<small>${[n.spot ? spotName(table, n.spot) : word(table, 'bet.main'), hand ? t('hand.n', { n: hand }) : ''].filter(Boolean).map(esc).join(' · ')}</small></span><b>${cash(s.bets[bet])}</b></li>`;
  };
  const hands = handsOf(s, place), lead = lie.some(b => !b.includes('/')) ? chief(s, hands[0] ?? place) : '';
  const says = lead && lie.filter(b => !b.includes('/')).length > 1 ? `<p class="chief">${esc(t('place.decides', { who: bettorName(s, lead) }))}</p>` : '';

  const chip = bets.inHand() * 100, offer = closed ? null : bets.offer(place), sum = bets.total(place);
  const used = lie.filter(b => !b.includes('/')).reduce((n, b) => n + s.bets[b], 0);
  const takes = !closed && (offersOf(s, 'bet').length > 0 || offersOf(s, 'clear').length > 0);
  const clear = spot => bets.total(spot) && offersOf(s, 'clear').some(o => o.seat === spot) ? `<button type="button" class="ghost small" data-clear="${esc(spot)}" aria-label="${esc(t('clear'))}: ${esc(spot)}">×</button>` : '';
  const lay = (seatName, label, price, o, why, big) => {
    const v = o && o.low === o.high ? o.low : chip, lies = bets.total(seatName), on = o && !o.disabled;
    return `<li class="spotrow${big ? ' big' : ''}${lies ? ' has' : ''}"><span class="nm">${esc(label)}${price ? `<small>${esc(price)}</small>` : ''}</span>${on || !takes ? '' : `<small class="why">${esc(why[0])} ${tag(why[1])}</small>`}<b>${lies ? cash(lies) : ''}</b>${clear(seatName)}${on ? `<button type="button" class="ghost small" data-lay="${esc(seatName)}" aria-label="${esc(`${label}: +${cash(v)}`)}">+${cash(v)}</button>${tag(o.law)}` : ''}</li>`;
  };
  const mainWhy = offer?.disabled ? [t('no-credit', { need: cash(offer.disabled.need - offer.disabled.have) }), offer.law]
    : takes ? [used >= table.maximum - (table.minimum - 1) && used ? t('place.full', { max: cash(table.maximum) }) : t('place.law'), (table.bets ?? [])[0]?.law ?? ''] : [t('place.closed'), s.listen?.law ?? ''];
  const rows = [lay(place, word(table, 'bet.main') || t('staked'), prices(table, ''), offer, mainWhy, true),
    ...(table.felt.spots ?? []).map(spot => {
      const at = `${place}/${spot.spot}`, o = closed ? null : bets.offer(at);
      return lay(at, spotName(table, spot.spot), prices(table, spot.spot), o, o && !o.disabled ? ['', ''] : whyNot(s, place, spot, o), false);
    })].join('');
  const left = offer && !offer.disabled ? `<p class="small">${esc(t(used && used !== sum ? 'place.left' : 'place.limits', { low: cash(offer.low), high: cash(offer.high), used: cash(used), max: cash(table.maximum) }))} ${tag(offer.limit_law ?? offer.law)}</p>` : '';
  const button = s.streaks[place] === undefined ? '' : `<p class="streaking"><span class="button" aria-hidden="true"><b>${s.streaks[place] + 1}</b></span>${esc(t('button.next', { n: s.streaks[place] + 1 }))} ${tag(table.felt.buttons?.law ?? '')}</p>`;
  const sit = closed ? null : offersOf(s, 'sit').find(o => o.seat === place), leave = offersOf(s, 'leave').find(o => o.seat === place && yours);
  const acts = [sit ? `<button type="button" class="ghost" data-sit="${place}">${t('sit')}</button>${tag(sit.law)}` : '', leave && !table.individual ? `<button type="button" class="ghost" data-leave="${place}" title="${esc(t('leave.place.why'))}">${esc(t('leave.place', { n: place }))}</button>${tag(leave.law)}` : ''].filter(Boolean).join(' ');
  return [title, `${acts ? `<p class="seatacts">${acts}</p>` : ''}${button}<h3>${t('place.lies')}</h3>${says}<ul class="lie">${lie.map(row).join('') || `<li class="none">${t('place.none')}</li>`}</ul>
    <h3>${t('place.bet')}</h3>${left}${takes ? '' : `<p class="small">${esc(mainWhy[0])}</p>`}<ul class="spotlist">${rows}</ul>`];
}

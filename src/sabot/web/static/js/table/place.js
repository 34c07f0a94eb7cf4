// The details of one place: who holds it and who decides, every bet there, every spot with what it pays and its limits,
// what may be bet, and why not.

import { token } from '../core/kit.js';
import { formatChip, formatSum, t, gameWord } from '../core/i18n.js';
import { bettorName, whyBarred, formatOdds, spotName } from '../record/narration.js';
import { esc, clauseLink } from '../core/text.js';
import { barredActs, decidingBet, handsOf, isMyPlace, parseBetName, offersOf, isMyBet, placeOf, isClosed } from '../core/store.js';

/** The odds of a spot, in short. @param {any} table @param {string} spot "" for the main bet */
function priceText(table, spot) {
  const bet = (table.bets ?? []).find(b => b.bet === (spot || 'main')), list = (bet?.pays ?? []).filter(p => spot || p.odds !== '0:1');
  if (!list.length) return '';
  const priceOf = p => /^\d+:\d+$/.test(p.odds) ? formatOdds(p.odds) : p.odds.replace(/x$/, ' ×');
  const shownPrices = list.length > 2 ? [list[0], list[list.length - 1]] : list;
  return shownPrices.map(priceOf).join(list.length > 2 ? ' … ' : ', ');
}

/** Why nothing may be bet on a spot now, with the clause. */
function whyNot(s, place, spot, offer) {
  const no = offer ? null : barredActs(s).find(o => o.act === 'bet' && o.seat === `${place}/${spot.spot}`);
  if (no) return [whyBarred(s.table, no), no.law];
  if (offer?.disabled) return [t('no-credit', { need: formatSum(offer.disabled.need - offer.disabled.have) }), offer.law];
  if (!offersOf(s, 'bet').length && !offersOf(s, 'clear').length) return [t('place.closed'), s.listen?.law ?? ''];
  const hasBet = Object.keys(s.bets).some(b => placeOf(b) === place && parseBetName(b).spot === spot.spot && isMyBet(s, b));
  if (hasBet) return [t('place.stays'), spot.law];
  const main = Object.keys(s.bets).some(b => !b.includes('/') && isMyBet(s, b));
  return main ? [t('place.law'), spot.law] : [t('place.needs'), spot.needs ?? spot.law];
}

/** Everything about one place. @param {import('../core/store.js').State} s the record @param {string} place @param {import('./bets.js').Bets} bets @returns {[string, string]} title, HTML */
export function placeSheet(s, place, bets) {
  const { table } = s, seat = s.seats.find(x => x.place === place), yours = isMyPlace(s, place), closed = isClosed(s);
  const title = `${t('place.n', { n: place })}${yours ? ` · ${t('you')}` : seat?.name ? ` · ${seat.name}` : ''}`;
  const betNames = Object.keys(s.bets).filter(b => placeOf(b) === place).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const row = bet => {
    const n = parseBetName(bet), hand = n.hand.split('.')[1];
    return `<li class="${isMyBet(s, bet) ? 'ours' : ''}">${token(Number(n.tag), formatChip(s.bets[bet]), { mine: isMyBet(s, bet) })}<span>${esc(bettorName(s, bet))}<small>${[n.spot ? spotName(table, n.spot) : gameWord(table, 'bet.main'), hand ? t('hand.n', { n: hand }) : ''].filter(Boolean).map(esc).join(' · ')}</small></span><b>${formatSum(s.bets[bet])}</b></li>`;
  };
  const hands = handsOf(s, place), lead = betNames.some(b => !b.includes('/')) ? decidingBet(s, hands[0] ?? place) : '';
  const deciderNote = lead && betNames.filter(b => !b.includes('/')).length > 1 ? `<p class="chief">${esc(t('place.decides', { who: bettorName(s, lead) }))}</p>` : '';

  const chip = bets.selectedChip() * 100, offer = closed ? null : bets.offer(place), sum = bets.sumOn(place);
  const used = betNames.filter(b => !b.includes('/')).reduce((n, b) => n + s.bets[b], 0);
  const takes = !closed && (offersOf(s, 'bet').length > 0 || offersOf(s, 'clear').length > 0);
  const clear = spot => bets.sumOn(spot) && offersOf(s, 'clear').some(o => o.seat === spot) ? `<button type="button" class="ghost small" data-clear="${esc(spot)}" aria-label="${esc(t('clear'))}: ${esc(spot)}">×</button>` : '';
  const spotRow = (seatName, label, price, o, why, big) => {
    const v = o && o.low === o.high ? o.low : chip, laidSum = bets.sumOn(seatName), isOpen = o && !o.disabled;
    return `<li class="spotrow${big ? ' big' : ''}${laidSum ? ' has' : ''}"><span class="nm">${esc(label)}${price ? `<small>${esc(price)}</small>` : ''}</span>${isOpen || !takes ? '' : `<small class="why">${esc(why[0])} ${clauseLink(why[1])}</small>`}<b>${laidSum ? formatSum(laidSum) : ''}</b>${clear(seatName)}${isOpen ? `<button type="button" class="ghost small" data-lay="${esc(seatName)}" aria-label="${esc(`${label}: +${formatSum(v)}`)}">+${formatSum(v)}</button>${clauseLink(o.law)}` : ''}</li>`;
  };
  const mainWhy = offer?.disabled ? [t('no-credit', { need: formatSum(offer.disabled.need - offer.disabled.have) }), offer.law]
    : takes ? [used >= table.maximum - (table.minimum - 1) && used ? t('place.full', { max: formatSum(table.maximum) }) : t('place.law'), (table.bets ?? [])[0]?.law ?? ''] : [t('place.closed'), s.listen?.law ?? ''];
  const rows = [spotRow(place, gameWord(table, 'bet.main') || t('staked'), priceText(table, ''), offer, mainWhy, true),
    ...(table.felt.spots ?? []).map(spot => {
      const seatSpot = `${place}/${spot.spot}`, o = closed ? null : bets.offer(seatSpot);
      return spotRow(seatSpot, spotName(table, spot.spot), priceText(table, spot.spot), o, o && !o.disabled ? ['', ''] : whyNot(s, place, spot, o), false);
    })].join('');
  const left = offer && !offer.disabled ? `<p class="small">${esc(t(used && used !== sum ? 'place.left' : 'place.limits', { low: formatSum(offer.low), high: formatSum(offer.high), used: formatSum(used), max: formatSum(table.maximum) }))} ${clauseLink(offer.limit_law ?? offer.law)}</p>` : '';
  const button = s.streaks[place] === undefined ? '' : `<p class="streaking"><span class="button" aria-hidden="true"><b>${s.streaks[place] + 1}</b></span>${esc(t('button.next', { n: s.streaks[place] + 1 }))} ${clauseLink(table.felt.buttons?.law ?? '')}</p>`;
  const sit = closed ? null : offersOf(s, 'sit').find(o => o.seat === place), leave = offersOf(s, 'leave').find(o => o.seat === place && yours);
  const acts = [sit ? `<button type="button" class="ghost" data-sit="${place}">${t('sit')}</button>${clauseLink(sit.law)}` : '', leave && !table.individual ? `<button type="button" class="ghost" data-leave="${place}" title="${esc(t('leave.place.why'))}">${esc(t('leave.place', { n: place }))}</button>${clauseLink(leave.law)}` : ''].filter(Boolean).join(' ');
  return [title, `${acts ? `<p class="seatacts">${acts}</p>` : ''}${button}<h3>${t('place.lies')}</h3>${deciderNote}<ul class="lie">${betNames.map(row).join('') || `<li class="none">${t('place.none')}</li>`}</ul>
    <h3>${t('place.bet')}</h3>${left}${takes ? '' : `<p class="small">${esc(mainWhy[0])}</p>`}<ul class="spotlist">${rows}</ul>`];
}

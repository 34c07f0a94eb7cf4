// The names of bets, spots, places and hands, and the words of calls and handlings, in any language.

import { bettorOf, parseBetName } from '../core/bet_names.js';
import {
  callLanguages,
  formatClause,
  formatSum,
  gameWord,
  joinList,
  joinWithColon,
  lang,
  t,
  withAside,
} from '../core/i18n.js';
import { decidingBet, isMyBet, isMyPlace, mainBetsOn, splitSpot } from '../core/state.js';
import { capitalise } from '../core/text.js';

/**
 * Why a clause forbids me an act, in the house's words. It is shown next to the clause.
 * @param {Client.Described} table
 * @param {{act: string, law: string, note?: string}} shut
 */
export const whyBarred = (table, { act, law, note }) =>
  (
    (note && gameWord(table, `note.${note}`)) ||
    gameWord(table, `refused.barred.${formatClause(law)}`) ||
    gameWord(table, `refused.barred.${act}`) ||
    gameWord(table, 'refused.barred')
  ).replace(/[.。]$/, '');

/**
 * What somebody did, after their name: "Ana: sits down", but "You: sit"; other languages have one form for both.
 * @param {Client.Described} table
 * @param {Client.Event} e
 * @param {string} [as]
 * @returns {string}
 */
export const deed = (table, e, as) =>
  (e.yours && (as ?? lang()) === 'en' && gameWord(table, `act.${e.answer}`, {}, as).toLowerCase()) ||
  gameWord(table, `does.${e.answer}`, {}, as) ||
  gameWord(table, `act.${e.answer}`, {}, as) ||
  (e.answer ?? '');

/**
 * The name of an additional bet.
 * @param {Client.Described} table
 * @param {string} spot
 * @param {string} [as]
 * @returns {string}
 */
export const spotName = (table, spot, as) =>
  gameWord(table, `bet.${spot}`, {}, as) ||
  gameWord(table, `result.${spot}`, {}, as) ||
  (table.felt?.shape === 'layout' ? layoutSpotName(table, spot, as) : '') ||
  spot;

/**
 * A spot of a layout by its kind and what it covers, "cavalo 17-20"; a part of a bet of several chips after the whole
 * bet.
 * @param {Client.Described} table
 * @param {string} spot
 * @param {string} [as]
 * @returns {string}
 */
function layoutSpotName(table, spot, as) {
  const { whole, part } = splitSpot(table, spot);
  const [chance, ...rest] = whole.split('/');
  const name = rest.length ? gameWord(table, `bet.${chance}`, {}, as) : '';
  return part
    ? joinWithColon(spotName(table, whole, as), spotName(table, part, as), as)
    : name && `${name}${isChinese(as) ? '' : ' '}${rest.join(' ')}`;
}
/** @param {string} [as] */
const isChinese = as => (as ?? lang()) === 'zh';

/**
 * A bet on a layout in words: its spot, and the bettor where several people play.
 * @param {Client.Described} table
 * @param {string} bet
 * @param {string} [by]
 * @param {string} [as]
 */
export const layoutBetName = (table, bet, by = '', as = undefined) => {
  const cut = bet.indexOf('/');
  return withAside(
    capitalise(spotName(table, bet.slice(cut + 1), as)),
    table.individual ? '' : by || t('place.n', { n: bet.slice(0, cut) }, as),
    as,
  );
};

/**
 * A place, or a hand of one that was split, in words: "Lugar 3, mão 2".
 * @param {Client.Described} table
 * @param {string} place
 * @param {string} [hand]
 * @param {string} [as]
 */
export function placeName(table, place, hand, as) {
  const where = t('at.place', { place: gameWord(table, 'place', {}, as) || t('place', {}, as), n: place }, as);
  return hand ? t('at.hand', { place: where, hand: t('hand.n', { n: hand }, as) }, as) : where;
}

/** A place with its player, or whichever of them is known. @param {string} place @param {string} [owner] */
export const placeWithPlayer = (place, owner) =>
  place && owner ? t('at.by', { place, who: owner }) : place || owner || '';

/**
 * "Lugar 3, mão 2", "Banca", "Lugar 3, Rui (par)".
 * @param {Client.Described} table
 * @param {string} name
 * @param {string} [by] who bets there, if known
 */
export function handName(table, name = '', by = '') {
  if (table.felt?.shape === 'layout' && name.includes('/'))
    return layoutBetName(table, /^\d/.test(name) ? name : `0/${name}`, by);
  if (!/^\d/.test(name))
    return name === 'bank'
      ? gameWord(table, 'bank') || t('bank')
      : gameWord(table, name) || gameWord(table, `bet.${name.split('/')[0]}`);
  const { place, hand, tag, spot } = parseBetName(name);
  const owner = tag && (by || t('bettor.n', { n: tag.slice(1) }));
  return withAside(
    placeWithPlayer(placeName(table, place, hand.split('.')[1]), owner),
    spot && spotName(table, spot).toLocaleLowerCase(lang()),
  );
}

/**
 * The owner of a bet: "you", the player's name, or a number if no name is known.
 * @param {Client.State} s
 * @param {string} bet
 */
export function bettorName(s, bet) {
  const { place, tag } = parseBetName(bet);
  const seat = s.seats.find(x => x.place === place);
  return isMyBet(s, bet) || (!tag && isMyPlace(s, place))
    ? t('you')
    : !tag && seat?.name
      ? seat.name
      : tag
        ? s.bettorNames[bettorOf(bet)] || t('bettor', { n: tag.slice(1) })
        : t('holder');
}

/**
 * The names of the bettors on a hand, without me and the one who decides.
 * @param {Client.State} s
 * @param {string} hand
 */
export const otherBettors = (s, hand) =>
  mainBetsOn(s, hand)
    .filter(bet => bet !== decidingBet(s, hand) && !isMyBet(s, bet))
    .map(bet => bettorName(s, bet))
    .join(t('sign.list'));

/**
 * A call in each language that is due; once if two texts are equal.
 * @param {Client.Described} table
 * @param {(as: string) => string} textIn
 */
export const callInLanguages = (table, textIn) =>
  [...new Set(callLanguages(table).map(textIn))].filter(Boolean).join(t('sign.tongues'));

/**
 * A call as a row of the record; if the law orders it in other languages, the reader's own follows.
 * @param {Client.Described} table
 * @param {Client.Event} e
 */
export const callRowText = (table, e) =>
  table.calls?.always.length && !callLanguages(table).includes(lang())
    ? [callInLanguages(table, as => callText(table, e, as)), callText(table, e)]
        .filter((text, i, all) => text && all.indexOf(text) === i)
        .join(t('sign.tongues'))
    : callInLanguages(table, as => callText(table, e, as));

/**
 * The words of a call in one language, its facts filled in.
 * @param {Client.Described} table
 * @param {Client.Event} e
 * @param {string} [as]
 */
export const callText = (table, e, as) =>
  gameWord(
    table,
    `call.${e.call}`,
    e.facts &&
      Object.fromEntries(Object.entries(e.facts).map(([k, v]) => [k, reformatSum(spotNamesIn(table, v, as), as)])),
    as,
  );

/**
 * The names of the spots in a fact of a call such as "pass, odds/pass"; any other fact unchanged.
 * @param {Client.Described} table
 * @param {unknown} fact
 * @param {string} [as]
 */
const spotNamesIn = (table, fact, as) => {
  const spots = typeof fact === 'string' ? fact.split(', ') : [''];
  return spots.every(x => gameWord(table, `bet.${x.split('/')[0]}`, {}, as))
    ? joinList(
        spots.map(x => spotName(table, x, as)),
        as,
      )
    : fact;
};

/**
 * A sum in a fact of the record, "37.50 €" or "37.50 MOP", in the reader's format; any other fact unchanged.
 * @param {unknown} fact
 * @param {string} [as]
 */
export const reformatSum = (fact, as) => {
  const match = typeof fact === 'string' && /^(\d+)\.(\d\d) (?:€|[A-Z]{3})$/.exec(fact);
  return match ? formatSum(Number(match[1]) * 100 + Number(match[2]), as) : fact;
};

/**
 * What the croupier does with the equipment, in one language.
 * @param {Client.Described} table
 * @param {{what?: string, facts?: House.Open}} e
 * @param {string} [as]
 */
export const handlingText = (table, e, as) => gameWord(table, `handle.${e.what}`, e.facts, as) || (e.what ?? '');

// The parts of which captions are made: hands as they are called, calls aloud and for the reader, my result.

import { parseBetName, placeOf } from '../core/bet_names.js';
import {
  callLanguage,
  callLanguages,
  endSentence,
  formatFullSum,
  gameWord,
  joinWithColon,
  lang,
  numberInWords,
  t,
} from '../core/i18n.js';
import { decidingBet } from '../core/state.js';
import { bettorName, callInLanguages, callText, handName, placeName } from '../record/names.js';

/** A hand as the croupier names it: "Lugar três, mão dois". @param {Client.Table} table @param {string} name */
export function calledHand(table, name, as = callLanguage()) {
  if (!/^\d/.test(name)) return gameWord(table, name, {}, as);
  const [place, split] = name.split(/[/+]/)[0].split('.');
  return placeName(table, numberInWords(Number(place), as), split && numberInWords(Number(split), as), as);
}

/**
 * "hand: call"; a call that names its hand itself, such as "Banca fica", stands alone.
 * @param {string} subject
 * @param {string} what
 * @param {string} [as]
 */
export const withHand = (subject, what, as) =>
  subject && what.startsWith(subject) ? what : joinWithColon(subject, what, as);

/** A text for the reader below the call; "" if the croupier calls in the reader's language. @param {string} text */
export const forReader = text => (lang() === callLanguage() || !text ? '' : `${endSentence(text)}${t('sign.gap')}`);

/** My net result of a coup, in a sentence. @param {number} net */
export const netSentence = net =>
  net > 0
    ? t('result.net.up', { sum: formatFullSum(net) })
    : net < 0
      ? t('result.net.down', { sum: formatFullSum(-net) })
      : t('result.net.even');

/** @typedef {Client.EventOf<'call'> | House.Call} Called */

/** @param {Called} call */
const asEvent = call => /** @type {Client.EventOf<'call'>} */ (call);

/** A call as an event, for its words. @param {string} call @returns {Client.EventOf<'call'>} */
export const callOf = call => ({ step: 'call', call, law: '' });

/** The name of the player who decides for a hand. @param {Client.State} s @param {string} hand */
export const deciderName = (s, hand) => {
  const lead = decidingBet(s, hand);
  return bettorName(s, parseBetName(lead).tag ? lead : placeOf(hand));
};

/** Whether a card goes to nobody: burnt, or put aside. @param {string} hand @param {Client.Table} table */
export const isPutAside = (hand, table) => !/^\d/.test(hand) && hand !== 'bank' && !table.felt.cards?.[hand];

/**
 * A call in each language that is due, with its numbers in words.
 * @param {Client.Table} table
 * @param {Called} call
 */
export const callAloud = (table, call) =>
  callInLanguages(table, as =>
    callText(
      table,
      {
        ...asEvent(call),
        facts: Object.fromEntries(
          Object.entries(call.facts ?? {}).map(([k, v]) => [
            k,
            Number.isInteger(v) && v >= 0 && v <= 36 ? numberInWords(v, as) : v,
          ]),
        ),
      },
      as,
    ),
  );

/**
 * The same in the reader's language; "" if it was already called in it.
 * @param {Client.Table} table
 * @param {Called} call
 */
export const callForReader = (table, call) =>
  callLanguages(table).includes(lang()) ? '' : callText(table, asEvent(call));

/** The card that the croupier of a real table deals next. @param {Client.State} s */
export function croupierDealsText(s) {
  const hand = s.awaits?.hand ?? '';
  return t('awaits', {
    croupier: gameWord(s.table, 'croupier'),
    what: joinWithColon(hand && handName(s.table, hand), t('awaits.card')),
  });
}

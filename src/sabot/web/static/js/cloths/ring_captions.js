// The text of the croupier's bar at a table with pots: the cost of a turn, for whom a hand waits, how it ended.

import {
  callLanguage,
  formatSum,
  joinWithColon,
  joinList,
  joinPhrases,
  formatFullSum,
  joinSentences,
  t,
  wordGroup,
  gameWord,
} from '../core/i18n.js';
import { costToCall, myPlace, readPots, variantNow } from './pot_state.js';
import { callText } from '../record/names.js';
import { otherTable, offersOf } from '../core/offers.js';
import { myOutcome } from '../core/state.js';

const { w: listWord } = wordGroup('list');

/** @param {Client.State} s @param {string} place */
const playerName = (s, place) => {
  const seat = s.seats.find(x => x.place === place);
  return seat?.yours ? t('you') : seat?.name || t('place.n', { n: place });
};

/**
 * The variant that is dealt now, or that it is being chosen; at a mixed table all variants.
 * @param {Client.State} s
 * @param {boolean} [named] whether the name of what is dealt stands beside it
 */
export function variantText(s, named = false) {
  const { table } = s;
  /** @param {string} name */
  const called = name => gameWord(table, `variant.${name}`);
  const names = [table.game, table.rules.second].filter(Boolean);
  const variants = names.map(called).join(' / ');
  if (s.listen?.window === 'choice') return gameWord(table, 'variant.choice', { variants });
  if (named) return t('ring.mixed', { variants });
  const nowText = gameWord(table, 'variant.now', { variant: called(variantNow(s)) });
  return names.length > 1 ? gameWord(table, 'variant.mixed', { now: nowText, variants }) : nowText;
}

/**
 * The name of what is dealt now, "" while it is being chosen or where the table has no such names.
 * @param {Client.State} s
 */
export const variantName = s => (s.listen?.window === 'choice' ? '' : gameWord(s.table, `variant.${variantNow(s)}`));

/** My turn: what it costs to stay in. @param {Client.State} s */
export const callCostText = s =>
  offersOf(s, 'call').length ? t('ring.due', { sum: formatSum(costToCall(s)) }) : t('ring.free');

/**
 * The caption between two hands, or while there are not enough players.
 * @param {Client.State} s
 * @param {(text: string) => string} forReader
 */
export function waitingCaption(s, forReader) {
  const kind = s.listen?.window ?? '';
  /** @param {string} [as] */
  const ask = as => gameWord(s.table, `ask.${kind}`, {}, as);
  const seated = s.seats.filter(x => x.name || x.yours).length;
  const other = otherTable(s);
  const hint = myPlace(s)
    ? kind === 'between'
      ? t('ring.wait')
      : t('ring.needs', { n: seated })
    : other
      ? listWord(`off.${other.code}`, other)
      : offersOf(s, 'sit').length
        ? t('ring.sit')
        : '';
  return {
    q: ask(callLanguage()),
    p: forReader(ask()) + hint,
    law: hint && other && !myPlace(s) ? other.law : (s.listen?.law ?? ''),
  };
}

/**
 * The caption at the end of a hand: who won what with which combination, and my result.
 * @param {Client.State} s
 * @param {{calledHand: (table: Client.Table, name: string) => string, forReader: (text: string) => string}} helpers
 */
export function handEndCaption(s, { calledHand, forReader }) {
  const { table } = s;
  const potState = readPots(s);
  const winners = Object.entries(potState.won);
  const call = s.call;
  /** @param {string} place @param {string} [as] */
  const what = (place, as) => {
    const c = s.results[place]?.facts?.category;
    return c ? gameWord(table, `category.${c}`, {}, as) || c : gameWord(table, 'call.wins-unseen', {}, as);
  };
  if (!winners.length)
    return {
      q: call ? callText(table, call, callLanguage()) : '',
      p: call ? forReader(callText(table, call)) : '',
      law: call?.law ?? '',
    };
  const q = joinPhrases(
    winners.map(([place]) => joinWithColon(calledHand(table, place), what(place, callLanguage()), callLanguage())),
    callLanguage(),
  );
  const readerText = joinPhrases(
    winners.map(([place, sum]) => joinWithColon(playerName(s, place), joinList([what(place), formatSum(sum)]))),
  );
  const played = Object.values(s.settlements).some(f => f.yours && (f.pay || f.collect));
  const { net } = myOutcome(s);
  const sum = !played
    ? ''
    : net > 0
      ? t('result.net.up', { sum: formatFullSum(net) })
      : net < 0
        ? t('result.net.down', { sum: formatFullSum(-net) })
        : t('result.net.even');
  return {
    q,
    p: joinSentences([readerText, sum]),
    law:
      Object.values(s.results).find(r => r.result !== 'lost')?.law ??
      s.steps.findLast(e => e.call === 'wins-unseen')?.law ??
      call?.law ??
      '',
    net: played ? net : undefined,
  };
}

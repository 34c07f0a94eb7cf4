// The caption of what is open: bets, a question, a step of the croupier, a table that is closed.

import { callCostText, waitingCaption } from '../cloths/ring_captions.js';
import { placeOf } from '../core/bet_names.js';
import {
  callLanguage,
  closureReason,
  formatSum,
  gameWord,
  joinList,
  joinSentences,
  joinWithColon,
  numberInWords,
  t,
  withAside,
} from '../core/i18n.js';
import { offersOf, openPeriod, questionsToMe } from '../core/offers.js';
import { decidingBet, isMyBet, lastActToFollow, mainBetsOn, myOutcome } from '../core/state.js';
import { capitalise } from '../core/text.js';
import { bettorName, callText, handName, handlingText, otherBettors } from '../record/names.js';
import {
  callAloud,
  callOf,
  calledHand,
  croupierDealsText,
  deciderName,
  forReader,
  isPutAside,
  netSentence,
} from './caption_words.js';
import { askedHand } from './acts.js';
import { whyMissing } from './missing.js';
import { dealCaption } from './event_caption.js';

/**
 * The caption while bets are accepted.
 * @param {Client.State} s
 * @param {import('./bets.js').Bets} bets
 * @returns {Client.Caption}
 */
export function bettingCaption(s, bets) {
  const call = callOf('place-your-bets');
  const q = gameWord(s.table, `ask.${openPeriod(s)}`, {}, callLanguage()) || callText(s.table, call, callLanguage());
  return {
    q: q || (s.call ? callAloud(s.table, s.call) : ''),
    p: forReader(gameWord(s.table, `ask.${openPeriod(s)}`) || callText(s.table, call)) + bettingHint(s, bets),
    law: s.listen?.law ?? '',
  };
}

/**
 * The caption of a question: a decision, whether others follow it, or a question to several players at once.
 * @param {Client.State} s
 * @returns {Client.Caption}
 */
export function questionCaption(s) {
  const { table, listen } = s;
  if (!listen) return { q: '', p: '', law: '' };
  const kind = openPeriod(s);
  const hand = askedHand(s);
  const yours = questionsToMe(s).length > 0;
  const place = hand && handName(table, hand);
  if (hand && kind === 'follow') {
    const act = lastActToFollow(s, hand);
    const facts = { who: capitalise(deciderName(s, hand)), place };
    const cost = offersOf(s, 'follow')[0]?.cost;
    const q = joinSentences(
      [
        act
          ? joinWithColon(calledHand(table, hand), gameWord(table, `does.${act}`, {}, callLanguage()), callLanguage())
          : calledHand(table, hand),
        gameWord(table, 'ask.follow', {}, callLanguage()),
      ],
      callLanguage(),
    );
    const what = act ? `${t('follow.what', { ...facts, does: gameWord(table, `does.${act}`) })}${t('sign.gap')}` : '';
    return {
      q,
      p:
        what +
        (yours
          ? t(`follow.yours${act ? `.${act}` : ''}`, { sum: formatSum(cost ?? 0) })
          : t('turn.others', { who: otherBettors(s, hand) || place })),
      law: listen.law,
      yours,
    };
  }
  if (hand && kind === 'decision') {
    const h = s.hands[hand];
    const key = h?.soft ? 'turn.soft' : 'turn';
    const lead = decidingBet(s, hand);
    const name = lead === hand ? s.seats.find(x => x.place === placeOf(hand))?.name : bettorName(s, lead);
    const q =
      gameWord(
        table,
        key,
        {
          place: calledHand(table, hand),
          total: h?.total === undefined ? '' : numberInWords(Number(h.total), callLanguage()),
        },
        callLanguage(),
      ) || calledHand(table, hand);
    const why = yours ? whyMissing(s) : '';
    const p =
      why || (yours ? t('turn.yours') : t('turn.other', { who: name ? withAside(capitalise(name), place) : place }));
    const law = why || (yours && listen.offers.length === 1) ? listen.offers[0].law : listen.law;
    return { q, p: forReader(gameWord(table, key, { place, total: h?.total ?? '' })) + p, law, yours };
  }
  if (table.felt.ring && (kind === 'seats' || kind === 'between')) return waitingCaption(s, forReader);
  const call = gameWord(table, `ask.${kind}`, {}, callLanguage())
    ? ''
    : s.call && ['insurance', 'even-money', kind].includes(s.call.call)
      ? s.call
      : callOf(kind);
  // Players who are not asked may get another text.
  /** @param {string} [as] */
  const text = as =>
    call
      ? callText(table, call, as)
      : (!yours && gameWord(table, `ask.${kind}.other`, {}, as)) || gameWord(table, `ask.${kind}`, {}, as);
  const one = listen.awaiting.length === 1 && kind !== 'shuffle' ? listen.awaiting[0] : '';
  const asked = !yours && one ? askedPlayer(s, one) : '';
  if (asked)
    return {
      q: joinWithColon(calledHand(table, one), text(callLanguage()), callLanguage()),
      p:
        kind === 'turn'
          ? t('turn.other', { who: asked })
          : forReader(text() && joinWithColon(asked, text())).trim() || waitingHint(s),
      law: listen.law,
      yours,
    };
  return {
    q: joinWithColon(one && calledHand(table, one), text(callLanguage()), callLanguage()),
    p:
      forReader(text() && joinWithColon(one && handName(table, one), text())) +
      (table.felt.ring && yours && kind === 'turn' ? callCostText(s) : waitingHint(s)),
    law: listen.law,
    yours,
  };
}

/**
 * The caption of the croupier's next step at a real table.
 * @param {Client.State} s
 * @returns {Client.Caption}
 */
export function croupierStepCaption(s) {
  const { table, awaits: a } = s;
  if (!a) return { q: '', p: '', law: '' };
  const card = a.step === 'deal' || a.step === 'turn';
  if (card && isPutAside(a.hand, table))
    return {
      q: calledHand(table, a.hand),
      p: forReader(handName(table, a.hand)) + t('now.croupier', { croupier: gameWord(table, 'croupier') }),
      law: a.law,
    };
  if (card && !s.decisionsBegan)
    return { ...dealCaption(s), p: `${dealCaption(s).p}${croupierDealsText(s)}`, law: a.law };
  const q = card
    ? t('now.card', { who: calledHand(table, a.hand) }, callLanguage())
    : joinWithColon(
        a.hand && calledHand(table, a.hand),
        capitalise(handlingText(table, a, callLanguage())),
        callLanguage(),
      );
  return {
    q,
    p: card
      ? croupierDealsText(s)
      : forReader(capitalise(handlingText(table, a))) + t('now.croupier', { croupier: gameWord(table, 'croupier') }),
    law: a.law,
  };
}

/**
 * Somebody else whom a question goes to, with their place; "" for a place without a name.
 * @param {Client.State} s
 * @param {string} hand
 */
function askedPlayer(s, hand) {
  const seat = s.seats.find(x => x.place === placeOf(hand));
  return seat?.name && !seat.yours && mainBetsOn(s, hand).length < 2
    ? withAside(seat.name, handName(s.table, hand))
    : '';
}

/** What I may do about a question, or for whom the table waits, in words. @param {Client.State} s */
function waitingHint(s) {
  const kind = openPeriod(s);
  const about = s.call?.call === 'even-money' ? 'even-money' : kind;
  const [ask] = questionsToMe(s);
  if (ask || kind === 'shuffle')
    return gameWord(s.table, `hint.${about}.${ask?.act}`) || gameWord(s.table, `hint.${about}`) || t('turn.yours');
  if (offersOf(s, 'sit').length && !s.you?.places.length) return gameWord(s.table, 'hint.sit') || t('bet.sit');
  // My own place is named only if somebody else has bet on it too.
  /** @param {string} h */
  const shared = h => mainBetsOn(s, h).length > 1;
  /** @param {string} h */
  const seatOf = h => s.seats.find(x => x.place === placeOf(h));
  const names = [
    ...new Set(
      (s.listen?.awaiting ?? [])
        .filter(h => h && (!seatOf(h)?.yours || shared(h)))
        .map(h => {
          const seat = seatOf(h);
          const place = t('place.n', { n: placeOf(h) });
          return seat?.name && !seat.yours && (kind !== 'insurance' || !shared(h))
            ? withAside(seat.name, place)
            : place;
        }),
    ),
  ];
  return names.length ? t('turn.waiting', { who: joinList(names) }) : '';
}

/** The caption of a closed table: why, under which clause, and what happens to a bet there. @param {Client.State} s */
export function closedCaption(s) {
  const reason = closureReason(s.closed);
  const sum = Object.entries(s.bets).reduce((n, [bet, v]) => n + (isMyBet(s, bet) ? v : 0), 0);
  const dealt = sum && offersOf(s, 'deal').length;
  const net = !s.listen && Object.values(s.settlements).some(f => f.yours) ? myOutcome(s).net : null;
  const won = net === null ? '' : netSentence(net);
  const next = sum ? t(dealt ? 'closed.deal' : 'closed.bet', { sum: formatSum(sum) }) : t('closed.wait');
  return { q: '', title: t('closed.title'), p: joinSentences([reason, won, next]), law: s.closed?.law ?? '' };
}

/**
 * What a player needs to know while bets are accepted.
 * @param {Client.State} s
 * @param {import('./bets.js').Bets} bets
 */
function bettingHint(s, bets) {
  const all = bets.offers();
  const { table } = s;
  const limits = { min: formatSum(table.minimum), max: formatSum(table.maximum) };
  const seated = (s.you?.places ?? []).length;
  const sits = offersOf(s, 'sit').length;
  if (!all.length)
    return sits && !seated
      ? gameWord(s.table, 'hint.sit') || t(s.table.felt.shape === 'layout' ? 'bet.sit-cloth' : 'bet.sit')
      : t('bet.watch');
  if (all.every(o => o.disabled)) return t('bet.poor', limits);
  const low = all.find(o => bets.drafts[o.seat]);
  if (low)
    return t('bet.partial', {
      sum: formatSum(bets.drafts[low.seat]),
      min: formatSum(low.low ?? 0),
      max: formatSum(low.high ?? 0),
    });
  const laidSum = [...new Set([...all, ...offersOf(s, 'clear')].map(o => o.seat))].reduce(
    (n, seat) => n + bets.sumOn(seat),
    0,
  );
  const late = openPeriod(s) === 'late';
  if (late && table.felt.shape === 'layout')
    return joinSentences([t('layout.bet.late'), laidSum && t('bet.lies', { sum: formatSum(laidSum) })]);
  if (late)
    return joinSentences([
      t('bet.late', { n: s.listen?.window.split(':')[1] }),
      laidSum && t('bet.lies', { sum: formatSum(laidSum) }),
    ]);
  if (!laidSum && !seated && all.length > 1) return t(sits ? 'bet.sit-or' : 'bet.anywhere');
  if (!laidSum && table.felt.shape === 'layout')
    return t(table.felt.points?.length ? 'layout.bet.where' : 'layout.bet.box');
  if (!laidSum)
    return joinSentences([
      t(all.length > 1 ? 'bet.where' : 'bet.pick', limits),
      !table.individual && !s.clock && t('bet.first'),
    ]);
  return t(
    table.felt.shape === 'layout'
      ? table.individual
        ? 'layout.bet.ready'
        : 'layout.bet.wait'
      : table.individual
        ? 'bet.ready'
        : 'bet.wait',
    { sum: formatSum(laidSum) },
  );
}

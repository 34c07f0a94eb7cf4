// The caption of what has just happened: cards, throws, the bank, the end of a coup.

import { handEndCaption } from '../cloths/ring_captions.js';
import { placeOf } from '../core/bet_names.js';
import {
  callLanguage,
  endSentence,
  formatSum,
  gameWord,
  joinList,
  joinWithColon,
  lang,
  numberInWords,
  plural,
  t,
  withAside,
} from '../core/i18n.js';
import { myOutcome } from '../core/state.js';
import { capitalise } from '../core/text.js';
import { bettorName, callText, deed, handName, handlingText, layoutBetName } from '../record/names.js';
import { moveText, potMoveKey } from '../record/narration.js';
import { callAloud, callForReader, calledHand, forReader, isPutAside, netSentence, withHand } from './caption_words.js';

/** The caption of the first cards, which are dealt without a question in between. @param {Client.State} s */
export const dealCaption = s =>
  s.call?.call === 'no-more-bets'
    ? { q: callAloud(s.table, s.call), p: forReader(callForReader(s.table, s.call)) }
    : { q: t('now.deal', {}, callLanguage()), p: forReader(t('now.deal')) };

/** The caption of the bank's final hand. @param {Client.State} s */
function bankCaption(s) {
  const { table } = s;
  const r = s.results.bank;
  const total = r.facts?.total ?? 0;
  const bust = r.result === 'bust';
  if (r.facts?.total === undefined && !table.felt.cards) {
    /** @param {string} [as] */
    const resultIn = as => gameWord(table, `result.${r.result}`, {}, as);
    return {
      q: joinWithColon(calledHand(table, 'bank'), resultIn(callLanguage()), callLanguage()),
      p: forReader(joinWithColon(gameWord(table, 'bank'), resultIn())),
      law: r.law,
    };
  }
  /** @param {string} [as] @param {string} [n] */
  const tells = (as, n) => [
    r.result === 'blackjack' ? '' : n,
    bust || r.result === 'blackjack' ? gameWord(table, `result.${r.result}`, {}, as) : '',
  ];
  const q = joinWithColon(
    calledHand(table, 'bank'),
    joinList(tells(callLanguage(), numberInWords(total, callLanguage())), callLanguage()),
    callLanguage(),
  );
  return {
    q,
    p: forReader(joinWithColon(gameWord(table, 'bank'), joinList([r.facts?.total, tells()[1]]))),
    law: r.law,
  };
}

/** The caption at the end of a coup: the bank's hand, or the last call; and my result. @param {Client.State} s */
export function endCaption(s) {
  if (s.table.felt.shape === 'layout') return throwCaption(s);
  if (s.table.felt.ring) return handEndCaption(s, { calledHand, forReader });
  const caption = s.results.bank
    ? bankCaption(s)
    : s.call
      ? { q: capitalise(callAloud(s.table, s.call)), p: forReader(callForReader(s.table, s.call)), law: s.call.law }
      : { q: '', p: '', law: '' };
  const myResults = Object.values(s.results).filter(
    r =>
      r.hand !== 'bank' &&
      Object.entries(s.settlements).some(([bet, f]) => f.yours && (bet === r.hand || bet.startsWith(`${r.hand}+`))),
  );
  // Where players bet against one another, bets do not belong to hands: the settlements show whether I played.
  const decided =
    s.table.felt.shape === 'oval' ? Object.values(s.settlements).filter(f => f.yours && (f.pay || f.collect)) : [];
  const last = myResults.at(-1) ?? decided.at(-1);
  if (!last) return caption;
  const { net } = myOutcome(s);
  const sum = netSentence(net);
  return { ...caption, p: caption.p + sum, law: last.law || caption.law, net };
}

/** The caption after a throw: the call, and my result. @param {Client.State} s */
function throwCaption(s) {
  const throwIndex = s.steps.findLastIndex(e => e.step === 'throw' || e.step === 'uncover');
  const calls = s.steps.slice(Math.max(throwIndex, 0)).flatMap(e => (e.step === 'call' ? [e] : []));
  const call = (throwIndex < 0 ? calls.findLast(e => e.facts?.amount === undefined) : calls[0]) ?? s.call;
  // Where cards decide the bets of a layout: which hand won.
  const hands = Object.values(s.results).filter(r => s.table.felt.cards?.[r.hand]);
  const won = hands.find(r => r.result === 'won') ?? hands[0];
  /** @param {string} [as] */
  const resultIn = as => capitalise(gameWord(s.table, `result.${won.result}`, {}, as));
  const caption = won
    ? {
        q:
          won.result === 'won'
            ? joinWithColon(
                calledHand(s.table, won.hand),
                resultIn(callLanguage()).toLocaleLowerCase(callLanguage()),
                callLanguage(),
              )
            : resultIn(callLanguage()),
        p: forReader(
          won.result === 'won'
            ? joinWithColon(handName(s.table, won.hand), resultIn().toLocaleLowerCase(lang()))
            : resultIn(),
        ),
        law: won.law,
      }
    : call
      ? { q: capitalise(callAloud(s.table, call)), p: forReader(callForReader(s.table, call)), law: call.law }
      : { q: '', p: '', law: '' };
  const decided = Object.values(s.settlements).filter(f => f.yours && (f.pay || f.collect));
  if (!decided.length) return caption;
  const { net } = myOutcome(s);
  const sum = netSentence(net);
  return { ...caption, p: caption.p + sum, law: decided.at(-1)?.law ?? caption.law, net };
}

/**
 * The caption of what a player answered.
 * @param {Client.Table} table
 * @param {Client.Event} e
 * @returns {Client.Caption}
 */
function answerCaption(table, e) {
  if (e.answer === 'timeout')
    return { q: t('tell.timeout', {}, callLanguage()), p: forReader(t('tell.timeout')), law: e.law ?? '' };
  /** @param {string} [as] */
  const does = as => gameWord(table, `does.${e.answer}`, {}, as) || gameWord(table, `act.${e.answer}`, {}, as);
  const hand = /^\d+(?![\d-])/.test(e.seat ?? '') ? e.seat : '';
  const by = e.yours ? t('you') : e.by;
  return {
    q: capitalise(joinWithColon((hand && calledHand(table, hand)) ?? '', does(callLanguage()), callLanguage())),
    p:
      hand && by
        ? endSentence(joinWithColon(withAside(capitalise(by), handName(table, hand)), deed(table, e)))
        : forReader(capitalise(does())),
    law: e.law ?? '',
  };
}

/** The caption of the event that is being drawn. @param {Client.State} s @returns {Client.Caption} */
export function eventCaption(s) {
  const { table, announcement: e } = s;
  const law = e?.law ?? '';
  if (!e)
    return s.call
      ? { q: callAloud(table, s.call), p: forReader(callForReader(table, s.call)), law: s.call.law }
      : { q: '', p: '', law: '' };
  /**
   * @param {string | undefined} subject
   * @param {string} aloud
   * @param {string} readerText
   * @param {string} [by]
   */
  const captionOf = (
    subject,
    aloud,
    readerText,
    by,
    hand = !subject || (table.felt.shape === 'layout' && !/^\d/.test(subject) && !table.felt.cards?.[subject])
      ? ''
      : subject,
  ) => ({
    q: withHand(hand && calledHand(table, hand), aloud, callLanguage()),
    p: forReader(withHand(hand && handName(table, hand, by), readerText)),
    law,
  });
  if (e.fault || e.incident) {
    const key = `incident.${e.fault ?? e.incident}`;
    return captionOf(
      e.seat || e.to || e.hand,
      gameWord(table, key, {}, callLanguage()) || (e.fault ?? e.incident ?? ''),
      gameWord(table, key),
    );
  }
  if (e.answer) return answerCaption(table, e);
  // The bank's total stays while the places are settled.
  if (s.results.bank && (e.step === 'result' || e.step === 'move')) {
    const b = bankCaption(s);
    return { ...b, p: b.p + (e.hand === 'bank' ? '' : t('now.settle')), law };
  }
  switch (e.step) {
    case 'call': {
      if (e.call === 'decides')
        return {
          q: joinWithColon(
            calledHand(table, e.seat ?? ''),
            bettorName(s, e.facts?.bet ?? e.seat ?? ''),
            callLanguage(),
          ),
          p: forReader(callText(table, e)) || endSentence(callText(table, e)),
          law,
        };
      return captionOf(
        e.seat,
        e.seat ? callAloud(table, e) : capitalise(callAloud(table, e)),
        callForReader(table, e),
        e.by,
      );
    }
    case 'handle':
      return captionOf(
        e.seat,
        capitalise(handlingText(table, e, callLanguage())),
        capitalise(handlingText(table, e)),
        e.by,
      );
    case 'deal':
      return isPutAside(e.to, table)
        ? captionOf('', calledHand(table, e.to), handName(table, e.to))
        : !s.decisionsBegan
          ? { ...dealCaption(s), law }
          : e.to === 'bank'
            ? captionOf('', t('now.bank', {}, callLanguage()), t('now.bank'))
            : captionOf(
                '',
                t('now.card', { who: calledHand(table, e.to) }, callLanguage()),
                t('now.card', { who: handName(table, e.to) }),
              );
    case 'reveal':
    case 'turn':
      if (e.only && s.call) return { q: callAloud(table, s.call), p: forReader(callForReader(table, s.call)), law };
      return captionOf(
        '',
        t('now.shows', { who: calledHand(table, e.hand) }, callLanguage()),
        t('now.shows', { who: handName(table, e.hand) }),
      );
    case 'part':
      return captionOf(e.hand, gameWord(table, 'does.split', {}, callLanguage()), gameWord(table, 'does.split'));
    case 'result':
      return captionOf(
        e.hand,
        gameWord(table, `result.${e.result}`, {}, callLanguage()),
        gameWord(table, `result.${e.result}`),
        e.by,
      );
    case 'move':
      if (table.felt.ring && e.into) {
        const key = potMoveKey(table.felt.ring, e);
        const to = placeOf(e.into);
        /** @param {string} as @param {string} from */
        const sum = (as, from) => t('move.sum', { what: t(key, { who: from }, as), sum: formatSum(e.amount, as) }, as);
        const gives = placeOf(e.bet);
        return captionOf(to, sum(callLanguage(), calledHand(table, gives)), sum(lang(), handName(table, gives)));
      }
      if (table.felt.shape === 'layout' && e.kind === 'collect')
        return {
          q: capitalise(gameWord(table, 'handle.collect-lost', {}, callLanguage())),
          p: joinWithColon(layoutBetName(table, e.bet, e.yours ? t('you') : e.by), moveText('collect', e.amount)),
          law,
        };
      if (table.felt.shape === 'layout')
        return {
          q: joinWithColon(
            layoutBetName(table, e.bet, e.by, callLanguage()),
            moveText(e.kind, e.amount, callLanguage()),
            callLanguage(),
          ),
          p: forReader(
            joinWithColon(layoutBetName(table, e.bet, e.yours ? t('you') : e.by), moveText(e.kind, e.amount)),
          ),
          law,
        };
      return captionOf(e.bet, moveText(e.kind, e.amount, callLanguage()), moveText(e.kind, e.amount), e.by);
    case 'throw':
      return captionOf(
        '',
        capitalise(gameWord(table, e.thing, {}, callLanguage())),
        capitalise(gameWord(table, e.thing)),
      );
    case 'shuffle':
      return captionOf(
        '',
        t(e.packs === 1 ? 'tell.shuffle.real.1' : 'tell.shuffle.real', { n: e.packs }, callLanguage()),
        plural('tell.shuffle.real', e.packs),
      );
    case 'cut':
      return captionOf('', t('tell.cut', { n: e.at }, callLanguage()), t('tell.cut', { n: e.at }));
    // A step without a text keeps the last call, with its clause.
    default:
      return s.call
        ? { q: callAloud(table, s.call), p: forReader(callForReader(table, s.call)), law: s.call.law }
        : { q: '', p: '', law };
  }
}

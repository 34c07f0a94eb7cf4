// The notice of a refusal, and what happens when a time runs out, in words.

import { endSentence, formatSum, gameWord, joinList, lang, t } from '../core/i18n.js';

/**
 * The notice of a refusal: what was asked, what is allowed, the nearest lawful stake, the clause.
 * @param {Client.Refusal} m
 * @param {Client.Table} table
 * @param {(act: string, seat: string, amount: number) => void} useNearest lays the nearest lawful stake
 */
export function refusalNotice(m, table, useNearest) {
  const f = m.facts ?? {};
  const near = (m.accepts ?? []).filter(n => typeof n === 'number');
  const facts = refusalFacts(m, table, near);
  /** @param {string} key */
  const refusalText = key =>
    gameWord(table, `refused.${key}`, facts) ||
    (t(`refused.${key}`, facts) === `refused.${key}` ? '' : t(`refused.${key}`, facts));
  const code = f.cards ? 'cards' : m.code;
  const title =
    refusalText(`${code}.${m.law?.split('/').pop()}`) ||
    (f.act && refusalText(`${code}.${f.act}`)) ||
    refusalText(code ?? '') ||
    t('refused');
  const why = refusalText(`${code}.why`) || (lang() === 'en' && m.text) || t('refused.why');
  const { act, seat = '' } = m;
  const more =
    near.length && act && !f.cards
      ? { button: t('use', { sum: formatSum(near[0]) }), go: () => useNearest(act, seat, near[0]) }
      : {};
  return { kind: 'refused', mark: '!', title, why, law: m.law, ...more };
}

/**
 * The facts of a refusal with their sums written out.
 * @param {Client.Refusal} m
 * @param {Client.Table} table
 * @param {number[]} near
 */
function refusalFacts(m, table, near) {
  const f = m.facts ?? {};
  /** @param {number} n */
  const sum = n => (f.cards ? String(n) : formatSum(n));
  /** @type {Client.Facts} */
  const facts = {
    n: table?.places_per_player,
    ...f,
    near: joinList(near.map(n => sum(n))) || '–',
    takes: joinList(m.accepts ?? []),
  };
  for (const k of ['amount', 'low', 'high', 'unit', 'need', 'have']) if (Number.isInteger(f[k])) facts[k] = sum(f[k]);
  if (f.unit) for (const k of ['there', 'most']) if (k in f) facts[k] = formatSum(f[k]);
  return facts;
}

/**
 * What happens when the time runs out, in words: a default act, or a call.
 * @param {Client.Table} table
 * @param {string} what
 */
export function timeoutText(table, what) {
  const act = gameWord(table, `does.${what}`);
  const call = gameWord(table, `else.${what}`) || gameWord(table, `call.${what}`);
  return act
    ? t('lost.default', { act, name: gameWord(table, `act.${what}`) || act })
    : call
      ? t('lost.else', { what: endSentence(call) })
      : '';
}

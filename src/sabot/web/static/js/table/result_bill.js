// What a finished round took and paid, in the order in which the law has it done: losses first, stake and prize apart,
// then one sum.

import { parseBetName, placeOf } from '../core/bet_names.js';
import { formatFullSum, formatNet, gameWord, joinList, netClass, t } from '../core/i18n.js';
import { AWARD, myOutcome, splitSpot } from '../core/state.js';
import { capitalise, clauseLink, esc } from '../core/text.js';
import { handName, spotName } from '../record/names.js';

/** @typedef {{name: string, net: number, stake: number, law: string, note: string, fee?: boolean}} Line */

/**
 * My bets of a round, each hand and each spot once.
 * @param {Client.State} s
 * @returns {Line[]}
 */
export function billLines(s) {
  /** @type {Map<string, Line>} */
  const lines = new Map();
  const charged = commissions(s);
  for (const [bet, f] of Object.entries(s.settlements)) {
    if (!f.yours || !(f.pay || f.collect || (f.back && f.law))) continue;
    const key = s.table.felt.ring ? placeOf(bet) : keyOf(s, bet);
    const old = lines.get(key) ?? { name: nameOf(s, bet), net: 0, stake: 0, law: '', note: noteOf(s, bet) };
    const fee = charged.filter(e => e.bet === bet).reduce((n, e) => n + e.amount, 0);
    const net = f.pay - f.collect + fee;
    lines.set(key, {
      ...old,
      net: old.net + net,
      stake: old.stake + (net < 0 ? 0 : f.back + fee),
      law: f.law || old.law,
    });
  }
  for (const e of charged)
    lines.set(`fee ${e.bet} ${e.amount}`, {
      name: capitalise(t('move.commission')),
      net: -e.amount,
      stake: 0,
      law: e.law,
      note: '',
      fee: true,
    });
  // A commission is charged on a prize and stands after it.
  /** @param {Line} line */
  const rank = line => (line.fee ? 2 : Number(line.net >= 0));
  return [...lines.values()].sort((a, b) => rank(a) - rank(b));
}

/** The commissions that I paid. @param {Client.State} s */
const commissions = s =>
  s.steps.flatMap(e => (e.step === 'move' && e.kind === 'commission' && s.settlements[e.bet]?.yours ? [e] : []));

/** What counts as one bet. @param {Client.State} s @param {string} bet */
const keyOf = (s, bet) =>
  s.table.felt.shape === 'layout' ? splitSpot(s.table, bet.slice(bet.indexOf('/') + 1)).whole : bet;

/** @param {Client.State} s @param {string} bet */
function nameOf(s, bet) {
  if (bet === AWARD) return capitalise(t('you'));
  if (s.table.felt.shape === 'layout') return capitalise(spotName(s.table, keyOf(s, bet)));
  if (s.table.felt.ring) return handName(s.table, placeOf(bet));
  const { hand, spot } = parseBetName(bet);
  const on = handName(s.table, /^[a-z]/.test(hand) ? placeOf(hand) : hand);
  return spot ? capitalise(joinList([spotName(s.table, spot), on])) : on;
}

/** How the hand of a bet ended. @param {Client.State} s @param {string} bet */
function noteOf(s, bet) {
  const { hand, spot } = parseBetName(bet);
  const r = s.results[spot ? bet : hand];
  if (!r || s.table.felt.shape === 'layout') return '';
  const { total, bank } = r.facts ?? {};
  return joinList([
    gameWord(s.table, `result.${r.result}`),
    total !== undefined && bank !== undefined ? t('result.against', { a: total, b: bank }) : (total ?? ''),
  ]);
}

/** The rows of the bill. @param {Client.State} s @returns {string[]} */
export function billHtml(s) {
  const lines = billLines(s);
  const { net } = myOutcome(s);
  const stake = lines.reduce((n, x) => n + x.stake, 0);
  const into = Object.values(s.settlements).reduce((n, f) => n + (f.yours ? f.pay + f.back : 0), 0);
  const rows = lines.map(
    x =>
      `<li><span>${esc(x.name)}</span><b class="${netClass(x.net)}">${x.net ? formatNet(x.net) : '='}</b>${clauseLink(x.law)}<small>${esc(
        joinList([x.note, x.net < 0 && !x.fee && s.table.felt.shape !== 'oval' && t('bill.collected')]),
      )}</small></li>`,
  );
  if (stake)
    rows.push(
      `<li><span>${esc(t('bill.stake'))}</span><b>${formatFullSum(stake)}</b><i></i><small>${
        net > 0 ? esc(t('bill.into', { sum: formatFullSum(into) })) : ''
      }</small></li>`,
    );
  return [
    ...rows,
    `<li class="sum"><span>${esc(t('bill.sum'))}</span><b class="${netClass(net)}">${net ? formatNet(net) : '='}</b></li>`,
  ];
}

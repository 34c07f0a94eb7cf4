// Folds the messages of one table into its state: snapshots, events part by part, and sums of pools.

import { fold } from './fold.js';
import { takesBets } from './offers.js';
import { empty } from './state.js';

/**
 * A snapshot replaces everything except my last bets.
 * @param {Client.State} old
 * @param {Client.Snapshot} m
 * @returns {Client.State}
 */
export function applySnapshot(old, m) {
  let s = {
    ...empty(),
    table: m.table,
    lastBets: old.lastBets,
    previous: old.previous,
    last: old.last,
    seats: m.seats ?? [],
    stands: m.stands ?? [],
    ...carriedOver(m.shown),
  };
  const shuffled = (m.steps ?? []).some(e => e.step === 'shuffle');
  for (const event of m.steps ?? []) s = fold(s, event);
  // `shown` counts the cards of earlier coups; after the end of the coup it counts all.
  const cardsDealt = m.listen
    ? s.cardsDealt + (shuffled ? 0 : (m.shown?.drawn ?? 0))
    : (m.shown?.drawn ?? s.cardsDealt);
  const hands = Object.fromEntries(
    Object.entries(m.state.hands).map(([name, hand]) => [
      name,
      {
        ...hand,
        ids: s.hands[name]?.ids ?? hand.cards.map((_, i) => `${m.coup?.no}.${name}.${i}`),
        ...(s.hands[name]?.only?.length ? { only: s.hands[name].only } : {}),
      },
    ]),
  );
  return {
    ...s,
    ...(m.listen || m.awaits ? {} : carriedOver(m.shown)),
    v: m.v,
    coup: m.coup ?? s.coup,
    hands,
    bets: m.state.bets,
    mine: m.mine ?? {},
    awaits: m.awaits ?? null,
    results: m.state.results,
    call: m.state.call,
    seal: m.state.seal || m.shown?.seal || '',
    cardsDealt,
    void: m.state.void,
    listen: m.listen ?? null,
    clock: m.clock ?? null,
    ready: m.ready ?? null,
    seats: m.seats ?? [],
    stands: m.stands ?? [],
    shown: m.shown ?? s.shown,
    you: m.you,
    closed: m.closed ?? null,
    over: !m.listen && !m.awaits,
  };
}

/** The pool and the streaks that are carried over from earlier coups. @param {House.Open | null | undefined} shown */
const carriedOver = shown => ({ pool: shown?.pool ?? 0, streaks: shown?.streaks ?? {} });

/** Whether the events of this coup have changed the pool or the streaks. @param {Client.State} s */
const movedPool = s =>
  s.steps.some(e => ['seed', 'contribute', 'jackpot'].includes(e.kind ?? '') || e.call === 'button-moves');

const POT_TABLE_HAND = /^(\d+|board|burn)$/; // hands of a table with pots
/** @param {Client.Event} e @returns {string[]} */
const touchedHands = e => {
  switch (e.step) {
    case 'deal':
      return [e.to];
    case 'reveal':
    case 'turn':
      return [e.hand];
    case 'part':
      return e.into;
    case 'shift':
      return [e.frm, e.to];
    default:
      return [];
  }
};
/** Whether a part is a stake that stays on the table. @param {Client.Part} part */
const isHold = part => part.event?.step === 'move' && part.event.kind === 'hold';

/** The part of an `events` message after a version that is known already. @param {Client.Events} m @param {number} v */
export function unseenPart(m, v) {
  const skip = Math.max(0, v + 1 - m.v);
  return skip ? { ...m, v: m.v + skip, events: m.events.slice(skip) } : m;
}

/**
 * Split an `events` message into parts in the order in which a table shows them: each event with its version, the label
 * of each hand after the last event that touches it, and the tail (listen, clock, seats, balance). At the end of a coup
 * the tail comes before the cards are put away.
 * @param {Client.Events} m
 * @returns {Client.Part[]}
 */
export function splitMessage(m) {
  /** @type {Record<string, number>} */
  const lastTouch = {};
  m.events.forEach((e, i) => {
    if (e.step === 'call' && e.seat) lastTouch[e.seat] = i;
  }); // a call can fix the value of an ace
  for (const [i, e] of m.events.entries()) for (const hand of touchedHands(e)) lastTouch[hand] = i;
  /** @type {Client.Part[]} */
  const out = [];
  if (m.coup && !m.events.some(e => e.step === 'begin'))
    out.push({ kind: 'event', v: m.v - 1, event: { step: 'begin', coup: m.coup.id, no: m.coup.no } });
  m.events.forEach((event, i) => {
    out.push({ kind: 'event', v: m.v + i, event });
    for (const hand in lastTouch)
      if (lastTouch[hand] === i && m.labels?.[hand]) out.push({ kind: 'label', hand, label: m.labels[hand] });
  });
  const { t: _t, v, events, labels: _labels, ...tail } = m;
  /** @type {Client.Part} */
  const tailPart = { kind: 'tail', v: v + events.length - 1, tail };
  let position = out.length; // before the cards, and the stakes that stay on the table, are put away
  while (position && isHold(out[position - 1])) position -= 1;
  const lastPart = out[position - 1];
  const put = lastPart?.event;
  const endsCoup =
    put?.step === 'discard' &&
    (put.hands.includes('bank') || (!tail.listen && !tail.awaits && put.hands.every(h => POT_TABLE_HAND.test(h))));
  if (lastPart?.kind === 'event' && put && endsCoup)
    out.splice(position - 1, 1, tailPart, { ...lastPart, event: { ...put, ends: true } });
  else out.push(tailPart);
  return out;
}

/**
 * Apply one part of a message.
 * @param {Client.State} s
 * @param {Client.Part} part
 * @returns {Client.State}
 */
export function applyPart(s, part) {
  if (part.kind === 'event') return { ...fold(s, part.event), v: Math.max(s.v, part.v) };
  if (part.kind === 'label')
    return s.hands[part.hand]
      ? { ...s, hands: { ...s.hands, [part.hand]: { ...s.hands[part.hand], ...part.label } } }
      : s;
  const { tail } = part;
  return {
    ...s,
    v: Math.max(s.v, part.v),
    listen: tail.listen ?? null,
    over: !tail.listen && !tail.awaits,
    clock: tail.clock ?? null,
    ready: tail.ready ?? null,
    reservedPlace: (tail.you ?? s.you)?.places?.includes(s.reservedPlace) ? '' : s.reservedPlace,
    keptPlace: takesBets(tail.listen) ? '' : s.keptPlace,
    mine: tail.mine ?? s.mine,
    awaits: tail.awaits ?? null,
    ...(tail.shown && ((!tail.listen && !tail.awaits) || (tail.coup && !movedPool(s))) ? carriedOver(tail.shown) : {}),
    seats: tail.seats ?? s.seats,
    stands: tail.stands ?? s.stands,
    shown: tail.shown ?? s.shown,
    point: tail.shown ? null : s.point,
    coup: tail.coup ?? s.coup,
    you: tail.you ?? s.you,
    seal: s.seal || tail.shown?.seal || '',
  };
}

/**
 * New sums of the pools that this table shares with others.
 * @param {Client.State} s
 * @param {Record<string, number>} values
 * @returns {Client.State}
 */
export const withPools = (s, values) => ({
  ...s,
  shown: { ...s.shown, pools: values },
  pool: values[s.table?.felt.jackpot?.pool ?? ''] ?? s.pool,
});

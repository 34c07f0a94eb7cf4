// What the server has told about one table, folded into plain state. Pure: no DOM, no clock, no guess.

/**
 * @typedef {{cards: (string|null)[], ids: string[], total?: number, soft?: boolean}} Hand
 * @typedef {{act: string, seat: string, law: string, low?: number, high?: number, unit?: number,
 *   cost?: number, note?: string, disabled?: {code: string, need: number, have: number}}} Offer
 * @typedef {{window: string, clock: string, law: string, default: string, default_law: string,
 *   offers: Offer[], awaiting: string[]}} Listen
 * @typedef {{stake: number, pay: number, collect: number, back: number, yours: boolean}} Fate
 * @typedef {object} State
 * @property {number} v version of the last event folded
 * @property {any} table @property {{id: string, no: number}} coup
 * @property {Object<string, Hand>} hands @property {Object<string, number>} bets
 * @property {Object<string, any>} results @property {Object<string, Fate>} fates money moved by each bet
 * @property {any} call @property {string} seal @property {string} void @property {any} say
 * @property {Listen|null} listen @property {any} clock @property {any[]} seats @property {any} shown
 * @property {any[]} steps @property {any} you @property {Object<string, number>} placed my bets of this coup
 * @property {Object<string, number>} last my bets of the coup before @property {any} before
 */

/** @returns {State} */
export const empty = () => ({
  v: 0, table: null, coup: { id: '', no: 0 }, hands: {}, bets: {}, results: {}, fates: {}, call: null,
  seal: '', void: '', say: null, listen: null, clock: null, seats: [], shown: { results: [] }, steps: [],
  you: null, placed: {}, last: {}, before: null, opened: null, out: 0, reserved: '', closed: null,
});

/** The place of a hand or bet: "3" of "3.2" and of "3/insurance". @param {string} name */
export const placeOf = name => name.split(/[./]/)[0];

/** The hands of a place in their order. @param {State} s @param {string} place */
export const handsOf = (s, place) => Object.keys(s.hands).filter(h => placeOf(h) === place)
  .sort((a, b) => Number(a.split('.')[1] ?? 0) - Number(b.split('.')[1] ?? 0));

/** Whether a place is mine. @param {State} s @param {string} place */
export const mine = (s, place) => s.seats.some(seat => seat.place === place && seat.yours);

const fate = (s, bet) => ({ stake: 0, pay: 0, collect: 0, back: 0, yours: false, ...s.fates[bet] });

const FOLD = {
  begin: (s, e) => ({
    ...s, coup: { id: e.coup, no: e.no }, hands: {}, bets: {}, results: {}, fates: {}, call: null, void: '', say: null,
    steps: [], placed: {}, last: Object.keys(s.placed).length ? s.placed : s.last, opened: null,
    before: Object.values(s.fates).some(f => f.yours) ? { coup: s.coup, ...outcome(s), results: s.results, fates: s.fates, bank: s.results.bank, void: s.void } : s.before,
  }),
  call: (s, e) => ({ ...s, call: e, say: e }),
  shuffle: (s, e) => ({ ...s, seal: e.seal, out: 0 }),
  open: (s, e) => ({ ...s, opened: e.opening }),
  deal: (s, e) => {
    const hand = s.hands[e.to] ?? { cards: [], ids: [] };
    return { ...s, out: s.out + 1, hands: { ...s.hands, [e.to]: { ...hand, cards: [...hand.cards, e.card ?? null], ids: [...hand.ids, `${s.coup.no}.${s.steps.length}`] } } };
  },
  reveal: (s, e) => {
    const hand = s.hands[e.hand];
    return hand ? { ...s, hands: { ...s.hands, [e.hand]: { ...hand, cards: hand.cards.map((c, i) => i === e.index ? e.card : c) } } } : s;
  },
  part: (s, e) => {
    const { [e.hand]: hand, ...hands } = s.hands, { [e.hand]: bet, ...bets } = s.bets, { [e.hand]: moved, ...fates } = s.fates;
    const one = i => ({ cards: [hand.cards[i]], ids: [hand.ids[i]] });
    return {
      ...s, hands: { ...hands, [e.into[0]]: one(0), [e.into[1]]: one(1) },
      bets: bet ? { ...bets, [e.into[0]]: bet } : bets, fates: moved ? { ...fates, [e.into[0]]: moved } : fates,
    };
  },
  discard: (s, e) => ({ ...s, hands: Object.fromEntries(Object.entries(s.hands).filter(([h]) => !e.hands.includes(h))) }),
  move: (s, e) => {
    const f = fate(s, e.bet), left = s.bets[e.bet] ?? 0;
    f.yours ||= e.yours;
    if (e.kind === 'stake') f.stake += e.amount; else if (e.kind === 'pay') f.pay += e.amount;
    else if (e.kind === 'collect') f.collect += e.amount; else f.back += e.amount;
    const now = e.kind === 'stake' ? left + e.amount : e.kind === 'pay' ? left : left - e.amount;
    const { [e.bet]: _, ...rest } = s.bets;
    return { ...s, bets: now > 0 ? { ...s.bets, [e.bet]: now } : rest, fates: { ...s.fates, [e.bet]: f } };
  },
  result: (s, e) => {
    const hand = s.hands[e.hand], counted = hand && e.facts?.total !== undefined;
    return {
      ...s, results: { ...s.results, [e.hand]: e }, say: e.hand === 'bank' ? e : s.say,
      hands: counted ? { ...s.hands, [e.hand]: { ...hand, total: e.facts.total, soft: e.facts.soft ?? false } } : s.hands,
    };
  },
};

/** One event as the table shows it. A stub ({}) only counts. @param {State} s @param {any} event @returns {State} */
export function fold(s, event) {
  let next = s;
  const e = event;
  if (e.void !== undefined && !e.step) next = { ...next, void: e.void };
  if (e.step && FOLD[e.step]) next = FOLD[e.step](next, e);
  if (e.answer) {
    const law = s.heard?.offers?.find(o => o.act === e.answer && o.seat === e.seat)?.law
      ?? (e.answer === 'timeout' ? s.heard?.default_law : s.heard?.law) ?? '';
    if (e.yours && e.answer === 'bet') next = { ...next, placed: { ...next.placed, [e.seat]: e.amount } };
    if (e.yours && (e.answer === 'clear' || e.answer === 'leave')) {
      const { [e.seat]: _, ...placed } = next.placed;
      next = { ...next, placed };
    }
    return { ...next, steps: [...next.steps, { ...e, law }] };
  }
  if (e.step === 'listen') return { ...next, heard: e, say: e.clock === 'decision' || e.awaiting?.length && e.window !== 'bets' ? e : next.say };
  return e.step || e.void !== undefined || e.line ? { ...next, steps: [...next.steps, e] } : next;
}

/** A snapshot replaces everything but what I bet last. @param {State} old @param {any} m @returns {State} */
export function snapshot(old, m) {
  let s = { ...empty(), table: m.table, last: old.last, before: old.before, seats: m.seats ?? [] };
  const shuffled = (m.steps ?? []).some(e => e.step === 'shuffle');
  for (const event of m.steps ?? []) s = fold(s, event);
  // What the shoe had dealt before this coup is in `shown`; after the coup's end all of it is.
  const out = m.listen ? s.out + (shuffled ? 0 : m.shown?.drawn ?? 0) : m.shown?.drawn ?? s.out;
  const hands = Object.fromEntries(Object.entries(m.state.hands).map(([name, hand]) =>
    [name, { ...hand, ids: s.hands[name]?.ids ?? hand.cards.map((_, i) => `${m.coup?.no}.${name}.${i}`) }]));
  return {
    ...s, v: m.v, coup: m.coup ?? s.coup, hands, bets: m.state.bets, results: m.state.results, call: m.state.call,
    seal: m.state.seal || m.shown?.seal || '', out, void: m.state.void, listen: m.listen ?? null, clock: m.clock ?? null, seats: m.seats ?? [],
    shown: m.shown ?? s.shown, you: m.you, closed: m.closed ?? null,
  };
}

/**
 * The parts of an `events` message in the order in which a table shows them: each event with its version, each
 * hand's label after the last event that touched it, and the tail (listen, clock, seats, purse), which a coup's last
 * picture already shows: it comes before the cards are put away.
 * @param {any} m @returns {({kind: 'event', v: number, event: any} | {kind: 'label', hand: string, label: any} | {kind: 'tail', v: number, tail: any})[]}
 */
export function expand(m) {
  const lastTouch = {};
  m.events.forEach((e, i) => { for (const hand of e.step === 'deal' ? [e.to] : e.step === 'reveal' ? [e.hand] : e.step === 'part' ? e.into : []) lastTouch[hand] = i; });
  const out = [];
  if (m.coup && !m.events.some(e => e.step === 'begin')) out.push({ kind: 'event', v: m.v - 1, event: { step: 'begin', coup: m.coup.id, no: m.coup.no } });
  m.events.forEach((event, i) => {
    out.push({ kind: 'event', v: m.v + i, event });
    for (const hand in lastTouch) if (lastTouch[hand] === i && m.labels?.[hand]) out.push({ kind: 'label', hand, label: m.labels[hand] });
  });
  const { t, v, events, labels, ...tail } = m;
  const end = { kind: 'tail', v: v + events.length - 1, tail }, last = out[out.length - 1];
  if (last?.event?.step === 'discard' && last.event.hands.includes('bank')) out.splice(-1, 0, end); else out.push(end);
  return out;
}

/** Fold one part of an expanded message. @param {State} s @param {ReturnType<typeof expand>[number]} part @returns {State} */
export function take(s, part) {
  if (part.kind === 'event') return { ...fold(s, part.event), v: Math.max(s.v, part.v) };
  if (part.kind === 'label') return s.hands[part.hand] ? { ...s, hands: { ...s.hands, [part.hand]: { ...s.hands[part.hand], ...part.label } } } : s;
  const { tail } = part;
  return {
    ...s, v: Math.max(s.v, part.v), listen: tail.listen ?? null, clock: tail.clock ?? null, reserved: (tail.you ?? s.you)?.places?.includes(s.reserved) ? '' : s.reserved,
    seats: tail.seats ?? s.seats, shown: tail.shown ?? s.shown, coup: tail.coup ?? s.coup, you: tail.you ?? s.you,
    seal: s.seal || tail.shown?.seal || '',
  };
}

/** What the coup has brought me so far: paid, lost, net. @param {State} s */
export function outcome(s) {
  const own = Object.values(s.fates).filter(f => f.yours);
  const sum = key => own.reduce((n, f) => n + f[key], 0);
  return { staked: sum('stake'), won: sum('pay'), lost: sum('collect'), net: sum('pay') - sum('collect') };
}

/** What one place won or lost, or null while nothing is decided. @param {State} s @param {string} place */
export function placeNet(s, place) {
  const names = Object.keys(s.results).filter(h => placeOf(h) === place);
  if (!names.length) return null;
  return Object.entries(s.fates).filter(([bet]) => placeOf(bet) === place).reduce((n, [, f]) => n + f.pay - f.collect, 0);
}

/** The offers of mine by act. @param {State} s @param {string} act */
export const offersOf = (s, act) => (s.listen?.offers ?? []).filter(o => o.act === act);

/** Whether it is bets that are taken now. @param {State} s */
export const betting = s => s.listen?.window === 'bets';

/** Whether new bets are refused now: the table is closed and no coup is being played. @param {State} s */
export const shut = s => Boolean(s.closed) && (!s.listen || betting(s));

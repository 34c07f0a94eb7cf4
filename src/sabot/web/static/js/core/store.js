// Folds the messages of one table into plain state. Pure: no DOM, no clock, no guess.

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
 * @property {Listen|null} listen @property {any} clock @property {any[]} seats @property {any[]} stands @property {any} shown
 * @property {any[]} steps @property {any} you @property {Object<string, number>} placed my bets of this coup
 * @property {Object<string, number>} last my bets of the coup before @property {any} before
 * @property {Object<string, string>} people who bets as "3+1" @property {Object<string, any>} passed what was asked once and for all, by question and hand
 * @property {boolean} asked whether the cards of this coup lie and people were asked @property {boolean} over whether the coup has ended
 * @property {string} kept the place kept for me until the next bets
 */

/** @returns {State} */
export const empty = () => ({
  v: 0, table: null, coup: { id: '', no: 0 }, hands: {}, bets: {}, results: {}, fates: {}, call: null,
  seal: '', void: '', say: null, listen: null, clock: null, seats: [], stands: [], shown: { results: [] }, steps: [],
  you: null, placed: {}, last: {}, before: null, opened: null, out: 0, reserved: '', closed: null,
  mine: {}, awaits: null, decides: {}, streaks: {}, pool: 0, chips: {}, cutAt: 0, lastCoup: false, without: 0,
  people: {}, passed: {}, asked: false, over: false, kept: '',
  menus: {}, fell: {}, lay: {}, throws: 0, covered: false, way: '', runs: false, point: null,
});

/**
 * The parts of a bet's name: "3.1+2/pair" is place 3, its hand 3.1, bettor +2 there, the spot "pair".
 * @param {string} name @returns {{place: string, hand: string, tag: string, spot: string}}
 */
export function named(name) {
  const [base, ...spot] = name.split('/'), [hand, tag] = base.split('+');
  return { place: hand.split('.')[0], hand, tag: tag === undefined ? '' : `+${tag}`, spot: spot.join('/') };
}

/** The place of a hand or bet: "3" of "3.2", of "3+1" and of "3/insurance". @param {string} name */
export const placeOf = name => name.split(/[.+/]/)[0];

/** Where a bet lies on the cloth, whoever's it is: "3/pair" of "3+1/pair". @param {string} name */
export const spotOf = name => { const n = named(name); return n.hand + (n.spot ? `/${n.spot}` : ''); };

/** The main bets that lie on a hand, the holder's first. @param {State} s @param {string} hand */
export const betsOn = (s, hand) => Object.keys(s.bets).filter(b => { const n = named(b); return n.hand === hand && !n.spot; })
  .sort((a, b) => Number(named(a).tag || 0) - Number(named(b).tag || 0));

/** The bets that lie on a spot besides the hands: "3/pair". @param {State} s @param {string} spot */
export const betsAt = (s, spot) => Object.keys(s.bets).filter(b => b.includes('/') && spotOf(b) === spot);

/** Whether a bet is mine. @param {State} s @param {string} bet */
export const own = (s, bet) => bet in s.mine || Boolean(s.fates[bet]?.yours);

const spotted = new WeakMap();
/** The names of all spots of a cloth. @param {any} felt @returns {Set<string>} */
export function spotsOf(felt) {
  if (!spotted.has(felt)) spotted.set(felt, new Set([...felt.zones, ...(felt.points ?? [])].flatMap(x => [x.spot, ...Object.values(x.spots ?? {})])));
  return spotted.get(felt);
}

/** Whose place a bet of a cloth with spots is, and where it lies: "3/series/grande/split/4-7" on "series/grande". @param {State} s @param {string} bet */
export function lies(s, bet) {
  const cut = bet.indexOf('/');
  return { place: bet.slice(0, cut), spot: parted(s.table, bet.slice(cut + 1)).whole };
}

/** The spot on which a bet was laid, and which part of it this is. @param {any} table @param {string} spot */
export function parted(table, spot) {
  const known = spotsOf(table.felt);
  let whole = spot;
  while (!known.has(whole) && whole.includes('/')) whole = whole.slice(0, whole.lastIndexOf('/'));
  return { whole, part: spot.slice(whole.length + 1) };
}

/** What my bets of a coup brought, spot by spot, in the order in which they were decided. @param {any} table @param {Object<string, Fate>} fates */
export function bySpot(table, fates) {
  const out = new Map();
  for (const [bet, f] of Object.entries(fates)) {
    if (!f.yours || !(f.pay || f.collect)) continue;
    const spot = parted(table, bet.slice(bet.indexOf('/') + 1)).whole, old = out.get(spot) ?? { spot, net: 0, law: '' };
    out.set(spot, { spot, net: old.net + f.pay - f.collect, law: f.pay ? f.law : old.law || f.law });
  }
  return [...out.values()].sort((a, b) => Number(a.net > 0) - Number(b.net > 0));
}

const laid = new WeakMap();
/** My cents on every spot of a cloth where I have any, as the record has it; found once for each state. @param {State} s @returns {Map<string, number>} */
export function mySpots(s) {
  if (!laid.has(s)) {
    const all = new Map();
    for (const [bet, v] of Object.entries(s.bets)) if (own(s, bet)) { const { spot } = lies(s, bet); all.set(spot, (all.get(spot) ?? 0) + v); }
    laid.set(s, all);
  }
  return laid.get(s);
}

/** My cents on a spot of the cloth, as the record has it. @param {State} s @param {string} spot */
export const onSpot = (s, spot) => s.table?.felt.shape === 'layout' ? mySpots(s).get(spot) ?? 0 : Object.entries(s.bets).reduce((n, [bet, v]) => n + (own(s, bet) && spotOf(bet) === spot ? v : 0), 0);

/** The bet whose owner decides for a hand: as it was told, else the only or the first one there. @param {State} s @param {string} hand */
export function chief(s, hand) {
  const tag = s.decides[placeOf(hand)], all = betsOn(s, hand);
  return tag !== undefined && all.includes(hand + tag) ? hand + tag : all[0] ?? hand;
}

/** What the decider of a hand did last that others may follow: "split", "double" or "". @param {State} s @param {string} hand */
export const deed = (s, hand) => s.steps.findLast(e => ['split', 'double'].includes(e.answer) && placeOf(e.seat) === placeOf(hand))?.answer ?? '';

/** The hands of a place in their order. @param {State} s @param {string} place */
export const handsOf = (s, place) => Object.keys(s.hands).filter(h => placeOf(h) === place)
  .sort((a, b) => Number(a.split('.')[1] ?? 0) - Number(b.split('.')[1] ?? 0));

/** Whether a place is mine. @param {State} s @param {string} place */
export const mine = (s, place) => s.seats.some(seat => seat.place === place && seat.yours);

const fate = (s, bet) => ({ stake: 0, pay: 0, collect: 0, back: 0, held: 0, yours: false, ...s.fates[bet] });

/** The name under which a coup keeps what stakes of others paid me. */
export const AWARD = 'award';

/** What each movement does to the stake on the table, to the bet's fate, and to the pool. */
const KINDS = {
  stake: [1, 'stake'], resume: [1, 'stake'], pay: [0, 'pay'], jackpot: [0, 'pay', -1], collect: [-1, 'collect'], contribute: [-1, 'collect', 1],
  commission: [-1, 'collect'], gratuity: [-1, 'collect'], award: [-1, 'collect'], take: [-1, 'collect'], travel: [-1, ''], return: [-1, 'back'], refund: [-1, 'back'], hold: [-1, 'held'], seed: [0, '', 1], restore: [0, 'restore'],
  prize: [1, 'pay'], 'hand-pay': [0, 'pay'], ticket: [-1, 'back'], redeem: [1, 'stake'],
};

/** The name of a bet after a split: what lay on the hand, whoever's, lies on the first hand. */
const renamed = (bet, hand, first) => bet === hand || (bet.startsWith(`${hand}+`) && !bet.includes('/')) ? first + bet.slice(hand.length) : bet;
const rename = (all, hand, first) => Object.fromEntries(Object.entries(all).map(([bet, v]) => [renamed(bet, hand, first), v]));

const FOLD = {
  begin: (s, e) => ({
    ...s, coup: { id: e.coup, no: e.no }, hands: {}, bets: {}, results: {}, fates: {}, call: null, void: '', say: null,
    steps: [], placed: {}, last: Object.keys(s.placed).length ? s.placed : s.last, opened: null, mine: {}, decides: {}, chips: {}, lastCoup: false,
    people: {}, passed: {}, asked: false, over: false, kept: '',
    menus: {}, lay: Object.keys(s.fell).length ? s.fell : s.lay, fell: {}, throws: 0, covered: false, runs: false,
    before: Object.values(s.fates).some(f => f.yours) ? { coup: s.coup, ...outcome(s), results: s.results, fates: s.fates, steps: s.steps, bank: s.results.bank, void: s.void } : s.before,
  }),
  call: (s, e) => {
    const next = { ...s, call: e }, place = e.seat ? placeOf(e.seat) : '';
    if (e.call === 'decides') next.decides = { ...s.decides, [place]: named(e.facts?.bet ?? e.seat).tag };
    else if (e.call === 'button-moves') next.streaks = { ...s.streaks, [place]: (e.facts?.to ?? 1) - 1 };
    else if (e.call === 'last-coup') next.lastCoup = true;
    return next;
  },
  menu: (s, e) => ({ ...s, menus: { ...s.menus, [e.name]: e.offers } }),
  throw: (s, e) => e.incident ? { ...s, runs: false } : { ...s, runs: false, fell: { ...s.fell, [e.thing]: e.fell }, throws: s.throws + 1 },
  cover: (s, e) => ({ ...s, covered: true, seal: e.seal, fell: { ...s.fell, [e.thing]: null } }),
  uncover: (s, e) => ({ ...s, covered: false, fell: { ...s.fell, [e.thing]: e.fell }, throws: s.throws + 1 }),
  handle: (s, e) => e.what.startsWith('spin') ? { ...s, way: e.facts?.direction ?? 'right', runs: true } : e.what.startsWith('marker-') ? { ...s, point: e.what === 'marker-on' ? e.facts.point : 0 } : s,
  shuffle: (s, e) => ({ ...s, seal: e.seal, out: 0, cutAt: 0, without: e.without ?? 0 }),
  cut: (s, e) => ({ ...s, cutAt: e.at }),
  open: (s, e) => ({ ...s, opened: e.opening }),
  deal: (s, e) => {
    if (e.lies === false) return s;   // something happened instead of a card
    const hand = s.hands[e.to] ?? { cards: [], ids: [] };
    return { ...s, out: s.out + 1, hands: { ...s.hands, [e.to]: { ...hand, cards: [...hand.cards, e.card ?? null], ids: [...hand.ids, `${s.coup.no}.${s.steps.length}`], ...(e.only ? { only: [...(hand.only ?? []), hand.cards.length] } : {}) } } };
  },
  reveal: (s, e) => {
    const hand = s.hands[e.hand];
    return hand ? { ...s, hands: { ...s.hands, [e.hand]: { ...hand, cards: hand.cards.map((c, i) => i === e.index ? e.card : c), ...(e.only || hand.only ? { only: [...(hand.only ?? []).filter(i => i !== e.index), ...(e.only ? [e.index] : [])] } : {}) } } } : s;
  },
  turn: (s, e) => FOLD.reveal(s, e),
  shift: (s, e) => {
    const { [e.frm]: from, ...rest } = s.hands;
    if (!from) return s;
    const left = { cards: from.cards.filter((_, i) => i !== e.index), ids: from.ids.filter((_, i) => i !== e.index) };
    const hands = left.cards.length ? { ...rest, [e.frm]: left } : rest, to = hands[e.to] ?? { cards: [], ids: [] };
    return { ...s, hands: { ...hands, [e.to]: { ...to, cards: [...to.cards, e.card], ids: [...to.ids, from.ids[e.index]] } } };
  },
  part: (s, e) => {
    const { [e.hand]: hand, ...hands } = s.hands, [first, second] = e.into;
    const one = i => ({ cards: [hand.cards[i]], ids: [hand.ids[i]] });
    return {
      ...s, hands: { ...hands, [first]: one(0), [second]: one(1) },
      bets: rename(s.bets, e.hand, first), fates: rename(s.fates, e.hand, first), mine: rename(s.mine, e.hand, first),
    };
  },
  discard: (s, e) => ({ ...s, hands: Object.fromEntries(Object.entries(s.hands).filter(([h]) => !e.hands.includes(h))) }),
  move: (s, e) => {
    const f = fate(s, e.bet), left = s.bets[e.bet] ?? 0, [lay, part, pool = 0] = KINDS[e.kind] ?? [-1, 'back'];
    // What a stake of somebody else pays me is no bet of mine; what joins a bank that I hold is gained with it.
    const prize = e.kind === 'award' && e.yours, gains = e.kind === 'take' && e.into && own(s, e.into);
    if (!prize) f.yours ||= e.yours;
    if (part === 'restore') f.collect -= e.amount; else if (part) f[part] += e.amount;
    if (part === 'pay' || part === 'collect') f.law = e.law;
    const now = left + lay * e.amount, { [e.bet]: _, ...rest } = s.bets, spot = named(e.bet).spot;
    const laid = { ...s, pool: s.pool + (e.into ? 0 : pool * e.amount), bets: now > 0 ? { ...s.bets, [e.bet]: now } : rest, fates: part ? { ...s.fates, [e.bet]: f } : s.fates };
    if (e.by && named(e.bet).tag) laid.people = { ...s.people, [bettorOf(e.bet)]: e.by };
    if (e.kind === 'contribute') laid.chips = { ...s.chips, [placeOf(e.bet)]: Boolean(e.yours) };
    if (prize) laid.fates = { ...laid.fates, [AWARD]: { ...fate(laid, AWARD), pay: fate(laid, AWARD).pay + e.amount, yours: true, law: e.law } };
    if (gains) laid.fates = { ...laid.fates, [e.into]: { ...fate(laid, e.into), pay: fate(laid, e.into).pay + e.amount, yours: true, law: e.law } };
    // A stake that goes elsewhere stays its player's there, and what it left is nobody's any more: seats are drawn, or changed.
    if (e.kind === 'travel' && e.into) laid.fates = { ...laid.fates, [e.bet]: { ...f, yours: f.yours && (now > 0 || f.pay > 0 || f.collect > 0) }, [e.into]: { ...fate(laid, e.into), yours: Boolean(e.yours) } };
    if ((e.kind === 'take' || e.kind === 'travel') && e.into) laid.bets = { ...laid.bets, [e.into]: (laid.bets[e.into] ?? 0) + e.amount };
    // A streak bet that was lost takes its button away once none is left at the place.
    if (e.kind === 'collect' && spot && s.streaks[placeOf(e.bet)] !== undefined && e.held === undefined) {
      const place = placeOf(e.bet), { [place]: __, ...others } = s.streaks;
      if (!Object.keys(laid.bets).some(b => placeOf(b) === place && named(b).spot)) laid.streaks = others;
    }
    return laid;
  },
  result: (s, e) => {
    const hand = s.hands[e.hand], counted = hand && e.facts?.total !== undefined;
    return {
      ...s, results: { ...s.results, [e.hand]: e },
      hands: counted ? { ...s.hands, [e.hand]: { ...hand, total: e.facts.total, soft: e.facts.soft ?? false } } : s.hands,
    };
  },
};

/** The bettor of a bet at its place, whatever became of its hand: "3+1" of "3.2+1/pair". @param {string} bet */
export const bettorOf = bet => { const { place, tag } = named(bet); return place + tag; };

const SILENT = new Set(['stake', 'return', 'hold', 'resume']);

/** Whether an event is something that the croupier says or does in its turn; what moves along with it is not. */
const spoken = e => e.step ? !['listen', 'begin', 'discard', 'open'].includes(e.step) && !(e.step === 'move' && SILENT.has(e.kind)) : Boolean(e.fault || e.answer);

/** A question that is asked once, as it was answered for a hand: by a person, or by the clock for all who had not. */
function decided(s, e) {
  const kind = (s.heard?.window ?? '').split(':')[0], hands = e.answer === 'timeout' ? s.heard?.awaiting ?? [] : [e.seat];
  const late = e.answer === 'timeout', does = late ? s.heard?.default ?? '' : e.answer, what = { does, law: (late && s.heard?.offers?.find(o => o.act === does)?.law) || e.law || '', late };
  return !kind || isBetting(s.heard) || /^\d/.test(kind) ? s.passed : { ...s.passed, [kind]: { ...s.passed[kind], ...Object.fromEntries(hands.map(h => [h, what])) } };
}

/** One event as the table shows it. A stub ({}) only counts. @param {State} s @param {any} event @returns {State} */
export function fold(s, event) {
  let next = s;
  const bet = event.bet ?? event.facts?.bet ?? event.seat ?? event.hand ?? '', known = !event.by && /[+]/.test(bet) && s.people[bettorOf(bet)];
  const holder = event.call === 'decides' && !named(bet).tag && s.seats.find(x => x.place === placeOf(bet))?.name;
  const e = known || holder ? { ...event, by: known || holder, ...(known && own(s, bet) ? { yours: true } : {}) } : event;   // by name, as it was then: numbers are given anew
  if (e.void !== undefined && !e.step) next = { ...next, void: e.void };
  if (e.step && FOLD[e.step]) next = FOLD[e.step](next, e);
  if (spoken(e)) next = { ...next, say: e };
  if (e.step || e.answer || e.fault) next = { ...next, listen: null, awaits: null };   // what stood is answered; the tail says what stands now
  if (e.answer) {
    next = { ...next, passed: decided(s, e) };
    if (e.yours && e.answer === 'bet') next = { ...next, placed: { ...next.placed, [e.seat]: e.amount } };
    if (e.yours && (e.answer === 'clear' || e.answer === 'leave')) {
      const { [e.seat]: _, ...placed } = next.placed;
      next = { ...next, placed };
    }
    return { ...next, steps: [...next.steps, e] };
  }
  if (e.step === 'listen') return { ...next, heard: e, asked: s.asked || ['decision', 'insurance'].includes(e.clock) };
  return e.step || e.void !== undefined || e.line || e.fault || e.shoe ? { ...next, steps: [...next.steps, e] } : next;
}

/** A snapshot replaces everything but what I bet last. @param {State} old @param {any} m @returns {State} */
export function snapshot(old, m) {
  let s = { ...empty(), table: m.table, last: old.last, before: old.before, seats: m.seats ?? [], stands: m.stands ?? [], ...carried(m.shown) };
  const shuffled = (m.steps ?? []).some(e => e.step === 'shuffle');
  for (const event of m.steps ?? []) s = fold(s, event);
  // What the shoe had dealt before this coup is in `shown`; after the coup's end all of it is.
  const out = m.listen ? s.out + (shuffled ? 0 : m.shown?.drawn ?? 0) : m.shown?.drawn ?? s.out;
  const hands = Object.fromEntries(Object.entries(m.state.hands).map(([name, hand]) =>
    [name, { ...hand, ids: s.hands[name]?.ids ?? hand.cards.map((_, i) => `${m.coup?.no}.${name}.${i}`), ...(s.hands[name]?.only?.length ? { only: s.hands[name].only } : {}) }]));
  return {
    ...s, ...(m.listen || m.awaits ? {} : carried(m.shown)), v: m.v, coup: m.coup ?? s.coup, hands, bets: m.state.bets, mine: m.mine ?? {}, awaits: m.awaits ?? null, results: m.state.results, call: m.state.call,
    seal: m.state.seal || m.shown?.seal || '', out, void: m.state.void, listen: m.listen ?? null, clock: m.clock ?? null, seats: m.seats ?? [], stands: m.stands ?? [],
    shown: m.shown ?? s.shown, you: m.you, closed: m.closed ?? null, over: !m.listen && !m.awaits,
  };
}

/** What a carry shows of the pool and the streaks. */
const carried = shown => ({ pool: shown?.pool ?? 0, streaks: shown?.streaks ?? {} });

/** Whether this coup has moved them itself. */
const stirred = s => s.steps.some(e => ['seed', 'contribute', 'jackpot'].includes(e.kind) || e.call === 'button-moves');

/**
 * The parts of an `events` message in the order in which a table shows them: each event with its version, each
 * hand's label after the last event that touched it, and the tail (listen, clock, seats, purse), which a coup's last
 * picture already shows: it comes before the cards are put away.
 * @param {any} m @returns {({kind: 'event', v: number, event: any} | {kind: 'label', hand: string, label: any} | {kind: 'tail', v: number, tail: any})[]}
 */
const ROUND = /^(\d+|board|burn)$/;   // what lies on a table where players bet into a pot
const touched = e => ({ deal: [e.to], reveal: [e.hand], turn: [e.hand], part: e.into, shift: [e.frm, e.to] })[e.step] ?? [];
export function expand(m) {
  const lastTouch = {};
  m.events.forEach((e, i) => { if (e.step === 'call' && e.seat) lastTouch[e.seat] = i; });   // an ace that is fixed
  for (const [i, e] of m.events.entries()) for (const hand of touched(e)) lastTouch[hand] = i;
  const out = [];
  if (m.coup && !m.events.some(e => e.step === 'begin')) out.push({ kind: 'event', v: m.v - 1, event: { step: 'begin', coup: m.coup.id, no: m.coup.no } });
  m.events.forEach((event, i) => {
    out.push({ kind: 'event', v: m.v + i, event });
    for (const hand in lastTouch) if (lastTouch[hand] === i && m.labels?.[hand]) out.push({ kind: 'label', hand, label: m.labels[hand] });
  });
  const { t, v, events, labels, ...tail } = m;
  const end = { kind: 'tail', v: v + events.length - 1, tail };
  let at = out.length;   // the last picture of a coup stands until its cards, and what stays on the table, are put away
  while (at && out[at - 1].event?.step === 'move' && out[at - 1].event.kind === 'hold') at -= 1;
  const last = out[at - 1];
  const ends = last?.event?.step === 'discard' && (last.event.hands.includes('bank') || (!tail.listen && !tail.awaits && last.event.hands.every(h => ROUND.test(h))));
  if (ends) { last.event = { ...last.event, ends: true }; out.splice(at - 1, 0, end); } else out.push(end);
  return out;
}

/** Fold one part of an expanded message. @param {State} s @param {ReturnType<typeof expand>[number]} part @returns {State} */
export function take(s, part) {
  if (part.kind === 'event') return { ...fold(s, part.event), v: Math.max(s.v, part.v) };
  if (part.kind === 'label') return s.hands[part.hand] ? { ...s, hands: { ...s.hands, [part.hand]: { ...s.hands[part.hand], ...part.label } } } : s;
  const { tail } = part;
  return {
    ...s, v: Math.max(s.v, part.v), listen: tail.listen ?? null, over: !tail.listen && !tail.awaits, clock: tail.clock ?? null, reserved: (tail.you ?? s.you)?.places?.includes(s.reserved) ? '' : s.reserved,
    kept: isBetting(tail.listen) ? '' : s.kept, mine: tail.mine ?? s.mine, awaits: tail.awaits ?? null, ...(tail.shown && ((!tail.listen && !tail.awaits) || (tail.coup && !stirred(s))) ? carried(tail.shown) : {}),
    seats: tail.seats ?? s.seats, stands: tail.stands ?? s.stands, shown: tail.shown ?? s.shown, point: tail.shown ? null : s.point, coup: tail.coup ?? s.coup, you: tail.you ?? s.you,
    seal: s.seal || tail.shown?.seal || '',
  };
}

/** The pools that this table shares with others hold other sums now. @param {State} s @param {Record<string, number>} values @returns {State} */
export const pooled = (s, values) => ({ ...s, shown: { ...s.shown, pools: values }, pool: values[s.table?.felt.jackpot?.pool] ?? s.pool });

/** What the coup has brought me so far: paid, lost, net. @param {State} s */
export function outcome(s) {
  const own = Object.values(s.fates).filter(f => f.yours);
  const sum = key => own.reduce((n, f) => n + f[key], 0);
  return { staked: sum('stake'), won: sum('pay'), lost: sum('collect'), net: sum('pay') - sum('collect') };
}

/** What I won or lost at one place (its one bettor, where I did not bet), or null while nothing is decided. @param {State} s @param {string} place */
export function placeNet(s, place) {
  const names = Object.keys(s.results).filter(h => placeOf(h) === place);
  if (!names.length) return null;
  const all = Object.entries(s.fates).filter(([bet]) => placeOf(bet) === place), ours = all.filter(([, f]) => f.yours);
  if (!ours.length && new Set(all.map(([bet]) => named(bet).tag)).size > 1) return null;
  return (ours.length ? ours : all).reduce((n, [, f]) => n + f.pay - f.collect, 0);
}

const flat = new WeakMap();

/** What I may do and what a clause forbids me, each by its seat: a menu was told once for the coup, what a question says of an act goes before it. @param {State} s */
function open(s) {
  const { listen } = s;
  if (!listen?.offers) return NOTHING;
  const told = (listen.menus ?? []).map(name => s.menus[name]), old = flat.get(listen);
  if (old && told.every((menu, i) => menu === old.told[i])) return old;
  const each = list => list.flatMap(o => o.seats?.length ? o.seats.map(seat => ({ ...o, seat })) : [o]), key = o => `${o.act} ${o.seat}`;
  const mine = each(listen.offers).filter(o => !o.disabled?.list), first = new Map();
  for (const o of mine) if (!first.has(key(o))) first.set(key(o), o);
  // What is full stands there only to be refused, before what a menu says: it is closed under its clause.
  const full = [...first.values()].filter(o => o.note === 'full').map(o => ({ act: o.act, seat: o.seat, law: o.barred, note: o.note })), own = mine.filter(o => first.get(key(o)).note !== 'full'), may = new Set(own.map(key));
  const shut = [...each(listen.barred ?? []), ...full].filter(o => !may.has(key(o))), done = new Set([...may, ...shut.map(key)]);
  const menu = told.flatMap(list => each(list ?? [])).filter(o => !done.has(key(o)));
  const found = { told, all: [...own, ...menu.filter(o => !o.barred)], shut: [...shut, ...menu.filter(o => o.barred).map(o => ({ act: o.act, seat: o.seat, law: o.barred }))] };
  flat.set(listen, found);
  return found;
}
const NOTHING = { told: [], all: [], shut: [] };

/** The offers to me, one for each seat. @param {State} s @returns {Offer[]} */
export const offers = s => open(s).all;

/** The acts that would be mine but for a clause, one for each seat. @param {State} s @returns {{act: string, seat: string, law: string}[]} */
export const barred = s => open(s).shut;

/** Why I may not sit at this table of a list, and where I may; undefined where I may. @param {State} s */
export const elsewhere = s => s.listen?.offers?.find(o => o.disabled?.list)?.disabled;

/** What is asked of me, without what I may do at any time. @param {State} s */
export const asks = s => offers(s).filter(o => !['sit', 'leave', ...s.table.felt.aside ?? []].includes(o.act));

/** The offers of mine by act. @param {State} s @param {string} act */
export const offersOf = (s, act) => offers(s).filter(o => o.act === act);

/** Whether a Listen takes bets: the period itself, or a place's until its own first card. */
const isBetting = listen => ['bets', 'complete'].includes(listen?.window) || Boolean(listen?.window?.startsWith('late:'));

/** Whether it is bets that are taken now. @param {State} s */
export const betting = s => isBetting(s.listen);

/** The kind of period that is open: "bets", "late", "shuffle" (the cards wait for others), "cut", "follow", "insurance", ... or "decision". @param {State} s */
export const period = s => { if (s.listen?.clock === 'shuffle') return 'shuffle'; const kind = (s.listen?.window ?? '').split(':')[0]; return /^\d/.test(kind) ? 'decision' : kind; };

/** Whether new bets are refused now: the table is closed and no coup is being played. @param {State} s */
export const shut = s => Boolean(s.closed) && (!s.listen || betting(s));

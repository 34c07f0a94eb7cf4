// Folds the messages of one table into plain state. Pure functions: no DOM, no clock.

/**
 * @typedef {{cards: (string|null)[], ids: string[], total?: number, soft?: boolean}} Hand
 * @typedef {{act: string, seat: string, law: string, low?: number, high?: number, unit?: number,
 *   cost?: number, note?: string, disabled?: {code: string, need: number, have: number}}} Offer
 * @typedef {{window: string, clock: string, law: string, default: string, default_law: string,
 *   offers: Offer[], awaiting: string[]}} Listen
 * @typedef {{stake: number, pay: number, collect: number, back: number, yours: boolean}} Settlement
 * @typedef {object} State
 * @property {number} v version of the last event folded
 * @property {any} table @property {{id: string, no: number}} coup
 * @property {Object<string, Hand>} hands @property {Object<string, number>} bets
 * @property {Object<string, any>} results @property {Object<string, Settlement>} settlements money moved for each bet
 * @property {any} call @property {string} seal @property {string} void @property {any} announcement what the croupier said or did last
 * @property {Listen|null} listen @property {any} clock @property {any[]} seats @property {any[]} stands @property {any} shown
 * @property {any[]} steps @property {any} you @property {Object<string, number>} placed my bets of this coup
 * @property {Object<string, number>} lastBets my bets of the coup before @property {any} previous the coup before
 * @property {Object<string, string>} bettorNames who bets as "3+1" @property {Object<string, any>} answered answers to questions that are asked once a coup, by question and hand
 * @property {boolean} decisionsBegan whether the first cards of this coup are dealt and players have been asked @property {boolean} over whether the coup has ended
 * @property {string} keptPlace the place kept for me until the next bets
 * @property {string} reservedPlace the place that I asked for @property {number} cardsDealt cards drawn from the shoe
 */

/** @returns {State} */
export const empty = () => ({
  v: 0, table: null, coup: { id: '', no: 0 }, hands: {}, bets: {}, results: {}, settlements: {}, call: null,
  seal: '', void: '', announcement: null, listen: null, clock: null, seats: [], stands: [], shown: { results: [] }, steps: [],
  you: null, placed: {}, lastBets: {}, previous: null, opening: null, cardsDealt: 0, reservedPlace: '', closed: null,
  mine: {}, awaits: null, deciders: {}, streaks: {}, pool: 0, jackpotChips: {}, cutAt: 0, lastCoup: false, without: 0,
  bettorNames: {}, answered: {}, decisionsBegan: false, over: false, keptPlace: '',
  menus: {}, fell: {}, lastFell: {}, throws: 0, covered: false, spinDirection: '', ballRunning: false, point: null,
});

/**
 * The parts of a bet's name: "3.1+2/pair" is place 3, its hand 3.1, bettor +2 there, the spot "pair".
 * @param {string} name @returns {{place: string, hand: string, tag: string, spot: string}}
 */
export function parseBetName(name) {
  const [base, ...spot] = name.split('/'), [hand, tag] = base.split('+');
  return { place: hand.split('.')[0], hand, tag: tag === undefined ? '' : `+${tag}`, spot: spot.join('/') };
}

/** The place of a hand or bet: "3" of "3.2", of "3+1" and of "3/insurance". @param {string} name */
export const placeOf = name => name.split(/[.+/]/)[0];

/** Where a bet lies on the cloth, whoever made it: "3/pair" of "3+1/pair". @param {string} name */
export const spotOf = name => { const n = parseBetName(name); return n.hand + (n.spot ? `/${n.spot}` : ''); };

/** The main bets that lie on a hand, the holder's first. @param {State} s @param {string} hand */
export const mainBetsOn = (s, hand) => Object.keys(s.bets).filter(b => { const n = parseBetName(b); return n.hand === hand && !n.spot; })
  .sort((a, b) => Number(parseBetName(a).tag || 0) - Number(parseBetName(b).tag || 0));

/** The additional bets on a spot: "3/pair". @param {State} s @param {string} spot */
export const betsOnSpot = (s, spot) => Object.keys(s.bets).filter(b => b.includes('/') && spotOf(b) === spot);

/** Whether a bet is mine. @param {State} s @param {string} bet */
export const isMyBet = (s, bet) => bet in s.mine || Boolean(s.settlements[bet]?.yours);

const spotsByFelt = new WeakMap();
/** The names of all spots of a cloth. @param {any} felt @returns {Set<string>} */
export function spotsOf(felt) {
  if (!spotsByFelt.has(felt)) spotsByFelt.set(felt, new Set([...felt.zones, ...(felt.points ?? [])].flatMap(x => [x.spot, ...Object.values(x.spots ?? {})])));
  return spotsByFelt.get(felt);
}

/** The place and the spot of a bet on a layout: "3/series/grande/split/4-7" lies on "series/grande". @param {State} s @param {string} bet */
export function locateBet(s, bet) {
  const cut = bet.indexOf('/');
  return { place: bet.slice(0, cut), spot: splitSpot(s.table, bet.slice(cut + 1)).whole };
}

/** The spot on which a bet was laid, and which part of that bet this is. @param {any} table @param {string} spot */
export function splitSpot(table, spot) {
  const known = spotsOf(table.felt);
  let whole = spot;
  while (!known.has(whole) && whole.includes('/')) whole = whole.slice(0, whole.lastIndexOf('/'));
  return { whole, part: spot.slice(whole.length + 1) };
}

/** The net result of my bets of a coup by spot, losses first. @param {any} table @param {Object<string, Settlement>} settlements */
export function netBySpot(table, settlements) {
  const out = new Map();
  for (const [bet, f] of Object.entries(settlements)) {
    if (!f.yours || !(f.pay || f.collect)) continue;
    const spot = splitSpot(table, bet.slice(bet.indexOf('/') + 1)).whole, old = out.get(spot) ?? { spot, net: 0, law: '' };
    out.set(spot, { spot, net: old.net + f.pay - f.collect, law: f.pay ? f.law : old.law || f.law });
  }
  return [...out.values()].sort((a, b) => Number(a.net > 0) - Number(b.net > 0));
}

const mySumsByState = new WeakMap();
/** My cents on each spot of a layout, according to the record; computed once for each state. @param {State} s @returns {Map<string, number>} */
export function mySums(s) {
  if (!mySumsByState.has(s)) {
    const all = new Map();
    for (const [bet, v] of Object.entries(s.bets)) if (isMyBet(s, bet)) { const { spot } = locateBet(s, bet); all.set(spot, (all.get(spot) ?? 0) + v); }
    mySumsByState.set(s, all);
  }
  return mySumsByState.get(s);
}

/** My cents on a spot, according to the record. @param {State} s @param {string} spot */
export const mySumOn = (s, spot) => s.table?.felt.shape === 'layout' ? mySums(s).get(spot) ?? 0 : Object.entries(s.bets).reduce((n, [bet, v]) => n + (isMyBet(s, bet) && spotOf(bet) === spot ? v : 0), 0);

/** The bet whose owner decides for a hand: the announced one, else the first one there. @param {State} s @param {string} hand */
export function decidingBet(s, hand) {
  const tag = s.deciders[placeOf(hand)], all = mainBetsOn(s, hand);
  return tag !== undefined && all.includes(hand + tag) ? hand + tag : all[0] ?? hand;
}

/** The last decision for a hand that other bettors may follow: "split", "double" or "". @param {State} s @param {string} hand */
export const lastActToFollow = (s, hand) => s.steps.findLast(e => ['split', 'double'].includes(e.answer) && placeOf(e.seat) === placeOf(hand))?.answer ?? '';

/** The hands of a place in their order. @param {State} s @param {string} place */
export const handsOf = (s, place) => Object.keys(s.hands).filter(h => placeOf(h) === place)
  .sort((a, b) => Number(a.split('.')[1] ?? 0) - Number(b.split('.')[1] ?? 0));

/** Whether a place is mine. @param {State} s @param {string} place */
export const isMyPlace = (s, place) => s.seats.some(seat => seat.place === place && seat.yours);

const settlementOf = (s, bet) => ({ stake: 0, pay: 0, collect: 0, back: 0, held: 0, yours: false, ...s.settlements[bet] });

/** The name under which I keep what I won from other players' stakes. */
export const AWARD = 'award';

/** For each kind of movement: its sign for the stake on the table, the part of the settlement, its sign for the pool. */
const MOVE_EFFECTS = {
  stake: [1, 'stake'], resume: [1, 'stake'], pay: [0, 'pay'], jackpot: [0, 'pay', -1], collect: [-1, 'collect'], contribute: [-1, 'collect', 1],
  commission: [-1, 'collect'], gratuity: [-1, 'collect'], award: [-1, 'collect'], take: [-1, 'collect'], travel: [-1, ''], return: [-1, 'back'], refund: [-1, 'back'], hold: [-1, 'held'], seed: [0, '', 1], restore: [0, 'restore'],
  prize: [1, 'pay'], 'hand-pay': [0, 'pay'], ticket: [-1, 'back'], redeem: [1, 'stake'],
};

/** The name of a bet after a split: all bets of the hand go to the first of the new hands. */
const renameBet = (bet, hand, first) => bet === hand || (bet.startsWith(`${hand}+`) && !bet.includes('/')) ? first + bet.slice(hand.length) : bet;
const renameBets = (all, hand, first) => Object.fromEntries(Object.entries(all).map(([bet, v]) => [renameBet(bet, hand, first), v]));

const FOLD = {
  begin: (s, e) => ({
    ...s, coup: { id: e.coup, no: e.no }, hands: {}, bets: {}, results: {}, settlements: {}, call: null, void: '', announcement: null,
    steps: [], placed: {}, lastBets: Object.keys(s.placed).length ? s.placed : s.lastBets, opening: null, mine: {}, deciders: {}, jackpotChips: {}, lastCoup: false,
    bettorNames: {}, answered: {}, decisionsBegan: false, over: false, keptPlace: '',
    menus: {}, lastFell: Object.keys(s.fell).length ? s.fell : s.lastFell, fell: {}, throws: 0, covered: false, ballRunning: false,
    previous: Object.values(s.settlements).some(f => f.yours) ? { coup: s.coup, ...myOutcome(s), results: s.results, settlements: s.settlements, steps: s.steps, bank: s.results.bank, void: s.void } : s.previous,
  }),
  call: (s, e) => {
    const next = { ...s, call: e }, place = e.seat ? placeOf(e.seat) : '';
    if (e.call === 'decides') next.deciders = { ...s.deciders, [place]: parseBetName(e.facts?.bet ?? e.seat).tag };
    else if (e.call === 'button-moves') next.streaks = { ...s.streaks, [place]: (e.facts?.to ?? 1) - 1 };
    else if (e.call === 'last-coup') next.lastCoup = true;
    return next;
  },
  menu: (s, e) => ({ ...s, menus: { ...s.menus, [e.name]: e.offers } }),
  throw: (s, e) => e.incident ? { ...s, ballRunning: false } : { ...s, ballRunning: false, fell: { ...s.fell, [e.thing]: e.fell }, throws: s.throws + 1 },
  cover: (s, e) => ({ ...s, covered: true, seal: e.seal, fell: { ...s.fell, [e.thing]: null } }),
  uncover: (s, e) => ({ ...s, covered: false, fell: { ...s.fell, [e.thing]: e.fell }, throws: s.throws + 1 }),
  handle: (s, e) => e.what.startsWith('spin') ? { ...s, spinDirection: e.facts?.direction ?? 'right', ballRunning: true } : e.what.startsWith('marker-') ? { ...s, point: e.what === 'marker-on' ? e.facts.point : 0 } : s,
  shuffle: (s, e) => ({ ...s, seal: e.seal, cardsDealt: 0, cutAt: 0, without: e.without ?? 0 }),
  cut: (s, e) => ({ ...s, cutAt: e.at }),
  open: (s, e) => ({ ...s, opening: e.opening }),
  deal: (s, e) => {
    if (e.lies === false) return s;   // a fault in place of a card
    const hand = s.hands[e.to] ?? { cards: [], ids: [] };
    return { ...s, cardsDealt: s.cardsDealt + 1, hands: { ...s.hands, [e.to]: { ...hand, cards: [...hand.cards, e.card ?? null], ids: [...hand.ids, `${s.coup.no}.${s.steps.length}`], ...(e.only ? { only: [...(hand.only ?? []), hand.cards.length] } : {}) } } };
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
      bets: renameBets(s.bets, e.hand, first), settlements: renameBets(s.settlements, e.hand, first), mine: renameBets(s.mine, e.hand, first),
    };
  },
  discard: (s, e) => ({ ...s, hands: Object.fromEntries(Object.entries(s.hands).filter(([h]) => !e.hands.includes(h))) }),
  move: (s, e) => {
    const f = settlementOf(s, e.bet), left = s.bets[e.bet] ?? 0, [stakeSign, part, pool = 0] = MOVE_EFFECTS[e.kind] ?? [-1, 'back'];
    // What I win from somebody else's stake is not my bet; what is added to a bank that I hold is a gain.
    const prize = e.kind === 'award' && e.yours, gains = e.kind === 'take' && e.into && isMyBet(s, e.into);
    if (!prize) f.yours ||= e.yours;
    if (part === 'restore') f.collect -= e.amount; else if (part) f[part] += e.amount;
    if (part === 'pay' || part === 'collect') f.law = e.law;
    const stakeLeft = left + stakeSign * e.amount, { [e.bet]: _, ...rest } = s.bets, spot = parseBetName(e.bet).spot;
    const after = { ...s, pool: s.pool + (e.into ? 0 : pool * e.amount), bets: stakeLeft > 0 ? { ...s.bets, [e.bet]: stakeLeft } : rest, settlements: part ? { ...s.settlements, [e.bet]: f } : s.settlements };
    if (e.by && parseBetName(e.bet).tag) after.bettorNames = { ...s.bettorNames, [bettorOf(e.bet)]: e.by };
    if (e.kind === 'contribute') after.jackpotChips = { ...s.jackpotChips, [placeOf(e.bet)]: Boolean(e.yours) };
    if (prize) after.settlements = { ...after.settlements, [AWARD]: { ...settlementOf(after, AWARD), pay: settlementOf(after, AWARD).pay + e.amount, yours: true, law: e.law } };
    if (gains) after.settlements = { ...after.settlements, [e.into]: { ...settlementOf(after, e.into), pay: settlementOf(after, e.into).pay + e.amount, yours: true, law: e.law } };
    // When seats are drawn or changed, a stake moves with its player and the old place is nobody's.
    if (e.kind === 'travel' && e.into) after.settlements = { ...after.settlements, [e.bet]: { ...f, yours: f.yours && (stakeLeft > 0 || f.pay > 0 || f.collect > 0) }, [e.into]: { ...settlementOf(after, e.into), yours: Boolean(e.yours) } };
    if ((e.kind === 'take' || e.kind === 'travel') && e.into) after.bets = { ...after.bets, [e.into]: (after.bets[e.into] ?? 0) + e.amount };
    // The streak button goes when the last streak bet of the place is lost.
    if (e.kind === 'collect' && spot && s.streaks[placeOf(e.bet)] !== undefined && e.held === undefined) {
      const place = placeOf(e.bet), { [place]: __, ...others } = s.streaks;
      if (!Object.keys(after.bets).some(b => placeOf(b) === place && parseBetName(b).spot)) after.streaks = others;
    }
    return after;
  },
  result: (s, e) => {
    const hand = s.hands[e.hand], counted = hand && e.facts?.total !== undefined;
    return {
      ...s, results: { ...s.results, [e.hand]: e },
      hands: counted ? { ...s.hands, [e.hand]: { ...hand, total: e.facts.total, soft: e.facts.soft ?? false } } : s.hands,
    };
  },
};

/** The bettor of a bet, without hand and spot: "3+1" of "3.2+1/pair". @param {string} bet */
export const bettorOf = bet => { const { place, tag } = parseBetName(bet); return place + tag; };

const SILENT_MOVES = new Set(['stake', 'return', 'hold', 'resume']);

/** Whether the caption announces an event; chips that move along with another event are not announced. */
const isAnnounced = e => e.step ? !['listen', 'begin', 'discard', 'open'].includes(e.step) && !(e.step === 'move' && SILENT_MOVES.has(e.kind)) : Boolean(e.fault || e.answer);

/** Record the answer to a question that is asked once a coup: by a player, or by the clock for all who have not answered. */
function recordAnswer(s, e) {
  const kind = (s.lastListen?.window ?? '').split(':')[0], hands = e.answer === 'timeout' ? s.lastListen?.awaiting ?? [] : [e.seat];
  const timedOut = e.answer === 'timeout', act = timedOut ? s.lastListen?.default ?? '' : e.answer, answer = { does: act, law: (timedOut && s.lastListen?.offers?.find(o => o.act === act)?.law) || e.law || '', late: timedOut };
  return !kind || takesBets(s.lastListen) || /^\d/.test(kind) ? s.answered : { ...s.answered, [kind]: { ...s.answered[kind], ...Object.fromEntries(hands.map(h => [h, answer])) } };
}

/** Apply one event. An empty event ({}) only counts. @param {State} s @param {any} event @returns {State} */
export function fold(s, event) {
  let next = s;
  const bet = event.bet ?? event.facts?.bet ?? event.seat ?? event.hand ?? '', bettorName = !event.by && /[+]/.test(bet) && s.bettorNames[bettorOf(bet)];
  const holder = event.call === 'decides' && !parseBetName(bet).tag && s.seats.find(x => x.place === placeOf(bet))?.name;
  const e = bettorName || holder ? { ...event, by: bettorName || holder, ...(bettorName && isMyBet(s, bet) ? { yours: true } : {}) } : event;   // with the name, because the number can belong to somebody else later
  if (e.void !== undefined && !e.step) next = { ...next, void: e.void };
  if (e.step && FOLD[e.step]) next = FOLD[e.step](next, e);
  if (isAnnounced(e)) next = { ...next, announcement: e };
  if (e.step || e.answer || e.fault) next = { ...next, listen: null, awaits: null };   // the open question is answered; the tail of the message has the next one
  if (e.answer) {
    next = { ...next, answered: recordAnswer(s, e) };
    if (e.yours && e.answer === 'bet') next = { ...next, placed: { ...next.placed, [e.seat]: e.amount } };
    if (e.yours && (e.answer === 'clear' || e.answer === 'leave')) {
      const { [e.seat]: _, ...placed } = next.placed;
      next = { ...next, placed };
    }
    return { ...next, steps: [...next.steps, e] };
  }
  if (e.step === 'listen') return { ...next, lastListen: e, decisionsBegan: s.decisionsBegan || ['decision', 'insurance'].includes(e.clock) };
  return e.step || e.void !== undefined || e.line || e.fault || e.shoe ? { ...next, steps: [...next.steps, e] } : next;
}

/** A snapshot replaces everything except my last bets. @param {State} old @param {any} m @returns {State} */
export function applySnapshot(old, m) {
  let s = { ...empty(), table: m.table, lastBets: old.lastBets, previous: old.previous, seats: m.seats ?? [], stands: m.stands ?? [], ...carriedOver(m.shown) };
  const shuffled = (m.steps ?? []).some(e => e.step === 'shuffle');
  for (const event of m.steps ?? []) s = fold(s, event);
  // `shown` counts the cards of earlier coups; after the end of the coup it counts all.
  const cardsDealt = m.listen ? s.cardsDealt + (shuffled ? 0 : m.shown?.drawn ?? 0) : m.shown?.drawn ?? s.cardsDealt;
  const hands = Object.fromEntries(Object.entries(m.state.hands).map(([name, hand]) =>
    [name, { ...hand, ids: s.hands[name]?.ids ?? hand.cards.map((_, i) => `${m.coup?.no}.${name}.${i}`), ...(s.hands[name]?.only?.length ? { only: s.hands[name].only } : {}) }]));
  return {
    ...s, ...(m.listen || m.awaits ? {} : carriedOver(m.shown)), v: m.v, coup: m.coup ?? s.coup, hands, bets: m.state.bets, mine: m.mine ?? {}, awaits: m.awaits ?? null, results: m.state.results, call: m.state.call,
    seal: m.state.seal || m.shown?.seal || '', cardsDealt, void: m.state.void, listen: m.listen ?? null, clock: m.clock ?? null, seats: m.seats ?? [], stands: m.stands ?? [],
    shown: m.shown ?? s.shown, you: m.you, closed: m.closed ?? null, over: !m.listen && !m.awaits,
  };
}

/** The pool and the streaks that are carried over from earlier coups. */
const carriedOver = shown => ({ pool: shown?.pool ?? 0, streaks: shown?.streaks ?? {} });

/** Whether the events of this coup have changed the pool or the streaks. */
const movedPool = s => s.steps.some(e => ['seed', 'contribute', 'jackpot'].includes(e.kind) || e.call === 'button-moves');

/**
 * Split an `events` message into parts in the order in which a table shows them: each event with its version, the label of
 * each hand after the last event that touches it, and the tail (listen, clock, seats, balance). At the end of a coup the tail
 * comes before the cards are put away.
 * @param {any} m @returns {({kind: 'event', v: number, event: any} | {kind: 'label', hand: string, label: any} | {kind: 'tail', v: number, tail: any})[]}
 */
const POT_TABLE_HAND = /^(\d+|board|burn)$/;   // hands of a table with pots
const touchedHands = e => ({ deal: [e.to], reveal: [e.hand], turn: [e.hand], part: e.into, shift: [e.frm, e.to] })[e.step] ?? [];
export function splitMessage(m) {
  const lastTouch = {};
  m.events.forEach((e, i) => { if (e.step === 'call' && e.seat) lastTouch[e.seat] = i; });   // a call can fix the value of an ace
  for (const [i, e] of m.events.entries()) for (const hand of touchedHands(e)) lastTouch[hand] = i;
  const out = [];
  if (m.coup && !m.events.some(e => e.step === 'begin')) out.push({ kind: 'event', v: m.v - 1, event: { step: 'begin', coup: m.coup.id, no: m.coup.no } });
  m.events.forEach((event, i) => {
    out.push({ kind: 'event', v: m.v + i, event });
    for (const hand in lastTouch) if (lastTouch[hand] === i && m.labels?.[hand]) out.push({ kind: 'label', hand, label: m.labels[hand] });
  });
  const { t, v, events, labels, ...tail } = m;
  const tailPart = { kind: 'tail', v: v + events.length - 1, tail };
  let position = out.length;   // before the cards, and the stakes that stay on the table, are put away
  while (position && out[position - 1].event?.step === 'move' && out[position - 1].event.kind === 'hold') position -= 1;
  const lastPart = out[position - 1];
  const endsCoup = lastPart?.event?.step === 'discard' && (lastPart.event.hands.includes('bank') || (!tail.listen && !tail.awaits && lastPart.event.hands.every(h => POT_TABLE_HAND.test(h))));
  if (endsCoup) { lastPart.event = { ...lastPart.event, ends: true }; out.splice(position - 1, 0, tailPart); } else out.push(tailPart);
  return out;
}

/** Apply one part of a message. @param {State} s @param {ReturnType<typeof splitMessage>[number]} part @returns {State} */
export function applyPart(s, part) {
  if (part.kind === 'event') return { ...fold(s, part.event), v: Math.max(s.v, part.v) };
  if (part.kind === 'label') return s.hands[part.hand] ? { ...s, hands: { ...s.hands, [part.hand]: { ...s.hands[part.hand], ...part.label } } } : s;
  const { tail } = part;
  return {
    ...s, v: Math.max(s.v, part.v), listen: tail.listen ?? null, over: !tail.listen && !tail.awaits, clock: tail.clock ?? null, reservedPlace: (tail.you ?? s.you)?.places?.includes(s.reservedPlace) ? '' : s.reservedPlace,
    keptPlace: takesBets(tail.listen) ? '' : s.keptPlace, mine: tail.mine ?? s.mine, awaits: tail.awaits ?? null, ...(tail.shown && ((!tail.listen && !tail.awaits) || (tail.coup && !movedPool(s))) ? carriedOver(tail.shown) : {}),
    seats: tail.seats ?? s.seats, stands: tail.stands ?? s.stands, shown: tail.shown ?? s.shown, point: tail.shown ? null : s.point, coup: tail.coup ?? s.coup, you: tail.you ?? s.you,
    seal: s.seal || tail.shown?.seal || '',
  };
}

/** New sums of the pools that this table shares with others. @param {State} s @param {Record<string, number>} values @returns {State} */
export const withPools = (s, values) => ({ ...s, shown: { ...s.shown, pools: values }, pool: values[s.table?.felt.jackpot?.pool] ?? s.pool });

/** My result of the coup so far: staked, won, lost, net. @param {State} s */
export function myOutcome(s) {
  const mySettlements = Object.values(s.settlements).filter(f => f.yours);
  const sum = key => mySettlements.reduce((n, f) => n + f[key], 0);
  return { staked: sum('stake'), won: sum('pay'), lost: sum('collect'), net: sum('pay') - sum('collect') };
}

/** My net result at one place; where I did not bet, that of its only bettor. null while nothing is decided. @param {State} s @param {string} place */
export function placeNet(s, place) {
  const names = Object.keys(s.results).filter(h => placeOf(h) === place);
  if (!names.length) return null;
  const all = Object.entries(s.settlements).filter(([bet]) => placeOf(bet) === place), myBets = all.filter(([, f]) => f.yours);
  if (!myBets.length && new Set(all.map(([bet]) => parseBetName(bet).tag)).size > 1) return null;
  return (myBets.length ? myBets : all).reduce((n, [, f]) => n + f.pay - f.collect, 0);
}

const openActsByListen = new WeakMap();

/** What I may do and what a clause forbids me, by seat. A menu is sent once a coup; what the question itself says of an act comes first. @param {State} s */
function openActs(s) {
  const { listen } = s;
  if (!listen?.offers) return NO_ACTS;
  const menus = (listen.menus ?? []).map(name => s.menus[name]), old = openActsByListen.get(listen);
  if (old && menus.every((menu, i) => menu === old.menus[i])) return old;
  const perSeat = list => list.flatMap(o => o.seats?.length ? o.seats.map(seat => ({ ...o, seat })) : [o]), key = o => `${o.act} ${o.seat}`;
  const offersToMe = perSeat(listen.offers).filter(o => !o.disabled?.list), first = new Map();
  for (const o of offersToMe) if (!first.has(key(o))) first.set(key(o), o);
  // An offer with the note "full" is only there to be refused: it counts as closed, whatever a menu says.
  const full = [...first.values()].filter(o => o.note === 'full').map(o => ({ act: o.act, seat: o.seat, law: o.barred, note: o.note })), available = offersToMe.filter(o => first.get(key(o)).note !== 'full'), allowed = new Set(available.map(key));
  const closed = [...perSeat(listen.barred ?? []), ...full].filter(o => !allowed.has(key(o))), known = new Set([...allowed, ...closed.map(key)]);
  const menu = menus.flatMap(list => perSeat(list ?? [])).filter(o => !known.has(key(o)));
  const acts = { menus, open: [...available, ...menu.filter(o => !o.barred)], barred: [...closed, ...menu.filter(o => o.barred).map(o => ({ act: o.act, seat: o.seat, law: o.barred }))] };
  openActsByListen.set(listen, acts);
  return acts;
}
const NO_ACTS = { menus: [], open: [], barred: [] };

/** The offers to me, one for each seat. @param {State} s @returns {Offer[]} */
export const myOffers = s => openActs(s).open;

/** The acts that a clause forbids me, one for each seat. @param {State} s @returns {{act: string, seat: string, law: string}[]} */
export const barredActs = s => openActs(s).barred;

/** For a table with a waiting list: why I may not sit here, and where I may; undefined if I may. @param {State} s */
export const otherTable = s => s.listen?.offers?.find(o => o.disabled?.list)?.disabled;

/** The offers that answer a question to me, without those that are always open. @param {State} s */
export const questionsToMe = s => myOffers(s).filter(o => !['sit', 'leave', ...s.table.felt.aside ?? []].includes(o.act));

/** My offers of one act. @param {State} s @param {string} act */
export const offersOf = (s, act) => myOffers(s).filter(o => o.act === act);

/** Whether bets are accepted: in the betting period, or late bets of one place until its first card. */
const takesBets = listen => ['bets', 'complete'].includes(listen?.window) || Boolean(listen?.window?.startsWith('late:'));

/** Whether bets are accepted now. @param {State} s */
export const isBetting = s => takesBets(s.listen);

/** The kind of period that is open: "bets", "late", "shuffle" (waiting for players), "cut", "follow", "insurance", ... or "decision". @param {State} s */
export const openPeriod = s => { if (s.listen?.clock === 'shuffle') return 'shuffle'; const kind = (s.listen?.window ?? '').split(':')[0]; return /^\d/.test(kind) ? 'decision' : kind; };

/** Whether new bets are refused now: the table is closed and no coup is being played. @param {State} s */
export const isClosed = s => Boolean(s.closed) && (!s.listen || isBetting(s));

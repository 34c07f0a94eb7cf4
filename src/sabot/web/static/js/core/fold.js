// Folds the events of one table into its state. Pure functions: no DOM, no clock.

import { bettorOf, parseBetName, placeOf } from './bet_names.js';
import { roundLeft } from './last_round.js';
import { takesBets } from './offers.js';
import { AWARD, isMyBet, myOutcome, settlementOf } from './state.js';

/**
 * For each kind of movement: its sign for the stake on the table, the part of the settlement, its sign for the pool.
 */
/**
 * @type {Record<string, [sign: number, part: '' | 'restore' | 'stake' | 'pay' | 'collect' | 'back' | 'held', pool?:
 *   number]>}
 */
const MOVE_EFFECTS = {
  stake: [1, 'stake'],
  resume: [1, 'stake'],
  pay: [0, 'pay'],
  jackpot: [0, 'pay', -1],
  collect: [-1, 'collect'],
  contribute: [-1, 'collect', 1],
  commission: [-1, 'collect'],
  gratuity: [-1, 'collect'],
  award: [-1, 'collect'],
  take: [-1, 'collect'],
  travel: [-1, ''],
  return: [-1, 'back'],
  refund: [-1, 'back'],
  hold: [-1, 'held'],
  seed: [0, '', 1],
  restore: [0, 'restore'],
  prize: [1, 'pay'],
  'hand-pay': [0, 'pay'],
  ticket: [-1, 'back'],
  redeem: [1, 'stake'],
};

/**
 * The name of a bet after a split: all bets of the hand go to the first of the new hands.
 * @param {string} bet
 * @param {string} hand
 * @param {string} first
 */
const renameBet = (bet, hand, first) =>
  bet === hand || (bet.startsWith(`${hand}+`) && !bet.includes('/')) ? first + bet.slice(hand.length) : bet;
/**
 * @template T
 * @param {Record<string, T>} all
 * @param {string} hand
 * @param {string} first
 * @returns {Record<string, T>}
 */
const renameBets = (all, hand, first) =>
  Object.fromEntries(Object.entries(all).map(([bet, v]) => [renameBet(bet, hand, first), v]));

/**
 * A hand without its value, which comes anew with the message in which its cards changed: until then none is shown,
 * not that of the cards before.
 * @param {Client.Hand} hand
 * @returns {Client.Hand}
 */
const withoutValue = ({ cards, ids, only }) => ({ cards, ids, ...(only ? { only } : {}) });

/**
 * A card of a hand is turned up.
 * @param {Client.State} s
 * @param {Client.EventOf<'reveal' | 'turn'>} e
 * @returns {Client.State}
 */
function showCard(s, e) {
  const hand = s.hands[e.hand];
  return hand
    ? {
        ...s,
        hands: {
          ...s.hands,
          [e.hand]: {
            ...withoutValue(hand),
            cards: hand.cards.map((c, i) => (i === e.index ? e.card : c)),
            ...(e.only || hand.only
              ? { only: [...(hand.only ?? []).filter(i => i !== e.index), ...(e.only ? [e.index] : [])] }
              : {}),
          },
        },
      }
    : s;
}

/**
 * @type {{[Step in NonNullable<Client.Event['step']>]?: (s: Client.State, e: Client.EventOf<Step>) => Client.State}}
 */
const FOLD = {
  begin: (s, e) => ({
    ...s,
    coup: { id: e.coup, no: e.no },
    last: roundLeft(s) ?? s.last,
    hands: {},
    collected: {},
    bets: {},
    results: {},
    settlements: {},
    call: null,
    void: '',
    announcement: null,
    steps: [],
    placed: {},
    lastBets: Object.keys(s.placed).length ? s.placed : s.lastBets,
    opening: null,
    mine: {},
    deciders: {},
    jackpotChips: {},
    lastCoup: false,
    bettorNames: {},
    answered: {},
    decisionsBegan: false,
    over: false,
    keptPlace: '',
    menus: {},
    lastFell: Object.keys(s.fell).length ? s.fell : s.lastFell,
    fell: {},
    throws: 0,
    covered: false,
    ballRunning: false,
    previous: Object.values(s.settlements).some(f => f.yours)
      ? {
          coup: s.coup,
          ...myOutcome(s),
          results: s.results,
          settlements: s.settlements,
          steps: s.steps,
          bank: s.results.bank,
          void: s.void,
        }
      : s.previous,
  }),
  call: (s, e) => {
    const next = { ...s, call: e };
    const place = e.seat ? placeOf(e.seat) : '';
    if (e.call === 'decides')
      next.deciders = { ...s.deciders, [place]: parseBetName(e.facts?.bet ?? e.seat ?? '').tag };
    else if (e.call === 'button-moves') next.streaks = { ...s.streaks, [place]: (e.facts?.to ?? 1) - 1 };
    else if (e.call === 'last-coup') next.lastCoup = true;
    return next;
  },
  menu: (s, e) => ({ ...s, menus: { ...s.menus, [e.name]: e.offers } }),
  throw: (s, e) =>
    e.incident
      ? { ...s, ballRunning: false }
      : { ...s, ballRunning: false, fell: { ...s.fell, [e.thing]: e.fell }, throws: s.throws + 1 },
  cover: (s, e) => ({ ...s, covered: true, seal: e.seal, fell: { ...s.fell, [e.thing]: null } }),
  uncover: (s, e) => ({ ...s, covered: false, fell: { ...s.fell, [e.thing]: e.fell }, throws: s.throws + 1 }),
  handle: (s, e) =>
    e.what.startsWith('spin')
      ? { ...s, spinDirection: e.facts?.direction ?? 'right', ballRunning: true }
      : e.what.startsWith('marker-')
        ? { ...s, point: e.what === 'marker-on' ? e.facts.point : 0 }
        : s,
  shuffle: (s, e) => ({ ...s, seal: e.seal, cardsDealt: 0, cutAt: 0, without: e.without ?? 0 }),
  cut: (s, e) => ({ ...s, cutAt: e.at }),
  open: (s, e) => ({ ...s, opening: e.opening }),
  deal: (s, e) => {
    if (e.lies === false) return s; // a fault in place of a card
    const hand = s.hands[e.to] ?? { cards: [], ids: [] };
    return {
      ...s,
      cardsDealt: s.cardsDealt + 1,
      hands: {
        ...s.hands,
        [e.to]: {
          ...withoutValue(hand),
          cards: [...hand.cards, e.card ?? null],
          ids: [...hand.ids, `${s.coup.no}.${s.steps.length}`],
          ...(e.only ? { only: [...(hand.only ?? []), hand.cards.length] } : {}),
        },
      },
    };
  },
  reveal: showCard,
  turn: showCard,
  shift: (s, e) => {
    const { [e.frm]: from, ...rest } = s.hands;
    if (!from) return s;
    const left = { cards: from.cards.filter((_, i) => i !== e.index), ids: from.ids.filter((_, i) => i !== e.index) };
    const hands = left.cards.length ? { ...rest, [e.frm]: left } : rest;
    const to = hands[e.to] ?? { cards: [], ids: [] };
    return {
      ...s,
      hands: { ...hands, [e.to]: { ...to, cards: [...to.cards, e.card], ids: [...to.ids, from.ids[e.index]] } },
    };
  },
  part: (s, e) => {
    const { [e.hand]: hand, ...hands } = s.hands;
    const [first, second] = e.into;
    /** @param {number} i */
    const one = i => ({ cards: [hand.cards[i]], ids: [hand.ids[i]] });
    return {
      ...s,
      hands: { ...hands, [first]: one(0), [second]: one(1) },
      bets: renameBets(s.bets, e.hand, first),
      settlements: renameBets(s.settlements, e.hand, first),
      mine: renameBets(s.mine, e.hand, first),
    };
  },
  discard: (s, e) => ({
    ...s,
    hands: Object.fromEntries(Object.entries(s.hands).filter(([h]) => !e.hands.includes(h))),
    collected: { ...s.collected, ...Object.fromEntries(Object.entries(s.hands).filter(([h]) => e.hands.includes(h))) },
  }),
  move: (s, e) => {
    const f = settlementOf(s, e.bet);
    const left = s.bets[e.bet] ?? 0;
    const [stakeSign, part, pool = 0] = MOVE_EFFECTS[e.kind] ?? [-1, 'back'];
    // What I win from somebody else's stake is not my bet; what is added to a bank that I hold is a gain.
    const prize = e.kind === 'award' && e.yours;
    const gains = e.kind === 'take' && e.into && isMyBet(s, e.into) ? e.into : '';
    if (!prize) f.yours ||= e.yours;
    if (part === 'restore') f.collect -= e.amount;
    else if (part) f[part] += e.amount;
    // A commission is charged on what was won: the clause stays that of the prize.
    if (part === 'pay' || (part === 'collect' && !(e.kind === 'commission' && f.law))) f.law = e.law;
    const stakeLeft = left + stakeSign * e.amount;
    const { [e.bet]: _, ...rest } = s.bets;
    const spot = parseBetName(e.bet).spot;
    const after = {
      ...s,
      pool: s.pool + (e.into ? 0 : pool * e.amount),
      bets: stakeLeft > 0 ? { ...s.bets, [e.bet]: stakeLeft } : rest,
      settlements: part ? { ...s.settlements, [e.bet]: f } : s.settlements,
    };
    if (e.by && parseBetName(e.bet).tag) after.bettorNames = { ...s.bettorNames, [bettorOf(e.bet)]: e.by };
    if (e.kind === 'contribute') after.jackpotChips = { ...s.jackpotChips, [placeOf(e.bet)]: Boolean(e.yours) };
    if (prize)
      after.settlements = {
        ...after.settlements,
        [AWARD]: {
          ...settlementOf(after, AWARD),
          pay: settlementOf(after, AWARD).pay + e.amount,
          yours: true,
          law: e.law,
        },
      };
    if (gains)
      after.settlements = {
        ...after.settlements,
        [gains]: {
          ...settlementOf(after, gains),
          pay: settlementOf(after, gains).pay + e.amount,
          yours: true,
          law: e.law,
        },
      };
    // When seats are drawn or changed, a stake moves with its player and the old place is nobody's.
    if (e.kind === 'travel' && e.into)
      after.settlements = {
        ...after.settlements,
        [e.bet]: { ...f, yours: f.yours && (stakeLeft > 0 || f.pay > 0 || f.collect > 0) },
        [e.into]: { ...settlementOf(after, e.into), yours: Boolean(e.yours) },
      };
    if ((e.kind === 'take' || e.kind === 'travel') && e.into)
      after.bets = { ...after.bets, [e.into]: (after.bets[e.into] ?? 0) + e.amount };
    // The streak button goes when the last streak bet of the place is lost.
    if (e.kind === 'collect' && spot && s.streaks[placeOf(e.bet)] !== undefined) {
      const place = placeOf(e.bet);
      const { [place]: __, ...others } = s.streaks;
      if (!Object.keys(after.bets).some(b => placeOf(b) === place && parseBetName(b).spot)) after.streaks = others;
    }
    return after;
  },
  result: (s, e) => {
    const hand = s.hands[e.hand];
    const facts = e.facts?.total === undefined ? null : e.facts;
    return {
      ...s,
      results: { ...s.results, [e.hand]: e },
      hands:
        hand && facts ? { ...s.hands, [e.hand]: { ...hand, total: facts.total, soft: facts.soft ?? false } } : s.hands,
    };
  },
};

const SILENT_MOVES = new Set(['stake', 'return', 'hold', 'resume']);

/** Whether the caption announces an event; chips that move along with another event are not announced. */
/** @param {Client.Event} e */
const isAnnounced = e =>
  e.step
    ? !['listen', 'begin', 'discard', 'open'].includes(e.step) && !(e.step === 'move' && SILENT_MOVES.has(e.kind))
    : Boolean(e.fault || e.answer);

/**
 * Record the answer to a question that is asked once a coup: by a player, or by the clock for all who have not
 * answered.
 * @param {Client.State} s
 * @param {Client.Event} e
 */
function recordAnswer(s, e) {
  const kind = (s.lastListen?.window ?? '').split(':')[0];
  const hands = e.answer === 'timeout' ? (s.lastListen?.awaiting ?? []) : [e.seat];
  const timedOut = e.answer === 'timeout';
  const act = timedOut ? (s.lastListen?.default ?? '') : e.answer;
  const answer = {
    does: act,
    law: (timedOut && s.lastListen?.offers?.find(o => o.act === act)?.law) || e.law || '',
    late: timedOut,
  };
  return !kind || takesBets(s.lastListen) || /^\d/.test(kind)
    ? s.answered
    : { ...s.answered, [kind]: { ...s.answered[kind], ...Object.fromEntries(hands.map(h => [h, answer])) } };
}

/**
 * Apply the step of an event, if it has one.
 * @param {Client.State} s
 * @param {Client.Event} e
 * @returns {Client.State}
 */
function foldStep(s, e) {
  // The table has for each step a function of its events; the compiler cannot pair them.
  const apply =
    e.step && /** @type {((s: Client.State, e: Client.Event) => Client.State) | undefined} */ (FOLD[e.step]);
  return apply ? apply(s, e) : s;
}

/**
 * Apply one event. An empty event ({}) only counts.
 * @param {Client.State} s
 * @param {Client.Event} event
 * @returns {Client.State}
 */
export function fold(s, event) {
  let next = s;
  const bet = event.bet ?? event.facts?.bet ?? event.seat ?? event.hand ?? '';
  const bettorName = !event.by && /[+]/.test(bet) && s.bettorNames[bettorOf(bet)];
  const holder =
    event.call === 'decides' && !parseBetName(bet).tag && s.seats.find(x => x.place === placeOf(bet))?.name;
  const by = bettorName || holder;
  /** @type {Client.Event} */
  // with the name, because the number can belong to somebody else later
  const e = by ? { ...event, by, ...(bettorName && isMyBet(s, bet) ? { yours: true } : {}) } : event;
  if (e.void !== undefined && !e.step) next = { ...next, void: e.void };
  next = foldStep(next, e);
  if (isAnnounced(e)) next = { ...next, announcement: e };
  // the open question is answered; the tail of the message has the next one
  if (e.step || e.answer || e.fault) next = { ...next, listen: null, awaits: null };
  if (e.answer) {
    next = { ...next, answered: recordAnswer(s, e) };
    if (e.yours && e.answer === 'bet') next = { ...next, placed: { ...next.placed, [e.seat]: e.amount ?? 0 } };
    if (e.yours && (e.answer === 'clear' || e.answer === 'leave')) {
      const { [e.seat]: _, ...placed } = next.placed;
      next = { ...next, placed };
    }
    return { ...next, steps: [...next.steps, e] };
  }
  if (e.step === 'listen')
    return { ...next, lastListen: e, decisionsBegan: s.decisionsBegan || ['decision', 'insurance'].includes(e.clock) };
  return e.step || e.void !== undefined || e.line || e.ready || e.fault || e.shoe
    ? { ...next, steps: [...next.steps, e] }
    : next;
}

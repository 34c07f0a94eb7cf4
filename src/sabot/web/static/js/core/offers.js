// What the table asks, and what it offers me or forbids me now.

/**
 * @typedef {{menus: (House.ShownOffer[]|undefined)[], open: Client.Offer[], barred: Client.Barred[], byAct: Map<string,
 *   Client.Offer[]>}} Acts
 */
/** @type {WeakMap<Client.Listen, Acts>} */
const openActsByListen = new WeakMap();

/**
 * What I may do and what a clause forbids me, by seat. A menu is sent once a coup; what the question itself says of an
 * act comes first.
 * @param {Client.State} s
 */
function openActs(s) {
  const { listen } = s;
  if (!listen?.offers) return NO_ACTS;
  const menus = (listen.menus ?? []).map(name => s.menus[name]);
  const old = openActsByListen.get(listen);
  if (old && menus.every((menu, i) => menu === old.menus[i])) return old;
  /** @template {{seat: string, seats?: string[]}} T @param {T[]} list @returns {T[]} */
  const perSeat = list => list.flatMap(o => (o.seats?.length ? o.seats.map(seat => ({ ...o, seat })) : [o]));
  /** @param {{act: string, seat: string}} o */
  const key = o => `${o.act} ${o.seat}`;
  const offersToMe = perSeat(listen.offers).filter(o => !o.disabled?.list);
  /** @type {Map<string, Client.Offer>} */
  const first = new Map();
  for (const o of offersToMe) if (!first.has(key(o))) first.set(key(o), o);
  // An offer with the note "full" is only there to be refused: it counts as closed, whatever a menu says.
  const full = [...first.values()]
    .filter(o => o.note === 'full')
    .map(o => ({ act: o.act, seat: o.seat, law: o.barred ?? '', note: o.note }));
  const available = offersToMe.filter(o => first.get(key(o))?.note !== 'full');
  const allowed = new Set(available.map(key));
  const closed = [...perSeat(listen.barred ?? []), ...full].filter(o => !allowed.has(key(o)));
  const known = new Set([...allowed, ...closed.map(key)]);
  const menu = menus.flatMap(list => perSeat(list ?? [])).filter(o => !known.has(key(o)));
  /** @type {Acts} */
  const acts = {
    menus,
    byAct: new Map(),
    open: [...available, ...menu.filter(o => !o.barred)],
    barred: [...closed, ...menu.filter(o => o.barred).map(o => ({ act: o.act, seat: o.seat, law: o.barred ?? '' }))],
  };
  openActsByListen.set(listen, acts);
  return acts;
}
/** @type {Acts} */
const NO_ACTS = { menus: [], open: [], barred: [], byAct: new Map() };

/** The offers to me, one for each seat. @param {Client.State} s @returns {Client.Offer[]} */
export const myOffers = s => openActs(s).open;

/**
 * The acts that a clause forbids me, one for each seat.
 * @param {Client.State} s
 * @returns {Client.Barred[]}
 */
export const barredActs = s => openActs(s).barred;

/**
 * For a table with a waiting list: why I may not sit here, and where I may; undefined if I may.
 * @param {Client.State} s
 */
export const otherTable = s => s.listen?.offers?.find(o => o.disabled?.list)?.disabled;

/** The offers that answer a question to me, without those that are always open. @param {Client.State} s */
export const questionsToMe = s =>
  myOffers(s).filter(o => !['sit', 'leave', ...(s.table.felt.aside ?? [])].includes(o.act));

/**
 * My offers of one act. A drawing asks for them hundreds of times.
 * @param {Client.State} s
 * @param {string} act
 */
export function offersOf(s, act) {
  const { open, byAct } = openActs(s);
  let offers = byAct.get(act);
  if (!offers) byAct.set(act, (offers = open.filter(o => o.act === act)));
  return offers;
}

/**
 * Whether bets are accepted: in the betting period, or late bets of one place until its first card.
 * @param {Client.Listen | null | undefined} listen
 */
export const takesBets = listen =>
  ['bets', 'complete'].includes(listen?.window ?? '') || Boolean(listen?.window?.startsWith('late:'));

/** Whether bets are accepted now. @param {Client.State} s */
export const isBetting = s => takesBets(s.listen);

/**
 * The kind of period that is open: "bets", "late", "shuffle" (waiting for players), "cut", "follow", "insurance", ...
 * or "decision".
 * @param {Client.State} s
 */
export const openPeriod = s => {
  if (s.listen?.clock === 'shuffle') return 'shuffle';
  const kind = (s.listen?.window ?? '').split(':')[0];
  return /^\d/.test(kind) ? 'decision' : kind;
};

/** Whether new bets are refused now: the table is closed and no coup is being played. @param {Client.State} s */
export const isClosed = s => Boolean(s.closed) && (!s.listen || isBetting(s));

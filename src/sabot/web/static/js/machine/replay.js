// One game of a machine, assembled from its record for the cabinet. Pure: no DOM, no clock.

/** @typedef {'lines' | 'stake' | 'coin'} Dial a part of a bet */
/**
 * @typedef {{kind: string, line: number, symbol: string, count: number, ways: number, coins: number, times: number,
 *   cents: number, law: string, cells: [number, number][], name: string}} Win
 * @typedef {object} Game
 * @property {string} bet the bet as an act names it, "" before one is made
 * @property {boolean} turning whether the reels turn
 * @property {string[][]} shown what each reel shows, from the top
 * @property {number[]} stops
 * @property {boolean} own whether they are the reels of free games
 * @property {Win[]} wins what is won in this window
 * @property {number} cents won so far
 * @property {null|{out: number[][], times: number, n: number}} fall
 * @property {null|{game: number, of: number, times: number, over: boolean, cents: number, more?: number}} free
 * @property {null|{held: [number, number][], fresh: Set<string>, turns: number, values: number[], full: number, cents:
 *   number, over: boolean}} hold
 * @property {null|{held: number[], turns: number}} respin the reels that stay while the others spin again
 * @property {number[]} covered the reels that a symbol has covered
 * @property {null|{rungs: number, steps: {rung: number, pays: number, ends: boolean, cents: number}[], over: boolean,
 *   cents: number}} ladder
 * @property {number} jackpot the part of a jackpot that it won
 * @property {null|{number: string, cents: number, law: string}} voucher
 * @property {string} stopped
 * @property {null|{number: string, cents: number, law: string}} ticket
 * @property {null|{bet: number, prize: number, law: string}} result
 * @property {string} law
 * @property {number} spins how often the reels have turned
 * @property {string|null} keeps the cards that are kept
 */

/** The felt of a machine. @param {{table: {felt?: object}}} s */
export const cabinetOf = s => /** @type {House.CabinetFelt} */ (s.table.felt);

/** @returns {Game} */
const emptyGame = () => ({
  bet: '',
  turning: false,
  shown: [],
  stops: [],
  own: false,
  wins: [],
  cents: 0,
  fall: null,
  free: null,
  hold: null,
  respin: null,
  covered: [],
  ladder: null,
  jackpot: 0,
  voucher: null,
  ticket: null,
  stopped: '',
  result: null,
  law: '',
  spins: 0,
  keeps: null,
});

/**
 * The cells of a window with a symbol, one of its group or a wild symbol.
 * @param {House.CabinetFelt} felt
 * @param {string[][]} shown
 * @param {string} symbol
 * @param {number} reels
 * @param {boolean} anywhere
 * @returns {[number, number][]}
 */
function symbolCells(felt, shown, symbol, reels, anywhere) {
  const names = new Set(anywhere ? [symbol] : [symbol, ...(felt.groups?.[symbol] ?? []), ...felt.wilds]);
  /** @type {[number, number][]} */
  const cells = [];
  for (const [reel, symbols] of shown.entries())
    if (reel < reels || anywhere)
      for (const [row, one] of symbols.entries()) if (names.has(one)) cells.push([reel, row]);
  return cells;
}

/**
 * What a result of the record won, and where.
 * @param {House.CabinetFelt} felt
 * @param {string[][]} shown
 * @param {Client.EventOf<'result'>} e
 * @returns {Win}
 */
export function winOf(felt, shown, e) {
  const f = e.facts ?? {};
  const kind = e.hand.split('/')[1] ?? '';
  /** @type {[number, number][]} */
  const where =
    kind === 'line'
      ? (felt.lines[f.line - 1] ?? [])
          .map((row, reel) => /** @type {[number, number]} */ ([reel, row - 1]))
          .filter(([reel]) => (f.reels ? f.reels.includes(reel) : reel < f.count))
      : kind === 'way'
        ? symbolCells(felt, shown, f.symbol, f.count, false)
        : kind === 'scatter'
          ? symbolCells(felt, shown, f.symbol, f.count, true)
          : [];
  return {
    kind,
    line: f.line ?? 0,
    symbol: f.symbol ?? '',
    count: f.count ?? 0,
    ways: f.ways ?? 0,
    coins: f.coins ?? 0,
    times: f.times ?? 1,
    cents: f.cents ?? 0,
    law: e.law ?? '',
    cells: where,
    name: f.name ?? '',
  };
}

/** @param {House.Open} f */
const rungOf = f => ({ rung: f.rung, pays: f.pays, ends: f.ends, cents: f.cents });

/** @type {Record<string, (x: Game, f: House.Open, e: Client.EventOf<'call'>) => Game>} */
const CALL_STEPS = {
  stopped: (x, f) => ({
    ...x,
    turning: false,
    shown: f.shown,
    stops: f.stops ?? [],
    own: f.game > 0,
    wins: [],
    fall: null,
    covered: [],
    respin: f.held ? { held: f.held, turns: f.turns } : null,
    spins: x.spins + 1,
    free: f.game > 0 ? { times: 1, over: false, cents: 0, ...x.free, game: f.game, of: f.of } : x.free,
  }),
  expanded: (x, f) => ({ ...x, shown: f.shown, covered: f.reels }),
  fall: (x, f) => ({ ...x, shown: f.shown, wins: [], fall: { out: f.out, times: f.times, n: (x.fall?.n ?? 0) + 1 } }),
  'free-games': (x, f) => ({
    ...x,
    free: {
      game: 0,
      over: false,
      cents: 0,
      ...x.free,
      times: f.times,
      of: (x.free?.game ?? 0) + f.left,
      more: x.free ? f.games : 0,
    },
  }),
  'free-over': (x, f) => ({ ...x, free: x.free && { ...x.free, over: true, cents: f.cents } }),
  'hold-begins': (x, f) => ({
    ...x,
    wins: [],
    hold: { held: f.held, fresh: new Set(), turns: f.turns, values: [], full: 0, cents: 0, over: false },
  }),
  held: (x, f) => ({
    ...x,
    hold: x.hold && { ...x.hold, held: [...x.hold.held, ...f.new], fresh: new Set(f.new.map(String)), turns: f.turns },
  }),
  'hold-over': (x, f) => ({
    ...x,
    cents: x.cents + f.cents,
    hold: x.hold && { ...x.hold, fresh: new Set(), values: f.values, full: f.full, cents: f.cents, over: true },
  }),
  'ladder-begins': (x, f) => ({ ...x, ladder: { rungs: f.rungs, steps: [], over: false, cents: 0 } }),
  rung: (x, f) => ({
    ...x,
    ladder: x.ladder && { ...x.ladder, steps: [...x.ladder.steps, rungOf(f)], cents: f.cents },
  }),
  'ladder-over': (x, f) => ({
    ...x,
    cents: x.cents + f.cents,
    ladder: x.ladder && { ...x.ladder, cents: f.cents, over: true },
  }),
  jackpot: (x, f) => ({ ...x, jackpot: f.cents }),
  voucher: (x, f, e) => ({ ...x, voucher: { number: f.number, cents: f.cents, law: e.law } }),
  ticket: (x, f, e) => ({ ...x, ticket: { number: f.number, cents: f.cents, law: e.law } }),
  'out-of-order': (x, f, e) => ({ ...x, stopped: f.cause || 'other', law: e.law }),
  'in-order': x => ({ ...x, stopped: '' }),
};

/** Apply one event. @param {House.CabinetFelt} felt @param {Game} x @param {Client.Event} e @returns {Game} */
function applyEvent(felt, x, e) {
  if (e.answer === 'spin') return { ...emptyGame(), shown: x.shown, stops: x.stops, bet: e.seat };
  if (e.answer === 'draw') return { ...x, keeps: e.seat };
  if (e.step === 'throw' && e.thing === 'reels') return { ...x, turning: true, wins: [] };
  if (e.step === 'call' && CALL_STEPS[e.call]) return CALL_STEPS[e.call](x, e.facts ?? {}, e);
  if (e.step === 'result' && e.hand === '1')
    return { ...x, result: { bet: e.facts?.bet, prize: e.facts?.prize, law: e.law } };
  if (e.step === 'result' && e.hand.startsWith('1/')) {
    const win = winOf(felt, x.shown, e);
    return { ...x, wins: [...x.wins, win], cents: x.cents + win.cents };
  }
  return x;
}

/** @type {WeakMap<Client.Event[], Game>} */
const gamesBySteps = new WeakMap();
/**
 * The game of this coup, as far as its record goes.
 * @param {Client.State} s
 * @returns {Game}
 */
export function gameOf(s) {
  const known = gamesBySteps.get(s.steps);
  if (known) return known;
  const game = s.steps.reduce((x, e) => applyEvent(cabinetOf(s), x, e), emptyGame());
  gamesBySteps.set(s.steps, game);
  return game;
}

/** The parts of a bet by its name. @param {string} seat @returns {Record<Dial, number>} */
export const betParts = seat => {
  const [lines, stake, coin] = seat.split('x').map(Number);
  return { lines, stake, coin };
};

/** The player's credit in the machine, in play or between games. @param {Client.State} s */
export const playerCredit = s => s.bets['1/credit'] ?? (s.over ? (s.settlements['1/credit']?.held ?? 0) : 0);

/**
 * What the game has won, according to the whole record that the house has sent.
 * @param {Client.State} live
 */
export const wonSoFar = live => {
  const x = gameOf(live);
  return x.result?.prize ?? x.cents + (x.ladder && !x.ladder.over ? x.ladder.cents : 0);
};

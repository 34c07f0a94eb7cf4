// One game of a machine, assembled from its record for the cabinet. Pure: no DOM, no clock.

/**
 * @typedef {{kind: string, line: number, symbol: string, count: number, ways: number, coins: number, times: number, cents: number, law: string, cells: [number, number][], name: string}} Win
 * @typedef {object} MachineGame
 * @property {string} bet the bet as an act names it, "" before one is made @property {boolean} turning whether the reels turn
 * @property {string[][]} shown what each reel shows, from the top @property {number[]} stops @property {boolean} own whether they are the reels of free games
 * @property {Win[]} wins what is won in this window @property {number} cents won so far
 * @property {null|{out: number[][], times: number, n: number}} fall
 * @property {null|{game: number, of: number, times: number, over: boolean, cents: number}} free
 * @property {null|{held: [number, number][], fresh: Set<string>, turns: number, values: number[], full: number, cents: number, over: boolean}} hold
 * @property {null|{rungs: number, steps: {rung: number, pays: number, ends: boolean, cents: number}[], over: boolean, cents: number}} ladder
 * @property {number} jackpot the part of a jackpot that it won @property {null|{number: string, cents: number, law: string}} voucher @property {string} stopped @property {null|{bet: number, prize: number, law: string}} result
 */

/** @returns {MachineGame} */
const emptyGame = () => ({ bet: '', turning: false, shown: [], stops: [], own: false, wins: [], cents: 0, fall: null, free: null, hold: null, ladder: null, jackpot: 0, voucher: null, ticket: null, stopped: '', result: null, law: '', spins: 0, keeps: null });

/** The cells of a window with a symbol, one of its group or a wild symbol. */
function symbolCells(felt, shown, symbol, reels, anywhere) {
  const names = new Set(anywhere ? [symbol] : [symbol, ...felt.groups?.[symbol] ?? [], ...felt.wilds]);
  return shown.flatMap((symbols, reel) => reel < reels || anywhere ? symbols.flatMap((one, row) => names.has(one) ? [[reel, row]] : []) : []);
}

/** What a result of the record won, and where. @param {any} felt @param {string[][]} shown @param {any} e @returns {Win} */
export function winOf(felt, shown, e) {
  const f = e.facts ?? {}, kind = e.hand.split('/')[1] ?? '';
  const where = kind === 'line' ? (felt.lines[f.line - 1] ?? []).slice(0, f.count).map((row, reel) => [reel, row - 1]) : kind === 'way' ? symbolCells(felt, shown, f.symbol, f.count, false) : kind === 'scatter' ? symbolCells(felt, shown, f.symbol, f.count, true) : [];
  return { kind, line: f.line ?? 0, symbol: f.symbol ?? '', count: f.count ?? 0, ways: f.ways ?? 0, coins: f.coins ?? 0, times: f.times ?? 1, cents: f.cents ?? 0, law: e.law ?? '', cells: where, name: f.name ?? '' };
}

const CALL_STEPS = {
  'stopped': (x, f) => ({ ...x, turning: false, shown: f.shown, stops: f.stops ?? [], own: f.game > 0, wins: [], fall: null, spins: x.spins + 1, free: f.game > 0 ? { times: 1, over: false, cents: 0, ...x.free, game: f.game, of: f.of } : x.free }),
  'fall': (x, f) => ({ ...x, shown: f.shown, wins: [], fall: { out: f.out, times: f.times, n: (x.fall?.n ?? 0) + 1 } }),
  'free-games': (x, f) => ({ ...x, free: { game: 0, of: 0, over: false, cents: 0, ...x.free, times: f.times, of: (x.free?.game ?? 0) + f.left, more: x.free ? f.games : 0 } }),
  'free-over': (x, f) => ({ ...x, free: { ...x.free, over: true, cents: f.cents } }),
  'hold-begins': (x, f) => ({ ...x, wins: [], hold: { held: f.held, fresh: new Set(), turns: f.turns, values: [], full: 0, cents: 0, over: false } }),
  'held': (x, f) => ({ ...x, hold: { ...x.hold, held: [...x.hold.held, ...f.new], fresh: new Set(f.new.map(String)), turns: f.turns } }),
  'hold-over': (x, f) => ({ ...x, cents: x.cents + f.cents, hold: { ...x.hold, fresh: new Set(), values: f.values, full: f.full, cents: f.cents, over: true } }),
  'ladder-begins': (x, f) => ({ ...x, ladder: { rungs: f.rungs, steps: [], over: false, cents: 0 } }),
  'rung': (x, f) => ({ ...x, ladder: { ...x.ladder, steps: [...x.ladder.steps, f], cents: f.cents } }),
  'ladder-over': (x, f) => ({ ...x, cents: x.cents + f.cents, ladder: { ...x.ladder, cents: f.cents, over: true } }),
  'jackpot': (x, f) => ({ ...x, jackpot: f.cents }),
  'voucher': (x, f, e) => ({ ...x, voucher: { ...f, law: e.law } }),
  'ticket': (x, f, e) => ({ ...x, ticket: { ...f, law: e.law } }),
  'out-of-order': (x, f, e) => ({ ...x, stopped: f.cause || 'other', law: e.law }),
  'in-order': x => ({ ...x, stopped: '' }),
};

/** Apply one event. @param {any} felt @param {MachineGame} x @param {any} e */
function applyEvent(felt, x, e) {
  if (e.answer === 'spin') return { ...emptyGame(), shown: x.shown, stops: x.stops, bet: e.seat };
  if (e.answer === 'draw') return { ...x, keeps: e.seat };
  if (e.step === 'throw' && e.thing === 'reels') return { ...x, turning: true, wins: [] };
  if (e.step === 'call' && CALL_STEPS[e.call]) return CALL_STEPS[e.call](x, e.facts ?? {}, e);
  if (e.step === 'result' && e.hand === '1') return { ...x, result: { bet: e.facts.bet, prize: e.facts.prize, law: e.law } };
  if (e.step === 'result' && e.hand.startsWith('1/')) { const win = winOf(felt, x.shown, e); return { ...x, wins: [...x.wins, win], cents: x.cents + win.cents }; }
  return x;
}

const gamesBySteps = new WeakMap();
/** The game of this coup, as far as its record goes. @param {import('../core/store.js').State} s @returns {MachineGame} */
export function gameOf(s) {
  if (!gamesBySteps.has(s.steps)) gamesBySteps.set(s.steps, s.steps.reduce((x, e) => applyEvent(s.table.felt, x, e), emptyGame()));
  return gamesBySteps.get(s.steps);
}

/** The parts of a bet by its name. @param {string} seat @returns {{lines: number, stake: number, coin: number}} */
export const betParts = seat => { const [lines, stake, coin] = seat.split('x').map(Number); return { lines, stake, coin }; };

/** The player's credit in the machine, in play or between games. @param {import('../core/store.js').State} s */
export const playerCredit = s => s.bets['1/credit'] ?? (s.over ? s.settlements['1/credit']?.held ?? 0 : 0);

/** What the game has won, according to the whole record that the house has sent. @param {import('../core/store.js').State} live */
export const wonSoFar = live => { const x = gameOf(live); return x.result?.prize ?? x.cents + (x.ladder && !x.ladder.over ? x.ladder.cents : 0); };

// What I would win or lose if a number falls.

/** "35:1" as a ratio. @param {string} odds */
const ratio = odds => {
  const [a, b = 1] = String(odds).split(':').map(Number);
  return a / b;
};

/**
 * My net result of all bets if a number falls, or null.
 * @param {import('./layout.js').Layout} cloth
 * @param {Client.State} s
 * @param {import('./layout.js').Target} target
 */
export function netIfFalls(cloth, s, target) {
  const number = target.zone && /^(straight|neighbours-\d)\//.test(target.spot) ? Number(target.text) : NaN;
  const { bets } = cloth.actions;
  const { felt } = cloth;
  if (!felt.covers || Number.isNaN(number)) return null;
  cloth.nets ??= netByNumber(cloth, bets.allSums());
  return cloth.nets && Math.round(cloth.nets[number]);
}

/**
 * The net result of some bets for each number, or null where there are none.
 * @param {import('./layout.js').Layout} cloth
 * @param {[string, number][]} bets
 */
function netByNumber(cloth, bets) {
  const { felt } = cloth;
  const nets = (felt.wheel?.order ?? []).map(() => 0);
  for (const [spot, stake] of bets) {
    const parts = felt.parts?.[spot] ?? [[spot, 1]];
    const chips = parts.reduce((n, [, c]) => n + c, 0);
    for (const [part, c] of parts) {
      const share = (stake * c) / chips;
      const pays = ratio(felt.kinds[cloth.kindOf(part)]?.pays[0] ?? '0');
      const on = new Set(felt.covers?.[part]);
      nets.forEach((_, n) => {
        nets[n] += on.has(n) ? share * pays : -share;
      });
    }
  }
  return bets.length ? nets : null;
}

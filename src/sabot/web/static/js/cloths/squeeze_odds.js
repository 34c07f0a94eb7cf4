// What a card that is still being squeezed may make of its side, and what each would bring me.

/** The points of a card in baccarat. @param {string} rank */
export const pointsOf = rank => (rank === 'A' ? 1 : 'TJQK'.includes(rank) ? 0 : Number(rank));

/** What a card shows, from 1 to 10. @param {string} rank */
const pipsOf = rank => (rank === 'A' ? 1 : 'TJQK'.includes(rank) ? 10 : Number(rank));

/** @param {string[]} ranks */
const total = ranks => ranks.reduce((n, r) => n + pointsOf(r), 0) % 10;

/**
 * The side that wins, "tie", or null while a card may still come.
 * @param {House.ThirdCards} draws
 * @param {string[]} ponto the ranks of each side
 * @param {string[]} banca
 */
export function winnerOf(draws, ponto, banca) {
  const [p, b] = [total(ponto.slice(0, 2)), total(banca.slice(0, 2))];
  const ended = draws.natural_ends && (p > 7 || b > 7);
  if (!ended) {
    const toPonto = draws.ponto.includes(p);
    if (toPonto && ponto.length < 3) return null;
    const toBanca = b < 8 && (toPonto ? (draws.against[b] ?? []).includes(pipsOf(ponto[2])) : draws.alone.includes(b));
    if (toBanca && banca.length < 3) return null;
  }
  const [left, right] = [total(ponto), total(banca)];
  return left === right ? 'tie' : left > right ? 'ponto' : 'banca';
}

/** "19:20" of a stake in cents. @param {string | undefined} odds @param {number} cents */
const prize = (odds, cents) => {
  const [win, per = 1] = String(odds ?? '0')
    .split(':')
    .map(Number);
  return Math.floor((cents * win) / per);
};

/**
 * My net of the bets on ponto, banca and tie when a side wins with so many points.
 * @param {Partial<House.LayoutFelt>} felt
 * @param {(spot: string) => number} sumOn
 * @param {string} winner
 * @param {number} points
 */
export function netOf(felt, sumOn, winner, points) {
  const draws = felt.thirds;
  const onTie = sumOn('tie');
  const sides = ['ponto', 'banca'].reduce((net, side) => {
    const stake = sumOn(side);
    if (winner === 'tie') return net - (draws?.tie_loses ? stake : 0);
    if (winner !== side) return net - stake;
    return net + prize(side === 'banca' ? draws?.banca_pays[points] : felt.kinds?.ponto?.pays[0], stake);
  }, 0);
  return sides + (winner === 'tie' ? prize(felt.kinds?.tie?.pays[0], onTie) : -onTie);
}

/**
 * For each rank that a covered card may have: the points of its side, who wins, and my net; null where that is open.
 * @param {Client.State} s
 * @param {Partial<House.LayoutFelt>} felt
 * @param {(spot: string) => number} sumOn
 * @param {string} side
 * @param {number} index
 * @param {string[]} ranks
 */
export function possible(s, felt, sumOn, side, index, ranks) {
  /** @param {string} name @returns {(string | null)[]} */
  const known = name =>
    (s.hands[name]?.cards ?? []).map((c, i) => (name === side && i === index ? null : (c?.[0] ?? null)));
  const mine = known(side);
  const other = known(side === 'ponto' ? 'banca' : 'ponto');
  const hidden = s.hands[side === 'ponto' ? 'banca' : 'ponto']?.only?.length;
  return ranks.map(rank => {
    const hand = mine.map((r, i) => (i === index ? rank : r));
    const whole = hand.every(r => r !== null);
    const points = whole ? total(/** @type {string[]} */ (hand)) : null;
    const all = whole && other.length > 1 && !hidden && other.every(r => r !== null);
    const [ponto, banca] = /** @type {string[][]} */ (side === 'ponto' ? [hand, other] : [other, hand]);
    const winner = all && felt.thirds ? winnerOf(felt.thirds, ponto, banca) : null;
    const best = winner ? Math.max(total(ponto), total(banca)) : 0;
    return { rank, points, winner, net: winner ? netOf(felt, sumOn, winner, best) : null };
  });
}

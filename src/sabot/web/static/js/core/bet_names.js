// The names of bets: "3.1+2/pair" is place 3, its hand 3.1, bettor +2 there, the spot "pair".

/**
 * The parts of a bet's name: "3.1+2/pair" is place 3, its hand 3.1, bettor +2 there, the spot "pair".
 * @param {string} name @returns {{place: string, hand: string, tag: string, spot: string}}
 */
export function parseBetName(name) {
  const [base, ...spot] = name.split('/');
  const [hand, tag] = base.split('+');
  return { place: hand.split('.')[0], hand, tag: tag === undefined ? '' : `+${tag}`, spot: spot.join('/') };
}

/** The place of a hand or bet: "3" of "3.2", of "3+1" and of "3/insurance". @param {string} name */
export const placeOf = name => name.split(/[.+/]/)[0];

/** Where a bet lies on the cloth, whoever made it: "3/pair" of "3+1/pair". @param {string} name */
export const spotOf = name => {
  const n = parseBetName(name);
  return n.hand + (n.spot ? `/${n.spot}` : '');
};

/** The bettor of a bet, without hand and spot: "3+1" of "3.2+1/pair". @param {string} bet */
export const bettorOf = bet => {
  const { place, tag } = parseBetName(bet);
  return place + tag;
};

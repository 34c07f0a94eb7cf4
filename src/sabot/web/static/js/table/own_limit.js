// A person's own limit, beside the table's: a stake above it is asked for once more, on its button and in the caption.
// It changes no rule: what the house takes, it takes at the second press.

import { formatSum, t } from '../core/i18n.js';
import { offersOf } from '../core/offers.js';
import { settings } from '../core/settings.js';

/** Acts with a sum that is no stake. */
const NO_STAKE = new Set(['sit', 'value', 'insert', 'top-up', 'cut', 'tip', 'clear']);

/** What was asked, by coup, act and place: sums up to this pass at the next press. @type {Record<string, number>} */
const asked = {};

/** @param {Client.State} s @param {string} act @param {string} seat */
const keyOf = (s, act, seat) => `${s.coup.id} ${act} ${seat}`;

/** The sum that an act stakes. @param {Client.State} s @param {string} act @param {string} seat @param {number} [amount] */
function stakeOf(s, act, seat, amount) {
  const offer = offersOf(s, act).find(o => o.seat === seat);
  return NO_STAKE.has(act) || offer?.note === 'cards' ? 0 : (amount ?? offer?.cost ?? 0);
}

/**
 * Whether the next press of this act passes the limit: its button says so.
 * @param {Client.State} s @param {string} act @param {string} seat @param {number} [amount]
 */
export function isAsking(s, act, seat, amount) {
  const sum = stakeOf(s, act, seat, amount);
  return Boolean(settings().askOver) && sum > settings().askOver && sum <= (asked[keyOf(s, act, seat)] ?? 0);
}

/**
 * The notice that asks about a stake; null if it may go to the house. `go` stakes it.
 * @param {Client.State} s @param {string} act @param {string} seat @param {number | undefined} amount
 * @param {() => void} go
 */
export function askFirst(s, act, seat, amount, go) {
  const limit = settings().askOver;
  const sum = stakeOf(s, act, seat, amount);
  const key = keyOf(s, act, seat);
  if (!limit || sum <= limit || sum <= (asked[key] ?? 0)) return null;
  for (const old of Object.keys(asked)) if (!old.startsWith(`${s.coup.id} `)) delete asked[old];
  asked[key] = sum;
  const facts = { limit: formatSum(limit), sum: formatSum(sum) };
  return () => ({
    kind: 'ask',
    mark: '?',
    title: t('set.ask.title', facts),
    why: t('set.ask.again', facts),
    button: t('set.ask.go', facts),
    go,
  });
}

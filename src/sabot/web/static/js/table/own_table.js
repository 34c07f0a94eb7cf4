// Small questions about a table: whether it is my own, which of its clocks is shown, which round is seen.

/** Whether nobody else plays at this table. @param {Client.State} live */
export const isOwnTable = live => Boolean(live.table?.individual);

/** The clock of the question, if it is shown: the idle clock of a machine is not. @param {Client.State} live */
export const shownClock = live =>
  live.table.felt.shape === 'cabinet' && (live.listen?.window ?? '').startsWith('play') ? null : live.clock;

/**
 * Whether what is shown belongs to the round that is open.
 * @param {Client.State} shown
 * @param {Client.State} live
 */
export const isSameRound = (shown, live) => shown.coup.id === live.coup.id && !shown.over;
